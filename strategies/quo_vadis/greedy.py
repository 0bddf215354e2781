"""Takes the most laurels that can be had this turn, and moves up for want of better.

Who plays like that: most people, in their first game. It sells its votes for any laurel and pays any price below the
laurel on the path; who arrives in the Senate is no concern. Tested: it takes more laurels on the way than random play.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, answer, buy, offer
from strategies.quo_vadis.common.table import laurel, owes
from strategies.quo_vadis.common.worth import beside, votes_to_get

__all__ = ["greedy"]


def deal(view, box, actions, weights, values):
    """Sell at one laurel; buy below the laurel on the path; keep promises, for nothing is at stake."""
    if view.phase == ASK:
        return answer(view, box, actions, values, GIVEN if owes(view) else 1.1, -NEVER, -NEVER)
    worth = laurel(view, box, view.path) - 0.5
    if view.phase == OFFER:
        return offer(view, box, actions, values, 1.0, worth, 1.0, 0.5)
    return buy(view, box, actions, values, worth, 1.0, 0.5, 0.0)


@strategy("quo_vadis", deal=deal, temperature=0.3)
def greedy(view, box, actions, weights, values):
    """Take the dearest laurel within reach; without one move up, or place a senator."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            values[i] = 1.0 + laurel(view, box, action.path) - 0.5 * votes_to_get(view, box, action.path)
            values[i] -= 0.01 * box.steps[box.path_to[action.path]]
        elif action.kind == PLACE:
            values[i] = 1.2 + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
