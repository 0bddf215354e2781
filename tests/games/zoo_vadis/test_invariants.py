"""What must hold in every state of every game, checked at each decision of 50,000 games played at random.

The checker is compiled, and sees each state with the one before it. It knows the rules only as conservation laws and
comparisons; what each action does exactly is the oracle's business.
"""

from __future__ import annotations

import pytest

from sim.compiled import DISABLED, njit
from sim.games.zoo_vadis import state as S
from tests.games.invariants import assert_none_broken, compiled_check
from tests.games.zoo_vadis.play import FOND, GAME, UNIFORM, boxes, choose

BROKEN = (
    "nothing",
    "tokens of a kind are lost or made",
    "a purse, the box or the supply of I has fewer than no tokens",
    "a seat's laurels are not what its tokens are worth",
    "a seat's animals, or the peacocks, are lost or made",
    "an exhibit holds more than one extra animal, or the Star Exhibit more than it has room for",
    "the Keeper stands where no laurel space is",
    "nothing is legal",
    "a decision is not counted",
    "a piece went where no way leads, or more than two moved",
    "the Star Exhibit was left, or its order changed",
    "a token was collected where none could be",
    "laurels were made or lost in a deal",
    "more I were paid than were earned",
    "a move had fewer votes than it needed, or more",
    "the Keeper moved without an action, or onto no other token",
    "the ledger does not add up",
    "more deals than negotiations, or more paid than received",
    "the main choice is not the active seat's",
    "the game went on with a full Star Exhibit, or ended without one",
    "the winner is not the richest of those in the Star Exhibit, or not the first of these",
    "a laurel space is empty though the bag is not",
    "the shares or ranks of the outcome do not fit the winner",
    "ability tiles are lost or made, or a seat used its own",
    "an extra animal came without Ibis",
    "a field that an action does not use is not blank",
    "an exhibit grew, or a piece moved down",
    "a bribe was worth too little",
    "Crocodile could move on a piece that is not there",
)


@njit(cached=False)
def _broken_state(box, chance, s):
    """Return the number of an invariant that does not hold in this state, or 0."""
    for kind in range(box.n_kinds):
        held = int(s.boxed[kind])
        if s.boxed[kind] < 0:
            return 2
        for seat in range(s.n_seats):
            if s.purse[seat, kind] < 0:
                return 2
            held += s.purse[seat, kind]
        for path in range(box.n_paths):
            if s.token[path] == kind:
                held += 1
        if kind == box.one_kind:
            held += s.ones
            if s.ones < 0:
                return 2
        else:
            for place in range(s.drawn, box.bag_size):
                if chance.bag[place] == kind:
                    held += 1
        if held != box.count[kind]:
            return 1
        if s.boxed[kind] > 0 and box.value[kind] < box.bribe_minimum:
            return 27
    for path in range(box.n_paths):
        if s.token[path] != S.NONE and not box.has_laurel[path]:
            return 21
        running = s.end == S.RUNNING
        if running and box.has_laurel[path] and s.token[path] == S.NONE and s.drawn < box.bag_size:
            return 21
    if not box.has_laurel[s.keeper]:
        return 6
    return _broken_pieces(box, s) or _broken_accounts(box, s)


@njit(cached=False)
def _broken_pieces(box, s):
    """Return the number of an invariant of animals and tiles that does not hold, or 0."""
    for owner in range(S.OWNERS):
        pieces = 0
        for body in range(box.n_bodies):
            if s.animals[body, owner] < 0:
                return 4
            pieces += s.animals[body, owner]
        for place in range(s.n_star):
            if s.star[place] == owner:
                pieces += 1
        if owner == S.PEACOCK:
            for body in range(box.n_bodies):
                pieces -= box.peacocks[body]
            if pieces != 0:
                return 4
        elif owner < s.n_seats:
            if pieces + s.supply[owner] != box.animals or s.supply[owner] < 0:
                return 4
            if s.ready[owner] + s.used[owner] != box.tiles or s.ready[owner] < 0 or s.used[owner] < 0:
                return 23
            if s.n_used[owner] != s.used[owner] + s.n_recovered[owner]:
                return 23
        elif pieces != 0:
            return 4
    for body in range(box.n_bodies):
        occupied = 0
        for owner in range(S.OWNERS):
            occupied += s.animals[body, owner]
        if occupied > box.spaces[body] + 1:
            return 5
    if s.n_star > box.star_size:
        return 5
    for i in range(S.FRESH):
        body = s.fresh_body[i]
        if body != S.NONE and (box.spaces[body] != 1 or s.animals[body, s.fresh_owner[i]] == 0):
            return 28
    return 0


@njit(cached=False)
def _broken_accounts(box, s):
    """Return the number of an invariant of purses, promises and the turn that does not hold, or 0."""
    promised = 0
    accounted = 0
    balance = 0
    for seat in range(s.n_seats):
        laurels = 0
        for kind in range(box.n_kinds):
            laurels += s.purse[seat, kind] * box.value[kind]
        if laurels != s.laurels[seat]:
            return 3
        promised += s.promised[seat]
        for other in range(s.n_seats):
            accounted += s.owed[seat, other] + s.kept[seat, other] + s.broken[seat, other]
            if s.owed[seat, other] < 0 or s.kept[seat, other] > s.given[seat, other]:
                return 16
        if s.owed[seat, seat] or s.given[seat, seat]:
            return 16
        if s.n_deals[seat] > s.n_asked[seat]:
            return 17
        balance += s.paid[seat] - s.received[seat]
    if promised != accounted:
        return 16
    if balance != 0:
        return 17
    if s.end == S.RUNNING and s.phase == S.MAIN and s.actor != s.active:
        return 18
    if (s.end == S.FINISHED) != (s.n_star == box.star_size):
        return 19
    return 0


@njit(cached=False)
def _way_taken(box, p, s):
    """Return the way that pieces took between two states; −1: none moved, −2: they went where no way leads.

    An animal that was added counts as not moved.
    """
    way = -1
    left = 0
    for body in range(box.n_bodies):
        for owner in range(S.OWNERS):
            change = int(s.animals[body, owner]) - int(p.animals[body, owner])
            if change < 0:
                left -= change
    if left == 0:
        return -1
    if left > 2:
        return -2
    for path in range(box.n_paths):
        fits = True
        for body in range(box.n_bodies + 1):
            for owner in range(S.OWNERS):
                if body < box.n_bodies:
                    change = int(s.animals[body, owner]) - int(p.animals[body, owner])
                else:
                    change = 0
                    for place in range(p.n_star, s.n_star):
                        if s.star[place] == owner:
                            change += 1
                if body != box.path_from[path] and body != box.path_to[path] and change != 0:
                    fits = False
                if body == box.path_to[path] and change < 0:
                    fits = False
                if body == box.path_from[path] and change > 0:
                    fits = False
        # a tunnel and a path may join the same exhibits: then prefer the one that was planned
        if fits and (way < 0 or path == p.path):
            way = path
    return way if way >= 0 else -2


@njit(cached=False)
def _broken_step(box, p, s):
    """Return the number of an invariant that does not hold between a state and the next one, or 0."""
    mover = p.active
    for place in range(p.n_star):
        if s.star[place] != p.star[place]:
            return 10
    if s.n_star < p.n_star:
        return 10
    way = _way_taken(box, p, s)
    if way == -2:
        return 9
    moved = way >= 0
    used = 0
    for seat in range(s.n_seats):
        used += s.n_used[seat] - p.n_used[seat]
        if s.n_used[seat] < p.n_used[seat] or (seat == mover and s.n_used[seat] != p.n_used[seat]):
            return 23
        if seat != mover and s.n_recovered[seat] != p.n_recovered[seat]:
            return 23
    if moved and box.tunnel[way] and used == 0:
        return 9
    if moved and way != p.path and p.phase != S.MAIN:
        return 9
    for body in range(box.n_bodies):
        before = 0
        after = 0
        for owner in range(S.OWNERS):
            before += p.animals[body, owner]
            after += s.animals[body, owner]
        added = not moved and after == before + 1 and box.entry[body]
        if after > before and not added and not (moved and box.path_to[way] == body):
            return 26
        if after > before and after > box.spaces[body] and (added or not _helped(p, s, S.IBIS)):
            return 24
    return _broken_gains(box, p, s, way)


@njit(cached=False)
def _helped(p, s, ability):
    """Return whether an ability was used between two states."""
    times = 0
    for seat in range(s.n_seats):
        if s.species[seat] == ability:
            times = s.n_used[seat] - p.n_used[seat]
    return times == 1


@njit(cached=False)
def _broken_gains(box, p, s, way):
    """Return the number of an invariant of tokens, votes and the Keeper that a step breaks, or 0."""
    mover = p.active
    moved = way >= 0
    own = moved and s.n_moved[mover] == p.n_moved[mover] + 1
    one = box.value[box.one_kind]
    gained = 0
    for seat in range(s.n_seats):
        gained += s.laurels[seat] - p.laurels[seat]
        if seat != mover and s.from_paths[seat] != p.from_paths[seat]:
            return 11
        if seat != mover and s.from_peacocks[seat] != p.from_peacocks[seat]:
            return 13
    won = s.from_paths[mover] - p.from_paths[mover]
    n_taken = 0
    for kind in range(box.n_kinds):
        n_taken += s.taken[mover, kind] - p.taken[mover, kind]
    if n_taken > 1 or (won != 0 and n_taken == 0):
        return 11
    if n_taken == 1:
        if not own or box.tunnel[way] or not box.has_laurel[way] or p.token[way] == S.NONE:
            return 11
        if way == p.keeper and not _helped(p, s, S.TIGER):
            return 11
        if s.taken[mover, p.token[way]] == p.taken[mover, p.token[way]] and not _helped(p, s, S.MARMOSET):
            return 11
    boxed = 0
    worth = 0
    for kind in range(box.n_kinds):
        boxed += s.boxed[kind] - p.boxed[kind]
        worth += (s.boxed[kind] - p.boxed[kind]) * box.value[kind]
    ones = p.ones - s.ones
    if gained != won + ones * one - worth:
        return 12

    votes = 0
    for seat in range(s.n_seats):
        votes += s.given[seat, mover] - p.given[seat, mover]
    due = votes
    if moved and s.n_peacock[mover] > p.n_peacock[mover]:
        due += 1
    for seat in range(s.n_seats):
        due += (s.n_used[seat] - p.n_used[seat]) * box.tile_ones[s.species[seat]]
    pays = box.final_move_pays or s.end != S.FINISHED
    if pays and ones != min(due, int(p.ones)):
        return 13
    if not pays and ones != 0:
        return 13
    if boxed != s.n_bribes[mover] - p.n_bribes[mover]:
        return 14
    need = 0
    if own and not p.again and not box.tunnel[way] and way != p.keeper:
        body = box.path_from[way]
        need = max(0, int(box.votes[body]) - int(p.animals[body, mover]))
    if pays and votes + boxed != need:
        return 14

    counted = s.n_keeper[mover] - p.n_keeper[mover]
    if (s.keeper != p.keeper) != (counted == 1) or (s.keeper != p.keeper and p.token[s.keeper] == S.NONE):
        return 15
    return 0


@njit(cached=False)
def _broken_end(box, s, game_row, seat_rows):
    """Return the number of an invariant that does not hold in the outcome of a game, or 0."""
    shares = 0
    for seat in range(s.n_seats):
        shares += seat_rows[seat].share
        if (seat_rows[seat].rank == 1) != (seat == s.winner):
            return 22
    if shares != (420 if s.winner != S.NONE else 0):
        return 22
    if s.end != S.FINISHED:
        return 0 if s.winner == S.NONE else 22
    seen_winner = False
    anybody = False
    for place in range(s.n_star):
        seat = s.star[place]
        if seat == S.PEACOCK:
            continue
        anybody = True
        seen_winner = seen_winner or seat == s.winner
        if s.winner == S.NONE or s.laurels[seat] > s.laurels[s.winner]:
            return 20
        if s.laurels[seat] == s.laurels[s.winner] and not seen_winner:
            return 20
    return 0 if seen_winner == anybody else 20


@njit(cached=False)
def _blank(action):
    """Return whether the fields that an action does not use are blank."""
    kind = action.kind
    walks = kind == S.ADVANCE or kind == S.PEACOCK_ON
    if (action.body != S.NONE) != (walks or kind == S.ADD):
        return False
    if (action.path != S.NONE) != (walks or kind == S.KEEPER or kind == S.USE_MARMOSET):
        return False
    if action.owner != S.NONE and kind != S.ADVANCE and kind != S.USE_RHINO:
        return False
    if kind != S.TERMS and (action.price != 0 or action.promise != 0):
        return False
    votes = int(action.bribes)
    for seat in range(S.SEATS):
        votes += action.votes[seat]
    return kind == S.COALITION or (votes == 0 and action.first == S.NONE)


@njit(cached=False)
def _broken_list(actions, n):
    """Return the number of an invariant that does not hold in a list of legal actions, or 0."""
    for i in range(n):
        if not _blank(actions[i]):
            return 25
    return 0


_check = compiled_check(GAME, choose, BROKEN, _broken_state, _broken_step, _broken_end, _broken_list)

SETTINGS: dict[str, dict[str, object]] = {
    "as printed": {},
    "offers": {"negotiation.protocol": "offer"},
    "no deals": {"negotiation.protocol": "none"},
    "classic": {"variant.classic": True},
    "six tiles each": {"setup.tiles": 6},
    "many tiles, few I": {"setup.tiles": 6, "tokens.I.count": 16, "ability.ibis.ones": 3},
    "a bag that runs dry": {"tokens.II.count": 0, "tokens.III.count": 0, "tokens.IV.count": 0},
    "many special tokens": {f"tokens.II_{sign}.count": 20 for sign in ("keeper", "peacock", "ability")},
    "dear deals, demanding peacocks": {"negotiation.max_price": 15, "rules.bribe_minimum": 3},
    "no pay for the final move": {"rules.final_move_pays": False, "rules.rhino_on_peacock": False},
    "a small Star Exhibit": {"board_3_5.star.size": 3, "board_6_7.star.size": 3, "setup.start_seat": "random"},
}
SEATS = (3, 4, 5, 6, 7)
GAMES = 5 if DISABLED else 910  # eleven settings, five seat counts: 50,000 games


def assert_possible(n_seats: int, name: str, first: int, n_games: int) -> None:
    """Play games under some settings, one in ten of them uniformly at random, and assert that every invariant holds."""
    uniform = n_games // 10
    spans = ((first, uniform, UNIFORM), (first + uniform, n_games - uniform, FOND))
    seed = list(SETTINGS).index(name)
    assert_none_broken(GAME, _check, boxes(n_seats, SETTINGS[name]), seed, spans, BROKEN)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_nothing_impossible_happens_in_random_games(n_seats: int, name: str) -> None:
    """Tokens, pieces and tiles are conserved, only what is won or paid changes hands, and the right seat wins."""
    assert_possible(n_seats, name, 0, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_nothing_impossible_happens_in_half_a_million_random_games(n_seats: int, name: str) -> None:
    """The same, for ten times as many other games."""
    assert_possible(n_seats, name, GAMES, 10 * GAMES)
