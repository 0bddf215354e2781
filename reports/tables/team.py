"""What becomes of a team: how often it wins, why it loses, how close it was, and how long it took."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from reports.stats.histograms import moments, quantile
from reports.stats.means import mean
from reports.stats.shares import Estimate, share
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.scores import QUANTILES
from reports.text import listed
from reports.words import Words

__all__ = ["GOAL", "cards_left", "closeness", "days", "lineup", "missing", "reasons", "spans", "win_rate"]

GOAL = "goal.animals"  # the setting that says how many animals are to be received


def lineup(group: Group) -> str:
    """Return who is in the team: one name if all are the same.

    >>> from types import SimpleNamespace as N
    >>> lineup(N(cells=[N(lineup=[{"spec": "greedy"}, {"spec": "greedy"}, {"spec": "random"}])]))
    'greedy and random'
    """
    return listed(list(dict.fromkeys(strategy["spec"] for strategy in group.cells[0].lineup)))


def win_rate(group: Group) -> pd.DataFrame:
    """Return one row: how often the team wins.

    Columns
    -------
    team, n, wins
        The strategies in it; games; games won.
    won, won_lo, won_hi
        Share of the games won, with Wilson's interval.
    """
    n, wins = group.all.n, group.all.decided
    return pd.DataFrame([{"team": lineup(group), "n": n, "wins": wins, **named("won", share(wins, n))}])


def reasons(group: Group, words: Words) -> pd.DataFrame:
    """Return one row for each reason for which a game can be lost; no rows for a game without reasons.

    Columns
    -------
    reason, games, losses, n
        The reason; games lost for it; games lost; games.
    of_losses, of_losses_lo, of_losses_hi, of_games, of_games_lo, of_games_hi
        Its share of the losses and of all games, with intervals.
    """
    counts = _counts(group, "reason")
    rows: list[dict[str, Any]] = []
    if counts is None:
        return pd.DataFrame()
    losses = sum(counts.values()) - counts.get(0, 0)
    for code, reason in enumerate(words.reasons, 1):
        k = counts.get(code, 0)
        shares = {**named("of_losses", share(k, losses)), **named("of_games", share(k, group.all.n))}
        rows.append({"reason": reason, "games": k, "losses": losses, "n": group.all.n, **shares})
    return pd.DataFrame(rows)


def closeness(group: Group, words: Words) -> pd.DataFrame:
    """Return one row for each question about how close games are; no rows for a game that says nothing about it.

    Columns
    -------
    what, n
        The question; the games that it is about.
    value, value_lo, value_hi
        The answer with its interval.
    """
    left, received = _counts(group, "cards_left"), _counts(group, "received_lost")
    rows: list[dict[str, Any]] = []
    if left is not None:
        n = sum(left.values())
        rows.append({"what": "cards left at a win", "n": n, **named("value", _mean(left))})
        if words.day_cards:
            day = words.day_cards(group.in_force, group.seats)
            k = sum(games for cards, games in left.items() if cards <= day)
            what = f"share of wins by a photo finish: {day} cards left at most, those of a day"
            rows.append({"what": what, "n": n, **named("value", share(k, n))})
    if received is not None and GOAL in group.in_force:
        goal, n = int(group.in_force[GOAL]), sum(received.values())
        short = _short(received, goal)
        rows.append({"what": "animals missing at a loss", "n": n, **named("value", _mean(short))})
        for most, what in ((0, "share of losses with all animals received"), (1, "share of losses with one missing")):
            rows.append({"what": what, "n": n, **named("value", share(short.get(most, 0), n))})
    return pd.DataFrame(rows)


def spans(group: Group) -> pd.DataFrame:
    """Return one row each for the cards left at a win, for the days of all games, of those won, of those lost.

    Columns
    -------
    what, n
        What is measured; games.
    mean, mean_lo, mean_hi
        Mean with its interval.
    p5, p5_lo, p5_hi, …, p95_hi
        Quantiles with their intervals.
    """
    won, lost, left = (_counts(group, name) for name in ("days_won", "days_lost", "cards_left"))
    if won is None or lost is None or left is None:
        return pd.DataFrame()
    every = {day: won.get(day, 0) + lost.get(day, 0) for day in sorted({*won, *lost})}
    measured = {
        "cards left at a win": left,
        "days": every,
        "days of a game won": won,
        "days of a game lost": lost,
    }
    rows: list[dict[str, Any]] = []
    for what, counts in measured.items():
        values, games = _arrays(counts)
        row: dict[str, Any] = {"what": what, "n": int(games.sum()), **named("mean", _mean(counts))}
        for q in QUANTILES:
            row |= named(f"p{q}", quantile(values, games, q / 100))
        rows.append(row)
    return pd.DataFrame(rows)


def days(group: Group) -> pd.DataFrame:
    """Return one row a number of days that occurs.

    Columns
    -------
    days, games, lost
        The number of days; games that last so long; those of them that are lost.
    """
    won, lost = _counts(group, "days_won") or {}, _counts(group, "days_lost") or {}
    return pd.DataFrame(
        [
            {"days": day, "games": won.get(day, 0) + lost.get(day, 0), "lost": lost.get(day, 0)}
            for day in sorted({*won, *lost})
        ]
    )


def missing(group: Group) -> pd.DataFrame:
    """Return one row a number of animals that is missing at losses.

    Columns
    -------
    missing, losses
        Animals missing; games lost with so many.
    """
    received = _counts(group, "received_lost")
    if not received or GOAL not in group.in_force:
        return pd.DataFrame()
    short = _short(received, int(group.in_force[GOAL]))
    return pd.DataFrame([{"missing": animals, "losses": games} for animals, games in short.items()])


def cards_left(group: Group) -> pd.DataFrame:
    """Return one row a number of cards that is left at wins.

    Columns
    -------
    cards, wins
        Cards left in the deck; games won with so many.
    """
    left = _counts(group, "cards_left") or {}
    return pd.DataFrame([{"cards": cards, "wins": games} for cards, games in left.items()])


def _counts(group: Group, name: str) -> dict[int, int] | None:
    """Return how often each value occurs, by value; None for a game that counts no such values."""
    frame = group.all.distributions.get(name)
    if frame is None:
        return None
    ordered = frame.select(pl.col("value", "count").cast(pl.Int64)).sort("value")
    return dict(ordered.iter_rows())


def _short(received: dict[int, int], goal: int) -> dict[int, int]:
    """Return how often so many animals are missing, from how often so many are received; more than enough is enough."""
    short: dict[int, int] = {}
    for animals, games in sorted(received.items(), reverse=True):
        missing = max(0, goal - animals)
        short[missing] = short.get(missing, 0) + games
    return short


def _arrays(counts: dict[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.array(list(counts), dtype=np.int64), np.array(list(counts.values()), dtype=np.int64)


def _mean(counts: dict[int, int]) -> Estimate:
    n, total, squares = moments(*_arrays(counts))
    return mean(total, squares, n)
