"""How claims about strategies are tested: play a lineup many times, and compare columns of its outcomes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from sim.engine import play
from sim.registry import load_game
from strategies.registry import seat_spec

__all__ = ["CERTAIN", "SEED", "Table", "errors_above", "first_above_others", "played", "share_above_fair"]

CERTAIN = 4.5  # standard errors by which a claim must hold
SEED = 20_250  # strategies were tuned on others

Table = tuple[np.ndarray, np.ndarray]  # games (G,), seats (G, P) by strategy of the lineup


@cache
def played(name: str, lineup: tuple[str, ...], games: int, *settings: tuple[str, object]) -> Table:
    """Play a lineup, and return its games (G,) and its seats by strategy of the lineup (G, P)."""
    game = load_game(name)
    seated = [seat_spec(name, spec) for spec in lineup]
    batch = play(game, game.make_box(len(lineup), dict(settings)), SEED, 0, games, seated)
    order = np.lexsort((batch.seats["strategy"], batch.seats["game_id"]))
    return batch.games, batch.seats[order].reshape(games, len(lineup))


def errors_above(values: np.ndarray, level: float = 0.0) -> float:
    """Return by how many standard errors the mean of values, one a game, lies above a level."""
    spread = values.std() / np.sqrt(len(values))
    return float((values.mean() - level) / max(spread, 1e-9))


def first_above_others(values: np.ndarray) -> float:
    """Return by how many standard errors the first of a lineup has more than the others on average. values: (G, P)."""
    return errors_above(values[:, 0] - values[:, 1:].mean(axis=1))


def share_above_fair(table: Callable[..., Table], lineup: list[str], who: str, **settings: object) -> float:
    """Return by how many standard errors a strategy's win share for each of its seats is above the fair one.

    table: plays a lineup with settings, as `played` does.
    """
    _, seats = table(*lineup, **settings)
    its = [i for i, name in enumerate(lineup) if name == who]
    return errors_above(seats["share"][:, its].mean(axis=1) / 420, 1 / len(lineup))
