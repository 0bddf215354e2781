"""What a seat may know: `hide` blanks everything else in a copy of the state."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.quo_vadis.state import ASK, HIDDEN, KINDS, NONE
from sim.mechanics.seats import clockwise

__all__ = ["hide"]


@njit
def hide(box, view, seat):
    """Blank what a seat may not know: the others' tiles [QV 4.8], their totals if they are hidden [QV 9.3], terms not
    yet open [QV 7.3].
    """
    for step in range(1, view.n_seats):
        other = clockwise(view, seat, step)
        for kind in range(KINDS):
            view.purse[other, kind] = NONE
        if box.information == HIDDEN:
            view.laurels[other] = view.shown[other]
            view.from_paths[other] = NONE
            view.from_consent[other] = NONE
            view.paid[other] = NONE
            view.received[other] = NONE
        if view.phase == ASK:
            view.price[other] = NONE
            view.promise[other] = 0
            view.steer[other] = 0
