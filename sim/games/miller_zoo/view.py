"""What a seat may know: everything but the order of the decks, which is no part of the state."""

from __future__ import annotations

from sim.compiled import njit

__all__ = ["hide"]


@njit
def hide(box, view, seat):
    """Leave a copy of the state as it is, but for who looks: hands are open [MZ 1.9]."""
    view.actor = seat
