"""How to bargain over votes and abilities, whatever the protocol: answer a request, make an offer, choose what to take.

A strategy decides what a vote or its ability must bring (`wanted`) and what a move is worth at most (`worth`); the
functions here turn this into a value for each action, in laurels. To refuse counts as asking for more than can be
named. When a game drags on, anybody lets anybody pass.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.state import ACCEPT, COALITION, NONE, REFUSE, TAKE_IT
from sim.strategy import pick
from strategies.zoo_vadis.common.table import standing, weary
from strategies.zoo_vadis.common.worth import gain

__all__ = ["GIVEN", "NEVER", "REST", "WORD", "answer", "buy", "fair", "offer", "take", "tile_income", "vote_income"]

NEVER = 99.0  # more laurels than anything can bring: for what is out of the question
GIVEN = -1000.0  # what is wanted for a promised vote
REST = 1.0  # laurels that a turn brings anyway, with another action
WORD = 0.7  # laurels that a promised vote counts for to whom it is promised
MARGIN = 0.3  # laurels that an offer should lie above what is thought to be asked
DOUBT = 4.0  # laurels that an offer loses with each laurel that it is short: it may be refused
RIVAL_ONE = 0.2  # laurels that an I in somebody else's hands counts for
BRIBE = 2.2  # laurels that a bribe counts for


@njit
def vote_income(view, box):
    """Return what a vote brings besides its price: an I while there are any."""
    return float(box.value[box.one_kind]) if view.ones > 0 else 0.0


@njit
def tile_income(view, box):
    """Return what lending the wanted ability brings besides its price: the I printed on the tile, while they last."""
    printed = int(box.tile_ones[view.wanted])
    return float(min(printed, int(view.ones)) * int(box.value[box.one_kind]))


@njit
def fair(view, box, share):
    """Return the price of a vote that leaves the voter a share of what the wanted move brings, the I included."""
    return max(share * gain(view, box, view.path, view.active) - vote_income(view, box), 0.0)


@njit
def answer(view, box, actions, values, wanted, promise):
    """Answer a request: name the terms nearest to `wanted` laurels, or accept what brings as much.

    wanted: GIVEN for a promised vote; promise: what a promised vote counts for, in laurels; −NEVER for never asking.
    """
    if wanted == GIVEN:
        return _keep_word(view, box, actions, values)
    if weary(view, box):
        wanted = 0.0
    for i in range(len(actions)):
        action = actions[i]
        brings = action.price + promise * action.promise
        if box.protocol == TAKE_IT:
            values[i] = 0.0 if action.kind == REFUSE else brings - wanted
        elif action.kind == REFUSE:
            values[i] = -abs(box.max_price + 1 - wanted)
        else:
            values[i] = -abs(brings - wanted)
    return pick(view, values)


@njit
def _keep_word(view, box, actions, values):
    """Give a promised vote for nothing; that is not weighed against anything."""
    for i in range(len(actions)):
        action = actions[i]
        free = action.price == 0 and not action.promise
        values[i] = 0.0 if action.kind != REFUSE and (free or box.protocol == TAKE_IT) else -NEVER
    return pick(view, values)


@njit
def offer(view, actions, values, asked, worth, thrift, promise, times):
    """Offer the terms that cost least among those that will do, if the move is worth them; else withdraw.

    asked: laurels that the others are thought to ask for; worth: of the move; thrift: laurels that a laurel paid counts
    for; promise: what promising a vote costs, in laurels; times: how often the terms are due, once for each vote.
    """
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == REFUSE:
            values[i] = 0.0
            continue
        short = asked + MARGIN - action.price - WORD * action.promise
        values[i] = worth - times * (thrift * action.price + promise * action.promise) - DOUBT * max(short, 0.0)
    return pick(view, values)


@njit
def take(view, actions, values, worth, thrift, promise):
    """Take the ability that was offered if it is worth its price, or not."""
    fee = int(view.fee[view.wanted])
    cost = thrift * fee + promise * view.fee_promise[view.wanted]
    for i in range(len(actions)):
        values[i] = worth - cost if actions[i].kind == ACCEPT else 0.0
    return pick(view, values)


@njit
def buy(view, box, actions, values, worth, thrift, promise):
    """Take the coalition that leaves most of what the move is worth, or none if none leaves anything.

    thrift: laurels that a laurel paid counts for; promise: what promising a vote costs, in laurels.
    """
    one = RIVAL_ONE * vote_income(view, box)
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind != COALITION:
            continue
        values[i] = worth - BRIBE * action.bribes
        for seat in range(view.n_seats):
            votes = int(action.votes[seat])
            if votes > 0:
                values[i] -= votes * (thrift * view.price[seat] + promise * view.promise[seat] + one)
                values[i] -= 0.01 * standing(view, seat)
        if action.first != NONE:
            values[i] -= 0.001 * standing(view, action.first)
    return pick(view, values)
