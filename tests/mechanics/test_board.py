"""Boards that cannot be climbed, or do not fit together, are refused with a message that names the trouble."""

from __future__ import annotations

import pytest

from sim.errors import BadInput
from sim.mechanics.board import check_climb, parse_board, steps_to_top
from sim.source import Source

NOWHERE = Source()


def board(bodies, paths):
    """Return a board of (name, size, entry) bodies and (from, to) paths."""
    rows = [{"id": i, "name": name, "size": size, "entry": entry} for i, (name, size, entry) in enumerate(bodies)]
    return parse_board(
        {"body": rows, "paths": {"list": [{"from": a, "to": b, "laurel": False} for a, b in paths]}}, "top", NOWHERE
    )


TWO = [("gate", 1, True), ("hall", 3, False)]


def test_steps_count_the_fewest_moves_to_the_top():
    """gate - hall - top, with a short cut."""
    assert steps_to_top(board(TWO, [("gate", "hall"), ("hall", "top")])) == [2, 1, 0]
    assert steps_to_top(board(TWO, [("gate", "hall"), ("hall", "top"), ("gate", "top")])) == [1, 1, 0]


@pytest.mark.parametrize(
    ("bodies", "paths", "message"),
    [
        (TWO, [("gate", "hall")], "has no way up"),
        ([("gate", 1, False)], [("gate", "top")], "no entry body"),
        (TWO, [("gate", "hall"), ("hall", "gate"), ("hall", "top")], "form a circle"),
        (TWO, [("gate", "hall"), ("hall", "top"), ("top", "gate")], "leads out of 'top'"),
    ],
)
def test_a_board_that_cannot_be_climbed_is_refused(bodies, paths, message):
    """Nobody could finish a game on it."""
    with pytest.raises(BadInput, match=message):
        check_climb(board(bodies, paths), NOWHERE)


@pytest.mark.parametrize(
    ("bodies", "paths", "message"),
    [
        (TWO, [("gate", "hal")], "Did you mean 'hall'?"),
        ([("gate", 1, True), ("gate", 3, False)], [], "a name of its own"),
        ([("top", 1, True)], [], "a name of its own"),
    ],
)
def test_names_that_do_not_fit_are_refused(bodies, paths, message):
    """A path to a body that does not exist is a misspelling."""
    with pytest.raises(BadInput) as error:
        board(bodies, paths)
    assert message in str(error.value)


def test_ids_must_run_in_order():
    """A path's end would otherwise be another body than the designer thinks."""
    with pytest.raises(BadInput, match="must run 0, 1, 2"):
        parse_board({"body": [{"id": 1, "name": "gate", "size": 1}]}, "top", NOWHERE)
