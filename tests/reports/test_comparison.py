"""Variants of a what-if against their base, and runs against each other: on paper, and of games really played."""

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

from experiments import whatif
from reports.build import build
from reports.sections.comparison import findings
from reports.stats.tails import student_quantile
from reports.tables import comparison as compared
from reports.tables.groups import groups
from reports.tables.metrics import MARGINS
from reports.words import words_for
from sim.errors import BadInput
from sim.results import open_run
from tests.reports.runs import by_hand, common_alone, invented, write_run
from tests.reports.zoo import hand_played, write_zoo

WHATIF = {"base": "base", "margins": MARGINS}
NO_ARMADILLO = {"ability.armadillo.on": False}


def frame_of(dir: Path) -> pd.DataFrame:
    """Return the comparison in a run."""
    run = open_run(dir)
    return compared.comparison(run, words_for(run.manifest["game"]["name"]))


def zoo(dir: Path, *cells: dict[str, Any], part_games: int = 50_000) -> pd.DataFrame:
    """Return the comparison of cells with the hand-played one, by metric."""
    base = hand_played(id="base")
    return frame_of(write_zoo(dir, [base, *cells], part_games, whatif=WHATIF)).set_index("metric")


def two_runs(dir: Path, first: dict[str, Any], second: dict[str, Any]) -> tuple[pd.DataFrame, str]:
    """Return the comparison of two runs of one cell, and how and why they are compared so."""
    runs = []
    for name, cell in {"a": first, "b": second}.items():
        about = cell.pop("about", {})
        runs.append(open_run(write_run(dir / name, [cell], **about)))
    frame, (note,) = compared.compare_runs(*runs, words_for("quo_vadis"))
    return frame.set_index("metric"), note


def test_a_run_without_a_base_has_no_comparison(tmp_path: Path) -> None:
    """Cells that ask something else are not set against the first one."""
    assert frame_of(write_run(tmp_path, [by_hand(), {**by_hand(), "id": "other"}])).empty


def test_a_variant_is_compared_with_the_base_game_by_game(tmp_path: Path) -> None:
    """Armadillo loses game 0 to Crocodile: of its four games it wins one instead of two."""
    frame = zoo(tmp_path, hand_played((1, 2, 2, -1, 0), id="off", settings=NO_ARMADILLO), part_games=2)
    species = [
        name
        for name in frame.index
        if name.startswith("win share of") and frame.loc[name, "question"] == "Which species wins?"
    ]
    assert [frame.loc[name, "about"] for name in species] == ["Armadillo", "Crocodile", "Ibis", "Marmoset"]
    assert list(frame.loc[species, "n"]) == [4, 4, 3, 1]
    assert list(frame.loc[species, "difference"]) == [-0.25, 0.25, 0.0, 0.0]
    assert list(frame.loc[species, "concerned"]) == [True, False, False, False]
    row = frame.loc["win share of Armadillo"]
    assert (row["base"], row["variant"], row["changed"]) == (0.5, 0.25, "ability.armadillo.on=false")
    assert frame.loc["share of games whose winner changes", "variant"] == 0.25
    assert frame.loc["share of games that go differently", "difference"] == 0.25


def test_a_game_that_failed_on_one_side_is_left_out_of_both(tmp_path: Path) -> None:
    """Game 0 failed in the variant: three games remain for Armadillo, one of which it won."""
    changed = hand_played(id="off", settings=NO_ARMADILLO)
    changed["rows"]["games"]["end"][0], changed["failed"] = 3, 2
    row = zoo(tmp_path, changed).loc["win share of Armadillo"]
    assert (row["n"], row["base"]) == (3, pytest.approx(1 / 3))


def test_a_comparison_does_not_depend_on_how_games_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices are for memory only, and never cut a block."""
    cells = [invented(100, ["a", "b", "c"], seed, id=id) for seed, id in enumerate(("base", "other"))]
    run_dir = write_run(tmp_path, cells, whatif=WHATIF)
    whole = frame_of(run_dir)
    for games in (1, 7, 30):
        monkeypatch.setattr(compared, "SLICE", games)
        pd.testing.assert_frame_equal(whole, frame_of(run_dir), check_exact=True)


def test_the_unit_of_an_interval_is_a_block_of_one_turn_of_the_seats(tmp_path: Path) -> None:
    """Games of a block share what the seating makes of them: their sums are what varies independently."""
    cells = [invented(301, ["a", "b", "c"], seed, id=id) for seed, id in enumerate(("base", "other"))]
    row = frame_of(write_run(tmp_path, cells, whatif=WHATIF)).set_index("metric").loc["win share of a"]
    won = []
    for cell in cells:
        seats = cell["rows"]["seats"].reshape(301, 3)
        won.append(((seats["strategy"] == 0) * seats["share"]).sum(axis=1) / 420)
    more = won[1] - won[0]
    games = np.add.reduceat(np.ones(301), np.arange(0, 301, 3))
    residuals = np.add.reduceat(more, np.arange(0, 301, 3)) - more.mean() * games
    error = math.sqrt(len(games) / (len(games) - 1) * (residuals**2).sum()) / 301
    assert row["difference"] == pytest.approx(more.mean())
    assert row["hi"] - row["difference"] == pytest.approx(student_quantile(0.975, len(games) - 1) * error)


def test_a_what_if_has_a_chapter_for_each_cell(tmp_path: Path) -> None:
    """A variant that differs in a strategy only is not pooled with its base."""
    other = by_hand()
    other["lineup"][2] = {**other["lineup"][2], "spec": "c"}
    cells = [{**by_hand(), "id": "base"}, {**other, "id": "c"}]
    assert len(groups(open_run(write_run(tmp_path / "whatif", cells, whatif=WHATIF)))) == 2
    assert len(groups(open_run(write_run(tmp_path / "plain", cells)))) == 1


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
    build(write_zoo(tmp_path, cells, whatif=WHATIF))
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert "“off”: win share of Armadillo 100.0 % → 75.0 %, −25.0" in summary["headline"]
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.index("Against “base”") < text.index('class="tiles ')
    assert "25.0 % (" in " ".join(summary["comparison"]["findings"])
    frame = frame_of(tmp_path)
    (*_, told) = findings(frame[frame["metric"] == "win share of Armadillo"])
    assert told == "Of 1 number 1 changes materially, 0 do not, and 0 are undecided."


def test_strategies_are_compared_by_their_place_in_the_lineup(tmp_path: Path) -> None:
    """Two a, one of which is another strategy in the variant: a stays one strategy, the place is another."""
    base, other = by_hand(), by_hand()
    other["lineup"][2] = {**other["lineup"][2], "spec": "c"}
    frame = frame_of(write_run(tmp_path, [{**base, "id": "base"}, {**other, "id": "c"}], whatif=WHATIF)).set_index(
        "metric"
    )
    assert {"win share of a", "win share of b", "win share of a → c"} <= set(frame.index)
    assert frame.loc["win share of a", "changed"] == "seat2=c"
    assert frame.loc["win share of a", "base"] + frame.loc["win share of a → c", "base"] == pytest.approx(2 / 4)


def test_runs_of_the_same_seed_and_seats_are_pairs(tmp_path: Path) -> None:
    """Even if one is longer: the games of the same number are compared."""
    first, second = (invented(n, ["a", "b", "c"], seed=1) for n in (300, 300))
    frame, note = two_runs(tmp_path, first, second)
    assert "pairs of games" in note
    assert (frame["difference"].dropna() == 0).all()
    short = invented(300, ["a", "b", "c"], seed=1)
    rows = {"games": short["rows"]["games"][:99], "seats": short["rows"]["seats"][:297]}
    frame, note = two_runs(
        tmp_path / "again", invented(300, ["a", "b", "c"], seed=1), {**short, "games": 99, "rows": rows}
    )
    assert "game ids 0 to 98 in both" in note
    assert frame.loc["turns per game", "n"] == 99
    assert (frame["difference"].dropna() == 0).all()


@pytest.mark.parametrize(
    ("second", "why"),
    [
        ({"lineup": ["a", "b", "c"], "about": {"seed": 2}}, "their seeds are 1 and 2"),
        ({"lineup": ["a", "b", "c", "d"]}, "3 and 4 seats do not turn alike"),
    ],
)
def test_runs_that_are_no_pairs_are_independent_samples(tmp_path: Path, second: dict[str, Any], why: str) -> None:
    """It is said so and why; Newcombe's interval for shares; nothing is spared."""
    other = invented(600, second["lineup"], seed=8) | {"about": second.get("about", {})}
    frame, note = two_runs(tmp_path, invented(900, ["a", "b", "c"], seed=7), other)
    assert "independent samples" in note
    assert why in note
    assert set(frame["variance_reduction"].dropna()) == {1.0}
    assert "share of games that go differently" not in frame.index
    assert frame.loc["turns per game", "n"] == 600
    row = frame.loc["win share of a"]
    assert row["lo"] < row["difference"] < row["hi"]


def test_paired_and_unpaired_estimates_agree_within_their_errors(tmp_path: Path) -> None:
    """The same change on the same shuffles and on others: pairing makes an estimate surer, not another."""
    close = whatif.run("quo_vadis", {"tokens.V.count": 12}, games=2_000, seed=1).set_index("metric")
    for name, settings, seed in (("a", {}, 1), ("b", {"tokens.V.count": 12}, 2)):
        whatif.run("quo_vadis", settings, games=2_000, seed=seed, out=tmp_path / name)
    base, variant = (open_run(tmp_path / name) for name in ("a", "b"))
    apart, _ = compared.compare_runs(base, variant, words_for("quo_vadis"))
    apart = apart[apart["change"] == "variant"].set_index("metric")
    common = close.index.intersection(apart.index)
    assert len(common) > 30
    for metric in common:
        one, other = close.loc[metric], apart.loc[metric]
        reach = math.hypot(one["hi"] - one["lo"], other["hi"] - other["lo"]) / 2
        if reach > 0 and one["base"] > 0.02:
            assert abs(one["difference"] - other["difference"]) < 4.5 / 1.96 * reach, metric


def test_runs_of_different_games_and_without_common_cells_are_refused(tmp_path: Path) -> None:
    """There is nothing to compare; the message says what is on either side."""
    quo = open_run(write_run(tmp_path / "quo", [by_hand()]))
    with pytest.raises(BadInput, match=r"is a run of Zoo Vadis"):
        compared.compare_runs(open_run(write_zoo(tmp_path / "zoo", [hand_played()])), quo, words_for("quo_vadis"))
    several = open_run(write_run(tmp_path / "two", [{**by_hand(), "id": "x"}, {**by_hand(), "id": "y"}]))
    with pytest.raises(BadInput, match=r"No cell of .*main there, x and y here"):
        compared.compare_runs(quo, several, words_for("quo_vadis"))


def test_a_team_game_is_compared_by_what_the_team_wins(tmp_path: Path) -> None:
    """No seat wins against another: shares of seats and strategies would mean nothing."""
    cells = []
    for id, wins in (("base", [1, 0, 1, 0, 1, 0]), ("other", [1, 1, 1, 0, 1, 1])):
        cell = common_alone(invented(6, ["a", "b"], seed=3, id=id, truncated=0.0))
        rows = cell["rows"]["games"]
        names = [*rows.dtype.names, "won"]
        cell["rows"]["games"] = np.rec.fromarrays(
            [*(rows[n] for n in rows.dtype.names), np.array(wins, "i1")], names=names
        )
        cells.append(cell)
    dir = write_run(tmp_path, cells, whatif=WHATIF)
    manifest = json.loads((dir / "manifest.json").read_text(encoding="utf-8"))
    manifest["game"] |= {"name": "a team game", "team": True}
    (dir / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    frame = frame_of(dir).set_index("metric")
    assert not any("win share" in name for name in frame.index)
    row = frame.loc["share of games won"]
    assert (row["base"], row["variant"], row["difference"]) == (0.5, pytest.approx(5 / 6), pytest.approx(1 / 3))
    assert frame.loc["share of games whose result changes", "variant"] == pytest.approx(1 / 3)
    assert any("have another result" in sentence for sentence in findings(frame.reset_index()))


def test_a_variant_with_a_title_is_called_by_it(tmp_path: Path) -> None:
    """A setting is for who typed it; whoever wrote a title for a change wants to read that."""
    own = hand_played((1, 2, 2, -1, 0), id="off", title="Nobody asks", settings=NO_ARMADILLO)
    typed = hand_played((1, 2, 2, -1, 0), id="bare", title="ability.armadillo.on=false", settings=NO_ARMADILLO)
    run = open_run(write_zoo(tmp_path, [hand_played(id="base"), own, typed], whatif=WHATIF))
    told = findings(compared.comparison(run, words_for("zoo_vadis")))
    assert told[0].startswith("“Nobody asks”: 25.0")
    assert told[2].startswith("With ability.armadillo.on=false, 25.0")


def test_variants_with_one_title_are_told_apart(tmp_path: Path) -> None:
    """Whoever copies a variant and forgets the title gets a report with the ids, not a failure."""
    cells = [hand_played(id=f"v{i}", title="The same", settings=NO_ARMADILLO) for i in range(4)]
    text = build(write_zoo(tmp_path, [hand_played(id="base"), *cells], whatif=WHATIF)).read_text(encoding="utf-8")
    assert all(f"The same (v{i})" in text for i in range(4))


def test_many_variants_are_judged_together(tmp_path: Path) -> None:
    """Holm's rule over the variants of a number: what one variant alone would settle, eight may not."""
    alone, together = [], []
    for count in (1, 8):
        cells = [invented(900, ["a", "b", "c"], seed, id=f"v{seed}" if seed else "base") for seed in range(count + 1)]
        frame = frame_of(write_run(tmp_path / str(count), cells, whatif=WHATIF))
        (alone if count == 1 else together).extend(frame[frame["change"] == "v1"]["verdict"])
    assert len(alone) == len(together)
    settled = [word != "undecided" for word in alone], [word != "undecided" for word in together]
    assert sum(settled[1]) < sum(settled[0])
    assert all(before or not after for before, after in zip(*settled, strict=True))


def test_every_column_of_a_comparison_is_explained(tmp_path: Path) -> None:
    """Whoever opens the CSV file must find out what its columns are."""
    explained = inspect.getdoc(compared.comparison) or ""
    frame = zoo(tmp_path, hand_played(id="off", settings=NO_ARMADILLO)).reset_index()
    assert all(column in explained for column in frame.columns)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a what-if that was really played, with its report."""
    dir = tmp_path_factory.mktemp("played") / "run"
    whatif.run("zoo_vadis", {"ability.tiger.on": False}, seats=5, games=420, out=dir)
    build(dir)
    return dir


def test_a_what_if_that_was_really_played_is_reported(played: Path) -> None:
    """Sentences first, a chart for each question, the tables, and what it rests on; the same bytes every time."""
    text = (played / "report.html").read_text(encoding="utf-8")
    shown = re.sub("<[^>]*>", " ", text)
    assert "What if ability.tiger.on=false?" in shown
    assert "a base and 1 variant" in shown
    for question in ("Which strategy wins?", "Which species wins?", "What is negotiated?"):
        assert question in shown
    assert "Variance reduction" in shown
    assert "Inputs that are not as printed" in shown
    assert not re.search(r"\bnan\b|\binf\b", shown)
    table = json.loads((played / "summary.json").read_text(encoding="utf-8"))["comparison"]["table"]
    assert {row["changed"] for row in table} == {"ability.tiger.on=false"}
    assert [row["about"] for row in table if row["concerned"]] == ["Tiger"]
    names = ("report.html", "report.md", "summary.json", "tables/comparison.csv")
    before = [(played / name).read_bytes() for name in names]
    build(played)
    assert [(played / name).read_bytes() for name in names] == before


def test_the_command_in_the_report_makes_the_run_again(played: Path) -> None:
    """It names the change, the table, the games and the seed."""
    command = json.loads((played / "summary.json").read_text(encoding="utf-8"))["commands"]["Repeat this run"]
    assert command.startswith("evenhand whatif zoo_vadis --seats 5 --lineup ")
    assert "--set ability.tiger.on=false" in command
    assert "--games 420" in command
