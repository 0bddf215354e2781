"""What to type to see or to repeat what a report is about."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from reports.text import setting
from sim.results import Cell, Run

__all__ = ["WHATIF", "play_command", "run_command"]

WHATIF = "{game}_what_if"  # name of an experiment that was asked for on the command line


def play_command(run: Run, cell: Cell, game_id: int) -> str:
    """Return the command that tells one game of a run move by move."""
    words = ["evenhand", "play", run.manifest["game"]["name"], *_table(cell), *_settings([cell])]
    return shlex.join([*words, *_files([cell]), *_data(run), *_seed(run), "--game-id", str(game_id)])


def run_command(run: Run) -> str:
    """Return the command that repeats a run: by its experiment, or, for one that has no file, by its cells."""
    name, game = run.manifest["experiment"]["name"], run.manifest["game"]["name"]
    base, *others = run.cells
    words = ["evenhand", "run", name]
    if name == game:
        words += _table(base)
    if name == WHATIF.format(game=game):
        words = ["evenhand", "whatif", game, *_table(base), *_changes(base, others[0]), *_margins(run)]
    games = {cell.games for cell in run.cells}
    if len(games) == 1:
        words += ["--games", str(games.pop())]
    settings = [] if words[1] == "whatif" else _settings(run.cells)
    return shlex.join([*words, *settings, *_files(run.cells), *_data(run), *_seed(run), "--out", f"runs/{name}"])


def _changes(base: Cell, variant: Cell) -> list[str]:
    words = [word for item in variant.settings.items() for word in ("--set", setting(*item))]
    for place, (old, new) in enumerate(zip(base.lineup, variant.lineup, strict=True)):
        if old["spec"] != new["spec"]:
            words += ["--strategy", f"seat{place}={new['spec']}"]
    return words


def _margins(run: Run) -> list[str]:
    return [word for item in run.manifest["whatif"]["margins"].items() for word in ("--margin", setting(*item))]


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


def _data(run: Run) -> list[str]:
    """Return which data file of the user's own is needed, if one is."""
    data = run.manifest["game"].get("data")
    return ["--data", data["file"]] if data else []


def _seed(run: Run) -> list[str]:
    return ["--seed", str(run.manifest["seed"])]
