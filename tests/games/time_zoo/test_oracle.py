"""The engine against the oracle: the same legal actions, the same state after every choice, the same results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from sim.games.time_zoo import scoring
from sim.games.time_zoo import state as engine_words
from strategies.registry import seat_spec, strategies_for
from tests.games.recorder import Record, assert_agreed
from tests.games.time_zoo.play import GAME, KEEN, UNIFORM, recorder, referee
from tests.games.time_zoo.tables import FOODS
from tests.oracles import time_zoo as oracle
from tests.oracles.time_zoo import FIELDS, VIEW_ONLY, differences, pictures

SEATS = (2, 3, 4, 5)

# Every answer of every ruling and variant; with them a least price, which is a number.
RULINGS: dict[str, tuple[object, ...]] = {
    "rules.reshuffle": ("keep_top", "all"),
    "rules.discount": ("own", "lasting"),
    "rules.calf": ("each", "once"),
    "rules.exchange": ("must", "may"),
    "rules.sets": ("one", "several"),
    "rules.last_round": ("equal", "none"),
    "rules.tie": ("shared", "animals"),
    "setup.start_seat": ("first", "random"),
    "variant.advanced": (False, True),
}

FEW_FOODS: dict[str, object] = {f"food.{key}.copies": 1 for key in FOODS}

# What else a designer might try; each of these makes a rare rule common.
WHAT_IFS: dict[str, dict[str, object]] = {
    "no animal removes others": {"actions.remove": 0},
    "all animals are removed": {"actions.remove": 8, "setup.row": 8, "animals.trex.copies": 8},
    "many removals among interns": {"variant.advanced": True, "interns.all.copies": 8, "animals.trex.copies": 8},
    "a row of one": {"setup.row": 1, "animals.pteranodon.copies": 8, "animals.trex.copies": 6},
    "few food cards": FEW_FOODS | {"setup.hand": 2},
    "few food cards, nothing kept": FEW_FOODS | {"setup.hand": 2, "rules.reshuffle": "all"},
    "hardly any food": {f"food.{key}.copies": int(i < 12) for i, key in enumerate(FOODS)} | {"setup.hand": 1},
    "no food in hand": {"setup.hand": 0},
    "four cards an action": {"turn.food": 4, "setup.hand": 10},
    "one card an action": {"turn.food": 1},
    "long draws": {
        "actions.draw": 4,
        "actions.draw_per_icon": 3,
        "actions.draw_and_put": 4,
        "animals.baryonyx.copies": 8,
        "animals.archelon.copies": 8,
    },
    "no draws": {"actions.draw": 0, "actions.draw_per_icon": 0, "actions.draw_and_put": 0},
    "chains of lures": {"animals.pteranodon.copies": 8, "animals.pteranodon.cost": 0},
    "much food under animals": {
        "actions.tuck": 4,
        **{f"animals.{key}.copies": 6 for key in ("triceratops", "stegosaurus", "megatherium")},
    },
    "exchanges": {"animals.oviraptor.copies": 8, "animals.triceratops.copies": 8},
    "exchanges at will": {"animals.oviraptor.copies": 8, "rules.exchange": "may"},
    "robbers": {"animals.velociraptor.copies": 8, "animals.smilodon.copies": 8, "setup.hand": 2},
    "big discounts": {"actions.discount": 3, "animals.dire_wolf.copies": 8, "animals.allosaurus.copies": 8},
    "big lasting discounts": {
        "actions.discount": 2,
        "rules.discount": "lasting",
        "rules.least_price": 1,
        "animals.dire_wolf.copies": 8,
    },
    "no discount": {"actions.discount": 0},
    "dear animals": {
        "animals.allosaurus.cost": 5,
        "animals.baryonyx.cost": 5,
        "animals.trex.cost": 4,
        "animals.egg.cost": 3,
        "animals.oviraptor.cost": 3,
    },
    "free animals": {"animals.egg.cost": 0, "animals.oviraptor.cost": 0, "animals.trex.cost": 0},
    "many dodos and eggs": {
        "animals.dodo.copies": 8,
        "animals.egg.copies": 8,
        "interns.dodo.counts": 3,
        "interns.egg.counts": 2,
        "rules.sets": "several",
        "setup.interns": 1,
        "interns.dodo.copies": 5,
    },
    "many mammoths": {f"animals.mammoth_{key}.copies": 8 for key in ("male", "female", "calf")},
    "two interns each": {"setup.interns": 2, "interns.all.copies": 6, "interns.needed": 1},
    "no interns": {"setup.interns": 0},
    "points for nothing": {f"animals.{key}.points": 0 for key in ("trex", "allosaurus", "mosasaurus")},
    "cut short": {"engine.turn_cap": 9},
}


def combinations(advanced: bool) -> Iterator[dict[str, object]]:
    """Every combination of the other rulings."""
    others = {key: answers for key, answers in RULINGS.items() if key != "variant.advanced"}
    for i, answers in enumerate(product(*others.values())):
        yield {"variant.advanced": advanced, "rules.least_price": i % 3, **dict(zip(others, answers, strict=True))}


def check(record: Record, n_seats: int, settings: Mapping[str, object], seed: int, game_id: int) -> None:
    """Assert that the oracle, shown every choice of a recorded game, agrees with everything in it."""
    umpire = referee(None, n_seats, settings, game_id, seed)
    assert_agreed(record, umpire, pictures(record.states, umpire.numbers, n_seats), differences)


def agree(n_seats: int, advanced: bool, first: int, games: int) -> None:
    """Check games at random under every combination, half of them uniform, the others keen on long turns."""
    for i, settings in enumerate(combinations(advanced)):
        recording = recorder(n_seats, settings)
        for game_id in range(first + games * i, first + games * (i + 1)):
            manner = KEEN if game_id % 2 else UNIFORM
            check(recording.random(1, game_id, manner), n_seats, settings, 1, game_id)


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_every_state_of_random_games(n_seats: int, advanced: bool) -> None:
    """Two implementations, written apart, rarely make the same mistake: with the next tests, 5,000 games."""
    agree(n_seats, advanced, first=0, games=2)


@pytest.mark.soak
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_on_five_times_as_many_games(n_seats: int, advanced: bool) -> None:
    """The same, for 20,480 other games."""
    agree(n_seats, advanced, first=1_000, games=10)


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_engine_and_oracle_agree_under_what_ifs(what_if: str) -> None:
    """Changed numbers reach corners that the printed game seldom sees: empty piles, long draws, free animals."""
    for n_seats in SEATS:
        settings = WHAT_IFS[what_if]
        recording = recorder(n_seats, settings)
        for game_id in range(8):
            manner = KEEN if game_id % 2 else UNIFORM
            check(recording.random(2, game_id, manner), n_seats, settings, 2, game_id)


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("n_seats", SEATS)
def test_engine_and_oracle_agree_when_strategies_play(n_seats: int, advanced: bool) -> None:
    """Strategies with a plan reach states that random play does not; every shipped strategy plays here."""
    settings: dict[str, object] = {"variant.advanced": advanced}
    recording = recorder(n_seats, settings)
    shipped = [seat_spec("time_zoo", name) for name in strategies_for("time_zoo")]
    for game_id in range(2 * len(shipped)):
        lineup = [shipped[(game_id + i) % len(shipped)] for i in range(n_seats)]
        check(recording.strategies(3, game_id, lineup), n_seats, settings, 3, game_id)


def test_rulings_are_tried_in_every_answer() -> None:
    """A ruling that is new to the data file must be played here."""
    choices = {tunable.key: tuple(tunable.choices) for tunable in GAME.tunables if tunable.choices}
    switches = {tunable.key: (False, True) for tunable in GAME.tunables if isinstance(tunable.default, bool)}
    assert choices | switches == RULINGS


def test_oracle_knows_every_field_of_the_state() -> None:
    """A field that the comparison forgets could be wrong for ever."""
    names = engine_words.STATE.names
    assert names is not None
    assert {*FIELDS, *VIEW_ONLY} == set(names)


def test_oracle_knows_every_result() -> None:
    """A column that the comparison forgets could be wrong for ever; ids and faults are the engine's own affair."""
    umpire = referee(None, 3, {}, 0)
    assert {*umpire.game_row(), "game_id", "fault_seat"} == set(scoring.GAME_ROW.names or ())
    assert {*umpire.seat_rows()[0], "game_id", "strategy"} == set(scoring.SEAT_ROW.names or ())


def test_engine_and_oracle_number_phases_and_actions_alike() -> None:
    """The oracle has its own constants; states are compared by number."""
    phases = (
        *("MAIN", "MORE", "PAYING", "ORDER", "EXTRA", "TUCKING", "PUTTING", "ROBBING", "SPOILING"),
        *("REMOVING", "EXCHANGING"),
    )
    kinds = (
        *("PASS", "PILE_CARD", "DISCARD_CARD", "LURE", "HIRE", "PAY", "PUT", "STOP", "TUCK", "DISCARD", "TARGET"),
        *("REMOVE", "EXCHANGE"),
    )
    words = (*phases, *kinds, "RUNNING", "FINISHED", "TRUNCATED", "NONE", "INTERN", "PRICE")
    assert {word: getattr(oracle, word) for word in words} == {word: getattr(engine_words, word) for word in words}
    assert oracle.PLACES == engine_words.PILE
