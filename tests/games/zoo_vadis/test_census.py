"""Does random play reach every corner: each kind of action in each phase, each combination of abilities?

The other tests that play at random prove nothing about what never happens in them. The lists here follow from the
rules; the games must fill them, and show nothing besides.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.actions import legal
from sim.games.zoo_vadis.rules import apply, deal
from tests.games.recorder import records, seen
from tests.games.zoo_vadis.combinations import (
    COUNTS,
    EVERYTHING,
    FEATHERED,
    KINDS,
    OTHER,
    PHASES,
    TOGETHER,
    TWICE,
    note,
    occurred,
    sets_of,
)
from tests.games.zoo_vadis.play import FOND, GAME, boxes, choose

pytestmark = pytest.mark.skipif(DISABLED, reason="some 100,000 games are for compiled code")

GAMES = 8_000  # for each number of seats and protocol


@njit(cached=False)
def _count_games(box, n_seats, n_games, chances, states, actions, counts):
    """Play games at random and count what occurs."""
    state = states[0]
    before = states[1]
    for game_id in range(n_games):
        deal(box, n_seats, np.uint64(11), game_id, chances[0], state)
        while state.end == S.RUNNING:
            n = legal(box, state, actions)
            chosen = actions[choose(np.uint64(11), game_id, FOND, state, actions, n)]
            states[1] = states[0]
            apply(box, chances[0], state, chosen)
            note(box, before, state, chosen.kind, counts[0])


@cache
def census() -> Any:
    """Return the counts of games as printed, and of some in which a crowded hall and more tiles make long chains."""
    counts = np.zeros(1, COUNTS)
    printed = [(n, {"negotiation.protocol": protocol}) for n, protocol in product((3, 4, 5, 6, 7), ("posted", "offer"))]
    crowded = {"board_3_5.great_hall.size": 3, "setup.tiles": 6}
    games: list[tuple[int, dict[str, object], int]] = [(n, dict(settings), GAMES) for n, settings in printed]
    for n_seats, settings, n_games in [*games, (4, crowded, 8 * GAMES)]:
        arrays = seen(
            np.zeros(1, GAME.CHANCE), np.zeros(2, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION), counts
        )
        _count_games(records(boxes(n_seats, settings))[0], n_seats, n_games, *arrays)
    return records(counts)[0]


def test_everything_occurs() -> None:
    """[ZV 8] Each kind of action, each combination, each way of being moved on."""
    assert occurred(census()) >= EVERYTHING, sorted(EVERYTHING - occurred(census()))


def test_no_kind_of_action_occurs_in_a_phase_that_is_not_its_own() -> None:
    """[ZV 2.1, 8.4, 9.3, 9.4] But for passing, which needs a board without tokens."""
    counted = {
        (phase, acted): set(np.flatnonzero(census().kinds[phase, acted]).tolist())
        for phase, acted in product(PHASES, (0, 1))
    }
    assert {key: kinds for key, kinds in counted.items() if kinds} == KINDS


@pytest.mark.parametrize(("piece", "again"), TOGETHER)
def test_no_other_abilities_come_together_in_one_move(piece: int, again: int) -> None:
    """[ZV 8.6, 8.7, 8.8, 8.9, 8.10, 8.11] For own animals, peacocks, and whatever Crocodile moves on."""
    assert sets_of(census().moves[piece, again]) == TOGETHER[piece, again]


def test_others_pieces_move_by_crocodile_alone() -> None:
    """[ZV 4.1, 8.11] A seat advances its own animals and peacocks."""
    assert not census().moves[OTHER, 0].any()


def test_no_other_ability_serves_a_turn_twice() -> None:
    """[ZV 8.4, 8.9, 8.10, 8.11] Crocodile, Ibis and Rhino in a chain, Hyena before and after; the others come once."""
    assert set(np.flatnonzero(census().twice).tolist()) == TWICE


def test_no_other_abilities_serve_the_bonus_advance_of_a_peacock() -> None:
    """[ZV 7.2, 8.2, 8.8] Those that serve a peacock's advance as an action."""
    assert sets_of(census().bonus) <= TOGETHER[FEATHERED, 0]
