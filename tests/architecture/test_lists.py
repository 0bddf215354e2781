"""Is everything that lies in a folder also found by its list, and the other way round?

A game, a strategy or an experiment that nobody registered works in its own tests and does not exist for the user.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.plans import make_plan
from experiments.shipped import find_experiment, shipped
from experiments.spec import read_experiment
from sim.registry import GAMES, load_game
from strategies.registry import strategies_for

ROOT = Path(__file__).resolve().parents[2]

# What a colleague looks for in a game's folder, whichever the game (docs/architecture.md).
GAME_FILES = ("RULES.md", "state.py", "box.py", "actions.py", "rules.py", "view.py", "scoring.py", "text.py", "game.py")


def modules(folder: Path) -> set[str]:
    """Return the names of the modules in a folder."""
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def folders(folder: Path) -> set[str]:
    """Return the names of the packages in a folder."""
    return {path.parent.name for path in folder.glob("*/__init__.py")}


def test_every_game_folder_is_registered() -> None:
    """One line in sim/registry.py makes a game exist."""
    assert folders(ROOT / "sim" / "games") == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", GAME_FILES)
def test_a_game_has_the_file_that_every_game_has(game: str, file: str) -> None:
    """Who knows one game should find his way in the next."""
    assert (ROOT / "sim" / "games" / game / file).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_called_what_its_folder_is_called(game: str) -> None:
    """The name in results and messages is what the user types and what a colleague searches for."""
    assert load_game(game).name == game


def test_strategies_are_for_games_that_exist() -> None:
    """A folder of strategies under a misspelt name would never be looked into."""
    assert folders(ROOT / "strategies") == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_file_is_a_strategy_of_its_name(game: str) -> None:
    """One file an idea, and no file that is not found."""
    shipped = {name for name, strategy in strategies_for(game).items() if strategy.origin == "shipped"}
    assert shipped == modules(ROOT / "strategies" / game)


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_experiment_can_be_planned_under_its_own_name(name: str) -> None:
    """Its strategies, settings and seats may have been renamed since; nobody should find out by running it."""
    experiment, source = read_experiment(find_experiment(name))
    assert experiment.name == name
    assert make_plan(experiment, source).games > 0


def test_every_experiment_file_is_shipped() -> None:
    """A file in a folder below is not found by its name."""
    assert {path.stem for path in (ROOT / "experiments").rglob("*.toml")} == set(shipped())
