"""How fast is it here? Games a second for each seat count, what compiling and a second worker bring, and memory.

Every figure is measured now, on this machine, with the games' default lineups.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from experiments.plans import make_plan, one_cell, usual_seats
from sim.engine import play
from sim.errors import EvenhandError
from sim.game import Game
from sim.registry import load_game
from sim.runner import run, warm_up
from sim.source import Source
from sim.strategy import Seated
from strategies.registry import default_lineup, seat_spec

__all__ = ["measure"]

SECONDS = 1.5  # for each rate
FEW, MANY = 100_000, 1_000_000  # games for the second worker and the peak memory
# Starts a run from a process of its own: what a process takes is counted from its start, when it is a copy of this one.
APART = """
import os, subprocess, sys
command = [sys.executable, "-c", "from experiments.cli.main import main; main()", *sys.argv[1:]]
run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
print(os.wait4(run.pid, 0)[2].ru_maxrss)
"""


def measure(name: str, say: Callable[[str], None]) -> dict[str, Any]:
    """Return the rates and ratios of one game.

    `rows`: game, seats, games_per_s, ns_per_decision, on one core. With the usual number of `seats` only: `ratios`, how
    many times faster; `peak_mib`, memory of a whole `evenhand run`, by number of games.
    """
    game = load_game(name)
    seats = usual_seats(game)
    warm_up(make_plan(one_cell(name, seats, None, 1, 0, []), Source()), say)
    low, high = game.seats
    rows = [_row(game, n, _lineup(name, n)) for n in range(low, high + 1)]
    rate = next(row["games_per_s"] for row in rows if row["seats"] == seats)
    ratios = {"compiled_to_interpreted": rate / _rate(game, seats, _interpreted(_lineup(name, seats)))[0]}
    say("Measuring two workers against one, and memory …")
    ratios["two_jobs_to_one"] = _two_jobs(name, FEW)
    if find_spec("benchmarks") and find_spec("tests"):  # a copy of the repository, not the installed package alone
        ratios["compiled_to_oracle"] = import_module("benchmarks.oracle").ratio(name)
    return {
        "seats": seats,
        "rows": [
            {key: round(value) if isinstance(value, float) else value for key, value in row.items()} for row in rows
        ],
        "ratios": {key: round(value, 2) for key, value in ratios.items()},
        "peak_mib": {str(games): peak for games in (FEW, MANY) if (peak := _peak_mib(name, games)) is not None},
    }


def _lineup(name: str, seats: int) -> list[Seated]:
    return [seat_spec(name, spec) for spec in default_lineup(name, seats)]


def _interpreted(lineup: Sequence[Seated]) -> list[Seated]:
    """Return the same lineup as plain Python, which the loop that is not compiled plays."""
    plain = []
    for seated in lineup:
        functions = {part: getattr(each, "py_func", each) for part, each in seated.strategy.functions.items()}
        plain.append(replace(seated, strategy=replace(seated.strategy, compiled=False, functions=functions)))
    return plain


def _row(game: Game, seats: int, lineup: Sequence[Seated]) -> dict[str, Any]:
    rate, decisions = _rate(game, seats, lineup)
    return {"game": game.name, "seats": seats, "games_per_s": rate, "ns_per_decision": 1e9 / (rate * decisions)}


def _rate(game: Game, seats: int, lineup: Sequence[Seated]) -> tuple[float, float]:
    """Return games a second, and decisions in a game."""
    box = game.make_box(seats, {})
    n, spent, decisions = 8, 0.0, 0
    if play(game, box, 0, 0, n, lineup).faults:
        raise EvenhandError(f"A strategy of the usual lineup of {game.title} fails; there is nothing to measure.")
    while spent < SECONDS / 2:
        n *= 2
        began = time.perf_counter()
        decisions = int(play(game, box, 0, 0, n, lineup).games["decisions"].sum())
        spent = time.perf_counter() - began
    return n / spent, decisions / n


def _two_jobs(name: str, games: int) -> float:
    """Return how many times faster two workers are than one."""
    plan = make_plan(one_cell(name, None, None, games, 0, []), Source())
    with tempfile.TemporaryDirectory() as folder:
        one, two = (run(plan, Path(folder) / str(jobs), jobs=jobs).seconds for jobs in (1, 2))
    return one / two


def _peak_mib(name: str, games: int) -> int | None:
    """Return the most memory that a whole run takes, in MiB; None where the system does not tell."""
    if not hasattr(os, "wait4"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["run", "--game", name, "--games", str(games), "--out", str(Path(folder) / "run")]
        command = [sys.executable, "-c", APART, *arguments]
        peak = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    return round(int(peak) * unit / 2**20)
