"""Does a report of a team say what became of it, and nothing of seats against one another?"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pandas as pd
import pytest

from experiments import whatif
from reports.build import build
from reports.tables import across as across_cells
from reports.tables import spending, sweep, team
from reports.tables.across import across
from reports.tables.every import TEAM_TABLES, tabulate
from reports.tables.groups import groups
from reports.tables.metrics import MARGINS
from reports.words import WORDS, words_for
from sim.registry import load_game
from sim.results import open_run
from tests.reports.runs import invented, write_run
from tests.reports.zoo_keepers import hand_played, write_keepers

WORDS_OF_RIVALS = ("margin", "rank", "fair share", "advantage", "Turn order", "disqualified", "winning score")


def tables_of(run: Path) -> dict[str, pd.DataFrame]:
    """Return the tables of a run's first cell."""
    return tabulate(groups(open_run(run))[0], words_for("miller_zoo"))


def answers(frame: pd.DataFrame) -> dict[str, float]:
    """Return question → answer."""
    return dict(zip(frame["what"], frame["value"], strict=True))


def beside(dir: Path, *cells: dict[str, object], **other: object) -> dict[str, pd.DataFrame]:
    """Return the tables about several cells."""
    return across(open_run(write_keepers(dir, cells, **other)), words_for("miller_zoo"))


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, pd.DataFrame]:
    """Return the tables of the hand-made games."""
    return tables_of(write_keepers(tmp_path, [hand_played()], part_games=2))


def test_the_win_rate_and_the_reasons_are_those_of_the_games(tables: dict[str, pd.DataFrame]) -> None:
    """Two of four games are won; a failed game counts nowhere."""
    row, reasons = tables["win_rate"].iloc[0], tables["reasons"]
    assert (row["team"], row["n"], row["wins"], row["won"]) == ("greedy", 4, 2, 0.5)
    assert row["won_lo"] == pytest.approx(0.15004, abs=1e-5)
    assert row["won_hi"] == pytest.approx(0.84996, abs=1e-5)
    assert list(reasons["of_losses"]) == [0.5, 0.5]
    assert list(reasons["of_games"]) == [0.25, 0.25]


def test_closeness_is_taken_over_wins_and_losses_apart(tables: dict[str, pd.DataFrame]) -> None:
    """A day's cards are 8 for two: of 8 and 12 cards left one is a photo finish; 2 and 1 animals are missing."""
    said = answers(tables["closeness"])
    assert said["cards left at a win"] == 10
    assert said["share of wins by a photo finish: 8 cards left at most, those of a day"] == 0.5
    assert said["animals missing at a loss"] == 1.5
    assert said["share of losses with one missing"] == 0.5
    assert tables["animals_missing"].to_dict("list") == {"missing": [1, 2], "losses": [1, 1]}
    assert tables["days"].to_dict("list") == {"days": [4, 5, 6], "games": [2, 1, 1], "lost": [1, 0, 1]}


def test_more_animals_than_the_goal_are_not_less_than_none_missing(tmp_path: Path) -> None:
    """Several may be received on the last day."""
    tables = tables_of(write_keepers(tmp_path, [hand_played(settings={"goal.animals": 5})]))
    assert list(tables["animals_missing"]["missing"]) == [0]


def test_animals_are_ordered_from_the_hardest(tables: dict[str, pd.DataFrame]) -> None:
    """A3 to A7 are never received; A2 in two games of four, A1 in three."""
    frame = tables["animals"].set_index("animal")
    assert list(tables["animals"]["animal"][-2:]) == ["A2", "A1"]
    assert frame.loc["A2", ["received", "day", "paid", "icons"]].tolist() == [0.5, 2.0, 2.0, 4]
    assert frame.loc["A1", "day"] == pytest.approx(5 / 3)
    assert frame.loc["A7", "received"] == 0
    assert pd.isna(frame.loc["A7", "day"])


def test_work_is_counted_by_seat(tables: dict[str, pd.DataFrame]) -> None:
    """Gini coefficients, for two seats |a − b| / (a + b): 1/3, 0, 1/2, 0."""
    said, mates = answers(tables["teamwork"]), tables["teammates"]
    assert list(mates["played"]) == [14, 10]
    assert list(mates["idle"]) == [0, 1]
    assert said["inequality of cards played (Gini, 0 to 1)"] == pytest.approx((1 / 3 + 1 / 2) / 4, abs=1e-3)
    assert said["cards that the busiest seat plays"] == 14
    assert said["cards that the least busy seat plays"] == 10


def test_cards_add_up(tables: dict[str, pd.DataFrame]) -> None:
    """Whatever becomes of a card, it has one row."""
    assert tables["spending"]["share"].sum() == pytest.approx(1)
    assert answers(tables["crises"])["cards that a crisis takes"] == 3
    assert answers(tables["crises"])["share of icons of cards to fix or receive that are wasted"] == 0.1


def test_teams_with_the_same_settings_are_never_pooled(tmp_path: Path) -> None:
    """A win rate over two teams would be that of nobody."""
    cells = [hand_played(), hand_played((0, 0, 0, 0), ("planner", "planner"), id="other")]
    assert len(groups(open_run(write_keepers(tmp_path, cells)))) == 2


def test_many_changes_of_a_team_are_drawn_beside_one_another(tmp_path: Path) -> None:
    """What each does to the win rate, the largest first, in words and in a figure; no other section says it again."""
    changed = {"a": (1, 1, 1, 1), "b": (1, 1, 0, 0), "c": (0, 0, 0, 0), "d": (1, 1, 1, 0)}
    cells = [hand_played(won * 9, id=id, settings={f"resources.{id}": 9}) for id, won in changed.items()]
    whatif = {"base": "base", "margins": MARGINS}
    build(write_keepers(tmp_path, [hand_played((1, 1, 0, 0) * 9, id="base"), *cells], whatif=whatif))
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["headline"].startswith("“a”: share of games won 50.0")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    (said,) = re.findall(r'<desc id="comparison-team-desc">(.*?)</desc>', text)
    assert said == "share of games won, change in points: a +50.0, d +25.0, b 0.0, c −50.0."
    assert "across" not in summary


def test_the_coordination_gap_is_that_of_the_two_teams(tmp_path: Path) -> None:
    """Of several teams, from the one in which each decides for itself to the one with a plan, whatever their order."""
    cells = [
        hand_played((1, 0, 0, 0), ("triage", "triage"), id="triage"),
        hand_played((1, 1, 1, 1), ("planner", "planner"), id="planner"),
        hand_played((1, 0, 0, 0), ("greedy", "greedy"), id="greedy"),
    ]
    (row,) = beside(tmp_path, *cells)["coordination"].to_dict("records")
    assert (row["first"], row["title"], row["difference"]) == ("greedy", "planner", 0.75)


def swept(dir: Path) -> dict[str, pd.DataFrame]:
    """Return the tables of a sweep: two teams of 40 games, the second a step of 2 easier."""
    cells = []
    for seats, shift in ((2, 0), (3, 2)):
        for x, wins in ((28, 36), (30, 30), (32, 20), (34, 10), (36, 4)):
            won = [1] * wins + [0] * (40 - wins)
            lineup = ["greedy"] * seats
            cells.append(hand_played(won, lineup, id=f"s{seats}x{x + shift}", x=float(x + shift)))
    return beside(dir, *cells, sweep="icons")


def test_a_sweep_finds_the_half_and_the_step_between_two_teams(tmp_path: Path) -> None:
    """The shares are symmetric about 32 and 34: the curves cross there, and lie 2 apart."""
    frames = swept(tmp_path)
    two, three = frames["sweep_curves"].to_dict("records")
    assert two["theta"] == pytest.approx(32)
    assert three["theta"] == pytest.approx(34)
    assert two["theta_lo"] < 32 < two["theta_hi"]
    assert (two["where"], three["where"]) == ("inside", "inside")
    assert three["parity"] == pytest.approx(2)
    assert (three["low"], three["high"], three["reference_x"]) == (30, 38, 28)
    assert two["parity"] == 0
    assert two["steepness"] < 0
    points = frames["sweep_points"]
    assert (points["share"] - points["fitted"]).abs().max() == pytest.approx(two["misfit"])


def test_a_team_that_always_wins_has_no_curve(tmp_path: Path) -> None:
    """What cannot be estimated is said to be unknown."""
    cells = [hand_played((1, 1, 1), id=f"x{x}", x=float(x)) for x in (1, 2, 3)]
    (row,) = beside(tmp_path, *cells, sweep="icons")["sweep_curves"].to_dict("records")
    assert row["where"] == "nowhere"
    assert pd.isna(row["theta"])


def test_the_report_speaks_of_the_team_and_of_no_seat_against_another(tmp_path: Path) -> None:
    """In a team nobody wins more than another: a fair share, a rank or a margin would be nonsense."""
    run = write_keepers(tmp_path, [hand_played()])
    build(run)
    text = re.sub(r"<svg.*?</svg>", "", (run / "report.html").read_text(encoding="utf-8"), flags=re.DOTALL)
    told = text[text.index("<body>") : text.index('id="method"')]
    assert not [word for word in WORDS_OF_RIVALS if re.search(rf"\b{word}\b", told, re.IGNORECASE)]
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    (group,) = summary["groups"]
    verdicts = {verdict["label"]: verdict["value"] for verdict in group["verdicts"]}
    assert list(verdicts) == ["Win rate", "Most losses", "Photo finish", "Hardest", "Crises", "Days"]
    assert verdicts["Win rate"].split() == ["50.0", "%"]
    assert "seats" not in group["tables"]
    assert "That A3 is the hardest is not sure: its interval overlaps that of another." in group["findings"]["Animals"]
    (missed,) = [said for said in group["findings"]["How close it is"] if said.startswith("A loss")]
    assert missed.replace("\u00a0", " ").endswith("0 % miss none and 50 % one.")
    assert summary["headline"].startswith("The team of 2 (greedy) wins 50.0 %")


def test_team_sizes_and_the_gap_are_told_once(tmp_path: Path) -> None:
    """One section for all win rates, one for what lies between the two teams."""
    cells = [
        hand_played(won, [team] * seats, id=f"{team}-{seats}")
        for team, seats, won in (
            ("greedy", 2, (1, 1, 0, 0)),
            ("planner", 2, (1, 1, 1, 0)),
            ("greedy", 3, (1, 0, 0, 0)),
        )
    ]
    build(write_keepers(tmp_path, cells))
    told = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["across"]["findings"]
    assert list(told) == ["Win rates", "Coordination"]
    assert "Teams of greedy win from 25.0" in told["Win rates"][1].replace("\u00a0", " ")
    assert told["Coordination"][0].startswith(
        "To plan for all instead of each for itself changes the win rate by +25.0"
    )


@pytest.mark.parametrize("won", [(1, 1, 1), (0, 0, 0)], ids=["always", "never"])
def test_a_team_that_always_or_never_wins_is_reported(tmp_path: Path, won: tuple[int, ...]) -> None:
    """There are no losses to explain, or no wins to be close."""
    cells = [hand_played(won), hand_played((1, 0, 1), id="other")]
    text = build(write_keepers(tmp_path, cells)).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL).lower().split()


def test_a_sweep_is_drawn_and_told(tmp_path: Path) -> None:
    """Its chart stands before all else, with words for who cannot see it."""
    swept(tmp_path)
    text = build(tmp_path).read_text(encoding="utf-8")
    assert "A team wins half of its games with the icons at 32.0" in text
    assert 'id="across-sweep-desc"' in text
    assert text.index('id="sweep"') < text.index('aria-label="Verdicts"')
    assert (tmp_path / "tables" / "sweep_curves.csv").is_file()
    assert "changed: icons 28, 30, 32, 34, 36 and 38" in text


def test_any_game_can_be_swept(tmp_path: Path) -> None:
    """Where seats play against one another, it is the first strategy's win share, against an equal one."""
    cells = [
        invented(300, ["racer"] + ["hoarder"] * (seats - 1), x, id=f"s{seats}x{x}", x=x, settings={"tokens.V.count": x})
        for seats in (3, 4)
        for x in (1, 2, 3)
    ]
    run = write_run(tmp_path, cells, sweep="number of tiles")
    text = build(run).read_text(encoding="utf-8")
    frame = pd.read_csv(tmp_path / "tables" / "sweep_curves.csv")
    points = pd.read_csv(tmp_path / "tables" / "sweep_points.csv")
    assert list(frame["level"]) == pytest.approx([1 / 3, 1 / 4])
    won = cells[0]["rows"]["seats"]
    assert points["share"][0] == pytest.approx(won["share"][won["strategy"] == 0].sum() / 420 / 300)
    assert "win share of the first strategy" in text


@pytest.mark.parametrize("name", TEAM_TABLES)
def test_estimates_of_a_team_lie_in_their_interval(name: str, tables: dict[str, pd.DataFrame]) -> None:
    """Where a column has an interval, it encloses the value."""
    frame = tables[name]
    assert len(frame)
    for column in frame.columns:
        if f"{column}_lo" in frame.columns:
            for value, lo, hi in frame[[column, f"{column}_lo", f"{column}_hi"]].itertuples(index=False):
                assert pd.isna(value) or not (lo > value or hi < value), (name, column)


def test_every_column_of_a_team_table_is_explained(tables: dict[str, pd.DataFrame], tmp_path: Path) -> None:
    """Whoever opens a CSV file must find out what its columns are."""
    frames = {name: tables[name] for name in TEAM_TABLES if name not in ("actions", "facts", "ends")}
    frames |= swept(tmp_path)
    sources = {"animals_missing": team.missing, "sweep_points": sweep.points, "sweep_curves": sweep.curves}
    for name, frame in frames.items():
        home = next((module for module in (team, spending, across_cells) if hasattr(module, name)), None)
        explained = inspect.getdoc(sources.get(name) or getattr(home, name)) or ""
        for column in frame.columns:
            base = column.removesuffix("_all").removesuffix("_lo").removesuffix("_hi")
            assert base in explained or re.fullmatch(r"p\d+", base), f"{name}: {column}"


def test_words_of_teams_name_columns_and_strategies_that_there_are() -> None:
    """A misspelt column would silently leave a section out."""
    for name, words in WORDS.items():
        game = load_game(name)
        assert set(words.spending) <= set(game.columns["games"])
        if game.team:
            assert words.spending
            assert words.day_cards is not None
            defaults = {tunable.key: tunable.default for tunable in game.tunables}
            assert words.day_cards(defaults, 3) == 12
            assert words.day_cards(defaults, 1) == 8


def test_the_report_of_a_teams_what_if_says_its_finding_first_and_only_once(tmp_path: Path) -> None:
    """The base stands beside the variant, win rate first; no other section compares the two again."""
    whatif.run("miller_zoo", {"resources.joker": 2}, games=400, out=tmp_path / "run")
    content = (build(tmp_path / "run").parent / "report.md").read_text(encoding="utf-8")
    lead = next(line for line in content.splitlines() if line.startswith("**"))
    assert lead.startswith("**With resources.joker=2: share of games won ")
    headings = [line.removeprefix("## ") for line in content.splitlines() if line.startswith("## ")]
    assert headings[:2] == ["Against “As it is”", "As it is"]
    assert "win share" not in content.split("## As it is")[0]
