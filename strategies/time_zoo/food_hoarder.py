"""Fills the hand first, so that any animal can be paid, and only then goes shopping.

Who plays like that: the player who feels poor with fewer than eight cards. While it hoards, the others pick the row.
Tested: it spends more turns on food than the others, and ends with more food in the hand, which is worth nothing then.
"""

from __future__ import annotations

from sim.games.time_zoo.state import LURE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.time_zoo.common.acting import weigh
from strategies.time_zoo.common.food import left_of_it
from strategies.time_zoo.common.worth import USUAL

__all__ = ["food_hoarder"]

HOARD = 1
POOR = -5.0  # what luring is worth with too few cards
LATE = 1.0  # rounds before the end from which on the hoard is spent


@strategy(
    "time_zoo",
    temperature=0.1,
    weights={HOARD: Weight(name="hoard", default=8.0, low=0.0, high=60.0, says="cards from which on it lures")},
)
def food_hoarder(view, box, actions, weights, values):
    """Take food until the hand is full, then the best animal; near the end spend the hoard."""
    if len(actions) == 1:
        return 0
    weigh(view, box, actions, values, USUAL)
    if view.phase == MAIN and view.hand_size[view.actor] < weights[HOARD] and left_of_it(view, box, LATE) == 1.0:
        for i in range(len(actions)):
            if actions[i].kind == LURE:
                values[i] += POOR
    return pick(view, values)
