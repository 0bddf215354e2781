"""The strategies that play the golden games, one for each game.

They are simple, whimsical, and changed for no other reason than to tell more.
"""

from __future__ import annotations

import numpy as np

from sim.chance import address, uniform
from sim.games.quo_vadis.state import CAESAR, COALITION, MOVE, PLACE, TERMS
from sim.games.time_zoo import state as time
from sim.games.zoo_vadis import state as zoo
from strategies.kit import pick, strategy

__all__ = ["climber", "keen", "visitor"]

# How much each kind of action in Zoo Vadis is liked.
LIKING = {
    zoo.ADVANCE: 0.6,
    zoo.USE_RHINO: 0.5,
    zoo.USE_TIGER: 0.5,
    zoo.USE_MARMOSET: 0.3,
    zoo.USE_HYENA: 0.1,
    zoo.ADD: 0.3,
    zoo.PEACOCK_ON: 0.2,
    zoo.KEEPER: -0.2,
}
# And in Time Zoo.
FANCY = {time.LURE: 0.6, time.HIRE: 0.5, time.TUCK: 0.4, time.STOP: -0.3}


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
        if actions[i].kind in (zoo.COALITION, zoo.ACCEPT):
            values[i] += 0.8
        if actions[i].kind == zoo.TERMS:
            values[i] += 0.6 - 0.2 * actions[i].price
    return pick(view, values)


@strategy("zoo_vadis", deal=bargain, compiled=False)
def keen(view, box, actions, weights, values):
    """Use abilities rather than not, advance rather than add, add rather than send the Keeper about, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i) + LIKING.get(int(actions[i].kind), 0.0)
    return pick(view, values)


@strategy("time_zoo", compiled=False)
def visitor(view, box, actions, weights, values):
    """Lure rather than take food, tuck and go on rather than stop, by whim."""
    for i in range(len(actions)):
        values[i] = whim(view, i) + FANCY.get(int(actions[i].kind), 0.0)
    return pick(view, values)
