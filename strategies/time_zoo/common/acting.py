"""What each action is worth to a strategy with a certain taste: most strategies differ by it alone.

A turn is worth what it adds to the points of the zoo, to what the hand could lure next, and to the food in the hand.
"""

from __future__ import annotations

from sim.games.time_zoo.payments import colour_counts, icon_counts, price
from sim.games.time_zoo.scoring import points
from sim.games.time_zoo.state import (
    COUNT_BITS,
    DISCARD_CARD,
    EXCHANGING,
    EXTRA,
    GREEN,
    HIRE,
    INTERN,
    LURE,
    MAIN,
    MORE,
    NONE,
    ORANGE,
    ORDER,
    PASS,
    PAYING,
    PILE_CARD,
    PUTTING,
    REMOVING,
    STOP,
    TUCK_FOOD,
    TUCKING,
)
from strategies.kit import njit, pick
from strategies.time_zoo.common.food import chance, left_of_it, missing, part_of
from strategies.time_zoo.common.worth import animal_worth, intern_pull, intern_worth, set_worth

__all__ = ["choose", "weigh"]

_COUNT = (1 << COUNT_BITS) - 1
_SECOND = 0.5  # of what the top card of the discard pile is worth to those who come next: the card below it
_KEPT = 1.0  # what an animal to be lured later is thought to bring besides its points
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
    icons = int(box.icons[food])
    return 1 if icons & (icons - 1) else 0


@njit
def _turn(view, box, actions, values, taste):
    """Food, a lure or an intern: what each adds."""
    me = view.actor
    by_icon = icon_counts(box, view, me)
    by_colour = colour_counts(box, view, me)
    left = left_of_it(view, box, taste.horizon)
    top = NONE
    second = NONE
    pile_icon = 0
    pile_colour = 0
    if actions[0].kind == PILE_CARD or actions[0].kind == DISCARD_CARD:
        for food in range(box.n_foods):
            unseen = int(box.food_copies[food]) - int(view.hand[me, food]) - int(view.out[food])
            pile_icon += unseen * box.icon_words[food]
            pile_colour += unseen * box.colour_words[food]
        if view.n_discard > 0:
            top = int(view.discard[view.n_discard - 1])
        if view.n_discard > 1:
            second = int(view.discard[view.n_discard - 2])
    pile = (pile_colour >> (COUNT_BITS * ORANGE)) & _COUNT
    of_pile = left * taste.food
    of_top = left * (taste.food + taste.dual * _dual(box, top)) if top != NONE else 0.0
    of_second = left * (taste.food + taste.dual * _dual(box, second)) if second != NONE else 0.0
    pull = intern_pull(view, box, taste)
    at = 0
    while at < len(actions) and actions[at].kind != LURE:
        at += 1
    for slot in range(box.row):
        animal = int(view.row[slot])
        if animal == NONE or animal >= INTERN:
            continue
        cards = price(box, view, me, animal)
        worth = animal_worth(view, box, taste, animal, left, pull)
        if box.special[animal] == TUCK_FOOD:
            spare = ((by_colour >> (COUNT_BITS * GREEN)) & _COUNT) - cards
            worth += max(spare, 0) * max(taste.points * box.tuck - left * taste.food, 0.0)
        if at < len(actions) and actions[at].kind == LURE and actions[at].slot == slot:
            values[at] = worth - left * (max(worth, 0.0) * taste.hold + taste.food * cards)
            at += 1
        lacking = missing(box, animal, cards, by_icon, by_colour)
        if pile == 0 or lacking == 0 or worth <= 0.0:
            continue
        now = part_of(taste, lacking)
        gain = left * worth * (now / taste.near - now)  # by one card that fits
        of_pile += gain * chance(box, animal, by_icon, pile_icon, pile_colour, pile)
        if top != NONE:
            more_icon = by_icon + box.icon_words[top]
            more_colour = by_colour + box.colour_words[top]
            after = missing(box, animal, cards, more_icon, more_colour)
            if after < lacking:
                of_top += gain
                gain /= taste.near
            if second != NONE and after > 0:
                more_icon += box.icon_words[second]
                more_colour += box.colour_words[second]
                if missing(box, animal, cards, more_icon, more_colour) < after:
                    of_second += gain
    two = view.phase == MAIN and box.take_food > 1
    for i in range(len(actions)):
        kind = actions[i].kind
        if kind == PILE_CARD:
            values[i] = of_pile + (max(of_pile, of_top) + _LOOK if two else 0.0)
        elif kind == DISCARD_CARD:
            values[i] = of_top + (max(of_pile, of_second) if two else 0.0)
        elif kind == HIRE:
            values[i] = intern_worth(view, box, taste, actions[i].intern)
        elif kind == STOP or kind == PASS:
            values[i] = 0.0


@njit
def _payments(view, box, actions, values, taste):
    """Keep what the row still needs, and cards with two icons."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    for i in range(len(actions)):
        values[i] = 0.0
        for place in range(len(actions[i].cards)):
            food = actions[i].cards[place]
            if food == NONE:
                break
            values[i] -= left * taste.dual * _dual(box, food)
    if len(actions) == 1 or left == 0.0:
        return
    by_icon = icon_counts(box, view, me)
    by_colour = colour_counts(box, view, me)
    for slot in range(box.row):
        animal = int(view.row[slot])
        if animal == NONE or animal >= INTERN or slot == view.slot:
            continue
        worth = left * (_KEPT + taste.points * box.points[animal])
        cards = price(box, view, me, animal)
        for i in range(len(actions)):
            icons = by_icon
            colours = by_colour
            for place in range(len(actions[i].cards)):
                food = actions[i].cards[place]
                if food == NONE:
                    break
                icons -= box.icon_words[food]
                colours -= box.colour_words[food]
            values[i] += worth * part_of(taste, missing(box, animal, cards, icons, colours))


@njit
def _feeds(view, box, food):
    """Return how many points in the row a food card could help to lure."""
    total = 0
    for slot in range(box.row):
        animal = int(view.row[slot])
        if animal != NONE and animal < INTERN and slot != view.slot and int(box.icons[food]) & int(box.eats[animal]):
            total += int(box.points[animal])
    return total


@njit
def _orders(view, box, actions, values, taste):
    """Leave on top what the others can do least with."""
    last = int(view.n_paid) - 1
    for i in range(len(actions)):
        top = _feeds(view, box, actions[i].cards[last])
        below = _feeds(view, box, actions[i].cards[last - 1])
        values[i] = -taste.feed * (top + _SECOND * below)


@njit
def _cards_away(view, box, actions, values, taste):
    """Put the food under the animal, or on the discard pile, that the row needs least; stop when it is worth more."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    by_icon = icon_counts(box, view, me)
    by_colour = colour_counts(box, view, me)
    pull = intern_pull(view, box, taste)
    tuck = taste.points * box.tuck if view.phase == TUCKING else 0.0
    for i in range(len(actions)):
        if actions[i].kind == STOP:
            values[i] = 0.0
        else:
            values[i] = tuck - left * (taste.food + taste.dual * _dual(box, actions[i].food))
    for slot in range(box.row):
        animal = int(view.row[slot])
        if animal == NONE or animal >= INTERN:
            continue
        worth = left * animal_worth(view, box, taste, animal, left, pull)
        if worth <= 0.0:
            continue
        cards = price(box, view, me, animal)
        now = part_of(taste, missing(box, animal, cards, by_icon, by_colour))
        for i in range(len(actions)):
            food = actions[i].food
            if food != NONE:
                icons = by_icon - box.icon_words[food]
                colours = by_colour - box.colour_words[food]
                values[i] += worth * (part_of(taste, missing(box, animal, cards, icons, colours)) - now)


@njit
def _removals(view, box, actions, values, taste):
    """Remove what brings others most, and oneself least."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    by_icon = icon_counts(box, view, me)
    by_colour = colour_counts(box, view, me)
    pull = intern_pull(view, box, taste)
    for i in range(len(actions)):
        animal = int(actions[i].animal)
        lacking = missing(box, animal, price(box, view, me, animal), by_icon, by_colour)
        own = animal_worth(view, box, taste, animal, left, pull)
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
        values[i] += taste.deny * (0.05 * points(box, view, seat) + set_worth(view, box, seat, animal, 0.0))
