"""What a change does to every number of a game: one set of games beside another, pair by pair where they share chance.

The cells of a what-if play the same shuffles, and each game's lineup moves on by one seat: games of one number are
pairs, and P of them in turn are a block in which every strategy has sat in every seat. Two runs may be compared too;
where their games are no pairs, the blocks of both stand for themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from reports.stats.fairness import simultaneous
from reports.stats.means import Moments
from reports.stats.paired import PAIR, SIDE, Difference, independent, judge, paired
from reports.stats.shares import LEVEL, Estimate
from reports.tables.columns import named
from reports.tables.count import SLICE, Rows
from reports.tables.metrics import DIFFERS, FLIPS, MARGINS, SHARE, Metric, Table, metrics, quantities
from reports.tables.tally import FAILED
from reports.text import listed, setting
from reports.words import Words
from sim.errors import BadInput
from sim.results import Cell, Run

__all__ = ["changed", "compare_runs", "comparison", "variants"]

PAIRED_ONLY = frozenset({DIFFERS, FLIPS})  # what two unpaired runs say nothing about

Columns = Mapping[str, Sequence[str]]
Side = tuple[Run, Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """Two cells, counted: for each metric the moments over blocks, and the games behind them."""

    id: str
    title: str
    changed: str
    parts: frozenset[str]  # of the keys of changed settings
    metrics: Sequence[Metric]
    blocks: Mapping[str, tuple[Moments, ...]]  # one of pairs, or one of each side
    games: Mapping[str, tuple[int, ...]]

    def difference(self, metric: Metric, level: float = LEVEL) -> Difference:
        """Return what became of a metric."""
        blocks, games, share = self.blocks[metric.name], self.games[metric.name], metric.kind == SHARE
        if len(blocks) == 1:
            return paired(blocks[0], games[0], share, level)
        return independent(blocks[0], blocks[1], (games[0], games[1]), share, level)


def variants(run: Run) -> tuple[Cell, list[Cell]] | None:
    """Return the base of a what-if and its variants, or None if the run is something else."""
    asked = run.manifest.get("whatif")
    if not asked:
        return None
    base = next(cell for cell in run.cells if cell.id == asked["base"])
    return base, [cell for cell in run.cells if cell is not base and not cell.banned]


def comparison(run: Run, words: Words) -> pd.DataFrame:
    """Return one row for each variant of a what-if and each metric of the game; no rows for another run.

    Columns
    -------
    change, title, changed
        The variant; its title; what is different about it, in words.
    question, metric, kind
        What is asked, the number that answers it, and whether that is a share or a mean.
    about, concerned
        The strategy, seat, species or team that the metric is about, if any; whether a changed setting is one of its
        own.
    n
        Games with the base, or pairs of games; for two runs of different size, the smaller number.
    base, base_lo, base_hi, variant, variant_lo, variant_hi
        The metric with the base and with the variant, with its intervals.
    difference, lo, hi, lo_all, hi_all
        The variant's less the base's, with its interval, and with one at the level at which those of all variants'
        answers to the question hold together.
    variance_reduction
        How many times as many games two unpaired runs would need for such an interval.
    margin, verdict, more_games
        By how much the metric may change before it matters; material, not material or undecided; and about how many
        further games would decide that. With several variants by Holm's rule, over the variants of a metric.
    """
    found = variants(run)
    if found is None:
        return pd.DataFrame()
    base, others = found
    columns = run.manifest["game"]["columns"]
    margins = run.manifest["whatif"]["margins"]
    return _tabulated([_paired((run, base), (run, other), columns, words) for other in others], margins)


def compare_runs(
    one: Run, other: Run, words: Words, margins: Mapping[str, float] = MARGINS
) -> tuple[pd.DataFrame, list[str]]:
    """Return a table like that of `comparison`, and for each pair of cells what they are compared as, and why.

    The only cells of both runs are compared, or else those that have the same name.

    Raises BadInput for runs of different games, or without cells in common.
    """
    mine, theirs = (run.manifest["game"] for run in (one, other))
    if mine["name"] != theirs["name"]:
        raise BadInput(f"{one.dir} is a run of {mine['title']}, {other.dir} one of {theirs['title']}.")
    if len(one.cells) == len(other.cells) == 1:
        pairs = [(one.cells[0], other.cells[0])]
    else:
        by_id = {cell.id: cell for cell in other.cells}
        pairs = [(cell, by_id[cell.id]) for cell in one.cells if cell.id in by_id]
    if not pairs:
        raise BadInput(
            f"No cell of {one.dir} has the name of one of {other.dir}: "
            f"{listed([cell.id for cell in one.cells])} there, {listed([cell.id for cell in other.cells])} here."
        )
    columns = {
        rows: [name for name in names if name in theirs["columns"][rows]] for rows, names in mine["columns"].items()
    }
    found, notes = [], []
    for a, b in pairs:
        why = _no_pairs(one, other, a, b)
        how = "independent samples" if why else "pairs of games of the same number"
        notes.append(f"{a.id} and {b.id} are compared as {how}: {why or _why_pairs(a, b)}.")
        compared = (_apart if why else _paired)((one, a), (other, b), columns, words)
        found.append(compared)
    # Each cell is a question of its own: nothing is adjusted for the others.
    frames = [_tabulated([each], margins) for each in found]
    return pd.concat(frames, ignore_index=True), notes


def changed(one: Side, other: Side) -> str:
    """Return in words what is different about a cell: data, settings and strategies.

    A setting that is only in the base is back at its default.
    """
    (base, cell), files = (one[1], other[1]), [side[0].manifest["game"].get("data") for side in (one, other)]
    told = [files[1]["file"] if files[1] else "the shipped data"] if files[0] != files[1] else []
    told += [setting(key, value) for key, value in cell.settings.items() if base.settings.get(key) != value]
    told += [f"without {setting(key, value)}" for key, value in base.settings.items() if key not in cell.settings]
    specs = [[strategy["spec"] for strategy in each.lineup] for each in (base, cell)]
    if len(specs[0]) != len(specs[1]):
        told.append(f"{len(specs[1])} seats")
    else:
        told += [f"seat{i}={new}" for i, (old, new) in enumerate(zip(*specs, strict=True)) if old != new]
    return ", ".join(told) or "nothing changed"


def _no_pairs(one: Run, other: Run, a: Cell, b: Cell) -> str:
    """Return why the games of two cells are no pairs; "" if they are."""
    if one.manifest["seed"] != other.manifest["seed"]:
        return f"their seeds are {one.manifest['seed']} and {other.manifest['seed']}, so they share no shuffles"
    if a.seats != b.seats:
        return f"{a.seats} and {b.seats} seats do not turn alike"
    if not min(a.games, b.games):
        return "one of them has no games"
    return ""


def _why_pairs(a: Cell, b: Cell) -> str:
    return f"same game, seed and seats, game ids 0 to {min(a.games, b.games) - 1:,} in both"


def _paired(one: Side, other: Side, columns: Columns, words: Words) -> _Compared:
    """Count two cells pair by pair; a game that failed on one side is left out of both."""
    (_, a), (_, b) = one, other
    tables = _tables(one, other, columns)
    wanted = metrics(tables[0], columns, words, paired=True)
    blocks: dict[str, Moments] = {}
    games = dict.fromkeys((metric.name for metric in wanted), 0)
    most = min(a.games, b.games)
    for before, after in zip(_slices(a, columns, most), _slices(b, columns, most), strict=True):
        counted = _plays(before) & _plays(after)
        base, variant = (quantities(*rows, table) for rows, table in zip((before, after), tables, strict=True))
        differ = _differ(before, after, a.seats, tables[0].team)
        base, variant = base | dict.fromkeys(differ, np.zeros(len(counted), np.int64)), variant | differ
        turn = _turns(counted, a.seats)
        for metric in wanted:
            (x, y), (x_after, y_after) = (_totals(each, metric, counted) for each in (base, variant))
            pair = (x, y, x_after - x, y_after - y)
            _add(blocks, metric.name, Moments.of(dict(zip(PAIR, (turn(each) for each in pair), strict=True))))
            games[metric.name] += int(np.count_nonzero(y + y_after))
    return _compared(
        one, other, wanted, {name: (each,) for name, each in blocks.items()}, {name: (n,) for name, n in games.items()}
    )


def _apart(one: Side, other: Side, columns: Columns, words: Words) -> _Compared:
    """Count two cells each for itself."""
    tables = _tables(one, other, columns)
    lists = [metrics(table, columns, words, paired=False) for table in tables]
    both = {metric.name for metric in lists[1]}
    wanted = [metric for metric in lists[0] if metric.name in both]
    blocks, games = [], []
    for (_, cell), table in zip((one, other), tables, strict=True):
        own: dict[str, Moments] = {}
        n = dict.fromkeys(both, 0)
        for rows in _slices(cell, columns, cell.games):
            counted = _plays(rows)
            found, turn = quantities(*rows, table), _turns(counted, cell.seats)
            for metric in wanted:
                x, y = _totals(found, metric, counted)
                _add(own, metric.name, Moments.of(dict(zip(SIDE, (turn(x), turn(y)), strict=True))))
                n[metric.name] += int(np.count_nonzero(y))
        blocks.append(own)
        games.append(n)
    return _compared(
        one,
        other,
        wanted,
        {metric.name: tuple(own[metric.name] for own in blocks) for metric in wanted},
        {metric.name: tuple(n[metric.name] for n in games) for metric in wanted},
    )


def _compared(
    one: Side,
    other: Side,
    wanted: Sequence[Metric],
    blocks: Mapping[str, tuple[Moments, ...]],
    games: Mapping[str, tuple[int, ...]],
) -> _Compared:
    (_, base), (_, cell) = one, other
    keys = {key for key in {**base.settings, **cell.settings} if base.settings.get(key) != cell.settings.get(key)}
    return _Compared(
        id=cell.id,
        title=cell.title,
        changed=changed(one, other),
        parts=frozenset(part for key in keys for part in key.split(".")),
        metrics=wanted,
        blocks=blocks,
        games=games,
    )


def _tabulated(found: Sequence[_Compared], margins: Mapping[str, float]) -> pd.DataFrame:
    """Return the rows of all comparisons, variant by variant."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    differences: dict[str, dict[str, Callable[[float], Estimate]]] = {}  # metric → variant → interval at a level
    limits: dict[str, dict[str, float]] = {}
    answers = Counter(metric.question for one in found for metric in one.metrics)
    for one in found:
        for metric in one.metrics:
            base, variant, difference, reduction = one.difference(metric)
            margin = margins[metric.kind] * (1.0 if metric.kind == SHARE else abs(base.value))
            together = one.difference(metric, simultaneous(answers[metric.question])).difference
            differences.setdefault(metric.name, {})[one.id] = partial(_at_level, one, metric)
            limits.setdefault(metric.name, {})[one.id] = margin
            rows[one.id, metric.name] = {
                "change": one.id,
                "title": one.title,
                "changed": one.changed,
                "question": metric.question,
                "metric": metric.name,
                "kind": metric.kind,
                "about": metric.about,
                "concerned": metric.about.lower() in one.parts,
                "n": difference.n,
                **named("base", base),
                **named("variant", variant),
                "difference": difference.value,
                "lo": difference.lo,
                "hi": difference.hi,
                "lo_all": together.lo,
                "hi_all": together.hi,
                "variance_reduction": math.nan if {*metric.over} & PAIRED_ONLY else reduction,
                "margin": margin,
            }
    for name, of in differences.items():
        for id, judgement in judge(of, limits[name]).items():
            rows[id, name] |= {"verdict": judgement.word, "more_games": judgement.more}
    ids = [one.id for one in found]
    return pd.DataFrame([rows[id, name] for name in differences for id in ids if (id, name) in rows])


def _at_level(one: _Compared, metric: Metric, level: float) -> Estimate:
    return one.difference(metric, level).difference


def _tables(one: Side, other: Side, columns: Columns) -> tuple[Table, Table]:
    """Return the tables of two cells, with the same names for the strategies that are compared."""
    cells = (one[1], other[1])
    mine, theirs = ([str(strategy["spec"]) for strategy in cell.lineup] for cell in cells)
    if len(mine) == len(theirs):
        places: dict[str, list[int]] = {}
        for place, (a, b) in enumerate(zip(mine, theirs, strict=True)):
            places.setdefault(a if a == b else f"{a} → {b}", []).append(place)
        seated = [places, places]
    else:
        common = [spec for spec in dict.fromkeys(mine) if spec in theirs]
        seated = [{spec: [i for i, s in enumerate(specs) if s == spec] for spec in common} for specs in (mine, theirs)]
    numbers: set[int] = set()
    if "species" in columns["seats"]:
        numbers = {
            int(number)
            for cell in cells
            if cell.games
            for number in cell.scan_seats().select(pl.col("species").unique()).collect()["species"]
        }
    first, second = (
        Table(seats=cell.seats, strategies=own, species=sorted(numbers), team=bool(run.manifest["game"].get("team")))
        for (run, cell), own in zip((one, other), seated, strict=True)
    )
    return first, second


def _slices(cell: Cell, columns: Columns, games: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield the first so many games of a cell, whole blocks at a time: columns of games (G,) and of seats (G · P,)."""
    step = cell.seats * max(1, SLICE // cell.seats)
    rows = [scan.select(*columns[name]) for name, scan in (("games", cell.scan_games()), ("seats", cell.scan_seats()))]
    for first in range(0, games, step):
        n = min(step, games - first)
        own = [frame.slice(first * each, n * each).collect() for frame, each in zip(rows, (1, cell.seats), strict=True)]
        yield tuple({name: frame[name].to_numpy() for name in frame.columns} for frame in own)  # type: ignore[misc]


def _plays(rows: tuple[Rows, Rows]) -> NDArray[np.bool_]:
    plays: NDArray[np.bool_] = rows[0]["end"] != FAILED
    return plays


def _turns(counted: NDArray[np.bool_], seats: int) -> Callable[[NDArray[np.int64]], NDArray[np.int64]]:
    """Return the function that sums values of games (G,) over blocks (B,), without blocks in which no game counts."""
    starts = np.arange(0, len(counted), seats)
    some = np.add.reduceat(counted, starts) > 0 if len(counted) else np.zeros(0, bool)

    def sums(values: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.add.reduceat(values, starts)[some] if len(values) else values

    return sums


def _totals(found: Rows, metric: Metric, counted: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return x and y of a metric, of games that count; 0 of the others."""
    x, y = (np.add.reduce([found[name] for name in names]) * counted for names in (metric.over, metric.under))
    return x, y


def _differ(before: tuple[Rows, Rows], after: tuple[Rows, Rows], seats: int, team: bool) -> Rows:
    """Return for each pair of games whether somebody else wins, and whether anything is different but what is left in
    a supply, which a changed supply changes by itself.
    """
    n = len(before[0]["end"])
    anything = np.zeros(n, bool)
    for (one, other), each in zip(zip(before, after, strict=True), (1, seats), strict=True):
        for name in (name for name in one if not name.endswith("_left")):
            anything |= (one[name] != other[name]).reshape(n, each).any(axis=1)
    rows, name, each = (0, "won", 1) if team else (1, "share", seats)
    flips = (before[rows][name] != after[rows][name]).reshape(n, each).any(axis=1)
    return {DIFFERS: anything.astype(np.int64), FLIPS: flips.astype(np.int64)}


def _add(total: dict[str, Moments], name: str, moments: Moments) -> None:
    total[name] = total[name] + moments if name in total else moments
