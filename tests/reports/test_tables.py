"""Tables against five games worked out on paper, and against the same games cut in other ways."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.build import build
from reports.tables import count, length, negotiation, play, scores, wins
from reports.tables.every import TABLES, tabulate
from reports.tables.groups import Group, groups
from reports.tables.metrics import Table, metrics
from reports.words import WORDS, Words, words_for
from sim.registry import load_game
from sim.results import open_run
from tests.reports.runs import by_hand, common_alone, invented, write_run


def only_group(run: Path) -> Group:
    """Return the group of a run that has one."""
    (group,) = groups(open_run(run))
    return group


def answer(frame: pd.DataFrame, what: str) -> float:
    """Return the value of a question."""
    return float(frame.set_index("what").loc[what, "value"])


def test_every_seat_won_one_of_four_games(hand_made: Path) -> None:
    """The failed game counts nowhere, the truncated one as won by nobody."""
    frame = wins.seats(only_group(hand_made))
    assert list(frame["win_share"]) == [0.25, 0.25, 0.25]
    assert list(frame["n"]) == [4, 4, 4]
    assert list(frame["fair"]) == [0.25] * 3
    assert list(frame["advantage"]) == [0.0] * 3


def test_win_shares_and_games_without_a_winner_add_up_to_all_games(hand_made: Path) -> None:
    """No row is dropped without a word: 3 wins, 1 truncated, 1 failed."""
    group = only_group(hand_made)
    ends = length.ends(group).set_index("end")
    assert dict(ends["games"]) == {"finished": 3, "truncated": 1, "failed": 1}
    assert set(ends["n"]) == {5}
    assert wins.seats(group)["win_share"].sum() * 4 + ends.loc["truncated", "games"] == 4


def test_a_strategy_in_two_seats_counts_per_seat_and_by_game(hand_made: Path) -> None:
    """a won two of four games with two seats: a quarter per seat, like b, which won one with one seat."""
    frame = wins.strategies(only_group(hand_made)).set_index("strategy")
    assert list(frame.loc[["a", "b"], "win_share"]) == [0.25, 0.25]
    assert list(frame.loc[["a", "b"], "n"]) == [4, 4]
    # Two seats of a strategy, of which at most one wins: its share per seat is 0 or 1/2, not 0 or 1.
    assert frame.loc["a", "win_share_hi"] < frame.loc["b", "win_share_hi"]


def test_strategies_are_counted_in_the_seats_that_they_sat_in(hand_made: Path) -> None:
    """a sat in seat 0 in games 0, 1, 3 and won game 1; b in seat 1 in games 0 and 3 and won game 0."""
    frame = wins.places(only_group(hand_made)).set_index(["strategy", "seat"])
    assert dict(frame["n"]) == {("a", 0): 3, ("a", 1): 2, ("a", 2): 3, ("b", 0): 1, ("b", 1): 2, ("b", 2): 1}
    assert frame.loc[("a", 0), "win_share"] == pytest.approx(1 / 3)
    assert frame.loc[("b", 1), "win_share"] == pytest.approx(1 / 2)


def test_head_to_head_counts_who_finishes_above_whom(hand_made: Path) -> None:
    """b beats both a's in game 0, is between them in games 1 and 2, and game 3 says nothing: −1/4 for a."""
    frame = wins.head_to_head(only_group(hand_made)).set_index(["strategy", "other"])
    assert frame.loc[("a", "b"), "margin"] == pytest.approx(-0.25)
    assert frame.loc[("b", "a"), "margin"] == pytest.approx(0.25)
    assert set(frame["n"]) == {4}


def test_scores_are_described_by_who_had_them(hand_made: Path) -> None:
    """Sums on paper: 120 over 12 seats, winners 20 + 12 + 9, disqualified 5 + 30 + 1 + 2 + 3."""
    frame = scores.summary(only_group(hand_made)).set_index("who")
    means = {
        "all seats": 120 / 12,
        "winner": 41 / 3,
        "qualified": 79 / 7,
        "disqualified": 41 / 5,
        "seat 0": 31 / 4,
        "a": (15 + 20 + 39 + 4) / 8,
        "b": (20 + 12 + 8 + 2) / 4,
    }
    assert dict(frame.loc[list(means), "mean"]) == pytest.approx(means)
    assert frame.loc["seat 2", "p50"] == 5.0  # of 3, 5, 9, 12
    assert frame.loc["winner", "n"] == 3


def test_the_score_histogram_counts_seats_winners_and_disqualified(hand_made: Path) -> None:
    """12 was scored twice in game 1, and only one of the two won."""
    frame = scores.histogram(only_group(hand_made)).set_index("score")
    assert dict(frame.loc[12]) == {"seats": 2, "winners": 1, "disqualified": 0}
    assert dict(frame.loc[30]) == {"seats": 1, "winners": 0, "disqualified": 1}
    assert frame["seats"].sum() == 12
    assert 99 not in frame.index


def test_closeness_and_qualification_are_asked_of_the_games_that_know(hand_made: Path) -> None:
    """Margins 10, 0, 1; one tie of three; the richest disqualified once; 41 of 120 points lost; 7 seats qualified."""
    group = only_group(hand_made)
    closeness, eligibility = scores.closeness(group), scores.eligibility(group)
    assert answer(closeness, "mean winning margin") == pytest.approx(11 / 3)
    assert answer(closeness, "share of games won by at most 1") == pytest.approx(2 / 3)
    assert answer(closeness, "share of games decided by a tie-break") == pytest.approx(1 / 3)
    assert answer(closeness, "share of games won without a qualified rival") == 0.0
    assert answer(closeness, "inequality within a game (Gini)") == pytest.approx((429 + 125 + 468 + 333) / 4000)
    assert answer(eligibility, "share of games with the richest disqualified") == pytest.approx(1 / 3)
    assert answer(eligibility, "disqualified seats per game") == 5 / 4
    assert answer(eligibility, "share of all points held by disqualified seats") == pytest.approx(41 / 120)
    assert answer(eligibility, "win share of a seat that qualifies") == pytest.approx(3 / 7)


def test_negotiations_are_totals_over_totals(hand_made: Path) -> None:
    """4 negotiations, 3 deals, 4 votes, 3 of them sold for 6 laurels, 3 promised, 1 kept, 1 broken in 4 games."""
    group = only_group(hand_made)
    frame = negotiation.overall(group)
    expected = {
        "negotiations begun per game": 1.0,
        "share agreed": 3 / 4,
        "share of traded votes sold": 3 / 4,
        "laurels per traded vote": 6 / 4,
        "laurels per sold vote": 2.0,
        "votes promised per game": 3 / 4,
        "share of called promises kept": 1 / 2,
    }
    assert {what: answer(frame, what) for what in expected} == pytest.approx(expected)
    asked = negotiation.by_strategy(group).set_index("strategy")["asked"]
    assert dict(asked) == pytest.approx({"a": 1 / 8, "b": 3 / 4})


def test_what_seats_do_is_a_mean_per_game_and_seat(hand_made: Path) -> None:
    """a took 78 laurels on paths in 8 seats of 4 games, b 42 in 4, the winners 41 in 3."""
    frame = play.per_game(only_group(hand_made), ["from_paths"], winners=True).set_index("strategy")
    expected = {"a": 78 / 8, "b": 42 / 4, play.WINNERS: 41 / 3}
    assert dict(frame["from_paths"]) == pytest.approx(expected)


def test_used_up_supplies_are_counted(hand_made: Path) -> None:
    """No I laurels were left in games 0 and 2 of four; the empty stack of the failed game does not count."""
    facts = play.facts(only_group(hand_made), words_for("quo_vadis").facts)
    assert answer(facts, "share of games that use up the I laurels") == 0.5
    assert answer(facts, "share of games that use up the stack") == 0.0


def test_length_counts_a_truncated_game_with_the_turns_that_it_had(hand_made: Path) -> None:
    """30, 40, 50 and 1000 turns."""
    row = length.summary(only_group(hand_made)).iloc[0]
    assert (row["n"], row["mean"], row["p50"], row["p95"]) == (4, 280.0, 40.0, 1000.0)
    turns = length.histogram(only_group(hand_made))
    assert turns.to_dict("list") == {"turns": [30, 40, 50, 1000], "finished": [1, 1, 1, 0], "truncated": [0, 0, 0, 1]}


def test_games_that_stand_out_are_named(hand_made: Path) -> None:
    """Each can be looked at under its game id."""
    frame = length.unusual([only_group(hand_made)]).set_index("kind")
    assert {kind: (int(row["game_id"]), int(row["value"])) for kind, row in frame.iterrows()} == {
        "longest": (2, 50),
        "shortest": (0, 30),
        "biggest margin": (0, 10),
        "lowest winning score": (2, 9),
        "first truncated": (3, 3),
        "first failed": (4, 4),
    }


def test_seats_are_also_judged_by_turn_order_if_the_start_seat_is_drawn(tmp_path: Path) -> None:
    """Started by seats 1, 0, 1, the three games are won by who comes first, first and second."""
    hand = by_hand()
    assert wins.turn_order(only_group(write_run(tmp_path / "fixed", [hand]))).empty
    hand["rows"]["games"]["start"] = [1, 0, 1, 2, 0]
    frame = wins.turn_order(only_group(write_run(tmp_path / "drawn", [hand])))
    assert list(frame["win_share"]) == [0.5, 0.25, 0.0]


def test_turn_order_counts_only_where_the_start_seat_is_drawn(tmp_path: Path) -> None:
    """The start seat of an election is that of its last game, and says nothing about who began."""
    hand = by_hand()
    hand["rows"]["games"]["start"] = [1, 0, 1, 2, 0]
    for settings, rows in (
        ({"setup.start_seat": "random"}, 3),
        ({"variant.election": True}, 0),
        ({"setup.start_seat": "random", "variant.election": True}, 0),
    ):
        group = only_group(write_run(tmp_path / str(rows) / str(len(settings)), [{**hand, "settings": settings}]))
        assert len(tabulate(group, words_for("quo_vadis"))["turn_order"]) == rows


@pytest.mark.parametrize(("part_games", "games_at_a_time"), [(7, 1000), (1000, 7), (64, 100)])
def test_tables_do_not_depend_on_how_games_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part_games: int, games_at_a_time: int
) -> None:
    """Parts and slices are for memory only: all counts are whole numbers."""
    rows = [invented(150, ["racer", "hoarder", "racer"], truncated=0.05)]
    whole = tabulate(only_group(write_run(tmp_path / "whole", rows)), words_for("quo_vadis"))
    monkeypatch.setattr(count, "SLICE", games_at_a_time)
    cut = tabulate(only_group(write_run(tmp_path / "cut", rows, part_games)), words_for("quo_vadis"))
    for name, frame in whole.items():
        pd.testing.assert_frame_equal(frame, cut[name], check_exact=True)


def test_seat_counts_and_settings_are_never_pooled_and_lineups_are(tmp_path: Path) -> None:
    """An advantage may change its sign with the number of seats: averages over them would hide it."""
    cells = [
        invented(60, ["racer", "hoarder", "greedy"], id="a"),
        invented(60, ["racer", "racer", "greedy"], id="b"),
        invented(60, ["racer", "hoarder", "greedy", "greedy"], id="c"),
        invented(60, ["racer", "hoarder", "greedy"], id="d", settings={"tokens.V.count": 8}),
    ]
    found = groups(open_run(write_run(tmp_path, cells)))
    assert [(group.seats, [cell.id for cell in group.cells]) for group in found] == [
        (3, ["a", "b"]),
        (4, ["c"]),
        (3, ["d"]),
    ]
    assert found[0].all.n == 120
    assert wins.strategies(found[0]).set_index("strategy").loc["hoarder", "n"] == 60
    assert len(wins.lineups(found[0])) == 5


def test_lineups_of_one_strategy_say_nothing_about_strategies(tmp_path: Path) -> None:
    """A strategy among copies of itself wins an equal share, whatever it is worth."""
    cells = [invented(60, ["racer"] * 3, id="a"), invented(60, ["racer", "hoarder", "hoarder"], id="b")]
    (group,) = groups(open_run(write_run(tmp_path, cells)))
    frame = wins.strategies(group).set_index("strategy")
    assert dict(frame["n"]) == {"racer": 60, "hoarder": 60}
    assert len(wins.one_against_many(group)) == 1
    assert wins.strategies(only_group(write_run(tmp_path / "one", cells[:1]))).empty


def test_a_game_with_the_common_columns_alone_is_tabulated(tmp_path: Path) -> None:
    """A later game need not count what Quo Vadis? counts."""
    group = only_group(write_run(tmp_path, [common_alone(by_hand())]))
    tables = tabulate(group, Words())
    assert list(tables["seats"]["win_share"]) == [0.25] * 3
    assert tables["scores"]["n"].iloc[0] == 12
    assert all(tables[name].empty for name in ("negotiation", "sources", "actions", "facts", "margins", "eligibility"))
    assert len(tables["length"]) == 1


@pytest.mark.parametrize("name", TABLES)
def test_every_column_of_a_table_is_explained(name: str, tmp_path: Path) -> None:
    """Whoever opens a CSV file must find out what its columns are."""
    functions = {
        "sources": play.per_game,
        "actions": play.per_game,
        "facts": play.facts,
        "length_histogram": length.histogram,
    }
    functions |= {"scores": scores.summary, "score_histogram": scores.histogram, "length": length.summary}
    functions |= {"negotiation": negotiation.overall, "negotiators": negotiation.by_strategy}
    source = next((getattr(module, name) for module in (wins, scores, length) if hasattr(module, name)), None)
    explained = inspect.getdoc(functions.get(name) or source) or ""
    frame = TABLES[name](only_group(write_run(tmp_path, [by_hand()])), words_for("quo_vadis"))
    for column in frame.columns:
        base = column.removesuffix("_all").removesuffix("_lo").removesuffix("_hi")
        known = base in explained or ("<column>" in explained) or (base[:1] == "p" and base[1:].isdigit())
        assert known, f"{name}: {column}"


def test_words_name_columns_that_their_game_has() -> None:
    """A misspelt column would silently leave a section out."""
    for name, words in WORDS.items():
        columns = load_game(name).columns
        assert {*words.sources, *words.actions, *([words.spent[0]] if words.spent else [])} <= set(columns["seats"])
        assert {*words.acquired, *words.randomised} <= set(columns["seats"])
        facts = {column.removeprefix("no_") for column in words.facts} - {"undecided"}  # worked out for every game
        assert facts <= set(columns["games"])


def test_estimates_never_leave_out_their_interval(hand_made: Path) -> None:
    """Where a column has an interval, it encloses the value."""
    for name, frame in tabulate(only_group(hand_made), words_for("quo_vadis")).items():
        for column in frame.columns:
            if f"{column}_lo" in frame.columns:
                for value, lo, hi in frame[[column, f"{column}_lo", f"{column}_hi"]].itertuples(index=False):
                    assert math.isnan(value) or not (lo > value or hi < value), (name, column)


def test_nobody_is_called_unrivalled_where_nobody_can_be_disqualified(tmp_path: Path) -> None:
    """A number that the rules hold at 0 tells a designer nothing; nor do two rows that are always the same."""
    cell = invented(60, ["one", "two", "three"])
    rows = cell["rows"]["games"]
    names = [name for name in rows.dtype.names if name != "richest_disqualified"]
    cell["rows"]["games"] = np.rec.fromarrays([rows[name] for name in names], names=names)
    group = only_group(write_run(tmp_path, [cell]))
    asked = set(scores.closeness(group)["what"])
    assert "share of games won by at most 1" in asked
    assert "share of games won without a qualified rival" not in asked
    assert list(scores.summary(group).query("by == 'result'")["who"]) == ["winner"]
    table = Table(seats=3, strategies={}, species=[], team=False)
    columns = {"games": names, "seats": list(cell["rows"]["seats"].dtype.names)}
    compared = {metric.name for metric in metrics(table, columns, words_for("quo_vadis"), paired=True)}
    assert compared & set(scores.CLOSENESS) == asked & set(scores.CLOSENESS)
    build(tmp_path)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not any(word in text for word in ("richest disqualified", "qualified seat", "qualified rival"))
