"""The parts that a strategy gets when it does not write its own."""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, OFFER
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, SHARE, THRIFT, answer, buy, fair, offer
from strategies.quo_vadis.common.table import owes
from strategies.quo_vadis.common.worth import gain

__all__ = ["deal"]


def deal(view, box, actions, weights, values):
    """Sell for a fair share of what the move brings, buy for no more than it brings, keep promises."""
    price = fair(view, box, SHARE)
    if view.phase == ASK:
        return answer(view, box, actions, values, GIVEN if owes(view) else price, -NEVER, -NEVER)
    worth = gain(view, box, view.path, view.actor) - REST
    if view.phase == OFFER:
        return offer(view, box, actions, values, price, worth, THRIFT, 1.0)
    return buy(view, box, actions, values, worth, THRIFT, 1.0, 0.5)
