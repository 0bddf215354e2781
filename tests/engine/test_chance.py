"""Addressed chance: known answers, independence of addresses, and shuffles that do not move when a copy is added."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.chance import STACK_ORDER, address, below, philox, shuffle_kinds, uniform

ALL_ONES = 0xFFFFFFFF
KNOWN = [  # Philox4x32-10 of Random123: key, counter, answer
    ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ALL_ONES,) * 2, (ALL_ONES,) * 4, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0xA4093822, 0x299F31D0),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("key", "counter", "answer"), KNOWN)
def test_philox_gives_the_published_answers(key, counter, answer):
    """Another generator under the same name would silently be another experiment."""
    words = philox(*(np.uint64(word) for word in (*key, *counter)))
    assert tuple(int(word) for word in words) == answer


def test_every_part_of_an_address_matters():
    """Two addresses that share a number would make two draws of a game the same."""
    grid = itertools.product((0, 1, 2**63), (0, 1, 2**32), (1, 2), (0, 1), (0, 1, 4096))
    words = [address(np.uint64(seed), game, site, actor, n) for seed, game, site, actor, n in grid]
    assert len({int(word) for pair in words for word in pair}) == 2 * len(words)


def test_bounded_numbers_are_uniform_and_in_range():
    """Multiply and shift must reach every value equally often; |z| < 5 on each of 6 cells (false alarm 4e-6)."""
    n = 60_000
    counts = np.bincount([below(np.uint64(address(np.uint64(3), g, 9, 0, 0)[0]), 6) for g in range(n)], minlength=6)
    assert len(counts) == 6
    assert np.all(np.abs(counts - n / 6) < 5 * np.sqrt(n * 5 / 36))
    assert below(np.uint64(2**64 - 1), 6) == 5
    assert below(np.uint64(0), 6) == 0


def test_uniform_numbers_never_reach_the_ends():
    """The logarithm of a uniform number is taken twice in softmax choices."""
    assert 0.0 < uniform(np.uint64(0)) < uniform(np.uint64(2**64 - 1)) < 1.0


def ordered(counts, seed=5, game=0, skip=-1):
    """Return the shuffled kinds as a list."""
    order = np.zeros(200, np.int8)
    n = shuffle_kinds(np.uint64(seed), game, STACK_ORDER, 0, np.array(counts, np.int32), skip, order)
    return order[:n].tolist()


def test_a_shuffle_contains_every_copy_once_and_leaves_out_the_skipped_kind():
    """A lost or doubled tile would be a different game."""
    assert sorted(ordered([3, 2, 4])) == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert sorted(ordered([3, 2, 4], skip=0)) == [1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("game", range(20))
def test_adding_a_copy_leaves_the_others_in_their_order(game):
    """What-ifs are paired because one more V changes one place in the stack, not the whole stack."""
    before = ordered([0, 8, 6, 15, 9, 6], game=game)
    after = ordered([0, 8, 6, 15, 9, 7], game=game)
    assert any(after[:i] + after[i + 1 :] == before for i in range(len(after)))


def test_every_tile_is_equally_likely_in_every_place():
    """Cells of a kind x place table over 20,000 shuffles; |z| < 6 for each of 176 cells (false alarm 4e-7)."""
    counts, games = [4, 3, 2, 2], 20_000
    table = np.zeros((4, 11))
    for game in range(games):
        for place, kind in enumerate(ordered(counts, game=game)):
            table[kind, place] += 1
    share = np.array(counts)[:, None] / 11
    z = (table - games * share) / np.sqrt(games * share * (1 - share))
    assert np.abs(z).max() < 6
