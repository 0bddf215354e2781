"""Lures whatever costs the least food, as soon as it can be paid; else takes food.

Who plays like that: a beginner who likes to see the zoo grow. Of two animals at one price it takes the one with more
points; which food it pays with, and what lies on top for the next player, is no concern.
"""

from __future__ import annotations

from sim.games.time_zoo.payments import price
from sim.games.time_zoo.state import EXCHANGE, HIRE, LURE, REMOVE, STOP
from strategies.kit import pick, strategy

__all__ = ["cheapest_first"]


@strategy("time_zoo", temperature=0.1)
def cheapest_first(view, box, actions, weights, values):
    """Take the cheapest animal that can be paid, an intern for want of one, else food."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == LURE:
            values[i] = 10.0 - price(box, view, view.actor, action.animal) + 0.1 * box.points[action.animal]
        elif action.kind == HIRE:
            values[i] = 3.0
        elif action.kind == EXCHANGE:
            values[i] = box.points[action.animal]
        elif action.kind == REMOVE:
            values[i] = box.cost[action.animal]
        elif action.kind == STOP:
            values[i] = -1.0
        else:
            values[i] = 0.0
    return pick(view, values)
