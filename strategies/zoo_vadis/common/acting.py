"""The acts that most strategies value alike: abilities to ask for, bonuses, peacocks, the Keeper."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.state import (
    ADVANCE,
    AGAIN,
    END_TURN,
    GO,
    KEEPER,
    MAIN,
    NONE,
    PEACOCK,
    PEACOCK_ON,
    USE_HYENA,
    USE_MARMOSET,
    USE_RHINO,
    USE_TIGER,
)
from strategies.zoo_vadis.common.table import arrived, laurel, places_left
from strategies.zoo_vadis.common.worth import body_worth, ending, keeper_worth, move_worth, needs_ibis, votes_to_get

__all__ = ["extra_worth", "plain_worth", "way_worth"]

TUNNEL = 1.5  # laurels that Armadillo, Ibis or Crocodile are thought to cost
ASKING = 1.0  # laurels that Tiger, Marmoset, Rhino or Hyena are thought to cost
LAST = -3.0  # moving the Keeper as an action: when nothing better is to be done


@njit
def way_worth(view, box, path, hurry, vote):
    """Return what advancing an own animal by a path is worth, less what votes and abilities are thought to cost."""
    worth = move_worth(view, box, path, hurry) - vote * votes_to_get(view, box, path)
    if box.tunnel[path]:
        worth -= TUNNEL
    if needs_ibis(view, box, path):
        worth -= TUNNEL
    return worth


@njit
def extra_worth(view, box, action):
    """Return what adding an ability to the planned move is worth, less what it may cost [ZV 8.6, 8.7, 8.10]."""
    path = view.path
    if action.kind == USE_TIGER:
        return box.value[view.token[path]] - ASKING
    if action.kind == USE_MARMOSET:
        return box.value[view.token[action.path]] - laurel(view, box, path) - ASKING + 0.01 * action.path
    to = box.path_to[path]
    if action.owner == view.active:
        worth = 0.5 if to == box.star else body_worth(view, box, to, view.active) * 0.5 + 0.7
        return worth + ending(view, box, path, 2, view.active) - ASKING
    return ending(view, box, path, 2, view.active) - ASKING - 0.5


@njit
def plain_worth(view, box, actions, i, hurry):
    """Return what an action is worth that is neither adding nor advancing an own animal.

    The Keeper is moved as a bonus, or when nothing else can be done; a peacock when that pays more than nothing.
    """
    action = actions[i]
    kind = action.kind
    if kind == KEEPER:
        if view.phase == MAIN and not view.acted:
            return LAST + 0.05 * keeper_worth(view, box, action.path)
        return keeper_worth(view, box, action.path)
    if kind == PEACOCK_ON:
        return _peacock_worth(view, box, action)
    if kind == USE_HYENA:
        return -0.5 if view.acted else -4.0
    if kind == USE_RHINO or kind == USE_TIGER or kind == USE_MARMOSET:
        return extra_worth(view, box, action)
    if kind == ADVANCE and view.phase == AGAIN:
        return _again_worth(view, box, action, hurry)
    if kind == GO or kind == END_TURN:
        return 0.05
    return 0.0


@njit
def _peacock_worth(view, box, action):
    """Return what advancing a peacock is worth: the I, a place taken from others, a vote that can be bribed no more."""
    one = float(box.value[box.one_kind]) if view.ones > 0 else 0.0
    body, to = box.path_from[action.path], box.path_to[action.path]
    worth = one - 0.4 * view.animals[body, view.active]
    if to == box.star:
        worth += ending(view, box, action.path, 1, NONE) if places_left(view, box) == 1 else 0.0
        worth += -1.5 if not arrived(view, view.active) else 0.0
    if box.tunnel[action.path] or needs_ibis(view, box, action.path):
        worth -= 2.0
    return worth - (0.0 if view.acted else 1.6)


@njit
def _again_worth(view, box, action, hurry):
    """Return what moving a piece on by Crocodile is worth, less what it is thought to cost."""
    if action.owner != view.active:
        return -1.0 if action.owner != PEACOCK else -0.5
    return way_worth(view, box, action.path, hurry, 0.0) - TUNNEL
