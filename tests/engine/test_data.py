"""Boards and decks of one's own: played by the same compiled rules, told in the manifest, refused when they are wrong.

A wrong file gets a message with the file, the line, the key and the nearest name, as an experiment does.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from experiments.plans import make_plan, one_cell
from sim import engine, registry
from sim.engine import play, trace
from sim.errors import BadInput
from sim.plan import manifest_of
from sim.registry import GAMES, load_game
from sim.results import digest
from sim.runner import run
from sim.source import Source
from strategies.registry import default_lineup, seat_spec
from tests.running.plans import write

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = {
    "quo_vadis": ROOT / "sim/games/quo_vadis/data/board.toml",
    "zoo_vadis": ROOT / "sim/games/zoo_vadis/data/board_3_5.toml",
    "time_zoo": ROOT / "sim/games/time_zoo/data/deck.toml",
    "miller_zoo": ROOT / "sim/games/miller_zoo/data/challenge.toml",
}
OWN = {
    "quo_vadis": ROOT / "examples/short_board.toml",
    "zoo_vadis": Path(__file__).with_name("small_zoo.toml"),
    "time_zoo": ROOT / "examples/ice_age_deck.toml",
    "miller_zoo": ROOT / "examples/river_challenge.toml",
}
# What of them is in every picture of the table, and a tunable that only they have, with where its default is from.
SHOWN = {
    "quo_vadis": ("west gate", "east gate", "forum", "curia"),
    "zoo_vadis": ("west gate", "east gate", "hall", "den"),
    "time_zoo": ("herring",),
    "miller_zoo": ("River", "Night house", "Heron", "Owl"),
}
TUNABLE = {
    "quo_vadis": ("board.west_gate.size", "own"),
    "zoo_vadis": ("board.west_gate.size", "own"),
    "time_zoo": ("animals.great_auk.cost", "assumed"),
    "miller_zoo": ("animals.Otter.cost.F", "assumed"),
}


def batch(name: str, data: Path | None, seats: int = 3, games: int = 30) -> engine.Batch:
    """Return the outcomes of some games of the usual strategies."""
    game = load_game(name, data)
    return play(game, game.make_box(seats, {}), 1, 0, games, [seat_spec(name, s) for s in default_lineup(name, seats)])


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_data_as_data_of_ones_own_gives_the_same_games(name: str) -> None:
    """Where data come from must not matter, only what they say."""
    shipped, own = batch(name, None), batch(name, SHIPPED[name])
    assert shipped.games.tobytes() == own.games.tobytes()
    assert shipped.seats.tobytes() == own.seats.tobytes()


@pytest.mark.parametrize("name", OWN)
def test_other_data_give_other_games_that_end(name: str) -> None:
    """Every game is finished by the rules, on a board with half the bodies, with a deck of half the kinds."""
    own = batch(name, OWN[name], games=100)
    assert own.faults == ()
    assert (own.games["end"] == 1).mean() > 0.9
    assert (own.games["turns"] != batch(name, None, games=100).games["turns"]).mean() > 0.9


@pytest.mark.parametrize("name", OWN)
def test_data_of_ones_own_need_no_other_compiled_code(name: str) -> None:
    """A board is data: the turn loop that plays the shipped one plays this one, and is not compiled again for it."""
    loop = engine._loop(load_game(name), True)
    assert loop is engine._loop(load_game(name, OWN[name]), True)
    batch(name, None, games=1)
    compiled = len(getattr(loop, "signatures", ()))
    batch(name, OWN[name], games=1)
    assert len(getattr(loop, "signatures", ())) == compiled


@pytest.mark.parametrize("name", OWN)
def test_a_game_with_other_data_is_told_with_its_names(name: str) -> None:
    """Otherwise the story would be about the shipped board."""
    game = load_game(name, OWN[name])
    told = trace(game, game.make_box(3, {}), 1, 0, [seat_spec(name, spec) for spec in default_lineup(name, 3)])
    table = game.board_text(told.box, told.steps[0].state, ["a", "b", "c"])
    assert all(word in table for word in SHOWN[name])
    for step in told.steps:
        assert game.describe(told.box, step.state, step.action, ["a", "b", "c"])


@pytest.mark.parametrize("name", OWN)
def test_the_numbers_of_other_data_can_be_set(name: str) -> None:
    """A what-if on one's own board names its bodies; the rest can be set as before."""
    key, source = TUNABLE[name]
    shipped = {tunable.key: tunable for tunable in load_game(name).tunables}
    keys = {tunable.key: tunable for tunable in load_game(name, OWN[name]).tunables}
    assert keys[key].source == source
    assert keys[key] != shipped.get(key)
    assert set(shipped) & set(keys)


@pytest.mark.parametrize("name", OWN)
def test_the_manifest_holds_the_data_and_results_depend_on_them(name: str, tmp_path: Path) -> None:
    """A run is a function of what the manifest says, in processes as in threads."""
    found = []
    for label, data, backend in (
        ("own", OWN[name], "sequential"),
        ("own-2", OWN[name], "loky"),
        ("shipped", None, "sequential"),
    ):
        asked = one_cell(name, 3, None, 30, 1, [], data)
        plan = make_plan(asked, Source(), data=data)
        run(plan, tmp_path / label, jobs=2, backend=backend)
        found.append(digest(tmp_path / label))
    assert found[0] == found[1] != found[2]
    game = json.loads((tmp_path / "own/manifest.json").read_text(encoding="utf-8"))["game"]
    assert game["data"]["file"] == OWN[name].name
    assert len(game["data"]["sha256"]) == 64
    assert game["data"]["content"] == tomllib.loads(OWN[name].read_text(encoding="utf-8"))
    numbers = {tunable.key for tunable in load_game(name, OWN[name]).tunables}
    told = [row for row in game["inputs"] if row["key"] not in numbers]
    assert any(row["value"] != row["default"] for row in told)
    assert "data" not in manifest_of(make_plan(one_cell(name, 3, None, 30, 1, []), Source()))["game"]
    with pytest.raises(BadInput, match="holds another run"):
        run(make_plan(one_cell(name, 3, None, 30, 1, []), Source()), tmp_path / "own")


def test_a_game_without_such_data_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played that was not asked for."""
    without = SimpleNamespace(GAME=replace(load_game("quo_vadis"), with_data=None))
    monkeypatch.setattr(registry, "import_module", lambda name: without)
    with pytest.raises(BadInput, match="cannot be played with data of your own"):
        load_game("quo_vadis", OWN["quo_vadis"])


MORE = "".join(f'[[body]]\nid = {i}\nname = "more {i}"\nsize = 1\n' for i in range(4, 40))
LAST = '  { from = "curia", to = "Senate", laurel = true },\n'

# What is changed in the board of one's own for Quo Vadis?, into what, and the message.
WRONG: dict[str, tuple[str, str, str]] = {
    "a misspelt key": ("senate_size", "senat_size", r"mine.toml:5: senat_size: .*Did you mean 'senate_size'\?"),
    "a misspelt key of a body": ("size = 3", "sise = 3", r"mine.toml:17: body\[1\].sise: .*Did you mean 'size'\?"),
    "a missing key": ("seats = [3, 5]\n", "", "the key 'seats' is missing"),
    "text for a number": ("size = 3", 'size = "3"', r":17: body\[1\].size: must be a whole number, not '3'"),
    "a switch for a number": ("size = 3", "size = true", r":17: body\[1\].size: must be a whole number"),
    "an unknown size": ("size = 3", "size = 4", r":17: body\[1\].size: .*bodies of 1, 3, 5"),
    "a path to nowhere": ('to = "forum"', 'to = "form"', r":32: paths.list\[0\].to: .*Did you mean 'forum'\?"),
    "a path out of the top": ('from = "forum"', 'from = "Senate"', ":35: .*leads out of 'Senate'"),
    "a body without a way up": (LAST, "", r":14: body\[1\]: .*no way up"),
    "a circle": ('"forum", to = "Senate"', '"forum", to = "west gate"', "form a circle|has no way up|not a path"),
    "no way in": ("entry = true", "", "no entry body"),
    "two bodies of one name": ('"east gate"', '"West Gate"', r":16: body\[1\].name: every body needs a name"),
    "ids out of order": ("id = 1", "id = 2", r":15: body\[1\].id: body ids must run 0, 1, 2"),
    "a name that is no name": ('name = "curia"', 'name = "cu.ria"', r"body\[3\].name: must be"),
    "Caesar off the board": ("forum -> Senate", "forum -> Senat", ":6: caesar_start: .*Did you mean 'forum -> Senate'"),
    "too many seats": ("[3, 5]", "[3, 6]", ":4: seats: must be the fewest and the most seats, of 3 to 5"),
    "seats that are no list": ("[3, 5]", "5", ":4: seats: must be a list"),
    "a source that is none": ("where =", 'source = "asumed"\nwhere =', "source: .*Did you mean 'assumed'"),
    "too large a board": ("[paths]", MORE + "[paths]", "no way up"),
    "no TOML": ("[3, 5]", "[3, 5", r"mine.toml:\d+: this is not TOML"),
}
# The same for Zoo Vadis.
WRONG_ZOO: dict[str, tuple[str, str, str]] = {
    "a peacock off the board": ('3 = ["hall"', '3 = ["hal"', r"peacocks.3\[0\]: 'hal' is no exhibit. .*'hall'"),
    "too many peacocks": ('3 = ["hall"', '3 = ["hall", "hall", "hall", "hall"', "'hall' has 3 spaces, but 4 peacocks"),
    "peacocks for nobody": ("4 = [", "9 = [", "peacocks.9: must be a number of seats, 3 to 7"),
    "a gap in the seats": ("4 = [", "5 = [", "without a gap"),
    "a tunnel to the Star": ('to = "hall" }]', 'to = "Star" }]', r"tunnels\[0\]: a tunnel from 'west gate' leads into"),
    "the Keeper off the board": ("hall -> Star", "hal -> Star", "keeper_start: .*Did you mean 'hall -> Star'"),
}
# For Time Zoo.
WRONG_DECK: dict[str, tuple[str, str, str]] = {
    "a misspelt table": ("[colours]", "[colors]", "mine.toml:14: colors: unknown key. Did you mean 'colours'?"),
    "a misspelt key of a card": ("copies = 4, points = 2", "copes = 4, points = 2", r"animals.seal.copes: .*'copies'"),
    "a type that is none": ('"Seal", type = "blue"', '"Seal", type = "bleu"', "animals.seal.type: .*mean 'blue'"),
    "an action that is none": ('"rob"', '"robb"', "action: .*mean 'rob'"),
    "a food that is none": ('icons = ["moss"]', 'icons = ["mos"]', r"food.moss.icons\[0\]: .*mean 'moss'"),
    "a food twice": ('"moss", "bark"', '"moss", "shrimp"', r"colours.green\[1\]: 'shrimp' is there twice"),
    "three foods on a card": ('["bark", "bone"]', '["bark", "bone", "moss"]', "food.bark_bone.icons: must be one food"),
    "a dear orange animal": ("points = 1, cost = 2", "points = 1, cost = 4", "animals.raven.cost: must be 0 to 3"),
    "too many points": ("points = 4", "points = 40", "animals.walrus.points: must be 0 to 12, not 40"),
    "a bonus for eggs": ("counts = 1", "bonus = 1", "interns.egg: an intern for 'egg' has the key 'counts'"),
    "a key that is no name": ("great_auk =", '"great auk" =', "a key is at most 40 small letters"),
    "too many seats": ("[2, 4]", "[2, 6]", "seats: must be the fewest and the most seats, of 2 to 5"),
    "too many kinds": (
        "seal =",
        "".join(f'a{i} = {{ name = "A", type = "red", copies = 1 }}\n' for i in range(12)) + "seal =",
        "animals: must be 1 to 21 kinds, not 22",
    ),
}
# For Miller Zoo.
WRONG_CHALLENGE: dict[str, tuple[str, str, str]] = {
    "a misspelt table": ("[habitats]", "[habitat]", "mine.toml:25: habitat: unknown key. Did you mean 'habitats'?"),
    "a misspelt habitat": ('id = "Otter", habitat = "River"', 'id = "Otter", habitat = "Rivr"', "mean 'River'"),
    "a misspelt key": ("copies = 12", "copes = 12", r"resources.cards\[10\].copes: .*Did you mean 'copies'"),
    "an icon that is none": ('cost = "W F F S"', 'cost = "W F F X"', r"animals.list\[2\].cost: 'X' is no icon"),
    "a long icon": ('id = "W", name', 'id = "WA", name', r"icons.list\[0\].id: must be one capital letter"),
    "an animal twice": ('id = "Duck"', 'id = "Owl"', r"animals.list\[0\]: 'Owl' is there twice"),
    "an animal for nothing": ('cost = "C C"', 'cost = ""', r"animals.list\[3\].cost: .*one icon at least"),
    "a goal out of reach": ("goal = 6", "goal = 8", "challenge.goal: must be 1 to 7"),
    "a card with three icons": ('{ icons = "W F"', '{ icons = "W F C"', "must have one or two icons, or be a joker"),
    "a joker that is needed": ('{ problems = "V"', '{ problems = "joker"', "'joker' is no icon"),
    "too many seats": ("[1, 5]", "[1, 7]", "challenge.seats: must be the fewest and the most seats, of 1 to 6"),
    "a source that is none": ('"assumed"', '"asumed"', "challenge.source: .*Did you mean 'assumed'"),
}


def refused(name: str, old: str, new: str, message: str, folder: Path) -> None:
    """Check that a board is refused after a change, with a message that helps."""
    text = OWN[name].read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadInput, match=message):
        load_game(name, write(folder, "mine.toml", text.replace(old, new)))


@pytest.mark.parametrize(("old", "new", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_board_gets_a_message_that_helps(old: str, new: str, message: str, tmp_path: Path) -> None:
    """What is wrong, where, and what is allowed."""
    refused("quo_vadis", old, new, message, tmp_path)


@pytest.mark.parametrize(("old", "new", "message"), WRONG_ZOO.values(), ids=WRONG_ZOO.keys())
def test_a_wrong_board_with_peacocks_gets_a_message_that_helps(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    """The same of what only Zoo Vadis has."""
    refused("zoo_vadis", old, new, message, tmp_path)


@pytest.mark.parametrize(("old", "new", "message"), WRONG_DECK.values(), ids=WRONG_DECK.keys())
def test_a_wrong_deck_gets_a_message_that_helps(old: str, new: str, message: str, tmp_path: Path) -> None:
    """The same of a deck."""
    refused("time_zoo", old, new, message, tmp_path)


@pytest.mark.parametrize(("old", "new", "message"), WRONG_CHALLENGE.values(), ids=WRONG_CHALLENGE.keys())
def test_a_wrong_challenge_gets_a_message_that_helps(old: str, new: str, message: str, tmp_path: Path) -> None:
    """The same of a challenge."""
    refused("miller_zoo", old, new, message, tmp_path)


def test_the_rows_of_another_deck_have_its_cards_for_columns(tmp_path: Path) -> None:
    """Whose animals were lured: under another's name that would be a lie. Each row says what it said under the names
    of the deck in the box.
    """
    game = load_game("time_zoo", OWN["time_zoo"])
    seats = batch("time_zoo", OWN["time_zoo"]).seats
    assert list(seats.dtype.names or ()) == list(game.columns["seats"])
    lured = {meaning.split()[0]: name for name, meaning in game.columns["seats"].items() if meaning.endswith(" lured")}
    assert list(lured) == list(tomllib.loads(OWN["time_zoo"].read_text(encoding="utf-8"))["animals"])
    assert (sum(seats[name].astype(int) for name in lured.values()) == seats["lures"]).all()
    renamed = OWN["time_zoo"].read_text(encoding="utf-8").replace("seal =", "sea_cow =")
    again = batch("time_zoo", write(tmp_path, "mine.toml", renamed)).seats
    assert (again[lured["seal"].replace("seal", "sea_cow")] == seats[lured["seal"]]).all()


def test_a_board_that_the_tiles_do_not_reach_is_refused(tmp_path: Path) -> None:
    """More laurel spaces than tiles: the game could not be set up."""
    game = load_game("quo_vadis", OWN["quo_vadis"])
    with pytest.raises(BadInput, match="5 laurel spaces, but the stack only"):
        game.make_box(3, {f"tokens.{kind}.count": 0 for kind in ("II", "II_caesar", "III", "IV", "V")})


def test_every_game_with_data_of_ones_own_is_tested_here() -> None:
    """A new one is added to the lists above."""
    assert {name for name in GAMES if load_game(name).with_data} == set(OWN)


def test_the_box_of_the_example_is_what_its_file_says() -> None:
    """Four bodies, five paths, all with laurels; Caesar on the way from the forum."""
    box = load_game("quo_vadis", OWN["quo_vadis"]).make_box(3, {})[0]
    assert (box.n_bodies, box.n_paths, int(box.has_laurel.sum())) == (4, 5, 5)
    assert list(box.spaces[:5]) == [5, 3, 5, 3, 5]
    assert (box.path_from[box.caesar_start], box.path_to[box.caesar_start]) == (2, 4)
    assert np.array_equal(box.steps[:5], [2, 2, 1, 1, 0])
