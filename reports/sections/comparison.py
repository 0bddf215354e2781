"""What a change of one setting does to the species: the cells of a run against its first."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.content import Figure, Section, Table, counted, estimate_of, margin, named, shared, table
from reports.figures.forest import differences
from reports.figures.matrix import matrix
from reports.sections.context import least, most
from reports.text import count, percent_interval, points_interval
from sim.results import Run

__all__ = ["comparison", "comparison_finding"]


def comparison_finding(frame: pd.DataFrame) -> str:
    """Return the largest effect of a change, on a species that it concerns if it concerns any; "" without changes."""
    if not len(frame):
        return ""
    own = _own(frame)
    sure = _sure(own if len(own) else frame)
    if not len(sure):
        return f"No change does anything for sure to {'the species that it concerns' if len(own) else 'any species'}."
    row = _largest(sure)
    side, wins = "more" if row["difference"] > 0 else "less", percent_interval(estimate_of(row, "after"))
    return (
        f"What matters most is “{row['title']}” ({row['setting']}): {row['species']} then wins {wins} of its games, "
        f"{_size(row)} points {side}."
    )


def comparison(run: Run, frame: pd.DataFrame) -> Section | None:
    """Return the section that compares cells with the first one, or None if there is nothing to compare."""
    if not len(frame):
        return None
    own, first = _own(frame), run.cells[0]
    note = (
        f"Against “{first.title}”, paired: the same shuffles, and the same species in the same seats, in games of the "
        "same number."
    )
    figures = [*([_own_figure(own, note)] if len(own) else []), _all_figure(frame, note)]
    tables = [*([_table("Species concerned", own, note)] if len(own) else []), _table("All species", frame, note)]
    return Section(
        id="comparison",
        title=f"Against “{first.title}”",
        findings=tuple(filter(None, (comparison_finding(frame), _own_finding(own), _others_finding(frame)))),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _own(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the species that a change is about."""
    return frame[frame["concerned"]] if len(frame) else frame


def _sure(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose difference is not 0 for sure."""
    if not len(frame):
        return frame
    return frame[(frame["difference_lo_all"] > 0) | (frame["difference_hi_all"] < 0)]


def _own_finding(own: pd.DataFrame) -> str:
    if not len(own):
        return ""
    sure = _sure(own)
    more, less = (sure["difference"] > 0).sum(), (sure["difference"] < 0).sum()
    return (
        f"Of {count(len(own))} changes, {count(less)} cost the species concerned wins for sure and {count(more)} bring "
        f"it some; for {count(len(own) - len(sure))} it is open."
    )


def _others_finding(frame: pd.DataFrame) -> str:
    others = _sure(frame[~frame["concerned"]])
    if not len(others):
        return "No change makes another species win more or less for sure."
    told = []
    for row, verb in ((most(others, "difference"), "gains"), (least(others, "difference"), "loses")):
        if (row["difference"] > 0) == (verb == "gains"):
            told.append(f"{row['species']} {verb} most, {_size(row)} points, with “{row['title']}”")
    return f"Of the other species {' and '.join(told)}."


def _own_figure(own: pd.DataFrame, note: str) -> Figure:
    sure = _sure(own)
    title = _titled(sure) if len(sure) else "No change does anything for sure to the species that it concerns."
    unit = "win share of the species concerned, change in points"
    svg = differences(own, "title", "difference", id="comparison-own", title=title, unit=unit)
    return Figure(title=title, note=f"{note} Intervals hold together at 95 %.", svg=svg)


def _all_figure(frame: pd.DataFrame, note: str) -> Figure:
    sure, changes = _sure(frame[~frame["concerned"]]), list(dict.fromkeys(frame["title"]))
    title = _titled(sure) if len(sure) else "No change does anything for sure to another species."
    names = list(dict.fromkeys(frame["species"]))
    svg = matrix(
        frame,
        "title",
        "species",
        "difference",
        id="comparison-all",
        title=title,
        axis="change of win share",
        rows=changes,
        columns=names,
    )
    return Figure(title=title, note=f"Change of each species' win share, in points. {note}", svg=svg)


def _titled(sure: pd.DataFrame) -> str:
    row = _largest(sure)
    return f"{row['title']}: {points_interval(estimate_of(row, 'difference'))} points for {row['species']}."


def _largest(frame: pd.DataFrame) -> pd.Series[Any]:
    return most(frame.assign(size=frame["difference"].abs()), "size")


def _table(title: str, frame: pd.DataFrame, note: str) -> Table:
    columns = [
        named("Setting", "setting"),
        named("Species", "species"),
        shared("Win share before", "before"),
        shared("after", "after"),
        margin("Difference, points", "difference"),
        counted("Games", "n"),
    ]
    return table(title, frame, columns, f"{note} Each interval of 95 % by itself; the unit is the game.")


def _size(row: pd.Series[Any]) -> str:
    """Return a difference in points with its interval, without a sign."""
    own = estimate_of(row, "difference")
    if own.value < 0:
        own = own._replace(value=-own.value, lo=-own.hi, hi=-own.lo)
    return points_interval(own).lstrip("+")
