"""What an author of a strategy imports: `strategy` declares one, `Weight` names its numbers, `pick` or `any_of` choose.

A strategy is a function that answers the first part of a game (for Quo Vadis? `act`). The function's name is the
strategy's name, its docstring the idea:

    @strategy("quo_vadis", weights={1: Weight(name="thrift", default=1.0, low=0.0, high=5.0, says="…")})
    def dearest(view, box, actions, weights, values):
        '''Go where the dearest laurel lies.'''

`weights[0]` is the temperature of every strategy. Helper functions are compiled with `njit`. This module only declares;
`strategies.sources` finds and compiles.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sim.compiled import njit
from sim.errors import BadInput
from sim.strategy import MAX_WEIGHTS, Weight, any_of, pick

__all__ = ["Declaration", "Weight", "any_of", "njit", "pick", "strategy"]

_TEMPERATURE = Weight(
    name="temperature",
    default=0.0,
    low=0.0,
    high=1e6,
    says="clumsiness, in points: 0 takes the best action, more takes another the more often (softmax over values)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A strategy as its author wrote it, not compiled yet.

    `first` answers the first part of the game, `others` further ones, by name.
    """

    name: str
    game: str
    idea: str
    weights: tuple[Weight, ...]
    first: Callable[..., Any]
    others: Mapping[str, Callable[..., Any]]
    compiled: bool


def strategy(
    game: str,
    *,
    weights: Mapping[int, Weight] | None = None,
    temperature: float = 0.0,
    compiled: bool = True,
    **parts: Callable[..., Any],
) -> Callable[[Callable[..., Any]], Declaration]:
    """Declare the decorated function as a strategy.

    Parameters
    ----------
    game
        Name of the game it plays.
    weights
        Its named numbers, by their index in the array `weights` that each of its functions gets: 1, 2, …
    temperature
        Default of the first weight: people err a little, and without that every game begins alike.
    compiled
        False for plain Python: several hundred times slower, but it may do anything that Python can.
    parts
        Functions for the other parts of the game, such as `deal=`; those not given are the game's defaults.

    Raises
    ------
    BadInput
        The docstring is missing, or the weights contradict themselves.
    """

    def declare(function: Callable[..., Any]) -> Declaration:
        name = function.__name__
        idea = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        if not idea:
            raise BadInput(f"Strategy '{name}' needs a docstring: its first paragraph is the idea that listings show.")
        return Declaration(
            name=name,
            game=game,
            idea=idea,
            weights=_checked(name, weights or {}, temperature),
            first=function,
            others=dict(parts),
            compiled=compiled,
        )

    return declare


def _checked(name: str, weights: Mapping[int, Weight], temperature: float) -> tuple[Weight, ...]:
    """Return all weights in order, the temperature first."""
    where = f"Strategy '{name}': weights"
    if sorted(weights) != list(range(1, len(weights) + 1)):
        raise BadInput(f"{where} are numbered 1, 2, 3, … (0 is the temperature); given are {sorted(weights)}.")
    if len(weights) >= MAX_WEIGHTS:
        raise BadInput(f"{where} can be {MAX_WEIGHTS - 1} at most; given are {len(weights)}.")
    ordered = (replace(_TEMPERATURE, default=temperature), *(weights[index] for index in sorted(weights)))
    names = [weight.name for weight in ordered]
    for weight in ordered:
        if not weight.name.isidentifier() or names.count(weight.name) > 1:
            raise BadInput(f"{where} need names of their own, written like a variable; given are {', '.join(names)}.")
        if not weight.low <= weight.default <= weight.high:
            allowed = f"{weight.low} to {weight.high}"
            raise BadInput(f"{where}: {weight.name} has the default {weight.default}, outside {allowed}.")
    return ordered
