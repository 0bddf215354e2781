"""What each action is worth to a strategy with a certain taste: most strategies differ by it alone.

A turn is worth what it adds to the points of the zoo, to what the hand could lure next, and to the food in the hand.
"""

from __future__ import annotations

from sim.games.time_zoo.payments import colour_counts, counted, icon_counts, price, same_counts, zoo_counts
from sim.games.time_zoo.scoring import points
from sim.games.time_zoo.state import (
    DISCARD_CARD,
    EXCHANGING,
    EXTRA,
    FOODS,
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
    same = same_counts(box, by_icon)
    left = left_of_it(view, box, taste.horizon)
    top = NONE
    second = NONE
    pile_icon = 0
    pile_colour = 0
    if actions[0].kind == PILE_CARD or actions[0].kind == DISCARD_CARD:
        pile_icon = box.all_icons - by_icon
        pile_colour = box.all_colours - by_colour
        for food in range(FOODS):
            pile_icon -= int(view.out[food]) * box.icon_words[food]
            pile_colour -= int(view.out[food]) * box.colour_words[food]
        if view.n_discard > 0:
            top = int(view.discard[view.n_discard - 1])
        if view.n_discard > 1:
            second = int(view.discard[view.n_discard - 2])
    pile = counted(pile_colour, ORANGE)
    # the same counts with the top card in the hand, and with the second as well
    same_1 = same
    colour_1 = by_colour
    if top != NONE:
        more = by_icon + box.icon_words[top]
        same_1 = same_counts(box, more)
        colour_1 += box.colour_words[top]
    same_2 = same_1
    colour_2 = colour_1
    if second != NONE:
        same_2 = same_counts(box, more + box.icon_words[second])
        colour_2 += box.colour_words[second]
    of_pile = left * taste.food
    of_top = left * (taste.food + taste.dual * _dual(box, top)) if top != NONE else 0.0
    of_second = left * (taste.food + taste.dual * _dual(box, second)) if second != NONE else 0.0
    zoo = zoo_counts(box, view, me)
    pull = intern_pull(view, box, taste, zoo)
    at = 0
    while at < len(actions) and actions[at].kind != LURE:
        at += 1
    for slot in range(box.row):
        animal = int(view.row[slot])
        if animal == NONE or animal >= INTERN:
            continue
        cards = price(box, view, me, animal)
        lacking = missing(box, animal, cards, same, by_colour)
        lured = at < len(actions) and actions[at].slot == slot and actions[at].kind == LURE
        if not lured and (pile == 0 or lacking == 0):
            continue
        worth = animal_worth(view, box, taste, zoo, animal, left, pull)
        if box.special[animal] == TUCK_FOOD:
            spare = counted(by_colour, GREEN) - cards
            worth += max(spare, 0) * max(taste.points * box.tuck - left * taste.food, 0.0)
        if lured:
            values[at] = worth - left * (max(worth, 0.0) * taste.hold + taste.food * cards)
            at += 1
        if pile == 0 or lacking == 0 or worth <= 0.0:
            continue
        now = part_of(taste, lacking)
        gain = left * worth * (now / taste.near - now)  # by one card that fits
        of_pile += gain * chance(box, animal, by_icon, pile_icon, pile_colour, pile)
        after = missing(box, animal, cards, same_1, colour_1)
        if after < lacking:
            of_top += gain
            gain /= taste.near
        if missing(box, animal, cards, same_2, colour_2) < after:
            of_second += gain
    two = view.phase == MAIN and box.take_food > 1
    for i in range(len(actions)):
        kind = actions[i].kind
        if kind == PILE_CARD:
            values[i] = of_pile + (max(of_pile, of_top) + _LOOK if two else 0.0)
        elif kind == DISCARD_CARD:
            values[i] = of_top + (max(of_pile, of_second) if two else 0.0)
        elif kind == HIRE:
            values[i] = intern_worth(view, box, taste, zoo, actions[i].intern)
        elif kind == STOP or kind == PASS:
            values[i] = 0.0


@njit
def _payments(view, box, actions, values, taste):
    """Keep what the row still needs, and cards with two icons."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    paid = price(box, view, me, view.animal)
    for i in range(len(actions)):
        values[i] = 0.0
        for place in range(paid):
            values[i] -= left * taste.dual * _dual(box, actions[i].cards[place])
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
        if box.linked[animal]:
            for i in range(len(actions)):
                icons = by_icon
                for place in range(paid):
                    icons -= box.icon_words[actions[i].cards[place]]
                values[i] += worth * part_of(taste, missing(box, animal, cards, same_counts(box, icons), by_colour))
            continue
        spare = counted(by_colour, box.type[animal]) - cards
        if spare >= paid:  # whichever cards are paid
            worth *= taste.hold
            for i in range(len(actions)):
                values[i] += worth
            continue
        for i in range(len(actions)):
            fit = 0
            for place in range(paid):
                fit += (int(box.colours[actions[i].cards[place]]) >> int(box.type[animal])) & 1
            values[i] += worth * part_of(taste, max(fit - spare, 0))


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
    by_icon = icon_counts(box, view, me)
    same = same_counts(box, by_icon)
    by_colour = colour_counts(box, view, me)
    zoo = zoo_counts(box, view, me)
    pull = intern_pull(view, box, taste, zoo)
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
        worth = left * animal_worth(view, box, taste, zoo, animal, left, pull)
        if worth <= 0.0:
            continue
        cards = price(box, view, me, animal)
        now = part_of(taste, missing(box, animal, cards, same, by_colour))
        for i in range(len(actions)):
            food = actions[i].food
            if food != NONE:
                less = same_counts(box, by_icon - box.icon_words[food]) if box.linked[animal] else same
                colours = by_colour - box.colour_words[food]
                values[i] += worth * (part_of(taste, missing(box, animal, cards, less, colours)) - now)


@njit
def _removals(view, box, actions, values, taste):
    """Remove what brings others most, and oneself least."""
    me = view.actor
    left = left_of_it(view, box, taste.horizon)
    same = same_counts(box, icon_counts(box, view, me))
    by_colour = colour_counts(box, view, me)
    zoo = zoo_counts(box, view, me)
    pull = intern_pull(view, box, taste, zoo)
    for i in range(len(actions)):
        animal = int(actions[i].animal)
        lacking = missing(box, animal, price(box, view, me, animal), same, by_colour)
        own = animal_worth(view, box, taste, zoo, animal, left, pull)
        values[i] = taste.hold * box.points[animal] - own * part_of(taste, lacking)


@njit
def _exchanges(view, box, actions, values, taste):
    """Take the animal that brings most, rather from who is ahead."""
    zoo = zoo_counts(box, view, view.actor)
    for i in range(len(actions)):
        animal = int(actions[i].animal)
        if animal == NONE:
            values[i] = taste.points * box.points[view.animal]
            continue
        seat = actions[i].seat
        values[i] = taste.points * (box.points[animal] + int(view.tucked[seat, animal]) * int(box.tuck))
        values[i] += taste.sets * set_worth(view, box, view.actor, zoo, animal, taste.hope)
        if taste.deny > 0.0:
            theirs = set_worth(view, box, seat, zoo_counts(box, view, seat), animal, 0.0)
            values[i] += taste.deny * (0.05 * points(box, view, seat) + theirs)
