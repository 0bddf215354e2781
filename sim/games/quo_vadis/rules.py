"""What an action does: set-up, the turn, the negotiation, the end. Each function is a rule of RULES.md."""

from __future__ import annotations

import numpy as np

from sim.chance import STACK_ORDER, START_SEAT, address, below, shuffle_kinds
from sim.compiled import njit
from sim.games.quo_vadis.actions import has_caesar_target, ones_for, something_on_offer, takes_laurel, votes_of_others
from sim.games.quo_vadis.state import (
    ASK,
    BONUS,
    CAESAR,
    COALITION,
    DEAL,
    DEMAND,
    FAR,
    FINISHED,
    GAMES,
    KINDS,
    MAIN,
    MOVE,
    NONE,
    OFFER,
    PLACE,
    REMOVE,
    REVEAL,
    RUNNING,
    SEATS,
    TAKE_IT,
    TARGET,
    TERMS,
    TRUNCATED,
)
from sim.mechanics.ledger import book_vote, note_breach, owe
from sim.mechanics.purse import pay
from sim.mechanics.seats import clockwise

__all__ = ["ahead", "apply", "deal"]

KEPT_ON_BOARD = 2  # senators a seat keeps between the games of an election [QV 9.4]
LAST_REVEAL = 3  # reveals follow the first three arrivals only [QV 9.2]


@njit
def deal(box, n_seats, seed, game_id, chance, state):
    """Shuffle the stack and set up the first game [QV 1]."""
    for game in range(GAMES if box.election else 1):
        shuffle_kinds(seed, game_id, STACK_ORDER, game, box.count, box.one_kind, chance.stack[game])
    chance.start = 0
    if box.start_random:
        chance.start = below(address(seed, game_id, START_SEAT, 0, 0)[0], n_seats)
    state.n_seats = n_seats
    state.turn = 0
    state.decision = 0
    state.end = RUNNING
    state.winner = NONE
    state.tie_broken = 0
    state.game = 0
    state.n_reveals = 0
    state.temperature = 0.0
    state.noise_key = 0
    for seat in range(SEATS):
        state.reserve[seat] = box.senators if seat < n_seats else 0
        state.banked[seat] = 0
        state.n_qualified[seat] = 0
        for game in range(GAMES):
            state.arrival[game, seat] = FAR
        for other in range(SEATS):
            state.kept[seat, other] = 0
            state.broken[seat, other] = 0
            state.given[seat, other] = 0
        state.n_placed[seat] = 0
        state.n_moved[seat] = 0
        state.n_caesar[seat] = 0
        state.n_asked[seat] = 0
        state.n_deals[seat] = 0
        state.from_paths[seat] = 0
        state.from_consent[seat] = 0
        state.paid[seat] = 0
        state.received[seat] = 0
        state.votes_sold[seat] = 0
        state.promised[seat] = 0
    for body in range(len(state.senators)):
        state.crowd[body] = 0
        for seat in range(SEATS):
            state.senators[body, seat] = 0
    _set_up(box, chance, state, chance.start)


@njit
def _set_up(box, chance, state, start):
    """Lay out the laurels and Caesar for one game, with nobody owning anything [QV 1.4–1.6, 9.4]."""
    state.start = start
    state.ones = box.ones
    state.drawn = 0
    for path in range(len(state.tile)):
        state.tile[path] = NONE
    for path in range(box.n_paths):
        if box.has_laurel[path]:
            _draw(box, chance, state, path)
    state.caesar = box.caesar_start
    for place in range(len(state.senate)):
        state.senate[place] = NONE
    state.n_senate = 0
    for seat in range(SEATS):
        state.laurels[seat] = 0
        state.shown[seat] = NONE
        for kind in range(KINDS):
            state.purse[seat, kind] = 0
        for other in range(SEATS):
            state.owed[seat, other] = 0
    _begin_turn(state, start)


@njit
def _begin_turn(state, seat):
    """Hand the turn to a seat, with no negotiation open."""
    state.active = seat
    state.actor = seat
    state.phase = MAIN
    state.step = 0
    state.failed = 0
    state.bonus = 0
    state.director = NONE
    _clear_negotiation(state)


@njit
def _clear_negotiation(state):
    state.path = NONE
    state.need = 0
    state.offer_price = NONE
    state.offer_promise = 0
    state.offer_steer = 0
    for seat in range(SEATS):
        state.price[seat] = NONE
        state.promise[seat] = 0
        state.steer[seat] = 0


@njit
def _draw(box, chance, state, path):
    """Lay the next tile of the stack on a laurel space, if there is one left [QV 4.6, 4.7]."""
    state.tile[path] = NONE
    if state.drawn < box.stack_size:
        state.tile[path] = chance.stack[state.game, state.drawn]
        state.drawn += 1


@njit
def apply(box, chance, state, action):
    """Carry out a legal action of the acting seat."""
    state.decision += 1
    state.step += 1
    kind = action.kind
    if state.phase == MAIN:
        if kind == PLACE:
            state.reserve[state.active] -= 1
            state.senators[action.body, state.active] += 1
            state.crowd[action.body] += 1
            state.n_placed[state.active] += 1
            _end_turn(box, state)
        elif kind == MOVE:
            _want_move(box, chance, state, action.path)
        elif kind == CAESAR:
            state.phase = TARGET
        else:
            _end_turn(box, state)
    elif state.phase == OFFER:
        if kind == TERMS:
            state.offer_price = action.price
            state.offer_promise = action.promise
            state.offer_steer = action.steer
            _ask_next(box, state, state.active)
        else:
            _fail(state)
    elif state.phase == ASK:
        _answer(box, state, action)
    elif state.phase == DEAL:
        if kind == COALITION:
            _agree(box, chance, state, action)
        else:
            _fail(state)
    elif state.phase == BONUS:
        if kind == CAESAR:
            _move_caesar(state, action.path)
        _end_turn(box, state)
    elif state.phase == TARGET:
        _move_caesar(state, action.path)
        _end_turn(box, state)
    elif state.phase == REVEAL:
        _answer_reveal(box, state, kind == DEMAND)
    else:
        state.senators[action.body, state.actor] -= 1
        state.crowd[action.body] -= 1
        state.reserve[state.actor] += 1
        _remove_next(box, chance, state, clockwise(state, state.actor, 1))


@njit
def _move_caesar(state, path):
    """Put Caesar on another laurel [QV 6.1]."""
    state.caesar = path
    state.n_caesar[state.active] += 1


@njit
def _end_turn(box, state):
    """Pass the turn on clockwise, or stop a game that will not end [QV 1.8, 2.6]."""
    state.turn += 1
    _begin_turn(state, clockwise(state, state.active, 1))
    if state.turn >= box.turn_cap:
        state.end = TRUNCATED


# Negotiation [QV 7]


@njit
def _want_move(box, chance, state, path):
    """Move at once where own consents or Caesar suffice; else open the negotiation [QV 4.4, 4.5, 7.3]."""
    need = votes_of_others(box, state, path)
    if need <= 0:
        _move(box, chance, state, path)
        _after_move(box, chance, state, path)
        return
    _clear_negotiation(state)
    state.path = path
    state.need = need
    state.n_asked[state.active] += 1
    if box.protocol == TAKE_IT:
        state.phase = OFFER
        state.actor = state.active
    else:
        _ask_next(box, state, state.active)


@njit
def _ask_next(box, state, after):
    """Ask the next owner clockwise for terms; after the last, put what is on offer to the mover."""
    body = box.path_from[state.path]
    seat = clockwise(state, after, 1)
    while seat != state.active and state.senators[body, seat] == 0:
        seat = clockwise(state, seat, 1)
    if seat != state.active:
        state.phase = ASK
        state.actor = seat
        return
    _note_breaches(box, state)
    if something_on_offer(box, state):
        state.phase = DEAL
        state.actor = state.active
    else:
        _fail(state)


@njit
def _fail(state):
    """No deal: the mover chooses another action [QV 7.7]."""
    state.failed |= np.int64(1) << np.int64(state.path)
    state.phase = MAIN
    state.actor = state.active
    _clear_negotiation(state)


@njit
def _answer(box, state, action):
    """Note an owner's terms or refusal, and ask the next [QV 7.3]."""
    seat = state.actor
    if action.kind == TERMS:
        state.price[seat] = action.price
        state.promise[seat] = action.promise
        state.steer[seat] = action.steer
    _ask_next(box, state, seat)


@njit
def _note_breaches(box, state):
    """When all have answered, each debtor who did not give the vote freely has broken a promise [QV 7.8]."""
    body = box.path_from[state.path]
    for seat in range(state.n_seats):
        if state.owed[seat, state.active] > 0 and state.senators[body, seat] > 0 and not _keeps_word(box, state, seat):
            note_breach(state, seat)


@njit
def _keeps_word(box, state, seat):
    """Return whether a debtor's terms honour a promise [QV 7.8]."""
    if box.protocol == TAKE_IT:
        return state.price[seat] != NONE
    return state.price[seat] == 0 and not state.promise[seat] and not state.steer[seat]


@njit
def _agree(box, chance, state, action):
    """Take a coalition: move, pay the "I"s and then the prices, clockwise, note the promises [QV 5, 7.6, 7.8]."""
    mover = state.active
    path = state.path
    votes = action.votes
    _move(box, chance, state, path)
    state.n_deals[mover] += 1
    given = 0
    for seat in range(state.n_seats):
        if votes[seat] > 0:
            ones = ones_for(box, state, votes, action.first, seat)
            given += ones
            state.purse[seat, box.one_kind] += ones
            state.laurels[seat] += ones * int(box.value[box.one_kind])
            state.from_consent[seat] += ones * int(box.value[box.one_kind])
    state.ones -= given
    for step in range(1, state.n_seats):
        seat = clockwise(state, mover, step)
        if votes[seat] > 0:
            _settle(box, state, seat, int(votes[seat]))
    _after_move(box, chance, state, path)


@njit
def _settle(box, state, seat, votes):
    """Pay one seat for its votes, and book them."""
    mover = state.active
    if state.price[seat] > 0:
        paid = pay(box.value, state.purse[mover], state.purse[seat], votes * int(state.price[seat]))
        state.laurels[seat] += paid
        state.laurels[mover] -= paid
        state.paid[mover] += paid
        state.received[seat] += paid
        state.votes_sold[seat] += votes
    book_vote(state, seat, votes, _keeps_word(box, state, seat))
    if state.promise[seat]:
        owe(state, seat, votes)
    if state.steer[seat]:
        state.director = seat


# Moving [QV 4, 6]


@njit
def _move(box, chance, state, path):
    """Move a senator up a path and take the laurel on it [QV 4.6, 4.9]."""
    seat = state.active
    state.n_moved[seat] += 1
    state.senators[box.path_from[path], seat] -= 1
    state.crowd[box.path_from[path]] -= 1
    to = box.path_to[path]
    if to == box.senate:
        if state.arrival[state.game, seat] == FAR:
            state.arrival[state.game, seat] = state.n_senate
        state.senate[state.n_senate] = seat
        state.n_senate += 1
    else:
        state.senators[to, seat] += 1
        state.crowd[to] += 1
    if takes_laurel(box, state, path):
        kind = state.tile[path]
        state.purse[seat, kind] += 1
        state.laurels[seat] += box.value[kind]
        state.from_paths[seat] += box.value[kind]
        _draw(box, chance, state, path)
        state.bonus = box.is_caesar[kind]


@njit
def _after_move(box, chance, state, path):
    """End the game if the Senate is full [QV 8.1, 8.2]; else reveal, bonus, next turn [QV 9.2, 6.2]."""
    if state.n_senate == box.senate_size:
        _end_game(box, chance, state)
    elif box.reveal and box.path_to[path] == box.senate and state.n_senate <= LAST_REVEAL:
        state.phase = REVEAL
        state.actor = state.active
    else:
        _bonus_or_end(box, state)


@njit
def _answer_reveal(box, state, demanded):
    """Reveal if this seat demands it, else ask the next [QV 9.2]."""
    if demanded:
        state.n_reveals += 1
        for seat in range(state.n_seats):
            state.shown[seat] = state.laurels[seat]
    following = clockwise(state, state.actor, 1)
    if demanded or following == state.active:
        _bonus_or_end(box, state)
    else:
        state.actor = following


@njit
def _bonus_or_end(box, state):
    """Let the mover, or who bought the right, move Caesar after a II-Caesar tile [QV 6.2, 7.4]."""
    if state.bonus and has_caesar_target(box, state):
        if state.director == NONE:
            state.director = state.active
        state.phase = BONUS
        state.actor = state.director
    else:
        _end_turn(box, state)


# The end [QV 8, 9.4]


@njit
def ahead(state, totals, a, b):
    """Return 1 if seat a stands before seat b by totals, 2 if only arrival or turn order says so, 0 if it does not [QV
    8.3, 8.4, 9.4].

    totals: (P,) laurels.
    """
    if totals[a] != totals[b]:
        return 1 if totals[a] > totals[b] else 0
    for back in range(state.game + 1):
        game = state.game - back
        if state.arrival[game, a] != state.arrival[game, b]:
            return 2 if state.arrival[game, a] < state.arrival[game, b] else 0
    n = int(state.n_seats)
    return 2 if (a - int(state.start)) % n < (b - int(state.start)) % n else 0


@njit
def _end_game(box, chance, state):
    """Note the laurels of the qualified; then declare the winner, or go on to an election's next game [QV 8, 9.4]."""
    for seat in range(state.n_seats):
        if state.arrival[state.game, seat] != FAR:
            state.n_qualified[seat] += 1
            state.banked[seat] += state.laurels[seat]
    if box.election and state.game < GAMES - 1:
        _between_games(box, chance, state)
        return
    state.end = FINISHED
    state.turn += 1
    for seat in range(state.n_seats):
        if state.n_qualified[seat] == 0:
            continue
        if state.winner == NONE or ahead(state, state.banked, seat, state.winner):
            state.winner = seat
    for seat in range(state.n_seats):
        if seat != state.winner and state.n_qualified[seat] > 0 and state.banked[seat] == state.banked[state.winner]:
            state.tie_broken = 1


@njit
def _between_games(box, chance, state):
    """Empty the Senate and let everyone take senators off the board, the leader first [QV 9.4]."""
    for place in range(state.n_senate):
        state.reserve[state.senate[place]] += 1
        state.senate[place] = NONE
    state.n_senate = 0
    leader = 0
    for seat in range(1, state.n_seats):
        if ahead(state, state.banked, seat, leader):
            leader = seat
    state.turn += 1
    state.phase = REMOVE
    state.bonus = 0
    state.director = NONE
    state.failed = 0
    _clear_negotiation(state)
    _remove_next(box, chance, state, leader)


@njit
def _remove_next(box, chance, state, seat):
    """Ask the next seat with more than two senators on the board to remove one; when there is none, start the next game
    [QV 9.4].
    """
    for step in range(state.n_seats):
        candidate = clockwise(state, seat, step)
        on_board = 0
        for body in range(box.n_bodies):
            on_board += int(state.senators[body, candidate])
        if on_board > KEPT_ON_BOARD:
            state.actor = candidate
            return
    starter = clockwise(state, state.active, 1)
    state.game += 1
    _set_up(box, chance, state, starter)
    if state.turn >= box.turn_cap:
        state.end = TRUNCATED
