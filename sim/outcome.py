"""What a row of outcomes has in every game, and how a game lists its columns: once, by name, type and meaning.

What a game counts besides, and how it fills the rows, is the business of its `scoring.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.records import record

__all__ = [
    "FAILED", "FINISHED", "GAME_COLUMNS", "SEAT_COLUMNS", "TRUNCATED", "WHOLE_SHARE", "Column", "meanings",
    "row_of", "with_meanings",
]  # fmt: skip

Column = tuple[str, type[np.generic], str]  # name, type, meaning

# How a game ended, in the column `end`: by its rules, by the turn cap, by a strategy's fault.
FINISHED = 1
TRUNCATED = 2
FAILED = 3

WHOLE_SHARE = 420  # a win share is counted in 420ths, so that a tie of up to seven divides exactly

GAME_COLUMNS: tuple[Column, ...] = (
    ("game_id", np.int64, "number of the game; with the seed, its address"),
    ("end", np.int8, "1 finished by the rules, 2 truncated by the turn cap, 3 failed (a strategy's fault)"),
    ("fault_seat", np.int8, "seat whose strategy failed, or -1"),
    ("turns", np.int32, "turns taken by all seats together"),
    ("decisions", np.int32, "decisions taken"),
    ("winner", np.int8, "winning seat, or -1"),
)

SEAT_COLUMNS: tuple[Column, ...] = (
    ("game_id", np.int64, "number of the game"),
    ("seat", np.int8, "chair and turn order; 0 begins unless setup.start_seat is random"),
    ("strategy", np.int8, "index of the strategy in the lineup"),
    ("score", np.int32, "points at the end"),
    ("qualified", np.int8, "1 if the seat can win"),
    ("rank", np.int8, "1 is best; 0 where there is no winner"),
    ("share", np.int16, "win share in 420ths"),
)


def with_meanings(columns: Sequence[Column], **own: str) -> tuple[Column, ...]:
    """Return the same columns, some of them with a game's own meaning.

    >>> with_meanings(GAME_COLUMNS, winner="always -1")[-1][2]
    'always -1'
    """
    strange = own.keys() - {name for name, _, _ in columns}
    if strange:
        raise ValueError(f"no columns {sorted(strange)}")
    return tuple((name, kind, own.get(name, meaning)) for name, kind, meaning in columns)


def row_of(columns: Sequence[Column]) -> np.dtype[Any]:
    """Return the type of a row with these columns."""
    return record([(name, kind) for name, kind, _ in columns])


def meanings(columns: Sequence[Column]) -> dict[str, str]:
    """Return what each column means, by name."""
    return {name: meaning for name, _, meaning in columns}
