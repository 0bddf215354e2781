"""What can be acquired by a choice, and which choice acquires what: the items that card values are estimated for."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import ItemRow
from sim.games.time_zoo.box import Deck, animal_keys, food_keys, intern_keys
from sim.games.time_zoo.state import DISCARD_CARD, HIRE, LURE, NONE, ONE_DODO, ONE_EGG

__all__ = ["item", "item_rows", "items"]


def items(deck: Deck) -> tuple[str, ...]:
    """Return the keys of what can be acquired, by number."""
    return (
        *(f"animals.{key}" for key in animal_keys(deck)),
        *(f"interns.{key}" for key in intern_keys(deck)),
        *(f"food.{key}" for key in food_keys(deck)),
    )


@njit
def item(box, state, action):
    """Return the index in `items` of what an action acquires, face up and by choice, or NONE.

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


def item_rows(deck: Deck, box: Any) -> list[ItemRow]:
    """Return a row for each item: key, title, points as printed, cost in food cards, group.

    Of an intern the points are its bonus; a Dodo or Egg intern has none of its own, and neither has food.
    """
    animals = [
        ("animals", animal.name, int(box["points"][i]), int(box["cost"][i])) for i, animal in enumerate(deck.animals)
    ]
    interns = [
        ("interns", intern.name, None if rule in (ONE_DODO, ONE_EGG) else int(bonus), None)
        for intern, rule, bonus in zip(deck.interns, box["intern_rule"], box["intern_bonus"], strict=False)
    ]
    food = [("food", food.name, None, None) for food in deck.foods]
    return [
        {"key": key, "title": name, "points": points, "cost": cost, "group": group}
        for key, (group, name, points, cost) in zip(items(deck), [*animals, *interns, *food], strict=True)
    ]
