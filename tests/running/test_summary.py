"""Does the summary say what the numbers say, and no more?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.summary import plus_minus, summarise, summary_text
from sim.runner import Outcome
from sim.tally import Tally, tally_of
from tests.running.plans import small


def outcome(
    wins: list[int], *, lineup: str = "greedy,random_legal,greedy,greedy", failed: int = 0, cut: int = 0
) -> Outcome:
    """Return a run in which seat s won wins[s] games, the first strategy being the one in seat 0."""
    games = sum(wins) + failed + cut
    specs = lineup.split(",")
    kinds = list(dict.fromkeys(specs))
    by_kind = [sum(won for won, spec in zip(wins, specs, strict=True) if spec == kind) for kind in kinds]
    tally = Tally(
        games=games,
        failed=failed,
        truncated=cut,
        strategies=tuple((420 * won, 420 * 420 * won) for won in by_kind),
        seats=tuple((420 * won, 420 * 420 * won) for won in wins),
    )
    plan = small(games, lineup=lineup)
    return Outcome(dir=Path("/r"), plan=plan, tallies=(tally,), faults=(), played=games, seconds=2.0)


def test_the_headline_is_the_largest_departure_from_fair() -> None:
    """It is what most readers read."""
    told = summarise(outcome([2000, 4000, 2000, 2000]), Path("runs/x"))
    assert told["headline"] == "Random_legal wins 40.0 ± 1.0 % of the games, more than a fair 25.0 %."


def test_equals_are_told_apart_by_seat() -> None:
    """The same strategy everywhere has a fair share whatever happens; what can be unfair is the seat."""
    told = summarise(outcome([1000, 3000, 3000, 3000], lineup="greedy,greedy,greedy,greedy"), Path("runs/x"))
    assert told["headline"].startswith("Seat 0 wins 10.0 ± 0.6 %")


def test_variants_are_the_business_of_the_report() -> None:
    """Who is farthest from fair is not what somebody who changes a rule asked."""
    plain = outcome([2000, 4000, 2000, 2000])
    asked = replace(plain, plan=replace(plain.plan, whatif={"base": "base", "margins": {}}))
    assert not any("shuffles" in note for note in summarise(plain, Path("runs/x"))["notes"])
    assert any("shuffles" in note for note in summarise(asked, Path("runs/x"))["notes"])


def test_a_team_wins_as_one() -> None:
    """Four seats that win 60 % of the games together are not each far beyond a fair quarter."""
    run = outcome([600, 600, 600, 600], lineup="greedy,greedy,greedy,greedy")
    tally = replace(run.tallies[0], games=1000)
    team = replace(run, plan=replace(run.plan, game=replace(run.plan.game, team=True)), tallies=(tally,))
    told = summarise(team, Path("runs/x"))
    assert told["headline"] == "The team wins 60.0 ± 3.0 % of the games."
    (cell,) = told["cells"]
    assert {(row["win_share"], row["fair"], row["beyond_chance"]) for row in cell["seats"] + cell["strategies"]} == {
        (0.6, None, False)
    }
    assert "fair" not in summary_text(told)


def test_chance_is_no_finding() -> None:
    """Of eight shares one is out of its own 95 % interval every third time; that is not worth a headline."""
    told = summarise(outcome([2420, 2530, 2530, 2520]), Path("runs/x"))
    assert told["headline"] == "No win share is farther from fair than chance explains."


def test_places_of_one_strategy_share_its_wins() -> None:
    """Three greedy players who win 75 % together are no better than anybody."""
    told = summarise(outcome([2500, 2500, 2500, 2500]), Path("runs/x"))
    (cell,) = told["cells"]
    assert [(row["strategy"], row["places"], row["win_share"]) for row in cell["strategies"]] == [
        ("greedy", 3, 0.25),
        ("random_legal", 1, 0.25),
    ]


def test_failed_games_are_left_out_and_truncated_ones_are_not() -> None:
    """A game stopped by a strategy's error says nothing about the game; one without an end does."""
    told = summarise(outcome([300, 300, 300, 300], failed=800, cut=200), Path("runs/x"))
    (cell,) = told["cells"]
    assert {row["n"] for row in cell["seats"]} == {1400}
    assert cell["seats"][0]["win_share"] == pytest.approx(300 / 1400)
    assert any("turn cap" in note for note in told["notes"])
    assert any("failed in 800 games" in note for note in told["notes"])


def test_a_run_without_a_single_finished_game_says_so() -> None:
    """Nothing is divided by nothing."""
    told = summarise(outcome([0, 0, 0, 0], failed=5), Path("runs/x"))
    assert told["headline"] == "No game was finished, so nothing is known."
    assert "n/a" in summary_text(told)
    assert told["notes"] == ["a strategy failed in 5 games; these are left out."]


def test_the_text_ends_with_where_everything_is() -> None:
    """The last lines are what is still on the screen."""
    lines = summary_text(summarise(outcome([1, 1, 1, 1]), Path("runs/x"))).splitlines()
    assert lines[0].startswith("No win share")
    assert lines[-2:] == ["results  runs/x", "report   evenhand report runs/x"]
    assert any("only 4 games" in line for line in lines)


@pytest.mark.parametrize(
    ("value", "lo", "hi", "text"),
    [(0.5, 0.4, 0.6, "50.0 ± 10.0 %"), (0.25, 0.2495, 0.2505, "25.00 ± 0.05 %"), (None, None, None, "n/a")],
)
def test_digits_end_where_the_error_begins(value: float, lo: float, hi: float, text: str) -> None:
    """More digits would claim what nobody knows."""
    assert plus_minus({"win_share": value, "lo": lo, "hi": hi}) == text


def test_a_tally_of_shared_wins_adds_up() -> None:
    """Two who tie have half a win each, 210 of 420."""
    games = {"end": np.array([1, 1])}
    seats = {"strategy": np.array([0, 1, 2, 2, 0, 1]), "share": np.array([210, 210, 0, 420, 0, 0])}
    tally = tally_of(["a", "a", "b"], games, seats)
    assert tally.strategies == ((420, 420 * 420), (420, 420 * 420))
    assert tally.seats == ((630, 210**2 + 420**2), (210, 210**2), (0, 0))
    assert tally + Tally.none(["a", "a", "b"]) == tally
