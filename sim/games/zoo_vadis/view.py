"""What a seat may know: `hide` blanks everything else in a copy of the state."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.state import ASK, HIDDEN, KINDS, NONE
from sim.mechanics.seats import clockwise

__all__ = ["hide"]


@njit
def hide(box, view, seat):
    """Blank what a seat may not know: the others' tokens and, if hidden, their totals [ZV 9.8]; terms not yet open [ZV
    9.3].
    """
    for step in range(1, view.n_seats):
        other = clockwise(view, seat, step)
        for kind in range(KINDS):
            view.purse[other, kind] = NONE
        if box.information == HIDDEN:
            view.laurels[other] = NONE
            view.from_paths[other] = NONE
            view.from_votes[other] = NONE
            view.from_tiles[other] = NONE
            view.from_peacocks[other] = NONE
            view.paid[other] = NONE
            view.received[other] = NONE
            view.fees[other] = NONE
            for kind in range(KINDS):
                view.taken[other, kind] = NONE
        if view.phase == ASK:
            view.price[other] = NONE
            view.promise[other] = 0
