"""What can be acquired by a choice, and which choice acquires what: the items that card values are estimated for."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import ItemRow
from sim.games.time_zoo.box import animal_keys, animal_names, food_keys, food_names, intern_keys, intern_names
from sim.games.time_zoo.state import DISCARD_CARD, HIRE, LURE, NONE, ONE_DODO, ONE_EGG

__all__ = ["ITEMS", "item", "item_rows"]

ITEMS: tuple[str, ...] = (
    *(f"animals.{key}" for key in animal_keys()),
    *(f"interns.{key}" for key in intern_keys()),
    *(f"food.{key}" for key in food_keys()),
)


@njit
def item(box, state, action):
    """Return the index in `ITEMS` of what an action acquires, face up and by choice, or NONE.

    An animal counts when it is chosen to be lured, an intern when it is taken out of the row, a food card when it is
    taken from the discard pile; a card from a pile is nobody's choice.
    """
    if action.kind == LURE:
        return int(action.animal)
    if action.kind == HIRE:
        return int(box.n_animals) + int(action.intern)
    if action.kind == DISCARD_CARD:
        return int(box.n_animals) + int(box.n_interns) + int(action.food)
    return NONE


def item_rows(box: Any) -> list[ItemRow]:
    """Return a row for each item: key, title, points as printed, cost in food cards, group.

    Of an intern the points are its bonus; a Dodo or Egg intern has none of its own, and neither has food.
    """
    animals = [("animals", name, int(box["points"][i]), int(box["cost"][i])) for i, name in enumerate(animal_names())]
    interns = [
        ("interns", name, None if box["intern_rule"][i] in (ONE_DODO, ONE_EGG) else int(box["intern_bonus"][i]), None)
        for i, name in enumerate(intern_names())
    ]
    food = [("food", name, None, None) for name in food_names()]
    return [
        {"key": key, "title": name, "points": points, "cost": cost, "group": group}
        for key, (group, name, points, cost) in zip(ITEMS, [*animals, *interns, *food], strict=True)
    ]
