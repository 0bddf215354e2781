"""What each item is worth, by every estimator that the run's rows allow, side by side.

By branching: both games of an opportunity, which is causal. By weighting with propensities: the games as they were
played, made comparable by the known odds of each choice. By comparing seats that acquired an item with those that did
not: an association. By chance, where chance alone hands items out. By barring one seat from an item.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from reports.stats.effects import Effect, Weighted, aipw, clustered_mean, ipw, overlap
from reports.stats.fairness import simultaneous
from reports.stats.many import benjamini_hochberg, rank_intervals, shrink
from reports.stats.means import Moments
from reports.stats.prices import price_model
from reports.stats.shares import UNKNOWN, Estimate
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.tally import FAILED, WIN
from reports.words import Words
from sim.results import Cell

__all__ = ["PHASES", "item_phases", "item_values"]

SLICE = 100_800  # games read at a time: a whole number of rotations, whatever the seats
CERTAIN = 1_000_000  # unit of branches.propensity
UNTOLD = -1  # a propensity that the strategy did not tell
PHASES = ("early", "middle", "late")
CAUSAL, BY_CHANCE = "value", "chance"  # columns of estimates

Branches = dict[str, NDArray[np.integer]]


def item_values(group: Group, words: Words) -> pd.DataFrame:
    """Return one row an item: its price, and its worth by each estimator; no rows for a run in which none is causal.

    Win shares are shares of a game, scores are points. A worth is what acquiring the item adds for who acquires it.

    Columns
    -------
    item, group_name, points, cost
        Title, group, points as printed, printed cost.
    n, games, taken
        Opportunities branched at; games that they are from; share of the opportunities at which the item was acquired.
    value, value_lo, value_hi, value_lo_all, value_hi_all, value_se
        Win share after the best action that acquires it less that after the best that does not: causal. `_all`: the
        interval at the level at which those of all items hold together.
    value_points, value_points_lo, value_points_hi, value_points_se
        The same in points.
    p
        How probable as large a `value` is by chance alone, adjusted over all items (Benjamini and Hochberg).
    rank, rank_lo, rank_hi
        Place by `value`, 1 is best, and the places that are possible; these hold together at 95 %.
    shrunk, shrunk_lo, shrunk_hi
        `value` drawn towards the mean of its group, by as much as chance explains (empirical Bayes).
    ipw, ipw_lo, ipw_hi, aipw, aipw_lo, aipw_hi, trimmed, ess
        Estimates of the same from the games as played, weighted by propensities; share of the opportunities left out
        because the choice was as good as certain; effective number of the others.
    open, open_lo, open_hi
        `value` over these others alone: what the weighted estimates estimate.
    acquired, acquired_lo, acquired_hi, acquired_shrunk, acquired_n
        Win share of the seats that acquired one or more less that of those that did not: an association. Shrunk as
        above. Seats.
    chance, chance_lo, chance_hi, chance_n
        The same for items that chance alone hands out: causal as it stands.
    ban, ban_lo, ban_hi, ban_n
        Win share of a seat less that of the same seat when it may not acquire the item, paired by game. Games.
    line, off, off_se, off_p, fair_price
        What a line through all items gives for its price, in points; `value_points` less what a line through the
        *other* items gives; the standard error of that; how probable it is by chance (Holm); the price at which it
        would lie on that line. The price is `cost`, or `points` where nothing has a printed cost.
    """
    rows = [
        {
            "item": row["title"],
            "group_name": row["group"],
            "points": _number(row["points"]),
            "cost": _number(row["cost"]),
            **_branched(_branches(group, i)),
            **_observed(group, words, row["key"]),
            **_barred(group, row["key"]),
        }
        for i, row in enumerate(group.items)
    ]
    frame = pd.DataFrame(rows)
    if not any(rows and frame[name].notna().any() for name in (CAUSAL, BY_CHANCE, "ban")):
        return pd.DataFrame()
    return _compared(frame)


def item_phases(group: Group, words: Words) -> pd.DataFrame:
    """Return one row for each item and phase of the game: its worth by branching; no rows without branches.

    The phases are cut at turns, the same in all games: a third of all opportunities lie in each. A turn is known when
    it is played, how far the game has come is not: thirds of a game's length would let the future choose the rows.

    Columns
    -------
    item, phase, first_turn, last_turn, n
        Title; early, middle or late; its turns; opportunities.
    value, value_lo, value_hi, value_points, value_points_lo, value_points_hi
        As in `item_values`.
    """
    found = [(row["title"], _branches(group, i)) for i, row in enumerate(group.items)]
    turns = [branches["turn"] for _, branches in found if branches is not None]
    if not turns or not sum(map(len, turns)):
        return pd.DataFrame()
    cuts = np.quantile(np.concatenate(turns), [1 / 3, 2 / 3], method="inverted_cdf").astype(int)
    borders = [0, int(cuts[0]) + 1, int(cuts[1]) + 1, int(max(map(np.max, filter(len, turns)))) + 1]
    rows: list[dict[str, Any]] = []
    for title, branches in found:
        for phase, low, high in zip(PHASES, borders, borders[1:], strict=False):
            if branches is None or low >= high:
                continue
            there = (branches["turn"] >= low) & (branches["turn"] < high)
            part = {name: values[there] for name, values in branches.items()}
            win, score = _worth(part)
            row = {"item": title, "phase": phase, "first_turn": low, "last_turn": high - 1, "n": int(there.sum())}
            rows.append({**row, **named("value", win.estimate()), **named("value_points", score.estimate())})
    return pd.DataFrame(rows)


def _compared(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with what can be said only of all of them together."""
    values, ses = (frame[name].to_numpy(dtype=float) for name in (CAUSAL, "value_se"))
    level = simultaneous(max(1, int(np.isfinite(values).sum())))
    together = [
        Effect(value, se, int(n), int(games)).estimate(level)
        for value, se, n, games in zip(values, ses, frame["n"], frame["games"], strict=True)
    ]
    frame["value_lo_all"], frame["value_hi_all"] = [e.lo for e in together], [e.hi for e in together]
    frame["p"] = benjamini_hochberg(list(frame["p"]))
    ranks = rank_intervals(values, ses)
    for place, name in enumerate(("rank", "rank_lo", "rank_hi")):
        frame[name] = [float(rank[place]) if rank[0] else UNKNOWN for rank in ranks]
    for _, rows in frame.groupby("group_name").groups.items():
        own = frame.loc[rows]
        shrunk, errors = shrink(own[CAUSAL].to_numpy(dtype=float), own["value_se"].to_numpy(dtype=float))
        for row, value, se, games in zip(rows, shrunk, errors, own["games"], strict=True):
            for name, number in named("shrunk", Effect(value, se, 0, int(games)).estimate()).items():
                frame.loc[row, name] = number
        drawn, _ = shrink(own["acquired"].to_numpy(dtype=float), own["acquired_se"].to_numpy(dtype=float))
        frame.loc[rows, "acquired_shrunk"] = drawn
    prices = frame["cost" if frame["cost"].notna().any() else "points"].to_numpy(dtype=float)
    worth, errors = (frame[name].to_numpy(dtype=float) for name in ("value_points", "value_points_se"))
    model = price_model(worth, errors, prices)
    nothing = np.full(len(frame), UNKNOWN)
    frame["line"] = model.intercept + model.slope * prices if model else nothing
    frame["off"], frame["off_se"] = (model.off, model.off_se) if model else (nothing, nothing)
    frame["off_p"], frame["fair_price"] = (model.p, model.fair_price) if model else (nothing, nothing)
    return frame.drop(columns="acquired_se")


def _branches(group: Group, number: int) -> Branches | None:
    """Return the branches of one item in all cells of a group, or None if the run has no branches."""
    scans = [scan for cell in group.cells if (scan := cell.scan_branches()) is not None]
    if not scans:
        return None
    parts = [scan.filter(pl.col("item") == number).with_columns(cell=pl.lit(i)) for i, scan in enumerate(scans)]
    frame = pl.concat([part.collect() for part in parts])
    columns: Branches = {name: frame[name].to_numpy() for name in frame.columns}
    _, columns["cluster"] = np.unique(columns["game_id"] * len(scans) + columns["cell"], return_inverse=True)
    return columns


def _worth(branches: Branches) -> tuple[Effect, Effect]:
    """Return what acquiring adds: to the win share, and to the score."""
    share, score = (
        branches[f"{what}_take"].astype(np.int64) - branches[f"{what}_other"] for what in ("share", "score")
    )
    return clustered_mean(share / WIN, branches["cluster"]), clustered_mean(score, branches["cluster"])


def _branched(branches: Branches | None) -> dict[str, Any]:
    """Return the estimates that rest on opportunities."""
    if branches is None or not len(branches["item"]):
        nothing = Effect(UNKNOWN, UNKNOWN, 0, 0)
        win = score = undecided = nothing
        weighted = adjusted = Weighted(nothing, UNKNOWN, UNKNOWN)
        taken = UNKNOWN
    else:
        win, score = _worth(branches)
        weighted, adjusted, undecided = _reweighted(branches)
        taken = float(branches["taken"].mean())
    return {
        "n": win.n,
        "games": win.clusters,
        "taken": taken,
        **named(CAUSAL, win.estimate()),
        "value_se": win.se,
        **named("value_points", score.estimate()),
        "value_points_se": score.se,
        "p": win.p,
        **named("ipw", weighted.effect.estimate()),
        **named("aipw", adjusted.effect.estimate()),
        "trimmed": adjusted.trimmed,
        "ess": adjusted.ess,
        **named("open", undecided.estimate()),
    }


def _reweighted(branches: Branches) -> tuple[Weighted, Weighted, Effect]:
    """Return the estimates from what really happened at the opportunities, and the odds of that; and by branching what
    they estimate.
    """
    told = branches["propensity"] != UNTOLD
    part = {name: values[told] for name, values in branches.items()}
    taken = part["taken"] == 1
    won = np.where(taken, part["share_take"], part["share_other"]) / WIN
    propensity = part["propensity"] / CERTAIN
    known = np.column_stack([part["turn"], propensity, propensity**2]).astype(float)
    kept = overlap(propensity)
    worth, _ = _worth({name: values[kept] for name, values in part.items()})
    return (
        ipw(won, taken, propensity, part["cluster"]),
        aipw(won, taken, propensity, known, part["cluster"]),
        worth,
    )


def _observed(group: Group, words: Words, key: str) -> dict[str, Any]:
    """Return the differences between seats with and without an item, as they came about and as chance made them."""
    acquired, acquired_se, seats = _with_and_without(group, words.acquired_column(key))
    chance, _, dealt = _with_and_without(group, words.randomised_column(key))
    return {
        **named("acquired", acquired),
        "acquired_se": acquired_se,
        "acquired_n": seats,
        **named(BY_CHANCE, chance),
        "chance_n": dealt,
    }


def _with_and_without(group: Group, column: str) -> tuple[Estimate, float, int]:
    """Return the win share of seats with a number above 0 in a column less that of the others, its standard error over
    blocks of games in which the lineup rotates once, and the number of seats.
    """
    found = [_block_moments(cell, column) for cell in group.cells if cell.games]
    known = [moments for moments in found if moments is not None]
    if not known:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0), UNKNOWN, 0
    moments = sum(known[1:], start=known[0])
    value, se = moments.difference(("won_with", "with"), ("won_without", "without"))
    seats = int(moments.total("with") + moments.total("without"))
    return Effect(value / WIN, se / WIN, seats, moments.n).estimate(), se / WIN, seats


def _block_moments(cell: Cell, column: str) -> Moments | None:
    """Return the moments, over blocks of games, of seats with and without, and of what they won."""
    scan = cell.scan_seats()
    if column not in scan.collect_schema().names():
        return None
    total: Moments | None = None
    for first in range(0, cell.games, SLICE):
        ends = cell.scan_games().slice(first, SLICE).select("end").collect()["end"].to_numpy()
        seats = scan.slice(first * cell.seats, SLICE * cell.seats).select(column, "share").collect()
        counts = np.repeat(ends != FAILED, cell.seats)
        has, won = (seats[column].to_numpy() > 0) & counts, seats["share"].to_numpy().astype(np.int64)
        sums = {"with": has, "won_with": won * has, "without": counts & ~has, "won_without": won * (counts & ~has)}
        borders = np.arange(0, len(counts), cell.seats * cell.seats)
        part = Moments.of({name: np.add.reduceat(x.astype(np.int64), borders) for name, x in sums.items()})
        total = part if total is None else total + part
    return total


def _barred(group: Group, key: str) -> dict[str, Any]:
    """Return what a seat loses when it may not acquire an item, over all lineups that were played so."""
    pairs = [
        (cell, other) for other in group.banned if other.banned == key for cell in group.cells if _same(cell, other)
    ]
    total: Moments | None = None
    for cell, other in pairs:
        for part in _lost(cell, other):
            total = part if total is None else total + part
    if total is None:
        return {**named("ban", Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0)), "ban_n": 0}
    lost = total.mean("lost")
    return {**named("ban", Estimate(lost.value / WIN, lost.lo / WIN, lost.hi / WIN, lost.n)), "ban_n": lost.n}


def _same(cell: Cell, other: Cell) -> bool:
    return cell.lineup == other.lineup and cell.games == other.games


def _lost(cell: Cell, barred: Cell) -> Iterator[Moments]:
    """Yield the moments of what strategy 0 won with all items less what it won without one, game by game."""
    for first in range(0, cell.games, SLICE):
        sides = []
        for each in (cell, barred):
            ends = each.scan_games().slice(first, SLICE).select("end").collect()["end"].to_numpy()
            seats = (
                each.scan_seats().slice(first * each.seats, SLICE * each.seats).select("strategy", "share").collect()
            )
            own = seats.filter(pl.col("strategy") == 0)["share"].to_numpy().astype(np.int64)
            sides.append((ends != FAILED, own))
        counts = sides[0][0] & sides[1][0]
        yield Moments.of({"lost": (sides[0][1] - sides[1][1])[counts]})


def _number(value: float | None) -> float:
    return UNKNOWN if value is None else float(value)
