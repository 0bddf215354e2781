"""Takes the most laurels that can be had this turn, and moves up for want of better.

Who plays like that: most people, in their first game.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import MOVE, NONE, PLACE
from strategies.kit import pick, strategy

__all__ = ["greedy"]


@strategy("quo_vadis")
def greedy(view, box, actions, weights, values):
    """Take the dearest laurel within reach; without one move up, or place a senator."""
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == MOVE:
            values[i] = 1.0
            tile = view.tile[action.path]
            if tile != NONE and view.caesar != action.path:
                values[i] += box.value[tile]
        elif action.kind == PLACE:
            values[i] = 0.5
    return pick(view, values)
