"""What a strategy is: named weights and one function per part of the game. The engine plays any of them.

A function of a strategy answers one question: which of the legal actions?

    def act(view, box, actions, weights, values): ...
        return pick(view, values)

It may read everything it is given and changes nothing but `values`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.chance import address, below, uniform
from sim.compiled import njit

__all__ = ["MAX_WEIGHTS", "TEMPERATURE", "Seated", "Strategy", "Weight", "any_of", "pick"]

MAX_WEIGHTS = 24
HOPELESS = -12.0  # temperatures: odds below one in a hundred thousand count as none
TEMPERATURE = 0  # the first weight of every strategy


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """A named number that a strategy can be given."""

    name: str
    default: float
    low: float
    high: float
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A decision rule. `functions` has one entry for each part of the game; `weights[0]` is the softmax temperature."""

    name: str
    game: str
    title: str
    idea: str
    weights: tuple[Weight, ...]
    functions: Mapping[str, Callable[..., Any]]
    compiled: bool
    origin: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seated:
    """A strategy with its weights filled in; `spec` is what a user would type to get it again."""

    strategy: Strategy
    values: np.ndarray
    spec: str


@njit
def pick(view, values):
    """Return the index of the best value; equals are decided by noise, and a temperature above 0 samples by softmax.

    values: (A,) float64, −inf for "never". Returns −1, which the engine refuses, when no value is a number above −inf.
    The noise is addressed by seat, turn and step: it neither reads nor shifts the chance of the game.
    """
    if view.temperature > 0.0:
        return _sample(view, values)
    best = -1
    ties = 0
    top = -np.inf
    for i in range(len(values)):
        if values[i] > top:
            top = values[i]
            best = i
            ties = 1
        elif values[i] == top:
            ties += 1
    if ties < 2 or best < 0:
        return best
    top_word = np.uint64(0)
    for i in range(best, len(values)):
        if values[i] == top:
            words = address(view.noise_key, view.turn, view.step, i, 1)
            if words[0] >= top_word:
                top_word = words[0]
                best = i
    return best


@njit
def any_of(view, n):
    """Return one of n indices, each equally often: a tenth of the time that `pick` takes among equals."""
    return below(address(view.noise_key, view.turn, view.step, 0, 0)[0], n)


@njit
def _sample(view, values):
    """Return an index with probability in proportion to exp(value / temperature); −1 if no value is above −inf.

    `values` become the odds.
    """
    top = -np.inf
    for i in range(len(values)):
        if values[i] > top:
            top = values[i]
    if top == -np.inf:
        return -1
    scale = 1.0 / view.temperature
    for i in range(len(values)):
        values[i] = _exponential((values[i] - top) * scale)
    total = 0.0
    for i in range(len(values)):
        total += values[i]
    left = uniform(address(view.noise_key, view.turn, view.step, 0, 0)[0]) * total
    last = -1
    for i in range(len(values)):
        if values[i] > 0.0:
            last = i
            left -= values[i]
            if left < 0.0:
                return i
    return last


@njit
def _exponential(x):
    """Return exp(x) for x ≤ 0 to within 4 parts in 100,000, and 0 below HOPELESS: the sixth-order series at x/16, to
    the 16th power.

    Made of products and sums alone, it is the same number on every machine, and compiles to several at a time.
    """
    y = max(x, HOPELESS) * 0.0625
    z = 1.0 + y * (1.0 + y * (0.5 + y * (1 / 6 + y * (1 / 24 + y * (1 / 120 + y * (1 / 720))))))
    z *= z
    z *= z
    z *= z
    z *= z
    return z if x > HOPELESS else 0.0
