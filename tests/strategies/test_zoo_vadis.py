"""Do the strategies for Zoo Vadis do what their docstrings say was tested?

Seeds differ from those that the strategies were tuned on; species go by the schedule, and seats rotate. A claim must
hold by 4.5 standard errors; for a claim that is not true that happens about once in 300,000 times.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.engine import trace
from sim.games.zoo_vadis.state import FINISHED, NONE, OFFER, TERMS
from sim.registry import load_game
from strategies.registry import SHIPPED, seat_spec
from tests.strategies.claims import CERTAIN, SEED, Table, errors_above, first_above_others, played, share_above_fair

GAME = load_game("zoo_vadis")
OTHERS = [name for name in SHIPPED["zoo_vadis"] if name != "balanced"]
SEATS = range(GAME.seats[0], GAME.seats[1] + 1)

# Tables for a strategy to be compared with, itself not among them: friendly, stubborn, small and large.
TABLES = [
    ("balanced", "racer", "hoarder"),
    ("blocker", "greedy", "miser"),
    ("balanced", "greedy"),
    ("balanced", "racer", "greedy", "hoarder", "blocker"),
]
FOUR_TABLES = pytest.mark.parametrize("others", TABLES, ids="-".join)


def table(*lineup: str, protocol: str = "posted", games: int = 2000) -> Table:
    """Play a lineup."""
    return played("zoo_vadis", lineup, games, ("negotiation.protocol", protocol))


@pytest.mark.parametrize("n_seats", SEATS)
@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_every_other_head_to_head(other: str, n_seats: int) -> None:
    """The yardstick of good play must not lose to a one-sided idea, at however large a table."""
    assert share_above_fair(table, [("balanced", other)[i % 2] for i in range(n_seats)], "balanced") > CERTAIN


@pytest.mark.parametrize("name", [name for name in SHIPPED["zoo_vadis"] if name != "random_legal"])
def test_every_idea_beats_random_play(name: str) -> None:
    """An idea that chance beats is no idea of how people play."""
    assert share_above_fair(table, [name, "random_legal", "random_legal", "random_legal"], name) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "broker", "merchant"), ("blocker", "greedy", "miser"), TABLES[2]])
def test_the_racer_is_first_in_the_star_exhibit(others: tuple[str, ...]) -> None:
    """Chance would make it first in one game of as many as there are seats."""
    _, seats = table("racer", *others)
    assert errors_above(seats["arrival"][:, 0] == 0, 1 / (1 + len(others))) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "broker", "merchant"), ("racer", "herder", "keeper_master")])
def test_the_hoarder_is_shut_out(others: tuple[str, ...]) -> None:
    """The classic mistake of the game has to be seen in results, or a study of tempo has no one to study."""
    _, seats = table("hoarder", *others)
    assert first_above_others(seats["qualified"] == 0) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "racer", "broker"), ("merchant", "herder", "racer")])
def test_a_blocker_brings_the_richest_opponent_down(others: tuple[str, ...]) -> None:
    """Compared with the same player without grudge and block, in the same games."""
    steady = [f"{name}(temperature=0)" for name in others]  # noise of theirs would drown what one player changes
    _, seats = table("blocker", *steady, games=6000)
    _, calm = table("blocker(grudge=0,block=0)", *steady, games=6000)
    richest, calm_richest = (each["score"][:, 1:].max(axis=1).astype(float) for each in (seats, calm))
    assert errors_above(calm_richest - richest) > CERTAIN


@pytest.mark.parametrize("others", [others for others in TABLES if len(others) > 2], ids="-".join)
def test_the_broker_gives_more_votes(others: tuple[str, ...]) -> None:
    """Who stands where votes are needed is asked for them."""
    _, seats = table("broker", *others)
    assert first_above_others(seats["votes_given"]) > CERTAIN


@pytest.mark.parametrize("name", ["balanced", "broker", "merchant", "racer"])
def test_who_must_name_terms_offers_laurels_where_a_promise_will_not_do(name: str) -> None:
    """Under the protocol "offer", without any error: dear moves are paid for, cheap ones with a promise or nothing."""
    seated = [seat_spec("zoo_vadis", f"{name}(temperature=0)")] + [seat_spec("zoo_vadis", "balanced")] * 3
    box = GAME.make_box(4, {"negotiation.protocol": "offer"})
    dear, cheap = [], []
    for game_id in range(300):
        for step in trace(GAME, box, SEED, game_id, seated).steps:
            state, action = step.state, step.action
            if (
                state.phase == OFFER
                and state.wanted == NONE
                and action.kind == TERMS
                and (int(state.actor) - game_id) % 4 == 0
            ):
                worth = 0 if state.token[state.path] == NONE else int(box[0]["value"][state.token[state.path]])
                (dear if worth >= 4 else cheap).append(float(action.price > 0))
    assert errors_above(np.array(dear)) > CERTAIN
    spread = np.sqrt(np.var(dear) / len(dear) + np.var(cheap) / len(cheap))
    assert np.mean(dear) - np.mean(cheap) > CERTAIN * spread


@FOUR_TABLES
def test_the_merchant_uses_more_of_its_tiles_by_asking_for_less(others: tuple[str, ...]) -> None:
    """Compared with the same player who asks for all that the ability brings, in the same games."""
    _, seats = table("merchant", *others)
    _, dear = table("merchant(margin=1)", *others)
    assert errors_above(seats["ability_used"][:, 0].astype(float) - dear["ability_used"][:, 0]) > CERTAIN


@pytest.mark.parametrize("protocol", ["posted", "offer", "none"])
def test_the_miser_pays_nothing_and_keeps_its_tiles(protocol: str) -> None:
    """Not one laurel in any game; a bribe would be a payment too. The others do make deals."""
    _, seats = table("miser", "miser", "broker", "balanced", protocol=protocol)
    assert (seats["paid"][:, :2] == 0).all()
    assert (seats["bribes"][:, :2] == 0).all()
    if protocol != "none":
        assert (seats["deals"][:, 2:] > 0).any()
        used = seats["ability_used"].astype(float)
        assert errors_above(used[:, 2:].mean(axis=1) - used[:, :2].mean(axis=1)) > CERTAIN


@FOUR_TABLES
def test_the_herder_advances_more_peacocks_and_adds_fewer_animals(others: tuple[str, ...]) -> None:
    """Where peacocks stand, it would rather have their I than one more animal."""
    _, seats = table("herder", *others)
    assert first_above_others(seats["peacocks"]) > CERTAIN
    assert first_above_others(-seats["added"].astype(float)) > CERTAIN


@pytest.mark.parametrize("others", [TABLES[0], ("blocker", "greedy", "merchant"), *TABLES[2:]], ids="-".join)
def test_the_keeper_master_moves_the_keeper_and_pays_less(others: tuple[str, ...]) -> None:
    """The Keeper lets it pass for nothing where others pay for votes; a miser at the table pays nothing either way."""
    _, seats = table("keeper_master", *others)
    assert first_above_others(seats["keeper"]) > CERTAIN
    assert first_above_others(-seats["paid"].astype(float)) > CERTAIN


@pytest.mark.parametrize("name", SHIPPED["zoo_vadis"])
def test_games_among_equals_end_by_the_rules(name: str) -> None:
    """Four of a kind that never agree would run into the turn cap."""
    games, _ = table(name, name, name, name)
    assert (games["end"] == FINISHED).all()
