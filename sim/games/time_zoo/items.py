"""What can be acquired by a choice, and which choice acquires what: the items that card values are estimated for."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.box import Deck, animal_keys, food_keys, intern_keys
from sim.games.time_zoo.state import DISCARD_CARD, HIRE, LURE, NONE

__all__ = ["item", "items"]


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
