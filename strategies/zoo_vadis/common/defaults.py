"""The parts that a strategy gets when it does not write its own."""

from __future__ import annotations

from strategies.zoo_vadis.common.trade import trade

__all__ = ["deal"]


def deal(view, box, actions, weights, values):
    """Sell for a fair share of what votes and abilities bring, buy for no more than it brings, keep promises."""
    return trade(view, box, actions, values, 0.4, 0.4, 0.6, 1.3, 6.0, 0.0)
