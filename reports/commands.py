"""What to type to see or to repeat what a report is about."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from reports.text import setting
from sim.results import Cell, Run

__all__ = ["play_command", "run_command"]


def play_command(run: Run, cell: Cell, game_id: int) -> str:
    """Return the command that tells one game of a run move by move."""
    words = ["evenhand", "play", run.manifest["game"]["name"], *_table(cell), *_settings([cell])]
    return shlex.join([*words, *_files([cell]), *_seed(run), "--game-id", str(game_id)])


def run_command(run: Run) -> str:
    """Return the command that repeats a run: by its experiment, or, for a run without one, by its only cell."""
    name, game = run.manifest["experiment"]["name"], run.manifest["game"]["name"]
    words = ["evenhand", "run", name, *(_table(run.cells[0]) if name == game else [])]
    games = {cell.games for cell in run.cells}
    if len(games) == 1:
        words += ["--games", str(games.pop())]
    return shlex.join([*words, *_settings(run.cells), *_files(run.cells), *_seed(run), "--out", f"runs/{name}"])


def _table(cell: Cell) -> list[str]:
    return ["--seats", str(cell.seats), "--lineup", ",".join(strategy["spec"] for strategy in cell.lineup)]


def _settings(cells: Iterable[Cell]) -> list[str]:
    """Return the settings that all the cells have."""
    everywhere = set.intersection(*({setting(*item) for item in cell.settings.items()} for cell in cells))
    return [word for item in sorted(everywhere) for word in ("--set", item)]


def _files(cells: Iterable[Cell]) -> list[str]:
    """Return that a strategy file is needed, if one is; where it lies, the run does not know."""
    own = any(strategy["origin"] == "file" for cell in cells for strategy in cell.lineup)
    return ["--strategy-file", "FILE"] if own else []


def _seed(run: Run) -> list[str]:
    return ["--seed", str(run.manifest["seed"])]
