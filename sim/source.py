"""A TOML file that somebody wrote: its text, what is in it, and messages that point at file, line and key.

For experiments and for a game's data files. What may stand in it is not decided here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sim.errors import BadInput, nearest
from sim.locate import Address, line_of, lines
from sim.tunables import SOURCES

__all__ = ["SHOWN", "Key", "Source", "check_origin", "check_seats", "check_table", "read_source"]

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32
MAX_DOTS = 100  # in one line: Python's parser takes very long over very long dotted keys
SHOWN = 80  # characters of what was given that a message repeats


@dataclass(frozen=True, slots=True)
class Source:
    """Where something stands written, so that messages can point at it; without a path, on the command line."""

    path: Path | None = None
    text: str = ""
    found: Mapping[Address, int] = field(default_factory=dict, compare=False, repr=False)

    def message(self, address: Sequence[str | int], what: str) -> str:
        """Return a message about the value at an address, with file, line, key and the line itself."""
        if self.path is None:
            return what
        line = line_of(self.found, address)
        shown = _plain(self.text.split("\n")[line - 1].strip())
        return f"{self.path}:{line}: {_dotted(address)}: {what}" + (f"\n    {line} | {shown}" if shown else "")

    def fault(self, address: Sequence[str | int], what: str) -> BadInput:
        """Return the error for something wrong at an address."""
        return BadInput(self.message(address, what))

    def tables(self) -> dict[str, Any]:
        """Return what stands in the file."""
        return tomllib.loads(self.text)

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the text."""
        return sha256(self.text.encode()).hexdigest()


class Key(NamedTuple):
    """What stands under a key: int, str, bool, list or dict; the range of a number; whether it may not be left out."""

    type: type
    low: int = 0
    high: int = 0
    needed: bool = True


def read_source(path: Path) -> tuple[Source, dict[str, Any]]:
    """Return a file and its tables. Raises BadInput, with the line, for what is no file, no text or no TOML."""
    text = _read(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at line ")
        line = f":{place.split(',')[0]}" if place else ""
        raise BadInput(f"{path}{line}: this is not TOML: {what}.") from None
    except ValueError:  # what Python's parser raises then
        raise BadInput(f"{path}: a number has thousands of digits.") from None
    except RecursionError:
        raise BadInput(f"{path}: tables or lists are nested more than {MAX_DEPTH} deep.") from None
    if _depth(content) > MAX_DEPTH:
        raise BadInput(f"{path}: tables or lists are nested more than {MAX_DEPTH} deep.")
    return Source(path, text.replace("\r\n", "\n"), lines(text)), content


def check_table(source: Source, table: Any, address: Address, keys: Mapping[str, Key]) -> None:
    """Raise BadInput unless this is a table with these keys and no others."""
    if not isinstance(table, dict):
        raise source.fault(address, f"must be a table, not {table!r:.{SHOWN}}.")
    for name in table:
        if name not in keys:
            known = ", ".join(keys)
            raise source.fault((*address, name), f"unknown key.{nearest(name[:SHOWN], keys)} Here may stand: {known}.")
    words = {int: "a whole number", str: "text in quotes", bool: "true or false", list: "a list", dict: "a table"}
    for name, key in keys.items():
        if name not in table:
            if key.needed:
                raise source.fault(address, f"the key '{name}' is missing.")
            continue
        given: Any = table[name]
        if not isinstance(given, key.type) or (key.type is int and isinstance(given, bool)):
            raise source.fault((*address, name), f"must be {words[key.type]}, not {given!r:.{SHOWN}}.")
        if isinstance(given, int) and key.type is int and not key.low <= given <= key.high:
            raise source.fault((*address, name), f"must be {key.low} to {key.high}, not {given!r:.{SHOWN}}.")


def check_seats(source: Source, given: Sequence[Any], address: Address, allowed: tuple[int, int]) -> None:
    """Raise BadInput unless this is the fewest and the most seats, of those that a game is for."""
    low, high = allowed
    whole = [type(seats) is int for seats in given] == [True, True]
    if not whole or not low <= given[0] <= given[1] <= high:
        raise source.fault(
            address, f"must be the fewest and the most seats, of {low} to {high}, such as [{low}, {high}]."
        )


def check_origin(source: Source, table: Mapping[str, Any], address: Address = ()) -> str:
    """Return where the numbers in a table are from. Raises BadInput for a word that says nothing."""
    origin = str(table.get("source", "own"))
    if origin not in SOURCES:
        raise source.fault(
            (*address, "source"),
            f"cannot be '{origin:.{SHOWN}}'.{nearest(origin[:SHOWN], SOURCES)} Allowed is {', '.join(SOURCES)}.",
        )
    return origin


def _read(path: Path) -> str:
    """Return the text of a file, after making sure that it is a small text file."""
    try:
        if not path.exists():
            raise BadInput(f"{path}: there is no such file.")
        if not path.is_file():
            raise BadInput(f"{path}: this is not a file.")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: the file cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(raw) > MAX_BYTES:
        raise BadInput(f"{path}: the file is larger than {MAX_BYTES // 1024} KiB, too large for a text to read.")
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{path}: the file begins with a byte order mark. Save it as UTF-8 without one.")
    if not raw.strip():
        raise BadInput(f"{path}: the file is empty.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}:{line}: the file is not UTF-8 text (byte 0x{raw[error.start]:02x}).") from None
    for number, line_text in enumerate(text.split("\n"), start=1):
        if line_text.count(".") > MAX_DOTS and not line_text.lstrip().startswith("#"):
            raise BadInput(f"{path}:{number}: more than {MAX_DOTS} dots in one line.")
    return text


def _depth(content: object) -> int:
    """Return how deep tables and lists are nested, without recursion."""
    depth, level = 0, [content]
    while level:
        depth += 1
        level = [inner for outer in level for inner in _children(outer)]
    return depth


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _dotted(address: Sequence[str | int]) -> str:
    """Return an address as one would write it: cells[0].lineup[2]."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{_plain(part)}" for part in address]
    return "".join(parts)[1:] or "the file"


def _plain(text: str) -> str:
    """Return text shortened, without what a terminal would act on."""
    return "".join(char if char.isprintable() else "?" for char in text[:SHOWN])
