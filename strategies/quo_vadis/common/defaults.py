"""The parts that a strategy gets when it does not write its own."""

from __future__ import annotations

from sim.games.quo_vadis.state import COALITION, REFUSE
from sim.strategy import pick

__all__ = ["deal"]


def deal(view, box, actions, weights, values):
    """Ask for one laurel a vote, give two at most, and keep promises."""
    for i in range(len(actions)):
        action = actions[i]
        cost = 0
        for seat in range(view.n_seats):
            cost += int(action.votes[seat]) * (1 + int(view.price[seat]))
        if action.kind == REFUSE:
            values[i] = -3.0
        elif action.kind == COALITION:
            values[i] = -cost
        else:
            values[i] = -abs(action.price - 1) - action.promise - action.steer
    return pick(view, values)
