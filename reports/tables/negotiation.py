"""What is negotiated, at what price, and whether promises are kept."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.stats.means import Moments
from reports.stats.shares import Estimate
from reports.tables.columns import named
from reports.tables.groups import Group

__all__ = ["COLUMNS", "NO_SHARES", "OVERALL", "by_strategy", "overall"]

# What is reported of a whole game: name → what it counts, and over what (nothing: per game).
OVERALL: dict[str, tuple[str, ...]] = {
    "negotiations begun per game": ("negotiations",),
    "negotiations agreed per game": ("deals",),
    "share agreed": ("deals", "negotiations"),
    "votes traded per game": ("votes_traded",),
    "share of traded votes sold": ("votes_sold", "votes_traded"),
    "laurels per traded vote": ("laurels_paid", "votes_traded"),
    "laurels per sold vote": ("laurels_paid", "votes_sold"),
    "laurels paid per game": ("laurels_paid",),
    "votes promised per game": ("promised",),
    "promises kept per game": ("promises_kept",),
    "promises broken per game": ("promises_broken",),
    "share of called promises kept": ("promises_kept", "promises_kept", "promises_broken"),
}
COLUMNS = frozenset(column for parts in OVERALL.values() for column in parts)  # of the games, that this takes
# What is reported of each strategy, per game and seat.
BY_STRATEGY: dict[str, tuple[str, ...]] = {
    "asked": ("asked",),
    "agreed": ("deals",),
    "agreed_share": ("deals", "asked"),
    "votes_taken": ("votes_taken",),
    "votes_given": ("votes_given",),
    "paid": ("paid",),
    "received": ("received",),
    "price": ("received", "votes_given"),
    "promised": ("promised",),
    "kept": ("kept",),
    "broken": ("broken",),
    "kept_share": ("kept", "kept", "broken"),
}
NO_SHARES = ("laurels per traded vote", "laurels per sold vote", "price")  # ratios that are no shares


def overall(group: Group) -> pd.DataFrame:
    """Return one row a quantity; no rows for a game without negotiations.

    Columns
    -------
    what, n
        The quantity; games.
    value, value_lo, value_hi
        Mean per game, or ratio of two totals, with its interval. No prices where fees for abilities are paid, too.
    """
    games = group.all.games
    if not set(games.names) >= COLUMNS:
        return pd.DataFrame()
    rows: list[dict[str, Any]] = [
        {"what": what, "n": games.n, **named("value", _estimate(games, what, *parts))}
        for what, parts in OVERALL.items()
        if what not in NO_SHARES or _for_votes_only(group)
    ]
    return pd.DataFrame(rows)


def by_strategy(group: Group) -> pd.DataFrame:
    """Return one row a strategy, per game and seat; every quantity with its interval under `_lo` and `_hi`.

    No rows for a game without negotiations.

    Columns
    -------
    strategy, n
        The strategy; games.
    asked, agreed, agreed_share
        Negotiations that it began as the mover; of these, agreed; their share.
    votes_taken, votes_given
        Votes of others that it used; votes that it gave to others.
    paid, received, price
        Laurels paid and received in deals; laurels received per vote given, whether it was sold or not.
    promised, kept, broken, kept_share
        Later votes that it promised; promises kept and broken; the share kept of those that were called in.
    """
    if not {column for parts in BY_STRATEGY.values() for column in parts} <= set(group.all.winners.names):
        return pd.DataFrame()
    rows: list[dict[str, Any]] = []
    for spec, play in sorted(group.all.play.items()):
        row: dict[str, Any] = {"strategy": spec, "n": play.n}
        for name, parts in BY_STRATEGY.items():
            if name in NO_SHARES and not _for_votes_only(group):
                continue
            row |= named(name, _estimate(play, name, *parts))
        rows.append(row)
    return pd.DataFrame(rows)


def _for_votes_only(group: Group) -> bool:
    """Return whether laurels are paid for votes only, so that they make a price; not where abilities have fees too."""
    return "fees" not in group.all.winners.names


def _estimate(moments: Moments, name: str, over: str, *under: str) -> Estimate:
    if not under:
        return moments.mean(over)
    return moments.ratio((over,), under) if name in NO_SHARES else moments.share_ratio((over,), under)
