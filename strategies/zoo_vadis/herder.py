"""Drives peacocks up for the I each brings, and out of the way of its own animals.

Who plays like that: who likes a sure I better than a quarrel. Tested: it advances more peacocks than others, and adds
fewer animals.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN, PEACOCK_ON
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.trade import trade

__all__ = ["herder"]

DRIVE = 1

CROWD = 0.2  # laurels less that adding an animal counts for with each that was added before


def deal(view, box, actions, weights, values):
    """Trade as usual."""
    return trade(view, box, actions, values, 0.4, 0.4, 0.6, 1.3, 6.0, 0.0)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        DRIVE: Weight(
            name="drive",
            default=1.5,
            low=0.0,
            high=10.0,
            says="laurels that driving a peacock counts for besides its I",
        )
    },
)
def herder(view, box, actions, weights, values):
    """Drive peacocks up for their I while there is nothing better; advance and collect like others."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 6.0, 0.8)
        elif action.kind == ADD:
            values[i] = 1.2 + 0.01 * action.body - CROWD * (box.animals - view.supply[view.actor])
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
        if action.kind == PEACOCK_ON and box.path_to[action.path] != box.star:
            values[i] += weights[DRIVE]
    return pick(view, values)
