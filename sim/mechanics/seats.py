"""Seats around a table, in turn order: clockwise."""

from __future__ import annotations

from sim.compiled import njit

__all__ = ["clockwise"]


@njit
def clockwise(state, seat, steps):
    """Return the seat that is 0 … P − 1 steps clockwise from a seat.

    Works on any state with a field `n_seats`. Written without a remainder: a division is slow.
    """
    seat = int(seat) + steps
    return seat - int(state.n_seats) if seat >= state.n_seats else seat
