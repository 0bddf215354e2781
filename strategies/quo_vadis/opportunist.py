"""Promises everything, and keeps its word when that costs nothing.

Who plays like that: the player you bargain with once. A promise costs it `scruple` laurels, so it promises rather than
pays; when its word is called on, it keeps it only if the vote would have been cheap anyway. Tested: it breaks a larger
part of its promises than anybody else.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, THRIFT, answer, buy, fair, offer
from strategies.quo_vadis.common.table import arrived, laurel, owes, places_left
from strategies.quo_vadis.common.worth import beside, customers, ending, gain, votes_to_get

__all__ = ["opportunist"]

SCRUPLE, CUT = 1, 2


def deal(view, box, actions, weights, values):
    """Promise rather than pay; sell to the highest bidder, word or no word."""
    end = ending(view, box, view.path)
    price = fair(view, box, weights[CUT])
    if view.phase == ASK:
        wanted = GIVEN if owes(view) and price - end <= weights[SCRUPLE] else price - end
        return answer(view, box, actions, values, wanted, -NEVER, -NEVER)
    worth = gain(view, box, view.path, view.actor) - REST + end
    if view.phase == OFFER:
        return offer(view, box, actions, values, 1.0, worth, THRIFT, weights[SCRUPLE])
    return buy(view, box, actions, values, worth, THRIFT, weights[SCRUPLE], 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        SCRUPLE: Weight(name="scruple", default=0.2, low=0.0, high=9.0, says="laurels that a word is kept for"),
        CUT: Weight(name="cut", default=0.4, low=0.0, high=2.0, says="share of a move's gain that a vote costs"),
    },
)
def opportunist(view, box, actions, weights, values):
    """Promise anything, and keep your word when it costs nothing."""
    hurry = 0.0 if arrived(view, view.actor) else 4.0 / places_left(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.2 + laurel(view, box, action.path) - 0.3 * votes_to_get(view, box, action.path)
            values[i] += ending(view, box, action.path) + 0.6 * customers(view, box, to) - 0.1 * box.steps[to]
            if to == box.senate:
                values[i] += hurry
        elif action.kind == PLACE:
            values[i] = 1.2 + 0.6 * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
