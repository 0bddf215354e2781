"""Wants to be the first in the Star Exhibit, and pays for it; collects what is left afterwards.

Who plays like that: who has once been shut out. Tested: it is the first in the Star Exhibit more often than its share.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import arrived, laurel
from strategies.zoo_vadis.common.trade import trade

__all__ = ["racer"]

PRICE = 1


def deal(view, box, actions, weights, values):
    """Pay well until one is in; sell like others."""
    hurry = 4.0 * weights[PRICE] if not arrived(view, view.active) else 2.0
    return trade(view, box, actions, values, 0.4, 0.4, 0.5, 1.0, hurry, 0.5)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        PRICE: Weight(name="price", default=2.0, low=0.0, high=10.0, says="laurels paid for a vote to be in first")
    },
)
def racer(view, box, actions, weights, values):
    """Be the first in the Star Exhibit: the front animal advances first, and votes are paid for."""
    outside = not arrived(view, view.active)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 8.0, 0.5)
            if outside:
                values[i] = 8.0 - box.steps[box.path_to[action.path]] + 0.2 * laurel(view, box, action.path)
        elif action.kind == ADD:
            values[i] = 2.0 - 0.4 * box.votes[action.body] + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 8.0)
    return pick(view, values)
