"""The strategies that play the golden games, one for each game.

They are simple, whimsical, and changed for no other reason than to tell more.
"""

from __future__ import annotations

import numpy as np

from sim.chance import address, uniform
from sim.games.miller_zoo import state as miller
from sim.games.quo_vadis.state import CAESAR, COALITION, MOVE, PLACE, TERMS
from sim.games.time_zoo import state as time
from sim.games.zoo_vadis import state as zoo
from strategies.kit import njit, pick, strategy

__all__ = ["climber", "eager", "keen", "visitor"]

# How much each kind of action in Zoo Vadis is liked: by kind.
LIKING = np.zeros(len(zoo.KIND_NAMES))
LIKING[[zoo.ADVANCE, zoo.USE_RHINO, zoo.USE_TIGER]] = 0.7
LIKING[[zoo.ADD, zoo.USE_MARMOSET]] = 0.5
LIKING[[zoo.PEACOCK_ON, zoo.USE_HYENA]] = 0.35
LIKING[zoo.KEEPER] = -0.3
# And in Time Zoo.
FANCY = np.zeros(len(time.KIND_NAMES))
FANCY[[time.LURE, time.HIRE, time.TUCK, time.STOP]] = (0.6, 0.5, 0.4, -0.3)


@njit
def whim(view, i):
    """Return a number in (0, 1) for the i-th action."""
    word = address(view.noise_key, view.turn, view.step, i, 7)[0]
    return uniform(np.uint64(word))  # compiled code would take a big Python integer for a signed one


def haggle(view, box, actions, weights, values):
    """Take deals rather than not, and cheap ones rather than dear ones, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i)
        if actions[i].kind == COALITION:
            values[i] += 0.8
        if actions[i].kind == TERMS:
            values[i] += 0.5 - 0.2 * actions[i].price + 0.5 * actions[i].steer
    return pick(view, values)


@strategy("quo_vadis", deal=haggle, compiled=False)
def climber(view, box, actions, weights, values):
    """Move up rather than place, place rather than send Caesar about, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i)
        if actions[i].kind == MOVE:
            values[i] += 0.7
        if actions[i].kind == PLACE:
            values[i] += 0.2
        if actions[i].kind == CAESAR:
            values[i] -= 0.3
    return pick(view, values)


def bargain(view, box, actions, weights, values):
    """Take deals rather than not, and cheap ones rather than dear ones, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i)
        if actions[i].kind == zoo.COALITION or actions[i].kind == zoo.ACCEPT:
            values[i] += 0.8
        if actions[i].kind == zoo.TERMS:
            values[i] += 0.6 - 0.2 * actions[i].price
    return pick(view, values)


@strategy("zoo_vadis", deal=bargain)
def keen(view, box, actions, weights, values):
    """Use abilities rather than not, advance rather than add, add rather than send the Keeper about, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i) + LIKING[actions[i].kind]
    return pick(view, values)


@strategy("time_zoo")
def visitor(view, box, actions, weights, values):
    """Lure rather than take food, tuck and go on rather than stop, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i) + FANCY[actions[i].kind]
    return pick(view, values)


def uses(view, box, card, space):
    """Return how many icons of a card a space of the zoo can use."""
    wanted = view.open[space] if space < box.n_habitats else view.due[space - box.n_habitats]
    if box.joker[card]:
        return int(wanted.any())
    icons = [icon for icon in (box.first[card], box.second[card]) if icon != miller.NONE]
    return sum(int(wanted[icon] > icons[:i].count(icon)) for i, icon in enumerate(icons))


def by_whim(view, box, actions, weights, values):
    """Store rather than not, ride along rather than not; else by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i) + 0.4 * (actions[i].kind in (miller.STORE, miller.RIDE))
    return pick(view, values)


@strategy("miller_zoo", store=by_whim, team=by_whim, compiled=False)
def eager(view, box, actions, weights, values):
    """Use cards where one is, the fuller the better; else go to where the others can be used, by whim."""
    for i, action in enumerate(actions):
        values[i] = whim(view, i)
        if action.kind in (miller.FIX, miller.PAY):
            values[i] += 1.0 + uses(view, box, action.card, view.at[view.active]) - 0.5 * box.joker[action.card]
        if action.kind == miller.MOVE:
            hand = view.cards[view.active, : view.n_cards[view.active]].tolist()
            if action.card in hand and not action.stored:
                hand.remove(action.card)
            useful = sum(uses(view, box, card, action.space) for card in hand)
            values[i] += 0.6 * useful - 0.3
    return pick(view, values)
