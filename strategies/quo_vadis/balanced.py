"""Weighs what a move brings now, what it opens, what it does for the end, and what a deal gives to whom.

Who plays like that: experienced players. It asks of every move: which laurel, how far from the Senate, which customers
and which own votes are where I arrive, which laurel lies ahead? It knows when the Senate is about to be full, and
neither fills it nor lets it be filled for somebody else's victory. It sells its votes for a share of what they bring
the mover, and pays little. Tested: it beats every other shipped strategy head to head.

The weights were tuned by play against the other strategies, on other seeds than the tests use: small random changes
were kept when they won more games.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, njit, pick, strategy
from strategies.quo_vadis.common.bargain import NEVER, answer, buy, fair, offer
from strategies.quo_vadis.common.table import (
    arrived,
    company,
    competition,
    laurel,
    owes,
    places_left,
    richest_other,
    standing,
    weary,
)
from strategies.quo_vadis.common.worth import beside, ending, gain, votes_to_get

__all__ = ["balanced"]

STEP, IN, LATE, LEAD = 1, 2, 3, 4
PLACING, AHEAD, CUSTOMER, FRIEND = 5, 6, 7, 8
VOTE, REST, THRIFT = 9, 10, 11
SHARE, GREED, RIVAL, GATE, WORD, TRUST = 12, 13, 14, 15, 16, 17


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
        worth += weights[IN] + weights[LATE] / left
    return worth


@njit
def body_worth(view, box, weights, body):
    """Return what standing in a body is worth: the laurel ahead, customers for one's votes, own votes."""
    ahead = 0
    for path in range(box.first_path[body], box.first_path[body + 1]):
        ahead = max(ahead, laurel(view, box, path))
    worth = weights[AHEAD] * ahead - 0.05 * box.steps[body]
    if box.consents[body] > 0:
        worth += weights[CUSTOMER] * min(company(view, body, view.actor), 2)
        worth += weights[FRIEND] * view.senators[body, view.actor]
    return worth


@njit
def move_worth(view, box, weights, path, in_senate):
    """Return what going up a path is worth. in_senate: what `senate_worth` says."""
    to = box.path_to[path]
    worth = laurel(view, box, path) + weights[STEP]
    if to != box.senate:
        return worth + body_worth(view, box, weights, to)
    return worth + in_senate + ending(view, box, path)


def deal(view, box, actions, weights, values):
    """Sell for a share, dearly to rivals and at the gate of the Senate; buy what is worth more than the rest."""
    me, mover, path = view.actor, view.active, view.path
    if view.phase == ASK:
        wanted = fair(view, box, weights[SHARE])
        if box.path_to[path] == box.senate:
            wanted += weights[GATE] / places_left(view, box)
        if standing(view, mover) > standing(view, me):
            wanted += weights[RIVAL]
        if not competition(view, box):
            wanted += weights[GREED] * gain(view, box, path, mover)
        wanted -= ending(view, box, path)
        if owes(view) and wanted <= weights[WORD]:
            wanted = 0.0
        trust = weights[TRUST] if view.broken[mover, me] == 0 else -NEVER
        return answer(view, box, actions, values, wanted, trust, -NEVER)
    worth = move_worth(view, box, weights, path, senate_worth(view, box, weights)) - weights[REST]
    if view.phase == OFFER:
        return offer(view, actions, values, 1.0, worth, weights[TRUST])
    return buy(view, box, actions, values, worth, weights[THRIFT], weights[TRUST], 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    weights={
        STEP: Weight(name="step", default=1.0, low=0.0, high=10.0, says="laurels that a step up counts for"),
        IN: Weight(name="in", default=0.7, low=0.0, high=20.0, says="laurels that being in the Senate counts for"),
        LATE: Weight(name="late", default=3.4, low=0.0, high=30.0, says="that much more when one place is left"),
        LEAD: Weight(name="lead", default=0.8, low=0.0, high=10.0, says="what a laurel ahead counts at the last place"),
        PLACING: Weight(name="placing", default=1.4, low=0.0, high=10.0, says="laurels that placing counts for"),
        AHEAD: Weight(name="ahead", default=0.4, low=0.0, high=5.0, says="what a laurel counts that lies ahead"),
        CUSTOMER: Weight(name="customer", default=1.2, low=0.0, high=5.0, says="laurels that a customer counts for"),
        FRIEND: Weight(name="friend", default=0.7, low=0.0, high=5.0, says="laurels that an own vote counts for"),
        VOTE: Weight(name="vote", default=0.8, low=0.0, high=5.0, says="what each needed vote is thought to cost"),
        REST: Weight(name="rest", default=0.6, low=0.0, high=10.0, says="laurels that another action brings"),
        THRIFT: Weight(name="thrift", default=4.0, low=0.0, high=20.0, says="what a laurel paid counts for"),
        SHARE: Weight(name="share", default=0.4, low=0.0, high=3.0, says="share of a move's gain that a vote costs"),
        GREED: Weight(name="greed", default=0.2, low=0.0, high=3.0, says="further share where nobody else can sell"),
        RIVAL: Weight(name="rival", default=0.7, low=0.0, high=10.0, says="laurels a vote costs more who is ahead"),
        GATE: Weight(name="gate", default=0.4, low=0.0, high=20.0, says="laurels more for a vote to the last place"),
        WORD: Weight(name="word", default=2.5, low=0.0, high=99.0, says="laurels up to which a word is kept"),
        TRUST: Weight(name="trust", default=0.8, low=0.0, high=5.0, says="laurels that a promised vote counts for"),
    },
)
def balanced(view, box, actions, weights, values):
    """Weigh laurels now and ahead, votes, the race and the end; sell dearly, pay little, keep your word."""
    in_senate = senate_worth(view, box, weights)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            values[i] = move_worth(view, box, weights, action.path, in_senate)
            values[i] -= weights[VOTE] * votes_to_get(view, box, action.path)
        elif action.kind == PLACE:
            values[i] = weights[PLACING] + body_worth(view, box, weights, action.body) + 0.01 * action.body
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
