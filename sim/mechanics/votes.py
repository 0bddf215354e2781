"""Coalitions: the ways in which votes from several owners add up to the number needed."""

from __future__ import annotations

from sim.compiled import njit

__all__ = ["first_split", "next_split"]


@njit
def first_split(caps, total, split):
    """Fill `split` with the first way to take `total` votes, as many as possible from the lowest seats; return whether
    there is one.

    caps: (P,) votes each owner has on offer; split: (P,) filled.
    """
    left = total
    for seat in range(len(caps)):
        split[seat] = min(int(caps[seat]), left)
        left -= int(split[seat])
    return left == 0


@njit
def next_split(caps, split):
    """Change `split` to the next way to take as many votes; return whether there is one. Each comes exactly once."""
    tail = 0
    room = 0
    for seat in range(len(caps) - 1, -1, -1):
        if split[seat] > 0 and room > tail:
            split[seat] -= 1
            left = tail + 1
            for later in range(seat + 1, len(caps)):
                split[later] = min(int(caps[later]), left)
                left -= int(split[later])
            return True
        tail += int(split[seat])
        room += int(caps[seat])
    return False
