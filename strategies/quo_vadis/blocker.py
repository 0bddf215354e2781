"""Stands in the leader's way: with Caesar on the laurels in front of the leader, with senators in the space above.

Who plays like that: the player who says "you cannot let that through!" A vote costs the leader `grudge` laurels more
and everybody else half as much less, and Caesar is accepted as payment. Tested: games end closer than when the same
player bears no grudge and blocks nothing, and Caesar moves more often.
"""

from __future__ import annotations

from sim.games.quo_vadis.actions import is_caesar_target
from sim.games.quo_vadis.state import ASK, CAESAR, MAIN, MOVE, OFFER, PLACE
from strategies.kit import Weight, njit, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, SHARE, THRIFT, answer, buy, fair, offer
from strategies.quo_vadis.common.table import laurel, owes, richest_other, weary
from strategies.quo_vadis.common.worth import beside, customers, ending, gain, votes_to_get

__all__ = ["blocker"]

GRUDGE, BLOCK = 1, 2


@njit
def covers(view, box, path, leader):
    """Return the laurels that Caesar on a path keeps from the leader."""
    body = box.path_from[path]
    if not is_caesar_target(view, path) or view.senators[body, leader] == 0 or view.senators[body, view.actor] > 0:
        return 0.0
    return 0.7 * box.value[view.tile[path]] - 0.3 * box.consents[body]


@njit
def best_cover(view, box, leader):
    """Return the most laurels that Caesar can keep from the leader."""
    most = 0.0
    for path in range(box.n_paths):
        most = max(most, covers(view, box, path, leader))
    return most


def deal(view, box, actions, weights, values):
    """Make the leader pay; take the right to move Caesar for a vote."""
    end = ending(view, box, view.path)
    price = fair(view, box, SHARE)
    if view.phase == ASK:
        price += weights[GRUDGE] if view.active == richest_other(view) else -0.5 * weights[GRUDGE]
        return answer(view, box, actions, values, GIVEN if owes(view) else price - end, -NEVER, max(price, 0.4))
    worth = gain(view, box, view.path, view.actor) - REST + end
    if view.phase == OFFER:
        return offer(view, box, actions, values, price, worth, THRIFT, 1.0)
    return buy(view, box, actions, values, worth, THRIFT, 1.0, 2.0)


@strategy(
    "quo_vadis",
    deal=deal,
    weights={
        GRUDGE: Weight(name="grudge", default=1.0, low=0.0, high=10.0, says="laurels that the leader pays more"),
        BLOCK: Weight(name="block", default=0.8, low=0.0, high=5.0, says="what a laurel counts that the leader loses"),
    },
)
def blocker(view, box, actions, weights, values):
    """Keep the leader from getting on, with Caesar and with senators in the way."""
    leader = richest_other(view)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.5 + laurel(view, box, action.path) - 0.6 * votes_to_get(view, box, action.path)
            values[i] += ending(view, box, action.path) + 0.6 * customers(view, box, to) - 0.05 * box.steps[to]
            if box.spaces[to] == 1:
                values[i] += weights[BLOCK] * view.senators[box.path_from[action.path], leader]
        elif action.kind == PLACE:
            values[i] = 1.2 + 0.6 * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
            if action.kind == CAESAR and not weary(view, box):
                if view.phase == MAIN:
                    values[i] = max(values[i], weights[BLOCK] * best_cover(view, box, leader) - 0.5)
                else:
                    values[i] = max(values[i], weights[BLOCK] * covers(view, box, action.path, leader))
    return pick(view, values)
