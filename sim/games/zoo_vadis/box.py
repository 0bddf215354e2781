"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput, nearest
from sim.games.zoo_vadis import state as S
from sim.mechanics.board import (
    Board,
    laurel_path,
    parse_board,
    parse_paths,
    size_tunables,
    steps_to_top,
    with_sizes,
)
from sim.records import record
from sim.source import Key, Source, check_origin, check_table, read_source
from sim.tunables import Tunable, Value, read_data, read_tunables

__all__ = [
    "BOX",
    "Data",
    "Side",
    "compile_box",
    "data_inputs",
    "fill_box",
    "kinds",
    "printed",
    "read_board",
    "species_names",
    "tunables",
]

DATA = Path(__file__).parent / "data"
TOP = "Star"
SIDES = ("board_3_5", "board_6_7")

# What stands in a board file.
FILE = {
    "source": Key(str, needed=False),
    "where": Key(str, needed=False),
    "star_size": Key(int, 1, S.STAR),
    "keeper_start": Key(str),
    "tunnels": Key(list),
    "peacocks": Key(dict),
    "body": Key(list),
    "paths": Key(dict),
}
TABLES = 64  # tables of species that a schedule can have

BOX = record(
    [
        ("n_seats", np.int16),
        # the board
        ("n_bodies", np.int16),
        ("n_open", np.int16),  # paths without tunnels
        ("n_paths", np.int16),  # tunnels included: they come last
        ("star", np.int16),  # index of the Star Exhibit as a path's end: n_bodies
        ("star_size", np.int16),
        ("spaces", np.int16, (S.BODIES,)),  # (N + 1,) how many animals fit; the Star last
        ("votes", np.int16, (S.BODIES,)),  # (N,) votes needed to leave
        ("entry", np.int8, (S.BODIES,)),  # (N,) 1: animals are added here
        ("steps", np.int16, (S.BODIES,)),  # (N + 1,) fewest moves to the Star, by paths
        ("first_path", np.int16, (S.BODIES,)),  # (N + 1,) paths out of exhibit b: first_path[b] … first_path[b + 1] − 1
        ("path_from", np.int16, (S.PATHS,)),  # (E,)
        ("path_to", np.int16, (S.PATHS,)),  # (E,)
        ("has_laurel", np.int8, (S.PATHS,)),  # (E,) 1: a laurel space
        ("tunnel", np.int8, (S.PATHS,)),  # (E,) 1: a tunnel
        ("keeper_start", np.int16),  # path
        ("peacocks", np.int8, (S.BODIES,)),  # (N,) peacocks at the start
        # the tokens
        ("n_kinds", np.int16),
        ("one_kind", np.int16),  # the kind of the supply
        ("keeper_kind", np.int16),
        ("peacock_kind", np.int16),
        ("ability_kind", np.int16),
        ("value", np.int32, (S.KINDS,)),  # (C,) laurels
        ("count", np.int32, (S.KINDS,)),  # (C,) tokens
        ("ones", np.int32),
        ("dearest", np.int32),  # laurels of the most valuable kind
        ("bag_size", np.int32),
        ("start_ones", np.int16),
        ("animals", np.int16),  # of each seat
        # the species
        ("n_tables", np.int32),
        ("table", np.int8, (TABLES, S.SEATS)),  # species by table and seat
        ("tiles", np.int16),  # of each seat
        ("tile_ones", np.int16, (S.ABILITIES,)),  # (A,) "I"s printed on the tile
        ("ability_on", np.int8, (S.ABILITIES,)),  # (A,) 1: can be used
        # rulings and variants
        ("start_random", np.int8),
        ("protocol", np.int8),  # POSTED, TAKE_IT, NO_DEALS
        ("max_price", np.int16),
        ("information", np.int8),  # TRACKED, HIDDEN
        ("bribe_minimum", np.int16),
        ("rhino_on_peacock", np.int8),
        ("final_move_pays", np.int8),
        ("turn_cap", np.int32),
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """What a board file says: one side of the board."""

    name: str  # begins the keys of its tunables
    file: Source
    board: Board  # its tunnels come after its paths
    n_tunnels: int
    star_size: int
    keeper_start: str
    peacocks: Mapping[int, Sequence[str]]  # number of seats → where one stands
    source: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Data:
    """The board: which side is played on with so many seats [ZV 1.2]."""

    sides: Mapping[int, Side]

    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most seats that it is for."""
        return min(self.sides), max(self.sides)

    @property
    def different(self) -> tuple[Side, ...]:
        """Its sides, each once."""
        return tuple(dict.fromkeys(self.sides.values()))


def read_side(name: str, file: Source, seats: tuple[int, int] = (1, S.SEATS)) -> Side:
    """Return what a board file says, for some of so many `seats`.

    Raises BadInput, with the line, for a board that cannot be played on.
    """
    data = file.tables()
    check_table(file, data, (), FILE)
    on = parse_board(data, TOP, file)
    tunnels = parse_paths(data["tunnels"], on.bodies, TOP, file, ("tunnels",))
    for i, path in enumerate(tunnels):
        if path.end == len(on.bodies) or path.laurel:
            start = on.names[path.start]
            raise file.fault(
                ("tunnels", i), f"a tunnel from '{start}' leads into the Star Exhibit or has a laurel space."
            )
    board = Board(bodies=on.bodies, paths=on.paths + tuple(sorted(tunnels, key=lambda path: path.start)), top=TOP)
    if len(board.bodies) >= S.BODIES or len(board.paths) > S.PATHS:
        raise file.fault(
            (),
            f"at most {S.BODIES - 1} exhibits and {S.PATHS} paths and tunnels are allowed; "
            f"here are {len(board.bodies)} and {len(board.paths)}.",
        )
    for i, body in enumerate(board.bodies):
        if f"votes.{body.size}" not in {row.key for row in _rows()}:
            raise file.fault(("body", i, "size"), _odd_size(body.name, body.size, (row.key for row in _rows())))
    laurel_path(board, "the Keeper", data["keeper_start"], file, "keeper_start")
    return Side(
        name=name,
        file=file,
        board=board,
        n_tunnels=len(tunnels),
        star_size=data["star_size"],
        keeper_start=data["keeper_start"],
        peacocks=_peacocks(data["peacocks"], board, file, seats),
        source=check_origin(file, data),
        where=data.get("where", file.path.name if file.path else ""),
    )


def read_board(file: Source) -> Data:
    """Return a board with one side for all seat counts that its file has peacocks for."""
    side = read_side("board", file, printed().seats)
    return Data(sides=dict.fromkeys(sorted(side.peacocks), side))


@cache
def printed() -> Data:
    """Return the board as printed."""
    sides = [read_side(name, read_source(DATA / f"{name}.toml")[0]) for name in SIDES]
    return Data(sides={seats: side for side in sides for seats in sorted(side.peacocks)})


@cache
def species_names() -> tuple[str, ...]:
    """Return the species, in the order of their abilities."""
    return tuple(read_data(DATA / "species.toml")["names"])


@cache
def _rows() -> tuple[Tunable, ...]:
    return read_tunables(DATA / "tunables.toml")


@cache
def kinds() -> tuple[str, ...]:
    """Return the names of the kinds of token, in data order."""
    return tuple(
        row.key.split(".")[1] for row in _rows() if row.key.startswith("tokens.") and row.key.endswith(".count")
    )


def tunables(data: Data) -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and the size of each exhibit on each side of the board."""
    sizes: tuple[Tunable, ...] = ()
    for side in data.different:
        sizes += size_tunables(side.board, side.name, side.star_size, (7, S.STAR), side.source, side.where)
    return _rows() + sizes


def data_inputs(data: Data) -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    rows: list[dict[str, object]] = []
    for side in data.different:
        on, own = side.board, "" if side in printed().different else ", on a board of one's own"
        shapes = {
            "paths": (
                f"{len(on.bodies)} exhibits, {len(on.paths) - side.n_tunnels} paths",
                "which exhibits the paths connect, and where laurels lie",
            ),
            "tunnels": (f"{side.n_tunnels} tunnels", "where the tunnels lead"),
            "peacocks": (
                ", ".join(f"{len(where)} with {seats} seats" for seats, where in side.peacocks.items()),
                "where the peacocks stand",
            ),
        }
        for name, (shape, says) in shapes.items():
            rows.append(
                {
                    "key": f"{side.name}.{name}",
                    "value": f"{shape}{own}",
                    "default": shape,
                    "source": side.source,
                    "where": side.where,
                    "says": says,
                }
            )
    return tuple(rows)


def fill_box(data: Data, n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    if n_seats not in data.sides:
        low, high = data.seats
        raise BadInput(f"Zoo Vadis is for {low} to {high} seats; given was {n_seats}.")
    side = data.sides[n_seats]
    on = with_sizes(side.board, side.name, settings)
    peacocks = side.peacocks[n_seats] if settings["setup.peacocks"] else ()
    star_size = int(settings[f"{side.name}.star.size"])
    return compile_box(n_seats, settings, on, side.n_tunnels, star_size, side.keeper_start, peacocks)


def compile_box(
    n_seats: int,
    settings: Mapping[str, Value],
    on: Board,
    n_tunnels: int,
    star_size: int,
    keeper_start: str,
    peacocks: Sequence[str],
) -> np.ndarray:
    """Return `BOX`, shape (1,), for any board, whose last `n_tunnels` paths are tunnels; here impossible settings are
    refused (BadInput).
    """
    n_bodies, n_paths = len(on.bodies), len(on.paths)
    open_paths = Board(bodies=on.bodies, paths=on.paths[: n_paths - n_tunnels], top=on.top)
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box.n_seats, box.n_bodies, box.star, box.star_size = n_seats, n_bodies, n_bodies, star_size
    box.n_open, box.n_paths = len(open_paths.paths), n_paths
    box.first_path[: n_bodies + 1] = [
        sum(path.start < body for path in open_paths.paths) for body in range(n_bodies + 1)
    ]
    box.steps[: n_bodies + 1] = steps_to_top(open_paths)
    for i, body in enumerate(on.bodies):
        votes = settings.get(f"votes.{body.size}")
        if votes is None:
            raise BadInput(_odd_size(body.name, body.size, settings))
        if int(votes) > body.size:
            raise BadInput(
                f"votes.{body.size} = {votes}: an exhibit of {body.size} has only {body.size} votes, "
                "so nobody could leave."
            )
        box.spaces[i], box.votes[i], box.entry[i] = body.size, votes, body.entry
        box.peacocks[i] = peacocks.count(body.name)
        if box.peacocks[i] > body.size:
            raise BadInput(f"exhibit '{body.name}' has {body.size} spaces, but {box.peacocks[i]} peacocks.")
    box.spaces[n_bodies] = star_size
    for e, path in enumerate(on.paths):
        box.path_from[e], box.path_to[e], box.has_laurel[e] = path.start, path.end, path.laurel
        box.tunnel[e] = e >= n_paths - n_tunnels
    box.keeper_start = laurel_path(on, "the Keeper", keeper_start, Source(), "keeper_start")
    _fill_tokens(box, n_seats, settings)
    _fill_species(box, n_seats, settings)
    if n_seats * int(box.animals) < star_size:
        raise BadInput(
            f"The Star Exhibit has {star_size} spaces, but all seats together only {n_seats * box.animals} animals."
        )
    box.start_random = settings["setup.start_seat"] == "random"
    box.protocol = ("posted", "offer", "none").index(str(settings["negotiation.protocol"]))
    box.max_price = settings["negotiation.max_price"]
    box.information = ("tracked", "hidden").index(str(settings["information.laurels"]))
    box.bribe_minimum = settings["rules.bribe_minimum"]
    box.rhino_on_peacock, box.final_move_pays = settings["rules.rhino_on_peacock"], settings["rules.final_move_pays"]
    box.turn_cap = settings["engine.turn_cap"]
    return boxes


def _peacocks(given: Mapping[str, Any], on: Board, file: Source, seats: tuple[int, int]) -> dict[int, tuple[str, ...]]:
    """Return where peacocks stand, by number of seats. Raises BadInput for what is no exhibit, or a full one."""
    low, high = seats
    allowed = [str(number) for number in range(low, high + 1)]
    sizes = {body.name: body.size for body in on.bodies}
    for number, where in given.items():
        if number not in allowed:
            raise file.fault(("peacocks", number), f"must be a number of seats, {low} to {high}.")
        if not isinstance(where, list):
            raise file.fault(("peacocks", number), "must be a list of exhibits.")
        for i, name in enumerate(where):
            if name not in sizes:
                raise file.fault(("peacocks", number, i), f"{name!r} is no exhibit.{nearest(str(name), sizes)}")
            if where.count(name) > sizes[name]:
                full = f"'{name}' has {sizes[name]} spaces, but {where.count(name)} peacocks."
                raise file.fault(("peacocks", number, i), full)
    played = sorted(map(int, given))
    if not played or played != list(range(played[0], played[-1] + 1)):
        raise file.fault(("peacocks",), "says for which numbers of seats the board is: one or more, without a gap.")
    return {number: tuple(given[str(number)]) for number in played}


def _odd_size(name: str, size: int, keys: Iterable[str]) -> str:
    allowed = ", ".join(key.split(".")[1] for key in keys if key.startswith("votes."))
    return f"exhibit '{name}' has {size} spaces; the rules know exhibits of {allowed}."


def _fill_tokens(box: Any, n_seats: int, settings: Mapping[str, Value]) -> None:
    """Fill in the kinds of token, the supply and the bag."""
    names = kinds()
    box.n_kinds, box.one_kind = len(names), names.index("I")
    box.keeper_kind, box.peacock_kind, box.ability_kind = (
        names.index(f"II_{what}") for what in ("keeper", "peacock", "ability")
    )
    for kind, name in enumerate(names):
        box.value[kind], box.count[kind] = settings[f"tokens.{name}.value"], settings[f"tokens.{name}.count"]
    box.ones, box.start_ones, box.animals = (
        box.count[box.one_kind],
        settings["setup.start_ones"],
        settings["setup.animals"],
    )
    box.dearest = box.value.max()
    box.bag_size = box.count.sum() - box.ones
    spaces = int(box.has_laurel.sum())
    if box.bag_size > S.BAG:
        raise BadInput(f"The bag has {box.bag_size} tokens; at most {S.BAG} are allowed. Lower a tokens.….count.")
    if box.bag_size < spaces:
        raise BadInput(
            f"The board has {spaces} laurel spaces, but the bag only {box.bag_size} tokens. Raise a tokens.….count."
        )
    if n_seats * int(box.start_ones) > box.ones:
        raise BadInput(
            f"setup.start_ones = {box.start_ones}: {n_seats} seats need more I tokens than the {box.ones} there are."
        )


def _fill_species(box: Any, n_seats: int, settings: Mapping[str, Value]) -> None:
    """Fill in who plays what, and what the ability tiles earn [ZV 1.8, 8.1, 11.1]."""
    names = species_names()
    if settings["setup.species"] == "fixed":
        chosen = [names.index(str(settings[f"species.{seat}"])) for seat in range(n_seats)]
        twice = [names[i] for i in set(chosen) if chosen.count(i) > 1]
        if twice:
            raise BadInput(
                f"Two seats cannot both play {twice[0]}: set species.0 … species.{n_seats - 1} to different species."
            )
        tables = [chosen]
    else:
        base = read_data(DATA / "species.toml")["tables"][str(n_seats)]
        tables = [
            [(species + turned) % S.ABILITIES for species in row] for row in base for turned in range(S.ABILITIES)
        ]
    box.n_tables = len(tables)
    for i, row in enumerate(tables):
        box.table[i, :n_seats] = row
    box.tiles = 0 if settings["variant.classic"] else settings["setup.tiles"]
    for i, name in enumerate(names):
        box.tile_ones[i], box.ability_on[i] = (
            settings[f"ability.{name.lower()}.ones"],
            settings[f"ability.{name.lower()}.on"],
        )
