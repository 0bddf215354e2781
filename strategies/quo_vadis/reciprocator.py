"""Does as it is done by, and a little better: generous tit for tat at the bargaining table.

Who plays like that: most good neighbours, and the entry that won Axelrod's tournaments. The ledger decides: who has
given as many votes as they got pays nothing, who is behind promises a vote or pays for it, and who broke a promise pays
`grudge` more for each. Promises are kept. Tested: it breaks none, and gives more votes than its neighbours.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, njit, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, REST, THRIFT, answer, buy, offer
from strategies.quo_vadis.common.table import arrived, laurel, owes, places_left
from strategies.quo_vadis.common.worth import beside, customers, ending, gain, votes_to_get

__all__ = ["reciprocator"]

GENEROUS, GRUDGE = 1, 2


@njit
def behind(view, other):
    """Return by how many votes another seat is behind in giving to oneself; promised votes count as given."""
    me = view.actor
    return int(view.given[me, other]) - int(view.given[other, me]) - int(view.owed[other, me])


def deal(view, box, actions, weights, values):
    """Give to who has given; ask a promise or laurels of who is behind; remember broken words."""
    end = ending(view, box, view.path)
    if view.phase == ASK:
        broken = view.broken[view.active, view.actor]
        wanted = max(behind(view, view.active) + 1.0 - weights[GENEROUS], 0.0) + weights[GRUDGE] * broken
        promise = 1.1 if broken == 0 else -NEVER
        return answer(view, box, actions, values, GIVEN if owes(view) else wanted - end, promise, -NEVER)
    worth = gain(view, box, view.path, view.actor) - REST + end
    if view.phase == OFFER:
        return offer(view, box, actions, values, 1.0, worth, THRIFT, 0.5)
    return buy(view, box, actions, values, worth, THRIFT, 0.6, 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        GENEROUS: Weight(name="generous", default=0.6, low=0.0, high=5.0, says="votes given before any come back"),
        GRUDGE: Weight(name="grudge", default=1.5, low=0.0, high=10.0, says="laurels more for each word broken to it"),
    },
)
def reciprocator(view, box, actions, weights, values):
    """Vote for those who vote for you, keep your word, and forgive a little."""
    hurry = 0.0 if arrived(view, view.actor) else 4.0 / places_left(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            to = box.path_to[action.path]
            values[i] = 1.2 + laurel(view, box, action.path) - 0.5 * votes_to_get(view, box, action.path)
            values[i] += ending(view, box, action.path) + 0.6 * customers(view, box, to) - 0.1 * box.steps[to]
            if to == box.senate:
                values[i] += hurry
        elif action.kind == PLACE:
            values[i] = 1.2 + 0.6 * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
