"""Boards of bodies and upward paths, read from a data file and checked, for every game that climbs one.

A board file has `source`, `where`, one `[[body]]` a body (id, name, size, entry) and `[paths] list` of rows (from, to,
laurel). One name, given by the game, is the top: the place that ends the climb.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.errors import nearest
from sim.locate import Address
from sim.source import Key, Source, check_table
from sim.tunables import Tunable, Value

__all__ = [
    "Board",
    "Body",
    "Path_",
    "check_climb",
    "laurel_path",
    "parse_board",
    "parse_paths",
    "size_tunables",
    "slug",
    "steps_to_top",
    "with_sizes",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A place on the board with room for `size` pieces."""

    name: str
    size: int
    entry: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Path_:
    """A connection up from one body to another, by index; `end == len(bodies)` is the top."""

    start: int
    end: int
    laurel: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Bodies by index; paths by index, those out of one body together; the top has the index `len(bodies)`."""

    bodies: tuple[Body, ...]
    paths: tuple[Path_, ...]
    top: str

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bodies, with the top's last."""
        return (*(body.name for body in self.bodies), self.top)

    def path_name(self, path: int) -> str:
        """Return a path as "forum -> Senate"."""
        return f"{self.names[self.paths[path].start]} -> {self.names[self.paths[path].end]}"


NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,39}")
BODY = {"id": Key(int, 0, 999), "name": Key(str), "size": Key(int, 1, 99), "entry": Key(bool, needed=False)}
PATH = {"from": Key(str), "to": Key(str), "laurel": Key(bool, needed=False)}


def parse_board(data: Mapping[str, Any], top: str, source: Source) -> Board:
    """Return the board in a data file. Raises BadInput, with the line, when ids, names or paths do not fit together, or
    when it cannot be climbed.
    """
    names = [slug(top)]
    for i, row in enumerate(data["body"]):
        check_table(source, row, ("body", i), BODY)
        if row["id"] != i:
            raise source.fault(("body", i, "id"), f"body ids must run 0, 1, 2, … in order; here is {row['id']}.")
        if not NAME.fullmatch(row["name"]):
            raise source.fault(("body", i, "name"), "must be at most 40 letters, digits, spaces and -, a letter first.")
        if slug(row["name"]) in names:
            raise source.fault(("body", i, "name"), f"every body needs a name of its own, other than '{top}'.")
        names.append(slug(row["name"]))
    bodies = tuple(Body(name=row["name"], size=row["size"], entry=row.get("entry", False)) for row in data["body"])
    check_table(source, data["paths"], ("paths",), {"list": Key(list)})
    paths = parse_paths(data["paths"]["list"], bodies, top, source, ("paths", "list"))
    board = Board(bodies=bodies, paths=tuple(sorted(paths, key=lambda path: path.start)), top=top)
    check_climb(board, source)
    return board


def parse_paths(rows: Sequence[Any], bodies: Sequence[Body], top: str, source: Source, address: Address) -> list[Path_]:
    """Return the paths in a list of a data file. Raises BadInput for an end that is no body, and for one that leads out
    of the top.
    """
    index = {name: i for i, name in enumerate([*(body.name for body in bodies), top])}
    paths = []
    for i, row in enumerate(rows):
        check_table(source, row, (*address, i), PATH)
        for end in ("from", "to"):
            if row[end] not in index:
                raise source.fault((*address, i, end), f"'{row[end]}' is no body.{nearest(row[end], index)}")
        if row["from"] == top:
            raise source.fault((*address, i, "from"), f"a path leads out of '{top}'.")
        paths.append(Path_(start=index[row["from"]], end=index[row["to"]], laurel=row.get("laurel", False)))
    return paths


def laurel_path(board: Board, who: str, name: str, source: Source, key: str) -> int:
    """Return the path of that name, on which somebody starts. Raises BadInput if none with a laurel space has it."""
    named = {board.path_name(i): i for i, path in enumerate(board.paths) if path.laurel}
    if name not in named:
        what = f"{who} starts on '{name}', which is not a path with a laurel space.{nearest(name, named)}"
        raise source.fault((key,), what)
    return named[name]


def steps_to_top(board: Board) -> list[int | None]:
    """Return the fewest moves from each body to the top, with the top's own 0 last; None where there is no way."""
    steps: list[int | None] = [None] * len(board.bodies) + [0]
    for _ in board.bodies:
        for path in board.paths:
            after = steps[path.end]
            if after is not None:
                now = steps[path.start]
                steps[path.start] = after + 1 if now is None else min(now, after + 1)
    return steps


def check_climb(board: Board, source: Source) -> None:
    """Raise BadInput for a board that cannot be climbed: no entry, a body without a way up, a circle."""
    if not any(body.entry for body in board.bodies):
        raise source.fault(("body",), "the board has no entry body.")
    for i, (body, steps) in enumerate(zip(board.bodies, steps_to_top(board), strict=False)):
        if steps is None:
            raise source.fault(("body", i), f"body '{body.name}' has no way up to '{board.top}'.")
    order: dict[int, int] = {}

    def height(at: int, below: tuple[int, ...]) -> int:
        if at in below:
            raise source.fault(("body", at), f"the paths form a circle through '{board.names[at]}'.")
        if at not in order:
            ups = [path.end for path in board.paths if path.start == at]
            order[at] = 1 + max((height(up, (*below, at)) for up in ups), default=0)
        return order[at]

    for at in range(len(board.bodies)):
        height(at, ())


def slug(name: str) -> str:
    """Return a name as it stands in a tunable's key."""
    return name.lower().replace(" ", "_")


def size_tunables(
    on: Board, prefix: str, top_size: int, highest: tuple[int, int], source: str, where: str
) -> tuple[Tunable, ...]:
    """Return a tunable for the size of each body and of the top, such as board.forum.size; highest: for bodies, for the
    top.
    """
    rows = [(body.name, body.size, highest[0]) for body in on.bodies] + [(on.top, top_size, highest[1])]
    return tuple(
        Tunable(
            key=f"{prefix}.{slug(name)}.size",
            default=size,
            unit="spaces",
            low=1,
            high=high,
            choices=(),
            source=source,
            where=where,
            says=f"spaces of the {name}",
        )
        for name, size, high in rows
    )


def with_sizes(on: Board, prefix: str, settings: Mapping[str, Value]) -> Board:
    """Return a board with the sizes that are set."""
    bodies = tuple(
        Body(name=body.name, size=int(settings[f"{prefix}.{slug(body.name)}.size"]), entry=body.entry)
        for body in on.bodies
    )
    return Board(bodies=bodies, paths=on.paths, top=on.top)
