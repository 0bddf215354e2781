"""What can come together in Zoo Vadis: abilities in one move, pieces that Rhino takes along, ways into Crocodile.

The lists follow from the rules. `note` watches a game and counts what occurs in it, `occurred` says it in words, and
`EVERYTHING` is all there is. Random play must reach all of it, and the golden games must show all of it.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis import state as S
from sim.records import record
from tests.games.zoo_vadis.tables import SPECIES

__all__ = [
    "ALL_THERE_IS", "COUNTS", "EVERYTHING", "FEATHERED", "KINDS", "OTHER", "OWN", "PHASES", "TOGETHER", "TWICE", "note",
    "occurred", "sets_of",
]  # fmt: skip

OWN, OTHER, FEATHERED = range(3)  # whose piece moves
WHOSE = ("an own animal", "another's animal", "a peacock")
SECONDS = ("an animal of the mover", "an animal of its player", "a peacock", "an animal of a third")
ADDED, WALKED, TUNNELLED, BROUGHT, MOVED_ON = range(5)  # how a piece came into a one-space exhibit
ENTRIES = ("being added", "a path", "a tunnel", "being taken along", "Crocodile")
BEFORE, AFTER = range(2)
PHASES = (S.MAIN, S.PLAN, S.OFFER, S.ASK_ABILITY, S.DEAL_ABILITY, S.ASK, S.DEAL, S.AGAIN, S.ROAM)

# Which kinds of action there are in which phase; before and after the turn's action.
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
    (OWN, 0): (IN_A_TUNNEL | subsets(S.IBIS, S.RHINO, S.TIGER, S.MARMOSET)) - {frozenset()},
    (FEATHERED, 0): (IN_A_TUNNEL | subsets(S.IBIS, S.RHINO)) - {frozenset()},
    **{(piece, 1): FURTHER for piece in (OWN, OTHER, FEATHERED)},
}
# Abilities both of whose tiles can serve one turn: in a chain, and Hyena before and after the action.
TWICE = {S.CROCODILE, S.IBIS, S.RHINO, S.HYENA}

COUNTS = record(
    [
        ("kinds", np.int64, (len(PHASES), 2, len(S.KIND_NAMES))),  # by phase, whether the action is done, kind
        ("moves", np.int64, (3, 2, 1 << S.ABILITIES)),  # by whose piece, whether again, set of abilities
        ("bonus", np.int64, (1 << S.ABILITIES,)),  # by set of abilities, for a bonus advance of a peacock
        ("second", np.int64, (len(SECONDS),)),  # what Rhino took along
        ("second_in_tunnel", np.int64, (len(SECONDS),)),  # the same, with Armadillo
        ("entry", np.int64, (len(ENTRIES),)),  # how pieces that Crocodile moved on had come there
        ("hyena", np.int64, (2,)),  # before and after the action
        ("twice", np.int64, (S.ABILITIES,)),  # turns in which two tiles of an ability were used
        ("uses", np.int64, (S.ABILITIES,)),  # in the turn at hand
        ("came", np.int64, (S.FRESH,)),  # in the turn at hand: how each fresh piece came there
    ]
)


@njit(cached=False)
def _whose(state):
    """Return whose the moving piece is."""
    if state.piece == S.PEACOCK:
        return FEATHERED
    return OWN if state.piece == state.active else OTHER


@njit(cached=False)
def _second(state):
    """Return whose the piece is that Rhino takes along, as an index of `SECONDS`."""
    if state.second == state.active:
        return 0
    if state.second == S.PEACOCK:
        return 2
    return 1 if state.species[state.second] == S.RHINO else 3


@njit(cached=False)
def note(box, before, state, kind, counts):
    """Count what an action of some kind did, given the states before and after it."""
    counts.kinds[before.phase, before.acted, kind] += 1
    mask = 0
    for seat in range(state.n_seats):
        if state.n_used[seat] > before.n_used[seat]:
            mask |= 1 << state.species[seat]
            counts.uses[state.species[seat]] += 1
            counts.twice[state.species[seat]] += counts.uses[state.species[seat]] == 2
    again = 1 if before.again else 0
    if mask == 1 << S.HYENA:
        counts.hyena[AFTER if before.acted else BEFORE] += 1
    elif mask:
        counts.moves[_whose(before), again, mask] += 1
        if before.acted and not again:
            counts.bonus[mask] += 1
        if (mask >> S.RHINO) & 1:
            counts.second[_second(before)] += 1
            if (mask >> S.ARMADILLO) & 1:
                counts.second_in_tunnel[_second(before)] += 1
        if again:
            counts.entry[counts.came[before.again - 1]] += 1
    way = ADDED
    if again:
        way = MOVED_ON
    elif kind != S.ADD:
        way = TUNNELLED if (mask >> S.ARMADILLO) & 1 else WALKED
    for i in range(S.FRESH):
        if state.fresh_body[i] != S.NONE and state.fresh_body[i] != before.fresh_body[i]:
            counts.came[i] = way
            way = BROUGHT  # the second of two that come at once
    if state.turn != before.turn:
        for ability in range(S.ABILITIES):
            counts.uses[ability] = 0


def sets_of(counts: np.ndarray) -> set[frozenset[int]]:
    """Return the sets of abilities that were counted at least once."""
    masks = np.flatnonzero(counts).tolist()
    return {frozenset(ability for ability in range(S.ABILITIES) if mask >> ability & 1) for mask in masks}


def occurred(counts: Any) -> frozenset[str]:
    """Return in words what was counted at least once, as far as it is asked for."""

    def names(abilities: frozenset[int]) -> str:
        return " and ".join(SPECIES[ability] for ability in sorted(abilities))

    def some(field: str) -> list[int]:
        return [int(i) for i in np.flatnonzero(counts[field])]

    times = ("before", "after")
    alone = [abilities for abilities in sets_of(counts.bonus) if len(abilities) == 1]
    return frozenset(
        {
            *(
                f"{S.KIND_NAMES[kind]} in {S.PHASES[phase]}, {times[acted]} the action"
                for phase, acted in KINDS
                for kind in np.flatnonzero(counts.kinds[phase, acted])
            ),
            *(
                f"{WHOSE[whose]} goes{' on' if again else ''} with {names(abilities)}"
                for whose, again in TOGETHER
                for abilities in sets_of(counts.moves[whose, again])
            ),
            *(f"a bonus advance of a peacock with {names(abilities)}" for abilities in alone),
            *(f"Rhino takes {SECONDS[i]} along" for i in some("second")),
            *(f"Rhino takes {SECONDS[i]} through a tunnel" for i in some("second_in_tunnel")),
            *(f"Crocodile after {ENTRIES[i]}" for i in some("entry")),
            *(f"Hyena {times[i]} the action" for i in some("hyena")),
            *(f"{SPECIES[ability]} twice in a turn" for ability in some("twice")),
        }
    )


def _all_there_is() -> Any:
    counts = np.zeros(1, COUNTS).view(np.recarray)
    for key, kinds in KINDS.items():
        counts.kinds[0][key][list(kinds)] = 1
    for key, sets in TOGETHER.items():
        counts.moves[0][key][[_mask(abilities) for abilities in sets]] = 1
    counts.bonus[0][[1 << ability for ability in (S.ARMADILLO, S.IBIS, S.RHINO)]] = 1
    counts.twice[0][list(TWICE)] = 1
    for field in ("second", "second_in_tunnel", "entry", "hyena"):
        counts[field][0] = 1
    return counts


def _mask(abilities: frozenset[int]) -> int:
    return sum(1 << ability for ability in abilities)


ALL_THERE_IS = _all_there_is()  # (1,) COUNTS: 1 where something can occur
EVERYTHING = occurred(ALL_THERE_IS[0])
