"""Reading the table: who stands where, who leads, who is in the Star Exhibit. What it is worth is said in `worth`."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.state import FAR, NONE, PEACOCK

__all__ = ["arrived", "company", "laurel", "owes", "places_left", "richest_other", "standing", "weary"]

PATIENCE = 20  # turns for each place in the Star Exhibit, after which anybody wants the game to end


@njit
def standing(view, seat):
    """Return the laurels a seat is known to have; who hides them is taken to have as many as oneself."""
    laurels = int(view.laurels[seat])
    return laurels if laurels != NONE else int(view.laurels[view.actor])


@njit
def richest_other(view, me):
    """Return the seat, other than `me`, with the most laurels."""
    best = NONE
    most = -1
    for seat in range(view.n_seats):
        if seat != me and standing(view, seat) > most:
            most = standing(view, seat)
            best = seat
    return best


@njit
def arrived(view, seat):
    """Return whether a seat has an animal in the Star Exhibit."""
    return view.arrival[seat] != FAR


@njit
def places_left(view, box):
    """Return how many places in the Star Exhibit are free."""
    return int(box.star_size) - int(view.n_star)


@njit
def company(view, body, seat):
    """Return how many animals of other seats are in an exhibit; peacocks are no customers."""
    return int(view.filled[body]) - int(view.animals[body, PEACOCK]) - int(view.animals[body, seat])


@njit
def laurel(view, box, path):
    """Return the laurels that lie on a path for who goes there by it: none under the Keeper, none in a tunnel."""
    token = view.token[path]
    if token == NONE or view.keeper == path or box.tunnel[path]:
        return 0
    return int(box.value[token])


@njit
def owes(view):
    """Return whether one owes the mover a vote."""
    return view.owed[view.actor, view.active] > 0


@njit
def weary(view, box):
    """Return whether the game drags on: it has lasted half as long again as games usually do."""
    return view.turn > PATIENCE * box.star_size
