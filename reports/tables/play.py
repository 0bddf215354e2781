"""What the seats do: where their points come from, which actions they take, how often the table runs short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from reports.tables.columns import named
from reports.tables.groups import Group

__all__ = ["facts", "per_game"]


def per_game(group: Group, columns: Mapping[str, str]) -> pd.DataFrame:
    """Return one row a strategy: means per finished game and seat of some of the seats' columns.

    Parameters
    ----------
    columns
        Column of the run → name in the table.

    Columns
    -------
    strategy, n
        The strategy; games.
    <name>, <name>_lo, <name>_hi
        Mean with its interval, for each of the columns.
    """
    rows: list[dict[str, Any]] = []
    for spec, play in sorted(group.all.play.items()):
        row: dict[str, Any] = {"strategy": spec, "n": play.n}
        for column, name in columns.items():
            row |= named(name, play.mean(column))
        rows.append(row)
    return pd.DataFrame(rows)


def facts(group: Group, columns: Mapping[str, str]) -> pd.DataFrame:
    """Return one row for each of some of the games' columns: its mean over finished games.

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
