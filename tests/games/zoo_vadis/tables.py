"""The data files of Zoo Vadis, read for the oracle without the production code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tests.oracles.zoo_vadis import Board, Numbers, Path, Token

__all__ = ["BODIES", "KINDS", "PATHS", "SPECIES", "base_tables", "board", "numbers", "side", "species"]

DATA = files("sim.games.zoo_vadis") / "data"
KINDS = ("I", "II", "II_keeper", "II_peacock", "II_ability", "III", "IV", "V")
SIGNS = {"I": "supply", "II_keeper": "keeper", "II_peacock": "peacock", "II_ability": "ability"}
SPECIES = ("Armadillo", "Crocodile", "Ibis", "Marmoset", "Rhino", "Hyena", "Tiger")


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def side(n_seats: int) -> str:
    """Return which side of the board so many seats play on."""
    return "board_3_5" if n_seats <= 5 else "board_6_7"


def _ways(name: str) -> list[dict[str, Any]]:
    """The paths of a side, then its tunnels; those out of one exhibit together."""
    table = _read(name)
    ids = {body["name"]: body["id"] for body in table["body"]}
    tunnels = [{**tunnel, "laurel": False, "tunnel": True} for tunnel in table["tunnels"]]
    return [way for ways in (table["paths"]["list"], tunnels) for way in sorted(ways, key=lambda way: ids[way["from"]])]


BODIES = {name: {body["name"]: body["id"] for body in _read(name)["body"]} for name in ("board_3_5", "board_6_7")}
PATHS = {name: {f"{way['from']} -> {way['to']}": i for i, way in enumerate(_ways(name))} for name in BODIES}


def board(n_seats: int, settings: Mapping[str, object]) -> Board:
    """Return the printed board for so many seats, with the sizes that are set."""
    name = side(n_seats)
    table, ids = _read(name), BODIES[name]

    def size(body: str, printed: int) -> Any:
        return settings.get(f"{name}.{body.lower().replace(' ', '_')}.size", printed)

    standing = table["peacocks"].get(str(n_seats), []) if settings.get("setup.peacocks", True) else []
    return Board(
        sizes=tuple(size(body["name"], body["size"]) for body in table["body"]),
        entries=tuple(body["id"] for body in table["body"] if body.get("entry")),
        star=size("Star", table["star_size"]),
        paths=tuple(
            Path(
                lower=ids[way["from"]], upper=ids.get(way["to"]), laurel=way["laurel"], tunnel=way.get("tunnel", False)
            )
            for way in _ways(name)
        ),
        keeper=PATHS[name][table["keeper_start"]],
        peacocks=tuple(standing.count(body["name"]) for body in table["body"]),
    )


def numbers(settings: Mapping[str, object]) -> Numbers:
    """Return the numbers of the data file, with those that are set."""
    tunables = _read("tunables")

    def value(key: str) -> Any:
        row = tunables
        for word in key.split("."):
            row = row[word]
        return settings.get(key, row["default"])

    return Numbers(
        tokens=tuple(
            Token(value=value(f"tokens.{kind}.value"), count=value(f"tokens.{kind}.count"), sign=SIGNS.get(kind, ""))
            for kind in KINDS
        ),
        animals=value("setup.animals"),
        start_ones=value("setup.start_ones"),
        tiles=0 if value("variant.classic") else value("setup.tiles"),
        votes={size: value(f"votes.{size}") for size in (1, 3, 5, 7)},
        tile_ones=tuple(value(f"ability.{name.lower()}.ones") for name in SPECIES),
        ability_on=tuple(value(f"ability.{name.lower()}.on") for name in SPECIES),
        bribe_minimum=value("rules.bribe_minimum"),
        rhino_on_peacock=value("rules.rhino_on_peacock"),
        final_move_pays=value("rules.final_move_pays"),
        protocol=value("negotiation.protocol"),
        max_price=value("negotiation.max_price"),
        turn_cap=value("engine.turn_cap"),
    )


def base_tables(n_seats: int) -> list[list[int]]:
    """Return the tables of species by seat from which the schedule is developed."""
    tables: list[list[int]] = _read("species")["tables"][str(n_seats)]
    return tables


def species(n_seats: int, settings: Mapping[str, object], game_id: int) -> list[int]:
    """Return the species by seat in a game [ZV 1.8]."""
    if settings.get("setup.species", "schedule") == "fixed":
        defaults = _read("tunables")["species"]
        named = [settings.get(f"species.{seat}", defaults[str(seat)]["default"]) for seat in range(n_seats)]
        return [SPECIES.index(str(name)) for name in named]
    schedule = [
        [(one + turned) % len(SPECIES) for one in table]
        for table in base_tables(n_seats)
        for turned in range(len(SPECIES))
    ]
    return schedule[game_id // n_seats % len(schedule)]
