"""Species and seats: is the schedule balanced, and is no seat and no species special where the rules say so?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim.chance import address
from tests.games.recorder import records
from tests.games.zoo_vadis.play import FOND, GAME, Table, boxes, recorder
from tests.games.zoo_vadis.tables import SPECIES, base_tables, board, numbers
from tests.oracles.zoo_vadis import (
    ADVANCE,
    COALITION,
    FIELDS,
    NONE,
    PEACOCK,
    USE_RHINO,
    differences,
    pictures,
)

SEATS = (3, 4, 5, 6, 7)
N_SPECIES = len(SPECIES)

# Tables in a full schedule, how often each pair of species meets in it, and how often one sits to the left of another.
SCHEDULES = {3: (14, 2, 1), 4: (21, 6, 2), 5: (42, 20, 5), 6: (7, 5, 1), 7: (42, 42, 7)}


@cache
def dealt(n_seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the species by seat in every game of one full schedule, as the engine deals them."""
    box = records(boxes(n_seats, {}))[0]
    chance, state = records(np.zeros(1, GAME.CHANCE))[0], records(np.zeros(1, GAME.STATE))[0]
    games = []
    for game_id in range(n_seats * SCHEDULES[n_seats][0]):
        GAME.deal(box, n_seats, np.uint64(0), game_id, chance, state)
        games.append(tuple(state.species[:n_seats].tolist()))
    return tuple(games)


@pytest.mark.parametrize("n_seats", SEATS)
def test_schedule_is_balanced_for_species_seats_pairs_and_neighbours(n_seats: int) -> None:
    """[ZV 1.8] So that a species is not strong because of its seat, or of who sits to its left."""
    n_tables, meetings, neighbours = SCHEDULES[n_seats]
    tables = dealt(n_seats)[::n_seats]
    assert dealt(n_seats) == tuple(table for table in tables for _ in range(n_seats))  # a full rotation at each
    assert len(tables) == n_tables == N_SPECIES * len(base_tables(n_seats))
    assert all(len(set(table)) == n_seats for table in tables)
    seats = Counter((one, seat) for table in tables for seat, one in enumerate(table))
    pairs = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    lefts = Counter((one, table[(seat + 1) % n_seats]) for table in tables for seat, one in enumerate(table))
    assert len(seats) == N_SPECIES * n_seats
    assert set(seats.values()) == {n_tables // N_SPECIES}
    assert len(pairs) == 21
    assert set(pairs.values()) == {meetings}
    assert len(lefts) == 42
    assert set(lefts.values()) == {neighbours}


@pytest.mark.parametrize("n_seats", SEATS)
def test_strategies_are_balanced_over_species_and_seats(n_seats: int) -> None:
    """[ZV 1.8] Strategy i sits in seat (i + g) mod P in game g: each plays each species from each seat alike."""
    played = Counter(
        ((seat - game_id) % n_seats, one, seat)
        for game_id, table in enumerate(dealt(n_seats))
        for seat, one in enumerate(table)
    )
    assert len(played) == n_seats * N_SPECIES * n_seats
    assert set(played.values()) == {SCHEDULES[n_seats][0] // N_SPECIES}


def test_schedule_begins_anew_when_it_is_through() -> None:
    """[ZV 1.8] Any number of games can be played."""
    box = records(boxes(6, {}))[0]
    chance, state = records(np.zeros(1, GAME.CHANCE))[0], records(np.zeros(1, GAME.STATE))[0]
    for game_id in (0, 5, 17):
        GAME.deal(box, 6, np.uint64(0), game_id + 10**9 * len(dealt(6)), chance, state)
        assert tuple(state.species[:6].tolist()) == dealt(6)[game_id]


# Relabelling


@pytest.mark.parametrize("setting", ["variant.classic", "negotiation.protocol", "ability.on"])
def test_species_do_not_matter_where_abilities_cannot_be_used(setting: str) -> None:
    """[ZV 11.1] Same game, other species: every state is the same but for the species themselves."""
    settings: dict[str, object] = {
        "variant.classic": {"variant.classic": True},
        "negotiation.protocol": {"negotiation.protocol": "none"},
        "ability.on": {f"ability.{name.lower()}.on": False for name in SPECIES},
    }[setting]
    for n_seats in (3, 5, 7):
        first = {f"species.{seat}": SPECIES[seat] for seat in range(n_seats)}
        other = {f"species.{seat}": SPECIES[(3 * seat + 2) % N_SPECIES] for seat in range(n_seats)}
        games = []
        for named in (first, other):
            record = recorder(n_seats, {**settings, "setup.species": "fixed", **named}).random(5, 1, FOND)
            pictures_seen = seen_by(record.states, n_seats, settings)
            games.append([picture | {"species": [], "lender": []} for picture in pictures_seen])
        assert games[0] == games[1]


def seen_by(states: Any, n_seats: int, settings: dict[str, object]) -> list[dict[str, Any]]:
    """Return states as the oracle's pictures."""
    return pictures(states, board(n_seats, settings), numbers(settings), n_seats)


class Turned:
    """A table at which everybody has moved up some seats, and what is said there in the words of the first table."""

    def __init__(self, species: tuple[str, ...], by: int) -> None:
        n = len(species)
        self.n_seats, self.by = n, by
        self.table = Table(*(species[(seat - by) % n] for seat in range(n)), settings={"setup.peacocks": True})
        self.table.turn_of(by)
        self.table.state.start = by

    def back(self, seat: int) -> int:
        """Return who sat there at the first table; peacocks and nobody stay what they are."""
        return seat if seat in (NONE, PEACOCK) else (seat - self.by) % self.n_seats

    def list_back(self, by_seat: list[Any]) -> list[Any]:
        """Return a list by seat in the order of the first table."""
        return [by_seat[(seat + self.by) % self.n_seats] for seat in range(self.n_seats)]

    def action_back(self, action: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return an action with the seats of the first table."""
        if action[0] in (ADVANCE, USE_RHINO):
            return (*action[:-1], self.back(action[-1]))
        if action[0] == COALITION:
            _, by_seat, bribes, first = action
            return (COALITION, tuple(self.list_back(list(by_seat))), bribes, self.back(first))
        return action

    def options(self) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        """Return the legal actions, in the words of the first table -> as they are."""
        return {self.action_back(action): action for action in self.table.legal()}

    def picture(self) -> dict[str, Any]:
        """Return the state with the seats of the first table."""
        seen = seen_by(self.table.state.reshape(1), self.n_seats, {})[0]
        for name, axes in FIELDS.items():
            if axes in ("P", "PC"):
                seen[name] = self.list_back(seen[name])
            elif axes == "PP":
                seen[name] = self.list_back([self.list_back(row) for row in seen[name]])
            elif axes == "NO":
                n = self.n_seats
                seen[name] = [self.list_back(row[:n]) + row[n:] for row in seen[name]]
        for name in ("start", "active", "actor", "winner", "piece", "second"):
            seen[name] = self.back(seen[name])
        for name in ("star", "lender"):
            seen[name] = [self.back(owner) for owner in seen[name]]
        seen["fresh"] = sorted((body, self.back(owner)) for body, owner in seen["fresh"])
        return seen


def choices(seed: int) -> Iterator[int]:
    """Yield numbers at random."""
    i = 0
    while True:
        yield int(address(seed, 0, 999, 0, i)[0]) >> 8
        i += 1


@pytest.mark.parametrize("species", [SPECIES[4:], SPECIES[:5], SPECIES], ids=len)
def test_no_seat_is_special(species: tuple[str, ...]) -> None:
    """[ZV 2.1, 9.5, 10.3] Everybody moves up some seats: the same choices are legal, and lead to the same, moved up."""
    for by in range(1, len(species)):
        first, other = Turned(species, 0), Turned(species, by)
        for number in choices(by):
            assert first.picture() == other.picture(), differences(first.picture(), other.picture())
            if first.table.state.end:
                break
            mine, theirs = first.options(), other.options()
            assert set(mine) == set(theirs)
            chosen = sorted(mine)[number % len(mine)]
            first.table.do(mine[chosen])
            other.table.do(theirs[chosen])
