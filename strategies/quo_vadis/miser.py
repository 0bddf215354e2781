"""Never pays a laurel for anything, and hardly promises.

Who plays like that: everybody knows one. It goes where its own senators are enough, takes votes that are free, and
sells its own as dearly as it may hope. Tested: it pays nothing in any game under any protocol.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, answer, buy, fair, offer
from strategies.quo_vadis.common.table import arrived, laurel, owes, places_left
from strategies.quo_vadis.common.worth import beside, ending, gain, votes_to_get

__all__ = ["miser"]

SHARE, PROMISE = 1, 2


def deal(view, box, actions, weights, values):
    """Take votes that cost no laurel; sell as dearly as possible, yet take the I where it is enough."""
    end = ending(view, box, view.path)
    if view.phase == ASK:
        wanted = GIVEN if owes(view) else fair(view, box, weights[SHARE]) - end
        return answer(view, box, actions, values, wanted, -NEVER, -NEVER)
    if view.phase == OFFER:
        return offer(view, box, actions, values, 0.0, 0.9, NEVER, weights[PROMISE])
    worth = gain(view, box, view.path, view.actor) - REST + end
    return buy(view, box, actions, values, worth, NEVER, weights[PROMISE], 0.0)


@strategy(
    "quo_vadis",
    deal=deal,
    weights={
        SHARE: Weight(name="share", default=0.45, low=0.0, high=2.0, says="share of a move's gain that a vote costs"),
        PROMISE: Weight(name="promise", default=1.5, low=1.0, high=9.0, says="laurels that a promise counts for"),
    },
)
def miser(view, box, actions, weights, values):
    """Never pay: go where your own senators are enough, and take the votes that are free."""
    hurry = 0.0 if arrived(view, view.actor) else 4.0 / places_left(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.0 + laurel(view, box, action.path) - 0.8 * votes_to_get(view, box, action.path)
            values[i] += ending(view, box, action.path) - 0.05 * box.steps[to]
            values[i] += hurry if to == box.senate else 0.4 * view.senators[to, view.actor]
        elif action.kind == PLACE:
            values[i] = 1.3 + 0.3 * view.senators[action.body, view.actor] - 0.2 * box.consents[action.body]
            values[i] += 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
