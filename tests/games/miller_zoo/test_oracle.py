"""The engine against the oracle: the same legal actions, the same state after every choice, the same results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from sim.games.miller_zoo import scoring
from sim.games.miller_zoo import state as engine_words
from strategies.registry import seat_spec, strategies_for
from tests.games.miller_zoo.play import DILIGENT, RESOURCES, UNIFORM, recorder, referee
from tests.games.miller_zoo.tables import NEEDS, numbers, zoo
from tests.games.recorder import Record, assert_agreed
from tests.oracles import miller_zoo as oracle
from tests.oracles.miller_zoo import FIELDS, VIEW_ONLY, Referee, differences, pictures

SEATS = (1, 2, 3, 4, 5, 6)

CHEAP: dict[str, object] = {"goal.animals": 2}
FEW_NEEDS: dict[str, object] = {f"needs.{name}": 0 for name in NEEDS}

# What else a designer might try; each of these makes a rare rule common.
WHAT_IFS: dict[str, dict[str, object]] = {
    "few tokens": {"setup.tokens": 4},
    "fewer tokens than animals, many needs": {"setup.tokens": 7, "needs.cards": 2},
    "no tokens": {"setup.tokens": 0},
    "no needs cards": FEW_NEEDS,
    "three needs cards": FEW_NEEDS | {"needs.T": 1, "needs.GB": 1, "needs.E": 1},
    "ten needs cards, two each": FEW_NEEDS | {"needs.T": 4, "needs.GB": 3, "needs.ME": 3, "needs.cards": 2},
    "no morning": {"needs.cards": 0},
    "only jokers": RESOURCES | {"resources.joker": 40},
    "jokers in a small deck": RESOURCES | {"resources.joker": 13, "resources.TH": 10, "setup.tokens": 9},
    "only doubles": RESOURCES | {"resources.TH": 20, "resources.GB": 20, "resources.ME": 20},
    "a tiny deck": RESOURCES | {"resources.T": 3, "resources.joker": 2},
    "one card": RESOURCES | {"resources.E": 1},
    "a big deck, a hand of one": {"resources.joker": 40, "setup.hand": 1, "goal.animals": 2},
    "hands of eight": {"setup.hand": 8, "goal.animals": 4},
    "hands of seven, no extra card": {"setup.hand": 7, "needs.extra_resource": False},
    "one reception": {"setup.receptions": 1, "goal.animals": 2},
    "six receptions": {"setup.receptions": 6, "goal.animals": 5},
    "no storage": {"setup.storage": 0},
    "no storage, renewed": {"setup.storage": 0, "rules.storage": "renewed"},
    "a storage of eight, renewed": {"setup.storage": 8, "rules.storage": "renewed", "setup.hand": 6},
    "a storage of one, renewed": {"setup.storage": 1, "rules.storage": "renewed"},
    "one animal wins": {"goal.animals": 1, "rules.empty_deck_wins": False},
    "animals of one icon": {
        "goal.animals": 7,
        **{f"animals.A{i}.cost.{icon}": int(icon == "TGBME"[i % 5]) for i in range(1, 8) for icon in "THGBME"},
    },
    "dear animals": {"animals.A1.cost.T": 6, "animals.A2.cost.E": 6, "animals.A7.cost.M": 5},
}
SOLO = ({"solo.teammates": 1}, {"solo.teammates": 3}, {"solo.teammates": 6, "rules.first_move_free": True})


def combinations() -> Iterator[dict[str, object]]:
    """Every combination of the rulings."""
    for extra, free, storage, empty in product((True, False), (False, True), ("kept", "renewed"), (True, False)):
        yield {
            "needs.extra_resource": extra,
            "rules.first_move_free": free,
            "rules.storage": storage,
            "rules.empty_deck_wins": empty,
        }


def check(record: Record, n_seats: int, settings: Mapping[str, object]) -> None:
    """Assert that the oracle, shown every choice of a recorded game, agrees with everything in it."""
    umpire = referee(record, n_seats, settings, 0)
    assert_agreed(record, umpire, pictures(record.states, umpire.zoo, umpire.numbers), differences)


def agree(n_seats: int, first: int, games: int) -> None:
    """Check games at random under every combination: half of them with an easy goal, one in eight uniform."""
    for rulings in combinations():
        for settings in (rulings, rulings | CHEAP):
            recording = recorder(n_seats, settings)
            for game_id in range(first, first + games):
                check(recording.random(1, game_id, UNIFORM if game_id % 8 == 0 else DILIGENT), n_seats, settings)


@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_every_state_of_random_games(n_seats: int) -> None:
    """Two implementations, written apart, rarely make the same mistake: about 5,000 games over all rulings."""
    agree(n_seats, first=0, games=25)


@pytest.mark.soak
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_four_times_as_many_games(n_seats: int) -> None:
    """The same, for 20,000 other games."""
    agree(n_seats, first=1_000, games=105)


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_engine_and_oracle_agree_under_what_ifs(what_if: str) -> None:
    """Changed numbers reach corners that the printed game seldom sees: short decks, few tokens, odd storages."""
    settings = WHAT_IFS[what_if]
    for n_seats in SEATS:
        recording = recorder(n_seats, settings)
        for game_id in range(4):
            check(recording.random(2, game_id, DILIGENT if game_id else UNIFORM), n_seats, settings)


@pytest.mark.parametrize("settings", SOLO, ids=str)
def test_engine_and_oracle_agree_when_one_seat_plays_several_teammates(settings: dict[str, object]) -> None:
    """[MZ 1.1] Teammates and seats are not the same where a solo seat has one, three or six."""
    recording = recorder(1, settings)
    for game_id in range(10):
        check(recording.random(4, game_id, DILIGENT), 1, settings)


@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_when_strategies_play(n_seats: int) -> None:
    """Strategies with a plan reach states that random play does not; every shipped strategy plays here."""
    names = list(strategies_for("miller_zoo"))
    for settings in ({}, {"rules.first_move_free": True, "rules.storage": "renewed"}):
        recording = recorder(n_seats, settings)
        for game_id in range(3 * len(names)):
            mixed = [seat_spec("miller_zoo", names[(game_id + i) % len(names)]) for i in range(n_seats)]
            alike = [seat_spec("miller_zoo", names[game_id % len(names)])] * n_seats
            for lineup in (mixed, alike):
                check(recording.strategies(3, game_id, lineup), n_seats, settings)


def test_oracle_knows_every_field_of_the_state() -> None:
    """A field that the comparison forgets could be wrong for ever."""
    names = engine_words.STATE.names
    assert names is not None
    assert {*FIELDS, *VIEW_ONLY} == set(names)


def test_oracle_knows_every_field_of_an_action() -> None:
    """Strategies read them all."""
    assert oracle.Action._fields == engine_words.ACTION.names


def test_oracle_knows_every_result() -> None:
    """A column that the comparison forgets could be wrong for ever; ids and faults are the engine's own affair."""
    challenge = zoo({})
    umpire = Referee(challenge, numbers(2, {}), 2, [0] * 80, [0] * 30, range(7), lambda n, copies: [])
    assert {*umpire.game_row(), "game_id", "fault_seat"} == set(scoring.GAME_ROW.names or ())
    assert {*umpire.seat_rows()[0], "game_id", "strategy"} == set(scoring.SEAT_ROW.names or ())


def test_engine_and_oracle_number_phases_and_actions_alike() -> None:
    """The oracle has its own constants; states are compared by number."""
    phases = ("AFTERNOON", "RIDING", "STORING", "CRISIS", "SHARING", "SUPPLYING")
    kinds = ("PASS", "MOVE", "FIX", "PAY", "RIDE", "STAY", "STORE", "DROP", "DONE", "CLEAR", "TAKE", "LAY")
    ends = ("RUNNING", "FINISHED", "WON", "LOST_TO_CRISIS", "DECK_EMPTY")
    words = (*phases, *kinds, *ends, "NONE", "OWNERS", "STORAGE", "HAND")
    assert {word: getattr(oracle, word) for word in words} == {word: getattr(engine_words, word) for word in words}
