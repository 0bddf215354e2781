"""Plans the afternoon for everybody: who goes where, with which cards, and what the crisis may have.

Who plays like that: a team with open hands that talks first and plays then. It pays more for an icon when days run out,
stores what will be wanted, and sends two teammates to one animal only where one is not enough.
Tested: it wins more often than a greedy team at every team size, and wastes fewer icons.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.actions import tokens_of
from sim.games.miller_zoo.state import CLEAR, DROP, FIX, ICONS, KINDS, LAY, MOVE, NONE, PASS, PAY, RIDE, STORE
from strategies.kit import Weight, njit, pick, strategy
from strategies.miller_zoo.common.cards import useful_cards
from strategies.miller_zoo.common.crisis import fill_deck
from strategies.miller_zoo.common.plan import MOVING, PLAN, fill_prices, make_plan

__all__ = ["planner"]

URGENT = 1000.0

PAY_WORTH = 1
RECEIVE_WORTH = 2
FINISH_WORTH = 3
CRISIS_WORTH = 4
JOKER = 5
BOTH = 6
SINGLE = 7
STAYING = 8
ROUNDS = 9


def store(view, box, actions, weights, values):
    """Store jokers, and cards of which both icons are due; make no room."""
    prices = np.empty(KINDS)
    fill_prices(view, box, prices, weights[JOKER], weights[BOTH], weights[SINGLE])
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == STORE:
            values[i] = prices[action.card]
        elif action.kind == DROP:
            values[i] = -1.0
    return pick(view, values)


def team(view, box, actions, weights, values):
    """Go with an animal where there is more to fix than a new animal will want; let a joker clear what the deck lacks,
    or what the crisis would take longest for; lay tokens where there are fewest.
    """
    icons = np.empty(ICONS, np.int64)
    fill_deck(view, box, icons)
    deck = int(box.deck_size) - int(view.drawn)
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == RIDE:
            values[i] = useful_cards(view, box, view.mate, action.space, NONE) - 0.5
            if view.turned < box.n_animals - box.n_printed:
                values[i] -= weights[STAYING] * view.n_cards[view.mate]
        elif action.kind == CLEAR:
            tokens = tokens_of(box, view, action.icon)
            values[i] = tokens * (deck + 1) / (icons[action.icon] + 1)
            if tokens > icons[action.icon]:
                values[i] += URGENT
        elif action.kind == LAY:
            values[i] = -float(view.open[action.space, action.icon])
    return pick(view, values)


@njit
def chosen_slot(view, plan, mate, role):
    """Return the card of a teammate with a role in the plan, of several the cheapest; or NONE."""
    chosen = NONE
    for slot in range(plan.n[mate]):
        if plan.role[mate, slot] == role and (
            chosen == NONE or plan.price[plan.card[mate, slot]] < plan.price[plan.card[mate, chosen]]
        ):
            chosen = slot
    return chosen


@njit
def is_next(plan, mate, action, here, slot):
    """Return whether an action is what a teammate does next by the plan: use a card here, else move, else pass."""
    if slot != NONE and (plan.card[mate, slot] != action.card or (slot >= plan.own[mate]) != (action.stored == 1)):
        return action.kind == MOVE and action.card == NONE and action.space == plan.stop[mate, 1]
    if here:
        return (action.kind == FIX or action.kind == PAY) and (
            action.icon == NONE or action.icon == plan.icon[mate, slot, 0]
        )
    if plan.stop[mate, 1] != NONE:
        return action.kind == MOVE and action.space == plan.stop[mate, 1]
    return action.kind == PASS


@strategy(
    "miller_zoo",
    store=store,
    team=team,
    weights={
        PAY_WORTH: Weight(
            name="pay", default=1.2, low=0.1, high=10.0, says="an icon paid, times the price the clock gives"
        ),
        RECEIVE_WORTH: Weight(name="receive", default=0.7, low=-20.0, high=20.0, says="an animal received, besides"),
        FINISH_WORTH: Weight(name="finish", default=20.0, low=0.0, high=100.0, says="receiving the last one"),
        CRISIS_WORTH: Weight(name="crisis", default=1.0, low=0.0, high=10.0, says="a card that a crisis does not turn"),
        JOKER: Weight(name="joker", default=0.7, low=0.0, high=5.0, says="a stored joker, in icons paid"),
        BOTH: Weight(name="both", default=0.7, low=0.0, high=5.0, says="a stored card with two icons that are due"),
        SINGLE: Weight(name="single", default=0.6, low=0.0, high=5.0, says="a stored card with one icon that is due"),
        STAYING: Weight(
            name="staying", default=0.6, low=0.0, high=5.0, says="a card where an animal is turned up next"
        ),
        ROUNDS: Weight(name="rounds", default=2.0, low=1.0, high=6.0, says="times that all answer to the others"),
    },
)
def planner(view, box, actions, weights, values):
    """Plan everybody's afternoon together, by what an icon and a night cost in cards of the deck, and do one's part."""
    plan = np.empty(1, PLAN)[0]
    plan.pay = weights[PAY_WORTH]
    plan.receive = weights[RECEIVE_WORTH]
    plan.finish = weights[FINISH_WORTH]
    plan.crisis = weights[CRISIS_WORTH]
    fill_prices(view, box, plan.price, weights[JOKER], weights[BOTH], weights[SINGLE])
    make_plan(view, box, plan, int(weights[ROUNDS]))
    mate = int(view.active)
    space = int(view.at[mate])
    slot = chosen_slot(view, plan, mate, space) if space != NONE else NONE
    here = slot != NONE
    if not here:
        slot = chosen_slot(view, plan, mate, MOVING)
    for i in range(len(actions)):
        values[i] = 1.0 if is_next(plan, mate, actions[i], here, slot) else 0.0
    return pick(view, values)
