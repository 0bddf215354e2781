"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from sim.errors import BadInput
from sim.games.quo_vadis import state as S
from sim.mechanics.board import (
    Board,
    laurel_path,
    parse_board,
    size_tunables,
    steps_to_top,
    with_sizes,
)
from sim.records import record
from sim.source import Key, Source, check_origin, check_seats, check_table, read_source
from sim.tunables import Tunable, Value, read_tunables

__all__ = ["BOX", "Data", "compile_box", "data_inputs", "fill_box", "kinds", "printed", "read_board", "tunables"]

DATA = Path(__file__).parent / "data"
TOP = "Senate"

# What stands in a board file.
FILE = {
    "source": Key(str, needed=False),
    "where": Key(str, needed=False),
    "seats": Key(list),
    "senate_size": Key(int, 1, S.SENATE),
    "caesar_start": Key(str),
    "body": Key(list),
    "paths": Key(dict),
}

BOX = record(
    [
        ("n_seats", np.int16),
        # the board
        ("n_bodies", np.int16),
        ("n_paths", np.int16),
        ("senate", np.int16),  # index of the Senate as a path's end: n_bodies
        ("senate_size", np.int16),
        ("spaces", np.int16, (S.BODIES,)),  # (N + 1,) how many senators fit; the Senate last
        ("consents", np.int16, (S.BODIES,)),  # (N,) others' consents needed to leave
        ("n_entries", np.int16),
        ("entries", np.int16, (S.BODIES,)),  # bodies in which senators are placed
        ("steps", np.int16, (S.BODIES,)),  # (N + 1,) fewest moves to the Senate
        (
            "first_path",
            np.int16,
            (S.BODIES + 1,),
        ),  # (N + 1,) the paths out of body b: first_path[b] … first_path[b + 1] − 1
        ("path_from", np.int16, (S.PATHS,)),  # (E,)
        ("path_to", np.int16, (S.PATHS,)),  # (E,)
        ("has_laurel", np.int8, (S.PATHS,)),  # (E,) 1: a laurel space
        ("caesar_start", np.int16),  # path
        # the tiles
        ("n_kinds", np.int16),
        ("one_kind", np.int16),  # the kind of the I supply
        ("value", np.int32, (S.KINDS,)),  # (C,) laurels
        ("dearest", np.int32),  # the highest value of any kind
        ("is_caesar", np.int8, (S.KINDS,)),  # (C,) 1: earns a Caesar bonus
        ("count", np.int32, (S.KINDS,)),  # (C,) tiles; the I supply apart
        ("ones", np.int32),  # tiles in the I supply
        ("stack_size", np.int32),
        ("senators", np.int16),  # of each seat
        # rulings and variants
        ("start_random", np.int8),
        ("protocol", np.int8),  # POSTED, TAKE_IT, NO_DEALS
        ("max_price", np.int16),
        ("consent_pay", np.int8),  # PER_PLAYER, PER_SENATOR
        ("information", np.int8),  # TRACKED, HIDDEN
        ("reveal", np.int8),
        ("election", np.int8),
        ("turn_cap", np.int32),
        ("n_terms", np.int16),
        ("terms", S.ACTION, (S.ANSWERS,)),  # refusing, and the terms that can always be named for a vote
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Data:
    """What a board file says."""

    file: Source
    board: Board
    seats: tuple[int, int]
    senate_size: int
    caesar_start: str
    source: str
    where: str


def read_board(file: Source, seats: tuple[int, int] = (1, S.SEATS)) -> Data:
    """Return what a board file says, for some of so many `seats`.

    Raises BadInput, with the line, for a board that cannot be played on.
    """
    data = file.tables()
    check_table(file, data, (), FILE)
    check_seats(file, data["seats"], ("seats",), seats)
    board = parse_board(data, TOP, file)
    for i, body in enumerate(board.bodies):
        if f"consents.{body.size}" not in {row.key for row in _rows()}:
            raise file.fault(("body", i, "size"), _odd_size(body.name, body.size, (row.key for row in _rows())))
    laurel_path(board, "Caesar", data["caesar_start"], file, "caesar_start")
    if len(board.bodies) >= S.BODIES or len(board.paths) > S.PATHS:
        raise file.fault((), _too_large(len(board.bodies), len(board.paths)))
    return Data(
        file=file,
        board=board,
        seats=(data["seats"][0], data["seats"][1]),
        senate_size=data["senate_size"],
        caesar_start=data["caesar_start"],
        source=check_origin(file, data),
        where=data.get("where", file.path.name if file.path else ""),
    )


@cache
def printed() -> Data:
    """Return the board as printed."""
    return read_board(read_source(DATA / "board.toml")[0])


@cache
def _rows() -> tuple[Tunable, ...]:
    return read_tunables(DATA / "tunables.toml")


def kinds() -> tuple[str, ...]:
    """Return the names of the kinds of tile, in data order."""
    return tuple(
        row.key.split(".")[1] for row in _rows() if row.key.startswith("tokens.") and row.key.endswith(".count")
    )


def tunables(data: Data) -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and the size of each body of the board."""
    return _rows() + size_tunables(data.board, "board", data.senate_size, (5, S.SENATE), data.source, data.where)


def data_inputs(data: Data) -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    row: dict[str, object] = {
        "key": "board.paths",
        "value": _shape(data),
        "default": _shape(printed()),
        "source": data.source,
        "where": data.where,
        "says": "which bodies the paths connect, and which paths have a laurel space",
    }
    return (row,)


def _shape(data: Data) -> str:
    own = "" if data.file == printed().file else ", a board of one's own"
    return f"{len(data.board.bodies)} bodies, {len(data.board.paths)} paths{own}"


def fill_box(data: Data, n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = data.seats
    if not low <= n_seats <= high:
        raise BadInput(f"Quo Vadis? is for {low} to {high} seats; given was {n_seats}.")
    return compile_box(n_seats, settings, with_sizes(data.board, "board", settings), data.caesar_start)


def compile_box(n_seats: int, settings: Mapping[str, Value], on: Board, caesar_start: str) -> np.ndarray:
    """Return `BOX`, shape (1,), for any board; this is where impossible settings are refused (BadInput)."""
    n_bodies, n_paths = len(on.bodies), len(on.paths)
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["n_seats"], box["n_bodies"], box["n_paths"], box["senate"] = n_seats, n_bodies, n_paths, n_bodies
    box["senate_size"] = settings["board.senate.size"]
    box["steps"][: n_bodies + 1] = steps_to_top(on)
    for i, body in enumerate(on.bodies):
        consents = settings.get(f"consents.{body.size}")
        if consents is None:
            raise BadInput(_odd_size(body.name, body.size, settings))
        if int(consents) > body.size - 1:
            raise BadInput(
                f"consents.{body.size} = {consents}: a body of {body.size} has only {body.size - 1} other senators, "
                "so nobody could leave."
            )
        box["spaces"][i], box["consents"][i] = body.size, consents
    box["spaces"][n_bodies] = box["senate_size"]
    entries = [i for i, body in enumerate(on.bodies) if body.entry]
    box["n_entries"], box["entries"][: len(entries)] = len(entries), entries
    starts = [path.start for path in on.paths]
    box["first_path"][: n_bodies + 1] = [sum(start < i for start in starts) for i in range(n_bodies + 1)]
    for e, path in enumerate(on.paths):
        box["path_from"][e], box["path_to"][e], box["has_laurel"][e] = path.start, path.end, path.laurel
    _fill_tiles(box, n_seats, settings)
    box["caesar_start"] = laurel_path(on, "Caesar", caesar_start, Source(), "caesar_start")
    spaces = int(box["has_laurel"].sum())
    if box["stack_size"] < spaces:
        raise BadInput(
            f"The board has {spaces} laurel spaces, but the stack only {box['stack_size']} tiles. "
            "Raise a tokens.….count."
        )
    if n_seats * int(box["senators"]) < int(box["senate_size"]):
        raise BadInput(
            f"The Senate has {box['senate_size']} places, "
            f"but all seats together only {n_seats * box['senators']} senators."
        )
    box["start_random"] = settings["setup.start_seat"] == "random"
    box["protocol"] = ("posted", "offer", "none").index(str(settings["negotiation.protocol"]))
    box["max_price"] = settings["negotiation.max_price"]
    box["consent_pay"] = ("per_player", "per_senator").index(str(settings["rules.consent_pay"]))
    box["information"] = ("tracked", "hidden").index(str(settings["information.laurels"]))
    box["reveal"], box["election"] = settings["variant.reveal"], settings["variant.election"]
    box["turn_cap"] = settings["engine.turn_cap"]
    _fill_terms(box)
    return boxes


def _fill_terms(box: np.void) -> None:
    """Fill in what an owner can say to a request for votes [QV 7.4]."""
    terms = [(price, promise) for price in range(int(box["max_price"]) + 1) for promise in range(2)]
    box["n_terms"] = 1 + len(terms)
    box["terms"]["body"] = box["terms"]["path"] = box["terms"]["first"] = S.NONE
    box["terms"]["kind"][0] = S.REFUSE
    for i, (price, promise) in enumerate(terms, start=1):
        row = box["terms"][i]
        row["kind"], row["price"], row["promise"] = S.TERMS, price, promise


def _odd_size(name: str, size: int, keys: Iterable[str]) -> str:
    allowed = ", ".join(key.split(".")[1] for key in keys if key.startswith("consents."))
    return f"body '{name}' has {size} spaces; the rules know bodies of {allowed}."


def _too_large(n_bodies: int, n_paths: int) -> str:
    return f"at most {S.BODIES - 1} bodies and {S.PATHS} paths are allowed; here are {n_bodies} and {n_paths}."


def _fill_tiles(box: np.void, n_seats: int, settings: Mapping[str, Value]) -> None:
    """Fill in the kinds of tile, the I supply and the stack."""
    names = kinds()
    box["n_kinds"], box["one_kind"] = len(names), names.index("I")
    for kind, name in enumerate(names):
        box["value"][kind] = settings[f"tokens.{name}.value"]
        box["is_caesar"][kind] = name.endswith("_caesar")
        box["count"][kind] = settings[f"tokens.{name}.count"]
    box["dearest"] = box["value"].max()
    ones = int(settings[f"variant.ones.{n_seats}"] if settings["variant.limited_ones"] else settings["tokens.I.count"])
    box["ones"] = ones
    box["count"][box["one_kind"]] = ones
    box["stack_size"] = box["count"].sum() - ones
    if box["stack_size"] > S.STACK:
        raise BadInput(
            f"The stack has {box['stack_size']} tiles; at most {S.STACK} are allowed. Lower a tokens.….count."
        )
    box["senators"] = settings["setup.senators"]
