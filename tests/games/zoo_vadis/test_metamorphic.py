"""What must stay the same when something else changes. (That no seat and no species is special: `test_species.py`.)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from sim.games.zoo_vadis import state as S
from tests.games.zoo_vadis.play import FOND, recorder
from tests.games.zoo_vadis.tables import KINDS, SPECIES

GAMES = 40

# What a table of Rhino, Ibis, Crocodile and Marmoset never meets, on its side of the board.
FOUR: dict[str, object] = {"setup.species": "fixed"} | {
    f"species.{seat}": name for seat, name in enumerate(("Rhino", "Ibis", "Crocodile", "Marmoset"))
}
INERT: dict[str, dict[str, object]] = {
    "tiles of absent species": {"ability.tiger.ones": 4, "ability.hyena.on": False, "ability.armadillo.on": False},
    "species of empty chairs": {"species.4": "Hyena", "species.5": "Tiger", "species.6": "Armadillo"},
    "the votes of exhibits that are not there": {"votes.7": 1},
    "the other side of the board": {"board_6_7.star.size": 9, "board_6_7.savanna.size": 1},
    "what seats know": {"information.laurels": "hidden"},
    "tokens that the supply never runs out of": {"tokens.I.count": 120},
}


def results(settings: Mapping[str, object], n_seats: int = 4) -> list[tuple[list[tuple[Any, ...]], dict[str, Any]]]:
    """Return every choice and every result of games at random."""
    recording = recorder(n_seats, settings)
    games = []
    for game_id in range(GAMES):
        record = recording.random(5, game_id, FOND)
        rows = {name: record.seat_rows[name].tolist() for name in record.seat_rows.dtype.names}
        rows |= {f"game {name}": int(record.game_row[name]) for name in record.game_row.dtype.names}
        games.append((record.chosen, rows))
    return games


@pytest.mark.parametrize("inert", INERT)
def test_what_nobody_meets_changes_nothing(inert: str) -> None:
    """Every choice and every result stays the same, but for the supply itself where that is what changed."""
    before, after = results(FOUR), results(FOUR | INERT[inert])
    if inert == "tokens that the supply never runs out of":
        more = 120 - 60
        before = [(chosen, rows | {"game ones_left": rows["game ones_left"] + more}) for chosen, rows in before]
    assert before == after


def test_cap_changes_only_the_games_it_cuts_off() -> None:
    """A cap is a matter of patience, not of rules."""
    capped, free = results({"engine.turn_cap": 60}), results({})
    cut = [rows["game end"] == S.TRUNCATED for _, rows in capped]
    assert 0 < sum(cut) < GAMES
    for was_cut, (some, rows), (every, whole) in zip(cut, capped, free, strict=True):
        if was_cut:
            assert rows["game turns"] == 60
            assert some == every[: len(some)]
        else:
            assert (some, rows) == (every, whole)


def test_laurels_in_another_unit_change_no_winner() -> None:
    """Without deals, twice the value of everything, bribes included, is twice the score and nothing else."""
    values: dict[str, object] = dict(
        zip((f"tokens.{kind}.value" for kind in KINDS), (1, 2, 2, 2, 2, 3, 4, 5), strict=True)
    )
    once: dict[str, object] = {"negotiation.protocol": "none"} | values
    twice = once | {name: 2 * int(str(value)) for name, value in values.items()} | {"rules.bribe_minimum": 4}
    for (chosen, rows), (same, doubled) in zip(results(once), results(twice), strict=True):
        assert chosen == same
        assert [2 * score for score in rows["score"]] == doubled["score"]
        assert rows["rank"] == doubled["rank"]
        assert rows["game winner"] == doubled["game winner"]


def test_first_to_arrive_wins_when_laurels_are_worth_nothing() -> None:
    """[ZV 10.3] Then every end is a tie."""
    nothing: dict[str, object] = {f"tokens.{kind}.value": 0 for kind in KINDS}
    for _, rows in results(nothing):
        arrivals = np.array(rows["arrival"])
        there = np.flatnonzero(arrivals != S.NONE)
        first = there[arrivals[there].argmin()] if len(there) else S.NONE
        assert rows["game winner"] == (first if rows["game end"] == S.FINISHED else S.NONE)


def test_ability_that_is_off_is_never_asked_for() -> None:
    """[ZV 8.1] Though its owner has tiles."""
    for name in SPECIES:
        for chosen, rows in results({f"ability.{name.lower()}.on": False}):
            seats = [seat for seat, one in enumerate(rows["species"]) if one == SPECIES.index(name)]
            assert all(rows["ability_asked"][seat] == rows["ability_used"][seat] == 0 for seat in seats)
            assert chosen
