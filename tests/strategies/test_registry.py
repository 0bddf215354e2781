"""Does text become the right strategy, and does every wrong text get one helpful answer?"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from sim.errors import BadInput
from sim.registry import GAMES, load_game
from strategies.registry import DEFAULT_LINEUPS, default_lineup, seat_spec, split_lineup, strategies_for
from strategies.sources import from_plugins

OWN = """
from strategies.kit import Weight, strategy

@strategy("quo_vadis", weights={{1: Weight(name="luck", default=1.5, low=0.0, high=9.0, says="any number")}})
def {name}(view, box, actions, weights, values):
    '''{idea}'''
    return 0
"""


def own_file(folder: Path, name: str = "mine", idea: str = "The first thing on the list.", text: str = OWN) -> Path:
    """Write a strategy file of a user."""
    path = folder / f"{name}.py"
    path.write_text(text.format(name=name, idea=idea), encoding="utf-8")
    return path


def test_a_spec_fills_in_weights_by_name() -> None:
    """The array is by number, people think in names."""
    seated = seat_spec("quo_vadis", " racer ( price = 3.50, temperature=2 ) ")
    names = [weight.name for weight in seated.strategy.weights]
    assert seated.values[names.index("price")] == 3.5
    assert seated.values[names.index("temperature")] == 2.0
    defaults = {weight.name: weight.default for weight in seated.strategy.weights}
    untouched = [name for name in names if name not in ("price", "temperature")]
    assert all(seated.values[names.index(name)] == defaults[name] for name in untouched)
    assert len(untouched) > 0


def test_a_spec_comes_back_in_its_shortest_form() -> None:
    """Two ways to write the same strategy must be one strategy in results."""
    assert seat_spec("quo_vadis", "racer(price=3.50,temperature=2)").spec == "racer(temperature=2,price=3.5)"
    assert seat_spec("quo_vadis", "racer(price=2)").spec == "racer"
    assert seat_spec("quo_vadis", "racer(price=3.0)").spec == "racer(price=3)"
    assert seat_spec("quo_vadis", "racer(temperature=-0.0)").spec == "racer(temperature=0)"
    again = seat_spec("quo_vadis", "racer(price=0.1)")
    assert np.array_equal(seat_spec("quo_vadis", again.spec).values, again.values)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gredy", "No strategy 'gredy' for quo_vadis. Did you mean 'greedy'?"),
        ("racer(prize=2)", "No weight 'prize' of racer. Did you mean 'price'?"),
        ("racer(price=99)", "0 to 10 is allowed (default 2)"),
        ("racer(price=nan)", "cannot be 'nan'"),
        ("racer(price=much)", "cannot be 'much'"),
        ("racer(price)", "name=number"),
        ("racer(price=1,price=2)", "given twice"),
        ("racer(", "no strategy: write a name"),
        ("", "no strategy: write a name"),
    ],
)
def test_a_wrong_spec_is_answered_with_what_is_allowed(spec: str, says: str) -> None:
    """The user sees one line and should need no second look at the manual."""
    with pytest.raises(BadInput) as caught:
        seat_spec("quo_vadis", spec)
    assert says in str(caught.value)


def test_a_lineup_is_split_at_commas_outside_brackets() -> None:
    """Commas separate strategies and weights."""
    assert split_lineup("a, b(x=1,y=2) ,c") == ["a", "b(x=1,y=2)", "c"]
    for wrong in ("a,,b", "", "a(b", "a)b("):
        with pytest.raises(BadInput, match="lineup"):
            split_lineup(wrong)


@pytest.mark.parametrize("game_name", GAMES)
def test_default_lineups_can_be_seated(game_name: str) -> None:
    """Whoever names no strategies gets a table of different shipped ones, or a team of one mind."""
    game = load_game(game_name)
    assert len(DEFAULT_LINEUPS[game_name]) == game.seats[1]
    for n_seats in range(game.seats[0], game.seats[1] + 1):
        lineup = default_lineup(game_name, n_seats)
        assert len({seat_spec(game_name, spec).spec for spec in lineup}) == (1 if game.team else n_seats)
    with pytest.raises(BadInput, match="is for"):
        default_lineup(game_name, game.seats[1] + 1)


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    """All doors of the registry answer alike."""
    for ask in (strategies_for, lambda name: seat_spec(name, "greedy"), lambda name: default_lineup(name, 4)):
        with pytest.raises(BadInput, match="Did you mean 'quo_vadis'"):
            ask("quo_vadi")


def test_strategies_are_listed_by_name_with_all_that_a_listing_shows() -> None:
    """`evenhand strategies` prints nothing else than this."""
    found = strategies_for("quo_vadis")
    assert list(found) == sorted(found)
    assert len(found) >= 10
    for name, strategy in found.items():
        assert strategy.name == name
        assert len(strategy.idea) > 20
        assert len(strategy.digest) == 64
        assert all(weight.says for weight in strategy.weights)


def test_a_file_brings_a_strategy(tmp_path: Path) -> None:
    """A strategy of one's own needs no change to the package."""
    path = own_file(tmp_path)
    found = strategies_for("quo_vadis", [path])
    assert found["mine"].origin == "file"
    assert found["mine"].idea == "The first thing on the list."
    assert set(found) - {"mine"} == set(strategies_for("quo_vadis"))
    assert seat_spec("quo_vadis", "mine(luck=2)", [path]).spec == "mine(luck=2)"
    assert seat_spec("quo_vadis", "übermut(luck=2)", [own_file(tmp_path, "übermut")]).spec == "übermut(luck=2)"


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    """In a notebook one edits and runs again, in the same process."""
    before = strategies_for("quo_vadis", [own_file(tmp_path, idea="Before.")])["mine"]
    after = strategies_for("quo_vadis", [own_file(tmp_path, idea="After.")])["mine"]
    assert (before.idea, after.idea) == ("Before.", "After.")
    assert before.digest != after.digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def broken(:\n", "line 1: SyntaxError"),
        ("\nraise RuntimeError('no licence')\n", "line 2: RuntimeError: no licence"),
        ("import sys\nsys.exit('bye')\n", "line 2: SystemExit: bye"),
        ("x = 1\n", "there is no strategy in it"),
        (OWN.replace("quo_vadis", "quo_vadi"), "Did you mean 'quo_vadis'"),
        (OWN.replace("{idea}", ""), "needs a docstring"),
        (OWN.replace("box, ", ""), "mine must take (view, box, actions, weights, values)"),
        ("\0", "SyntaxError: source code"),
        (OWN.replace("{{1:", "{{2:"), "numbered 1, 2, 3"),
        (OWN.replace("default=1.5", "default=15"), "outside 0.0 to 9.0"),
        (OWN.replace('"luck"', '"temperature"'), "names of their own"),
        (OWN.replace("weights={{", "del=None, weights={{").replace("del", "dael"), "Did you mean 'deal'"),
        (OWN.replace("def {name}", "def greedy"), "a strategy 'greedy' for quo_vadis already"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path, text: str, says: str) -> None:
    """The author is at the keyboard: which file, which line, what to do."""
    path = own_file(tmp_path, text=text)
    with pytest.raises(BadInput) as caught:
        seat_spec("quo_vadis", "mine", [path])
    assert says in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named() -> None:
    """A mistyped path is the commonest mistake of all."""
    with pytest.raises(BadInput, match=r"nowhere\.py: the strategy file cannot be read"):
        seat_spec("quo_vadis", "greedy", [Path("nowhere.py")])
    with pytest.raises(BadInput, match=r"/dev/zero: this is not a file"):
        seat_spec("quo_vadis", "greedy", [Path("/dev/zero")])


def test_a_function_that_cannot_be_compiled_is_named_with_a_way_out(tmp_path: Path) -> None:
    """Numba's own words fill a page and do not say which strategy it was."""
    path = own_file(tmp_path, text=OWN.replace("return 0", "return open('notes')"))
    with pytest.raises(BadInput, match=r"Strategy 'mine': mine cannot be compiled.*compiled=False"):
        seat_spec("quo_vadis", "mine", [path]).strategy.functions["act"]


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """A place for packages with entry points; what was found there is forgotten afterwards."""

    def install(name: str, text: str) -> None:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (about / "entry_points.txt").write_text(f"[evenhand.strategies]\n{name} = {name}\n", encoding="utf-8")
        from_plugins.cache_clear()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    from_plugins.cache_clear()
    for module in ("good_plugin", "bad_plugin"):
        sys.modules.pop(module, None)


def test_another_package_brings_a_strategy(packages) -> None:  # type: ignore[no-untyped-def]
    """A club shares its strategies as a package."""
    packages("good_plugin", OWN.format(name="clubber", idea="What our club does."))
    assert strategies_for("quo_vadis")["clubber"].origin == "plugin"
    assert seat_spec("quo_vadis", "clubber(luck=1)").spec == "clubber(luck=1)"


def test_a_broken_package_is_named_and_harms_nobody(packages) -> None:  # type: ignore[no-untyped-def]
    """One bad package must not take the shipped strategies away, nor be passed over in silence."""
    packages("bad_plugin", "import a_module_that_is_not_there\n")
    packages("good_plugin", OWN.format(name="clubber", idea="What our club does."))
    with pytest.warns(UserWarning, match="'bad_plugin' of bad_plugin could not be loaded: ModuleNotFoundError"):
        found = strategies_for("quo_vadis")
    assert "clubber" in found
    assert "greedy" in found
    assert seat_spec("quo_vadis", "greedy").spec == "greedy"
    with pytest.raises(BadInput, match="bad_plugin could not be loaded"):
        seat_spec("quo_vadis", "what_bad_plugin_has")


def test_shipped_strategies_load_no_package(packages) -> None:  # type: ignore[no-untyped-def]
    """Somebody else's import may be slow or noisy; who does not ask for it does not get it."""
    packages("bad_plugin", "import sys\nsys.loaded_bad_plugin = True\n")
    seat_spec("quo_vadis", "greedy")
    assert not hasattr(sys, "loaded_bad_plugin")


def test_a_package_cannot_replace_a_shipped_strategy(packages) -> None:  # type: ignore[no-untyped-def]
    """Results by 'greedy' mean the same everywhere."""
    packages("good_plugin", OWN.format(name="greedy", idea="Another greed."))
    with pytest.warns(UserWarning, match="'greedy' of another package is left out"):
        assert strategies_for("quo_vadis")["greedy"].origin == "shipped"
