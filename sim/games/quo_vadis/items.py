"""What a move can acquire in Quo Vadis?: a laurel of some kind, taken on the way up."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import ItemRow
from sim.games.quo_vadis.actions import takes_laurel, votes_of_others
from sim.games.quo_vadis.box import kinds
from sim.games.quo_vadis.state import COALITION, DEAL, MAIN, MOVE, NONE

__all__ = ["ITEMS", "item", "item_rows"]

ITEMS = tuple(name for name in kinds() if name != "I")  # "I"s are given for consent, not taken [QV 5.1]


@njit
def item(box, state, action):
    """Return the kind of laurel, as a number in ITEMS, that an action takes for sure, or NONE [QV 4.6].

    A move that still needs consents takes nothing yet: the coalition that carries it does.
    """
    if state.phase == MAIN and action.kind == MOVE and votes_of_others(box, state, action.path) <= 0:
        path = int(action.path)
    elif state.phase == DEAL and action.kind == COALITION:
        path = int(state.path)
    else:
        return NONE
    if not takes_laurel(box, state, path):
        return NONE
    kind = int(state.tile[path])
    return kind if kind < box.one_kind else kind - 1


def item_rows(box: Any) -> list[ItemRow]:
    """Return a row for each item: key, title, points as printed, no cost, group."""
    values = {name: int(box["value"][kind]) for kind, name in enumerate(kinds())}
    return [
        {
            "key": key,
            "title": key.replace("_caesar", "-Caesar"),
            "points": values[key],
            "cost": None,
            "group": "laurels",
        }
        for key in ITEMS
    ]
