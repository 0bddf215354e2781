"""What every section is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from reports.content import LAST, Column, Entry, Figure, Table, estimate_of
from reports.stats.fairness import MARGIN
from reports.stats.shares import Estimate
from reports.tables.groups import Group
from reports.text import NOTHING, number_interval, percent_interval
from reports.words import Words

__all__ = [
    "MOST_NAMES",
    "SELDOM",
    "TOLERATED",
    "Context",
    "Evidence",
    "answered",
    "answers",
    "games",
    "least",
    "most",
    "row_of",
    "said",
]


TOLERATED = f"{100 * MARGIN:g}"  # points
SELDOM = 0.001  # what happens in a smaller share of games is in the tables, but no finding
MOST_NAMES = 12  # in a matrix; a larger one cannot be read


class Evidence(NamedTuple):
    """What is found, drawn and tabulated about one thing."""

    findings: list[str]
    figures: list[Figure]
    tables: list[Table]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A group with its tables. `id` begins the ids of its sections and figures."""

    id: str
    group: Group
    words: Words
    tables: Mapping[str, pd.DataFrame]

    def answer(self, table: str, what: str) -> Estimate:
        """Return one of the answers in a table of questions."""
        return estimate_of(row_of(self.tables[table], "what", what), "value")


def said(what: str, estimate: Estimate) -> str:
    """Return an answer to a question: in percent if it is a share."""
    return percent_interval(estimate) if "share" in what.split() else number_interval(estimate)


def answered(head: str = "Answer") -> Column:
    """Return a column of answers in a table of questions."""

    def entry(row: pd.Series[Any]) -> Entry:
        value = row["value"]
        return Entry(said(row["what"], estimate_of(row, "value")), value) if value == value else Entry(NOTHING, LAST)

    return Column(head, entry)


def most(frame: pd.DataFrame, column: str) -> pd.Series[Any]:
    """Return the row with the largest value; of equals, the first."""
    return frame.iloc[int(frame[column].to_numpy().argmax())]


def least(frame: pd.DataFrame, column: str) -> pd.Series[Any]:
    """Return the row with the smallest value; of equals, the first."""
    return frame.iloc[int(frame[column].to_numpy().argmin())]


def row_of(frame: pd.DataFrame, column: str, value: str) -> pd.Series[Any]:
    """Return the row with a value in a column."""
    return frame[frame[column] == value].iloc[0]


def games(n: int) -> str:
    """Return "over 1,000 games"."""
    return f"over {n:,} {'game' if n == 1 else 'games'}"


def answers(head: str) -> tuple[Column, ...]:
    """Return the columns of a table of questions."""
    return (
        Column(head, lambda row: Entry(str(row["what"]), str(row["what"])), numeric=False),
        answered(),
        Column("Games", lambda row: Entry(f"{int(row['n']):,}", float(row["n"]))),
    )
