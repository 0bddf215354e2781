"""Which games of Zoo Vadis to tell: together they must show every ability in every combination.

A change of rules or of chance makes other games. Then this plays thousands for each golden game, watches what occurs in
them, and chooses anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sim.chance import NOISE, address
from sim.compiled import njit
from sim.games.zoo_vadis.actions import legal
from sim.games.zoo_vadis.game import part
from sim.games.zoo_vadis.rules import apply, deal
from sim.registry import load_game
from tests.games.recorder import records
from tests.games.zoo_vadis.combinations import ALL_THERE_IS, COUNTS, EVERYTHING, note, occurred

__all__ = ["choose_games", "shown"]

GAME = load_game("zoo_vadis")
GAMES = 20_000  # for each golden game
AT_ONCE = 2_000
CHANGES = 20_000
FIELDS = ("kinds", "moves", "bonus", "second", "second_in_tunnel", "entry", "hyena", "twice")


def shown(told: Any) -> frozenset[str]:
    """Return in words what occurs in a traced game."""
    counts = records(np.zeros(1, COUNTS))[0]
    after = [step.state for step in told.steps[1:]] + [told.last]
    for step, state in zip(told.steps, after, strict=True):
        note(told.box, step.state, state, step.action.kind, counts)
    return occurred(counts)


@cache
def _watcher(act: Any, bargain: Any) -> Any:
    """Return what plays games with one strategy in all seats, and counts what occurs in each."""

    @njit(cached=False)
    def watch(box, n_seats, seed, first, chances, states, actions, values, weights, counts, lengths):
        state = states[0]
        before = states[1]
        for g in range(len(counts)):
            deal(box, n_seats, seed, first + g, chances[0], state)
            while state.end == 0:
                n = legal(box, state, actions)
                states[1] = states[0]
                before.noise_key = address(seed, first + g, NOISE, state.actor, 0)[0]
                if part(state) == 0:
                    chosen = act(before, box, actions[:n], weights, values[:n])
                else:
                    chosen = bargain(before, box, actions[:n], weights, values[:n])
                apply(box, chances[0], state, actions[chosen])
                note(box, before, state, actions[chosen].kind, counts[g])
            lengths[g] = state.decision

    return watch


def _occurrences(counts: np.ndarray) -> np.ndarray:
    """Return (G, X) bool: which of all there is occurs in which game."""
    flat = [counts[field].reshape(len(counts), -1) > 0 for field in FIELDS]
    asked = [ALL_THERE_IS[field].reshape(-1) > 0 for field in FIELDS]
    return np.concatenate([seen[:, some] for seen, some in zip(flat, asked, strict=True)], axis=1)


def choose_games(slots: Mapping[str, tuple[Any, Any, int]], games: int = GAMES) -> dict[str, int]:
    """Return for each golden game which game id to tell, so that all together show everything.

    slots: by name box, seated strategy and seed. Raises ValueError where so many games do not suffice.
    """
    seen, lengths = {}, {}
    for name, (boxes, seated, seed) in slots.items():
        seen[name], lengths[name] = _play(boxes, seated, seed, games)
    chosen = dict.fromkeys(slots, 0)
    names = list(slots)
    weights = np.ones(len(EVERYTHING))
    for change in range(CHANGES):
        name = names[change % len(names)]
        lacking = ~_others(seen, chosen, name)
        chosen[name] = int((seen[name][:, lacking] @ weights[lacking]).argmax())
        missing = ~_together(seen, chosen)
        if not missing.any():
            break
        weights[missing] += 1.0  # what stays missing weighs more and more
    else:
        raise ValueError(f"{games} games for each golden game do not show everything; raise GAMES, or add a game.")
    for name in names:  # then the shortest that shows what no other does
        enough = seen[name][:, ~_others(seen, chosen, name)].all(axis=1)
        chosen[name] = int(np.where(enough, lengths[name], lengths[name].max() + 1).argmin())
    return chosen


def _others(seen: Mapping[str, np.ndarray], chosen: Mapping[str, int], name: str) -> np.ndarray:
    """Return (X,) bool: what the chosen games but one show."""
    return _together(seen, {other: game_id for other, game_id in chosen.items() if other != name})


def _together(seen: Mapping[str, np.ndarray], chosen: Mapping[str, int]) -> np.ndarray:
    """Return (X,) bool: what the chosen games show."""
    shown = np.zeros(next(iter(seen.values())).shape[1], bool)
    for name, game_id in chosen.items():
        shown |= seen[name][game_id]
    return shown


def _play(boxes: np.ndarray, seated: Any, seed: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what occurs in each game, (G, X) bool, and how many decisions it has, (G,)."""
    watch = _watcher(*(seated.strategy.functions[name] for name in GAME.parts))
    arrays = np.zeros(1, GAME.CHANCE), np.zeros(2, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION)
    scratch = np.zeros(GAME.max_actions), np.array(seated.values)
    occurs, lengths = [], np.zeros(games, np.int64)
    for first in range(0, games, AT_ONCE):
        part_of = lengths[first : first + AT_ONCE]
        counts = np.zeros(len(part_of), COUNTS)
        watch(boxes[0], int(boxes[0]["n_seats"]), np.uint64(seed), first, *arrays, *scratch, counts, part_of)
        occurs.append(_occurrences(counts))
    return np.concatenate(occurs), lengths
