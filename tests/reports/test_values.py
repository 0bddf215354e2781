"""What reports say of items: each estimator finds the truth of the card toy, or is fooled as it must be."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest

from reports.build import build
from reports.sections.context import Context
from reports.sections.values import values
from reports.tables.comparison import comparison
from reports.tables.groups import groups
from reports.tables.metrics import MARGINS
from reports.tables.values import PHASES, item_phases, item_values
from reports.words import Words, words_for
from sim.plan import CellPlan, Plan
from sim.results import open_run
from sim.runner import run
from sim.strategy import Seated
from tests.reports.runs import by_hand, write_run
from tests.reports.zoo import hand_played, write_zoo
from tests.toys.cards import CARDS, cards_lineup


def never(game: str, spec: str, files: object) -> Seated:
    """Seat nobody: these games are played in one process."""
    raise AssertionError


def played(dir: Path, gain: int, games: int = 4_000) -> Path:
    """Return a run of the card toy in which the card is worth so many points."""
    cell = CellPlan(
        id="main", title="Main", seats=4, games=games, settings={"gain": gain}, lineup=tuple(cards_lineup())
    )
    barred = CellPlan(
        id="barred",
        title="Barred",
        seats=4,
        games=games,
        settings={"gain": gain},
        lineup=tuple(cards_lineup()),
        banned="card",
    )
    plan = Plan(
        name="cards",
        title="Cards",
        question="",
        game=CARDS,
        seed=1,
        cells=(cell, barred),
        seat_spec=never,
        rate=1.0,
    )
    run(plan, dir, jobs=1, backend="sequential")
    return dir


def test_of_several_settings_the_worth_of_items_is_said_first_too(tmp_path: Path) -> None:
    """A run that asks what cards are worth must not answer with its seats alone."""
    cells = tuple(
        CellPlan(id=f"g{gain}", title=f"Gain {gain}", seats=4, games=300, settings={"gain": gain}, lineup=lineup)
        for gain, lineup in ((3, tuple(cards_lineup())), (0, tuple(cards_lineup())))
    )
    plan = Plan(name="cards", title="Cards", question="", game=CARDS, seed=1, cells=cells, seat_spec=never, rate=1.0)
    run(plan, tmp_path, jobs=1, backend="sequential")
    build(tmp_path)
    headline = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["headline"]
    assert headline.startswith("“Gain 3”: Acquiring Card instead of the best other action is worth most: +")
    assert " points at the end. Worth least is Card: +" in headline


@pytest.fixture(scope="module")
def worthless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with a card that does nothing."""
    return played(tmp_path_factory.mktemp("worthless") / "run", 0)


@pytest.fixture(scope="module")
def precious(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with a card that is worth three points."""
    return played(tmp_path_factory.mktemp("precious") / "run", 3)


def row_of(dir: Path) -> pd.Series:
    """Return the row of the card."""
    (group,) = groups(open_run(dir))
    (row,) = (row for _, row in item_values(group, Words()).iterrows())
    return row


def error(row: pd.Series, name: str) -> float:
    """Return about the standard error of an estimate."""
    return float(row[f"{name}_hi"] - row[f"{name}_lo"]) / 2 / 1.96


def test_a_worthless_card_is_worth_nothing_but_looks_strong(worthless: Path) -> None:
    """Branching says exactly 0, weighting about 0 (|z| < 4.5), banning exactly 0; the win rate says a lot."""
    row = row_of(worthless)
    assert (row["value"], row["value_points"], row["ban"]) == (0.0, 0.0, 0.0)
    assert row["acquired"] > 0.15
    assert row["acquired_lo"] > 0.1
    for name in ("ipw", "aipw"):
        assert abs(row[name]) < 4.5 * error(row, name)
        assert error(row, name) < 0.02
    assert error(row, "aipw") < error(row, "ipw")
    assert row["trimmed"] == 0.0
    assert row["n"] == 4 * 4_000
    assert row["games"] == 4_000


def test_a_planted_worth_is_found_by_every_causal_estimator(precious: Path) -> None:
    """Three points exactly; the win share by branching, by weighting where the choice was open, and by the ban."""
    row = row_of(precious)
    assert row["value_points"] == row["value_points_lo"] == 3.0
    assert row["value_lo"] > 0.05
    assert row["p"] < 1e-6
    assert row["ban_lo"] > 0.0
    assert row["aipw_lo"] > 0.0
    assert row["acquired"] > row["value_hi"]


def test_what_chance_hands_out_is_compared_as_it_stands(worthless: Path) -> None:
    """The toy's charm is the parity of the points: it says next to nothing about winning, and all seats count."""
    (group,) = groups(open_run(worthless))
    (row,) = (row for _, row in item_values(group, Words(randomised={"dealt_charm": "card"})).iterrows())
    assert row["chance_n"] == 4 * 4_000
    assert abs(row["chance"]) < 0.05
    assert row["chance_lo"] < row["chance"] < row["chance_hi"]


def test_phases_are_cut_at_turns_that_all_games_share(worthless: Path, precious: Path) -> None:
    """A third of a game's own length would be known only afterwards."""
    (group,) = groups(open_run(precious))
    frame = item_phases(group, Words())
    assert set(frame["phase"]) <= set(PHASES)
    assert frame["n"].sum() == 4 * 4_000
    assert frame["first_turn"].iloc[0] == 0
    assert (frame["last_turn"] >= frame["first_turn"]).all()
    assert list(frame["first_turn"].iloc[1:]) == list(frame["last_turn"].iloc[:-1] + 1)
    assert (frame["value_points"] == 3.0).all()


def test_barred_games_are_counted_nowhere_else(worthless: Path) -> None:
    """They are played under a rule that no table has: a chapter about them would mislead."""
    opened = open_run(worthless)
    (group,) = groups(opened)
    assert len(opened.cells) == 2
    assert [cell.id for cell in group.cells] == ["main"]
    assert group.all.n == 4_000


def test_barred_games_are_not_taken_for_a_changed_rule(tmp_path: Path) -> None:
    """A cell that differs from the base in one setting is a variant; with a banned item besides it is not."""
    changed = {"ability.tiger.on": False}
    cells = [
        hand_played(id="base"),
        hand_played(id="b", settings=changed),
        hand_played(id="c", settings=changed, banned="V"),
    ]
    asked = {"base": "base", "margins": dict(MARGINS)}
    frame = comparison(open_run(write_zoo(tmp_path, cells, whatif=asked)), words_for("zoo_vadis"))
    assert set(frame["change"]) == {"b"}


def test_the_report_calls_each_estimator_what_it_is(worthless: Path) -> None:
    """A win rate in a row beside causal numbers must not pass for one of them."""
    text = (build(worthless).parent / "report.md").read_text(encoding="utf-8")
    assert "What each item is worth" in text
    for head in ("Branching, win share (causal)", "Won more when acquired (misleads)", "Barred seat loses (causal)"):
        assert head in text
    assert "Win rates mislead: seats that acquire Card win" in text
    assert (worthless / "tables" / "items.csv").is_file()
    assert (worthless / "tables" / "item_phases.csv").is_file()
    page = (worthless / "report.html").read_text(encoding="utf-8")
    assert '<table class="sortable">' in page
    assert "win share added by acquiring the item" in page


def test_a_run_without_causal_estimates_has_no_such_section(tmp_path: Path) -> None:
    """Win rates alone would be taken for worth."""
    (group,) = groups(open_run(write_run(tmp_path, [by_hand()])))
    frame = item_values(group, Words())
    assert frame.empty
    context = Context(id="g0", group=group, words=Words(), tables={"items": frame})
    assert values(context) is None


def test_an_item_that_is_dear_for_what_it_does_is_named(worthless: Path) -> None:
    """Prices and values as known: seven items on a line, one far below it."""
    (group,) = groups(open_run(worthless))
    row = row_of(worthless)
    prices = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 4.0]
    worth = [1.1, 1.9, 3.0, 4.1, 4.9, 6.1, 6.9, 1.0]
    rows = []
    for i, (price, value) in enumerate(zip(prices, worth, strict=True)):
        sure = {"value_points": value, "value_points_lo": value - 0.1, "value_points_hi": value + 0.1}
        off = {"off": -3.0 if i == 7 else 0.0, "off_p": 0.001 if i == 7 else 1.0, "line": price}
        rows.append({**row.to_dict(), **sure, **off, "item": f"item {i}", "cost": price})
    tables = {"items": pd.DataFrame(rows), "item_phases": pd.DataFrame()}
    section = values(Context(id="g0", group=group, words=Words(price="price in coins"), tables=tables))
    assert section is not None
    assert any("Worth less than others of its price in coins for sure" in finding for finding in section.findings)
    assert any("item 7 by 3.0" in finding for finding in section.findings)
    figure = section.figures[1]
    assert figure.title == "Off the line of worth and price in coins: item 7 (dear)."
    assert "item 7 at 4.0: 1.00 (dear for what it does)" in figure.svg
    assert not math.isnan(row["n"])


def test_items_of_one_price_are_told_apart_only_for_sure(worthless: Path) -> None:
    """Two of price 2 whose intervals do not meet; two of price 5 that lie farther apart, but less surely."""
    (group,) = groups(open_run(worthless))
    rows = []
    for name, price, value, half in (("a", 2, 0.06, 0.01), ("b", 2, 0.0, 0.01), ("c", 5, 0.2, 0.1), ("d", 5, 0.1, 0.1)):
        ends = {
            f"value_{end}{all}": value + sign * half for end, sign in (("lo", -1), ("hi", 1)) for all in ("", "_all")
        }
        rows.append(
            {**row_of(worthless).to_dict(), **ends, "value": value, "item": name, "cost": price, "off": math.nan}
        )
    tables = {"items": pd.DataFrame(rows), "item_phases": pd.DataFrame()}
    section = values(Context(id="g0", group=group, words=Words(), tables=tables))
    assert section is not None
    told = [said for said in section.findings if said.startswith("Of the items")]
    assert told == [
        "Of the items with printed cost 2, a is worth +6.0 (5.0–7.0) points of win share, b 0.0 (−1.0 to 1.0)."
    ]
