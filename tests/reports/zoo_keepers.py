"""A hand-made cell of Miller Zoo, small enough to work out on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.registry import load_game
from tests.reports.runs import cell, write_run

__all__ = ["hand_played", "write_keepers"]


def hand_played(
    won: Sequence[int] = (1, 1, 0, 0), lineup: Sequence[str] = ("greedy", "greedy"), **other: Any
) -> dict[str, Any]:
    """Return five games of a team of two: four finished, and one failed.

    | game | won | reason | days | received | left in the deck | played by seat | A1 on day | A2 on day, icons |
    |---|---|---|---|---|---|---|---|---|
    | 0 | 1 | – | 4 | 7 | 8 | 20 10 | 1 | 2, 4 |
    | 1 | 1 | – | 5 | 7 | 12 | 15 15 | 3 | 2, 4 |
    | 2 | 0 | crisis | 4 | 5 | 0 | 9 3 | 1 | –, 1 |
    | 3 | 0 | empty deck | 6 | 6 | 0 | 12 12 | – | –, 3 |
    | 4 | failed |

    With other `won`, a game that is lost has the reason and the animals of game 2, one won those of game 0.
    """
    game, n = load_game("miller_zoo"), len(won) + 1
    games, seats = np.zeros(n, game.GAME_ROW), np.zeros((n, len(lineup)), game.SEAT_ROW)
    lost = 1 - np.array([*won, 1])
    games["game_id"], games["end"], games["fault_seat"], games["winner"] = range(n), 1, -1, -1
    games["end"][-1], games["fault_seat"][-1] = 3, 1
    games["won"][:-1] = won
    games["reason"], games["received"], games["deck_left"] = lost, 7 - 2 * lost, 8 * (1 - lost)
    games["days"], games["turns"], games["crises"], games["crisis_cards"] = 4, 20, 1, 3
    games["cards_moved"], games["cards_fixed"], games["cards_paid"] = 20, 10, 30
    games["tokens_laid"], games["tokens_fixed"], games["tokens_cleared"] = 10, 6, 4
    games["icons_paid"], games["icons_wasted"] = 12, 2
    for i in range(1, 13):
        games[f"day_{i}"] = -1
    games["day_1"], games["day_2"] = 1, 2
    games["icons_2"] = 4
    if len(won) == 4:
        games["reason"][:4], games["days"][:4], games["received"][:4] = [0, 0, 1, 2], [4, 5, 4, 6], [7, 7, 5, 6]
        games["deck_left"][:4], games["day_1"][:4], games["day_2"][:4] = [8, 12, 0, 0], [1, 3, 1, -1], [2, 2, -1, -1]
        games["icons_2"][:4] = [4, 4, 1, 3]
    seats["game_id"], seats["seat"] = np.arange(n)[:, None], range(len(lineup))
    seats["strategy"] = (np.arange(len(lineup)) - np.arange(n)[:, None]) % len(lineup)
    seats["share"] = 420 * np.array([*won, 0])[:, None]
    seats["moved"][:4, :2] = [[20, 10], [15, 15], [9, 3], [12, 12]]
    seats["idle"][:4, :2] = [[0, 1], [0, 0], [0, 2], [0, 1]]
    return cell(games, seats.ravel(), list(lineup), **other)


def write_keepers(dir: Path, cells: Sequence[Mapping[str, Any]], part_games: int = 50_000, **other: Any) -> Path:
    """Write a finished run of Miller Zoo and return its directory."""
    game = load_game("miller_zoo")
    about = {"name": game.name, "title": game.title, "rules_version": 1, "team": True, "columns": game.columns}
    inputs = [dict(row) for row in game.inputs({})]
    return write_run(dir, cells, part_games, game={**about, "inputs": inputs, "rulings": []}, **other)
