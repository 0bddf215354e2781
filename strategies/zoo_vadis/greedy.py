"""Takes the most laurels that can be had this turn, and moves up for want of better.

Who plays like that: most people, in their first game.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth
from strategies.zoo_vadis.common.table import laurel

__all__ = ["greedy"]


@strategy("zoo_vadis", temperature=0.3)
def greedy(view, box, actions, weights, values):
    """Take the dearest laurel within reach; without one advance, or add an animal."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = 1.0 + laurel(view, box, action.path) - 2.0 * box.tunnel[action.path]
        elif action.kind == ADD:
            values[i] = 0.5 + 0.01 * action.body
        else:
            values[i] = plain_worth(view, box, actions, i, 0.0)
    return pick(view, values)
