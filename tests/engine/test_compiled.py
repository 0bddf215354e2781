"""Is compiled code put together as it should be? That it computes the same as plain Python is asked elsewhere."""

from __future__ import annotations

import pytest

from sim.compiled import DISABLED, njit

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


@njit(cached=False)
def collatz(n, most):
    """Too long to vanish into its caller, which fixes an argument."""
    steps = 0
    while n != 1 and steps < most:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    while steps > most // 2 and steps % 7 != 3:
        steps -= 1
    return steps


@njit(cached=False, whole=True)
def longest(top):
    """Call it with a fixed argument, from two places."""
    best = 0
    for n in range(1, top):
        best = max(best, collatz(n, 500))
    return best + collatz(top, 500)


def test_whole_shows_nothing_but_itself() -> None:
    """A copy may have lost an argument: whoever calls the function itself must not come upon it."""
    longest(30)
    library = longest.overloads[longest.signatures[0]].library
    copies = {each.name: each.linkage.name for each in library.get_defined_functions() if "collatz" in each.name}
    assert copies
    assert set(copies.values()) == {"private"}
