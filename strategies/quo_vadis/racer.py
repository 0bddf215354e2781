"""Gets into the Senate before anybody else, whatever it costs; laurels come afterwards.

Who plays like that: players who once stood outside with the most laurels. Until it is in, the front senator moves
first, votes are paid for up to `price` each, and nobody else gets a cheap vote into the Senate. Tested: it is the first
in the Senate more often than chance, and less often disqualified than its neighbours.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, SHARE, THRIFT, answer, buy, fair, offer
from strategies.quo_vadis.common.table import arrived, laurel, owes
from strategies.quo_vadis.common.worth import beside, customers, gain, votes_to_get

__all__ = ["racer"]

PRICE, HASTE = 1, 2


def deal(view, box, actions, weights, values):
    """Pay for every step of the race; sell votes, but dearly to who would be in the Senate first."""
    outside = not arrived(view, view.actor)
    if view.phase == ASK:
        before_me = outside and box.path_to[view.path] == box.senate
        wanted = GIVEN if owes(view) else fair(view, box, SHARE) + (2.0 if before_me else 0.0)
        return answer(view, box, actions, values, wanted, -NEVER, -NEVER)
    worth = gain(view, box, view.path, view.actor) - REST
    if outside:
        worth = max(worth, (weights[PRICE] + 1.0) * view.need)
    if view.phase == OFFER:
        return offer(view, box, actions, values, weights[PRICE] if outside else 1.0, worth, THRIFT, 0.6)
    return buy(view, box, actions, values, worth, THRIFT, 0.6, 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        PRICE: Weight(name="price", default=2.0, low=0.0, high=10.0, says="laurels paid for a vote to be in first"),
        HASTE: Weight(name="haste", default=2.0, low=0.0, high=9.0, says="laurels that a step nearer counts for"),
    },
)
def racer(view, box, actions, weights, values):
    """Be the first in the Senate: the front senator moves first, and votes are paid for. Collect laurels afterwards."""
    outside = not arrived(view, view.actor)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.2 + laurel(view, box, action.path) + 0.6 * customers(view, box, to)
            values[i] -= 0.5 * votes_to_get(view, box, action.path)
            if outside:
                values[i] += weights[HASTE] * (3 - box.steps[to])
        elif action.kind == PLACE:
            values[i] = 1.2 + 0.6 * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
