"""The golden games are played today as they were when somebody read them."""

from __future__ import annotations

import re
from functools import cache

import pytest

from sim.games.miller_zoo import state as miller
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


# What there is to see in Time Zoo, and the words that show it.
SIGHTS = {
    "the top of the discard pile, then the card below": r"(from the discard pile\.\n.*){2}",
    "a card of each pile": r"from the pile\.\n.*from the discard pile",
    "linked icons": r"of the same red food",
    "a payment in an order": r"the last on top",
    "draw": r"Ichthyosaurus, .*(\n.*)? will draw 1 food card",
    "draw_per_icon": r"(Plesiosaurus|Archelon).*, .*(\n.*)? will draw [2-9] food cards",
    "draw_and_put": r"Baryonyx(.*\n){1,3}.* puts .* onto the discard pile",
    "lure_another": r"lures the .* as well",
    "lure_another declined": r"lures no other animal",
    "tuck": r"puts .* under the",
    "tuck no more": r"puts no more food under the",
    "rob": r"takes a random food card from",
    "spoil": r"discards a random food card of",
    "discount": r"lures the Allosaurus.*, for [1-3] red",
    "remove": r"(removes the .* from the row\.\n.*){3}",
    "exchange": r"exchanges the Oviraptor for the",
    "exchange declined": r"keeps the Oviraptor",
    "male and female": r"from_mammoths [4-9]",
    "calf": r"from_mammoths [1357]",
    "dodo": r"from_dodos [48]",
    "egg": r"from_eggs [357]",
    "interns": r"from_interns [3-9]",
    "an intern taken out of the row": r"takes the .* out of the row",
    "a reshuffle": r"reshuffles [1-9]",
    "a gap in the row": r"\(gap\)",
    "a shared win": r"share 210",
}


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_games_of_time_zoo_show_everything_there_is_to_see(sight: str) -> None:
    """What no golden game shows nobody has read."""
    told = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in PLAYTHROUGHS if name.startswith("time")]
    assert any(re.search(SIGHTS[sight], text) for text in told)


def test_the_games_of_miller_zoo_show_every_kind_of_action_and_every_end() -> None:
    """What no golden game shows nobody has read; every number of seats has its own."""
    names = [name for name, (game, _, _) in PLAYTHROUGHS.items() if game == "miller_zoo"]
    told = [replay(name) for name in names]
    steps = [step for one in told for step in one.steps]
    assert {int(step.action.kind) for step in steps} == set(range(len(miller.KIND_NAMES)))
    assert {int(step.state.phase) for step in steps} == set(range(len(miller.PHASES)))
    assert {int(one.game["reason"]) for one in told} == {miller.WON, miller.LOST_TO_CRISIS, miller.DECK_EMPTY}
    assert {PLAYTHROUGHS[name][1] for name in names} == {1, 2, 3, 4, 5, 6}


def test_every_playthrough_has_its_file_and_every_game_its_playthroughs() -> None:
    """A forgotten file would be compared with nothing."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {game for game, _, _ in PLAYTHROUGHS.values()} == set(GAMES)
