"""The data files of Miller Zoo, read for the oracle without the production code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tests.oracles.miller_zoo import Animal, Card, Numbers, Zoo

__all__ = ["ANIMALS", "CARDS", "HABITATS", "ICONS", "NEEDS", "PRINTED", "SPACES", "numbers", "zoo"]

DATA = files("sim.games.miller_zoo") / "data"


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _rows(table: str, key: str = "list") -> list[Any]:
    rows: list[Any] = _read("challenge")[table][key]
    return rows


ICONS = {row["id"]: i for i, row in enumerate(_rows("icons"))}
HABITATS = {name: i for i, name in enumerate(_rows("habitats"))}
PRINTED = len(_rows("printed"))
ANIMALS = {row["id"]: i for i, row in enumerate(_rows("printed") + _rows("animals"))}
SPACES = {**HABITATS, **{f"reception {i + 1}": len(HABITATS) + i for i in range(6)}}


def _icons(text: str) -> tuple[int, ...]:
    return tuple(sorted(ICONS[id] for id in text.split()))


def _name(text: str) -> str:
    """A card's name: its icons, in the order of the icons."""
    return text if text == "joker" else "".join(sorted(text.split(), key=list(ICONS).index))


CARDS = {_name(row["icons"]): i for i, row in enumerate(_rows("resources", "cards"))}
NEEDS = {_name(row["problems"]): i for i, row in enumerate(_rows("needs", "cards"))}


def _value(settings: Mapping[str, object], key: str) -> Any:
    row = _read("tunables")
    for word in key.split("."):
        row = row[word]
    return settings.get(key, row["default"])


def zoo(settings: Mapping[str, object]) -> Zoo:
    """Return the challenge in the box, with the copies and costs that are set."""

    def animal(row: Mapping[str, Any]) -> Animal:
        printed = row.get("cost", "").split()
        cost = [
            icon
            for id, icon in ICONS.items()
            for _ in range(int(str(settings.get(f"animals.{row['id']}.cost.{id}", printed.count(id)))))
        ]
        return Animal(habitat=HABITATS[row["habitat"]], needs=_icons(row["needs"]), cost=tuple(cost))

    def copies(table: str, name: str, printed: int) -> int:
        return int(str(settings.get(f"{table}.{name}", printed)))

    return Zoo(
        icons=len(ICONS),
        habitats=len(HABITATS),
        printed=tuple(map(animal, _rows("printed"))),
        animals=tuple(map(animal, _rows("animals"))),
        resources=tuple(
            Card(
                icons=() if row["icons"] == "joker" else _icons(row["icons"]),
                copies=copies("resources", _name(row["icons"]), row["copies"]),
            )
            for row in _rows("resources", "cards")
        ),
        needs=tuple(
            Card(
                icons=_icons(row["problems"]),
                copies=copies("needs", _name(row["problems"]), row["copies"]),
                extra=row.get("extra", False) and _value(settings, "needs.extra_resource"),
            )
            for row in _rows("needs", "cards")
        ),
    )


def numbers(n_seats: int, settings: Mapping[str, object]) -> Numbers:
    """Return the numbers of the data files, with those that are set."""
    goal: Any = settings.get("goal.animals", _read("challenge")["challenge"]["goal"])
    return Numbers(
        teammates=_value(settings, "solo.teammates") if n_seats == 1 else n_seats,
        goal=goal,
        hand=_value(settings, "setup.hand"),
        storage=_value(settings, "setup.storage"),
        receptions=_value(settings, "setup.receptions"),
        tokens=_value(settings, "setup.tokens"),
        needs_cards=_value(settings, "needs.cards"),
        first_move_free=_value(settings, "rules.first_move_free"),
        renewed=_value(settings, "rules.storage") == "renewed",
        empty_deck_wins=_value(settings, "rules.empty_deck_wins"),
    )
