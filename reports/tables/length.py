"""How long games are, and which ones stand out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from reports.stats.histograms import moments, quantile
from reports.stats.means import mean
from reports.stats.shares import share
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.scores import QUANTILES
from reports.tables.tally import FINISHED, TRUNCATED

__all__ = ["ends", "histogram", "summary", "unusual"]


def summary(group: Group) -> pd.DataFrame:
    """Return one row: the length of games in turns. A truncated game counts with the turns that it was given.

    Columns
    -------
    n
        Games, all but failed ones.
    mean, mean_lo, mean_hi, sd
        Mean with its interval; standard deviation.
    p5, p5_lo, p5_hi, …, p95_hi
        Quantiles with their intervals.
    """
    counted = group.all.lengths.group_by("value").agg(pl.col("count").sum()).sort("value")
    values = counted["value"].to_numpy().astype(np.int64)
    counts = counted["count"].to_numpy().astype(np.int64)
    n, total, squares = moments(values, counts)
    row: dict[str, Any] = {"n": n, **named("mean", mean(total, squares, n))}
    row["sd"] = math.sqrt(max(0.0, (squares - total * total / n) / (n - 1))) if n > 1 else math.nan
    for q in QUANTILES:
        row |= named(f"p{q}", quantile(values, counts, q / 100))
    return pd.DataFrame([row])


def histogram(group: Group) -> pd.DataFrame:
    """Return one row a number of turns that occurs.

    Columns
    -------
    turns
        The number of turns.
    finished, truncated
        Games that ended by the rules after so many turns; games that were stopped then.
    """
    count, end = pl.col("count"), pl.col("end")
    counted = (
        group.all.lengths.group_by(pl.col("value").alias("turns"))
        .agg(
            count.filter(end == FINISHED).sum().alias("finished"),
            count.filter(end == TRUNCATED).sum().alias("truncated"),
        )
        .sort("turns")
    )
    return pd.DataFrame(counted.to_dict(as_series=False))


def ends(group: Group) -> pd.DataFrame:
    """Return one row for each way a game can end.

    Columns
    -------
    end
        finished, truncated or failed.
    n, games, share, share_lo, share_hi
        All games; games that ended so; their share, with its interval.
    """
    n = sum(group.all.ends.values())
    rows: list[dict[str, Any]] = []
    for code, end in enumerate(("finished", "truncated", "failed"), start=FINISHED):
        k = group.all.ends.get(code, 0)
        rows.append({"end": end, "n": n, "games": k, **named("share", share(k, n))})
    return pd.DataFrame(rows)


def unusual(groups: Sequence[Group]) -> pd.DataFrame:
    """Return the games worth a look, at most one a group and kind.

    Columns
    -------
    group, kind
        Number of the group in the report; what is unusual.
    cell, game_id, value
        Which game it is; by what value (turns, points; its own number for the first truncated or failed one).
    """
    return pd.DataFrame(
        [
            {"group": i, "kind": e.kind, "cell": e.cell, "game_id": e.game_id, "value": e.value}
            for i, group in enumerate(groups)
            for e in group.all.extremes
        ],
        columns=["group", "kind", "cell", "game_id", "value"],
    )
