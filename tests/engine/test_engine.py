"""The turn loop: a game depends on nothing but its rules, strategies, seed and id."""

from __future__ import annotations

import numpy as np
import pytest

from sim.engine import play, trace
from sim.errors import BadInput
from sim.registry import load_game
from strategies.registry import default_lineup, seat_spec

GAME = load_game("quo_vadis")


def lineup(n_seats=4):
    """Return the default lineup, seated."""
    return [seat_spec("quo_vadis", spec) for spec in default_lineup("quo_vadis", n_seats)]


def test_any_split_into_batches_gives_the_same_games():
    """Ids, not running streams, decide what happens: 1 x 60, 60 x 1 and 7s must agree."""
    box, seated = GAME.make_box(4, {}), lineup()
    whole = play(GAME, box, 11, 100, 60, seated)
    for batch in (1, 7, 1000):
        other = play(GAME, box, 11, 100, 60, seated, batch=batch)
        assert np.array_equal(other.games, whole.games)
        assert np.array_equal(other.seats, whole.seats)
    parts = [play(GAME, box, 11, first, 20, seated) for first in (140, 100, 120)]
    assert np.array_equal(np.concatenate([parts[1].games, parts[2].games, parts[0].games]), whole.games)


def test_other_seeds_and_ids_are_other_games():
    """A seed that is ignored passes every same-seed test."""
    box, seated = GAME.make_box(4, {}), lineup()
    games = [play(GAME, box, seed, 0, 200, seated).games for seed in (0, 1, 2**64 - 1)]
    columns = ["turns", "decisions", "margin", "laurels_paid"]
    rows = {tuple(int(row[name]) for name in columns) for batch in games for row in batch}
    assert len(rows) > 500


def test_a_trace_is_the_game_that_is_played_under_that_id():
    """A replay that differs from the results it explains would be worse than none."""
    box, seated = GAME.make_box(3, {}), lineup(3)
    played = play(GAME, box, 4, 17, 1, seated)
    told = trace(GAME, box, 4, 17, seated)
    assert told.game == played.games[0]
    assert np.array_equal(told.seats, played.seats)
    assert len(told.steps) == told.game.decisions
    assert told.steps[0].state.turn == 0


def test_strategies_rotate_through_the_seats():
    """In game g strategy i sits in seat (i + g) mod P: equally often everywhere in P games."""
    box, seated = GAME.make_box(5, {}), lineup(5)
    seats = play(GAME, box, 0, 0, 10, seated).seats
    for row in seats:
        assert (row["strategy"] + row["game_id"]) % 5 == row["seat"]


def test_a_lineup_of_the_wrong_length_is_refused():
    """One strategy too few must not seat somebody twice."""
    with pytest.raises(BadInput, match="needs a lineup of 4 strategies; given are 3"):
        play(GAME, GAME.make_box(4, {}), 0, 0, 1, lineup(3))
