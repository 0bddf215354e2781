"""Collects laurels in peace and runs for the Star Exhibit when it is almost full.

Who plays like that: who counts laurels, not places. Tested: it is shut out more often than others.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import laurel
from strategies.zoo_vadis.common.trade import trade

__all__ = ["hoarder"]

PATIENCE = 1


def deal(view, box, actions, weights, values):
    """Sell for a fair share; pay little before the sprint."""
    thrift = 1.0 if view.n_star >= weights[PATIENCE] else 2.0
    return trade(view, box, actions, values, 0.5, 0.5, 0.5, thrift, 8.0, 0.0)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        PATIENCE: Weight(name="patience", default=3.0, low=0.0, high=9.0, says="places taken when the sprint begins")
    },
)
def hoarder(view, box, actions, weights, values):
    """Collect laurels in peace and run for the Star Exhibit when it is almost full."""
    sprint = view.n_star >= weights[PATIENCE]
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 20.0, 0.5) if sprint else 2.0 * laurel(view, box, action.path)
            if not sprint and box.path_to[action.path] == box.star:
                values[i] = -1.0
        elif action.kind == ADD:
            values[i] = 1.5 + 0.3 * box.spaces[action.body] + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 8.0)
    return pick(view, values)
