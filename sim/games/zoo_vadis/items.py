"""What a move can acquire in Zoo Vadis: a laurel token of some kind, taken on the way up."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import ItemRow
from sim.games.zoo_vadis.actions import has_room, missing_votes
from sim.games.zoo_vadis.box import kinds
from sim.games.zoo_vadis.settlement import token_taken
from sim.games.zoo_vadis.state import ADVANCE, COALITION, DEAL, MAIN, NONE

__all__ = ["ITEMS", "item", "item_rows"]

ITEMS = tuple(name for name in kinds() if name != "I")  # "I"s are given for votes and tiles, not taken [ZV 5.1]


@njit
def item(box, state, action):
    """Return the kind of token, as a number in ITEMS, that an action takes for sure, or NONE [ZV 4.5].

    An advance that needs nobody else takes the token on its path (unless its mover goes on to swap it [ZV 8.7]); one
    that needs votes or an ability takes nothing yet: the coalition that carries it does.
    """
    if state.phase == MAIN and action.kind == ADVANCE:
        path = int(action.path)
        to = int(box.path_to[path])
        if box.tunnel[path] or not has_room(box, state, to) or missing_votes(box, state, path) > 0:
            return NONE
        kind = NONE if state.keeper == path else int(state.token[path])
        pieces = 1
    elif state.phase == DEAL and action.kind == COALITION:
        to = int(box.path_to[state.path])
        kind = token_taken(box, state, int(state.agreed))
        pieces = 1 if state.second == NONE else 2
    else:
        return NONE
    last = to == box.star and state.n_star + pieces >= box.star_size
    if kind == NONE or (last and not box.final_move_pays):
        return NONE
    return kind if kind < box.one_kind else kind - 1


def item_rows(box: Any) -> list[ItemRow]:
    """Return a row for each item: key, title, points as printed, no cost, group."""
    values = {name: int(box["value"][kind]) for kind, name in enumerate(kinds())}
    return [
        {
            "key": key,
            "title": "-".join([key.split("_")[0], *(part.capitalize() for part in key.split("_")[1:])]),
            "points": values[key],
            "cost": None,
            "group": "special tokens" if "_" in key else "plain tokens",
        }
        for key in ITEMS
    ]
