"""What a seat may know: `hide` blanks everything else in a copy of the state."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.state import FOODS, NONE

__all__ = ["hide"]


@njit
def hide(box, view, seat):
    """Blank the others' hands and what is counted of them [TZ 1.5]; everything else on the table lies open [TZ 1.8]."""
    for other in range(view.n_seats):
        if other != seat:
            for food in range(FOODS):
                view.hand[other, food] = NONE
            view.held[other] = NONE
            view.shown[other] = NONE
            view.fits[other] = NONE
