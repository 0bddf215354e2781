"""What is counted of games: everything that the tables of a report are made of, and how counts add up.

All counts are integers: adding slices, parts or cells in any order gives the same bits. How rows are counted is the
business of `reports.tables.count`, what the counts mean that of the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import polars as pl

from reports.stats.means import Moments

__all__ = [
    "CONTESTED",
    "DISQUALIFIES",
    "DISTRIBUTED",
    "EXTREMES",
    "FAILED",
    "FINISHED",
    "INEQUALITY",
    "MARGIN",
    "NARROW",
    "PER_MILLE",
    "SCORE_IN",
    "SCORE_KEYS",
    "SCORE_OUT",
    "SEATS_IN",
    "SEATS_OUT",
    "TOOK",
    "TOOK_NONE",
    "TOOK_SOME",
    "TRUNCATED",
    "UNRIVALLED",
    "WIN",
    "Extreme",
    "Tally",
]

FINISHED, TRUNCATED, FAILED = 1, 2, 3  # games.end
WIN = 420  # a whole win in seats.share

SCORE_KEYS = ("strategy", "seat", "qualified", "won", "score")
# Derived quantities of a game, counted along with its own columns.
SCORE_IN, SCORE_OUT = "score_qualified", "score_disqualified"
SEATS_IN, SEATS_OUT = "seats_qualified", "seats_disqualified"
CONTESTED, UNRIVALLED, MARGIN, NARROW = "contested", "unrivalled", "contested_margin", "narrow"
DISQUALIFIES = "richest_disqualified"  # column of a game in which not every seat can win
INEQUALITY = "inequality"
PER_MILLE = 1000  # unit of INEQUALITY

# What is taken or not, by the beginning of its column: seats that took some, seats that took none, and what each won.
TOOK = "took_"
TOOK_SOME, TOOK_NONE = ("seats_some_", "won_some_"), ("seats_none_", "won_none_")
# The games' columns of which every value is counted.
DISTRIBUTED = ("peacocks_in_star",)

Key = TypeVar("Key", str, int, tuple[str, str], tuple[str, int], tuple[int, int])


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
    "lowest winning score": ("winning_score", False, FINISHED, True),
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
        One row for each combination of `SCORE_KEYS` with its `count` of seats.
    games
        Moments of the games' own columns; of `decided`, 1 with a winner, and `undecided`, 1 without; for a column
        `…_left` of `no_…_left`, 1 where nothing is left; with winning margins, of `CONTESTED` and, where seats can be
        disqualified, `UNRIVALLED`, 1 where there was a qualified rival and where there was none, of `MARGIN` over
        rivals and of `NARROW`, 1 where that is at most 1; from the seats' scores, of `SCORE_IN`, `SCORE_OUT`,
        `SEATS_IN`, `SEATS_OUT`, `INEQUALITY`; and for a seats' column `took_x` of its sum, of `seats_some_x`, the
        seats that took some, and `won_some_x`, the wins of these, `seats_none_x` and `won_none_x`: all four in 420ths.
        Of a team's games, what `team_games` adds.
    play
        Strategy → moments of the seats' own columns, mean over its seats.
    winners
        Moments of the seats' own columns, over games with one winner, whose they are.
    species, homes
        Number of a species → moments of the own columns of the seat that plays it, and of `decided`, over the games
        with it; (species, seat) → moments of its `share`. Empty for a game without species.
    lengths, margins
        Frames of `value`, `count`: turns (also by `end`), and winning margins of the games with a winner (None for a
        game without the column).
    distributions
        Frames of `value`, `count` for those columns of `DISTRIBUTED` that the game has, and of what `team_games` names.
    extremes
        Games that stand out.
    """

    ends: Mapping[int, int]
    seats: Moments
    order: Moments | None
    wins: Mapping[str, Moments]
    places: Mapping[tuple[str, int], Moments]
    pairs: Mapping[tuple[str, str], Moments]
    scores: pl.DataFrame
    games: Moments
    play: Mapping[str, Moments]
    winners: Moments
    species: Mapping[int, Moments]
    homes: Mapping[tuple[int, int], Moments]
    lengths: pl.DataFrame
    margins: pl.DataFrame | None
    distributions: Mapping[str, pl.DataFrame]
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
            scores=_added([t.scores for t in every], SCORE_KEYS),
            games=_sum(t.games for t in every),
            play=_merged([t.play for t in every]),
            winners=_sum(t.winners for t in every),
            species=_merged([t.species for t in every]),
            homes=_merged([t.homes for t in every]),
            lengths=_added([t.lengths for t in every], ("end", "value")),
            margins=None
            if every[0].margins is None
            else _added([t.margins for t in every if t.margins is not None], ("value",)),
            distributions={
                name: _added([t.distributions[name] for t in every], ("value",)) for name in every[0].distributions
            },
            extremes=_outermost([e for t in every for e in t.extremes]),
        )


def _outermost(found: Sequence[Extreme]) -> tuple[Extreme, ...]:
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


def _added(frames: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """Return the counts of all frames by key, in the order of the keys."""
    return pl.concat(frames).group_by(*keys).agg(pl.col("count").sum()).sort(*keys)
