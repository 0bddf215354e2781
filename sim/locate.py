"""On which line of a TOML file does a value stand? Python's own parser does not say.

Only for text that `tomllib` has accepted: this reads the layout and checks nothing. A value is addressed by keys and
indices, as in `("cells", 0, "lineup", 2)`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence

__all__ = ["Address", "line_of", "lines"]

Address = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'")
_LONG = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}", re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*")


def lines(text: str) -> dict[Address, int]:
    """Return the line, from 1, on which each key, table and array element begins.

    >>> lines('a = 1\\n[[b]]\\nc = [2,\\n 3]')
    {(): 1, ('a',): 1, ('b',): 2, ('b', 0): 2, ('b', 0, 'c'): 3, ('b', 0, 'c', 0): 3, ('b', 0, 'c', 1): 4}
    """
    return _Reader(text).read()


def line_of(found: Mapping[Address, int], address: Sequence[str | int]) -> int:
    """Return the line of a value, or of the nearest table around it that has one."""
    whole = tuple(address)
    return next(found[whole[:n]] for n in range(len(whole), -1, -1) if whole[:n] in found)


class _Reader:
    """Walks through the text once and notes where things begin."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.line = 1
        self.found: dict[Address, int] = {(): 1}
        self.latest: dict[Address, int] = {}  # array of tables → index of its latest entry

    def read(self) -> dict[Address, int]:
        table: Address = ()
        self._take(_BLANK)
        while self.at < len(self.text):
            if self._next("[["):
                table = self._header(self._key(), array=True)
                self._next("]]")
            elif self._next("["):
                table = self._header(self._key(), array=False)
                self._next("]")
            else:
                self._pair(table)
            self._take(_BLANK)
        return self.found

    def _header(self, keys: list[str], array: bool) -> Address:
        """Note a table header and return the address of the table, with the index where it is one of several."""
        address: Address = ()
        for n, key in enumerate(keys, start=1):
            address = (*address, key)
            self._note(address)
            if array and n == len(keys):
                self.latest[address] = self.latest.get(address, -1) + 1
            if address in self.latest:
                address = (*address, self.latest[address])
                self._note(address)
        return address

    def _pair(self, table: Address) -> None:
        """Read `key = value`; a dotted key is a table in a table."""
        address = table
        for key in self._key():
            address = (*address, key)
            self._note(address)
        self._next("=")
        self._take(_BLANK)
        self._value(address)

    def _key(self) -> list[str]:
        """Read a key and return its parts."""
        keys = []
        while True:
            self._take(_BLANK)
            part = self._take(_QUOTED)
            keys.append(tomllib.loads(f"key = {part}")["key"] if part else self._take(_BARE))
            self._take(_BLANK)
            if not self._next("."):
                return keys

    def _value(self, address: Address) -> None:
        """Read a value; in an array or inline table note where each entry begins."""
        self._note(address)
        if self._next("["):
            index = 0
            while not self._ends("]"):
                self._value((*address, index))
                index += 1
        elif self._next("{"):
            while not self._ends("}"):
                self._pair(address)
        elif not self._take(_LONG) and not self._take(_QUOTED):
            self._take(_PLAIN)

    def _ends(self, bracket: str) -> bool:
        """Skip to the next entry, or past the closing bracket."""
        self._take(_BLANK)
        if self._next(","):
            self._take(_BLANK)
        return self._next(bracket)

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Read what the pattern matches here, perhaps nothing."""
        match = pattern.match(self.text, self.at)
        taken = match.group() if match else ""
        self.at += len(taken)
        self.line += taken.count("\n")
        return taken

    def _next(self, mark: str) -> bool:
        """Read a mark if it stands here."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def _note(self, address: Address) -> None:
        self.found.setdefault(address, self.line)
