"""What happened in a cell, counted once: everything that the tables of a report are made of.

One pass over the rows, a slice of games at a time, so that memory does not grow with the number of games. All counts are
integers: adding slices, parts or cells in any order gives the same bits. What the counts mean is for the tables to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.histograms import gini
from reports.stats.means import Moments
from sim.results import Cell

__all__ = [
    "FAILED",
    "FINISHED",
    "INEQUALITY",
    "PER_MILLE",
    "SCORE_IN",
    "SCORE_OUT",
    "SEATS_IN",
    "SEATS_OUT",
    "TRUNCATED",
    "WIN",
    "Extreme",
    "Tally",
    "tally",
]

FINISHED, TRUNCATED, FAILED = 1, 2, 3  # games.end
WIN = 420  # a whole win in seats.share
PER_SEAT = 2520  # fractions that mean over a strategy's seats, or pairs of seats, in a game: whole up to ten of them
SLICE = 100_000  # games counted at a time

SCORE_KEYS = ("strategy", "seat", "qualified", "won", "score")
# Derived quantities of a game, counted along with its own columns.
SCORE_IN, SCORE_OUT = "score_qualified", "score_disqualified"
SEATS_IN, SEATS_OUT = "seats_qualified", "seats_disqualified"
INEQUALITY = "inequality"
PER_MILLE = 1000  # unit of INEQUALITY
WINNING = "winning_score"
# Columns that name or place something: no sum of them means anything.
NO_QUANTITY = frozenset({"game_id", "end", "fault_seat", "winner", "start", WINNING, "seat", "strategy", "arrival"})

Rows = dict[str, NDArray[np.integer]]
Key = TypeVar("Key", str, tuple[str, str], tuple[str, int])


@dataclass(frozen=True, slots=True)
class Extreme:
    """A game that stands out: which, where, and by what value."""

    kind: str
    cell: str
    game_id: int
    value: int


# The games worth a look: kind → column, whether the largest value is meant, and of which games.
EXTREMES = {
    "longest": ("turns", True, FINISHED),
    "shortest": ("turns", False, FINISHED),
    "biggest margin": ("margin", True, FINISHED),
    "lowest winning score": (WINNING, False, FINISHED),
    "first truncated": ("game_id", False, TRUNCATED),
    "first failed": ("game_id", False, FAILED),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of one cell, or of several cells with the same seats and settings added up.

    Attributes
    ----------
    ends
        How many games ended in which way (`games.end`).
    seats, order
        Moments of `seat 0`, `seat 1`, … : the share of the win in 420ths, by seat and by place in turn order, over all games.
        `order` is None where the game does not say who started, or always seat 0 did.
    wins
        Strategy → moments of `share` (420ths, mean over its seats) and `decided`, over all games that it was in.
    places
        (strategy, seat) → moments of `share`, over all games with that strategy in that seat.
    pairs
        (strategy, other) → moments of `above`: 1 where it ranks above the other, −1 below; mean over pairs of seats.
    scores
        One row for each combination of `SCORE_KEYS` with its `count` of seats, over finished games; None without scores.
    games
        Moments of the games' own columns and, from the seats' scores, of `SCORE_IN`, `SCORE_OUT`, `SEATS_IN`, `SEATS_OUT`, `INEQUALITY`;
        for a column `…_left` also `no_…_left`, 1 where nothing is left; `decided`, 1 with a winner; over finished games.
    play
        Strategy → moments of the seats' own columns, mean over its seats, over finished games.
    lengths, margins
        Frames of `value`, `count`: turns (with `end`, over all games but failed ones) and winning margins (finished games).
    extremes
        Games that stand out.
    """

    ends: Mapping[int, int]
    seats: Moments
    order: Moments | None
    wins: Mapping[str, Moments]
    places: Mapping[tuple[str, int], Moments]
    pairs: Mapping[tuple[str, str], Moments]
    scores: pl.DataFrame | None
    games: Moments
    play: Mapping[str, Moments]
    lengths: pl.DataFrame
    margins: pl.DataFrame | None
    extremes: tuple[Extreme, ...]

    @property
    def n(self) -> int:
        """All games, however they ended."""
        return sum(self.ends.values())

    @property
    def finished(self) -> int:
        """Games that ended by the rules."""
        return self.ends.get(FINISHED, 0)

    @property
    def decided(self) -> float:
        """Share of all games that have a winner."""
        return sum(self.seats.sums) / (WIN * self.n) if self.n else 0.0

    @classmethod
    def total(cls, tallies: Iterable[Tally]) -> Tally:
        """Return the counts of all the tallies together."""
        every = list(tallies)
        return cls(
            ends={end: sum(t.ends.get(end, 0) for t in every) for end in sorted({e for t in every for e in t.ends})},
            seats=_sum(t.seats for t in every),
            order=_sum(t.order or t.seats for t in every) if any(t.order for t in every) else None,
            wins=_merged([t.wins for t in every]),
            places=_merged([t.places for t in every]),
            pairs=_merged([t.pairs for t in every]),
            scores=_counted([t.scores for t in every], SCORE_KEYS),
            games=_sum(t.games for t in every),
            play=_merged([t.play for t in every]),
            lengths=_counted([t.lengths for t in every], ("end", "value")),
            margins=_counted([t.margins for t in every], ("value",)),
            extremes=_most([e for t in every for e in t.extremes]),
        )


def tally(cell: Cell) -> Tally:
    """Count a cell."""
    return Tally.total(_count(cell, games, seats) for games, seats in _slices(cell))


def _slices(cell: Cell) -> Iterator[tuple[Rows, Rows]]:
    """Yield the rows of the cell, game by game in games (G,) and seats (G · P,)."""
    games, seats = cell.scan_games(), cell.scan_seats()
    for first in range(0, max(1, cell.games), SLICE):
        yield (
            _columns(games.slice(first, SLICE).collect()),
            _columns(seats.slice(first * cell.seats, SLICE * cell.seats).collect()),
        )


def _columns(frame: pl.DataFrame) -> Rows:
    return {name: frame[name].to_numpy() for name in frame.columns}


def _count(cell: Cell, games: Rows, seats: Rows) -> Tally:
    n, n_seats = len(games["game_id"]), cell.seats
    specs = [strategy["spec"] for strategy in cell.lineup]
    table = {name: values.reshape(n, n_seats) for name, values in seats.items()}  # each (G, P), by seat
    # (P, G) row number of each strategy of the lineup
    rows = np.argsort(table["strategy"], axis=1).T + n_seats * np.arange(n)
    seated = {spec: [i for i, other in enumerate(specs) if other == spec] for spec in specs}
    done = games["end"] == FINISHED
    decided = (table["share"].sum(axis=1, dtype=np.int64) > 0).astype(np.int64)
    games = games | {f"no_{name}": (games[name] == 0).astype(np.int64) for name in games if name.endswith("_left")}
    games["decided"] = decided
    if "score" in table:
        games = games | _derived(games, table)

    def summed(name: str, own: Sequence[int], where: NDArray[np.bool_] | slice = slice(None)) -> NDArray[np.int64]:
        return np.add.reduce([seats[name][rows[i, where]].astype(np.int64) for i in own])

    return Tally(
        ends={int(k): int(c) for k, c in zip(*np.unique(games["end"], return_counts=True), strict=True)},
        seats=_by_seat(table["share"]),
        order=_by_turn_order(games, table["share"]),
        wins={
            spec: Moments.of({"share": summed("share", own), "decided": decided * len(own)}).divided(len(own), PER_SEAT)
            for spec, own in seated.items()
        },
        places=_places(specs, table),
        pairs=_pairs(seated, seats["rank"][rows].astype(np.int64), done),
        scores=_scores(specs, table, done),
        games=Moments.of({name: values[done] for name, values in games.items() if name not in NO_QUANTITY}),
        play={
            spec: Moments.of({name: summed(name, own, done) for name in seats if name not in NO_QUANTITY}).divided(
                len(own), PER_SEAT
            )
            for spec, own in seated.items()
        },
        lengths=_lengths(games),
        margins=_margins(games, done),
        extremes=_most(_extremes(cell.id, games)),
    )


def _derived(games: Rows, table: Rows) -> Rows:
    """Return what is worked out for each game from the scores of its seats."""
    score, winner = table["score"].astype(np.int64), games["winner"]
    qualified = _qualified(table)
    return {
        SCORE_IN: (score * qualified).sum(axis=1),
        SCORE_OUT: (score * ~qualified).sum(axis=1),
        SEATS_IN: qualified.sum(axis=1),
        SEATS_OUT: (~qualified).sum(axis=1),
        INEQUALITY: np.rint(PER_MILLE * gini(score)).astype(np.int64),
        WINNING: score[np.arange(len(score)), np.maximum(winner, 0)],
    }


def _qualified(table: Rows) -> NDArray[np.bool_]:
    return table["qualified"] != 0 if "qualified" in table else np.ones(table["score"].shape, np.bool_)


def _by_seat(share: NDArray[np.integer]) -> Moments:
    return Moments.of({f"seat {seat}": share[:, seat] for seat in range(share.shape[1])})


def _by_turn_order(games: Rows, share: NDArray[np.integer]) -> Moments | None:
    """Return the moments of the win shares by place in turn order, or None where they are those by seat."""
    if not np.any(games.get("start", np.zeros(1))):
        return None
    place = (np.arange(share.shape[1]) + games["start"].astype(np.int64)[:, None]) % share.shape[1]
    return _by_seat(np.take_along_axis(share, place, axis=1))


def _places(specs: Sequence[str], table: Rows) -> dict[tuple[str, int], Moments]:
    places: dict[tuple[str, int], Moments] = {}
    for i, spec in enumerate(specs):
        for seat in range(len(specs)):
            share = table["share"][table["strategy"][:, seat] == i, seat]
            if len(share):
                found = Moments.of({"share": share})
                places[spec, seat] = places[spec, seat] + found if (spec, seat) in places else found
    return places


def _pairs(
    seated: Mapping[str, Sequence[int]], rank: NDArray[np.int64], done: NDArray[np.bool_]
) -> dict[tuple[str, str], Moments]:
    """Count who ranks above whom, from ranks (P, G) by strategy; a game that did not finish counts as neither."""
    pairs = {}
    for spec, own in seated.items():
        for other, others in seated.items():
            if spec < other:
                above = done * np.add.reduce([np.sign(rank[j] - rank[i]) for i in own for j in others])
                size = len(own) * len(others)
                pairs[spec, other] = Moments.of({"above": above}).divided(size, PER_SEAT)
                pairs[other, spec] = Moments.of({"above": -above}).divided(size, PER_SEAT)
    return pairs


def _scores(specs: Sequence[str], table: Rows, done: NDArray[np.bool_]) -> pl.DataFrame | None:
    if "score" not in table:
        return None
    kept = {name: table[name][done].ravel() for name in ("seat", "strategy", "share", "score")}
    names = pl.DataFrame({"index": range(len(specs)), "strategy": specs}, schema={"index": pl.Int8, "strategy": pl.String})
    return (
        pl.DataFrame(
            {
                "index": kept["strategy"],
                "seat": kept["seat"],
                "qualified": _qualified(table)[done].ravel(),
                "won": kept["share"] > 0,
                "score": kept["score"],
            }
        )
        .group_by("index", "seat", "qualified", "won", "score")
        .agg(pl.len().cast(pl.Int64).alias("count"))
        .join(names, on="index")
        .select(*SCORE_KEYS, "count")
    )


def _lengths(games: Rows) -> pl.DataFrame:
    return (
        pl.DataFrame({"end": games["end"], "value": games["turns"]})
        .filter(pl.col("end") != FAILED)
        .group_by("end", "value")
        .agg(pl.len().cast(pl.Int64).alias("count"))
    )


def _margins(games: Rows, done: NDArray[np.bool_]) -> pl.DataFrame | None:
    if "margin" not in games:
        return None
    return (
        pl.DataFrame({"value": games["margin"][done & (games["winner"] >= 0)]})
        .group_by("value")
        .agg(pl.len().cast(pl.Int64).alias("count"))
    )


def _extremes(cell: str, games: Rows) -> list[Extreme]:
    found = []
    for kind, (column, largest, end) in EXTREMES.items():
        where = np.flatnonzero((games["end"] == end) & ((games["winner"] >= 0) | (column in ("turns", "game_id"))))
        if column in games and len(where):
            values = games[column][where].astype(np.int64)
            best = where[int(np.argmax(values) if largest else np.argmin(values))]
            found.append(Extreme(kind, cell, int(games["game_id"][best]), int(games[column][best])))
    return found


def _most(found: Sequence[Extreme]) -> tuple[Extreme, ...]:
    """Return the most extreme game of each kind; of equals, the first."""
    most: dict[str, Extreme] = {}
    for extreme in found:
        largest, held = EXTREMES[extreme.kind][1], most.get(extreme.kind)
        if held is None or (extreme.value > held.value if largest else extreme.value < held.value):
            most[extreme.kind] = extreme
    return tuple(most[kind] for kind in EXTREMES if kind in most)


def _sum(moments: Iterable[Moments]) -> Moments:
    every = list(moments)
    total = every[0]
    for other in every[1:]:
        total = total + other
    return total


def _merged(maps: Sequence[Mapping[Key, Moments]]) -> dict[Key, Moments]:
    total: dict[Key, Moments] = {}
    for one in maps:
        for key, moments in one.items():
            total[key] = total[key] + moments if key in total else moments
    return total


def _counted(frames: Sequence[pl.DataFrame | None], keys: Sequence[str]) -> pl.DataFrame | None:
    """Return the counts of all frames by key, in the order of the keys."""
    given = [frame for frame in frames if frame is not None]
    if not given:
        return None
    return pl.concat(given).group_by(*keys).agg(pl.col("count").sum()).sort(*keys)
