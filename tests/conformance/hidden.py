"""What a seat may not know, game by game: `scramble` changes exactly that in a state.

What is hidden is the business of each game's rules; a test that asked the game's `hide` would believe it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sim.games.quo_vadis.state import ASK, HIDDEN
from sim.games.time_zoo.holdings import give
from sim.games.zoo_vadis import state as zoo

__all__ = ["SCRAMBLE"]


def scramble_quo_vadis(box: Any, state: Any, seat: int, rng: np.random.Generator) -> None:
    """Give the others other tiles of the same total, other totals where they are hidden, other terms not yet open."""
    for other in range(state.n_seats):
        if other == seat:
            continue
        state.purse[other] = rng.integers(0, 9, len(state.purse[other]))
        if box.information == HIDDEN:
            for column in ("laurels", "from_paths", "from_consent", "paid", "received"):
                state[column][other] = rng.integers(0, 60)
        if state.phase == ASK:
            state.price[other] = rng.integers(-1, 6)
            state.promise[other] = rng.integers(0, 2)
            state.steer[other] = rng.integers(0, 2)


def scramble_zoo_vadis(box: Any, state: Any, seat: int, rng: np.random.Generator) -> None:
    """Give the others other tokens of the same total, other totals where these are hidden, other terms not yet open."""
    totals = ("laurels", "from_paths", "from_votes", "from_tiles", "from_peacocks", "paid", "received", "fees")
    for other in range(state.n_seats):
        if other == seat:
            continue
        state.purse[other] = rng.integers(0, 9, len(state.purse[other]))
        if box.information == zoo.HIDDEN:
            for column in totals:
                state[column][other] = rng.integers(0, 60)
            state.taken[other] = rng.integers(0, 9, len(state.taken[other]))
        if state.phase == zoo.ASK:
            state.price[other] = rng.integers(-1, 6)
            state.promise[other] = rng.integers(0, 2)


def scramble_time_zoo(box: Any, state: Any, seat: int, rng: np.random.Generator) -> None:
    """Give the others other food, as many cards as they have."""
    for other in range(state.n_seats):
        if other != seat:
            cards = rng.integers(0, int(box.n_foods), int(state.hand_size[other]))
            for name in ("hand", "hand_size", "held", "shown", "fits"):
                state[name][other] = 0
            for food in cards.tolist():
                give(box, state, other, food)


def scramble_miller_zoo(box: Any, state: Any, seat: int, rng: np.random.Generator) -> None:
    """Change nothing: hands are open, and the order of the decks is no part of the state."""


SCRAMBLE: Mapping[str, Callable[[Any, Any, int, np.random.Generator], None]] = {
    "miller_zoo": scramble_miller_zoo,
    "quo_vadis": scramble_quo_vadis,
    "zoo_vadis": scramble_zoo_vadis,
    "time_zoo": scramble_time_zoo,
}
