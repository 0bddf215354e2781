"""The golden games are played today as they were when somebody read them."""

from __future__ import annotations

from functools import cache

import pytest

from sim.registry import GAMES
from tests.games.zoo_vadis.combinations import EVERYTHING
from tests.playthroughs.search import shown
from tests.playthroughs.tell import FOLDER, PLAYTHROUGHS, replay, tell


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_game_is_played_as_it_was_read(name: str) -> None:
    """A change of rules, chance or words shows as a difference to read; `-m tests.playthroughs` accepts it."""
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert tell(name).splitlines() == expected


@cache
def shown_by_zoo_vadis() -> frozenset[str]:
    """Return in words what occurs in its golden games."""
    return frozenset().union(*(shown(replay(name)) for name in PLAYTHROUGHS if name.startswith("zoo")))


@pytest.mark.parametrize("what", sorted(EVERYTHING))
def test_the_games_of_zoo_vadis_show(what: str) -> None:
    """What no golden game shows nobody has read: every kind of action, every combination of abilities."""
    assert what in shown_by_zoo_vadis()


def test_every_playthrough_has_its_file_and_every_game_its_playthroughs() -> None:
    """A forgotten file would be compared with nothing."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {game for game, _, _ in PLAYTHROUGHS.values()} == set(GAMES)
