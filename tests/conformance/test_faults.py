"""Does a strategy that fails stop only its game, and is it named with seat, game and turn?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.engine import play
from sim.errors import BadInput
from sim.outcome import FAILED
from sim.registry import GAMES, load_game
from strategies.registry import seat_spec
from tests.conformance.tables import GAME_AND_STRATEGY

FAULTY = """
from strategies.kit import strategy

def other_part(view, box, actions, weights, values):
    return 0

@strategy({game!r}, compiled={compiled}, **dict.fromkeys({parts!r}, other_part))
def faulty(view, box, actions, weights, values):
    '''Does something that is not allowed, once it sits in seat 1.'''
    if view.turn >= 3 and view.actor == 1:
        {fault}
    return 0
"""

FAULTS = [
    ("return -1", True, "it chose action -1 of"),
    ("return len(actions)", True, "legal ones"),
    ("raise ValueError('lost the thread')", True, "ValueError: lost the thread"),
    ("return -1", False, "it chose action -1 of"),
    ("return len(actions)", False, "legal ones"),
    ("raise ValueError('lost the thread')", False, "ValueError: lost the thread"),
    ("raise SystemExit(0)", False, "SystemExit"),
    ("return None", False, "None"),
    ("return 2.0", False, "2.0"),
    ("return True", False, "True"),
    ("return []", False, "[]"),
]


def faulty_file(folder: Path, game_name: str, fault: str, compiled: bool) -> Path:
    """Write a strategy that fails when it sits in seat 1."""
    path = folder / "faulty.py"
    parts = load_game(game_name).parts[1:]
    path.write_text(FAULTY.format(game=game_name, compiled=compiled, parts=parts, fault=fault), encoding="utf-8")
    return path


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize(("fault", "compiled", "what"), FAULTS)
def test_a_fault_stops_its_game_and_is_named(
    tmp_path: Path, game_name: str, fault: str, compiled: bool, what: str
) -> None:
    """A million games must not be lost to one strategy's slip, nor the slip be lost among a million games."""
    game = load_game(game_name)
    n_seats = game.seats[1]
    good = next(name for of, name in GAME_AND_STRATEGY if of == game_name)
    faulty = seat_spec(game_name, "faulty", [faulty_file(tmp_path, game_name, fault, compiled)])
    lineup = [faulty, *[seat_spec(game_name, good)] * (n_seats - 1)]
    batch = play(game, game.make_box(n_seats, {}), 1, 40, 3 * n_seats, lineup)
    in_seat_1 = [int(id) for id in batch.games["game_id"] if id % n_seats == 1]
    assert [found.game_id for found in batch.faults] == in_seat_1
    for found in batch.faults:
        assert (found.strategy, found.seat) == ("faulty", 1)
        assert found.turn >= 3
        assert what in found.what
    failed = batch.games["end"] == FAILED
    assert batch.games["game_id"][failed].tolist() == in_seat_1
    assert (batch.games["fault_seat"] == np.where(failed, 1, -1)).all()
    assert (batch.games["winner"][failed] == -1).all()
    assert (batch.games["end"][~failed] == 1).all()
    assert (batch.seats["share"].reshape(-1, n_seats)[failed] == 0).all()


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("answer", ["None", "2.0", "True", "'0'"])
def test_a_compiled_strategy_that_returns_no_index_is_refused(tmp_path: Path, game_name: str, answer: str) -> None:
    """The compiler would quietly make an index of 2.0 or True."""
    path = faulty_file(tmp_path, game_name, f"return {answer}", compiled=True)
    path.write_text(path.read_text(encoding="utf-8").replace("return 0", f"return {answer}"), encoding="utf-8")
    strategy = seat_spec(game_name, "faulty", [path]).strategy
    with pytest.raises(BadInput, match=r"Strategy 'faulty': faulty (returns|cannot)"):
        strategy.functions[load_game(game_name).parts[0]]
