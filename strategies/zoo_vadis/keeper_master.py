"""Lets the Keeper open its ways and cover the others'.

Who plays like that: who would rather owe nobody. Tested: it moves the Keeper more often than others, and pays
less for votes and abilities.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, KEEPER, MAIN, USE_HYENA
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import weary
from strategies.zoo_vadis.common.trade import trade
from strategies.zoo_vadis.common.worth import keeper_worth

__all__ = ["keeper_master"]

EAGER = 1


def deal(view, box, actions, weights, values):
    """Trade as usual, but pay little for votes."""
    return trade(view, box, actions, values, 0.5, 0.4, 0.6, 3.5, 6.0, 0.0)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        EAGER: Weight(
            name="eager", default=1.0, low=0.0, high=5.0, says="what the Keeper's place counts for as an action"
        )
    },
)
def keeper_master(view, box, actions, weights, values):
    """Move the Keeper where he saves votes, then advance past him; like others when a game drags on."""
    tired = weary(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 6.0, 1.2)
        elif action.kind == ADD:
            values[i] = 1.3 + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
        if action.kind == KEEPER and not view.acted and not tired:
            values[i] = weights[EAGER] * keeper_worth(view, box, action.path) - 1.0
        elif action.kind == USE_HYENA:
            values[i] += 1.5
    return pick(view, values)
