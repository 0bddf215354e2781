"""What a report consists of, before it is written in any format: chapters, sections, sentences, figures, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from reports.stats.shares import Estimate
from reports.text import (
    NOTHING,
    count,
    number,
    number_interval,
    percent,
    percent_interval,
    points,
    points_interval,
)

__all__ = [
    "LAST",
    "Chapter",
    "Column",
    "Entry",
    "Figure",
    "Report",
    "Section",
    "Table",
    "Tile",
    "counted",
    "differing",
    "estimate_of",
    "estimated",
    "margin",
    "named",
    "plain",
    "shared",
    "table",
]


LAST = -1e308  # where what is unknown is sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One verdict at a glance. `mark` is good, bad, open or plain; it is shown as a sign and a colour.

    `brief` stands for the detail where there is little room.
    """

    label: str
    value: str
    detail: str
    brief: str
    mark: str
    section: str  # id of the section with the evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A drawing; its title is its finding, its note says what is drawn."""

    title: str
    note: str
    svg: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell of a table: what is shown, what it is sorted by."""

    text: str
    sort: float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as it is shown: heads, and rows of entries. `numeric` columns are set to the right."""

    title: str
    heads: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[Entry, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One question, with its findings and its evidence."""

    id: str
    title: str
    findings: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """All about the games with one seat count and one set of settings; without sections, its verdicts alone."""

    id: str
    title: str
    subtitle: str
    tiles: tuple[Tile, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole report."""

    title: str
    subtitle: str
    question: str
    run_line: tuple[str, ...]
    overrides: tuple[str, ...]
    headline: str
    warnings: tuple[str, ...]
    heads: tuple[str, ...]  # what the tiles of all chapters are called, in their order
    comparison: Section | None  # of cells with the first one
    across: tuple[Section, ...]  # about several cells: of a team, or of a sweep
    chapters: tuple[Chapter, ...]
    method: tuple[Section, ...]
    commands: tuple[tuple[str, str], ...]  # what for, what to type
    definitions: tuple[tuple[str, str], ...]  # word, meaning


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a shown table: its head, and how a row of the frame becomes its entry."""

    head: str
    entry: Callable[[pd.Series[Any]], Entry]
    numeric: bool = True


def table(title: str, frame: pd.DataFrame, columns: Sequence[Column], note: str = "") -> Table:
    """Return a frame as it is shown."""
    return Table(
        title=title,
        heads=tuple(column.head for column in columns),
        numeric=tuple(column.numeric for column in columns),
        rows=tuple(tuple(column.entry(row) for column in columns) for _, row in frame.iterrows()),
        note=note,
    )


def estimate_of(row: pd.Series[Any], name: str, suffix: str = "") -> Estimate:
    """Return the estimate that stands in the columns `name`, `name`_lo and `name`_hi of a row."""
    return Estimate(row[name], row[f"{name}_lo{suffix}"], row[f"{name}_hi{suffix}"], int(row.get("n", 0)))


def named(head: str, name: str) -> Column:
    """Return a column of names."""
    return Column(head, lambda row: Entry(str(row[name]), str(row[name])), numeric=False)


def counted(head: str, name: str) -> Column:
    """Return a column of whole numbers."""
    return Column(head, lambda row: _entry(row[name], count))


def plain(head: str, name: str, digits: int = 1) -> Column:
    """Return a column of numbers without intervals."""
    return Column(head, lambda row: _entry(row[name], lambda value: number(value, digits)))


def shared(head: str, name: str, interval: bool = True, suffix: str = "") -> Column:
    """Return a column of shares in percent, with their intervals."""
    if not interval:
        return Column(head, lambda row: _entry(row[name], percent))
    return Column(head, lambda row: _entry(row[name], lambda _: percent_interval(estimate_of(row, name, suffix))))


def estimated(head: str, name: str) -> Column:
    """Return a column of means with their intervals."""
    return Column(head, lambda row: _entry(row[name], lambda _: number_interval(estimate_of(row, name))))


def differing(head: str, name: str) -> Column:
    """Return a column of differences of shares, in points."""
    return Column(head, lambda row: _entry(row[name], points))


def margin(head: str, name: str) -> Column:
    """Return a column of differences of shares, in points, with their intervals."""
    return Column(head, lambda row: _entry(row[name], lambda _: points_interval(estimate_of(row, name))))


def _entry(value: float, show: Callable[[float], str]) -> Entry:
    return Entry(show(value), float(value)) if value == value else Entry(NOTHING, LAST)
