"""A hand-made cell of Zoo Vadis, small enough to work out on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.registry import load_game
from tests.reports.runs import cell, write_run

__all__ = ["hand_played", "write_zoo"]

SPECIES = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 3], [0, 1, 2]]


def hand_played(winners: Sequence[int] = (0, 2, 2, -1, 1), **other: Any) -> dict[str, Any]:
    """Return five games of three equals: four finished, of which nobody wins one, and one failed.

    | game | species by seat | winner | uses of Armadillo's ability, for | II-Keeper by seat | peacocks at the end |
    |---|---|---|---|---|---|
    | 0 | 0 1 2 | seat 0, Armadillo | 2, for 3 laurels | 1 0 0 | 0 |
    | 1 | 1 2 0 | seat 2, Armadillo | 1, for 0 | 2 0 0 | 2 |
    | 2 | 2 0 1 | seat 2, Crocodile | 0 | 0 0 1 | 0 |
    | 3 | 0 1 3 | nobody | 1, for 1 | 1 1 0 | 5 |
    | 4 | 0 1 2 | – failed | 9, for 9 | 9 9 9 | 9 |
    """
    game = load_game("zoo_vadis")
    games, seats = np.zeros(5, game.GAME_ROW), np.zeros((5, 3), game.SEAT_ROW)
    games["game_id"], games["end"], games["fault_seat"] = range(5), [1, 1, 1, 1, 3], [-1, -1, -1, -1, 2]
    games["turns"], games["winner"], games["margin"] = [30, 40, 50, 60, 7], [*winners[:4], -1], [1, 1, 1, -1, -1]
    games["ones_left"], games["stack_left"] = [0, 1, 1, 1, 0], [1, 0, 0, 1, 0]
    games["peacocks_in_star"], games["bribes"] = [0, 2, 0, 5, 9], [1, 2, 3, 4, 9]
    seats["game_id"], seats["seat"], seats["species"] = np.arange(5)[:, None], range(3), SPECIES
    seats["strategy"] = (np.arange(3) - np.arange(5)[:, None]) % 3
    seats["score"], seats["qualified"] = 10, 1
    for number, winner in enumerate(winners[:4]):
        if winner >= 0:
            seats["share"][number, winner] = 420
            seats["rank"][number] = 2
            seats["rank"][number, winner] = 1
    armadillo = np.array(SPECIES) == 0
    for column, values in (("ability_used", [2, 1, 0, 1, 9]), ("ability_asked", [3, 1, 0, 1, 9])):
        seats[column][armadillo] = values
    seats["fees"][armadillo] = [3, 0, 0, 1, 9]
    seats["took_keeper"] = [[1, 0, 0], [2, 0, 0], [0, 0, 1], [1, 1, 0], [9, 9, 9]]
    return cell(games, seats.ravel(), ["balanced"] * 3, **other)


def write_zoo(dir: Path, cells: Sequence[Mapping[str, Any]], part_games: int = 50_000, **other: Any) -> Path:
    """Write a finished run of Zoo Vadis and return its directory."""
    game = load_game("zoo_vadis")
    about = {"name": game.name, "title": game.title, "rules_version": 1, "columns": game.columns}
    return write_run(dir, cells, part_games, game={**about, "inputs": [], "rulings": []}, **other)
