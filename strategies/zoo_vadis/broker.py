"""Stands where votes are needed and sells them, cheaply enough to be asked again.

Who plays like that: who knows that helping others pays. Tested: with three or more others it gives more votes
than they do.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import company
from strategies.zoo_vadis.common.trade import trade

__all__ = ["broker"]

CUT, CROWD = 1, 2


def deal(view, box, actions, weights, values):
    """Sell every vote for a small share."""
    return trade(view, box, actions, values, weights[CUT], 0.3, 0.3, 1.4, 6.0, 0.0)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        CUT: Weight(name="cut", default=0.3, low=0.0, high=2.0, says="share of what a move brings that a vote costs"),
        CROWD: Weight(
            name="crowd", default=0.5, low=0.0, high=3.0, says="laurels that each customer in an exhibit counts for"
        ),
    },
)
def broker(view, box, actions, weights, values):
    """Go where votes are needed, sell them cheaply, and advance with the crowd."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = (
                way_worth(view, box, action.path, 6.0, 0.7)
                - weights[CROWD] * company(view, action.body, view.active) * 0.5
            )
        elif action.kind == ADD:
            values[i] = (
                1.0
                + weights[CROWD] * company(view, action.body, view.active)
                + 0.2 * box.votes[action.body]
                + 0.01 * action.body
            )
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
    return pick(view, values)
