"""What happened in a cell, counted once: everything that the tables of a report are made of.

One pass over the rows, a slice of games at a time, so that memory does not grow with the number of games. All counts
are integers: adding slices, parts or cells in any order gives the same bits. What they mean is for the tables to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import polars as pl
import polars.selectors as cs
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


# The games worth a look: kind → column, whether its largest value is meant, how the game ended, with a winner or not.
EXTREMES = {
    "longest": ("turns", True, FINISHED, False),
    "shortest": ("turns", False, FINISHED, False),
    "biggest margin": ("margin", True, FINISHED, True),
    "lowest winning score": (WINNING, False, FINISHED, True),
    "first truncated": ("game_id", False, TRUNCATED, False),
    "first failed": ("game_id", False, FAILED, False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of one cell, or of several cells with the same seats and settings added up.

    Failed games are counted in `ends` and nowhere else: the rest is over the games that finished or were truncated.

    Attributes
    ----------
    ends
        How many games ended in which way (`games.end`).
    seats, order
        Moments of `seat 0`, `seat 1`, … : the share of the win in 420ths, by seat and by place in turn order.
        `order` is None where seat 0 always started.
    wins
        Strategy → moments of `share` (420ths, mean over its seats) and `decided`, over the games that it was in.
    places
        (strategy, seat) → moments of `share`, over the games with that strategy in that seat.
    pairs
        (strategy, other) → moments of `above`: 1 where it ranks above the other, −1 below; mean over pairs of seats.
    scores
        One row for each combination of `SCORE_KEYS` with its `count` of seats; None for a game without scores.
    games
        Moments of the games' own columns; of `decided`, 1 with a winner; for a column `…_left` of `no_…_left`, 1 where
        nothing is left; and, from the seats' scores, of `SCORE_IN`, `SCORE_OUT`, `SEATS_IN`, `SEATS_OUT`, `INEQUALITY`.
    play
        Strategy → moments of the seats' own columns, mean over its seats.
    winners
        Moments of the seats' own columns, over games with one winner, whose they are.
    lengths, margins
        Frames of `value`, `count`: turns (also by `end`), and winning margins of the games with a winner.
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
    winners: Moments
    lengths: pl.DataFrame
    margins: pl.DataFrame | None
    extremes: tuple[Extreme, ...]

    @property
    def n(self) -> int:
        """Games that count: all but failed ones."""
        return self.games.n

    @property
    def decided(self) -> int:
        """Games with a winner."""
        return int(self.games.total("decided"))

    @property
    def fair(self) -> float:
        """An equal share of the wins for each seat, as a share of all games that count."""
        return self.decided / (self.n * len(self.seats.names)) if self.n else 0.0

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
            winners=_sum(t.winners for t in every),
            lengths=_added([t.lengths for t in every], ("end", "value")),
            margins=_counted([t.margins for t in every], ("value",)),
            extremes=_most([e for t in every for e in t.extremes]),
        )


def tally(cell: Cell, columns: Mapping[str, Iterable[str]]) -> Tally:
    """Count a cell; `columns` are the names of the columns of `games` and `seats`, for a cell without any games."""
    return Tally.total(_count(cell, games, seats) for games, seats in _slices(cell, columns))


def _slices(cell: Cell, columns: Mapping[str, Iterable[str]]) -> Iterator[tuple[Rows, Rows]]:
    """Yield the rows of the cell, game by game in games (G,) and seats (G · P,); once even if there are none."""
    if not cell.games:
        none: list[Rows] = [{name: np.zeros(0, np.int64) for name in columns[rows]} for rows in ("games", "seats")]
        yield none[0], none[1]
        return
    games, seats = cell.scan_games(), cell.scan_seats()
    for first in range(0, cell.games, SLICE):
        yield (
            _columns(games.slice(first, SLICE).collect()),
            _columns(seats.slice(first * cell.seats, SLICE * cell.seats).collect()),
        )


def _columns(frame: pl.DataFrame) -> Rows:
    return {name: frame[name].to_numpy() for name in frame.columns}


def _count(cell: Cell, games: Rows, seats: Rows) -> Tally:
    ends = {int(k): int(c) for k, c in zip(*np.unique(games["end"], return_counts=True), strict=True)}
    extremes = _extremes(cell.id, games, seats)
    if ends.get(FAILED):
        played = games["end"] != FAILED
        games = {name: values[played] for name, values in games.items()}
        seats = {name: values[np.repeat(played, cell.seats)] for name, values in seats.items()}
    n, n_seats = len(games["game_id"]), cell.seats
    specs = [strategy["spec"] for strategy in cell.lineup]
    seated = {spec: [i for i, other in enumerate(specs) if other == spec] for spec in specs}
    table = {name: values.reshape(n, n_seats) for name, values in seats.items()}  # each (G, P), by seat
    # (P, G) row number of each strategy of the lineup
    rows = np.argsort(table["strategy"], axis=1).T + n_seats * np.arange(n)
    won = table["share"].sum(axis=1, dtype=np.int64) > 0
    games = games | {"decided": won.astype(np.int64)} | _left(games) | _derived(table)

    def summed(name: str, own: Sequence[int]) -> NDArray[np.int64]:
        total: NDArray[np.int64] = np.add.reduce([seats[name][rows[i]].astype(np.int64) for i in own])
        return total

    return Tally(
        ends=ends,
        seats=_by_seat(table["share"]),
        order=_by_turn_order(games, table["share"]),
        wins={
            spec: Moments.of(
                {"share": summed("share", own), "decided": games["decided"] * len(own)},
            ).divided(len(own), PER_SEAT)
            for spec, own in seated.items()
        },
        places=_places(specs, table),
        pairs=_pairs(seated, seats["rank"][rows].astype(np.int64)),
        scores=_scores(specs, table),
        games=Moments.of({name: values for name, values in games.items() if name not in NO_QUANTITY}),
        play={
            spec: Moments.of({name: summed(name, own) for name in seats if name not in NO_QUANTITY}).divided(
                len(own), PER_SEAT
            )
            for spec, own in seated.items()
        },
        winners=_winners(games, seats, n_seats),
        lengths=_occurring({"end": games["end"], "value": games["turns"]}),
        margins=_occurring({"value": games["margin"][won]}) if "margin" in games else None,
        extremes=_most(extremes),
    )


def _left(games: Rows) -> Rows:
    """Return for every supply whether nothing is left of it."""
    return {f"no_{name}": (games[name] == 0).astype(np.int64) for name in games if name.endswith("_left")}


def _derived(table: Rows) -> Rows:
    """Return what is worked out for each game from the scores of its seats."""
    if "score" not in table:
        return {}
    score, qualified = table["score"].astype(np.int64), _qualified(table)
    return {
        SCORE_IN: (score * qualified).sum(axis=1),
        SCORE_OUT: (score * ~qualified).sum(axis=1),
        SEATS_IN: qualified.sum(axis=1),
        SEATS_OUT: (~qualified).sum(axis=1),
        INEQUALITY: np.rint(PER_MILLE * gini(score)).astype(np.int64),
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


def _pairs(seated: Mapping[str, Sequence[int]], rank: NDArray[np.int64]) -> dict[tuple[str, str], Moments]:
    """Count who ranks above whom, from ranks (P, G) by strategy; all ranks of a game without a winner are 0."""
    pairs = {}
    for spec, own in seated.items():
        for other, others in seated.items():
            if spec < other:
                above = np.add.reduce([np.sign(rank[j] - rank[i]) for i in own for j in others])
                size = len(own) * len(others)
                pairs[spec, other] = Moments.of({"above": above}).divided(size, PER_SEAT)
                pairs[other, spec] = Moments.of({"above": -above}).divided(size, PER_SEAT)
    return pairs


def _scores(specs: Sequence[str], table: Rows) -> pl.DataFrame | None:
    if "score" not in table:
        return None
    flat: dict[str, NDArray[np.generic]] = {name: table[name].ravel() for name in ("strategy", "seat", "score")}
    flat |= {"qualified": _qualified(table).ravel(), "won": table["share"].ravel() > 0}
    names = pl.DataFrame({"index": range(len(specs)), "name": specs}, schema={"index": pl.Int64, "name": pl.String})
    counted = _occurring(flat)
    named = counted.join(names, left_on="strategy", right_on="index").with_columns(pl.col("name").alias("strategy"))
    return named.select(*SCORE_KEYS, "count")


def _winners(games: Rows, seats: Rows, n_seats: int) -> Moments:
    """Return the moments of the winners' own columns, over games with one winner."""
    one = games["winner"] >= 0
    rows = np.flatnonzero(one) * n_seats + games["winner"][one]
    return Moments.of({name: values[rows] for name, values in seats.items() if name not in NO_QUANTITY})


def _occurring(columns: Mapping[str, NDArray[np.generic]]) -> pl.DataFrame:
    """Return how often each combination of values occurs."""
    counted = pl.DataFrame(dict(columns)).group_by(*columns).agg(pl.len().alias("count"))
    return counted.with_columns(cs.integer().cast(pl.Int64))


def _extremes(cell: str, games: Rows, seats: Rows) -> list[Extreme]:
    won = games["winner"] >= 0
    if "score" in seats:
        n_seats = len(seats["score"]) // max(1, len(won))
        games = games | {WINNING: seats["score"][np.arange(len(won)) * n_seats + np.maximum(games["winner"], 0)]}
    found = []
    for kind, (column, largest, end, winner) in EXTREMES.items():
        where = np.flatnonzero((games["end"] == end) & (won | (not winner)))
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
    """Return the counts of all frames together, or None if there is none."""
    given = [frame for frame in frames if frame is not None]
    return _added(given, keys) if given else None


def _added(frames: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """Return the counts of all frames by key, in the order of the keys."""
    return pl.concat(frames).group_by(*keys).agg(pl.col("count").sum()).sort(*keys)
