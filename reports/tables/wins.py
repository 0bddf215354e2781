"""Who wins: by seat, by strategy, by both, and which strategy finishes above which."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from reports.stats.fairness import MARGIN, chi_square, debiased_imbalance, noise_range, simultaneous, standing
from reports.stats.means import Moments
from reports.stats.shares import multinomial_difference
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.tally import WIN

__all__ = [
    "fairness",
    "head_to_head",
    "lineup_seats",
    "lineups",
    "one_against_many",
    "places",
    "seats",
    "strategies",
    "turn_order",
    "win_share",
]


def seats(group: Group) -> pd.DataFrame:
    """Return one row a seat.

    Columns
    -------
    seat, n
        The seat; games.
    win_share, win_share_lo, win_share_hi
        Share of the games won, with its interval.
    win_share_lo_all, win_share_hi_all
        The same at the level at which the intervals of all rows hold together.
    fair, advantage, times_fair
        What every seat would win if all won equally often; the difference to it, the ratio to it.
    standing
        Against fair ± the margin, by the simultaneous interval: above, below, inside, or open.
    least, most
        The lowest and the highest advantage among the lineups.
    """
    fair = group.all.fair
    level = simultaneous(group.seats)
    rows = []
    for name in group.all.seats.names:
        over = [t.seats.share(name, WIN).value - t.fair for t in group.tallies]
        rows.append(
            {
                "seat": name,
                **win_share(group, group.all.seats, name, fair, level),
                "least": min(over),
                "most": max(over),
            }
        )
    return pd.DataFrame(rows)


def turn_order(group: Group) -> pd.DataFrame:
    """Return one row a place in turn order, for games in which not always seat 0 starts; else no rows.

    Columns
    -------
    place
        1 starts, 2 is next, and so on.
    n, win_share, win_share_lo, win_share_hi, win_share_lo_all, win_share_hi_all, fair, advantage, times_fair, standing
        As in `seats`.
    """
    if group.all.order is None:
        return pd.DataFrame()
    fair, level, order = group.all.fair, simultaneous(group.seats), group.all.order
    return pd.DataFrame(
        [{"place": i + 1, **win_share(group, order, name, fair, level)} for i, name in enumerate(order.names)]
    )


def strategies(group: Group) -> pd.DataFrame:
    """Return one row a strategy, best first, over all lineups with more than one strategy; no rows if there is none.

    A strategy in several seats of a lineup counts with the mean over its seats, game by game.

    Columns
    -------
    strategy, n
        The strategy; games that it was in.
    win_share, win_share_lo, win_share_hi, win_share_lo_all, win_share_hi_all, fair, advantage, times_fair, standing
        As in `seats`, per seat of the strategy; `fair` is one seat's equal share of the games that it was in.
    """
    if group.mixed is None:
        return pd.DataFrame()
    wins = group.mixed.wins
    level = simultaneous(len(wins))
    rows = [
        {
            "strategy": spec,
            **win_share(group, wins[spec], "share", wins[spec].share("decided").value / group.seats, level),
        }
        for spec in sorted(wins)
    ]
    return pd.DataFrame(rows).sort_values("advantage", ascending=False, kind="stable", ignore_index=True)


def places(group: Group) -> pd.DataFrame:
    """Return one row a strategy and seat, over all lineups with more than one strategy; no rows if there is none.

    Columns
    -------
    strategy, seat, n
        The strategy, the seat that it sat in; games.
    win_share, win_share_lo, win_share_hi
        Share of these games that it won, with its interval.
    """
    rows: list[dict[str, Any]] = []
    for (spec, seat), moments in sorted((group.mixed.places if group.mixed else {}).items()):
        estimate = moments.share("share", WIN)
        rows.append({"strategy": spec, "seat": seat, "n": estimate.n, **named("win_share", estimate)})
    return pd.DataFrame(rows)


def head_to_head(group: Group) -> pd.DataFrame:
    """Return one row for each ordered pair of strategies that met; no rows if none did.

    Columns
    -------
    strategy, other, n
        The two strategies; games with both.
    margin, margin_lo, margin_hi
        Share of games in which the first ranks above the second, less the share in which it ranks below.
    margin_lo_all, margin_hi_all
        The same at the level at which the intervals of all pairs hold together.
    """
    pairs = group.mixed.pairs if group.mixed else {}
    level = simultaneous(len(pairs) // 2)
    rows: list[dict[str, Any]] = []
    for (spec, other), moments in sorted(pairs.items()):
        estimate, together = moments.mean("above"), moments.mean("above", level)
        rows.append(
            {
                "strategy": spec,
                "other": other,
                "n": estimate.n,
                **named("margin", estimate),
                "margin_lo_all": together.lo,
                "margin_hi_all": together.hi,
            }
        )
    return pd.DataFrame(rows)


def lineups(group: Group) -> pd.DataFrame:
    """Return one row a lineup and strategy in it.

    Columns
    -------
    cell, strategy, copies, n
        The cell that the lineup played; the strategy and how many seats it had; games.
    win_share, win_share_lo, win_share_hi, fair, advantage
        As in `strategies`.
    """
    rows = []
    for cell, tally in zip(group.cells, group.tallies, strict=True):
        specs = [strategy["spec"] for strategy in cell.lineup]
        for spec in dict.fromkeys(specs):
            estimate = tally.wins[spec].share("share", WIN)
            fair = tally.fair
            rows.append(
                {
                    "cell": cell.id,
                    "strategy": spec,
                    "copies": specs.count(spec),
                    "n": estimate.n,
                    **named("win_share", estimate),
                    "fair": fair,
                    "advantage": estimate.value - fair,
                }
            )
    return pd.DataFrame(rows)


def lineup_seats(group: Group) -> pd.DataFrame:
    """Return one row a lineup and seat.

    Columns
    -------
    cell, seat, n
        The cell that the lineup played, the seat; games.
    win_share, win_share_lo, win_share_hi, fair, advantage
        As in `seats`.
    """
    rows = []
    for cell, tally in zip(group.cells, group.tallies, strict=True):
        for seat in tally.seats.names:
            estimate = tally.seats.share(seat, WIN)
            rows.append(
                {
                    "cell": cell.id,
                    "seat": seat,
                    "n": estimate.n,
                    **named("win_share", estimate),
                    "fair": tally.fair,
                    "advantage": estimate.value - tally.fair,
                }
            )
    return pd.DataFrame(rows)


def one_against_many(group: Group) -> pd.DataFrame:
    """Return one row for each lineup of one strategy among copies of another; no rows if there is none.

    Columns
    -------
    strategy, others, n
        The one, the strategy of all others; games.
    win_share, win_share_lo, win_share_hi, fair, advantage
        As in `strategies`, of the one.
    """
    rows = []
    for cell, tally in zip(group.cells, group.tallies, strict=True):
        specs = [strategy["spec"] for strategy in cell.lineup]
        for one in (spec for spec in specs if specs.count(spec) == 1):
            others = {spec for spec in specs if spec != one}
            if len(others) == 1 and len(specs) > 2:
                estimate = tally.wins[one].share("share", WIN)
                rows.append(
                    {
                        "strategy": one,
                        "others": others.pop(),
                        "n": estimate.n,
                        **named("win_share", estimate),
                        "fair": tally.fair,
                        "advantage": estimate.value - tally.fair,
                    }
                )
    return pd.DataFrame(rows)


def fairness(group: Group) -> pd.DataFrame:
    """Return one row: how far the seats are from equal, over the games with a winner.

    Columns
    -------
    n
        Games with a winner.
    chi2, freedom, p, v
        Chi-square test of equal shares, its degrees of freedom, its p-value; Cramér's V, from 0 (equal) to 1.
    imbalance
        Sum of squared advantages, freed of what chance alone adds.
    spread, spread_lo, spread_hi, spread_by_chance
        Largest less smallest win share, with its interval; what a fair game would show on average.
    """
    wins = [group.all.seats.total(name) / WIN for name in group.all.seats.names]
    n, test = sum(wins), chi_square(wins)
    row = {
        "n": group.all.decided,
        "chi2": test.chi2,
        "freedom": test.freedom,
        "p": test.p,
        "v": test.v,
        "imbalance": debiased_imbalance(wins),
        **named("spread", multinomial_difference(max(wins), min(wins), group.all.decided)),
        "spread_by_chance": noise_range(group.seats, n),
    }
    return pd.DataFrame([row])


def win_share(group: Group, moments: Moments, name: str, fair: float, level: float) -> dict[str, Any]:
    """Return the columns `n` to `standing` of `seats`, of a quantity that counts wins in 420ths."""
    estimate, together = moments.share(name, WIN), moments.share(name, WIN, level)
    return {
        "n": estimate.n,
        **named("win_share", estimate),
        "win_share_lo_all": together.lo,
        "win_share_hi_all": together.hi,
        "fair": fair,
        "advantage": estimate.value - fair,
        "times_fair": estimate.value / fair if fair else math.nan,
        # The margin is meant for games with a winner: it shrinks with their share.
        "standing": standing(together, fair, MARGIN * fair * group.seats),
    }
