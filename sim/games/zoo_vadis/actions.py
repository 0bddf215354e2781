"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis.settlement import (
    bribes_possible,
    can_settle,
    can_settle_ability,
    can_settle_anything,
    ones_due,
    token_taken,
)
from sim.games.zoo_vadis.state import (
    ACCEPT,
    ACTION,
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
    PATHS,
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
    "MAX_ACTIONS", "agreed", "any_coalition", "any_extra", "any_left", "any_moves_on", "has_room", "helper", "is_final",
    "legal", "missing_votes", "needed_ability", "other_votes", "second_needs_ibis",
]  # fmt: skip

MAX_ACTIONS = 320


@njit
def agreed(state, ability):
    """Return whether an ability is agreed for the move being planned."""
    return (state.agreed >> ability) & 1 == 1


@njit
def helper(state, ability):
    """Return the seat that could lend an ability to the active player now, or NONE [ZV 8.1, 9.6]."""
    seat = int(state.lender[ability])
    if seat == NONE or seat == state.active or state.ready[seat] == 0 or (state.unasked >> ability) & 1 == 0:
        return NONE
    return seat


@njit
def _on_hand(state, ability):
    """Return whether an ability is agreed, or could be asked for."""
    return agreed(state, ability) or helper(state, ability) != NONE


@njit
def has_room(box, state, body):
    """Return whether a piece can enter an exhibit by itself [ZV 4.1]."""
    if body == box.star:
        return state.n_star < box.star_size
    return state.filled[body] < box.spaces[body]


@njit
def can_enter(box, state, body):
    """Return whether a piece can enter an exhibit, by itself or with Ibis [ZV 8.9]."""
    if has_room(box, state, body):
        return True
    return body != box.star and state.filled[body] == box.spaces[body] and _on_hand(state, IBIS)


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
    return int(state.filled[body]) - int(state.animals[body, PEACOCK]) - int(state.animals[body, state.active])


@njit
def second_needs_ibis(box, state):
    """Return whether the piece that Rhino takes along fits only with Ibis [ZV 8.10]; 1 yes, 0 no, −1 it does not fit at
    all.
    """
    body = box.path_to[state.path]
    if body == box.star:
        return 0 if state.n_star + 2 <= box.star_size else -1
    over = int(state.filled[body]) + 2 - int(box.spaces[body])
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
            return _bonuses(box, state, actions, _put(actions, 0, END_TURN, NONE, NONE))
        return _main(box, state, actions)
    if state.phase == PLAN:
        return _extras(box, state, actions, _put(actions, 0, GO, NONE, NONE))
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
        return _coalitions(box, state, actions, _put(actions, 0, REFUSE, NONE, NONE), False)
    if state.phase == AGAIN:
        return _moves_on(box, state, actions, _put(actions, 0, GO, NONE, NONE))
    return _keeper_targets(box, state, actions, _put(actions, 0, PASS, NONE, NONE))


@njit
def _main(box, state, actions):
    """Add [ZV 3.1], advance [ZV 4], advance a peacock [ZV 7.1], move the Keeper [ZV 6.1], Hyena [ZV 8.4]; pass if
    nothing is legal [ZV 2.2].
    """
    n = 0
    if state.supply[state.active] > 0:
        for body in range(box.n_bodies):
            if box.entry[body] and has_room(box, state, body):
                n = _put(actions, n, ADD, body, NONE)
    n = _advances(box, state, actions, n, ADVANCE, int(state.active))
    n = _advances(box, state, actions, n, PEACOCK_ON, PEACOCK)
    n = _keeper_targets(box, state, actions, n)
    if n == 0:
        n = _put(actions, 0, PASS, NONE, NONE)
    return _put(actions, n, USE_HYENA, NONE, NONE) if _hyena_serves(box, state) else n


@njit
def _bonuses(box, state, actions, n):
    """Append what is left after the action: bonuses of special tokens [ZV 6.3, 7.2] and Hyena [ZV 8.4]."""
    if state.keeper_bonus:
        n = _keeper_targets(box, state, actions, n)
    if state.peacock_bonus:
        n = _advances(box, state, actions, n, PEACOCK_ON, PEACOCK)
    return _put(actions, n, USE_HYENA, NONE, NONE) if _hyena_serves(box, state) else n


@njit
def any_left(box, state):
    """Return whether a bonus or Hyena could still be used."""
    if _hyena_serves(box, state) or (state.keeper_bonus and _another_token(box, state, NONE)):
        return True
    return state.peacock_bonus and _advances(box, state, np.zeros(PATHS, ACTION), 0, PEACOCK_ON, PEACOCK) > 0


@njit
def _advances(box, state, actions, n, kind, owner):
    """Append every advance of an own animal, or of a peacock: by paths [ZV 4.1, 7.1], then through tunnels [ZV 8.8]."""
    for body in range(box.n_bodies):
        if state.animals[body, owner] > 0:
            for path in range(box.first_path[body], box.first_path[body + 1]):
                free = owner == PEACOCK or _may_leave(box, state, path)
                if free and can_enter(box, state, box.path_to[path]):
                    n = _put(actions, n, kind, body, path)
    if helper(state, ARMADILLO) != NONE:
        for path in range(box.n_open, box.n_paths):
            body = box.path_from[path]
            if state.animals[body, owner] > 0 and can_enter(box, state, box.path_to[path]):
                n = _put(actions, n, kind, body, path)
    return n


@njit
def _may_leave(box, state, path):
    """Return whether the votes for an own animal are there, or might be had [ZV 4.3, 9.6]."""
    need = missing_votes(box, state, path)
    if need <= 0:
        return True
    if (state.failed >> np.int64(path)) & 1:
        return False
    body = box.path_from[path]
    others = other_votes(box, state, body)
    return others >= need or others + bribes_possible(box, state, body) >= need


@njit
def _keeper_targets(box, state, actions, n):
    """Append a move of the Keeper onto each other token [ZV 6.1]."""
    for path in range(box.n_open):
        if state.token[path] != NONE and path != state.keeper:
            n = _put(actions, n, KEEPER, NONE, path)
    return n


@njit
def _another_token(box, state, besides):
    """Return whether there is an uncovered token besides the one on a path, or any at all for NONE."""
    for path in range(box.n_open):
        if state.token[path] != NONE and path != state.keeper and path != besides:
            return True
    return False


@njit
def _hyena_serves(box, state):
    """Return whether Hyena can be asked for: the Keeper has somewhere to go [ZV 8.4]."""
    return helper(state, HYENA) != NONE and _another_token(box, state, NONE)


@njit
def needed_ability(box, state):
    """Return an ability that the planned move needs and has not got yet, or NONE [ZV 9.4]."""
    if state.again and not agreed(state, CROCODILE):
        return CROCODILE
    if box.tunnel[state.path] and not agreed(state, ARMADILLO):
        return ARMADILLO
    if not agreed(state, IBIS):
        if not has_room(box, state, box.path_to[state.path]):
            return IBIS
        if state.second != NONE and agreed(state, RHINO) and second_needs_ibis(box, state) == 1:
            return IBIS
    return NONE


@njit
def is_final(box, state):
    """Return whether the planned move ends the game [ZV 10.1]."""
    pieces = 1 if state.second == NONE else 2
    return box.path_to[state.path] == box.star and state.n_star + pieces >= box.star_size


@njit
def any_extra(box, state):
    """Return whether any ability can be added to the planned move."""
    return _tiger_serves(box, state) or _marmoset_serves(box, state) or _rhino_serves(box, state)


@njit
def _tiger_serves(box, state):
    """Return whether Tiger can be added: an own animal goes over a token under the Keeper [ZV 8.6]."""
    own = state.piece == state.active
    covered = state.keeper == state.path and state.token[state.path] != NONE
    return own and covered and not agreed(state, TIGER) and helper(state, TIGER) != NONE


@njit
def _marmoset_serves(box, state):
    """Return whether Marmoset can be added: a token is collected, and another could be [ZV 8.7]."""
    if agreed(state, MARMOSET) or helper(state, MARMOSET) == NONE:
        return False
    return token_taken(box, state, int(state.agreed)) != NONE and _another_token(box, state, int(state.path))


@njit
def _rhino_serves(box, state):
    """Return whether Rhino can be added: there is a second piece, and room for it or Ibis [ZV 8.10, 8.12]."""
    if agreed(state, RHINO) or helper(state, RHINO) == NONE or state.filled[box.path_from[state.path]] < 2:
        return False
    if state.piece == PEACOCK and not box.rhino_on_peacock:
        return False
    ibis = second_needs_ibis(box, state)
    return ibis == 0 or (ibis == 1 and _on_hand(state, IBIS))


@njit
def _extras(box, state, actions, n):
    """Append every ability that can be added to the planned move [ZV 9.4]."""
    path = int(state.path)
    if _tiger_serves(box, state):
        n = _put(actions, n, USE_TIGER, NONE, NONE)
    if _marmoset_serves(box, state):
        for other in range(box.n_open):
            if other != path and other != state.keeper and state.token[other] != NONE:
                n = _put(actions, n, USE_MARMOSET, NONE, other)
    if _rhino_serves(box, state):
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
def any_coalition(box, state):
    """Return whether any coalition is on offer: enough votes and bribes, and tokens to pay for some of them."""
    body = box.path_from[state.path]
    votes = 0
    for seat in range(state.n_seats):
        if state.price[seat] != NONE:
            votes += int(state.animals[body, seat])
    if votes + bribes_possible(box, state, body) < state.need:
        return False
    if votes >= state.need and can_settle_anything(box, state):
        return True
    return _coalitions(box, state, np.zeros(2, ACTION), 0, True) > 0


@njit
def _coalitions(box, state, actions, n, only_one):
    """Append every coalition of votes and bribes on offer [ZV 5]; with `only_one`, stop at the first."""
    body = box.path_from[state.path]
    caps = actions[len(actions) - 1].votes  # the last slot is never listed: scratch
    for seat in range(SEATS):
        caps[seat] = state.animals[body, seat] if state.price[seat] != NONE else 0
    for bribes in range(min(bribes_possible(box, state, body), int(state.need)) + 1):
        _put(actions, n, COALITION, NONE, NONE)
        more = first_split(caps, int(state.need) - bribes, actions[n].votes)
        while more:
            votes = actions[n].votes
            short = state.ones < ones_due(state, votes)
            listed = n
            for first in range(state.n_seats if short else 1):
                if short and votes[first] == 0:
                    continue
                served = first if short else NONE
                if can_settle(box, state, votes, bribes, served):
                    if listed > n:
                        _put_coalition(actions, listed, votes)
                    actions[listed].bribes = bribes
                    actions[listed].first = served
                    listed += 1
                    if only_one:
                        return listed
            if listed > n:
                _put_coalition(actions, listed, votes)
                n = listed
            more = next_split(caps, actions[n].votes)
    return n


@njit
def _put_coalition(actions, n, votes):
    """Write a coalition with these votes, and so far without bribes."""
    _put(actions, n, COALITION, NONE, NONE)
    for seat in range(SEATS):
        actions[n].votes[seat] = votes[seat]


@njit
def _listed_before(state, i):
    """Return whether a fresh piece has an equal one before it: same exhibit, same owner."""
    for j in range(i):
        if state.fresh_body[j] == state.fresh_body[i] and state.fresh_owner[j] == state.fresh_owner[i]:
            return True
    return False


@njit
def any_moves_on(box, state):
    """Return whether Crocodile can move on any piece."""
    if helper(state, CROCODILE) == NONE:
        return False
    for i in range(FRESH):
        body = int(state.fresh_body[i])
        if body != NONE:
            for path in range(box.first_path[body], box.first_path[body + 1]):
                if can_enter(box, state, box.path_to[path]):
                    return True
    return False


@njit
def _moves_on(box, state, actions, n):
    """Append every way in which Crocodile can move on a piece that has just entered a one-space exhibit [ZV 8.11]."""
    if helper(state, CROCODILE) == NONE:
        return n
    for i in range(FRESH):
        body = int(state.fresh_body[i])
        if body == NONE or _listed_before(state, i):
            continue
        for path in range(box.first_path[body], box.first_path[body + 1]):
            if can_enter(box, state, box.path_to[path]):
                n = _put(actions, n, ADVANCE, body, path)
                actions[n - 1].owner = state.fresh_owner[i]
    return n
