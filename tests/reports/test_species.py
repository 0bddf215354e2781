"""Species, abilities, tokens and peacocks against games worked out on paper, and in reports of games really played."""

from __future__ import annotations

import inspect
import json
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from experiments.plans import make_plan
from experiments.spec import read_experiment
from reports.build import build
from reports.tables import negotiation, play, species
from reports.tables.every import TABLES, tabulate
from reports.tables.groups import Group, groups
from reports.words import WORDS, Words, words_for
from sim.games.zoo_vadis.box import species_names
from sim.registry import GAMES, load_game
from sim.results import open_run
from sim.runner import run
from tests.reports.runs import by_hand, strategy, write_run
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
    tables = tabulate(only_group(write_run(tmp_path, [by_hand()])), words_for("quo_vadis"))
    names = ("species", "species_seats", "species_balance", "abilities", "tokens", "peacocks")
    assert all(tables[name].empty for name in names)


def test_the_report_calls_species_by_their_names() -> None:
    """The report may not read a game's data: names stand in its words, in the same order."""
    assert WORDS_HERE.species == species_names()
    assert Words().species_name(3) == "species 3"


def test_a_long_name_fits_its_tile(tmp_path: Path) -> None:
    """Of four tiles in a row each is narrow; a name must not be broken anywhere."""
    cell = {**hand_played(), "lineup": [strategy("keeper_master")] * 3}
    assert '"value long">keeper_master<' in build(write_zoo(tmp_path, [cell])).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_words_on_abilities_and_tokens_name_columns_of_their_game(name: str) -> None:
    """A misspelt column would silently leave a table out."""
    words = WORDS[name]
    assert {*words.abilities, *words.tokens} <= set(load_game(name).columns["seats"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of games really played at three, five and seven seats."""
    file = tmp_path_factory.mktemp("played") / "exp.toml"
    text = 'name = "exp"\ntitle = "Exp"\ngame = "zoo_vadis"\ngames = 84\n'
    for seats in (5, 3, 7):
        text += f'[[cells]]\nid = "c{seats}"\nseats = {seats}\n'
    file.write_text(text, encoding="utf-8")
    experiment, source = read_experiment(file)
    run(make_plan(experiment, source), file.parent / "run", jobs=1, backend="sequential")
    build(file.parent / "run")
    return file.parent / "run"


def test_games_really_played_are_reported_at_every_seat_count(played: Path) -> None:
    """Each chapter has its species, abilities and peacocks; win shares of species add up to the games won."""
    summary = json.loads((played / "summary.json").read_text(encoding="utf-8"))
    assert [group["seats"] for group in summary["groups"]] == [5, 3, 7]
    for group in summary["groups"]:
        assert {"Species", "Abilities and special tokens", "Peacocks", "Negotiation"} <= set(group["findings"])
        assert "Species" in {verdict["label"] for verdict in group["verdicts"]}
        rows, decided = group["tables"]["species"], group["tables"]["fairness"][0]["n"]
        assert sum(row["win_share"] * row["n"] for row in rows) == pytest.approx(decided)
        assert sum(row["n"] for row in rows) == group["games"] * group["seats"]
        assert len(rows) == 7
    text = (played / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|species \d", re.sub("<[^>]*>", " ", text))


def test_a_report_with_species_is_the_same_byte_for_byte(played: Path) -> None:
    """It is written from the run alone."""
    names = ("report.html", "report.md", "summary.json", "tables/species.csv")
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


def test_the_weightier_finding_is_said_first(tmp_path: Path) -> None:
    """Armadillo wins every game and sits in seat 0 in half of them: the seat is the smaller news."""
    cell = hand_played()
    games, seats = (np.tile(cell["rows"][name][:n], 100) for name, n in (("games", 4), ("seats", 12)))
    seats = seats.reshape(400, 3)
    games["game_id"], games["winner"] = range(400), np.argmax(seats["species"] == 0, axis=1)
    seats["game_id"], seats["share"] = np.arange(400)[:, None], 0
    seats["share"][range(400), games["winner"]] = 420
    build(write_zoo(tmp_path, [{**cell, "games": 400, "failed": 0, "rows": {"games": games, "seats": seats.ravel()}}]))
    headline = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["headline"]
    assert re.match(r"Armadillo wins 100\.0 % \(.*\) of its games, .* share\. Seat \d wins", headline)
