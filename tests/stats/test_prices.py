"""Prices: what lies off the line is named, what does not is left in peace."""

from __future__ import annotations

import numpy as np
import pytest

from reports.stats.prices import price_model


def items(rng, k=20, gift=0.0):
    """Return (values, ses, prices): worth is 1 + 2 · price, up to scatter and noise; item 7 has a gift besides."""
    prices = np.tile(np.arange(1.0, 6.0), k // 5)
    ses = rng.uniform(0.1, 0.3, k)
    values = 1 + 2 * prices + 0.2 * rng.normal(size=k) + ses * rng.normal(size=k)
    values[7] += gift
    return values, ses, prices


def test_the_line_and_the_item_off_it_are_found():
    """Item 7 costs 3 and is worth one and a half more than such items are: a fair price is 3.75."""
    model = price_model(*items(np.random.default_rng(1), gift=1.5))
    assert model is not None
    assert model.slope == pytest.approx(2.0, abs=0.3)
    assert model.p[7] < 0.05
    assert model.off[7] == pytest.approx(1.5, abs=0.9)
    assert model.fair_price[7] == pytest.approx(3.75, abs=0.5)
    assert sum(p < 0.05 for p in model.p) == 1


def test_without_anything_to_find_an_item_is_rarely_called_off():
    """200 studies of twenty fair items: about 5 % name any; 12 % would be |z| > 4.5."""
    rng = np.random.default_rng(2)
    named = sum(min(price_model(*items(rng)).p) < 0.05 for _ in range(200))
    assert named < 24


def test_no_line_through_too_little():
    """Four items, or one price: nothing could be off it."""
    four = np.array([1.0, 2.0, 3.0, 4.0])
    assert price_model(four, np.full(4, 0.1), four) is None
    assert price_model(np.arange(6.0), np.full(6, 0.1), np.full(6, 2.0)) is None
    unknown = np.array([1.0, 2.0, 3.0, np.nan, np.nan])
    assert price_model(np.arange(5.0), np.full(5, 0.1), unknown) is None
