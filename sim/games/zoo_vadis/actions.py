"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis.settlement import bribes_possible, can_settle, can_settle_ability, ones_due, token_taken
from sim.games.zoo_vadis.state import (
    ACCEPT,
    ADD,
    ADVANCE,
    AGAIN,
    ARMADILLO,
    ASK,
    ASK_ABILITY,
    COALITION,
    CROCODILE,
    DEAL,
    DEAL_ABILITY,
    END_TURN,
    FRESH,
    GO,
    HYENA,
    IBIS,
    KEEPER,
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
    REFUSE,
    RHINO,
    SEATS,
    TAKE_IT,
    TERMS,
    TIGER,
    USE_HYENA,
    USE_MARMOSET,
    USE_RHINO,
    USE_TIGER,
)
from sim.mechanics.votes import first_split, next_split

__all__ = [
    "MAX_ACTIONS", "agreed", "bonuses", "can_enter", "coalitions", "extras", "has_room", "helper", "legal",
    "missing_votes", "moves_on", "occupied", "other_votes", "second_needs_ibis",
]  # fmt: skip

MAX_ACTIONS = 320


@njit
def occupied(state, body):
    """Return how many pieces are in an exhibit below the Star."""
    total = 0
    for owner in range(OWNERS):
        total += int(state.animals[body, owner])
    return total


@njit
def agreed(state, ability):
    """Return whether an ability is agreed for the move being planned."""
    return (state.agreed >> ability) & 1 == 1


@njit
def helper(box, state, ability):
    """Return the seat that could lend an ability to the active player now, or NONE [ZV 8.1, 9.6]."""
    if box.protocol == NO_DEALS or not box.ability_on[ability] or (state.unasked >> ability) & 1 == 0:
        return NONE
    for seat in range(state.n_seats):
        if state.species[seat] == ability and seat != state.active and state.ready[seat] > 0:
            return seat
    return NONE


@njit
def _on_hand(box, state, ability):
    """Return whether an ability is agreed, or could be asked for."""
    return agreed(state, ability) or helper(box, state, ability) != NONE


@njit
def has_room(box, state, body):
    """Return whether a piece can enter an exhibit by itself [ZV 4.1]."""
    if body == box.star:
        return state.n_star < box.star_size
    return occupied(state, body) < box.spaces[body]


@njit
def can_enter(box, state, body):
    """Return whether a piece can enter an exhibit, by itself or with Ibis [ZV 8.9]."""
    if has_room(box, state, body):
        return True
    return body != box.star and occupied(state, body) == box.spaces[body] and _on_hand(box, state, IBIS)


@njit
def missing_votes(box, state, path):
    """Return the votes that the active player needs from others for an own animal [ZV 4.2–4.4]; ≤ 0: none."""
    body = box.path_from[path]
    if state.keeper == path or box.tunnel[path]:
        return 0
    return int(box.votes[body]) - int(state.animals[body, state.active])


@njit
def other_votes(box, state, body):
    """Return the votes of other players in an exhibit, none without deals."""
    if box.protocol == NO_DEALS:
        return 0
    total = 0
    for seat in range(state.n_seats):
        if seat != state.active:
            total += int(state.animals[body, seat])
    return total


@njit
def second_needs_ibis(box, state):
    """Return whether the piece that Rhino takes along fits only with Ibis [ZV 8.10]; 1 yes, 0 no, −1 it does not fit at
    all.
    """
    body = box.path_to[state.path]
    if body == box.star:
        return 0 if state.n_star + 2 <= box.star_size else -1
    over = occupied(state, body) + 2 - int(box.spaces[body])
    if over <= 0:
        return 0
    return 1 if over == 1 else -1


@njit
def _put(actions, n, kind, body, path):
    """Write an action with no owner, no terms and no votes."""
    action = actions[n]
    action.kind = kind
    action.body = body
    action.path = path
    action.owner = NONE
    action.price = 0
    action.promise = 0
    action.bribes = 0
    action.first = NONE
    for seat in range(SEATS):
        action.votes[seat] = 0
    return n + 1


@njit
def legal(box, state, actions):
    """Fill `actions` with what the acting seat may do, each once, and return how many there are (at least one)."""
    if state.phase == MAIN:
        if state.acted:
            return bonuses(box, state, actions, _put(actions, 0, END_TURN, NONE, NONE))
        return _main(box, state, actions)
    if state.phase == PLAN:
        return extras(box, state, actions, _put(actions, 0, GO, NONE, NONE))
    if state.phase == OFFER:
        return _terms(box, actions)
    if state.phase == ASK or state.phase == ASK_ABILITY:
        return _answers(box, state, actions)
    if state.phase == DEAL_ABILITY:
        n = _put(actions, 0, REFUSE, NONE, NONE)
        if can_settle_ability(box, state, int(state.agreed) | (1 << int(state.wanted))):
            n = _put(actions, n, ACCEPT, NONE, NONE)
        return n
    if state.phase == DEAL:
        n = _put(actions, 0, REFUSE, NONE, NONE)
        return coalitions(box, state, actions, n, False)
    if state.phase == AGAIN:
        n = _put(actions, 0, GO, NONE, NONE)
        return moves_on(box, state, actions, n)
    n = _put(actions, 0, PASS, NONE, NONE)
    return _keeper_targets(box, state, actions, n)


@njit
def _main(box, state, actions):
    """Add [ZV 3.1], advance [ZV 4], advance a peacock [ZV 7.1], move the Keeper [ZV 6.1], Hyena [ZV 8.4]; pass if
    nothing is legal [ZV 2.2].
    """
    n = 0
    seat = state.active
    if state.supply[seat] > 0:
        for body in range(box.n_bodies):
            if box.entry[body] and has_room(box, state, body):
                n = _put(actions, n, ADD, body, NONE)
    for path in range(box.n_paths):
        body = box.path_from[path]
        if state.animals[body, seat] > 0 and _passable(box, state, path) and _may_leave(box, state, path):
            n = _put(actions, n, ADVANCE, body, path)
    n = _peacock_moves(box, state, actions, n)
    n = _keeper_targets(box, state, actions, n)
    if n == 0:
        n = _put(actions, 0, PASS, NONE, NONE)
    return _hyena(box, state, actions, n)


@njit
def bonuses(box, state, actions, n):
    """Append what is left after the action: bonuses of special tokens [ZV 6.3, 7.2] and Hyena [ZV 8.4]."""
    if state.keeper_bonus:
        n = _keeper_targets(box, state, actions, n)
    if state.peacock_bonus:
        n = _peacock_moves(box, state, actions, n)
    return _hyena(box, state, actions, n)


@njit
def _passable(box, state, path):
    """Return whether a path is open to a piece: the next exhibit can be entered, and a tunnel has its Armadillo [ZV
    4.1, 8.8].
    """
    if box.tunnel[path] and helper(box, state, ARMADILLO) == NONE:
        return False
    return can_enter(box, state, box.path_to[path])


@njit
def _may_leave(box, state, path):
    """Return whether the votes for an own animal are there, or might be had [ZV 4.3, 9.6]."""
    need = missing_votes(box, state, path)
    if need <= 0:
        return True
    if (state.failed >> np.int64(path)) & 1:
        return False
    body = box.path_from[path]
    return other_votes(box, state, body) + bribes_possible(box, state, body) >= need


@njit
def _peacock_moves(box, state, actions, n):
    """Append every advance of a peacock [ZV 7.1]."""
    for path in range(box.n_paths):
        body = box.path_from[path]
        if state.animals[body, PEACOCK] > 0 and _passable(box, state, path):
            n = _put(actions, n, PEACOCK_ON, body, path)
    return n


@njit
def _keeper_targets(box, state, actions, n):
    """Append a move of the Keeper onto each other token [ZV 6.1]."""
    for path in range(box.n_paths):
        if state.token[path] != NONE and path != state.keeper:
            n = _put(actions, n, KEEPER, NONE, path)
    return n


@njit
def _hyena(box, state, actions, n):
    """Append asking for Hyena, if the Keeper has anywhere to go [ZV 8.4]."""
    if helper(box, state, HYENA) != NONE:
        for path in range(box.n_paths):
            if state.token[path] != NONE and path != state.keeper:
                return _put(actions, n, USE_HYENA, NONE, NONE)
    return n


@njit
def extras(box, state, actions, n):
    """Append every ability that can be added to the planned move [ZV 8.6, 8.7, 8.10, 9.4]."""
    own = state.piece == state.active
    path = state.path
    on_laurel = not box.tunnel[path] and state.token[path] != NONE
    if own and on_laurel and state.keeper == path and not agreed(state, TIGER) and helper(box, state, TIGER) != NONE:
        n = _put(actions, n, USE_TIGER, NONE, NONE)
    if (
        token_taken(box, state, int(state.agreed)) != NONE
        and not agreed(state, MARMOSET)
        and helper(box, state, MARMOSET) != NONE
    ):
        for other in range(box.n_paths):
            if other != path and other != state.keeper and state.token[other] != NONE:
                n = _put(actions, n, USE_MARMOSET, NONE, other)
    if (
        not agreed(state, RHINO)
        and helper(box, state, RHINO) != NONE
        and (state.piece != PEACOCK or box.rhino_on_peacock)
    ):
        ibis = second_needs_ibis(box, state)
        if ibis == 0 or (ibis == 1 and _on_hand(box, state, IBIS)):
            body = box.path_from[path]
            for owner in range(OWNERS):
                if int(state.animals[body, owner]) - (1 if owner == state.piece else 0) > 0:
                    n = _put(actions, n, USE_RHINO, NONE, NONE)
                    actions[n - 1].owner = owner
    return n


@njit
def _terms(box, actions):
    """The terms that can be named, and refusing [ZV 9.1]."""
    n = _put(actions, 0, REFUSE, NONE, NONE)
    for price in range(box.max_price + 1):
        for promise in range(2):
            n = _put(actions, n, TERMS, NONE, NONE)
            actions[n - 1].price = price
            actions[n - 1].promise = promise
    return n


@njit
def _answers(box, state, actions):
    """An owner's terms, or under the protocol "offer" the mover's terms to accept, and refusing [ZV 9.3]."""
    if box.protocol != TAKE_IT:
        return _terms(box, actions)
    n = _put(actions, 0, REFUSE, NONE, NONE)
    n = _put(actions, n, TERMS, NONE, NONE)
    actions[1].price = state.offer_price
    actions[1].promise = state.offer_promise
    return n


@njit
def coalitions(box, state, actions, n, only_one):
    """Append every coalition of votes and bribes on offer [ZV 5]; with `only_one`, stop at the first."""
    body = box.path_from[state.path]
    caps = np.zeros(OWNERS, np.int8)
    split = np.zeros(OWNERS, np.int8)
    for seat in range(state.n_seats):
        if state.price[seat] != NONE:
            caps[seat] = state.animals[body, seat]
    caps[PEACOCK] = bribes_possible(box, state, body)
    more = first_split(caps, int(state.need), split)
    while more:
        short = state.ones < ones_due(state, split)
        for first in range(state.n_seats if short else 1):
            if short and split[first] == 0:
                continue
            n = _put(actions, n, COALITION, NONE, NONE)
            action = actions[n - 1]
            for seat in range(SEATS):
                action.votes[seat] = split[seat]
            action.bribes = split[PEACOCK]
            action.first = first if short else NONE
            if not _can_settle_votes(box, state, action):
                n -= 1
            elif only_one:
                return n
        more = next_split(caps, split)
    return n


@njit
def _can_settle_votes(box, state, action):
    """Return whether a coalition, and what is agreed for abilities, can be paid."""
    return can_settle(box, state, int(state.agreed), action.votes, int(action.bribes), int(action.first))


@njit
def _listed_before(state, i):
    """Return whether a fresh piece has an equal one before it: same exhibit, same owner."""
    for j in range(i):
        if state.fresh_body[j] == state.fresh_body[i] and state.fresh_owner[j] == state.fresh_owner[i]:
            return True
    return False


@njit
def moves_on(box, state, actions, n):
    """Append every way in which Crocodile can move on a piece that has just entered a one-space exhibit [ZV 8.11]."""
    if helper(box, state, CROCODILE) == NONE:
        return n
    for i in range(FRESH):
        body = state.fresh_body[i]
        owner = state.fresh_owner[i]
        if body == NONE or _listed_before(state, i):
            continue
        for path in range(box.n_paths):
            if box.path_from[path] == body and not box.tunnel[path] and can_enter(box, state, box.path_to[path]):
                n = _put(actions, n, ADVANCE, body, path)
                actions[n - 1].owner = owner
    return n
