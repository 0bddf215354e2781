"""Keeps the leader from getting on, with the Keeper, with dear votes, and by standing in the way.

Who plays like that: who would rather nobody ran away with it. Tested: the richest opponent fares worse against it.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, KEEPER, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import richest_other, weary
from strategies.zoo_vadis.common.trade import trade

__all__ = ["blocker"]

GRUDGE, BLOCK = 1, 2


def deal(view, box, actions, weights, values):
    """Sell dearly to the leader."""
    grudge = weights[GRUDGE] if view.active == richest_other(view, view.actor) else 0.0
    return trade(view, box, actions, values, 0.4, 0.4, 0.6 + grudge, 1.4, 6.0, grudge)


@strategy(
    "zoo_vadis",
    deal=deal,
    weights={
        GRUDGE: Weight(name="grudge", default=2.0, low=0.0, high=10.0, says="laurels more that the leader pays"),
        BLOCK: Weight(
            name="block", default=1.5, low=0.0, high=5.0, says="laurels that covering the leader's way counts for"
        ),
    },
)
def blocker(view, box, actions, weights, values):
    """Cover with the Keeper what the leader would take, and advance in between; cover nothing when a game drags on."""
    leader = richest_other(view, view.active)
    block = 0.0 if weary(view, box) else weights[BLOCK]
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 6.0, 0.8)
        elif action.kind == ADD:
            values[i] = 1.2 + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
        if action.kind == KEEPER and view.animals[box.path_from[action.path], leader] > 0:
            values[i] += block * 0.4 * box.value[view.token[action.path]]
    return pick(view, values)
