"""How to bargain, whatever the protocol: answer a request for votes, make an offer, choose among coalitions.

A strategy decides what a vote must bring (`wanted`), what a move is worth at most (`worth`) and what conditions count
for; the functions here turn this into a value for each action, in laurels. To refuse counts as asking for more than
can be named. When a game drags on, anybody lets anybody pass.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.quo_vadis.state import COALITION, NONE, PER_PLAYER, REFUSE, TAKE_IT
from sim.strategy import pick
from strategies.quo_vadis.common.table import standing, weary
from strategies.quo_vadis.common.worth import gain

__all__ = ["GIVEN", "NEVER", "REST", "SHARE", "THRIFT", "answer", "buy", "fair", "income", "offer"]

NEVER = 99.0  # more laurels than a vote can bring: for what is out of the question
GIVEN = -1000.0  # what is wanted for a promised vote
REST = 1.0  # laurels that a turn brings anyway, with another action
SHARE = 0.45  # share of what a move brings the mover that a vote costs among people who mean well
THRIFT = 1.6  # laurels that a laurel paid counts for: it is not only lost, somebody else has it
ROUND_UP = 0.45  # laurels: a fraction too few would waste the offer
WILLING = 0.01  # laurels: who gains and loses nothing by a vote gives it
UNASKED = 0.4  # laurels that a condition counts for that one would not have asked for, but is offered
CHEAP = 0.3  # laurels: whoever minds a promise less likes to promise
RIVAL_ONE = 0.3  # laurels that an I in somebody else's hands counts for


@njit
def income(view, box):
    """Return what consenting brings besides the price: an I while there are any."""
    return float(box.value[box.one_kind]) if view.ones > 0 else 0.0


@njit
def fair(view, box, share):
    """Return the price of a vote that leaves the voter a share of what the wanted move brings, the I included."""
    return max(share * gain(view, box, view.path, view.active) - income(view, box), 0.0)


@njit
def answer(view, box, actions, values, wanted, promise, steer):
    """Answer a request for votes: name the terms nearest to `wanted` laurels a vote, or accept what brings as much.

    wanted: GIVEN for a promised vote; promise, steer: what a promised vote and directing Caesar count for, in laurels;
    −NEVER for never asking.
    """
    if wanted == GIVEN:
        return _keep_word(view, box, actions, values)
    if weary(view, box):
        wanted = 0.0
    if box.protocol == TAKE_IT:
        return _accept(view, actions, values, wanted, max(promise, UNASKED), max(steer, UNASKED))
    beyond = int(box.max_price) + 1
    for i in range(len(actions)):
        action = actions[i]
        price = beyond if action.kind == REFUSE else int(action.price)
        values[i] = -abs(price + promise * action.promise + steer * action.steer - wanted)
    return pick(view, values)


@njit
def _keep_word(view, box, actions, values):
    """Give a promised vote for nothing; that is not weighed against anything."""
    for i in range(len(actions)):
        action = actions[i]
        free = action.price == 0 and not action.promise and not action.steer
        values[i] = 0.0 if action.kind != REFUSE and (free or box.protocol == TAKE_IT) else -NEVER
    return pick(view, values)


@njit
def _accept(view, actions, values, wanted, promise, steer):
    """Accept the mover's terms if they bring as much as is wanted."""
    for i in range(len(actions)):
        action = actions[i]
        brings = action.price + promise * action.promise + steer * action.steer
        values[i] = 0.0 if action.kind == REFUSE else brings - wanted + WILLING
    return pick(view, values)


@njit
def offer(view, box, actions, values, price, worth, thrift, promise):
    """Offer `price` laurels a vote, rounded up, if the votes are not dearer than the move is worth; else withdraw.

    thrift: laurels that a laurel paid counts for; promise: what promising a vote costs, in laurels.
    """
    if weary(view, box):
        price, worth = 0.0, max(worth, 1.0)
    for i in range(len(actions)):
        action = actions[i]
        cost = thrift * action.price + promise * action.promise
        if action.kind == REFUSE:
            values[i] = -0.5 * NEVER
        elif cost * view.need > worth:
            values[i] = -NEVER
        else:
            values[i] = -abs(action.price + action.promise - price - ROUND_UP) - action.steer
            values[i] += action.promise * (CHEAP - promise)
    return pick(view, values)


@njit
def buy(view, box, actions, values, worth, thrift, promise, steer):
    """Take the coalition that leaves most of what the move is worth, or none if none leaves anything.

    thrift: laurels that a laurel paid counts for; promise, steer: what conditions cost, in laurels.
    """
    if weary(view, box):
        worth = max(worth, 1.0)
    one = RIVAL_ONE * income(view, box)
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind != COALITION:
            continue
        values[i] = worth
        for seat in range(view.n_seats):
            votes = int(action.votes[seat])
            paid = min(votes, 1) if box.consent_pay == PER_PLAYER else votes
            each = thrift * view.price[seat] + promise * view.promise[seat] + steer * view.steer[seat]
            values[i] -= votes * each + paid * one
            values[i] -= min(votes, 1) * (0.01 * standing(view, seat))
        if action.first != NONE:
            values[i] -= 0.001 * standing(view, action.first)
    return pick(view, values)
