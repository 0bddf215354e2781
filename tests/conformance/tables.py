"""Every game, seat count, variant and shipped strategy: what the conformance tests run over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from sim.engine import Step, trace
from sim.game import Game
from sim.registry import GAMES, load_game
from sim.strategy import MAX_WEIGHTS, Seated, Strategy
from strategies.registry import seat_spec, strategies_for

__all__ = ["GAME_AND_STRATEGY", "asked", "interpreted", "seat_counts", "steps_of", "table_of", "variants"]

GAME_AND_STRATEGY = [
    (game, name) for game in GAMES for name, strategy in strategies_for(game).items() if strategy.origin == "shipped"
]


def seat_counts(game: Game) -> range:
    """Return every number of seats that a game is for."""
    return range(game.seats[0], game.seats[1] + 1)


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Yield settings: each answer of each ruling and protocol, with all switches as printed and all of them turned."""
    turned = {tunable.key: not tunable.default for tunable in game.tunables if isinstance(tunable.default, bool)}
    yield {}
    yield turned
    for tunable in game.tunables:
        for choice in tunable.choices:
            if choice != tunable.default:
                yield {tunable.key: choice}
                yield {**turned, tunable.key: choice}


def table_of(game: Game, name: str, n_seats: int) -> list[Seated]:
    """Return a lineup of one strategy in every seat."""
    return [seat_spec(game.name, name)] * n_seats


@cache
def steps_of(game_name: str, name: str, settings: tuple[tuple[str, Any], ...], game_id: int = 3) -> tuple[Step, ...]:
    """Return the decisions of one game among strategies of one name, with as many seats as possible."""
    game = load_game(game_name)
    n_seats = game.seats[1]
    return trace(game, game.make_box(n_seats, dict(settings)), 8, game_id, table_of(game, name, n_seats)).steps


def asked(game: Game, box: Any, state: Any, strategy: Strategy, noise: int = 1, temperature: float = 0.0) -> Any:
    """Return what a strategy is shown in a state, as (view, actions), and its answer."""
    views = np.zeros(1, game.STATE)
    views[0] = state
    view = views.view(np.recarray)[0]
    view.temperature = temperature
    view.noise_key = noise
    game.hide(box, view, int(state.actor))
    actions = np.zeros(game.max_actions, game.ACTION)
    n = game.legal(box, state, actions)
    weights = np.zeros(MAX_WEIGHTS)
    weights[: len(strategy.weights)] = [weight.default for weight in strategy.weights]
    given = weights.copy()
    function = strategy.functions[game.parts[game.part(state)]]
    chosen = function(view, box, actions[:n], weights, np.zeros(n))
    assert np.array_equal(weights, given), "weights that a strategy changes are no weights of its user any more"
    return view, actions[:n], chosen


def interpreted(seated: Seated) -> Seated:
    """Return the same strategy as plain Python."""
    functions = {part: getattr(function, "py_func", function) for part, function in seated.strategy.functions.items()}
    return replace(seated, strategy=replace(seated.strategy, compiled=False, functions=functions))
