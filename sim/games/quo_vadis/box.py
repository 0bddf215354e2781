"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from sim.errors import BadInput
from sim.games.quo_vadis import state as S
from sim.mechanics.board import Board, check_climb, parse_board, size_tunables, steps_to_top, with_sizes
from sim.records import record
from sim.tunables import Tunable, Value, read_data, read_tunables

__all__ = ["BOX", "compile_box", "data_inputs", "fill_box", "kinds", "printed_board", "seat_range", "tunables"]

DATA = Path(__file__).parent / "data"
TOP = "Senate"

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
        ("entry", np.int8, (S.BODIES,)),  # (N,) 1: senators are placed here
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
    ]
)


@cache
def printed_board() -> Board:
    """Return the board as printed."""
    path = DATA / "board.toml"
    return parse_board(read_data(path), TOP, path)


@cache
def _rows() -> tuple[Tunable, ...]:
    return read_tunables(DATA / "tunables.toml")


def kinds() -> tuple[str, ...]:
    """Return the names of the kinds of tile, in data order."""
    return tuple(
        row.key.split(".")[1] for row in _rows() if row.key.startswith("tokens.") and row.key.endswith(".count")
    )


@cache
def tunables() -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and the size of each body of the board."""
    data = read_data(DATA / "board.toml")
    return _rows() + size_tunables(
        printed_board(), "board", data["senate_size"], (5, S.SENATE), data["source"], data["where"]
    )


def seat_range() -> tuple[int, int]:
    """Return the fewest and the most seats that the box is for."""
    low, high = read_data(DATA / "board.toml")["seats"]
    return low, high


def data_inputs() -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    data = read_data(DATA / "board.toml")
    shape = f"{len(printed_board().bodies)} bodies, {len(printed_board().paths)} paths"
    says = "which bodies the paths connect, and which paths have a laurel space"
    row = {
        "key": "board.paths",
        "value": shape,
        "default": shape,
        "source": data["source"],
        "where": data["where"],
        "says": says,
    }
    return (row,)


def fill_box(n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = seat_range()
    if not low <= n_seats <= high:
        raise BadInput(f"Quo Vadis? is for {low} to {high} seats; given was {n_seats}.")
    data = read_data(DATA / "board.toml")
    on = with_sizes(printed_board(), "board", settings)
    return compile_box(n_seats, settings, on, data["caesar_start"], DATA / "board.toml")


def compile_box(n_seats: int, settings: Mapping[str, Value], on: Board, caesar_start: str, file: Path) -> np.ndarray:
    """Return `BOX`, shape (1,), for any board; this is where impossible games are refused (BadInput)."""
    check_climb(on, file)
    n_bodies, n_paths = len(on.bodies), len(on.paths)
    if n_bodies >= S.BODIES or n_paths > S.PATHS:
        raise BadInput(
            f"{file}: at most {S.BODIES - 1} bodies and {S.PATHS} paths; given are {n_bodies} and {n_paths}."
        )
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["n_seats"], box["n_bodies"], box["n_paths"], box["senate"] = n_seats, n_bodies, n_paths, n_bodies
    box["senate_size"] = settings["board.senate.size"]
    box["steps"][: n_bodies + 1] = steps_to_top(on)
    for i, body in enumerate(on.bodies):
        consents = settings.get(f"consents.{body.size}")
        if consents is None:
            allowed = ", ".join(key.split(".")[1] for key in settings if key.startswith("consents."))
            raise BadInput(f"{file}: body '{body.name}' has {body.size} spaces; the rules know bodies of {allowed}.")
        if int(consents) > body.size - 1:
            raise BadInput(
                f"consents.{body.size} = {consents}: a body of {body.size} has only {body.size - 1} other senators, "
                "so nobody could leave."
            )
        box["spaces"][i], box["consents"][i], box["entry"][i] = body.size, consents, body.entry
    box["spaces"][n_bodies] = box["senate_size"]
    starts = [path.start for path in on.paths]
    box["first_path"][: n_bodies + 1] = [sum(start < i for start in starts) for i in range(n_bodies + 1)]
    for e, path in enumerate(on.paths):
        box["path_from"][e], box["path_to"][e], box["has_laurel"][e] = path.start, path.end, path.laurel
    _fill_tiles(box, n_seats, settings)
    named = [e for e in range(n_paths) if on.path_name(e) == caesar_start]
    if not named or not box["has_laurel"][named[0]]:
        raise BadInput(f"{file}: Caesar starts on '{caesar_start}', which is not a path with a laurel space.")
    box["caesar_start"] = named[0]
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
    return boxes


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
