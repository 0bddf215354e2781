"""The engine against the oracle: the same legal actions, the same state after every choice, the same results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import log

import numpy as np
import pytest

from sim.compiled import njit
from sim.engine import signature
from sim.games.zoo_vadis import scoring
from sim.games.zoo_vadis import state as engine_words
from sim.strategy import MAX_WEIGHTS, Seated, Strategy, pick
from strategies.registry import seat_spec, strategies_for
from tests.games.recorder import Record, assert_agreed
from tests.games.zoo_vadis.play import FOND, GAME, UNIFORM, fondness, recorder, referee
from tests.games.zoo_vadis.tables import board, numbers
from tests.oracles import zoo_vadis as oracle
from tests.oracles.zoo_vadis import FIELDS, FRESH, VIEW_ONLY, Referee, differences, pictures

SEATS = (3, 4, 5, 6, 7)
PROTOCOLS = ("posted", "offer", "none")

# What else a designer might try; each of these makes a rare rule common.
WHAT_IFS: dict[str, dict[str, object]] = {
    "six tiles each": {"setup.tiles": 6},
    "many tiles, few I": {
        "setup.tiles": 6,
        "tokens.I.count": 16,
        "ability.hyena.ones": 4,
        "ability.ibis.ones": 3,
        "ability.crocodile.ones": 2,
    },
    "no I": {"tokens.I.count": 0, "setup.start_ones": 0},
    "I worth nothing": {"tokens.I.value": 0},
    "a bag that runs dry": {"tokens.II.count": 0, "tokens.III.count": 0, "tokens.IV.count": 0, "tokens.V.count": 0},
    "many II-Keepers": {"tokens.II_keeper.count": 40},
    "many II-Peacocks": {"tokens.II_peacock.count": 40},
    "many II-Abilities": {"tokens.II_ability.count": 40},
    "peacocks take anything": {"rules.bribe_minimum": 0, "tokens.I.value": 0},
    "demanding peacocks": {"rules.bribe_minimum": 4},
    "dear deals": {"negotiation.max_price": 15, "tokens.V.value": 12, "tokens.II.value": 7},
    "free deals": {"negotiation.max_price": 0},
    "other majorities": {"votes.3": 1, "votes.5": 4, "votes.7": 2},
    "no pay for the final move": {"rules.final_move_pays": False, "board_3_5.star.size": 3},
    "no Rhino for peacocks": {"rules.rhino_on_peacock": False},
    "no peacocks": {"setup.peacocks": False},
    "some abilities off": {"ability.rhino.on": False, "ability.ibis.on": False},
    "a big Star Exhibit": {"board_3_5.star.size": 9, "board_6_7.star.size": 9},
    "a small Star Exhibit": {"board_3_5.star.size": 2, "board_6_7.star.size": 1},
    "few animals": {"setup.animals": 3},
    "one-space exhibits in a row": {
        "setup.tiles": 6,
        "setup.peacocks": False,
        "tokens.II_keeper.count": 20,
        "tokens.II_peacock.count": 20,
        "board_3_5.savanna.size": 1,
        "board_3_5.west_meadow.size": 1,
        "board_3_5.west_terrace.size": 1,
        "board_3_5.great_hall.size": 7,
        "board_6_7.terrace.size": 1,
        "board_6_7.west_hall.size": 1,
    },
    "anybody starts, nobody counts along": {"setup.start_seat": "random", "information.laurels": "hidden"},
    "cut short": {"engine.turn_cap": 25},
}


def combinations(protocol: str) -> Iterator[dict[str, object]]:
    """Every combination of the other rulings and variants."""
    switches = product((False, True), (True, False), (True, False), ("schedule", "fixed"))
    for classic, pays, rhino, who in switches:
        yield {
            "negotiation.protocol": protocol,
            "variant.classic": classic,
            "rules.final_move_pays": pays,
            "rules.rhino_on_peacock": rhino,
            "setup.species": who,
            "setup.start_seat": "random" if who == "fixed" else "first",
        }


def check(record: Record, n_seats: int, settings: Mapping[str, object], game_id: int) -> None:
    """Assert that the oracle, shown every choice of a recorded game, agrees with everything in it."""
    table, figures = board(n_seats, settings), numbers(settings)
    umpire = referee(record, n_seats, settings, game_id)
    assert_agreed(record, umpire, pictures(record.states, table, figures, n_seats), differences)


def agree(n_seats: int, protocol: str, first: int, games: int) -> None:
    """Check games at random under every combination: one in sixteen uniform, the others fond of deals and abilities."""
    for settings in combinations(protocol):
        recording = recorder(n_seats, settings)
        for game_id in range(first, first + games):
            manner = UNIFORM if game_id % 16 == 0 else FOND
            check(recording.random(1, game_id, manner), n_seats, settings, game_id)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_every_state_of_random_games(n_seats: int, protocol: str) -> None:
    """Two implementations, written apart, rarely make the same mistake: about 5,000 games over all variants."""
    agree(n_seats, protocol, first=0, games=21)


@pytest.mark.soak
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_four_times_as_many_games(n_seats: int, protocol: str) -> None:
    """The same, for 20,000 other games."""
    agree(n_seats, protocol, first=1_000, games=84)


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_engine_and_oracle_agree_under_what_ifs(what_if: str) -> None:
    """Changed numbers reach corners that the printed game seldom sees: empty bags, short supplies, long chains."""
    for n_seats, protocol in product(SEATS, ("posted", "offer")):
        settings = {"negotiation.protocol": protocol, **WHAT_IFS[what_if]}
        recording = recorder(n_seats, settings)
        for game_id in range(3):
            check(recording.random(2, game_id, FOND), n_seats, settings, game_id)


@cache
def fond_of_deals() -> Seated:
    """Return a strategy that plays as `FOND` does: a softmax over how fond it is of each action."""

    @njit(signature=signature(GAME), cached=False)
    def choose(view, box, actions, weights, values):
        for i in range(len(actions)):
            values[i] = log(fondness(view, actions[i]))
        return pick(view, values)

    strategy = Strategy(
        name="fond",
        game=GAME.name,
        title="Fond",
        idea="Is fond of deals and abilities.",
        weights=(),
        functions=dict.fromkeys(GAME.parts, choose),
        compiled=True,
        origin="file",
        digest="",
    )
    values = np.zeros(MAX_WEIGHTS)
    values[0] = 1.0  # temperature
    return Seated(strategy=strategy, values=values, spec="fond")


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_when_strategies_play(n_seats: int, protocol: str) -> None:
    """Strategies with a plan reach states that random play does not; every shipped strategy plays here."""
    settings = {"negotiation.protocol": protocol}
    recording = recorder(n_seats, settings)
    for game_id in range(n_seats):
        check(recording.strategies(3, game_id, [fond_of_deals()] * n_seats), n_seats, settings, game_id)
    shipped = [seat_spec("zoo_vadis", name) for name in strategies_for("zoo_vadis")]
    for game_id in range(len(shipped)):
        lineup = [shipped[(game_id + i) % len(shipped)] for i in range(n_seats)]
        check(recording.strategies(3, game_id, lineup), n_seats, settings, game_id)


def test_oracle_knows_every_field_of_the_state() -> None:
    """A field that the comparison forgets could be wrong for ever."""
    names = engine_words.STATE.names
    assert names is not None
    assert {*FIELDS, *FRESH, *VIEW_ONLY} == set(names)


def test_oracle_knows_every_result() -> None:
    """A column that the comparison forgets could be wrong for ever; ids and faults are the engine's own affair."""
    referee = Referee(board(3, {}), numbers({}), [0, 1, 2], [1] * 42, 0)
    assert {*referee.game_row(), "game_id", "fault_seat"} == set(scoring.GAME_ROW.names or ())
    assert {*referee.seat_rows()[0], "game_id", "strategy"} == set(scoring.SEAT_ROW.names or ())


def test_engine_and_oracle_number_phases_and_actions_alike() -> None:
    """The oracle has its own constants; states are compared by number."""
    phases = ("MAIN", "PLAN", "OFFER", "ASK_ABILITY", "DEAL_ABILITY", "ASK", "DEAL", "AGAIN", "ROAM")
    kinds = (
        *("PASS", "ADD", "ADVANCE", "PEACOCK_ON", "KEEPER", "USE_HYENA", "END_TURN", "USE_RHINO", "USE_TIGER"),
        *("USE_MARMOSET", "GO", "TERMS", "REFUSE", "ACCEPT", "COALITION"),
    )
    abilities = ("ARMADILLO", "CROCODILE", "IBIS", "MARMOSET", "RHINO", "HYENA", "TIGER", "PEACOCK", "OWNERS")
    words = (*phases, *kinds, *abilities, "RUNNING", "FINISHED", "TRUNCATED", "NONE", "FAR")
    assert {word: getattr(oracle, word) for word in words} == {word: getattr(engine_words, word) for word in words}
