"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput
from sim.games.zoo_vadis import state as S
from sim.mechanics.board import Board, Path_, check_climb, parse_board, size_tunables, steps_to_top, with_sizes
from sim.records import record
from sim.tunables import Tunable, Value, read_data, read_tunables

__all__ = [
    "BOX",
    "data_inputs",
    "fill_box",
    "kinds",
    "printed_board",
    "seat_range",
    "side_for",
    "species_names",
    "tunables",
]

DATA = Path(__file__).parent / "data"
TOP = "Star"
SIDES = ("board_3_5", "board_6_7")
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


def side_for(n_seats: int) -> str:
    """Return which side of the board is played with so many seats [ZV 1.2]."""
    return SIDES[0] if n_seats <= 5 else SIDES[1]


@cache
def _board_data(side: str) -> dict[str, Any]:
    return read_data(DATA / f"{side}.toml")


@cache
def printed_board(side: str) -> Board:
    """Return one side of the board; its tunnels come after its paths."""
    path = DATA / f"{side}.toml"
    data = _board_data(side)
    on = parse_board(data, TOP, path)
    tunnels = parse_board({"body": data["body"], "paths": {"list": data["tunnels"]}}, TOP, path).paths
    return Board(bodies=on.bodies, paths=on.paths + tunnels, top=TOP)


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


@cache
def tunables() -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and the size of each exhibit on both sides of the board."""
    sizes: tuple[Tunable, ...] = ()
    for side in SIDES:
        data = _board_data(side)
        sizes += size_tunables(printed_board(side), side, data["star_size"], (7, S.STAR), data["source"], data["where"])
    return _rows() + sizes


def seat_range() -> tuple[int, int]:
    """Return the fewest and the most seats that the box is for."""
    low, high = read_data(DATA / "species.toml")["seats"]
    return low, high


def data_inputs() -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    rows = []
    for side in SIDES:
        data, on = _board_data(side), printed_board(side)
        shapes = {
            "paths": (
                f"{len(on.bodies)} exhibits, {len(on.paths) - len(data['tunnels'])} paths",
                "which exhibits the paths connect, and where laurels lie",
            ),
            "tunnels": (f"{len(data['tunnels'])} tunnels", "where the tunnels lead"),
            "peacocks": (
                ", ".join(f"{len(where)} with {seats} seats" for seats, where in data["peacocks"].items()),
                "where the peacocks stand",
            ),
        }
        for name, (shape, says) in shapes.items():
            rows.append(
                {
                    "key": f"{side}.{name}",
                    "value": shape,
                    "default": shape,
                    "source": data["source"],
                    "where": data["where"],
                    "says": says,
                }
            )
    return tuple(rows)


def fill_box(n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = seat_range()
    if not low <= n_seats <= high:
        raise BadInput(f"Zoo Vadis is for {low} to {high} seats; given was {n_seats}.")
    side = side_for(n_seats)
    data = _board_data(side)
    on = with_sizes(printed_board(side), side, settings)
    peacocks = data["peacocks"].get(str(n_seats), []) if settings["setup.peacocks"] else []
    star_size = int(settings[f"{side}.star.size"])
    return compile_box(
        n_seats, settings, on, len(data["tunnels"]), star_size, data["keeper_start"], peacocks, DATA / f"{side}.toml"
    )


def compile_box(
    n_seats: int,
    settings: Mapping[str, Value],
    on: Board,
    n_tunnels: int,
    star_size: int,
    keeper_start: str,
    peacocks: list[str],
    file: Path,
) -> np.ndarray:
    """Return `BOX`, shape (1,), for any board, whose last `n_tunnels` paths are tunnels; here impossible games are
    refused (BadInput).
    """
    n_bodies, n_paths = len(on.bodies), len(on.paths)
    open_paths = Board(bodies=on.bodies, paths=on.paths[: n_paths - n_tunnels], top=on.top)
    check_climb(open_paths, file)
    if n_bodies >= S.BODIES or n_paths > S.PATHS:
        raise BadInput(
            f"{file}: at most {S.BODIES - 1} exhibits and {S.PATHS} paths and tunnels; "
            f"given are {n_bodies} and {n_paths}."
        )
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
            allowed = ", ".join(key.split(".")[1] for key in settings if key.startswith("votes."))
            raise BadInput(
                f"{file}: exhibit '{body.name}' has {body.size} spaces; the rules know exhibits of {allowed}."
            )
        if int(votes) > body.size:
            raise BadInput(
                f"votes.{body.size} = {votes}: an exhibit of {body.size} has only {body.size} votes, "
                "so nobody could leave."
            )
        box.spaces[i], box.votes[i], box.entry[i] = body.size, votes, body.entry
        box.peacocks[i] = peacocks.count(body.name)
        if box.peacocks[i] > body.size:
            raise BadInput(f"{file}: exhibit '{body.name}' has {body.size} spaces, but {box.peacocks[i]} peacocks.")
    if sum(box.peacocks) != len(peacocks):
        raise BadInput(f"{file}: a peacock stands in an exhibit that is not on the board: {', '.join(peacocks)}.")
    box.spaces[n_bodies] = star_size
    for e, path in enumerate(on.paths):
        box.path_from[e], box.path_to[e], box.has_laurel[e] = path.start, path.end, path.laurel
        box.tunnel[e] = e >= n_paths - n_tunnels
        _check_tunnel(on, path, bool(box.tunnel[e]), file)
    named = [e for e in range(n_paths) if on.path_name(e) == keeper_start]
    if not named or not box.has_laurel[named[0]]:
        raise BadInput(f"{file}: the Keeper starts on '{keeper_start}', which is not a path with a laurel space.")
    box.keeper_start = named[0]
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


def _check_tunnel(on: Board, path: Path_, tunnel: bool, file: Path) -> None:
    """Refuse a tunnel into the Star Exhibit, or with a laurel."""
    if tunnel and (path.end == len(on.bodies) or path.laurel):
        raise BadInput(
            f"{file}: a tunnel from '{on.names[path.start]}' leads into the Star Exhibit or has a laurel space."
        )


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
