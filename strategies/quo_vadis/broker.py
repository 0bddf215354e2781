"""Sits where votes are needed and sells them: lives off other people's moves.

Who plays like that: traders, who are content with a laurel from every deal at the table. A vote costs `cut` of what the
move brings, and half of that where somebody else could sell. Tested: it gets more laurels for its votes than its
neighbours for theirs.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, THRIFT, answer, buy, fair, offer
from strategies.quo_vadis.common.table import arrived, competition, laurel, owes, places_left
from strategies.quo_vadis.common.worth import beside, customers, ending, gain, votes_to_get

__all__ = ["broker"]

CUT, CROWD = 1, 2


def deal(view, box, actions, weights, values):
    """Undercut who else could sell; take more where nobody can; buy like anybody."""
    end = ending(view, box, view.path)
    price = fair(view, box, weights[CUT] * (0.5 if competition(view, box) else 1.0))
    if view.phase == ASK:
        return answer(view, box, actions, values, GIVEN if owes(view) else price - end, -NEVER, -NEVER)
    worth = gain(view, box, view.path, view.actor) - REST + end
    if view.phase == OFFER:
        return offer(view, box, actions, values, price, worth, THRIFT, 0.8)
    return buy(view, box, actions, values, worth, THRIFT, 0.8, 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        CUT: Weight(name="cut", default=0.55, low=0.0, high=2.0, says="share of a move's gain that a vote costs"),
        CROWD: Weight(name="crowd", default=1.0, low=0.0, high=3.0, says="laurels that each customer counts for"),
    },
)
def broker(view, box, actions, weights, values):
    """Stand where votes are needed and sell them, cheaply enough to be asked again."""
    hurry = 0.0 if arrived(view, view.actor) else 4.0 / places_left(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.0 + laurel(view, box, action.path) - 0.6 * votes_to_get(view, box, action.path)
            values[i] += ending(view, box, action.path) - 0.05 * box.steps[to]
            if to == box.senate:
                values[i] += hurry
            values[i] += weights[CROWD] * customers(view, box, to)
        elif action.kind == PLACE:
            values[i] = 1.2 + weights[CROWD] * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
