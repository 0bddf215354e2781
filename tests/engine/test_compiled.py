"""Is compiled code put together as it should be? That it computes the same as plain Python is asked elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba import types

from sim.compiled import DISABLED, address_of, call_at, first_of, lowest_bit, njit

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


def at(array, i):
    """Read one element."""
    return array[i]


def named(function: Callable[..., Any], module: str) -> Any:
    """Return a function, compiled as if it stood in a module of that name."""
    return njit(FunctionType(function.__code__, {"__name__": module}), cached=False)


def test_only_functions_of_others_count_from_the_end() -> None:
    """An author's -1 must mean the last; the package saves the question."""
    numbers = np.arange(5)
    assert named(at, "my_strategy")(numbers[2:], -1) == 4
    assert named(at, "sim.some_game")(numbers[2:], -1) == 1
    assert named(at, "strategies.some_game")(numbers[2:], -1) == 1


def test_the_first_of_an_array_are_the_same_memory() -> None:
    """A strategy's values are written there; and who has the part has a claim to the whole."""

    @njit(cached=False)
    def count_up(array, n):
        part = first_of(array, n)
        for i in range(len(part)):
            part[i] += 10
        return len(part), part.size, part.sum()

    numbers = np.arange(5)
    assert count_up(numbers, 3) == (3, 3, 33)
    assert numbers.tolist() == [10, 11, 12, 3, 4]
    assert sys.getrefcount(numbers) == 2
    assert first_of(numbers, 2).tolist() == [10, 11]


@pytest.mark.parametrize("place", [0, 1, 31, 32, 62, 63])
def test_lowest_bit(place: int) -> None:
    """The sign is a bit like any other."""
    compiled = njit(lambda word: lowest_bit(word), cached=False)
    word = np.array([1 << place | 1 << 63], np.uint64).view(np.int64)[0]
    assert lowest_bit(word) == compiled(word) == place


def test_a_function_is_called_by_its_address_and_may_raise() -> None:
    """What a strategy raises must reach the loop that called it."""

    @njit(signature=types.int64(types.int64, types.float64[::1]), cached=False)
    def pick_out(i, numbers):
        if i < 0:
            raise ValueError("below 0")
        return int(numbers[i])

    @njit(cached=False)
    def ask(function, i, numbers):
        return call_at(function, i, numbers)

    numbers = np.array([3.0, 5.0])
    assert ask(address_of(pick_out), 1, numbers) == 5
    assert call_at(pick_out, 0, numbers) == 3
    with pytest.raises(ValueError, match="below 0"):
        ask(address_of(pick_out), -1, numbers)
