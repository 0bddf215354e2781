"""The parts that a strategy gets when it does not write its own."""

from __future__ import annotations

from sim.games.miller_zoo.actions import tokens_of
from sim.games.miller_zoo.state import CLEAR, DROP, LAY, NONE, RIDE, STORE
from strategies.kit import pick
from strategies.miller_zoo.common.cards import useful_cards

__all__ = ["store", "team"]


def store(view, box, actions, weights, values):
    """Store jokers first, then cards with two icons, then any."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == STORE:
            values[i] = 1.0
            if box.joker[action.card]:
                values[i] = 3.0
            elif box.second[action.card] != NONE:
                values[i] = 2.0
        elif action.kind == DROP:
            values[i] = -1.0
        else:
            values[i] = 0.0
    return pick(view, values)


def team(view, box, actions, weights, values):
    """Go with an animal to where one's cards can fix something; let a joker clear the commonest problem; hand the last
    cards out in order, and lay the last tokens where there are fewest.
    """
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == RIDE:
            values[i] = useful_cards(view, box, view.mate, action.space, NONE) - 0.5
        elif action.kind == CLEAR:
            values[i] = tokens_of(box, view, action.icon)
        elif action.kind == LAY:
            values[i] = -float(view.open[action.space, action.icon])
    return pick(view, values)
