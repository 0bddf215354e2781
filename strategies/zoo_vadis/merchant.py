"""Lends its ability as often as it can: cheaply, early, to anybody.

Who plays like that: who read the hint that ability tiles should be used. Tested: it uses more of its tiles
than when it asks for all that the ability brings.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.trade import trade

__all__ = ["merchant"]

MARGIN = 1


def deal(view, box, actions, weights, values):
    """Lend the ability for a small share at once; trade votes as usual."""
    return trade(view, box, actions, values, 0.4, weights[MARGIN], 0.0, 1.3, 6.0, 0.0)


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        MARGIN: Weight(
            name="margin", default=0.2, low=0.0, high=2.0, says="share of what the ability brings that it costs"
        )
    },
)
def merchant(view, box, actions, weights, values):
    """Lend the ability cheaply to anybody; otherwise collect laurels and advance."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, 6.0, 0.7)
        elif action.kind == ADD:
            values[i] = 1.2 + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 6.0)
    return pick(view, values)
