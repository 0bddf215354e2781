"""What a game is to the rest of the project: its name, its data, its record types and its compiled functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sim.source import Source
from sim.tunables import Tunable, Value, check_settings

__all__ = ["Game", "Input", "ItemRow", "fields_of", "read_rulings"]

Input = dict[str, Any]
ItemRow = dict[str, Any]  # key, title, points (face value), cost (printed; None without one), group


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game as the engine, the runner and the command line see it (`docs/architecture.md` says what each function
    does).
    """

    name: str
    title: str
    seats: tuple[int, int]
    rules_version: int
    parts: tuple[str, ...]  # the parts of a strategy, by number
    tunables: tuple[Tunable, ...]
    data_inputs: tuple[Input, ...]  # data tables that are not tunables: boards, decks
    rulings: tuple[Mapping[str, str], ...]
    columns: Mapping[str, Mapping[str, str]]
    team: bool = False  # one result for the whole table: every seat of a winning team has the whole win share

    BOX: np.dtype[Any]
    CHANCE: np.dtype[Any]
    STATE: np.dtype[Any]
    ACTION: np.dtype[Any]
    GAME_ROW: np.dtype[Any]
    SEAT_ROW: np.dtype[Any]
    seat_columns: np.dtype[Any] | None = None  # rows of SEAT_ROW under other names, for data of the user's own
    max_actions: int

    fill_box: Callable[[int, Mapping[str, Value]], np.ndarray]
    deal: Callable[..., Any]
    legal: Callable[..., Any]
    hide: Callable[..., Any]
    part: Callable[..., Any]
    apply: Callable[..., Any]
    score: Callable[..., Any]
    describe: Callable[[Any, Any, Any, Sequence[str]], str]
    board_text: Callable[[Any, Any, Sequence[str]], str]
    items: tuple[str, ...] = ()  # what an action can acquire, by number
    item: Callable[..., Any] | None = None  # (box, state, action) -> number of the item that the action acquires, or −1
    item_rows: Callable[[Any], list[ItemRow]] | None = None  # box → a row for each item
    module: str = field(default="")
    data: Source | None = None  # a board or deck of the user's own, instead of the shipped one
    with_data: Callable[[Source], Game] | None = None  # the same game with other data; raises BadInput for bad ones

    def make_box(self, n_seats: int, settings: Mapping[str, object]) -> np.ndarray:
        """Return the numbers in force, shape (1,) of `BOX`.

        Raises BadInput for a seat count, a setting or a combination of settings that the game cannot be played with.
        """
        return self.fill_box(n_seats, self.settled(settings))

    def settled(self, settings: Mapping[str, object]) -> dict[str, Value]:
        """Return the value in force of every tunable."""
        values: dict[str, Value] = {tunable.key: tunable.default for tunable in self.tunables}
        values.update(check_settings(self.tunables, settings, self.name))
        return values

    def inputs(self, settings: Mapping[str, object]) -> list[Input]:
        """Return all inputs of a run with where each is from: rows of key, value, default, source, where, says."""
        values = self.settled(settings)
        rows = [
            {
                "key": tunable.key,
                "value": values[tunable.key],
                "default": tunable.default,
                "source": tunable.source,
                "where": tunable.where,
                "says": tunable.says,
            }
            for tunable in self.tunables
        ]
        return rows + [dict(row) for row in self.data_inputs]


def fields_of(
    data: Any,
    *,
    actions: ModuleType,
    box: ModuleType,
    rules: ModuleType,
    scoring: ModuleType,
    state: ModuleType,
    text: ModuleType,
    view: ModuleType,
) -> dict[str, Any]:
    """Return the fields of a `Game` that stand under the same names in the same files of every game's folder.

    data: what `box` read of the game's files; what depends on it takes it first, and is bound to it here.
    """
    return {
        "seats": data.seats,
        "tunables": box.tunables(data),
        "data_inputs": box.data_inputs(data),
        "rulings": read_rulings(Path(str(box.__file__)).parent / "RULES.md"),
        "BOX": box.BOX,
        "CHANCE": state.CHANCE,
        "STATE": state.STATE,
        "ACTION": state.ACTION,
        "GAME_ROW": scoring.GAME_ROW,
        "SEAT_ROW": scoring.SEAT_ROW,
        "fill_box": partial(box.fill_box, data),
        "deal": rules.deal,
        "legal": actions.legal,
        "hide": view.hide,
        "apply": rules.apply,
        "score": scoring.score,
        "describe": partial(text.describe, data),
        "board_text": partial(text.board_text, data),
    }


def read_rulings(path: Path) -> tuple[Mapping[str, str], ...]:
    """Return the rulings in a RULES.md, as rows of id and says: each paragraph "- **4.7 …" that contains the word
    Ruling.
    """
    paragraphs = re.split(r"\n(?=- \*\*|\n|## )", path.read_text(encoding="utf-8"))
    rulings = []
    for paragraph in paragraphs:
        found = re.match(r"- \*\*(\d+\.\d+)(.*)", paragraph, re.DOTALL)
        if found and "uling" in paragraph:
            text = " ".join(re.sub(r"[*`]|(?<=:)\n +-", "", re.sub(r"\.?\n  - ", "; ", found.group(2))).split())
            says = text[text.index("uling") - 1 :]
            rulings.append({"id": found.group(1), "says": says.split(":", 1)[-1].strip()})
    return tuple(rulings)
