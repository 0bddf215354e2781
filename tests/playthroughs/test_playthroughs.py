"""The golden games are played today as they were when somebody read them."""

from __future__ import annotations

import re

import pytest

from sim.games.miller_zoo import state as miller
from sim.games.zoo_vadis.box import species_names
from sim.registry import GAMES
from tests.playthroughs.tell import FOLDER, PLAYTHROUGHS, played, tell


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_game_is_played_as_it_was_read(name: str) -> None:
    """A change of rules, chance or words shows as a difference to read; `-m tests.playthroughs` accepts it."""
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert tell(name).splitlines() == expected


@pytest.mark.parametrize("ability", species_names())
def test_the_games_of_zoo_vadis_show_each_ability_lent_and_used(ability: str) -> None:
    """What no golden game shows nobody has read."""
    told = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in PLAYTHROUGHS if name.startswith("zoo")]
    lent = re.compile(rf"would lend {ability} for .*\n.* agrees\.\n")
    assert any(lent.search(text) for text in told)


def test_the_games_of_miller_zoo_show_every_kind_of_action_and_every_end() -> None:
    """What no golden game shows nobody has read; every number of seats has its own."""
    names = [name for name, (game, _, _) in PLAYTHROUGHS.items() if game == "miller_zoo"]
    told = [played(name) for name in names]
    steps = [step for one in told for step in one.steps]
    assert {int(step.action.kind) for step in steps} == set(range(len(miller.KIND_NAMES)))
    assert {int(step.state.phase) for step in steps} == set(range(len(miller.PHASES)))
    assert {int(one.game["reason"]) for one in told} == {miller.WON, miller.LOST_TO_CRISIS, miller.DECK_EMPTY}
    assert {PLAYTHROUGHS[name][1] for name in names} == {1, 2, 3, 4, 5, 6}


def test_every_playthrough_has_its_file_and_every_game_its_playthroughs() -> None:
    """A forgotten file would be compared with nothing."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {game for game, _, _ in PLAYTHROUGHS.values()} == set(GAMES)
