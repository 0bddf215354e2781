"""Species, abilities, tokens and peacocks against games worked out on paper, and in reports of games really played."""

from __future__ import annotations

import inspect
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from experiments.plans import make_plan
from experiments.spec import read_experiment
from reports.build import build
from reports.stats.tails import student_quantile
from reports.tables import comparison as compared
from reports.tables import negotiation, play, species
from reports.tables.every import TABLES, tabulate
from reports.tables.groups import Group, groups
from reports.words import WORDS, Words, words_for
from sim.games.zoo_vadis.box import species_names
from sim.registry import GAMES, load_game
from sim.results import open_run
from sim.runner import run
from tests.reports.runs import by_hand, write_run
from tests.reports.zoo import hand_played, write_zoo

WORDS_HERE = words_for("zoo_vadis")
NO_ARMADILLO = {"ability.armadillo.on": False}


def only_group(run: Path) -> Group:
    """Return the group of a run that has one."""
    (group,) = groups(open_run(run))
    return group


@pytest.fixture
def group(tmp_path: Path) -> Group:
    """Return the hand-played games, counted."""
    return only_group(write_zoo(tmp_path, [hand_played()], part_games=2))


def differences(run: Path) -> pd.DataFrame:
    """Return the comparison of the cells of a run with the first."""
    return compared.comparison(open_run(run), WORDS_HERE)


def by_species(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its species as index."""
    return frame.set_index("species")


def test_a_species_wins_a_share_of_the_games_that_it_is_in(group: Group) -> None:
    """Armadillo won two of its four games; Marmoset sat in one game, which nobody won: then nothing was fair to win."""
    frame = by_species(species.species(group, WORDS_HERE))
    assert dict(frame["n"]) == {"Armadillo": 4, "Crocodile": 4, "Ibis": 3, "Marmoset": 1}
    assert list(frame["win_share"]) == [0.5, 0.25, 0.0, 0.0]
    assert list(frame["fair"]) == pytest.approx([0.25, 0.25, 1 / 3, 0.0])
    assert list(frame["advantage"]) == pytest.approx([0.25, 0.0, -1 / 3, 0.0])


def test_species_are_counted_in_the_seats_that_they_sat_in(group: Group) -> None:
    """Armadillo in seat 0 won one of two games, in seat 1 none of one, in seat 2 its one."""
    frame = species.species_seats(group, WORDS_HERE).set_index(["species", "seat"])
    own = frame.loc["Armadillo"]
    assert (list(own["n"]), list(own["win_share"])) == ([2, 1, 1], [0.5, 0.0, 1.0])
    assert frame["n"].sum() == 12


def test_imbalance_of_species_is_freed_of_chance(group: Group) -> None:
    """1/16 + 0 + 1/9 + 0, less p(1 − p)/(n − 1) of each: 1/12 and 1/16. The spread is 1/4 + 1/3."""
    row = species.species_balance(group, WORDS_HERE).iloc[0]
    assert row["imbalance"] == pytest.approx(1 / 16 + 1 / 9 - 1 / 12 - 1 / 16)
    assert row["spread"] == pytest.approx(7 / 12)


def test_abilities_are_means_per_game_with_the_species_and_fees_totals_over_totals(group: Group) -> None:
    """Armadillo was asked for 5 times and used 4 times in 4 games, for 4 laurels; the others never."""
    frame = by_species(species.abilities(group, WORDS_HERE))
    assert list(frame.loc["Armadillo", ["ability_asked", "ability_used", "fees", "per_use"]]) == [1.25, 1.0, 1.0, 1.0]
    assert math.isnan(frame.loc["Ibis", "per_use"])


def test_special_tokens_are_set_against_winning(group: Group) -> None:
    """Six II-Keeper in four games; five of twelve seats took one, two of these won, and one of the seven others."""
    row = species.tokens(group, WORDS_HERE).set_index("what").loc["II-Keeper"]
    assert row["taken"] == 1.5
    assert [row[name] for name in ("takers", "with_some", "with_none")] == pytest.approx([5 / 12, 2 / 5, 1 / 7])


def test_peacocks_at_the_end_are_counted_game_by_game(group: Group) -> None:
    """None twice, two once, five once; the nine of the failed game do not count."""
    frame = species.peacocks(group)
    assert dict(zip(frame["peacocks"], frame["share"], strict=True)) == {0: 0.5, 2: 0.25, 5: 0.25}


def test_games_without_a_winner_and_what_runs_short_are_facts(group: Group) -> None:
    """One game of four has no winner, one uses up the I, two the bag; ten bribes."""
    frame = play.facts(group, WORDS_HERE.facts).set_index("what")["value"]
    assert frame["share of games that end without a winner"] == 0.25
    assert frame["share of games that use up the I supply"] == 0.25
    assert frame["share of games that use up the bag"] == 0.5
    assert frame["peacock votes bought per game"] == 2.5


def test_laurels_paid_are_no_price_of_votes_where_abilities_are_paid_for(group: Group, tmp_path: Path) -> None:
    """In Zoo Vadis the same laurels pay for votes and abilities; in Quo Vadis? they pay for votes."""
    quo = only_group(write_run(tmp_path / "quo", [by_hand()]))
    for found, priced in ((group, False), (quo, True)):
        assert ("laurels per sold vote" in set(negotiation.overall(found)["what"])) is priced
        assert ("price" in negotiation.by_strategy(found)) is priced


def test_a_game_without_species_has_none_of_these_tables(tmp_path: Path) -> None:
    """The columns decide; Quo Vadis? has no species."""
    run_dir = write_run(tmp_path, [by_hand(), {**by_hand(), "id": "other", "settings": {"variant.reveal": True}}])
    tables = tabulate(groups(open_run(run_dir))[0], words_for("quo_vadis"))
    names = ("species", "species_seats", "species_balance", "abilities", "tokens", "peacocks")
    assert all(tables[name].empty for name in names)
    assert differences(run_dir).empty


def test_a_changed_cell_is_compared_with_the_first_game_by_game(tmp_path: Path) -> None:
    """Armadillo loses game 0 to Crocodile: −1, 0, 0, 0 in its four games, so −1/4 with a standard error of 1/4."""
    cells = [hand_played(id="base"), hand_played((1, 2, 2, -1, 0), id="off", settings=NO_ARMADILLO)]
    frame = by_species(differences(write_zoo(tmp_path, cells, part_games=2)))
    assert dict(frame["n"]) == {"Armadillo": 4, "Crocodile": 4, "Ibis": 3, "Marmoset": 1}
    assert list(frame["difference"]) == [-0.25, 0.25, 0.0, 0.0]
    assert list(frame["concerned"]) == [True, False, False, False]
    row = frame.loc["Armadillo"]
    assert (row["before"], row["after"], row["setting"]) == (0.5, 0.25, "ability.armadillo.on=false")
    assert row["difference_hi"] == pytest.approx(-0.25 + student_quantile(0.975, 3) / 4)
    assert row["difference_hi_all"] > row["difference_hi"]


def test_a_comparison_does_not_depend_on_how_games_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices are for memory only."""
    cells = [hand_played(id="base"), hand_played((1, 0, 2, 2, 0), id="off", settings=NO_ARMADILLO)]
    run_dir = write_zoo(tmp_path, cells)
    whole = differences(run_dir)
    monkeypatch.setattr(compared, "SLICE", 2)
    pd.testing.assert_frame_equal(whole, differences(run_dir), check_exact=True)


def test_only_cells_that_differ_in_one_setting_and_nothing_else_are_compared(tmp_path: Path) -> None:
    """Otherwise nobody knows what made the difference."""
    base, others = hand_played(id="base"), hand_played(id="others", settings=NO_ARMADILLO)
    others["rows"]["seats"]["species"] = (others["rows"]["seats"]["species"] + 1) % 7
    lineup = hand_played(id="lineup", settings=NO_ARMADILLO)
    lineup["lineup"][0] = {**lineup["lineup"][0], "spec": "racer"}
    cells = [
        base,
        hand_played(id="same"),
        hand_played(id="two", settings=NO_ARMADILLO | {"ability.ibis.ones": 2}),
        lineup,
        others,
        hand_played(id="one", settings={"ability.ibis.ones": 2}),
    ]
    frame = differences(write_zoo(tmp_path, cells))
    assert set(frame["cell"]) == {"one"}
    assert list(frame[frame["concerned"]]["species"]) == ["Ibis"]


def test_a_game_that_failed_on_one_side_is_left_out_of_both(tmp_path: Path) -> None:
    """Game 0 failed in the changed cell: three games remain for Armadillo, one of which it won."""
    changed = hand_played(id="off", settings=NO_ARMADILLO)
    changed["rows"]["games"]["end"][0], changed["failed"] = 3, 2
    frame = by_species(differences(write_zoo(tmp_path, [hand_played(id="base"), changed])))
    assert (frame.loc["Armadillo", "n"], frame.loc["Armadillo", "before"]) == (3, pytest.approx(1 / 3))


def test_a_planted_effect_is_found_and_said_first(tmp_path: Path) -> None:
    """Of 400 games Armadillo wins all with its ability and three quarters without it."""
    cells = []
    for id, settings in (("base", {}), ("off", NO_ARMADILLO)):
        cell = hand_played(id=id, settings=settings)
        games, seats = np.tile(cell["rows"]["games"][:4], 100), np.tile(cell["rows"]["seats"][:12], 100).reshape(400, 3)
        games["game_id"], games["winner"] = range(400), np.argmax(seats["species"] == 0, axis=1)
        if settings:
            games["winner"][::4] = 2
        seats["game_id"], seats["share"] = np.arange(400)[:, None], 0
        seats["share"][range(400), games["winner"]] = 420
        cells.append({**cell, "games": 400, "failed": 0, "rows": {"games": games, "seats": seats.ravel()}})
    build(write_zoo(tmp_path, cells))
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["headline"].startswith("What matters most is “off” (ability.armadillo.on=false): Armadillo")
    assert re.search(r"25\.0 \(2\d\.\d–2\d\.\d\) points less", summary["headline"])
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.index("Against “base”") < text.index('class="tiles"')


def test_the_report_calls_species_by_their_names() -> None:
    """The report may not read a game's data: names stand in its words, in the same order."""
    assert WORDS_HERE.species == species_names()
    assert Words().species_name(3) == "species 3"


@pytest.mark.parametrize("name", GAMES)
def test_words_on_abilities_and_tokens_name_columns_of_their_game(name: str) -> None:
    """A misspelt column would silently leave a table out."""
    words = WORDS[name]
    assert {*words.abilities, *words.tokens} <= set(load_game(name).columns["seats"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of games really played at three, five and seven seats, and without an ability at five."""
    file = tmp_path_factory.mktemp("played") / "exp.toml"
    cells: list[dict[str, Any]] = [{"seats": 5, "settings": ""}, {"seats": 3, "settings": ""}]
    cells += [{"seats": 7, "settings": ""}, {"seats": 5, "settings": '"ability.tiger.on" = false'}]
    text = 'name = "exp"\ntitle = "Exp"\ngame = "zoo_vadis"\ngames = 84\n'
    for number, cell in enumerate(cells):
        text += f'[[cells]]\nid = "c{number}"\nseats = {cell["seats"]}\nsettings = {{ {cell["settings"]} }}\n'
    file.write_text(text, encoding="utf-8")
    experiment, source = read_experiment(file)
    run(make_plan(experiment, source), file.parent / "run", jobs=1, backend="sequential")
    build(file.parent / "run")
    return file.parent / "run"


def test_games_really_played_are_reported_at_every_seat_count(played: Path) -> None:
    """Each chapter has its species, abilities and peacocks; win shares of species add up to the games won.

    What is compared with the first group has no chapter, or a page on many changes would be endless.
    """
    summary = json.loads((played / "summary.json").read_text(encoding="utf-8"))
    assert [group["seats"] for group in summary["groups"]] == [5, 3, 7, 5]
    assert not summary["groups"][3]["findings"]
    for number, group in enumerate(summary["groups"]):
        sections = {"Species", "Abilities and special tokens", "Peacocks", "Negotiation"} if number < 3 else set()
        assert sections <= set(group["findings"])
        assert "Species" in {verdict["label"] for verdict in group["verdicts"]}
        rows, decided = group["tables"]["species"], group["tables"]["fairness"][0]["n"]
        assert sum(row["win_share"] * row["n"] for row in rows) == pytest.approx(decided)
        assert sum(row["n"] for row in rows) == group["games"] * group["seats"]
        assert len(rows) == 7
    table = summary["comparison"]["table"]
    assert {row["setting"] for row in table} == {"ability.tiger.on=false"}
    assert [row["species"] for row in table if row["concerned"]] == ["Tiger"]
    text = (played / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|species \d", re.sub("<[^>]*>", " ", text))
    assert re.findall('<article class="chapter" id="(.*?)"', text) == ["g0", "g1", "g2"]
    assert "has no chapter of its own" in text


def test_a_report_with_species_is_the_same_byte_for_byte(played: Path) -> None:
    """It is written from the run alone."""
    names = ("report.html", "report.md", "summary.json", "tables/comparison.csv", "tables/species.csv")
    before = [(played / name).read_bytes() for name in names]
    build(played)
    assert [(played / name).read_bytes() for name in names] == before


@pytest.mark.parametrize("name", ["abilities", "peacocks", "species", "species_balance", "species_seats", "tokens"])
def test_every_column_of_a_table_on_species_is_explained(name: str, group: Group) -> None:
    """Whoever opens a CSV file must find out what its columns are."""
    explained = inspect.getdoc(getattr(species, name)) or ""
    for column in TABLES[name](group, WORDS_HERE).columns:
        base = column.removesuffix("_all").removesuffix("_lo").removesuffix("_hi")
        assert base in explained or base in WORDS_HERE.abilities, f"{name}: {column}"


def test_every_column_of_a_comparison_is_explained(tmp_path: Path) -> None:
    """The same of the table that is about all cells."""
    cells = [hand_played(id="base"), hand_played(id="off", settings=NO_ARMADILLO)]
    explained = inspect.getdoc(compared.comparison) or ""
    assert all(column in explained for column in differences(write_zoo(tmp_path, cells)).columns)
