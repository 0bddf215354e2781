"""Does a what-if change what was changed, and nothing else?

Where a change does nothing, every game must be the same game, to the last column: chance is addressed, so that nothing
is dealt anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments import whatif
from experiments.plans import make_plan, usual_seats
from experiments.spec import read_experiment
from sim.engine import play, trace
from sim.errors import BadInput
from sim.plan import Plan
from sim.registry import GAMES, load_game
from sim.results import open_run
from strategies.registry import default_lineup, seat_spec
from tests.running.plans import write

HEAD = 'name = "mine"\ntitle = "Mine"\ngame = "quo_vadis"\ngames = 100\n'
BASE = "[base]\nseats = 4\n"
ONE = '[[variant]]\nid = "one"\n'


def played(name: str, settings: dict[str, Any], lineup: list[str] | None = None, games: int = 40) -> Any:
    """Return the outcomes of the first games at the usual table."""
    game = load_game(name)
    seats = len(lineup) if lineup else usual_seats(game)
    seated = [seat_spec(name, spec) for spec in lineup or default_lineup(name, seats)]
    return play(game, game.make_box(seats, settings), 3, 0, games, seated)


def same(one: Any, other: Any, but: tuple[str, ...] = ()) -> np.ndarray:
    """Return for each game whether both have the same rows, in every column but some; shape (G,)."""
    equal = np.ones(len(one.games), bool)
    for rows in ("games", "seats"):
        mine, theirs = getattr(one, rows), getattr(other, rows)
        for column in set(mine.dtype.names) - set(but):
            equal &= (mine[column] == theirs[column]).reshape(len(equal), -1).all(axis=1)
    return equal


def stacks(box: np.ndarray, games: int = 400) -> np.ndarray:
    """Return the stack of each of the first games, in the order in which it is drawn; shape (G, tiles)."""
    return orders("quo_vadis", box, "stack", "stack_size", games)


def orders(name: str, box: np.ndarray, stack: str, size: str, games: int = 400) -> np.ndarray:
    """Return a stack of `CHANCE` in each of the first games with 4 seats, as it lies there; shape (G, cards)."""
    game = load_game(name)
    found = np.zeros((games, int(box[0][size])), int)
    for number in range(games):
        chances, states = np.zeros(1, game.CHANCE), np.zeros(1, game.STATE)
        game.deal(box[0], 4, np.uint64(3), number, chances[0], states[0])
        found[number] = chances[0][stack].reshape(-1)[: found.shape[1]]
    return found


def place_of_new(longer: np.ndarray, shorter: np.ndarray) -> np.ndarray:
    """Return where in each stack the card is that the shorter one has not; shape (G,)."""
    other = longer[:, :-1] != shorter
    return np.where(other.any(axis=1), other.argmax(axis=1), shorter.shape[1])


def planned(folder: Path, text: str) -> Plan:
    """Return the plan of an experiment with this text."""
    experiment, source = read_experiment(write(folder, "exp.toml", text))
    return make_plan(experiment, source)


@pytest.mark.parametrize("name", GAMES)
def test_every_tunable_set_to_its_default_changes_no_game(name: str) -> None:
    """A tunable that does something by being named would spoil every what-if with it."""
    game = load_game(name)
    base = played(name, {})
    for tunable in game.tunables:
        assert same(base, played(name, {tunable.key: tunable.default})).all(), tunable.key


@pytest.mark.parametrize("name", GAMES)
def test_a_change_that_changes_nothing_is_exactly_zero_in_every_number(name: str) -> None:
    """The whole way, from the command's plan to the report's numbers: no rest of rounding, no verdict."""
    tunable = load_game(name).tunables[0]
    frame = whatif.run(name, {tunable.key: tunable.default}, games=101)
    assert (frame[["difference", "lo", "hi"]].dropna() == 0).all(axis=None)
    assert frame["difference"].notna().sum() > 5
    assert set(frame["verdict"]) <= {"not material", "undecided"}
    assert set(frame[frame["lo"].notna()]["verdict"]) == {"not material"}


@pytest.mark.parametrize(
    ("spec", "species", "ability"),
    [("blocker", 5, "hyena"), ("greedy(temperature=0)", 0, "armadillo"), ("racer(temperature=0)", 5, "hyena")],
)
def test_an_ability_that_nobody_uses_changes_no_game(spec: str, species: int, ability: str) -> None:
    """Where it is neither used nor asked for, it makes no difference that it could be, but for saying no to it."""
    base = played("zoo_vadis", {}, [spec] * 5, 210)
    own = base.seats[base.seats["species"] == species]
    assert own["ability_used"].sum() == own["ability_asked"].sum() == 0
    changed = played("zoo_vadis", {f"ability.{ability}.on": False}, [spec] * 5, 210)
    assert same(base, changed, but=("decisions",)).all()


def test_a_tile_that_is_never_reached_changes_no_game() -> None:
    """One V more lies somewhere in the stack; the games that end above it are the same games."""
    game = load_game("quo_vadis")
    base, more = (played("quo_vadis", {"tokens.V.count": n}, games=400) for n in (6, 7))
    box = game.make_box(4, {"tokens.V.count": 7})
    place = place_of_new(stacks(box), stacks(game.make_box(4, {})))
    drawn = box[0]["stack_size"] - more.games["stack_left"]
    unreached = drawn <= place
    assert 10 < unreached.sum() < 390
    assert same(base, more, but=("stack_left",))[unreached].all()
    assert not same(base, more, but=("stack_left",))[~unreached].all()


def test_a_resource_that_is_never_drawn_changes_no_game() -> None:
    """One card more lies somewhere in the deck of Miller Zoo; the games that end above it are the same games."""
    game = load_game("miller_zoo")
    base, more = (played("miller_zoo", {"resources.T": n}, ["greedy"] * 4, 400) for n in (8, 9))
    box, shipped = (game.make_box(4, {"resources.T": n}) for n in (9, 8))
    place = place_of_new(*(orders("miller_zoo", each, "deck", "deck_size") for each in (box, shipped)))
    unreached = box[0]["deck_size"] - more.games["deck_left"] <= place
    assert 10 < unreached.sum() < 390
    equal = same(base, more, but=("deck_left",))
    assert equal[unreached].all()
    assert not equal[~unreached].all()


def test_a_food_card_that_is_never_drawn_changes_no_game() -> None:
    """The same of the food of Time Zoo, in games in which it is not shuffled anew; cards are drawn from the end."""
    game = load_game("time_zoo")
    base, more = (played("time_zoo", {"food.fish.copies": n}, ["random_legal"] * 4, 400) for n in (5, 6))
    box, shipped = (game.make_box(4, {"food.fish.copies": n}) for n in (6, 5))
    place = place_of_new(*(orders("time_zoo", each, "pile", "pile")[:, ::-1] for each in (box, shipped)))
    drawn = box[0]["pile"] - more.games["pile_left"]
    unreached = (drawn <= place) & (more.games["reshuffles"] == 0)
    assert 5 < unreached.sum() < 390
    equal = same(base, more, but=("pile_left",))
    assert equal[unreached].all()
    assert not equal[~unreached].all()


@pytest.mark.parametrize(
    ("name", "settings", "change"),
    [
        ("time_zoo", {"animals.trex.copies": 0}, {"animals.trex.points": 12}),
        ("time_zoo", {"animals.trex.copies": 0}, {"animals.trex.cost": 1}),
        ("time_zoo", {"variant.advanced": True}, {"setup.interns": 2}),
        ("miller_zoo", {}, {"solo.teammates": 4}),
        ("miller_zoo", {"setup.tokens": 400}, {"setup.tokens": 500}),
    ],
)
def test_a_change_of_what_is_not_in_the_game_changes_no_game(
    name: str, settings: dict[str, Any], change: dict[str, Any]
) -> None:
    """An animal without a copy that nobody can take, interns to be dealt that are in the deck, a rule for solo games,
    tokens that are never used up.
    """
    assert same(played(name, settings, games=200), played(name, settings | change, games=200)).all()


@pytest.mark.parametrize("settings", [{"resources.joker": 4}, {}])
def test_a_team_is_compared_by_its_wins_alone(settings: dict[str, Any]) -> None:
    """All win or lose together: no seat, no rank and no margin can be told of it; its wins are told once."""
    frame = whatif.run("miller_zoo", settings, games=200)
    asked = set(frame["metric"])
    assert sum("won" in name or "team wins" in name for name in asked) == 1
    assert "share of games whose result changes" in asked
    assert not [name for name in asked if any(word in name for word in ("win share", "margin", "rank", "winner"))]
    first = whatif.text(frame).splitlines()[0]
    assert ("share of games won" in first) == bool(settings), first
    assert not {"Which seat wins?", "Which strategy wins?"} & set(frame["question"])


def test_another_strategy_does_not_deal_anew() -> None:
    """A changed decision changes what comes of it, not the stack: the table at the start is the same."""
    game = load_game("quo_vadis")
    lineups = (["balanced"] * 4, ["racer(temperature=2)", "balanced", "balanced", "balanced"])
    for number in range(20):
        seated = [[seat_spec("quo_vadis", spec) for spec in lineup] for lineup in lineups]
        first = [trace(game, game.make_box(4, {}), 3, number, lineup).steps[0].state for lineup in seated]
        assert (first[0]["tile"] == first[1]["tile"]).all()
        assert first[0]["noise_key"] == first[1]["noise_key"]


def test_another_strategy_in_one_place_takes_it_in_every_seat() -> None:
    """Places of the lineup turn with the seats; the strategies in the others stay where they are."""
    plan = whatif.make("quo_vadis", strategies={"seat2": "greedy"}, games=8)
    base, variant = plan.cells
    assert [seated.spec for seated in variant.lineup] == [
        "greedy" if place == 2 else seated.spec for place, seated in enumerate(base.lineup)
    ]
    frame = whatif.run("quo_vadis", strategies={"seat2": "greedy"}, games=40)
    assert "win share of broker → greedy" in set(frame["metric"])
    assert "win share of racer" in set(frame["metric"])


def test_a_script_gets_a_tidy_frame(tmp_path: Path) -> None:
    """One row a number, with what JSON has and more; the run is kept where it is asked for."""
    frame = whatif.run("quo_vadis", {"tokens.V.count": 8}, games=200, seed=5, out=tmp_path / "run")
    assert set(whatif.COLUMNS) <= set(frame.columns)
    assert frame["metric"].is_unique
    assert open_run(tmp_path / "run").manifest["seed"] == 5
    assert frame.equals(whatif.answer(tmp_path / "run"))
    assert [list(row) for row in whatif.rows(frame)] == [list(whatif.COLUMNS)] * len(frame)


@pytest.mark.parametrize("name", GAMES)
def test_no_number_of_a_comparison_is_missing_for_a_misspelt_column(name: str, tmp_path: Path) -> None:
    """What the words of a game name, and what its report asks, is there; all under some question."""
    frame = whatif.run(name, games=4 * usual_seats(load_game(name)))
    assert frame["metric"].is_unique
    assert frame["question"].nunique() >= 2
    assert {"share of games that go differently", "turns per game"} <= set(frame["metric"])


def test_several_variants_stand_in_a_file(tmp_path: Path) -> None:
    """Each has the base's settings and lineup but for what it says itself."""
    plan = planned(
        tmp_path,
        HEAD
        + BASE
        + 'settings = { "tokens.V.count" = 7, "variant.reveal" = true }\n'
        + ONE
        + 'settings = { "tokens.V.count" = 8 }\n'
        + '[[variant]]\nid = "two"\nstrategies = { seat0 = "greedy", seat3 = "miser" }\n'
        + '[[variant]]\nid = "three"\nlineup = ["greedy", "greedy", "greedy", "miser"]\n'
        + "[margins]\nshare = 0.01\n",
    )
    base, one, two, three = plan.cells
    assert [cell.id for cell in plan.cells] == ["base", "one", "two", "three"]
    assert base.settings == {"tokens.V.count": 7, "variant.reveal": True} == two.settings == three.settings
    assert one.settings == {"tokens.V.count": 8, "variant.reveal": True}
    assert [seated.spec for seated in one.lineup] == [seated.spec for seated in base.lineup]
    assert [seated.spec for seated in two.lineup] == ["greedy", base.lineup[1].spec, base.lineup[2].spec, "miser"]
    assert [seated.spec for seated in three.lineup] == ["greedy", "greedy", "greedy", "miser"]
    assert plan.whatif == {"base": "base", "margins": {"share": 0.01, "mean": 0.05}}


LAURELLESS = "".join(f"tokens.{kind}.count = 0\n" for kind in ("II", "III", "IV", "V"))

WRONG: dict[str, tuple[str, str]] = {
    "no variant": (HEAD + BASE, r"exp.toml:1: the file: has a \[base\] without any"),
    "no base": (HEAD + ONE, r"needs \[\[cells\]\], a \[design\], or a \[base\]"),
    "margins of nothing": (
        HEAD + '[[cells]]\nid = "a"\nseats = 4\n[margins]\nshare = 0.1\n',
        r"has \[margins\] but no",
    ),
    "a margin of nothing": (HEAD + BASE + ONE + "[margins]\nshares = 0.1\n", r":10: margins.shares: .*'share'\?"),
    "a margin that is text": (HEAD + BASE + ONE + '[margins]\nshare = "1"\n', ":10: margins.share: must be a number"),
    "the base's own name": (HEAD + BASE + ONE.replace("one", "base"), r":8: variant\[0\].id: cannot be 'base'"),
    "one name twice": (HEAD + BASE + ONE + ONE, "two cells are called 'one'"),
    "a misspelt key": (HEAD + BASE + ONE + "setings = {}\n", r":9: variant\[0\].setings: .*Did you mean 'settings'"),
    "a misspelt tunable": (HEAD + BASE + ONE + 'settings = { "tokens.V.cout" = 1 }\n', ":9: .*'tokens.V.count'"),
    "a value out of range": (HEAD + BASE + ONE + 'settings = { "tokens.V.count" = 99 }\n', ":9: .*0 to 60 is allowed"),
    "a place that is none": (HEAD + BASE + ONE + 'strategies = { seat4 = "miser" }\n', r":9: .*Did you mean 'seat3'\?"),
    "an unknown strategy": (HEAD + BASE + ONE + 'strategies = { seat0 = "misr" }\n', r":9: .*Did you mean 'miser'\?"),
    "two lineups": (HEAD + BASE + ONE + 'lineup = ["a"]\nstrategies = { seat0 = "b" }\n', "give one of the two"),
    "no seats": (HEAD + "[base]\n" + ONE, ":5: base.seats: this key is missing"),
    "too many seats": (HEAD + BASE.replace("4", "9") + ONE, ":6: base.seats: .*3 to 5"),
    "an impossible board": (
        HEAD + BASE + ONE + "[variant.settings]\n" + LAURELLESS,
        r":9: variant\[0\].settings: The board has 10 laurel spaces",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_what_if_gets_a_message_that_helps(tmp_path: Path, text: str, message: str) -> None:
    """File, line, key, and the nearest name."""
    with pytest.raises(BadInput, match=message):
        planned(tmp_path, text)
