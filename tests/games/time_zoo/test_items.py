"""Is each card that a choice acquires the item of its name, and nothing else an item?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.games.time_zoo.box import animal_keys, food_keys, intern_keys, printed
from sim.games.time_zoo.game import GAME
from sim.games.time_zoo.items import item, items
from sim.games.time_zoo.state import DISCARD_CARD, HIRE, KIND_NAMES, LURE, NONE
from tests.games.recorder import records

BOX = records(GAME.make_box(4, {}))[0]
STATE = records(np.zeros(1, GAME.STATE))[0]


def action(kind: int, **fields: int) -> Any:
    """Return an action with these fields, all others NONE."""
    made = records(np.zeros(1, GAME.ACTION))[0]
    for name in GAME.ACTION.names:
        made[name] = fields.get(name, NONE)
    made.kind = kind
    return made


@pytest.mark.parametrize(
    ("kind", "field", "group", "keys"),
    [
        (LURE, "animal", "animals", animal_keys(printed())),
        (HIRE, "intern", "interns", intern_keys(printed())),
        (DISCARD_CARD, "food", "food", food_keys(printed())),
    ],
)
def test_a_card_is_the_item_of_its_name(kind: int, field: str, group: str, keys: tuple[str, ...]) -> None:
    """The value of one card would otherwise be reported under another's name."""
    named = [items(printed())[item(BOX, STATE, action(kind, **{field: i}))] for i in range(len(keys))]
    assert named == [f"{group}.{key}" for key in keys]


@pytest.mark.parametrize("kind", sorted(set(range(len(KIND_NAMES))) - {LURE, HIRE, DISCARD_CARD}))
def test_what_is_no_choice_of_a_card_is_no_item(kind: int) -> None:
    """A food card off the pile is luck, and an animal that is exchanged or removed is no lure."""
    assert item(BOX, STATE, action(kind, animal=0, seat=1, slot=0, food=0)) == NONE
