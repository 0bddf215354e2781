"""Tunables: the numbers and rulings of a game that a what-if may change, one row in a data file each.

A row looks like this, and its place in the file is its key:

    [tokens.V]
    count = { default = 6, unit = "tiles", range = [0, 60], source = "rulebook", says = "V laurels in the stack" }

`range = [low, high]` makes it a whole number, `choices = [...]` a ruling with named answers, a true or false default a
switch.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import BadInput, unknown

__all__ = [
    "SOURCES",
    "Tunable",
    "Value",
    "check_settings",
    "parse_settings",
    "parse_value",
    "read_data",
    "read_tunables",
]

Value = int | bool | str
SOURCES = ("rulebook", "published", "assumed", "ruling", "engine", "own")  # own: in a data file of the user's own


@dataclass(frozen=True, slots=True, kw_only=True)
class Tunable:
    """One number or ruling, with its default, what it may be set to, and where it is from."""

    key: str
    default: Value
    unit: str
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    source: str
    where: str
    says: str

    @property
    def allowed(self) -> str:
        """What it may be set to, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        return f"{self.low} to {self.high}"


def read_data(path: Path) -> dict[str, Any]:
    """Return a game's data file as nested tables. Raises BadInput with the file and line of a syntax error."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{path}: {error}") from None


def read_tunables(path: Path) -> tuple[Tunable, ...]:
    """Return every row of a data file of tunables, in the order of the file."""
    return tuple(_rows(read_data(path), "", path))


def _rows(table: Mapping[str, Any], prefix: str, path: Path) -> Iterable[Tunable]:
    for name, entry in table.items():
        key = f"{prefix}{name}"
        if not isinstance(entry, dict):
            raise BadInput(f"{path}: {key}: expected a table with a default, a unit and a source")
        if "default" in entry:
            yield make_tunable(key, entry, path)
        else:
            yield from _rows(entry, f"{key}.", path)


def make_tunable(key: str, row: Mapping[str, Any], path: Path) -> Tunable:
    """Return one row as a Tunable. Raises BadInput when the row contradicts itself."""
    default = row["default"]
    choices = tuple(row.get("choices", ()))
    low, high = row.get("range", (None, None))
    if row.get("source") not in SOURCES:
        raise BadInput(f"{path}: {key}: source is {row.get('source')!r}; allowed are {', '.join(SOURCES)}")
    is_number = isinstance(default, int) and not isinstance(default, bool)
    if is_number and (low is None or not low <= default <= high):
        raise BadInput(f"{path}: {key}: default {default} lies outside its range")
    if isinstance(default, str) and default not in choices:
        raise BadInput(f"{path}: {key}: default '{default}' is not among its choices")
    return Tunable(
        key=key,
        default=default,
        unit=row.get("unit", ""),
        low=low,
        high=high,
        choices=choices,
        source=row["source"],
        where=row.get("where", ""),
        says=row.get("says", ""),
    )


def parse_value(tunable: Tunable, given: object) -> Value:
    """Return a value for a tunable from text (command line) or from TOML. Raises BadInput when it is not allowed."""
    wrong = _refused(tunable, given)
    if isinstance(tunable.default, bool):
        value = {"true": True, "false": False}.get(given.strip().lower()) if isinstance(given, str) else given
        if not isinstance(value, bool):
            raise wrong
        return value
    if isinstance(tunable.default, str):
        if given not in tunable.choices:
            raise wrong if not isinstance(given, str) else unknown(f"answer for {tunable.key}", given, tunable.choices)
        return str(given)
    if isinstance(given, str):
        try:
            given = int(given)
        except ValueError:
            raise _refused(tunable, given, "whole numbers only, ") from None
    if not isinstance(given, int) or isinstance(given, bool):
        raise _refused(tunable, given, "whole numbers only, ")
    if tunable.low is None or tunable.high is None or not tunable.low <= given <= tunable.high:
        raise wrong
    return given


def _refused(tunable: Tunable, given: object, only: str = "") -> BadInput:
    default = _shown(tunable.default)
    return BadInput(f"{tunable.key} cannot be {given!r}: {only}{tunable.allowed} is allowed (default {default}).")


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_settings(tunables: Iterable[Tunable], settings: Mapping[str, object], game: str) -> dict[str, Value]:
    """Return settings with every value checked, sorted by key. Raises BadInput for an unknown key or a value not
    allowed.
    """
    by_key = {tunable.key: tunable for tunable in tunables}
    checked: dict[str, Value] = {}
    for key in sorted(settings):
        if key not in by_key:
            error = unknown("tunable", key, by_key, f"in {game}")
            first = str(error).split(" There is:")[0]
            raise BadInput(f"{first} `evenhand games {game} --tunables` lists all {len(by_key)}.")
        checked[key] = parse_value(by_key[key], settings[key])
    return checked


def parse_settings(tunables: Iterable[Tunable], texts: Iterable[str], game: str) -> dict[str, Value]:
    """Return the settings in texts like "tokens.V.count=8". Raises BadInput when one is malformed, unknown or given
    twice.
    """
    given: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise BadInput(f"--set takes key=value, such as tokens.V.count=8; given was '{text}'.")
        if key in given:
            raise BadInput(f"--set {key} is given twice.")
        given[key] = value.strip()
    return check_settings(tunables, given, game)
