"""What a run amounts to, in one sentence and a small table; the report says the rest.

A pure function of the run's tallies, so that it is the same whether the run was made in one go or in ten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports.stats.fairness import simultaneous
from reports.stats.shares import clustered_share
from reports.text import plural
from sim.plan import CellPlan
from sim.runner import Outcome
from sim.tally import Tally

__all__ = ["SCHEMA", "aligned", "plus_minus", "standings", "summarise", "summary_text"]

SCHEMA = 1
WHOLE = 420  # a win share is counted in 420ths
FEW_GAMES = 1_000
TRUNCATED_SHARE = 0.001
CELLS_TOLD = 12
MOST_DIGITS = 4
VARIANTS = "each variant was played on the same shuffles as the base; the report says what it changes."
NOTHING_FINISHED = "No game was finished, so nothing is known."

Row = dict[str, Any]


def standings(cell: CellPlan, tally: Tally, team: bool, families: int = 1) -> list[Row]:
    """Return the win share of each different strategy of a cell, per place that it has at the table.

    Rows of strategy, places, win_share, lo, hi (95 %), n (games), fair, and whether it differs from fair by more than
    chance explains when `families` shares are looked at together. In a team all have the same share, and none is fair.
    """
    specs = [seated.spec for seated in cell.lineup]
    rows = []
    for spec, sums in zip(dict.fromkeys(specs), tally.strategies, strict=True):
        places = specs.count(spec)
        share = (
            _share(tally.seats[0], tally, None, 1, families)
            if team
            else _share(sums, tally, cell.seats, places, families)
        )
        rows.append({"strategy": spec, "places": places, **share})
    return rows


def summarise(outcome: Outcome, dir: Path) -> Row:
    """Return the summary of a run, ready for JSON: a headline, notes, and the win shares cell by cell.

    Cells with a banned item are left to the report. `dir` is the run directory as the user knows it.
    """
    plan = outcome.plan
    team = plan.game.team
    told = [pair for pair in zip(plan.cells, outcome.tallies, strict=True) if not pair[0].banned]
    families = sum(len(tally.strategies) + len(tally.seats) for _, tally in told)
    cells = []
    for cell, tally in told:
        cells.append(
            {
                "id": cell.id,
                "title": cell.title,
                "games": cell.games,
                "failed": tally.failed,
                "truncated": tally.truncated,
                "strategies": standings(cell, tally, team, families),
                "seats": [
                    {"seat": seat, **_share(sums, tally, None if team else cell.seats, 1, families)}
                    for seat, sums in enumerate(tally.seats)
                ],
            }
        )
    speed = outcome.played / outcome.seconds if outcome.played and outcome.seconds > 0 else None
    return {
        "schema": SCHEMA,
        "headline": _team_headline(cells) if team else _headline(cells),
        "notes": _notes(cells) + [VARIANTS] * bool(plan.whatif),
        "experiment": plan.name,
        "title": plan.title,
        "game": plan.game.name,
        "seed": plan.seed,
        "games": plan.games,
        "failed": outcome.failed,
        "truncated": sum(tally.truncated for tally in outcome.tallies),
        "games_per_second": None if speed is None else round(speed),
        "cells": cells,
        "out": str(dir),
        "manifest": str(dir / "manifest.json"),
    }


def summary_text(summary: Row) -> str:
    """Return a summary as text: the sentence, the table, the notes, and where everything is."""
    cells = summary["cells"]
    lines = [summary["headline"], ""]
    lines += _one_cell(cells[0]) if len(cells) == 1 else _many_cells(cells)
    lines += ["", *(f"Note: {note}" for note in summary["notes"])] if summary["notes"] else []
    pace = f", {summary['games_per_second']:,} games/s" if summary["games_per_second"] else ", played before"
    lines += ["", f"{plural(summary['games'], 'game')}, seed {summary['seed']}{pace}"]
    lines += [f"results  {summary['out']}", f"report   evenhand report {summary['out']}"]
    return "\n".join(lines)


def plus_minus(row: Row) -> str:
    """Return a win share with its error, in percent, with no more digits than the error allows.

    >>> plus_minus({"win_share": 0.25317, "lo": 0.2502, "hi": 0.2562})
    '25.3 ± 0.3 %'
    """
    if row["win_share"] is None:
        return "n/a"
    half = 100 * (row["hi"] - row["lo"]) / 2
    digits = 1 if half == 0 else min(max(1, math.ceil(-math.log10(half))), MOST_DIGITS)
    return f"{100 * row['win_share']:.{digits}f} ± {half:.{digits}f} %"


def _share(sums: tuple[int, int], tally: Tally, rivals: int | None, places: int, families: int) -> Row:
    """Return the win share of one of `places` alike, as JSON has it; without games there is no number, without rivals
    no fair share.
    """
    n, fair = tally.counted, None if rivals is None else 1 / rivals
    if not n:
        return {"win_share": None, "lo": None, "hi": None, "n": 0, "fair": fair, "beyond_chance": False}
    told = clustered_share(*sums, n, WHOLE)
    sure = clustered_share(*sums, n, WHOLE, simultaneous(families))
    return {
        "win_share": told.value / places,
        "lo": told.lo / places,
        "hi": told.hi / places,
        "n": n,
        "fair": fair,
        "beyond_chance": rivals is not None and places < rivals and not sure.lo <= places / rivals <= sure.hi,
    }


def _largest(cell: Row) -> tuple[str, Row] | None:
    """Return what is farthest from fair in a cell: a strategy, or, where all are the same one, a seat."""
    if len(cell["strategies"]) > 1:
        named = [(row["strategy"], row) for row in cell["strategies"]]
    else:
        named = [(f"seat {row['seat']}", row) for row in cell["seats"]]
    known = [(name, row) for name, row in named if row["n"]]
    return max(known, key=lambda pair: abs(_gap(pair[1])), default=None)


def _gap(row: Row) -> float:
    return float(row["win_share"] - row["fair"])


def _headline(cells: Sequence[Row]) -> str:
    """Return the largest departure from fair that is beyond chance, as a sentence."""
    found = [(cell, *largest) for cell in cells if (largest := _largest(cell)) is not None]
    if not found:
        return NOTHING_FINISHED
    sure = [each for each in found if each[2]["beyond_chance"]]
    if not sure:
        return "No win share is farther from fair than chance explains."
    cell, name, row = max(sure, key=lambda each: abs(_gap(each[2])))
    where = f" ({cell['title']})" if len(cells) > 1 else ""
    who = f"Each of {row['places']} {name}" if row.get("places", 1) > 1 else name[0].upper() + name[1:]
    more = "more" if _gap(row) > 0 else "less"
    return f"{who} wins {plus_minus(row)} of the games, {more} than a fair {100 * row['fair']:.1f} %{where}."


def _team_headline(cells: Sequence[Row]) -> str:
    """Return how often the team wins, in the best and in the worst cell, as a sentence."""
    known = [(cell["title"], cell["seats"][0]) for cell in cells if cell["seats"][0]["n"]]
    if not known:
        return NOTHING_FINISHED
    if len(cells) == 1:
        return f"The team wins {plus_minus(known[0][1])} of the games."
    most, least = (choose(known, key=lambda each: each[1]["win_share"]) for choose in (max, min))
    worst = f"least with {least[0]}, {plus_minus(least[1])}"
    return f"The team wins most often with {most[0]}, {plus_minus(most[1])} of the games, and {worst}."


def _notes(cells: Sequence[Row]) -> list[str]:
    """Return what makes the evidence weaker than it looks."""
    notes = []
    few = min(row["n"] for cell in cells for row in cell["seats"])
    if 0 < few < FEW_GAMES:
        notes.append(f"only {plural(few, 'game')} in a cell; with --games more the intervals get narrower.")
    cut = [cell for cell in cells if cell["truncated"] > TRUNCATED_SHARE * cell["games"]]
    if cut:
        worst = max(cut, key=lambda cell: cell["truncated"] / cell["games"])
        share = 100 * worst["truncated"] / worst["games"]
        notes.append(f"the turn cap stopped {share:.1f} % of the games of {worst['id']}; nobody won these.")
    failed = sum(cell["failed"] for cell in cells)
    if failed:
        notes.append(f"a strategy failed in {plural(failed, 'game')}; these are left out.")
    return notes


def _one_cell(cell: Row) -> list[str]:
    if cell["seats"][0]["fair"] is None:
        return aligned([("team", "win share"), ("all seats", plus_minus(cell["seats"][0]))])
    fair = f"{100 * cell['seats'][0]['fair']:.1f} %"
    rows = [("strategy", "places", "win share", "fair")]
    rows += [(row["strategy"], str(row["places"]), plus_minus(row), fair) for row in cell["strategies"]]
    seats = [("seat", "", "win share", "fair"), *((str(r["seat"]), "", plus_minus(r), fair) for r in cell["seats"])]
    if len(cell["strategies"]) == 1:  # it has its fair share whatever happens
        return aligned(seats)
    return aligned([*rows, ("", "", "", ""), *seats])


def _many_cells(cells: Sequence[Row]) -> list[str]:
    team = cells[0]["seats"][0]["fair"] is None
    heads = ("cell", "games", "win share") if team else ("cell", "games", "farthest from fair", "win share", "fair")
    rows: list[tuple[str, ...]] = [heads]
    for cell in cells[:CELLS_TOLD]:
        if team:
            rows.append((cell["id"], f"{cell['games']:,}", plus_minus(cell["seats"][0])))
            continue
        name, row = _largest(cell) or ("nothing finished", cell["seats"][0])
        rows.append((cell["id"], f"{cell['games']:,}", name, plus_minus(row), f"{100 * row['fair']:.1f} %"))
    more = [f"… and {len(cells) - CELLS_TOLD} more cells"] if len(cells) > CELLS_TOLD else []
    return aligned(rows) + more


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
