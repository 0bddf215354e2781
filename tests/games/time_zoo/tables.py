"""The data files of Time Zoo, read for the oracle without the production code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tests.oracles.time_zoo import Animal, Food, Intern, Numbers

__all__ = ["ANIMALS", "FOODS", "INTERNS", "numbers"]

DATA = files("sim.games.time_zoo") / "data"


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


ANIMALS, FOODS, INTERNS = (tuple(_read("deck")[table]) for table in ("animals", "food", "interns"))


def numbers(settings: Mapping[str, object]) -> Numbers:
    """Return the numbers of the data files, with those that are set."""
    tunables = _read("tunables")

    def value(key: str) -> Any:
        row = tunables
        for word in key.split("."):
            row = row[word]
        return settings.get(key, row["default"])

    def card(kind: str, key: str, row: Mapping[str, Any], name: str) -> Any:
        return settings.get(f"{kind}.{key}.{name}", row[name])

    def sets(name: str) -> dict[int, int]:
        return {int(size): value(f"sets.{name}.{size}") for size in tunables["sets"][name]}

    return Numbers(
        animals=tuple(
            Animal(
                key=key,
                type=row["type"],
                same=row["same"],
                action=row["action"],
                **{name: card("animals", key, row, name) for name in ("copies", "points", "cost")},
            )
            for key, row in _read("deck")["animals"].items()
        ),
        foods=tuple(
            Food(icons=frozenset(row["icons"]), copies=card("food", key, row, "copies"))
            for key, row in _read("deck")["food"].items()
        ),
        interns=tuple(
            Intern(
                key=key,
                rule=row["rule"],
                copies=card("interns", key, row, "copies"),
                amount=card("interns", key, row, "bonus" if "bonus" in row else "counts"),
            )
            for key, row in _read("deck")["interns"].items()
        ),
        hand=value("setup.hand"),
        row=value("setup.row"),
        start_interns=value("setup.interns"),
        take=value("turn.food"),
        draw=value("actions.draw"),
        draw_per_icon=value("actions.draw_per_icon"),
        draw_and_put=value("actions.draw_and_put"),
        tuck=value("actions.tuck"),
        discount=value("actions.discount"),
        remove=value("actions.remove"),
        adult=value("sets.mammoth.adult"),
        calf=value("sets.mammoth.calf"),
        dodo_set=sets("dodo"),
        egg_set=sets("egg"),
        needed=value("interns.needed"),
        least_price=value("rules.least_price"),
        reshuffle_all=value("rules.reshuffle") == "all",
        lasting=value("rules.discount") == "lasting",
        calf_once=value("rules.calf") == "once",
        may_exchange=value("rules.exchange") == "may",
        several_sets=value("rules.sets") == "several",
        no_last_round=value("rules.last_round") == "none",
        tie_by_animals=value("rules.tie") == "animals",
        advanced=value("variant.advanced"),
        turn_cap=value("engine.turn_cap"),
    )
