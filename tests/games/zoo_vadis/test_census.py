"""Does random play reach every corner: each kind of action in each phase, each combination of abilities?

The other tests that play at random prove nothing about what never happens in them. The lists here follow from the
rules; the games must fill them, and show nothing besides.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.actions import legal
from sim.games.zoo_vadis.rules import apply, deal
from tests.games.recorder import records, seen
from tests.games.zoo_vadis.play import FOND, GAME, boxes, choose

pytestmark = pytest.mark.skipif(DISABLED, reason="some 100,000 games are for compiled code")

GAMES = 8_000  # for each number of seats and protocol
OWN, OTHER, FEATHERED = range(3)  # whose piece moves

PHASES = (S.MAIN, S.PLAN, S.OFFER, S.ASK_ABILITY, S.DEAL_ABILITY, S.ASK, S.DEAL, S.AGAIN, S.ROAM)

# Which kinds of action there are in which phase; MAIN before and after the turn's action.
KINDS = {
    (S.MAIN, 0): {S.ADD, S.ADVANCE, S.PEACOCK_ON, S.KEEPER, S.USE_HYENA},
    (S.MAIN, 1): {S.END_TURN, S.KEEPER, S.PEACOCK_ON, S.USE_HYENA},
    (S.PLAN, 0): {S.GO, S.USE_RHINO, S.USE_TIGER, S.USE_MARMOSET},
    (S.PLAN, 1): {S.GO, S.USE_RHINO},
    **{(phase, acted): {S.TERMS, S.REFUSE} for phase in (S.OFFER, S.ASK_ABILITY) for acted in (0, 1)},
    **{(S.DEAL_ABILITY, acted): {S.REFUSE, S.ACCEPT} for acted in (0, 1)},
    (S.ASK, 0): {S.TERMS, S.REFUSE},
    (S.DEAL, 0): {S.REFUSE, S.COALITION},
    (S.AGAIN, 1): {S.GO, S.ADVANCE},
    **{(S.ROAM, acted): {S.PASS, S.KEEPER} for acted in (0, 1)},
}


def subsets(*abilities: int) -> set[frozenset[int]]:
    """Return all sets of some of these abilities."""
    choices = product(*((set(), {ability}) for ability in abilities))
    return {frozenset().union(*chosen) for chosen in choices}


def with_(ability: int, sets: set[frozenset[int]]) -> set[frozenset[int]]:
    """Return these sets, each with an ability more."""
    return {one | {ability} for one in sets}


IN_A_TUNNEL = with_(S.ARMADILLO, subsets(S.IBIS, S.RHINO))
FURTHER = with_(S.CROCODILE, subsets(S.IBIS, S.RHINO))
# The abilities that one move can use: (whose piece, whether Crocodile moves it on) -> sets.
TOGETHER = {
    (OWN, 0): IN_A_TUNNEL | subsets(S.IBIS, S.RHINO, S.TIGER, S.MARMOSET),
    (FEATHERED, 0): IN_A_TUNNEL | subsets(S.IBIS, S.RHINO),
    **{(piece, 1): FURTHER for piece in (OWN, OTHER, FEATHERED)},
}


@njit(cached=False)
def _whose(state):
    """Return whose the moving piece is."""
    if state.piece == S.PEACOCK:
        return FEATHERED
    return OWN if state.piece == state.active else OTHER


@njit(cached=False)
def _count_games(box, n_seats, n_games, chances, states, actions, kinds, moves, second, twice, bonus):
    """Play games at random and count kinds of action, abilities by move, Rhino's seconds, tiles used twice."""
    state = states[0]
    before = states[1]
    uses = np.zeros(S.ABILITIES, np.int64)
    for game_id in range(n_games):
        deal(box, n_seats, np.uint64(11), game_id, chances[0], state)
        while state.end == S.RUNNING:
            n = legal(box, state, actions)
            chosen = actions[choose(np.uint64(11), game_id, FOND, state, actions, n)]
            kinds[state.phase, state.acted, chosen.kind] += 1
            states[1] = states[0]
            if before.turn == 0 and before.step == 0:
                uses[:] = 0
            apply(box, chances[0], state, chosen)
            mask = 0
            for seat in range(n_seats):
                if state.n_used[seat] > before.n_used[seat]:
                    mask |= 1 << state.species[seat]
                    uses[state.species[seat]] += 1
            if mask and mask != 1 << S.HYENA:
                whose = _whose(before)
                moves[whose, 1 if before.again else 0, mask] += 1
                if before.acted and not before.again:
                    bonus[mask] += 1
                if (mask >> S.RHINO) & 1:
                    rhino = 0
                    for seat in range(n_seats):
                        if state.species[seat] == S.RHINO:
                            rhino = seat
                    owner = before.second
                    second[0] += owner == before.active
                    second[1] += owner == rhino
                    second[2] += owner == S.PEACOCK
                    second[3] += owner != before.active and owner != rhino and owner != S.PEACOCK
            if state.turn != before.turn:
                for ability in range(S.ABILITIES):
                    twice[ability] += uses[ability] == 2
                    uses[ability] = 0


class Census:
    """What was counted in many games at random."""

    def __init__(self) -> None:
        self.kinds = np.zeros(
            (len(PHASES), 2, len(S.KIND_NAMES)), np.int64
        )  # by phase, whether the action is done, kind
        self.moves = np.zeros((3, 2, 1 << S.ABILITIES), np.int64)  # by whose piece, whether again, set of abilities
        self.second = np.zeros(4, np.int64)  # taken along: the mover's, the Rhino player's, a peacock, another's
        self.twice = np.zeros(S.ABILITIES, np.int64)  # turns in which both tiles of an ability were used
        self.bonus = np.zeros(1 << S.ABILITIES, np.int64)  # by set of abilities used for a bonus advance of a peacock

    def count(self, n_seats: int, settings: dict[str, object], games: int) -> None:
        """Play games and count."""
        arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(2, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION))
        counts = (self.kinds, self.moves, self.second, self.twice, self.bonus)
        _count_games(records(boxes(n_seats, settings))[0], n_seats, games, *arrays, *counts)


@cache
def census() -> Census:
    """Return the census of games as printed, and of some in which a crowded hall and more tiles make long chains."""
    result = Census()
    for n_seats, protocol in product((3, 4, 5, 6, 7), ("posted", "offer")):
        result.count(n_seats, {"negotiation.protocol": protocol}, GAMES)
    result.count(4, {"board_3_5.great_hall.size": 3, "setup.tiles": 6}, 8 * GAMES)
    return result


def sets_of(counts: np.ndarray) -> set[frozenset[int]]:
    """Return the sets of abilities that were counted at least once."""
    masks = np.flatnonzero(counts).tolist()
    return {frozenset(ability for ability in range(S.ABILITIES) if mask >> ability & 1) for mask in masks}


def test_every_kind_of_action_occurs_in_each_of_its_phases_and_in_no_other() -> None:
    """[ZV 2.1, 8.4, 9.3, 9.4] But for passing, which needs a board without tokens."""
    counted = {
        (phase, acted): set(np.flatnonzero(census().kinds[phase, acted]).tolist())
        for phase, acted in product(PHASES, (0, 1))
    }
    assert {key: kinds for key, kinds in counted.items() if kinds} == KINDS


@pytest.mark.parametrize(("piece", "again"), TOGETHER)
def test_every_combination_of_abilities_in_one_move_occurs_and_no_other(piece: int, again: int) -> None:
    """[ZV 8.6, 8.7, 8.8, 8.9, 8.10, 8.11] For own animals, peacocks, and whatever Crocodile moves on."""
    assert sets_of(census().moves[piece, again]) == TOGETHER[piece, again] - {frozenset()}


def test_others_pieces_move_by_crocodile_alone() -> None:
    """[ZV 4.1, 8.11] A seat advances its own animals and peacocks."""
    assert not census().moves[OTHER, 0].any()


def test_rhino_takes_along_pieces_of_everybody() -> None:
    """[ZV 8.10] The mover's, the Rhino player's, a peacock, another player's."""
    assert census().second.all()


def test_both_tiles_of_an_ability_can_serve_one_turn() -> None:
    """[ZV 8.4, 8.9, 8.10, 8.11] Crocodile, Ibis and Rhino in a chain, Hyena before and after; the others come once."""
    assert set(np.flatnonzero(census().twice).tolist()) == {S.CROCODILE, S.IBIS, S.RHINO, S.HYENA}


def test_abilities_serve_the_bonus_advance_of_a_peacock_too() -> None:
    """[ZV 7.2, 8.2, 8.8] Each that can serve a peacock."""
    counted = sets_of(census().bonus)
    assert {frozenset({ability}) for ability in (S.ARMADILLO, S.IBIS, S.RHINO)} <= counted
    assert counted <= TOGETHER[FEATHERED, 0]
