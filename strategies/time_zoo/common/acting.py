"""What each action is worth to a strategy with a certain taste: most strategies differ by it alone.

A turn is worth what it adds to the points of the zoo, to what the hand could lure next, and to the food in the hand.
"""

from __future__ import annotations

from sim.games.time_zoo.holdings import counted, with_card
from sim.games.time_zoo.payments import fitting, price
from sim.games.time_zoo.scoring import points
from sim.games.time_zoo.state import (
    COUNT_BITS,
    DISCARD_CARD,
    EXCHANGING,
    EXTRA,
    GREEN,
    HIRE,
    INTERN,
    MAIN,
    MORE,
    NONE,
    ORANGE,
    ORDER,
    PAYING,
    PILE_CARD,
    PUTTING,
    REMOVING,
    SAME,
    TUCK_FOOD,
    TUCKING,
)
from strategies.kit import njit, pick
from strategies.time_zoo.common.food import helpful, left_of_it, missing, needed, part_of
from strategies.time_zoo.common.worth import animal_worth, intern_pull, intern_worth, set_worth

__all__ = ["choose", "weigh"]

_SECOND = 0.5  # of what the top card of the discard pile is worth to those who come next: the card below it
_KEPT = 1.0  # what an animal to be lured later is thought to bring besides its points
_COLOURS = (1 << (COUNT_BITS * SAME)) - 1  # of `fits`: without the counts of one same food
_LOOK = 0.02  # taking the unknown card first leaves the choice for the second


@njit
def choose(view, box, actions, values, taste):
    """Return the index of the action that is worth most."""
    if len(actions) == 1:
        return 0
    weigh(view, box, actions, values, taste)
    return pick(view, values)


@njit
def weigh(view, box, actions, values, taste):
    """Fill `values` with what each action is worth."""
    phase = view.phase
    if phase == MAIN or phase == MORE or phase == EXTRA:
        _turn(view, box, actions, values, taste)
    elif phase == PAYING:
        _payments(view, box, actions, values, taste)
    elif phase == ORDER:
        _orders(view, box, actions, values, taste)
    elif phase == TUCKING or phase == PUTTING:
        _cards_away(view, box, actions, values, taste)
    elif phase == REMOVING:
        _removals(view, box, actions, values, taste)
    elif phase == EXCHANGING:
        _exchanges(view, box, actions, values, taste)
    else:
        for i in range(len(actions)):
            seat = actions[i].seat
            values[i] = 0.05 * points(box, view, seat) + 0.02 * view.hand_size[seat]


@njit
def _dual(box, food):
    """Return 1 for a food card with two icons, else 0."""
    return 1 if box.first_icon[food] != box.last_icon[food] else 0


@njit
def _turn(view, box, actions, values, taste):
    """Food, a lure or an intern: what each adds."""
    me = view.actor
    two = view.phase == MAIN and box.take_food > 1
    shown = int(view.shown[me])
    fits = int(view.fits[me])
    left = left_of_it(view, box, taste.horizon)
    of_pile = of_top = of_second = left * taste.food
    rest_shown = box.all_icons - shown
    rest_fits = box.all_colours - (fits & _COLOURS)
    rest = counted(rest_fits, ORANGE)
    likely = 1.0 / rest if rest > 0 else 0.0
    # `fits` with the top card of the discard pile in the hand, and with the second as well
    fits_1 = fits
    fits_2 = fits
    if view.n_discard > 0:
        top = int(view.discard[view.n_discard - 1])
        of_top += left * taste.dual * _dual(box, top)
        shown_1 = shown + box.icon_words[top]
        fits_1 = with_card(box, shown_1, fits, top)
        fits_2 = fits_1
        if two and view.n_discard > 1:
            second = int(view.discard[view.n_discard - 2])
            of_second += left * taste.dual * _dual(box, second)
            fits_2 = with_card(box, shown_1 + box.icon_words[second], fits_1, second)
        else:
            of_second = 0.0
    pull = intern_pull(view, box, taste)
    pile = 1 if actions[0].kind == PILE_CARD else 0
    at = pile
    if at < len(actions) and actions[at].kind == DISCARD_CARD:
        at += 1
    foods = at
    lures = view.phase != MORE
    nearer = 1.0 / taste.near
    for slot in range(box.row):
        animal = int(view.row[slot])
        if not 0 <= animal < INTERN:
            continue
        cards = price(box, view, me, animal)
        lacking = missing(box, animal, cards, fits)
        if not (foods > 0 if lacking > 0 else lures):
            continue
        worth = animal_worth(view, box, taste, me, animal, left, pull)
        if lacking > 0:
            if worth <= 0.0:
                continue
            now = part_of(taste, lacking - 1)
            gain = left * worth * (now - now * taste.near)  # by one card that fits
            of_pile += gain * likely * helpful(box, animal, shown, fits, rest_shown, rest_fits)
            after = missing(box, animal, cards, fits_1)
            of_top += gain if after < lacking else 0.0
            gain *= nearer if after < lacking else 1.0
            of_second += gain if missing(box, animal, cards, fits_2) < after else 0.0
        else:
            if box.special[animal] == TUCK_FOOD:
                spare = counted(fits, GREEN) - cards
                worth += max(spare, 0) * max(taste.points * box.tuck - left * taste.food, 0.0)
            values[at] = worth - left * (max(worth, 0.0) * taste.hold + taste.food * cards)
            at += 1
    if pile > 0:
        values[0] = of_pile + (max(of_pile, of_top) + _LOOK if two else 0.0)
    if foods > pile:
        values[pile] = of_top + (max(of_pile, of_second) if two else 0.0)
    while at < len(actions) and actions[at].kind == HIRE:
        values[at] = intern_worth(view, box, taste, actions[at].intern)
        at += 1


@njit
def _payments(view, box, actions, values, taste):
    """Keep what the row still needs, and cards with two icons."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    if left == 0.0:
        return
    paid = price(box, view, me, view.animal)
    for i in range(len(actions)):
        for place in range(paid):
            values[i] -= left * taste.dual * _dual(box, actions[i].cards[place])
    for slot in range(box.row):
        animal = int(view.row[slot])
        if not 0 <= animal < INTERN or slot == view.slot:
            continue
        spare = fitting(box, animal, view.fits[me]) - price(box, view, me, animal)
        if spare >= paid:  # whichever cards are paid
            continue
        worth = left * (_KEPT + taste.points * box.points[animal])
        kinds = needed(box, animal, view.shown[me])
        for i in range(len(actions)):
            hits = 0
            for place in range(paid):
                hits += (kinds >> int(actions[i].cards[place])) & 1
            values[i] += worth * part_of(taste, max(hits - spare, 0))


@njit
def _feeds(view, box, food):
    """Return how many points in the row a food card could help to lure."""
    total = 0
    for slot in range(box.row):
        animal = int(view.row[slot])
        if 0 <= animal < INTERN and slot != view.slot and int(box.icons[food]) & int(box.eats[animal]):
            total += int(box.points[animal])
    return total


@njit
def _orders(view, box, actions, values, taste):
    """Leave on top what the others can do least with."""
    if taste.feed == 0.0:
        return
    last = int(view.n_paid) - 1
    for place in range(last + 1):
        food = view.paid[place]
        if place > 0 and food == view.paid[place - 1]:
            continue
        feeds = _feeds(view, box, food)
        for i in range(len(actions)):
            if actions[i].cards[last] == food:
                values[i] += feeds
            if actions[i].cards[last - 1] == food:
                values[i] += _SECOND * feeds
    for i in range(len(actions)):
        values[i] *= -taste.feed


@njit
def _cards_away(view, box, actions, values, taste):
    """Put the food under the animal, or on the discard pile, that the row needs least; stop when it is worth more."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    pull = intern_pull(view, box, taste)
    tuck = taste.points * box.tuck if view.phase == TUCKING else 0.0
    for i in range(len(actions)):
        food = actions[i].food
        if food != NONE:
            values[i] = tuck - left * (taste.food + taste.dual * _dual(box, food))
    for slot in range(box.row):
        animal = int(view.row[slot])
        if not 0 <= animal < INTERN:
            continue
        spare = fitting(box, animal, view.fits[me]) - price(box, view, me, animal)
        worth = left * animal_worth(view, box, taste, me, animal, left, pull)
        if spare > 0 or worth <= 0.0:
            continue
        now = part_of(taste, -spare)
        kinds = needed(box, animal, view.shown[me])
        for i in range(len(actions)):
            food = int(actions[i].food)
            if food != NONE and (kinds >> food) & 1:
                values[i] -= worth * (now - now * taste.near)


@njit
def _removals(view, box, actions, values, taste):
    """Remove what brings others most, and oneself least."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    pull = intern_pull(view, box, taste)
    for i in range(len(actions)):
        animal = int(actions[i].animal)
        lacking = missing(box, animal, price(box, view, me, animal), view.fits[me])
        own = animal_worth(view, box, taste, me, animal, left, pull)
        values[i] = taste.hold * box.points[animal] - own * part_of(taste, lacking)


@njit
def _exchanges(view, box, actions, values, taste):
    """Take the animal that brings most, rather from who is ahead."""
    for i in range(len(actions)):
        animal = int(actions[i].animal)
        if animal == NONE:
            values[i] = taste.points * box.points[view.animal]
            continue
        seat = actions[i].seat
        values[i] = taste.points * (box.points[animal] + int(view.tucked[seat, animal]) * int(box.tuck))
        values[i] += taste.sets * set_worth(view, box, view.actor, animal, taste.hope)
        if taste.deny > 0.0:
            values[i] += taste.deny * (0.05 * points(box, view, seat) + set_worth(view, box, seat, animal, 0.0))
