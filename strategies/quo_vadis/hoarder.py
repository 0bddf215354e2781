"""Collects laurels below and runs for the Senate at the last moment, sometimes too late.

Who plays like that: collectors; tales of the game are full of them, outside the Senate with the biggest heap. No
senator goes in before `patience` places are taken or the stack runs low; then the front senator sprints. Tested: among
calm players it is the last to arrive, takes the most laurels on the way, and is outside with the biggest heap more
often than they are.
"""

from __future__ import annotations

from sim.games.quo_vadis.state import ASK, MOVE, OFFER, PLACE
from strategies.kit import Weight, njit, pick, strategy
from strategies.quo_vadis.common.bargain import GIVEN, NEVER, answer, buy, fair, offer
from strategies.quo_vadis.common.table import arrived, laurel, owes, weary
from strategies.quo_vadis.common.worth import beside, votes_to_get

__all__ = ["hoarder"]

PATIENCE, SHARE = 1, 2
LOW = 0.9  # part of the stack that is drawn when laurels run out


@njit
def early(view, box, weights):
    """Return whether there is time to collect: places are free, the stack is not low, and the game does not drag on."""
    return view.n_senate < weights[PATIENCE] and view.drawn <= LOW * box.stack_size and not weary(view, box)


def deal(view, box, actions, weights, values):
    """Sell votes for a good share of what they bring; pay less than the laurel, except in the sprint."""
    if view.phase == ASK:
        wanted = GIVEN if owes(view) else fair(view, box, weights[SHARE])
        return answer(view, box, actions, values, wanted, -NEVER, -NEVER)
    sprint = not early(view, box, weights) and not arrived(view, view.actor)
    worth = laurel(view, box, view.path) + (5.0 if sprint else 0.0)
    if view.phase == OFFER:
        return offer(view, box, actions, values, 1.0, worth, 1.0, 0.7)
    return buy(view, box, actions, values, worth, 1.0, 0.7, 0.5)


@strategy(
    "quo_vadis",
    deal=deal,
    temperature=0.3,
    weights={
        PATIENCE: Weight(name="patience", default=4.0, low=0.0, high=9.0, says="places taken when the sprint begins"),
        SHARE: Weight(name="share", default=0.4, low=0.0, high=2.0, says="share of a move's gain that a vote costs"),
    },
)
def hoarder(view, box, actions, weights, values):
    """Collect laurels in peace, and run for the Senate when it is almost full."""
    collect = early(view, box, weights)
    sprint = not collect and not arrived(view, view.actor)
    for i in range(len(actions)):
        action = actions[i]
        if action.kind == MOVE:
            steps = box.steps[box.path_to[action.path]]
            values[i] = 0.5 + laurel(view, box, action.path) - 0.5 * votes_to_get(view, box, action.path)
            if sprint:
                values[i] += 10.0 - 3.0 * steps
            elif steps == 0 and collect:
                values[i] -= 4.0
        elif action.kind == PLACE:
            values[i] = 1.3 + 0.3 * box.consents[action.body]
        else:
            values[i] = beside(view, box, actions, i)
    return pick(view, values)
