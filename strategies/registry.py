"""Which strategies there are, and how the text that a user types becomes one with its weights filled in.

A shipped strategy is one file in `strategies/<game>/` and its name in `SHIPPED`. Where the others come from and how
they are loaded is the business of `strategies.sources`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from sim.errors import BadInput, unknown
from sim.registry import load_game
from sim.strategy import MAX_WEIGHTS, Seated, Strategy, Weight
from strategies.sources import from_file, from_plugins, shipped

__all__ = ["DEFAULT_LINEUPS", "SHIPPED", "default_lineup", "seat_spec", "split_lineup", "strategies_for"]

SHIPPED: Mapping[str, tuple[str, ...]] = {
    "miller_zoo": ("greedy", "planner", "problems_first", "random_legal", "reception_only", "triage"),
    "quo_vadis": (
        "balanced",
        "blocker",
        "broker",
        "greedy",
        "hoarder",
        "miser",
        "opportunist",
        "racer",
        "random_legal",
        "reciprocator",
    ),
    "zoo_vadis": (
        "balanced",
        "blocker",
        "broker",
        "greedy",
        "herder",
        "hoarder",
        "keeper_master",
        "merchant",
        "miser",
        "racer",
        "random_legal",
    ),
    "time_zoo": (
        "balanced",
        "cheapest_first",
        "denier",
        "engine_builder",
        "food_hoarder",
        "highest_points",
        "random_legal",
        "set_collector",
    ),
}

# Who sits at the table when nobody says: the first P of these.
DEFAULT_LINEUPS: Mapping[str, tuple[str, ...]] = {
    "miller_zoo": ("greedy",) * 6,
    "quo_vadis": ("balanced", "racer", "broker", "reciprocator", "opportunist"),
    "zoo_vadis": ("balanced", "merchant", "broker", "racer", "keeper_master", "herder", "blocker"),
    "time_zoo": ("balanced", "set_collector", "engine_builder", "highest_points", "denier"),
}

_SPEC = re.compile(r"\s*([^\W\d]\w*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def strategies_for(game_name: str, files: Sequence[Path] = ()) -> dict[str, Strategy]:
    """Return every strategy for a game, sorted by name.

    A package whose strategies cannot be loaded is named in a warning and left out. Raises BadInput for a file that
    cannot be.
    """
    found = _shipped_and_files(game_name, files)
    for plugin in from_plugins():
        if isinstance(plugin, str):
            warnings.warn(plugin, stacklevel=2)
            continue
        for strategy in plugin:
            if strategy.game == game_name and strategy.name in found:
                message = f"A strategy '{strategy.name}' of another package is left out: there is one of that name."
                warnings.warn(message, stacklevel=2)
            elif strategy.game == game_name:
                found[strategy.name] = strategy
    return dict(sorted(found.items()))


def seat_spec(game_name: str, spec: str, files: Sequence[Path] = ()) -> Seated:
    """Return a strategy with its weights filled in, from text like "racer(price=2)".

    Raises BadInput for text that is no spec, a strategy or weight that does not exist, or a value outside its range.
    """
    parsed = _SPEC.fullmatch(spec)
    if parsed is None:
        raise BadInput(f"'{spec}' is no strategy: write a name, perhaps with weights in brackets: racer(price=2).")
    strategy = _find(game_name, parsed[1], files)
    values = np.zeros(MAX_WEIGHTS)
    values[: len(strategy.weights)] = [weight.default for weight in strategy.weights]
    for index, value in _given(strategy, parsed[2] or "").items():
        values[index] = value
    values.flags.writeable = False
    return Seated(strategy=strategy, values=values, spec=_spec(strategy, values))


def split_lineup(text: str) -> list[str]:
    """Return the specs in a comma-separated lineup.

    >>> split_lineup("balanced, racer(price=2,bold=1), greedy")
    ['balanced', 'racer(price=2,bold=1)', 'greedy']
    """
    parts = [""]
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    if depth != 0:
        raise BadInput(f"The brackets in the lineup '{text}' do not match.")
    specs = [part.strip() for part in parts]
    if not all(specs):
        raise BadInput(f"The lineup '{text}' has an empty place: write strategies with one comma between two.")
    return specs


def default_lineup(game_name: str, n_seats: int) -> list[str]:
    """Return who sits at the table when nobody says, as specs."""
    game = load_game(game_name)
    low, high = game.seats
    if not low <= n_seats <= high:
        raise BadInput(f"{game.title} is for {low} to {high} seats; given was {n_seats}.")
    return list(DEFAULT_LINEUPS[game_name][:n_seats])


def _find(game_name: str, name: str, files: Sequence[Path]) -> Strategy:
    """Return the strategy of that name; other packages are loaded only when it is neither shipped nor in a file."""
    found = _shipped_and_files(game_name, files)
    if name in found:
        return found[name]
    troubles = []
    for plugin in from_plugins():
        if isinstance(plugin, str):
            troubles.append(plugin)
        else:
            found = {strategy.name: strategy for strategy in plugin if strategy.game == game_name} | found
    if name in found:
        return found[name]
    raise BadInput(" ".join([str(unknown("strategy", name, found, f"for {game_name}")), *troubles]))


def _shipped_and_files(game_name: str, files: Sequence[Path]) -> dict[str, Strategy]:
    """Return the strategies of both, by name. Raises BadInput when a file uses a name that is taken."""
    load_game(game_name)
    found = {strategy.name: strategy for strategy in shipped(game_name, SHIPPED.get(game_name, ()))}
    for path in dict.fromkeys(Path(file).absolute() for file in files):
        for strategy in from_file(path):
            if strategy.game == game_name and strategy.name in found:
                raise BadInput(
                    f"{path}: there is a strategy '{strategy.name}' for {game_name} already; rename this one."
                )
            if strategy.game == game_name:
                found[strategy.name] = strategy
    return found


def _given(strategy: Strategy, text: str) -> dict[int, float]:
    """Return the weights in the brackets of a spec, by index."""
    names = [weight.name for weight in strategy.weights]
    given: dict[int, float] = {}
    for part in text.split(",") if text.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name:
            raise BadInput(f"{strategy.name}({text}): weights are given as name=number; there is '{part.strip()}'.")
        if name not in names:
            raise unknown("weight", name, names, f"of {strategy.name}")
        index = names.index(name)
        if index in given:
            raise BadInput(f"{strategy.name}({text}): {name} is given twice.")
        given[index] = _value(strategy, strategy.weights[index], value)
    return given


def _value(strategy: Strategy, weight: Weight, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or not weight.low <= value <= weight.high:
        allowed = f"{_short(weight.low)} to {_short(weight.high)} is allowed (default {_short(weight.default)})"
        raise BadInput(f"{weight.name} of {strategy.name} cannot be '{text}': {allowed}. It means: {weight.says}.")
    return value + 0.0  # −0 becomes 0


def _spec(strategy: Strategy, values: np.ndarray) -> str:
    """Return the shortest text that gives the same weights again."""
    pairs = zip(strategy.weights, values.tolist(), strict=False)
    given = [f"{weight.name}={_short(value)}" for weight, value in pairs if value != weight.default]
    return f"{strategy.name}({','.join(given)})" if given else strategy.name


def _short(value: float) -> str:
    """Return a number as one would type it: 2 for 2.0."""
    return str(int(value)) if value == int(value) else repr(value)
