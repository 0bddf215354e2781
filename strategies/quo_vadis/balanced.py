"""Weighs what a move brings, where it leads, what it does for the end, and what a deal gives to whom.

Who plays like that: experienced players. They ask of every move which laurel it takes, how much nearer the Senate it
comes, and whom they meet there: others in a body are customers for votes, and have votes to give. They price a vote by
what it brings the mover, more for who is ahead and at the gate of the Senate, and they would rather do something else
than pay. They keep their word, unless it would cost the game. Tested: it beats every other shipped strategy head to
head under the usual protocol, at tables of three, four and five.

The weights were tuned by play against the other strategies, on other seeds than the tests use: a small random change
was kept when it won more games, in two samples.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, njit, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, answer, buy, fair, offer
from strategies.quo_vadis.common.table import (
    arrived,
    laurel,
    owes,
    places_left,
    richest_other,
    standing,
    weary,
)
from strategies.quo_vadis.common.worth import beside, customers, ending, votes_to_get

__all__ = ["balanced"]

STEP, INSIDE, LATE, LEAD = 1, 2, 3, 4
PLACING, CUSTOMER, VOTE, REST, THRIFT = 5, 6, 7, 8, 9
SHARE, RIVAL, GATE, WORD, TRUST = 10, 11, 12, 13, 14


@njit
def senate_worth(view, box, weights):
    """Return what a place in the Senate is worth besides the laurel on the way there.

    It counts most for who is not in, and the more the fewer are left; it brings the end nearer, which is good in the
    lead and bad behind.
    """
    me = view.actor
    left = places_left(view, box)
    lead = standing(view, me) - standing(view, richest_other(view))
    worth = 0.0 if weary(view, box) else weights[LEAD] * min(max(lead, -6), 6) / left
    if not arrived(view, me):
        worth += weights[INSIDE] + weights[LATE] / left
    return worth


@njit
def move_worth(view, box, weights, path):
    """Return what going up a path is worth, votes apart."""
    to = box.path_to[path]
    worth = laurel(view, box, path) + weights[STEP]
    if to != box.senate:
        return worth + weights[CUSTOMER] * customers(view, box, to) - 0.05 * box.steps[to]
    return worth + senate_worth(view, box, weights) + ending(view, box, path)


def deal(view, box, actions, weights, values):
    """Sell for a share, dearly to rivals and at the gate of the Senate; buy what is worth more than the rest."""
    me, mover, path = view.actor, view.active, view.path
    if view.phase == ASK:
        wanted = fair(view, box, weights[SHARE])
        if box.path_to[path] == box.senate:
            wanted += weights[GATE] / places_left(view, box)
        if standing(view, mover) > standing(view, me):
            wanted += weights[RIVAL]
        wanted -= ending(view, box, path)
        if owes(view) and wanted <= weights[WORD]:
            wanted = GIVEN
        trust = weights[TRUST] if view.broken[mover, me] == 0 else -NEVER
        return answer(view, box, actions, values, wanted, trust, -NEVER)
    worth = move_worth(view, box, weights, path) - weights[REST]
    if view.phase == OFFER:
        return offer(
            view, box, actions, values, fair(view, box, weights[SHARE]), worth, weights[THRIFT], weights[TRUST]
        )
    return buy(view, box, actions, values, worth, weights[THRIFT], weights[TRUST], 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        STEP: Weight(name="step", default=0.8, low=0.0, high=10.0, says="laurels that a step up counts for"),
        INSIDE: Weight(
            name="inside", default=1.2, low=0.0, high=20.0, says="laurels that being in the Senate counts for"
        ),
        LATE: Weight(name="late", default=4.6, low=0.0, high=30.0, says="that much more when one place is left"),
        LEAD: Weight(name="lead", default=0.25, low=0.0, high=10.0, says="what a lead of a laurel counts at last"),
        PLACING: Weight(name="placing", default=2.3, low=0.0, high=10.0, says="laurels that placing counts for"),
        CUSTOMER: Weight(name="customer", default=1.4, low=0.0, high=5.0, says="laurels that a customer counts for"),
        VOTE: Weight(name="vote", default=0.8, low=0.0, high=5.0, says="what each needed vote is thought to cost"),
        REST: Weight(name="rest", default=0.6, low=0.0, high=10.0, says="laurels that another action brings"),
        THRIFT: Weight(name="thrift", default=2.0, low=0.0, high=20.0, says="what a laurel paid counts for"),
        SHARE: Weight(name="share", default=0.37, low=0.0, high=3.0, says="share of a move's gain that a vote costs"),
        RIVAL: Weight(name="rival", default=0.7, low=0.0, high=10.0, says="laurels a vote costs more who is ahead"),
        GATE: Weight(name="gate", default=0.85, low=0.0, high=20.0, says="laurels more for a vote to the last place"),
        WORD: Weight(name="word", default=3.5, low=0.0, high=99.0, says="laurels up to which a word is kept"),
        TRUST: Weight(name="trust", default=0.8, low=0.0, high=5.0, says="laurels that a promised vote counts for"),
    },
)
def balanced(view, box, actions, weights, values):
    """Weigh laurels, company, the race and the end; price votes by what they bring, and rather sell than buy."""
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            values[i] = move_worth(view, box, weights, action.path)
            values[i] -= weights[VOTE] * votes_to_get(view, box, action.path)
        elif action.kind == PLACE:
            values[i] = weights[PLACING] + weights[CUSTOMER] * customers(view, box, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
