"""Do all games tell their outcomes in the same columns, and what each column means?"""

from __future__ import annotations

import pytest

from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, meanings, row_of, with_meanings
from sim.registry import GAMES, load_game
from sim.results import COMMON


@pytest.mark.parametrize("name", GAMES)
def test_rows_begin_with_the_columns_of_every_game(name: str) -> None:
    """Reports read these whatever the game."""
    game = load_game(name)
    for row, table, common in ((game.GAME_ROW, "games", GAME_COLUMNS), (game.SEAT_ROW, "seats", SEAT_COLUMNS)):
        names = [column for column, _, _ in common]
        assert list(row.names or ())[: len(names)] == names
        assert {column: row[column].name for column in names} == COMMON[table]
        assert list(game.columns[table]) == list(row.names or ())


def test_a_games_own_meaning_takes_the_place_of_the_common_one() -> None:
    """The column stays where it is, with its type; the others keep what they mean."""
    own = with_meanings(GAME_COLUMNS, winner="always -1")
    assert row_of(own) == row_of(GAME_COLUMNS)
    assert meanings(own) == meanings(GAME_COLUMNS) | {"winner": "always -1"}


def test_a_meaning_for_no_column_is_refused() -> None:
    """A misspelt name would leave the common meaning standing."""
    with pytest.raises(ValueError, match="winer"):
        with_meanings(GAME_COLUMNS, winer="always -1")
