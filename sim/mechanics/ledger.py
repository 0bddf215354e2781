"""Promised votes: who owes whom, what was kept and what was broken.

Works on any state with (P, P) fields `owed`, `kept`, `broken`, `given` (rows: who gave or owes), (P,) fields `price`,
`promise`, `promised` and scalar fields `n_seats`, `active`.
"""

from __future__ import annotations

from sim.compiled import njit

__all__ = ["book_vote", "note_breach", "owe"]


@njit
def note_breach(state, seat):
    """Strike one promised vote that a seat, called on by the active player, did not give."""
    if state.owed[seat, state.active] > 0:
        state.owed[seat, state.active] -= 1
        state.broken[seat, state.active] += 1


@njit
def book_vote(state, seat, votes, honours):
    """Book votes that a seat gives to the active player; `honours` says whether they come as promised."""
    mover = state.active
    state.given[seat, mover] += votes
    if honours:
        used = min(votes, int(state.owed[seat, mover]))
        state.owed[seat, mover] -= used
        state.kept[seat, mover] += used


@njit
def owe(state, seat, votes):
    """Note that the active player promises later votes to a seat."""
    state.owed[state.active, seat] += votes
    state.promised[state.active] += votes
