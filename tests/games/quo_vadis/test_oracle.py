"""The engine against the oracle: the same legal actions, the same state after every choice, the same results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from sim.games.quo_vadis import scoring
from sim.games.quo_vadis import state as engine_words
from sim.mechanics.purse import pay
from strategies.registry import seat_spec, strategies_for
from tests.games.quo_vadis.play import HASTY, UNIFORM, recorder, referee
from tests.games.quo_vadis.tables import KINDS, board, numbers
from tests.games.recorder import Record, assert_agreed
from tests.oracles import quo_vadis as oracle
from tests.oracles.quo_vadis import FIELDS, VIEW_ONLY, Referee, differences, payment, pictures

SEATS = (3, 4, 5)
PROTOCOLS = ("posted", "offer", "none")
PAYS = ("per_player", "per_senator")

# What else a designer might try; each of these makes a rare rule common.
WHAT_IFS: dict[str, dict[str, object]] = {
    "few I": {"tokens.I.count": 2},
    "few I, paid per senator": {"tokens.I.count": 3, "rules.consent_pay": "per_senator"},
    "no I": {"tokens.I.count": 0},
    "I worth nothing": {"tokens.I.value": 0},
    "nothing is worth anything": {"negotiation.max_price": 0, **{f"tokens.{kind}.value": 0 for kind in KINDS}},
    "a stack that runs out": {"tokens.II.count": 0, "tokens.III.count": 0, "tokens.IV.count": 0},
    "only II with Caesar": {
        "tokens.II.count": 0,
        "tokens.III.count": 0,
        "tokens.IV.count": 0,
        "tokens.II_caesar.count": 44,
    },
    "many II with Caesar, reveals": {"tokens.II_caesar.count": 40, "variant.reveal": True},
    "many II with Caesar, offers": {"tokens.II_caesar.count": 40, "negotiation.protocol": "offer"},
    "dear votes": {"negotiation.max_price": 15, "tokens.V.value": 12, "tokens.II.value": 7},
    "free votes": {"negotiation.max_price": 0},
    "two consents everywhere": {"consents.3": 2},
    "three consents in the forum": {"consents.5": 3},
    "no consents": {"consents.3": 0, "consents.5": 0},
    "a small forum": {"board.forum.size": 3, "board.west_gate.size": 1},
    "a wide east": {"board.east_hall.size": 5, "board.east_stair.size": 3},
    "a big Senate": {"board.senate.size": 9},
    "a small Senate": {"board.senate.size": 2, "variant.reveal": True},
    "few senators": {"setup.senators": 3},
    "cut short": {"engine.turn_cap": 25},
    "elections cut short": {"engine.turn_cap": 150, "variant.election": True},
    "an election with reveals and offers": {
        "variant.election": True,
        "variant.reveal": True,
        "negotiation.protocol": "offer",
        "setup.start_seat": "random",
    },
}


def combinations(n_seats: int, protocol: str, pay_rule: str) -> Iterator[dict[str, object]]:
    """Every combination of the other rulings and variants, but for the election."""
    switches = product((False, True), (False, True), ("tracked", "hidden"), ("first", "random"))
    for limited, reveal, information, start in switches:
        yield {
            "negotiation.protocol": protocol,
            "rules.consent_pay": pay_rule,
            "variant.limited_ones": limited,
            "variant.reveal": reveal,
            "information.laurels": information,
            "setup.start_seat": start,
        }


def check(record: Record, n_seats: int, settings: Mapping[str, object]) -> None:
    """Assert that the oracle, shown every choice of a recorded game, agrees with everything in it."""
    table, figures = board(settings), numbers(n_seats, settings)
    umpire = referee(record, n_seats, settings, 0)
    assert_agreed(record, umpire, pictures(record.states, table, figures, n_seats), differences)


def agree(n_seats: int, protocol: str, pay_rule: str, first: int, games: int) -> None:
    """Check games at random under every combination: one in fifteen uniform, the others hasty, and one an election."""
    for settings in combinations(n_seats, protocol, pay_rule):
        recording = recorder(n_seats, settings)
        for game_id in range(first, first + games):
            check(recording.random(1, game_id, UNIFORM if game_id % 15 == 0 else HASTY), n_seats, settings)
        election = settings | {"variant.election": True}
        check(recorder(n_seats, election).random(1, first, HASTY), n_seats, election)


@pytest.mark.parametrize("pay_rule", PAYS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_every_state_of_random_games(n_seats: int, protocol: str, pay_rule: str) -> None:
    """Two implementations, written apart, rarely make the same mistake: about 5,000 games over all variants."""
    agree(n_seats, protocol, pay_rule, first=0, games=15)


@pytest.mark.soak
@pytest.mark.parametrize("pay_rule", PAYS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_four_times_as_many_games(n_seats: int, protocol: str, pay_rule: str) -> None:
    """The same, for 20,000 other games."""
    agree(n_seats, protocol, pay_rule, first=1_000, games=69)


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_engine_and_oracle_agree_under_what_ifs(what_if: str) -> None:
    """Changed numbers reach corners that the printed game seldom sees: empty stacks, short supplies, dear votes."""
    settings = WHAT_IFS[what_if]
    for n_seats in SEATS:
        recording = recorder(n_seats, settings)
        for game_id in range(6):
            check(recording.random(2, game_id, HASTY), n_seats, settings)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_when_strategies_play(n_seats: int, protocol: str) -> None:
    """Strategies with a plan reach states that random play does not; every shipped strategy plays here."""
    names = list(strategies_for("quo_vadis"))
    for reveal, election in ((False, False), (True, False), (False, True)):
        settings = {"negotiation.protocol": protocol, "variant.reveal": reveal, "variant.election": election}
        recording = recorder(n_seats, settings)
        for game_id in range(len(names)):
            lineup = [seat_spec("quo_vadis", names[(game_id + i) % len(names)]) for i in range(n_seats)]
            check(recording.strategies(3, game_id, lineup), n_seats, settings)


def test_oracle_knows_every_field_of_the_state() -> None:
    """A field that the comparison forgets could be wrong for ever."""
    names = engine_words.STATE.names
    assert names is not None
    assert {*FIELDS, *VIEW_ONLY} == set(names)


def test_oracle_knows_every_result() -> None:
    """A column that the comparison forgets could be wrong for ever; ids and faults are the engine's own affair."""
    referee = Referee(board({}), numbers(3, {}), 3, [[1] * 44] * 3, 0)
    assert {*referee.game_row(), "game_id", "fault_seat"} == set(scoring.GAME_ROW.names or ())
    assert {*referee.seat_rows()[0], "game_id", "strategy"} == set(scoring.SEAT_ROW.names or ())


def test_engine_and_oracle_number_phases_and_actions_alike() -> None:
    """The oracle has its own constants; states are compared by number."""
    phases = ("MAIN", "OFFER", "ASK", "DEAL", "BONUS", "REVEAL", "REMOVE", "TARGET")
    kinds = ("PASS", "PLACE", "MOVE", "CAESAR", "TERMS", "REFUSE", "COALITION", "DEMAND", "REMOVE_ONE")
    words = (*phases, *kinds, "RUNNING", "FINISHED", "TRUNCATED", "NONE", "FAR", "GAMES")
    assert {word: getattr(oracle, word) for word in words} == {word: getattr(engine_words, word) for word in words}


def literal_payment(price: int, payer: tuple[int, ...], payee: tuple[int, ...], values: tuple[int, ...]) -> Any:
    """[QV 7.6] word by word: all sets of tiles given and given back, the best by the ruling."""
    best = None
    for given in product(*(range(n + 1) for n in payer)):
        for back in product(*(range(n + 1) for n in payee)):
            if any(n and not value for n, value in zip((*given, *back), (*values, *values), strict=True)):
                continue
            amount = sum(n * value for n, value in zip(given, values, strict=True))
            change = sum(n * value for n, value in zip(back, values, strict=True))
            if amount - change < price or max(amount, change) > 63:
                continue
            rank = (amount - change, change, [-n for n in reversed(given)], [-n for n in reversed(back)])
            if best is None or rank < best[0]:
                best = (rank, given, back)
    return None if best is None else best[1:]


PURSES = [
    tuple(kinds.count(kind) for kind in range(3))
    for size in range(4)
    for kinds in combinations_with_replacement(range(3), size)
]


@pytest.mark.parametrize("values", [(1, 2, 5), (2, 2, 3), (1, 0, 4), (3, 7, 12), (9, 21, 25)])
def test_payments_are_those_of_the_ruling_word_by_word(values: tuple[int, ...]) -> None:
    """[QV 7.6] Engine and oracle pay as a search through all sets of tiles says, for all purses of up to three."""
    for price, payer, payee in product((1, 2, 4, 6, 11), PURSES, PURSES):
        expected = literal_payment(price, payer, payee, values)
        assert payment(price, payer, payee, values) == expected
        purse, till = np.array(payer, np.int16), np.array(payee, np.int16)
        cost = pay(np.array(values, np.int32), purse, till, price)
        if expected is None:
            assert cost == -1
            continue
        given, back = (np.array(tiles) for tiles in expected)
        assert cost == int((given - back) @ np.array(values))
        assert (purse == np.array(payer) - given + back).all()
        assert (till == np.array(payee) + given - back).all()
