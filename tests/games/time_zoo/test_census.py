"""Does random play reach every corner: each kind of action in each phase, each special action?

The other tests that play at random prove nothing about what never happens in them. The lists here follow from the
rules; the games must fill them, and show nothing besides.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.time_zoo import state as S
from sim.games.time_zoo.actions import legal
from sim.games.time_zoo.rules import apply, deal
from tests.games.recorder import records, seen
from tests.games.time_zoo.play import GAME, KEEN, UNIFORM, boxes, choose
from tests.games.time_zoo.tables import ANIMALS

pytestmark = pytest.mark.skipif(DISABLED, reason="some 5,000 games are for compiled code")

GAMES = 300  # for each number of seats and setting

# Which kinds of action there are in which phase [TZ 10.1].
KINDS = {
    S.MAIN: {S.PILE_CARD, S.DISCARD_CARD, S.LURE, S.HIRE},
    S.MORE: {S.PILE_CARD, S.DISCARD_CARD},
    S.PAYING: {S.PAY},
    S.ORDER: {S.PUT},
    S.EXTRA: {S.LURE, S.STOP},
    S.TUCKING: {S.TUCK, S.STOP},
    S.PUTTING: {S.DISCARD},
    S.ROBBING: {S.TARGET},
    S.SPOILING: {S.TARGET},
    S.REMOVING: {S.REMOVE},
    S.EXCHANGING: {S.EXCHANGE, S.STOP},
}
SETTINGS: dict[str, dict[str, object]] = {
    "as printed": {},
    "advanced": {"variant.advanced": True},
    "may": {"rules.exchange": "may"},
}


@njit(cached=False)
def _count_games(box, n_seats, n_games, manner, chances, states, actions, kinds, after, lured, ends):
    """Play games at random and count kinds of action by phase, what follows each special action, lures, and ends."""
    state = states[0]
    before = states[1]
    for game_id in range(n_games):
        deal(box, n_seats, np.uint64(11), game_id, chances[0], state)
        while state.end == S.RUNNING:
            n = legal(box, state, actions)
            chosen = actions[choose(np.uint64(11), game_id, manner, state, actions, n)]
            kinds[state.phase, chosen.kind] += 1
            states[1] = states[0]
            apply(box, chances[0], state, chosen)
            seat = before.actor
            if state.n_lures[seat] > before.n_lures[seat]:
                animal = chosen.animal if chosen.kind == S.LURE else before.animal
                extra = int(before.phase == S.EXTRA) if chosen.kind == S.LURE else int(before.extra)
                lured[animal, extra] += 1
                after[box.special[animal], state.phase] += 1
        ends[0] += state.reshuffles > 0
        ends[1] += state.deck == 0
        ends[2] += (state.row == S.NONE).sum() > S.ROW - box.row


class Census:
    """What was counted in many games at random."""

    def __init__(self, name: str) -> None:
        self.kinds = np.zeros((len(S.PHASES), len(S.KIND_NAMES)), np.int64)
        self.after = np.zeros((len(S.SPECIALS), len(S.PHASES)), np.int64)  # phase after the animal is in the zoo
        self.lured = np.zeros((len(ANIMALS), 2), np.int64)  # by the action of a turn, by that of another animal
        self.ends = np.zeros(3, np.int64)  # games with a reshuffle, with an empty deck, with a gap in the row
        for n_seats in (2, 3, 4, 5):
            for manner in (UNIFORM, KEEN):
                arrays = seen(
                    np.zeros(1, GAME.CHANCE), np.zeros(2, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION)
                )
                counts = (self.kinds, self.after, self.lured, self.ends)
                _count_games(records(boxes(n_seats, SETTINGS[name]))[0], n_seats, GAMES, manner, *arrays, *counts)


@cache
def census(name: str) -> Census:
    """Return the census under some settings."""
    return Census(name)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_kind_of_action_occurs_in_each_of_its_phases_and_in_no_other(name: str) -> None:
    """[TZ 10.1] But for passing, which needs a table without food; interns and refusals only where the rules say so."""
    expected = {phase: set(kinds) for phase, kinds in KINDS.items()}
    if name != "advanced":
        expected[S.MAIN] -= {S.HIRE}
    if name != "may":
        expected[S.EXCHANGING] -= {S.STOP}
    counted = {phase: set(np.flatnonzero(census(name).kinds[phase]).tolist()) for phase in range(len(S.PHASES))}
    assert counted == expected


def test_every_animal_is_lured_in_its_turn_and_by_another() -> None:
    """[TZ 6.4] Each of the kinds."""
    assert census("as printed").lured.all()


def test_every_special_action_is_asked_for_and_falls_away() -> None:
    """[TZ 5.3, 6.3-6.11, 10.3] What needs a decision is put to the seat, or the turn is over at once."""
    asks = {
        S.DRAW_AND_PUT: S.PUTTING,
        S.LURE_ANOTHER: S.EXTRA,
        S.TUCK_FOOD: S.TUCKING,
        S.ROB_FOOD: S.ROBBING,
        S.SPOIL_FOOD: S.SPOILING,
        S.REMOVE_ANIMALS: S.REMOVING,
        S.EXCHANGE_ANIMAL: S.EXCHANGING,
    }
    after = census("as printed").after
    for special in range(len(S.SPECIALS)):
        phases = set(np.flatnonzero(after[special]).tolist())
        assert phases <= {S.MAIN, asks.get(special, S.MAIN)}, S.SPECIALS[special]
        assert asks.get(special, S.MAIN) in phases, S.SPECIALS[special]
    for special in (S.LURE_ANOTHER, S.TUCK_FOOD, S.ROB_FOOD, S.SPOIL_FOOD, S.EXCHANGE_ANIMAL):
        assert after[special, S.MAIN] > 0, S.SPECIALS[special]


def test_piles_and_rows_run_out() -> None:
    """[TZ 3.3, 5.2, 8.1] Every game ends with an empty deck, many after a reshuffle, some with a gap in the row."""
    reshuffled, empty, gaps = census("as printed").ends.tolist()
    assert empty == 8 * GAMES
    assert 0 < reshuffled < empty
    assert 0 < gaps < empty
