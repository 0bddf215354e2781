"""Keeps everything: lends its ability only for a fortune, pays for nothing.

Who plays like that: who thinks that every deal has a loser. Tested: it never pays, and uses fewer tiles than others.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, ASK, ASK_ABILITY, COALITION, MAIN, NONE, REFUSE
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.bargain import NEVER
from strategies.zoo_vadis.common.trade import sell_ability, sell_vote

__all__ = ["miser"]

FORTUNE = 1


def deal(view, box, actions, weights, values):
    """Sell dearly; take only what costs nothing."""
    if view.phase == ASK:
        return sell_vote(view, box, actions, values, 0.6, -NEVER, 1.0, 0.0)
    if view.phase == ASK_ABILITY:
        return sell_ability(view, box, actions, values, 1.0, weights[FORTUNE], -NEVER)
    for i in range(len(actions)):
        action = actions[i]
        cost = float(action.price + action.promise + 3 * action.bribes)
        if action.kind == COALITION:
            for seat in range(view.n_seats):
                if action.votes[seat] > 0:
                    cost += view.price[seat] + view.promise[seat]
        elif view.wanted != NONE and view.fee[view.wanted] != NONE:
            cost = float(view.fee[view.wanted] + view.fee_promise[view.wanted])
        values[i] = 0.0 if action.kind == REFUSE else 0.5 - cost
    return pick(view, values)


@strategy(
    "zoo_vadis",
    deal=deal,
    weights={
        FORTUNE: Weight(name="fortune", default=4.0, low=0.0, high=20.0, says="laurels that a tile is worth kept")
    },
)
def miser(view, box, actions, weights, values):
    """Advance on own votes and on gifts, collect what lies there, give nothing away."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 6.0, 0.9)
        elif action.kind == ADD:
            values[i] = 1.6 + 0.3 * view.animals[action.body, view.active] + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
    return pick(view, values)
