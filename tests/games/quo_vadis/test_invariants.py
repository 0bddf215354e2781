"""What must hold in every state of every game, checked at each decision of 100,000 games played at random.

The checker is compiled, and sees each state with the one before it. It knows the rules only as conservation laws and
comparisons; what each action does exactly is the oracle's business.
"""

from __future__ import annotations

import pytest

from sim.compiled import DISABLED, njit
from sim.games.quo_vadis import state as S
from tests.games.invariants import assert_none_broken, compiled_check
from tests.games.quo_vadis.play import GAME, HASTY, UNIFORM, boxes, choose

BROKEN = (
    "nothing",
    "tiles of a kind are lost or made",
    "a purse or the supply of I has fewer than no tiles",
    "a seat's laurels are not what its tiles are worth",
    "a seat's senators are lost or made",
    "a body or the Senate holds more than it has room for",
    "Caesar stands where no laurel space is",
    "nothing is legal",
    "a decision is not counted",
    "a senator went where no path leads, or more than one moved",
    "a senator left the Senate, or the order of arrival changed",
    "a laurel was taken out of a one-space body or under Caesar",
    "laurels were made or lost in a deal",
    "more I were paid than votes of others were used",
    "a move had fewer consents than it needed",
    "Caesar moved without an action, or onto no other laurel",
    "the ledger does not add up",
    "more deals than negotiations, or more paid than received",
    "the main choice is not the active seat's",
    "the game went on with a full Senate, or ended without one",
    "the winner is not the richest of those in the Senate, or not the earliest of these",
    "a game took fewer turns than five senators need",
    "the shares or ranks of the outcome do not fit the winner",
)


@njit(cached=False)
def _broken_state(box, chance, s):
    """Return the number of an invariant that does not hold in this state, or 0."""
    for kind in range(box.n_kinds):
        held = 0
        for seat in range(s.n_seats):
            if s.purse[seat, kind] < 0:
                return 2
            held += s.purse[seat, kind]
        if kind == box.one_kind:
            if s.ones < 0:
                return 2
            if held + s.ones != box.ones:
                return 1
            continue
        for path in range(box.n_paths):
            if s.tile[path] == kind:
                held += 1
        for place in range(s.drawn):
            if chance.stack[s.game, place] == kind:
                held -= 1
        if held != 0:
            return 1
    promised = 0
    accounted = 0
    for seat in range(s.n_seats):
        laurels = 0
        for kind in range(box.n_kinds):
            laurels += s.purse[seat, kind] * box.value[kind]
        if laurels != s.laurels[seat]:
            return 3
        senators = int(s.reserve[seat])
        for body in range(box.n_bodies):
            if s.senators[body, seat] < 0:
                return 4
            senators += s.senators[body, seat]
        for place in range(s.n_senate):
            if s.senate[place] == seat:
                senators += 1
        if senators != box.senators or s.reserve[seat] < 0:
            return 4
        promised += s.promised[seat]
        for other in range(s.n_seats):
            accounted += s.owed[seat, other] + s.kept[seat, other] + s.broken[seat, other]
            if s.owed[seat, other] < 0 or s.kept[seat, other] > s.given[seat, other]:
                return 16
        if s.owed[seat, seat] or s.given[seat, seat]:
            return 16
    if promised != accounted and not (s.game > 0 and promised > accounted):
        return 16
    for body in range(box.n_bodies):
        occupied = 0
        for seat in range(s.n_seats):
            occupied += s.senators[body, seat]
        if occupied > box.spaces[body]:
            return 5
    if s.n_senate > box.senate_size:
        return 5
    if box.has_laurel[s.caesar] == 0:
        return 6
    paid = 0
    for seat in range(s.n_seats):
        if s.n_deals[seat] > s.n_asked[seat]:
            return 17
        paid += s.paid[seat] - s.received[seat]
    if paid != 0:
        return 17
    if s.end == S.RUNNING and s.phase == S.MAIN and s.actor != s.active:
        return 18
    if box.election == 0 and (s.end == S.FINISHED) != (s.n_senate == box.senate_size):
        return 19
    return 0


@njit(cached=False)
def _broken_step(box, p, s):
    """Return the number of an invariant that does not hold between a state and the next one of the same game, or 0."""
    if s.game != p.game or s.phase == S.REMOVE or p.phase == S.REMOVE:
        return 0
    mover = p.active
    left = -1
    entered = -1
    changes = 0
    for body in range(box.n_bodies):
        for seat in range(s.n_seats):
            change = s.senators[body, seat] - p.senators[body, seat]
            if change == 0:
                continue
            changes += 1
            if seat != mover or abs(change) > 1:
                return 9
            if change < 0:
                left = body
            else:
                entered = body
    if s.n_senate != p.n_senate:
        changes += 1
        if s.n_senate != p.n_senate + 1 or s.senate[p.n_senate] != mover:
            return 10
        entered = box.n_bodies
    for place in range(p.n_senate):
        if s.senate[place] != p.senate[place]:
            return 10
    moved = left >= 0
    if changes > 2 or (moved and entered < 0) or (entered == box.n_bodies and not moved):
        return 9
    if entered >= 0 and not moved and entered not in box.entries[: box.n_entries]:
        return 9
    way = -1
    for path in range(box.n_paths):
        if moved and box.path_from[path] == left and box.path_to[path] == entered:
            way = path
    if moved and way < 0:
        return 9

    gained = 0
    won = 0
    for seat in range(s.n_seats):
        gained += s.laurels[seat] - p.laurels[seat]
        won += s.from_paths[seat] - p.from_paths[seat]
    ones = p.ones - s.ones
    if won != 0 and (not moved or way == p.caesar or box.has_laurel[way] == 0 or box.value[p.tile[way]] != won):
        return 11
    if gained != won + ones * box.value[box.one_kind]:
        return 12

    votes = 0
    voters = 0
    for seat in range(s.n_seats):
        given = s.given[seat, mover] - p.given[seat, mover]
        votes += given
        voters += 1 if given > 0 else 0
    due = voters if box.consent_pay == S.PER_PLAYER else votes
    if ones != min(due, int(p.ones)):
        return 13
    if moved and way != p.caesar:
        own = p.senators[left, mover] - 1
        if votes != max(0, box.consents[left] - own):
            return 14
    elif votes != 0:
        return 14

    counted = 0
    for seat in range(s.n_seats):
        counted += s.n_caesar[seat] - p.n_caesar[seat]
    if (s.caesar != p.caesar) != (counted == 1) or (s.caesar != p.caesar and p.tile[s.caesar] == S.NONE):
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
    if shares != (420 if s.end == S.FINISHED else 0) or (s.winner == S.NONE) != (s.end != S.FINISHED):
        return 22
    if s.end != S.FINISHED:
        return 0
    if box.senate_size == 5 and s.turn < 20:
        return 21
    if box.election:
        for seat in range(s.n_seats):
            if s.n_qualified[seat] > 0 and s.banked[seat] > s.banked[s.winner]:
                return 20
        return 0
    seen = False
    for place in range(s.n_senate):
        seat = s.senate[place]
        seen = seen or seat == s.winner
        if s.laurels[seat] > s.laurels[s.winner] or (s.laurels[seat] == s.laurels[s.winner] and not seen):
            return 20
    return 0 if seen else 20


_check = compiled_check(GAME, choose, BROKEN, _broken_state, _broken_step, _broken_end)

GAMES = 12 if DISABLED else 2_381  # fourteen settings, three seat counts: 100,000 games

SETTINGS: dict[str, dict[str, object]] = {
    "as printed": {},
    "a small Senate": {"board.senate.size": 3},
    "paid per senator": {"rules.consent_pay": "per_senator"},
    "offers": {"negotiation.protocol": "offer"},
    "offers, paid per senator": {"negotiation.protocol": "offer", "rules.consent_pay": "per_senator"},
    "no deals": {"negotiation.protocol": "none"},
    "limited I": {"variant.limited_ones": True},
    "few I": {"tokens.I.count": 3, "rules.consent_pay": "per_senator"},
    "reveals": {"variant.reveal": True, "information.laurels": "hidden"},
    "any seat starts": {"setup.start_seat": "random"},
    "a stack that runs out": {"tokens.III.count": 0, "tokens.IV.count": 0},
    "many II with Caesar": {"tokens.II_caesar.count": 30},
    "dear votes": {"negotiation.max_price": 15, "consents.5": 3},
    "an election": {"variant.election": True, "variant.reveal": True},
}


def assert_possible(n_seats: int, name: str, first: int, n_games: int) -> None:
    """Play games under some settings, one in ten of them uniformly at random, and assert that every invariant holds."""
    uniform = n_games // 10
    spans = ((first, uniform, UNIFORM), (first + uniform, n_games - uniform, HASTY))
    seed = list(SETTINGS).index(name)
    assert_none_broken(GAME, _check, boxes(n_seats, SETTINGS[name]), seed, spans, BROKEN)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_nothing_impossible_happens_in_random_games(n_seats: int, name: str) -> None:
    """Tiles and senators are conserved, only what is won or paid changes hands, and the right seat wins."""
    assert_possible(n_seats, name, 0, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [3, 4, 5])
def test_nothing_impossible_happens_in_a_million_random_games(n_seats: int, name: str) -> None:
    """The same, for ten times as many other games."""
    assert_possible(n_seats, name, GAMES, 10 * GAMES)
