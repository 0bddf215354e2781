"""How an estimate stands in a table: the value under its name, its interval beside it."""

from __future__ import annotations

from reports.stats.shares import Estimate

__all__ = ["named"]


def named(name: str, estimate: Estimate) -> dict[str, float]:
    """Return the columns of an estimate.

    >>> named("win_share", Estimate(0.25, 0.2, 0.3, 100))
    {'win_share': 0.25, 'win_share_lo': 0.2, 'win_share_hi': 0.3}
    """
    return {name: estimate.value, f"{name}_lo": estimate.lo, f"{name}_hi": estimate.hi}
