"""Reading the table: who stands where, who leads, who is in the Senate. What it is worth is said in `worth`."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.quo_vadis.state import FAR, NONE

__all__ = ["arrived", "company", "competition", "laurel", "owes", "places_left", "richest_other", "standing", "weary"]

PATIENCE = 16  # turns for each place in the Senate, after which anybody wants the game to end


@njit
def standing(view, seat):
    """Return the laurels a seat is known to have; who has not shown any is taken to have as many as oneself."""
    laurels = int(view.laurels[seat])
    if laurels == NONE:
        laurels = int(view.laurels[view.actor])
    return laurels + int(view.banked[seat])


@njit
def richest_other(view):
    """Return the seat, other than one's own, with the most laurels."""
    best = NONE
    most = -1
    for seat in range(view.n_seats):
        if seat != view.actor:
            has = standing(view, seat)
            if has > most:
                most = has
                best = seat
    return best


@njit
def arrived(view, seat):
    """Return whether a seat has a senator in the Senate."""
    return view.arrival[view.game, seat] != FAR


@njit
def places_left(view, box):
    """Return how many places in the Senate are free."""
    return int(box.senate_size) - int(view.n_senate)


@njit
def company(view, body, seat):
    """Return how many senators of others than a seat are in a body."""
    return int(view.crowd[body]) - int(view.senators[body, seat])


@njit
def laurel(view, box, path):
    """Return the laurels that lie on a path for who goes there: none under Caesar."""
    tile = view.tile[path]
    if tile == NONE or view.caesar == path:
        return 0
    return int(box.value[tile])


@njit
def owes(view):
    """Return whether one owes the mover a vote."""
    return view.owed[view.actor, view.active] > 0


@njit
def weary(view, box):
    """Return whether the game drags on: it has lasted half as long again as games usually do."""
    return view.turn > PATIENCE * box.senate_size * (view.game + 1)


@njit
def competition(view, box):
    """Return whether the mover could do without one's own votes on the wanted path."""
    body = box.path_from[view.path]
    return company(view, body, view.active) - int(view.senators[body, view.actor]) >= view.need
