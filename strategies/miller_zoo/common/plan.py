"""A plan for the whole team's afternoon: who goes where, and which card is used on which space.

The plan is found by answering in turn: each teammate makes the best use of their own cards, and of stored ones that
nobody else uses, given what all others plan; a few times round. Everything is counted in cards of the deck. The plan is
made anew for every decision, always from teammate 0 on, so that all who ask at one moment get the same one.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.state import HAND, ICONS, KINDS, MATES, NONE, SPACES, STORAGE
from sim.records import record
from strategies.kit import njit
from strategies.miller_zoo.common.clock import icon_price
from strategies.miller_zoo.common.crisis import DRAWS, MOST, burn, fill_deck, fill_odds, fill_savings, lacking

__all__ = ["MOVING", "PLAN", "fill_prices", "make_plan"]

SLOTS = 2 * HAND  # a teammate's cards, then the stored ones
STOPS = 3  # spaces of one teammate: where they are, and two more
KEPT = -1  # role of a card that is not played
MOVING = -2  # role of a card that is played to move; any other role is the space where the card is used
TAKEN = -3  # role, in a trial, of a stored card that another teammate plays
FEW = 4  # spaces of which two are visited in one afternoon
NEVER = -1e9
DEAR = 1e9
FIXED = 0.8  # part of what a crisis would burn that it burns after an afternoon, about

PLAN = record(
    [
        # what the team thinks, in cards of the deck
        ("pay", np.float64),  # an icon paid
        ("receive", np.float64),  # an animal received, besides its icons
        ("finish", np.float64),  # receiving as many as are needed to win; a token that no crisis can clear costs half
        ("crisis", np.float64),  # a card that a crisis does not turn
        (
            "worth",
            np.float64,
            (SPACES, ICONS),
        ),  # (S, I) an icon used on a space; of a token, for a first guess
        ("price", np.float64, (KINDS,)),  # (K,) a card in the storage
        # what there is
        ("own", np.int64, (MATES,)),  # (M,) own cards
        ("n", np.int64, (MATES,)),  # (M,) cards that a teammate can play: own ones, then stored ones
        ("card", np.int64, (MATES, SLOTS)),  # (M, ·) their kinds
        ("deck", np.int64),  # cards in the deck
        ("jokers", np.int64),  # of these
        ("icons", np.int64, (ICONS,)),  # (I,) on the others of these
        ("odds", np.float64, (ICONS, MOST + 1, DRAWS)),  # as in `fill_odds`
        ("saving", np.float64, (ICONS,)),  # (I,) as in `fill_savings`
        # what is planned
        ("role", np.int64, (MATES, SLOTS)),  # (M, ·) KEPT, MOVING or a space
        ("icon", np.int64, (MATES, SLOTS, 2)),  # (M, ·, ·) icons used there, or NONE
        ("stop", np.int64, (MATES, STOPS)),  # (M, ·) where a teammate is, goes to, goes to then; or NONE
        ("left", np.int64, (SPACES, ICONS)),  # (S, I) icons that can still be used after all that is planned
        ("tokens", np.int64, (ICONS,)),  # (I,) tokens left after all that is planned
        # scratch: one teammate's trials
        ("floor", np.float64),  # price below which a card finds no room in the storage
        ("best", np.float64, (HAND,)),
        ("night", np.float64),  # what the night is worth if this teammate does nothing
        ("rating", np.float64, (SPACES,)),
        ("try_role", np.int64, (SLOTS,)),
        ("try_icon", np.int64, (SLOTS, 2)),
        ("try_stop", np.int64, (STOPS,)),
        ("try_left", np.int64, (STOPS, ICONS)),
        ("try_tokens", np.int64, (ICONS,)),
    ]
)


@njit
def fill_prices(view, box, prices, joker, both, single):
    """Fill `prices` (K,): what a stored card is worth, by how many of its icons are due for animals here or to come."""
    due = np.zeros(ICONS, np.int64)
    for animal in range(box.n_printed, box.n_animals):
        for icon in range(box.n_icons):
            if not view.home[animal]:
                due[icon] += box.cost[animal, icon]
    for reception in range(box.n_receptions):
        animal = int(view.visitor[reception])
        for icon in range(box.n_icons):
            if animal != NONE:
                due[icon] += view.due[reception, icon] - box.cost[animal, icon]
    for card in range(box.n_kinds):
        second = int(box.second[card])
        if box.joker[card]:
            prices[card] = joker
        elif second != NONE and due[int(box.first[card])] > 0 and due[second] > 0:
            prices[card] = both
        elif due[int(box.first[card])] > 0 or (second != NONE and due[second] > 0):
            prices[card] = single
        else:
            prices[card] = 0.0


@njit
def make_plan(view, box, plan, rounds):
    """Make a plan. Given are `receive`, `finish` and `crisis`; `pay` as a factor to the price that the clock gives;
    `price` in icons.
    """
    _lay_out(view, box, plan)
    for _ in range(rounds):
        for mate in range(view.n_team):
            _respond(view, box, plan, mate)


@njit
def _lay_out(view, box, plan):
    """Fill in what there is and what it is worth; nobody does anything yet."""
    stored = int(view.n_cards[STORAGE])
    cards = stored
    for mate in range(view.n_team):
        own = int(view.n_cards[mate])
        cards += own
        plan.own[mate] = own
        plan.n[mate] = own + stored
        for slot in range(own + stored):
            plan.card[mate, slot] = view.cards[mate, slot] if slot < own else view.cards[STORAGE, slot - own]
            plan.role[mate, slot] = KEPT
        for stop in range(STOPS):
            plan.stop[mate, stop] = NONE
    for icon in range(box.n_icons):
        plan.tokens[icon] = 0
        for habitat in range(box.n_habitats):
            plan.left[habitat, icon] = view.open[habitat, icon]
            plan.tokens[icon] += view.open[habitat, icon]
        for reception in range(box.n_receptions):
            plan.left[box.n_habitats + reception, icon] = view.due[reception, icon]
    plan.deck = int(box.deck_size) - int(view.drawn)
    plan.jokers = fill_deck(view, box, plan.icons)
    fill_odds(box, plan.deck, plan.icons, plan.jokers, plan.tokens, plan.odds)
    burned = fill_savings(box, plan.deck, plan.tokens, plan.odds, plan.saving)
    plan.pay *= icon_price(view, box, cards, FIXED * burned)
    for card in range(box.n_kinds):
        plan.price[card] *= plan.pay
    for space in range(box.n_spaces):
        for icon in range(box.n_icons):
            plan.worth[space, icon] = plan.crisis * plan.saving[icon] if space < box.n_habitats else plan.pay


@njit
def _respond(view, box, plan, mate):
    """Give a teammate the best part in the plan, given what all others plan."""
    _withdraw(box, plan, mate)
    n = int(plan.n[mate])
    if n == 0:
        return
    _set_floor(view, box, plan, mate)
    plan.night = _night(box, plan, plan.tokens)
    for slot in range(n):
        taken = slot >= plan.own[mate] and _played(view, plan, mate, slot - plan.own[mate])
        plan.try_role[slot] = TAKEN if taken else KEPT
    here = int(view.at[mate])
    most = 0.0
    one = NONE
    two = NONE
    if here != NONE and _wanted(box, plan.left[here]) > 0:
        most = max(most, _try(view, box, plan, mate, here, NONE, NONE))
    for space in range(box.n_spaces):
        plan.rating[space] = NEVER
        if space != here and _wanted(box, plan.left[space]) > 0:
            plan.rating[space] = _try(view, box, plan, mate, here, space, NONE)
            if plan.rating[space] > most:
                most = plan.rating[space]
                one = space
    for a in range(box.n_spaces):
        if n > 3 and _among_few(box, plan, a):
            for b in range(a):
                if _among_few(box, plan, b):
                    value = _try(view, box, plan, mate, here, a, b)
                    if value > most:
                        most = value
                        one = a
                        two = b
    if most > 0.0:
        _try(view, box, plan, mate, here, one, two)
        _agree(box, plan, mate)


@njit
def _withdraw(box, plan, mate):
    """Take a teammate's part out of the plan."""
    for slot in range(plan.n[mate]):
        space = int(plan.role[mate, slot])
        if space >= 0:
            for side in range(2):
                icon = int(plan.icon[mate, slot, side])
                if icon != NONE:
                    plan.left[space, icon] += 1
                    if space < box.n_habitats:
                        plan.tokens[icon] += 1
        plan.role[mate, slot] = KEPT
    for stop in range(STOPS):
        plan.stop[mate, stop] = NONE


@njit
def _agree(box, plan, mate):
    """Make the last trial a teammate's part in the plan."""
    for stop in range(STOPS):
        plan.stop[mate, stop] = plan.try_stop[stop]
    for slot in range(plan.n[mate]):
        space = int(plan.try_role[slot])
        plan.role[mate, slot] = KEPT if space == TAKEN else space
        if space >= 0:
            for side in range(2):
                icon = int(plan.try_icon[slot, side])
                plan.icon[mate, slot, side] = icon
                if icon != NONE:
                    plan.left[space, icon] -= 1
                    if space < box.n_habitats:
                        plan.tokens[icon] -= 1


@njit
def _played(view, plan, mate, place):
    """Return whether another teammate plans to play the stored card at a place of the storage."""
    for other in range(view.n_team):
        if other != mate and plan.role[other, plan.own[other] + place] != KEPT:
            return True
    return False


@njit
def _set_floor(view, box, plan, mate):
    """Set the price below which a card finds no room in the storage, because others leave as many better ones."""
    room = int(box.storage)
    for place in range(view.n_cards[STORAGE]):
        if not _played(view, plan, mate, place):
            room -= 1
    if room <= 0:
        plan.floor = DEAR
        return
    for place in range(room):
        plan.best[place] = 0.0
    for other in range(view.n_team):
        if other == mate:
            continue
        for slot in range(plan.own[other]):
            price = plan.price[plan.card[other, slot]]
            if plan.role[other, slot] == KEPT and price > plan.best[room - 1]:
                place = room - 1
                while place > 0 and plan.best[place - 1] < price:
                    plan.best[place] = plan.best[place - 1]
                    place -= 1
                plan.best[place] = price
    plan.floor = plan.best[room - 1]


@njit
def _night(box, plan, tokens):
    """Return what a night with these tokens (I,) is worth, at most 0."""
    burned = burn(box, plan.deck, tokens, plan.odds)
    return -plan.crisis * burned - 0.5 * plan.finish * lacking(box, plan.icons, plan.jokers, tokens)


@njit
def _wanted(box, left):
    """Return how many icons can still be used, of all kinds. left: (I,)."""
    total = 0
    for icon in range(box.n_icons):
        total += left[icon]
    return total


@njit
def _among_few(box, plan, space):
    """Return whether a space is among the few that are rated best."""
    better = 0
    for other in range(box.n_spaces):
        if plan.rating[other] > plan.rating[space]:
            better += 1
    return better < FEW and plan.rating[space] > NEVER


@njit
def _try(view, box, plan, mate, here, one, two):
    """Return what it is worth that a teammate uses cards here, goes to one space, and then to another (or NONE).

    The best card for the best of these spaces is taken first, again and again, but for the cards that are needed to
    move. NEVER, if a space would be visited for nothing.
    """
    plan.try_stop[0] = here
    plan.try_stop[1] = one
    plan.try_stop[2] = two
    moves = (1 if one != NONE else 0) + (1 if two != NONE else 0)
    if moves > 0 and here == NONE and box.first_move_free == 1:
        moves -= 1
    room = -moves
    for slot in range(plan.n[mate]):
        if plan.try_role[slot] != TAKEN:
            plan.try_role[slot] = KEPT
            room += 1
    for stop in range(STOPS):
        if plan.try_stop[stop] != NONE:
            for icon in range(box.n_icons):
                plan.try_left[stop, icon] = plan.left[plan.try_stop[stop], icon]
    total = 0.0
    saved = 0.0
    used_one = one == NONE
    used_two = two == NONE
    while room > 0:
        most = 0.0
        best = NONE
        at = 0
        for slot in range(plan.n[mate]):
            if plan.try_role[slot] == KEPT:
                cost = _cost(plan, mate, slot)
                for stop in range(STOPS):
                    if plan.try_stop[stop] != NONE:
                        value = _gain(box, plan, stop, int(plan.card[mate, slot])) - cost
                        if value > most:
                            most = value
                            best = slot
                            at = stop
        if best == NONE:
            break
        if plan.try_stop[at] < box.n_habitats:
            saved += most + _cost(plan, mate, best)
        _take(box, plan, at, best, int(plan.card[mate, best]))
        total += most
        used_one = used_one or at == 1
        used_two = used_two or at == 2
        room -= 1
    if room < 0 or not used_one or not used_two:
        return NEVER
    for _ in range(moves):
        cheapest = NONE
        for slot in range(plan.n[mate]):
            if plan.try_role[slot] == KEPT and (
                cheapest == NONE or plan.price[plan.card[mate, slot]] < plan.price[plan.card[mate, cheapest]]
            ):
                cheapest = slot
        plan.try_role[cheapest] = MOVING
        total -= _cost(plan, mate, cheapest)
    if saved > 0.0:
        total += _saved(box, plan, mate) - saved
    return total + _received(view, box, plan)


@njit
def _cost(plan, mate, slot):
    """Return what a card could still be worth in the storage."""
    return max(0.0, plan.price[plan.card[mate, slot]] - plan.floor)


@njit
def _gain(box, plan, stop, card):
    """Return what a card is worth at a stop of the trial."""
    space = plan.try_stop[stop]
    if box.joker[card]:
        most = 0.0
        for icon in range(box.n_icons):
            if plan.try_left[stop, icon] > 0:
                most = max(most, plan.worth[space, icon])
        return most
    first = int(box.first[card])
    second = int(box.second[card])
    used = 1 if plan.try_left[stop, first] > 0 else 0
    value = plan.worth[space, first] if used else 0.0
    if second != NONE and plan.try_left[stop, second] > (used if second == first else 0):
        value += plan.worth[space, second]
    return value


@njit
def _take(box, plan, stop, slot, card):
    """Use a card at a stop of the trial; a joker for what is worth most, of equals for what is wanted most."""
    space = plan.try_stop[stop]
    plan.try_role[slot] = space
    first = int(box.first[card])
    second = int(box.second[card])
    if box.joker[card]:
        for icon in range(box.n_icons):
            if plan.try_left[stop, icon] > 0 and (
                first == NONE
                or plan.worth[space, icon] > plan.worth[space, first]
                or (
                    plan.worth[space, icon] == plan.worth[space, first]
                    and plan.try_left[stop, icon] > plan.try_left[stop, first]
                )
            ):
                first = icon
    for side in range(2):
        icon = first if side == 0 else second
        if icon != NONE and plan.try_left[stop, icon] > 0:
            plan.try_left[stop, icon] -= 1
        else:
            icon = NONE
        plan.try_icon[slot, side] = icon


@njit
def _saved(box, plan, mate):
    """Return what the fixes of the trial save in the night."""
    for icon in range(box.n_icons):
        plan.try_tokens[icon] = plan.tokens[icon]
    for slot in range(plan.n[mate]):
        if 0 <= plan.try_role[slot] < box.n_habitats:
            for side in range(2):
                if plan.try_icon[slot, side] != NONE:
                    plan.try_tokens[plan.try_icon[slot, side]] -= 1
    return _night(box, plan, plan.try_tokens) - plan.night


@njit
def _received(view, box, plan):
    """Return what it is worth to receive the animals whose last icons are paid in the trial."""
    received = 0
    for stop in range(STOPS):
        space = int(plan.try_stop[stop])
        if space >= box.n_habitats and _wanted(box, plan.left[space]) > 0 and _wanted(box, plan.try_left[stop]) == 0:
            received += 1
    if received == 0:
        return 0.0
    home = int(view.received) + received
    for reception in range(box.n_receptions):
        if view.visitor[reception] != NONE and _wanted(box, plan.left[box.n_habitats + reception]) == 0:
            home += 1
    return plan.receive * received + (plan.finish if home >= box.goal else 0.0)
