"""How scores are spread: of everybody, of winners, by seat and strategy, of who cannot win; how close games are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from reports.stats.histograms import moments, quantile
from reports.stats.means import Moments, mean
from reports.stats.shares import Estimate, share
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.tally import (
    CONTESTED,
    DISQUALIFIES,
    INEQUALITY,
    MARGIN,
    NARROW,
    PER_MILLE,
    SCORE_IN,
    SCORE_OUT,
    SEATS_IN,
    SEATS_OUT,
    UNRIVALLED,
)

__all__ = [
    "CLOSENESS",
    "ELIGIBILITY",
    "GINI",
    "QUANTILES",
    "closeness",
    "eligibility",
    "frontier",
    "histogram",
    "margins",
    "summary",
]

QUANTILES = (5, 25, 50, 75, 95)
GINI = "inequality within a game (Gini)"

# What is asked of all games: question → what it counts, and over what (nothing: per game).
Asked = Mapping[str, tuple[Sequence[str], Sequence[str]]]
CLOSENESS: Asked = {
    "mean winning margin": ((MARGIN,), (CONTESTED,)),
    "share of games won by at most 1": ((NARROW,), (CONTESTED,)),
    "share of games won without a qualified rival": ((UNRIVALLED,), ("decided",)),
    "share of games decided by a tie-break": (("tie_broken",), ("decided",)),
}
ELIGIBILITY: Asked = {
    "share of games with the richest disqualified": ((DISQUALIFIES,), ("decided",)),
    "disqualified seats per game": ((SEATS_OUT,), ()),
    "share of all points held by disqualified seats": ((SCORE_OUT,), (SCORE_IN, SCORE_OUT)),
    "win share of a seat that qualifies": (("decided",), (SEATS_IN,)),
}


def summary(group: Group) -> pd.DataFrame:
    """Return one row for each set of seats whose scores are described.

    Columns
    -------
    by, who
        What the set is made by (`all`, `result`, `seat`, `strategy`) and which one it is.
    n, games
        Scores; games that they are from.
    mean, mean_lo, mean_hi, sd
        Mean with its interval, by games: seats of one game are dependent; standard deviation of the single scores.
    p5, p5_lo, p5_hi, …, p95_hi
        Quantiles with their intervals, which hold whatever the dependence within a game.
    """
    scores = group.all.scores
    games, play = group.all.games, group.all.play
    everyone = games.ratio((SCORE_IN, SCORE_OUT), (SEATS_IN, SEATS_OUT))
    rows = [
        _row("all", "all seats", scores, games.n, everyone),
        _row("result", "winner", scores.filter("won"), group.all.decided, None),
    ]
    if DISQUALIFIES in games.names:
        able, unable = scores.filter("qualified"), scores.filter(~pl.col("qualified"))
        rows.append(_row("result", "qualified", able, games.n, games.ratio((SCORE_IN,), (SEATS_IN,))))
        rows.append(_row("result", "disqualified", unable, games.n, games.ratio((SCORE_OUT,), (SEATS_OUT,))))
    rows += [
        _row("seat", f"seat {seat}", scores.filter(pl.col("seat") == seat), games.n, None)
        for seat in range(group.seats)
    ]
    rows += [
        _row("strategy", spec, scores.filter(pl.col("strategy") == spec), play[spec].n, play[spec].mean("score"))
        for spec in sorted(play)
    ]
    return pd.DataFrame([row for row in rows if row["n"] or row["by"] != "result"])


def histogram(group: Group) -> pd.DataFrame:
    """Return one row a score that occurs.

    Columns
    -------
    score
        The score.
    seats, winners, disqualified
        How many seats ended with it; of these, winners; and seats that did not qualify.
    """
    scores = group.all.scores
    count = pl.col("count")
    counted = (
        scores.group_by("score")
        .agg(
            count.sum().alias("seats"),
            count.filter(pl.col("won")).sum().alias("winners"),
            count.filter(~pl.col("qualified")).sum().alias("disqualified"),
        )
        .sort("score")
    )
    return pd.DataFrame(counted.to_dict(as_series=False))


def margins(group: Group) -> pd.DataFrame:
    """Return one row a winning margin that occurs, over the games with a winner.

    Columns
    -------
    margin
        The winner's score less the best other qualified score; −1: nobody else qualified.
    n, games, share, share_lo, share_hi
        Games with a winner; how many of them had this margin; their share, with its interval.
    """
    frame = group.all.margins
    if frame is None:
        return pd.DataFrame()
    n = int(frame["count"].sum())
    rows: list[dict[str, Any]] = [
        {"margin": value, "n": n, "games": k, **named("share", share(k, n))} for value, k in frame.iter_rows()
    ]
    return pd.DataFrame(rows)


def frontier(group: Group) -> pd.DataFrame:
    """Return one row a strategy: how often it qualifies against how much it collects.

    Columns
    -------
    strategy, n
        The strategy; games.
    qualified, qualified_lo, qualified_hi
        Share of its seats that qualified, with its interval.
    score, score_lo, score_hi
        Its mean score, qualified or not, with its interval.
    """
    rows: list[dict[str, Any]] = []
    for spec, play in sorted(group.all.play.items()):
        rows.append(
            {
                "strategy": spec,
                "n": play.n,
                **named("qualified", play.share("qualified")),
                **named("score", play.mean("score")),
            }
        )
    return pd.DataFrame(rows)


def closeness(group: Group) -> pd.DataFrame:
    """Return how close games are, one row a question; no rows for a game without winning margins.

    Columns
    -------
    what, n
        The question; games that it is asked of.
    value, value_lo, value_hi
        A share, a mean, or an inequality from 0 (all have the same) to 1 (one has all), with its interval.
    """
    games = group.all.games
    if CONTESTED not in games.names:
        return pd.DataFrame()
    answers = {what: _answer(games, *asked) for what, asked in CLOSENESS.items() if {*asked[0]} <= {*games.names}}
    inequality = games.mean(INEQUALITY)
    value, lo, hi = (bound / PER_MILLE for bound in inequality[:3])
    return _questions({**answers, GINI: Estimate(value, lo, hi, inequality.n)})


def eligibility(group: Group) -> pd.DataFrame:
    """Return what qualifying means, one row a question; no rows for a game in which every seat qualifies.

    Columns
    -------
    what, n
        The question; games that it is asked of.
    value, value_lo, value_hi
        A share, or a mean, with its interval.
    """
    games = group.all.games
    if DISQUALIFIES not in games.names:
        return pd.DataFrame()
    return _questions({what: _answer(games, *asked) for what, asked in ELIGIBILITY.items()})


def _answer(games: Moments, over: Sequence[str], under: Sequence[str]) -> Estimate:
    """Return a mean per game; a mean or a share of some of the games; or a share of what there is in all games."""
    what = over[0]
    if not under:
        return games.mean(what)
    if what == MARGIN:
        return games.among(MARGIN, CONTESTED)
    if under[0] in ("decided", CONTESTED):
        return share(int(games.total(what)), int(games.total(under[0])))
    return games.share_ratio(over, under)


def _questions(estimates: Mapping[str, Estimate]) -> pd.DataFrame:
    rows: list[dict[str, Any]] = [
        {"what": what, "n": estimate.n, **named("value", estimate)} for what, estimate in estimates.items()
    ]
    return pd.DataFrame(rows)


def _row(by: str, who: str, scores: pl.DataFrame, games: int, estimate: Estimate | None) -> dict[str, Any]:
    """Return a row of the summary; without an estimate there is one score a game, and its mean is the plain one."""
    counted = scores.group_by("score").agg(pl.col("count").sum()).sort("score")
    values = counted["score"].to_numpy().astype(np.int64)
    counts = counted["count"].to_numpy().astype(np.int64)
    n, total, squares = moments(values, counts)
    quantiles = {f"p{q}": quantile(values, counts, q / 100, games) for q in QUANTILES}
    spread = math.sqrt(max(0.0, (squares - total * total / n) / (n - 1))) if n > 1 else math.nan
    row: dict[str, Any] = {"by": by, "who": who, "n": n, "games": games}
    row |= named("mean", estimate or mean(total, squares, n)) | {"sd": spread}
    for name, value in quantiles.items():
        row |= named(name, value)
    return row
