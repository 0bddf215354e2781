"""What is to be played, exactly: the cells of a run, how they are cut into parts, and the manifest that says so.

A plan is all that decides a run's results. How many workers play it, in what order, is the business of `sim.runner`.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from sim.branch import BRANCH_COLUMNS
from sim.compiled import source_digest
from sim.game import Game
from sim.results import BRANCHES, SCHEMA, engine_version
from sim.source import Source
from sim.strategy import Seated
from sim.tunables import Value

__all__ = ["MAX_GAMES", "MAX_SEED", "CellPlan", "Plan", "difference", "manifest_of"]

MAX_SEED = 2**63 - 1
MAX_GAMES = 10**12  # part names hold twelve digits

# Games in a part: enough parts to share out, none longer than about a second, none so short that its files cost more
# than its games. A strategy in plain Python takes several hundred times as long.
PARTS_A_CELL = 16
COMPILED_PART = (1_000, 20_000)
PLAIN_PART = (10, 500)
BRANCHED = 10  # times that a game with its branches counts

LIBRARIES = ("numpy", "numba", "polars", "pyarrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPlan:
    """One combination of seat count, settings and lineup, and how many games of it; in a sweep, where it stands."""

    id: str
    title: str
    seats: int
    games: int
    settings: Mapping[str, Value]
    lineup: tuple[Seated, ...]
    banned: str = ""  # item that strategy 0 may not acquire
    x: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run before it is made.

    `seat_spec(game, spec, files)` gives a strategy anew from what the user would type: a worker process seats its own.
    Of a what-if, `whatif` says which cell is the `base` that the others are compared with, and from which `margins` on
    a difference matters. `sweep` says what the cells' `x` is a number of.
    """

    name: str
    title: str
    question: str
    game: Game
    seed: int
    cells: tuple[CellPlan, ...]
    seat_spec: Callable[[str, str, Sequence[Path]], Seated]
    files: tuple[Path, ...] = ()
    whatif: Mapping[str, Any] = field(default_factory=dict)
    rate: float = 0.0  # of the opportunities to acquire an item, those branched at
    sweep: str = ""

    @property
    def games(self) -> int:
        """Games in all cells."""
        return sum(cell.games for cell in self.cells)

    @property
    def compiled(self) -> bool:
        """Whether every strategy is compiled."""
        return all(seated.strategy.compiled for cell in self.cells for seated in cell.lineup)

    @property
    def part_games(self) -> int:
        """Games in a part, the last one of a cell apart. It follows from the plan alone, never from the workers."""
        least, most = COMPILED_PART if self.compiled else PLAIN_PART
        if self.rate:
            least, most = least // BRANCHED, most // BRANCHED
        largest = max(cell.games for cell in self.cells)
        return min(most, max(least, -(-largest // PARTS_A_CELL)))


def manifest_of(plan: Plan) -> dict[str, Any]:
    """Return the manifest of a run that has not begun: everything that decides its results, and no parts yet."""
    game = plan.game
    common = dict(set.intersection(*({*cell.settings.items()} for cell in plan.cells)))
    columns = {table: dict(columns) for table, columns in game.columns.items()}
    return {
        "schema": SCHEMA,
        "evenhand": engine_version(),
        "experiment": {"name": plan.name, "title": plan.title, "question": plan.question},
        **({"whatif": dict(plan.whatif)} if plan.whatif else {}),
        **({"sweep": plan.sweep} if plan.sweep else {}),
        "seed": plan.seed,
        **({"values": {"rate": plan.rate}} if plan.rate else {}),
        "game": {
            "name": game.name,
            "title": game.title,
            "rules_version": game.rules_version,
            "team": game.team,
            "columns": {**columns, BRANCHES: dict(BRANCH_COLUMNS)} if plan.rate else columns,
            "inputs": game.inputs(common),
            "rulings": [dict(ruling) for ruling in game.rulings],
            **({"data": _data(game.data)} if game.data else {}),
            **({"items": game.item_rows(game.make_box(plan.cells[0].seats, common)[0])} if game.item_rows else {}),
        },
        "cells": [
            {
                "id": cell.id,
                "title": cell.title,
                "seats": cell.seats,
                "games": cell.games,
                "settings": dict(sorted(cell.settings.items())),
                "lineup": [_entry(seated) for seated in cell.lineup],
                **({"banned": cell.banned} if cell.banned else {}),
                **({"x": cell.x} if plan.sweep else {}),
                "parts": [],
                "failed": 0,
                "truncated": 0,
            }
            for cell in plan.cells
        ],
        "part_games": plan.part_games,
        "code_digest": source_digest(),
        "versions": {"python": platform.python_version()} | {name: metadata.version(name) for name in LIBRARIES},
    }


def difference(there: object, here: object, where: str = "") -> str:
    """Return the first thing in which two manifests are not the same run, in words; "" if they are.

    >>> difference({"cells": [{"games": 5, "parts": []}]}, {"cells": [{"games": 7, "parts": [1]}]})
    'cells[0].games is 5 there, now it is 7'
    """
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for key in [*here, *(key for key in there if key not in here)]:
            if key in _OUTCOME:
                continue
            found = difference(there.get(key), here.get(key), f"{where}.{key}" if where else str(key))
            if found:
                return found
        return ""
    if isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        pairs = enumerate(zip(there, here, strict=True))
        return next((found for i, (a, b) in pairs if (found := difference(a, b, f"{where}[{i}]"))), "")
    if isinstance(there, list) and isinstance(here, list):
        return f"{where} has {len(there)} entries there, now it has {len(here)}"
    return "" if there == here else f"{where} is {there!r} there, now it is {here!r}"


_OUTCOME = frozenset({"parts", "failed", "truncated"})


def _data(source: Source) -> dict[str, Any]:
    """Return a data file of the user's own as the manifest has it."""
    return {"file": source.path.name if source.path else "", "sha256": source.digest, "content": source.tables()}


def _entry(seated: Seated) -> dict[str, Any]:
    """Return a seated strategy as the manifest has it."""
    strategy = seated.strategy
    values = [float(value) for value in seated.values[: len(strategy.weights)]]
    return {
        "name": strategy.name,
        "spec": seated.spec,
        "idea": strategy.idea,
        "weights": {weight.name: value for weight, value in zip(strategy.weights, values, strict=True)},
        "origin": strategy.origin,
        "digest": strategy.digest,
        "compiled": strategy.compiled,
    }
