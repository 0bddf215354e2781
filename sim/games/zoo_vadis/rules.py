"""What an action does: set-up, the turn, planning a move, the move itself, the end. Each function is a rule of
RULES.md.
"""

from __future__ import annotations

import numpy as np

from sim.chance import STACK_ORDER, START_SEAT, address, below, shuffle_kinds
from sim.compiled import njit
from sim.games.zoo_vadis.actions import (
    agreed,
    any_coalition,
    any_extra,
    any_left,
    any_moves_on,
    has_room,
    helper,
    is_final,
    missing_votes,
    needed_ability,
    other_votes,
)
from sim.games.zoo_vadis.settlement import collect, settle, token_taken
from sim.games.zoo_vadis.state import (
    ABILITIES,
    ACCEPT,
    ADD,
    ADVANCE,
    AGAIN,
    ASK,
    ASK_ABILITY,
    COALITION,
    DEAL,
    DEAL_ABILITY,
    FAR,
    FINISHED,
    FRESH,
    HYENA,
    IBIS,
    KEEPER,
    KINDS,
    MAIN,
    MARMOSET,
    NO_DEALS,
    NONE,
    OFFER,
    OWNERS,
    PASS,
    PEACOCK,
    PEACOCK_ON,
    PLAN,
    RHINO,
    ROAM,
    RUNNING,
    SEATS,
    TAKE_IT,
    TERMS,
    TIGER,
    TRUNCATED,
    USE_HYENA,
    USE_MARMOSET,
    USE_RHINO,
    USE_TIGER,
)
from sim.mechanics.ledger import book_vote, note_breach, owe
from sim.mechanics.seats import clockwise

__all__ = ["apply", "deal"]

ALL_ABILITIES = (1 << ABILITIES) - 1


@njit
def deal(box, n_seats, seed, game_id, chance, state):
    """Mix the bag, seat the species and set up the board [ZV 1]."""
    shuffle_kinds(seed, game_id, STACK_ORDER, 0, box.count, box.one_kind, chance.bag)
    chance.start = 0
    if box.start_random:
        chance.start = below(address(seed, game_id, START_SEAT, 0, 0)[0], n_seats)
    state.n_seats = n_seats
    state.start = chance.start
    state.turn = 0
    state.decision = 0
    state.end = RUNNING
    state.winner = NONE
    state.tie_broken = 0
    state.temperature = 0.0
    state.noise_key = 0
    state.ones = box.ones
    state.drawn = 0
    for kind in range(KINDS):
        state.boxed[kind] = 0
    for path in range(len(state.token)):
        state.token[path] = NONE
    for path in range(box.n_paths):
        if box.has_laurel[path]:
            _draw(box, chance, state, path)
    state.keeper = box.keeper_start
    for place in range(len(state.star)):
        state.star[place] = NONE
    state.n_star = 0
    for body in range(len(state.animals)):
        for owner in range(OWNERS):
            state.animals[body, owner] = 0
        state.animals[body, PEACOCK] = box.peacocks[body]
        state.filled[body] = box.peacocks[body]
    for ability in range(ABILITIES):
        state.lender[ability] = NONE
    table = (game_id // n_seats) % int(box.n_tables)
    for seat in range(SEATS):
        _seat(box, state, seat, seat < n_seats, box.table[table, seat])
    _begin_turn(state, chance.start)


@njit
def _seat(box, state, seat, plays, species):
    """Give a seat its animals, tiles and first tokens [ZV 1.1, 1.6], and clear its book."""
    state.species[seat] = species if plays else NONE
    state.supply[seat] = box.animals if plays else 0
    state.ready[seat] = box.tiles if plays else 0
    if plays and box.ability_on[species] and box.protocol != NO_DEALS:
        state.lender[species] = seat
    state.used[seat] = 0
    state.arrival[seat] = FAR
    for kind in range(KINDS):
        state.purse[seat, kind] = 0
        state.taken[seat, kind] = 0
    start = box.start_ones if plays else 0
    state.purse[seat, box.one_kind] = start
    state.laurels[seat] = start * box.value[box.one_kind]
    state.ones -= start
    for other in range(SEATS):
        state.owed[seat, other] = 0
        state.kept[seat, other] = 0
        state.broken[seat, other] = 0
        state.given[seat, other] = 0
    state.n_added[seat] = 0
    state.n_moved[seat] = 0
    state.n_peacock[seat] = 0
    state.n_keeper[seat] = 0
    state.n_asked[seat] = 0
    state.n_deals[seat] = 0
    state.n_bribes[seat] = 0
    state.n_asked_ability[seat] = 0
    state.n_used[seat] = 0
    state.n_recovered[seat] = 0
    state.from_paths[seat] = 0
    state.from_votes[seat] = 0
    state.from_tiles[seat] = 0
    state.from_peacocks[seat] = 0
    state.paid[seat] = 0
    state.received[seat] = 0
    state.fees[seat] = 0
    state.votes_sold[seat] = 0
    state.promised[seat] = 0


@njit
def _draw(box, chance, state, path):
    """Lay the next token of the bag on a laurel space, if there is one left [ZV 4.5, 4.6]."""
    state.token[path] = NONE
    if state.drawn < box.bag_size:
        state.token[path] = chance.bag[state.drawn]
        state.drawn += 1


# The turn [ZV 2]


@njit
def _begin_turn(state, seat):
    """Hand the turn to a seat, with nothing planned and every ability open to be asked for."""
    state.active = seat
    state.step = 0
    state.acted = 0
    state.keeper_bonus = 0
    state.peacock_bonus = 0
    state.failed = 0
    state.unasked = ALL_ABILITIES
    _forget_fresh(state)
    _forget_plan(state)
    _to_main(state)


@njit
def _to_main(state):
    state.phase = MAIN
    state.actor = state.active


@njit
def _forget_fresh(state):
    for i in range(FRESH):
        state.fresh_body[i] = NONE
        state.fresh_owner[i] = NONE


@njit
def _forget_plan(state):
    """Clear the planned move and all terms."""
    state.path = NONE
    state.piece = NONE
    state.again = 0
    state.second = NONE
    state.pick = NONE
    state.wanted = NONE
    state.agreed = 0
    state.need = 0
    for ability in range(ABILITIES):
        state.fee[ability] = NONE
        state.fee_promise[ability] = 0
    _clear_terms(state)


@njit
def _clear_terms(state):
    state.offer_price = NONE
    state.offer_promise = 0
    for seat in range(SEATS):
        state.price[seat] = NONE
        state.promise[seat] = 0


@njit
def apply(box, chance, state, action):
    """Carry out a legal action of the acting seat."""
    state.decision += 1
    state.step += 1
    if state.phase == MAIN:
        _apply_main(box, chance, state, action)
    elif state.phase == PLAN:
        _apply_plan(box, chance, state, action)
    elif state.phase == OFFER:
        _apply_offer(box, chance, state, action)
    elif state.phase == ASK_ABILITY:
        _answer_ability(box, chance, state, action)
    elif state.phase == DEAL_ABILITY:
        _take_ability(box, chance, state, action, action.kind == ACCEPT)
    elif state.phase == ASK:
        if action.kind == TERMS:
            state.price[state.actor] = action.price
            state.promise[state.actor] = action.promise
        _ask_next(box, state, state.actor)
    elif state.phase == DEAL:
        if action.kind == COALITION:
            _agree(box, chance, state, action)
        else:
            _fail(box, state)
    elif state.phase == AGAIN:
        if action.kind == ADVANCE:
            _plan_move(box, chance, state, action, action.owner)
        else:
            _forget_fresh(state)
            _go_on(box, state)
    else:
        if action.kind == KEEPER:
            _move_keeper(state, action.path)
        _forget_plan(state)
        _go_on(box, state)


@njit
def _apply_main(box, chance, state, action):
    """Carry out an action, or a bonus [ZV 2.1, 6.3, 7.2, 8.4]."""
    kind = action.kind
    if kind == ADD:
        seat = state.active
        state.supply[seat] -= 1
        state.animals[action.body, seat] += 1
        state.filled[action.body] += 1
        state.n_added[seat] += 1
        state.acted = 1
        _arrive(box, state, action.body, seat)
        _again_or_go_on(box, state)
    elif kind == ADVANCE:
        _plan_move(box, chance, state, action, state.active)
    elif kind == PEACOCK_ON:
        _plan_move(box, chance, state, action, PEACOCK)
    elif kind == KEEPER:
        _move_keeper(state, action.path)
        if state.acted:
            state.keeper_bonus -= 1
        state.acted = 1
        _go_on(box, state)
    elif kind == USE_HYENA:
        _ask_for(box, state, HYENA)
    elif kind == PASS:
        state.acted = 1
        _go_on(box, state)
    else:
        _end_turn(box, state)


@njit
def _move_keeper(state, path):
    """Put the Keeper on another token [ZV 6.1]."""
    state.keeper = path
    state.n_keeper[state.active] += 1


@njit
def _go_on(box, state):
    """Go on with the turn: the action if it is still to come, else what is left, else the next seat."""
    if not state.acted or any_left(box, state):
        _to_main(state)
    else:
        _end_turn(box, state)


@njit
def _end_turn(box, state):
    """Pass the turn on clockwise, or stop a game that will not end [ZV 2.3]."""
    state.turn += 1
    _begin_turn(state, clockwise(state, state.active, 1))
    if state.turn >= box.turn_cap:
        state.end = TRUNCATED


# Planning a move, and the abilities it uses [ZV 8, 9.4]


@njit
def _plan_move(box, chance, state, action, piece):
    """Begin to plan a move; first come the abilities without which it cannot be."""
    path = action.path
    body = box.path_from[path]
    again = 0
    if state.phase == AGAIN:
        for i in range(FRESH):
            if again == 0 and state.fresh_body[i] == body and state.fresh_owner[i] == piece:
                again = i + 1
    _forget_plan(state)
    state.piece = piece
    state.path = path
    state.again = again
    _next_ability(box, chance, state, action)


@njit
def _next_ability(box, chance, state, action):
    """Ask for the next ability that is needed; when there is none, let the mover add others or go on."""
    needed = needed_ability(box, state)
    if needed != NONE:
        _ask_for(box, state, needed)
        return
    state.phase = PLAN
    state.actor = state.active
    if not any_extra(box, state):
        _gather_votes(box, chance, state, action)


@njit
def _apply_plan(box, chance, state, action):
    """Add an ability to the planned move, or go on with it."""
    if action.kind == USE_RHINO:
        state.second = action.owner
        _ask_for(box, state, RHINO)
    elif action.kind == USE_TIGER:
        _ask_for(box, state, TIGER)
    elif action.kind == USE_MARMOSET:
        state.pick = action.path
        _ask_for(box, state, MARMOSET)
    else:
        _gather_votes(box, chance, state, action)


@njit
def _ask_for(box, state, ability):
    """Ask the owner of an ability for terms, or let the mover name them [ZV 9.3]."""
    owner = helper(state, ability)
    state.wanted = ability
    state.n_asked_ability[owner] += 1
    _clear_terms(state)
    if box.protocol == TAKE_IT:
        state.phase = OFFER
        state.actor = state.active
    else:
        state.phase = ASK_ABILITY
        state.actor = owner


@njit
def _answer_ability(box, chance, state, action):
    """Put an owner's terms to the mover, or take the refusal."""
    if action.kind == TERMS:
        state.fee[state.wanted] = action.price
        state.fee_promise[state.wanted] = action.promise
        state.phase = DEAL_ABILITY
        state.actor = state.active
    else:
        _take_ability(box, chance, state, action, False)


@njit
def _take_ability(box, chance, state, action, taken):
    """Note that an ability is agreed, or not to be had this turn [ZV 9.6]."""
    ability = state.wanted
    state.wanted = NONE
    _clear_terms(state)
    if taken:
        state.agreed |= 1 << ability
        if ability == HYENA:
            _use_hyena(box, state, action)
        else:
            _next_ability(box, chance, state, action)
        return
    state.fee[ability] = NONE
    state.fee_promise[ability] = 0
    state.unasked &= ~(1 << ability)
    if ability == HYENA:
        _forget_plan(state)
        _go_on(box, state)
    elif ability == TIGER:
        _next_ability(box, chance, state, action)
    elif ability == MARMOSET:
        state.pick = NONE
        _next_ability(box, chance, state, action)
    elif ability == RHINO or (ability == IBIS and has_room(box, state, box.path_to[state.path])):
        _leave_second(state)
        _next_ability(box, chance, state, action)
    else:
        _fail(box, state)


@njit
def _leave_second(state):
    """Give up taking a second piece along."""
    state.second = NONE
    state.agreed &= ~(1 << RHINO)
    state.fee[RHINO] = NONE
    state.fee_promise[RHINO] = 0


@njit
def _use_hyena(box, state, action):
    """Pay for Hyena and let the mover move the Keeper [ZV 8.4]."""
    _settle(box, state, action)
    state.phase = ROAM
    state.actor = state.active


# Votes [ZV 4, 5, 9]


@njit
def _gather_votes(box, chance, state, action):
    """Move at once where no votes of others are needed; else gather them [ZV 4.2–4.4, 7.1, 8.8, 8.11]."""
    free = state.piece == PEACOCK or state.again
    need = 0 if free else missing_votes(box, state, state.path)
    if need <= 0:
        _move(box, chance, state, action)
        return
    _clear_terms(state)
    state.need = need
    if other_votes(box, state, box.path_from[state.path]) == 0:
        _ask_next(box, state, clockwise(state, state.active, state.n_seats - 1))
        return
    state.n_asked[state.active] += 1
    if box.protocol == TAKE_IT:
        state.phase = OFFER
        state.actor = state.active
    else:
        _ask_next(box, state, state.active)


@njit
def _apply_offer(box, chance, state, action):
    """Put the mover's terms to the owner of an ability, or to all owners of votes; or withdraw."""
    if action.kind != TERMS:
        if state.wanted != NONE:
            _take_ability(box, chance, state, action, False)
        else:
            _fail(box, state)
        return
    state.offer_price = action.price
    state.offer_promise = action.promise
    if state.wanted != NONE:
        state.phase = ASK_ABILITY
        state.actor = helper(state, state.wanted)
    else:
        _ask_next(box, state, state.active)


@njit
def _ask_next(box, state, after):
    """Ask the next owner clockwise for terms; after the last, put what is on offer to the mover [ZV 9.3]."""
    body = box.path_from[state.path]
    seat = clockwise(state, after, 1)
    while seat != state.active and state.animals[body, seat] == 0:
        seat = clockwise(state, seat, 1)
    if seat != state.active:
        state.phase = ASK
        state.actor = seat
        return
    for other in range(state.n_seats):
        if other != state.active and state.animals[body, other] > 0 and not _honours(box, state, other):
            note_breach(state, other)
    state.phase = DEAL
    state.actor = state.active
    if not any_coalition(box, state):
        _fail(box, state)


@njit
def _honours(box, state, seat):
    """Return whether a debtor's terms keep the word [ZV 9.7]."""
    if box.protocol == TAKE_IT:
        return state.price[seat] != NONE
    return state.price[seat] == 0 and not state.promise[seat]


@njit
def _fail(box, state):
    """The move does not take place; the mover may try something else [ZV 9.6]."""
    again = state.again
    if state.need > 0:
        state.failed |= np.int64(1) << np.int64(state.path)
    _forget_plan(state)
    if again:
        _again_or_go_on(box, state)
    else:
        _go_on(box, state)


@njit
def _agree(box, chance, state, action):
    """Take a coalition: book its votes and promises, and move [ZV 5, 9.7]."""
    mover = state.active
    if _any_votes(action.votes):
        state.n_deals[mover] += 1
    for seat in range(state.n_seats):
        votes = int(action.votes[seat])
        if votes == 0:
            continue
        if state.price[seat] > 0:
            state.votes_sold[seat] += votes
        book_vote(state, seat, votes, _honours(box, state, seat))
        if state.promise[seat]:
            owe(state, seat, votes)
    _move(box, chance, state, action)


@njit
def _any_votes(votes):
    total = 0
    for seat in range(SEATS):
        total += int(votes[seat])
    return total > 0


# The move [ZV 4, 7, 8]


@njit
def _settle(box, state, action):
    """Pay for the move and book who got what; use up the tiles [ZV 5, 8.1, 8.5].

    action: what the move follows from; its votes and bribes are blank unless it is a coalition.
    """
    mover = state.active
    one = int(box.value[box.one_kind])
    earned = state.piece == PEACOCK and state.path != NONE and state.ones > 0
    if earned:
        state.from_peacocks[mover] += one
    if action.kind != COALITION and not state.agreed:  # nobody else is to be paid: saves a tenth of a game's time
        state.laurels[mover] += collect(box, state, 0, state.purse)
    else:
        _settle_with_others(box, state, action)
    if earned:
        state.ones -= 1


@njit
def _settle_with_others(box, state, action):
    """Pay bribes, votes and abilities, with what the move itself brings."""
    mover = state.active
    one = int(box.value[box.one_kind])
    gains = np.zeros((3, SEATS), np.int32)
    mask, bribes = int(state.agreed), int(action.bribes)
    settle(box, state, mask, action.votes, bribes, int(action.first), state.purse, state.boxed, gains)
    state.n_bribes[mover] += bribes
    for seat in range(state.n_seats):
        state.ones -= gains[0, seat] + gains[1, seat]
        state.from_votes[seat] += gains[0, seat] * one
        state.from_tiles[seat] += gains[1, seat] * one
        state.paid[mover] += gains[2, seat]
        state.received[seat] += gains[2, seat]
        ability = state.species[seat]
        if agreed(state, ability):
            state.ready[seat] -= 1
            state.used[seat] += 1
            state.n_used[seat] += 1
            state.fees[seat] += max(int(state.fee[ability]), 0)
            if state.fee_promise[ability]:
                owe(state, seat, 1)
    for seat in range(state.n_seats):
        total = 0
        for kind in range(box.n_kinds):
            total += int(state.purse[seat, kind]) * int(box.value[kind])
        state.laurels[seat] = total


@njit
def _move(box, chance, state, action):
    """Carry out the planned move with all that was agreed for it [ZV 4.5, 8.5, 10.2]."""
    mover = state.active
    path = state.path
    final = is_final(box, state)
    taken = token_taken(box, state, int(state.agreed))
    at = path if state.pick == NONE else state.pick
    recovers = False
    if box.final_move_pays or not final:
        _settle(box, state, action)
        if taken != NONE:
            state.taken[mover, taken] += 1
            state.from_paths[mover] += box.value[taken]
            recovers = taken == box.ability_kind and state.used[mover] > 0
            state.token[at] = NONE
            if not final:
                _draw(box, chance, state, at)
                state.keeper_bonus += 1 if taken == box.keeper_kind else 0
                state.peacock_bonus += 1 if taken == box.peacock_kind else 0
    if recovers:
        state.used[mover] -= 1
        state.ready[mover] += 1
        state.n_recovered[mover] += 1
    _move_pieces(box, state)
    _forget_plan(state)
    if state.n_star >= box.star_size:
        _end_game(state)
    else:
        _again_or_go_on(box, state)


@njit
def _move_pieces(box, state):
    """Move the piece, then the one that Rhino takes along [ZV 4.1, 7.1, 8.10], and note that the action or bonus is
    used.
    """
    piece = state.piece
    to = box.path_to[state.path]
    if piece == state.active:
        state.n_moved[piece] += 1
    elif piece == PEACOCK:
        state.n_peacock[state.active] += 1
    if state.again:
        state.fresh_body[state.again - 1] = NONE
        state.fresh_owner[state.again - 1] = NONE
    else:
        _forget_fresh(state)
        if state.acted:
            state.peacock_bonus -= 1
        state.acted = 1
    _step_up(box, state, piece, to)
    _arrive(box, state, to, piece)
    if state.second != NONE:
        _leave_fresh(box, state)
        _step_up(box, state, state.second, to)
        _arrive(box, state, to, state.second)


@njit
def _step_up(box, state, owner, to):
    """Put one piece from the planned path's exhibit into the next, or into the Star [ZV 4.7]."""
    start = box.path_from[state.path]
    state.animals[start, owner] -= 1
    state.filled[start] -= 1
    if to != box.star:
        state.animals[to, owner] += 1
        state.filled[to] += 1
        return
    if owner != PEACOCK and state.arrival[owner] == FAR:
        state.arrival[owner] = state.n_star
    state.star[state.n_star] = owner
    state.n_star += 1


@njit
def _leave_fresh(box, state):
    """Forget who had just entered the exhibit that both pieces leave: no one-space exhibit holds a third [ZV 8.9]."""
    for i in range(FRESH):
        if state.fresh_body[i] == box.path_from[state.path]:
            state.fresh_body[i] = NONE
            state.fresh_owner[i] = NONE


@njit
def _arrive(box, state, body, owner):
    """Note a piece that has entered a one-space exhibit, for Crocodile [ZV 8.11]."""
    if body == box.star or box.spaces[body] != 1:
        return
    for i in range(FRESH):
        if state.fresh_body[i] == NONE:
            state.fresh_body[i] = body
            state.fresh_owner[i] = owner
            return


@njit
def _again_or_go_on(box, state):
    """Let the mover move a piece on by Crocodile if that is possible; else go on with the turn [ZV 8.11]."""
    if any_moves_on(box, state):
        state.phase = AGAIN
        state.actor = state.active
        return
    _forget_fresh(state)
    _go_on(box, state)


@njit
def _end_game(state):
    """Declare the winner: the most laurels among those in the Star, ties to the lowest space; nobody if only peacocks
    are there [ZV 10].
    """
    state.end = FINISHED
    state.turn += 1
    for seat in range(state.n_seats):
        if state.arrival[seat] == FAR:
            continue
        best = state.winner
        if best == NONE or state.laurels[seat] > state.laurels[best]:
            state.winner = seat
        elif state.laurels[seat] == state.laurels[best] and state.arrival[seat] < state.arrival[best]:
            state.winner = seat
    for seat in range(state.n_seats):
        if (
            seat != state.winner
            and state.winner != NONE
            and state.arrival[seat] != FAR
            and state.laurels[seat] == state.laurels[state.winner]
        ):
            state.tie_broken = 1
