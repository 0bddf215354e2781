"""Do the strategies for Quo Vadis? do what their docstrings say was tested?

Seeds differ from those that the strategies were tuned on. Unless said otherwise a claim must hold by 4.5 standard
errors; for a claim that is not true that happens about once in 300,000 times.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.quo_vadis.state import FINISHED
from strategies.registry import SHIPPED, default_lineup
from tests.strategies.claims import CERTAIN, Table, errors_above, first_above_others, played, share_above_fair

OTHERS = [name for name in SHIPPED["quo_vadis"] if name != "balanced"]


def table(*lineup: str, protocol: str = "posted", games: int = 2000) -> Table:
    """Play a lineup."""
    return played("quo_vadis", lineup, games, ("negotiation.protocol", protocol))


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_every_other_head_to_head(other: str) -> None:
    """The yardstick of good play must not lose to a one-sided idea, few or many of a kind."""
    b, x = "balanced", other
    for lineup in ([b, x, b, x], [b, b, x, x], [b, x, x], [b, x, x, x], [b, x, x, x, x], [b, b, b, x]):
        assert share_above_fair(table, lineup, b) > CERTAIN, lineup


@pytest.mark.parametrize("name", [name for name in SHIPPED["quo_vadis"] if name != "random_legal"])
def test_every_idea_beats_random_play(name: str) -> None:
    """An idea that chance beats is no idea of how people play."""
    assert share_above_fair(table, [name, "random_legal", "random_legal", "random_legal"], name) > CERTAIN


def test_greedy_takes_more_laurels_on_the_way_than_random_play() -> None:
    """It looks at nothing else."""
    _, seats = table("greedy", "random_legal", "random_legal", "random_legal")
    assert first_above_others(seats["from_paths"]) > CERTAIN


@pytest.mark.parametrize(
    "others", [("balanced", "broker", "reciprocator"), ("hoarder", "opportunist", "greedy"), ("miser", "blocker")]
)
def test_the_racer_is_first_in_the_senate_and_seldom_outside(others: tuple[str, ...]) -> None:
    """Chance would make it first in one game of as many as there are seats."""
    _, seats = table("racer", *others)
    assert errors_above(seats["arrival"][:, 0] == 0, 1 / (1 + len(others))) > CERTAIN
    assert first_above_others(seats["qualified"]) > CERTAIN


def test_the_hoarder_collects_most_arrives_last_and_is_caught_outside() -> None:
    """The classic mistake of the game has to be seen in results, or a study of tempo has no one to study."""
    _, seats = table("hoarder", "balanced", "broker", "reciprocator", games=6000)
    assert first_above_others(seats["from_paths"]) > CERTAIN
    place = np.where(seats["arrival"] < 0, 5, seats["arrival"])
    assert first_above_others(place) > CERTAIN
    outside_with_most = (seats["qualified"] == 0) & (seats["score"] == seats["score"].max(axis=1, keepdims=True))
    assert first_above_others(outside_with_most) > CERTAIN


@pytest.mark.parametrize("others", [("broker", "opportunist", "hoarder"), ("balanced", "racer", "broker")])
def test_with_a_blocker_games_end_closer_and_caesar_moves(others: tuple[str, ...]) -> None:
    """Compared with the same player without grudge and block, in the same games."""
    steady = [f"{name}(temperature=0)" for name in others]  # noise of theirs would drown what one player changes
    games, seats = table("blocker", *steady, games=12_000)
    calm_games, calm_seats = table("blocker(grudge=0,block=0)", *steady, games=12_000)
    both = (games["margin"] >= 0) & (calm_games["margin"] >= 0)
    assert errors_above(calm_games["margin"][both].astype(float) - games["margin"][both]) > CERTAIN
    assert errors_above(seats["caesar"][:, 0].astype(float) - calm_seats["caesar"][:, 0]) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "racer", "reciprocator"), ("hoarder", "opportunist", "greedy")])
def test_the_broker_lives_off_votes(others: tuple[str, ...]) -> None:
    """Prices and consent laurels together are what a vote brings."""
    _, seats = table("broker", *others)
    assert first_above_others(seats["received"] + seats["from_consent"]) > CERTAIN


@pytest.mark.parametrize("protocol", ["posted", "offer", "none"])
def test_the_miser_pays_nothing(protocol: str) -> None:
    """Not once in any game."""
    _, seats = table("miser", "miser", "broker", "reciprocator", protocol=protocol)
    assert (seats["paid"][:, :2] == 0).all()
    assert protocol == "none" or (seats["paid"][:, 2:] > 0).any()


@pytest.mark.parametrize("protocol", ["posted", "offer"])
def test_the_reciprocator_keeps_every_promise_and_gives_most(protocol: str) -> None:
    """One broken word would make it somebody else."""
    _, seats = table("reciprocator", "opportunist", "broker", "racer", protocol=protocol)
    assert (seats["broken"][:, 0] == 0).all()
    assert seats["promised"][:, 0].sum() > 0 or protocol == "posted"
    assert first_above_others(seats["votes_given"]) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "reciprocator", "reciprocator"), ("broker", "reciprocator", "racer")])
def test_the_opportunist_breaks_its_word_most(others: tuple[str, ...]) -> None:
    """Of the promises that were called on, it breaks most, and the others few."""
    _, seats = table("opportunist", *others)
    broken, kept = seats["broken"].sum(axis=0), seats["kept"].sum(axis=0)
    assert broken[0] > 4 * kept[0]
    assert broken[0] > 200
    assert broken[1:].sum() < 0.2 * kept[1:].sum()


@pytest.mark.parametrize(("n_seats", "least", "most"), [(3, 12, 20), (4, 10, 16), (5, 8, 14)])
def test_games_are_as_long_as_games_among_people(n_seats: int, least: int, most: int) -> None:
    """Turns of each seat in the usual lineup and among equals; a table that shuffles Caesar about would show here."""
    for lineup in (default_lineup("quo_vadis", n_seats), ["balanced"] * n_seats):
        games, seats = table(*lineup)
        assert (games["end"] == FINISHED).all()
        assert least < games["turns"].mean() / n_seats < most + 1
        assert games["ones_left"].mean() < 2
        winners = seats["score"][seats["rank"] == 1].mean()
        assert 110 / n_seats < winners < 170 / n_seats


@pytest.mark.parametrize("name", SHIPPED["quo_vadis"])
def test_games_among_equals_end_by_the_rules(name: str) -> None:
    """Four of a kind that never agree would run into the turn cap."""
    games, _ = table(name, name, name, name)
    assert (games["end"] == FINISHED).all()
