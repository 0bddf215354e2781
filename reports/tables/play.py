"""What the seats do: where their points come from, which actions they take, how often the table runs short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.tables.columns import named
from reports.tables.groups import Group

__all__ = ["WINNERS", "facts", "per_game"]

WINNERS = "– winners –"  # no strategy can be called so


def per_game(group: Group, columns: Sequence[str], winners: bool = False) -> pd.DataFrame:
    """Return one row a strategy: means per game and seat of some of the seats' columns; no rows if they are not there.

    Parameters
    ----------
    columns
        Columns of the run.
    winners
        Add a last row `WINNERS`, over the games with one winner, if there are any.

    Columns
    -------
    strategy, n
        The strategy; games.
    <column>, <column>_lo, <column>_hi
        Mean with its interval, for each of the columns.
    """
    if not columns or not set(columns) <= set(group.all.winners.names):
        return pd.DataFrame()
    rows: list[dict[str, Any]] = []
    sets = sorted(group.all.play.items())
    for spec, play in [*sets, *([(WINNERS, group.all.winners)] if winners and group.all.winners.n else [])]:
        row: dict[str, Any] = {"strategy": spec, "n": play.n}
        for column in columns:
            row |= named(column, play.mean(column))
        rows.append(row)
    return pd.DataFrame(rows)


def facts(group: Group, columns: Mapping[str, str]) -> pd.DataFrame:
    """Return one row for each of some of the games' columns that are there: its mean over the games.

    Parameters
    ----------
    columns
        Column of the run → what its mean is, in words.

    Columns
    -------
    what, n
        What is counted; games.
    value, value_lo, value_hi
        Mean per game, with its interval; where the column is 0 or 1, the share of games.
    """
    games = group.all.games
    rows: list[dict[str, Any]] = [
        {
            "what": what,
            "n": games.n,
            **named("value", games.share(column) if what.startswith("share") else games.mean(column)),
        }
        for column, what in columns.items()
        if column in games.names
    ]
    return pd.DataFrame(rows)
