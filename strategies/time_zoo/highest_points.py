"""Saves for the big animals, and lets the small ones go.

Who plays like that: the player who came for the Tyrannosaur. It takes a small animal only when there is no big one in
the row, or the end is near. Sets are for others. Tested: its animals have more points printed on them than
those of the others.
"""

from __future__ import annotations

from sim.games.time_zoo.state import INTERN, LURE
from strategies.kit import Weight, njit, pick, strategy
from strategies.time_zoo.common.acting import weigh
from strategies.time_zoo.common.food import left_of_it
from strategies.time_zoo.common.worth import USUAL, Taste

__all__ = ["highest_points"]

LEAST = 1
BELOW = -3.0  # what a small animal is worth that could be lured
LATE = 1.0  # rounds before the end from which on small animals will do


@njit
def _big_in_row(view, box, least):
    """Return whether the row has an animal with so many points."""
    for slot in range(box.row):
        animal = view.row[slot]
        if 0 <= animal < INTERN and box.points[animal] >= least:
            return True
    return False


@strategy(
    "time_zoo",
    temperature=0.1,
    weights={LEAST: Weight(name="least", default=3.0, low=0.0, high=12.0, says="points that make an animal big")},
)
def highest_points(view, box, actions, weights, values):
    """Lure the animals with the most points; rather than a small one take food for a big one in the row."""
    taste = Taste(
        points=1.5, sets=0.0, hope=0.0, deny=0.0, draw=0.2, again=0.0, food=0.1, dual=USUAL.dual,
        hold=USUAL.hold, near=USUAL.near, feed=USUAL.feed, horizon=USUAL.horizon,
    )  # fmt: skip
    if len(actions) == 1:
        return 0
    weigh(view, box, actions, values, taste)
    if _big_in_row(view, box, weights[LEAST]) and left_of_it(view, box, LATE) == 1.0:
        for i in range(len(actions)):
            if actions[i].kind == LURE and box.points[actions[i].animal] < weights[LEAST]:
                values[i] = BELOW
    return pick(view, values)
