"""The golden games are played today as they were when somebody read them."""

from __future__ import annotations

import pytest

from sim.registry import GAMES
from tests.playthroughs.tell import FOLDER, PLAYTHROUGHS, tell


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_game_is_played_as_it_was_read(name: str) -> None:
    """A change of rules, chance or words shows as a difference to read; `-m tests.playthroughs` accepts it."""
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert tell(name).splitlines() == expected


def test_every_playthrough_has_its_file_and_every_game_its_playthroughs() -> None:
    """A forgotten file would be compared with nothing."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {game for game, _, _ in PLAYTHROUGHS.values()} == set(GAMES)
