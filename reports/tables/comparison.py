"""What a changed setting does to each species: two cells that differ in nothing else, compared game by game.

All cells of a run play the same shuffles, and the same species sit in the same seats in games of the same number. So
the difference of a species' wins is taken in each game, and its interval is that of a mean of differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from reports.stats.fairness import simultaneous
from reports.stats.means import Moments
from reports.tables.columns import named
from reports.tables.tally import FAILED, WIN
from reports.text import setting
from reports.words import Words
from sim.results import Cell, Run

__all__ = ["comparison"]

SLICE = 100_000  # games compared at a time


def comparison(run: Run, words: Words) -> pd.DataFrame:
    """Return one row for each species and each cell that differs from the first one in exactly one setting.

    No rows for a game without species, and for cells in which other species sit at the table.

    Columns
    -------
    cell, title, setting
        The changed cell; its title; what is different about it.
    species, concerned, n
        The species; whether the setting is one of its own; games with it that count in both cells.
    before, before_lo, before_hi, after, after_lo, after_hi
        Its win share in these games, in the first cell and in the changed one.
    difference, difference_lo, difference_hi
        After less before, paired by game.
    difference_lo_all, difference_hi_all
        The same at the level at which the intervals of all rows hold together.
    """
    if "species" not in run.manifest["game"]["columns"]["seats"] or not run.cells:
        return pd.DataFrame()
    first, *others = run.cells
    found = [
        (cell, key, number, moments)
        for cell in others
        if not cell.banned and (key := _changed(first, cell))
        for number, moments in sorted(_paired(first, cell).items())
    ]
    level = simultaneous(len(found))
    rows: list[dict[str, Any]] = []
    for cell, key, number, moments in found:
        together = moments.mean("difference", level)
        rows.append(
            {
                "cell": cell.id,
                "title": cell.title,
                "setting": _said(first, cell, key),
                "species": words.species_name(number),
                "concerned": words.species_name(number).lower() in key.split("."),
                "n": moments.n,
                **named("before", moments.share("before")),
                **named("after", moments.share("after")),
                **named("difference", moments.mean("difference")),
                "difference_lo_all": together.lo,
                "difference_hi_all": together.hi,
            }
        )
    return pd.DataFrame(rows)


def _changed(first: Cell, cell: Cell) -> str:
    """Return the one setting in which two cells differ; "" if they differ in none, in several, or in something else."""
    keys = [key for key in {**first.settings, **cell.settings} if first.settings.get(key) != cell.settings.get(key)]
    specs = [[strategy["spec"] for strategy in each.lineup] for each in (first, cell)]
    return keys[0] if len(keys) == 1 and specs[0] == specs[1] else ""


def _said(first: Cell, cell: Cell, key: str) -> str:
    if key in cell.settings:
        return setting(key, cell.settings[key])
    return f"without {setting(key, first.settings[key])}"


def _paired(first: Cell, cell: Cell) -> dict[int, Moments]:
    """Return for each species the moments of its wins `before`, `after` and their `difference`, game by game."""
    found: dict[int, Moments] = {}
    for start in range(0, min(first.games, cell.games), SLICE):
        before, after = (_wins(each, start) for each in (first, cell))
        both = min(len(before["plays"]), len(after["plays"]))
        before, after = ({name: values[:both] for name, values in rows.items()} for rows in (before, after))
        if not np.array_equal(before["species"], after["species"]):
            return {}
        counted = before["plays"] & after["plays"]
        for species in np.unique(before["species"]):
            game, seat = np.nonzero((before["species"] == species) & counted[:, None])
            won = {"before": before["share"][game, seat], "after": after["share"][game, seat]}
            moments = replace(Moments.of({**won, "difference": won["after"] - won["before"]}), unit=WIN)
            found[int(species)] = found[int(species)] + moments if int(species) in found else moments
    return found


def _wins(cell: Cell, start: int) -> Mapping[str, NDArray[Any]]:
    """Return some games of a cell: whether each counts (G,), its seats' win shares and species (G, P)."""
    ends = cell.scan_games().select("end").slice(start, SLICE).collect()["end"].to_numpy()
    own = pl.col("share", "species").cast(pl.Int64)
    seats = cell.scan_seats().select(own).slice(start * cell.seats, SLICE * cell.seats).collect()
    rows = {name: seats[name].to_numpy().reshape(-1, cell.seats) for name in seats.columns}
    return {"plays": ends != FAILED, **rows}
