"""Coalitions are listed completely and once."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.mechanics.votes import first_split, next_split


@settings(deadline=None)
@given(caps=st.lists(st.integers(0, 4), min_size=1, max_size=6), total=st.integers(0, 5))
def test_every_way_to_gather_the_votes_comes_exactly_once(caps, total):
    """A coalition that is missing is a deal nobody can make; one listed twice is chosen twice as often at random."""
    caps_array, split = np.array(caps, np.int8), np.zeros(len(caps), np.int8)
    found = []
    more = first_split(caps_array, total, split)
    while more:
        found.append(tuple(split.tolist()))
        more = next_split(caps_array, split)
    wanted = [ways for ways in itertools.product(*(range(cap + 1) for cap in caps)) if sum(ways) == total]
    assert sorted(found) == sorted(wanted)
    assert len(set(found)) == len(found)
