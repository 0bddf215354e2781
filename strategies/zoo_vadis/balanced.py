"""Weighs laurels now and ahead, votes, the race and the end; lends, sells and pays for what it is worth.

Who plays like that: experienced players. Tested: it beats every other shipped strategy, species and seats rotated.
"""

from __future__ import annotations

from sim.games.zoo_vadis.state import ADD, ADVANCE, MAIN
from strategies.kit import Weight, pick, strategy
from strategies.zoo_vadis.common.acting import plain_worth, way_worth
from strategies.zoo_vadis.common.table import arrived, places_left, richest_other, standing
from strategies.zoo_vadis.common.trade import trade
from strategies.zoo_vadis.common.worth import body_worth

__all__ = ["balanced"]

SHARE, LEND, KEEP, THRIFT, HURRY = 1, 2, 3, 4, 5
RIVAL, VOTE, PLACING, LEAD, PACE, EASE = 6, 7, 8, 9, 10, 11

CROWD = 6  # seats from which exhibits that need votes are traps and the Star Exhibit fills fast
LONG_WAY = 4  # steps from the bottom to the Star Exhibit, about


def deal(view, box, actions, weights, values):
    """Sell for a share, dearly to rivals; buy what is worth more than it costs."""
    return trade(
        view, box, actions, values,
        weights[SHARE], weights[LEND], weights[KEEP], weights[THRIFT], weights[HURRY], weights[RIVAL],
    )  # fmt: skip


@strategy(
    "zoo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        SHARE: Weight(name="share", default=0.45, low=0.0, high=3.0, says="share of a move's gain that a vote costs"),
        LEND: Weight(
            name="lend", default=0.5, low=0.0, high=3.0, says="share of what the ability brings that it costs"
        ),
        KEEP: Weight(
            name="keep", default=0.5, low=0.0, high=10.0, says="laurels that a ready tile is worth at the start"
        ),
        THRIFT: Weight(name="thrift", default=2.5, low=0.0, high=10.0, says="what a laurel paid counts for"),
        HURRY: Weight(
            name="hurry", default=8.0, low=0.0, high=40.0, says="laurels that the last place in the Star counts for"
        ),
        RIVAL: Weight(name="rival", default=0.7, low=0.0, high=10.0, says="laurels a vote costs more who is ahead"),
        VOTE: Weight(name="vote", default=0.8, low=0.0, high=5.0, says="what each needed vote is thought to cost"),
        PLACING: Weight(
            name="placing", default=2.2, low=0.0, high=10.0, says="laurels that adding an animal counts for"
        ),
        LEAD: Weight(name="lead", default=0.8, low=0.0, high=10.0, says="what a laurel ahead counts at the last place"),
        EASE: Weight(
            name="ease",
            default=0.3,
            low=0.0,
            high=5.0,
            says="in a crowd: laurels that each vote to leave counts against adding",
        ),
        PACE: Weight(
            name="pace",
            default=0.5,
            low=0.0,
            high=5.0,
            says="in a crowd: what each step nearer counts for until one is in",
        ),
    },
)
def balanced(view, box, actions, weights, values):
    """Weigh laurels now and ahead, votes, the race and the end; lend, sell and pay for what it is worth."""
    me = view.active
    lead = min(max(standing(view, me) - standing(view, richest_other(view, me)), -6), 6)
    inside = arrived(view, me)
    crowded = view.n_seats >= CROWD
    star = weights[LEAD] * lead / places_left(view, box)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == ADVANCE and view.phase == MAIN:
            values[i] = way_worth(view, box, action.path, weights[HURRY], weights[VOTE])
            if not inside and crowded:
                values[i] += weights[PACE] * (LONG_WAY - box.steps[box.path_to[action.path]])
            elif box.path_to[action.path] == box.star:
                values[i] += star
        elif action.kind == ADD:
            values[i] = weights[PLACING] + body_worth(view, box, action.body, me) + 0.01 * action.body
            if crowded:
                values[i] += weights[EASE] * (1 - box.votes[action.body])
        else:
            values[i] = plain_worth(view, box, actions, i, weights[HURRY])
    return pick(view, values)
