"""The numbers in force, read from the data files for the oracle, without any help from `sim`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tests.oracles.quo_vadis import Board, Numbers, Path, Tile

__all__ = ["BODIES", "KINDS", "PATHS", "board", "numbers"]

DATA = files("sim.games.quo_vadis") / "data"
KINDS = ("I", "II", "II_caesar", "III", "IV", "V")


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def board(settings: Mapping[str, object]) -> Board:
    """Return the printed board, with the sizes that are set."""
    table = _read("board.toml")
    bodies = {body["name"]: body["id"] for body in table["body"]}
    ways = [(path["from"], path["to"]) for path in table["paths"]["list"]]

    def size(name: str, printed: int) -> Any:
        return settings.get(f"board.{name.lower().replace(' ', '_')}.size", printed)

    lower, upper = table["caesar_start"].split(" -> ")
    return Board(
        sizes=tuple(size(body["name"], body["size"]) for body in table["body"]),
        entries=tuple(body["id"] for body in table["body"] if body.get("entry")),
        senate=size("Senate", table["senate_size"]),
        paths=tuple(
            Path(lower=bodies[path["from"]], upper=bodies.get(path["to"]), laurel=path["laurel"])
            for path in table["paths"]["list"]
        ),
        caesar=ways.index((lower, upper)),
    )


def numbers(n_seats: int, settings: Mapping[str, object]) -> Numbers:
    """Return the numbers of the data file, with those that are set."""
    tunables = _read("tunables.toml")

    def value(key: str) -> Any:
        row = tunables
        for word in key.split("."):
            row = row[word]
        return settings.get(key, row["default"])

    return Numbers(
        tiles=tuple(
            Tile(
                value=value(f"tokens.{kind}.value"),
                count=value(f"tokens.{kind}.count"),
                caesar=kind == "II_caesar",
                supply=kind == "I",
            )
            for kind in KINDS
        ),
        senators=value("setup.senators"),
        consents={size: value(f"consents.{size}") for size in (1, 3, 5)},
        ones=value(f"variant.ones.{n_seats}") if value("variant.limited_ones") else value("tokens.I.count"),
        per_senator=value("rules.consent_pay") == "per_senator",
        protocol=value("negotiation.protocol"),
        max_price=value("negotiation.max_price"),
        reveal=value("variant.reveal"),
        election=value("variant.election"),
        turn_cap=value("engine.turn_cap"),
    )


BODIES = {body["name"]: body["id"] for body in _read("board.toml")["body"]}
PATHS = {f"{path['from']} -> {path['to']}": i for i, path in enumerate(_read("board.toml")["paths"]["list"])}
