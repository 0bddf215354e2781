"""Integer sums over the games of a cell: enough for a progress line and a summary, and cheap to add up.

Reports read the rows themselves; these sums only spare the command line from doing so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten

import numpy as np

from sim.outcome import FAILED, TRUNCATED

__all__ = ["FailedGame", "Tally", "tally_of"]

MOST_WORDS = 300  # characters of an error's own text that are told

Columns = Mapping[str, np.ndarray] | np.ndarray  # by name, or records
Sums = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Sums over games of one cell; adding tallies in any order gives the same.

    `strategies` has an entry for each different strategy of the lineup, in order of appearance, `seats` one for each
    seat: the sum, and the sum of squares, of the share that it took of each game, in 420ths.
    """

    games: int
    failed: int
    truncated: int
    strategies: Sums  # (different strategies, 2)
    seats: Sums  # (P, 2)

    @classmethod
    def none(cls, specs: Sequence[str]) -> Tally:
        """Return the sums of no games."""
        nothing = ((0, 0),)
        return cls(games=0, failed=0, truncated=0, strategies=nothing * len(set(specs)), seats=nothing * len(specs))

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            games=self.games + other.games,
            failed=self.failed + other.failed,
            truncated=self.truncated + other.truncated,
            strategies=_added(self.strategies, other.strategies),
            seats=_added(self.seats, other.seats),
        )

    @property
    def counted(self) -> int:
        """Games that estimates rest on: all but the failed."""
        return self.games - self.failed


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedGame:
    """A game in which a strategy failed; `what` is empty when an earlier run played it."""

    cell: str
    game_id: int
    seat: int
    turn: int
    strategy: str
    what: str

    def __str__(self) -> str:
        where = f"cell {self.cell}, game {self.game_id}, turn {self.turn}"
        what = shorten(self.what, MOST_WORDS, placeholder=" …")
        return f"{where}: '{self.strategy}' in seat {self.seat}" + (f": {what}" if what else "")


def tally_of(specs: Sequence[str], games: Columns, seats: Columns) -> Tally:
    """Return the sums of some games.

    Parameters
    ----------
    specs
        (P,) the lineup: what each strategy index stands for.
    games, seats
        Columns `end` (G,), and `strategy` and `share` (G·P,), in game id and seat order.
    """
    different = list(dict.fromkeys(specs))
    kind_of = np.array([different.index(spec) for spec in specs])  # (P,) strategy index → entry
    share = np.asarray(seats["share"], dtype=np.int64).reshape(-1, len(specs))  # (G, P)
    kind = kind_of[np.asarray(seats["strategy"]).reshape(-1, len(specs))]  # (G, P)
    by_kind = [np.where(kind == k, share, 0).sum(axis=1) for k in range(len(different))]
    return Tally(
        games=len(games["end"]),
        failed=int((games["end"] == FAILED).sum()),
        truncated=int((games["end"] == TRUNCATED).sum()),
        strategies=tuple(_sums(taken) for taken in by_kind),
        seats=tuple(_sums(taken) for taken in share.T),
    )


def _sums(taken: np.ndarray) -> tuple[int, int]:
    """Return Σx and Σx²."""
    return int(taken.sum()), int((taken * taken).sum())


def _added(mine: Sums, theirs: Sums) -> Sums:
    return tuple((a + c, b + d) for (a, b), (c, d) in zip(mine, theirs, strict=True))
