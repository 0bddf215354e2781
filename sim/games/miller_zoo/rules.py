"""What an action does: set-up, dawn, morning, afternoon, night, the end. Each function is a rule of RULES.md."""

from __future__ import annotations

import numpy as np

from sim.chance import ARRIVAL_ORDER, NEEDS_ORDER, RESOURCE_ORDER, shuffle_kinds
from sim.compiled import njit
from sim.games.miller_zoo.actions import may_store, tokens_of, wanted
from sim.games.miller_zoo.state import (
    AFTERNOON,
    ANIMALS,
    CRISIS,
    DECK_EMPTY,
    DROP,
    FINISHED,
    FIX,
    HABITATS,
    HAND,
    ICONS,
    KINDS,
    LOST_TO_CRISIS,
    MATES,
    MORNING,
    MOVE,
    NEEDS,
    NEEDS_DECK,
    NONE,
    OWNERS,
    PASS,
    RECEPTIONS,
    RIDE,
    RIDING,
    RUNNING,
    SHARING,
    STORAGE,
    STORE,
    STORING,
    SUPPLYING,
    WON,
)

__all__ = ["apply", "deal"]


@njit
def deal(box, n_seats, seed, game_id, chance, state):
    """Shuffle the three decks, turn up the first animals, and begin the first day [MZ 1]."""
    chance.seed = seed
    chance.game_id = game_id
    shuffle_kinds(seed, game_id, RESOURCE_ORDER, 0, box.copies, NONE, chance.deck)
    shuffle_kinds(seed, game_id, NEEDS_ORDER, 0, box.needs_copies, NONE, chance.needs)
    shuffle_kinds(seed, game_id, ARRIVAL_ORDER, 0, box.in_deck, NONE, chance.animals)
    state.n_seats = n_seats
    state.n_team = box.n_team
    state.end = RUNNING
    state.reason = NONE
    state.day = 0
    state.turn = NONE  # before the first dawn
    state.decision = 0
    state.step = 0
    state.drawn = 0
    state.discarded = 0
    state.temperature = 0.0
    state.noise_key = 0
    for owner in range(OWNERS):
        state.n_cards[owner] = 0
        for i in range(HAND):
            state.cards[owner, i] = NONE
    for card in range(KINDS):
        state.gone[card] = 0
    for need in range(NEEDS):
        state.needs_in[need] = box.needs_copies[need]
        state.needs_left[need] = box.needs_copies[need]
    state.shuffles = 0
    state.needs_drawn = 0
    state.needs_stock = box.needs_size
    state.supply = box.tokens
    for animal in range(ANIMALS):
        state.home[animal] = 1 if animal < box.n_printed else 0
        state.day_received[animal] = NONE
        state.paid_for[animal] = 0
        for icon in range(ICONS):
            state.tokens[animal, icon] = 0
            state.waiting[animal, icon] = 0
    for habitat in range(HABITATS):
        for icon in range(ICONS):
            state.open[habitat, icon] = 0
    state.turned = 0
    state.received = 0
    for reception in range(RECEPTIONS):
        state.visitor[reception] = NONE
        state.beside[reception] = 0
        for icon in range(ICONS):
            state.due[reception, icon] = 0
    for reception in range(box.n_receptions):
        _turn_up(box, chance, state, reception)
    state.active = 0
    state.mate = 0
    state.ride_from = NONE
    state.ride_to = NONE
    state.n_morning = 0
    for i in range(len(state.morning)):
        state.morning[i] = NONE
    for mate in range(len(state.passed)):
        state.passed[mate] = 0
    _clear_tally(state)
    _dawn(box, chance, state)


@njit
def _clear_tally(state):
    for mate in range(MATES):
        state.at[mate] = NONE
        state.n_moved[mate] = 0
        state.n_fixed[mate] = 0
        state.n_paid[mate] = 0
        state.n_stored_used[mate] = 0
        state.n_idle[mate] = 0
        state.n_rides[mate] = 0
        state.n_unused[mate] = 0
        state.tokens_fixed[mate] = 0
        state.icons_paid[mate] = 0
        state.wasted[mate] = 0
    state.n_stored = 0
    state.n_dropped = 0
    state.n_extra = 0
    state.crises = 0
    state.crisis_cards = 0
    state.burned = 0
    state.tokens_laid = 0
    state.tokens_cleared = 0
    state.tokens_lost = 0


@njit
def apply(box, chance, state, action):
    """Carry out a legal action of the teammate who decides."""
    state.decision += 1
    state.step += 1
    if state.phase == AFTERNOON:
        if action.kind == PASS:
            state.passed[state.active] = 1
            _hand_over(box, chance, state)
        else:
            _play(box, chance, state, action)
    elif state.phase == RIDING:
        if action.kind == RIDE:
            state.at[state.mate] = state.ride_to
            state.n_rides[state.mate] += 1
        _ask_riders(box, chance, state, (int(state.mate) - int(state.active)) % int(state.n_team) + 1)
    elif state.phase == STORING:
        if action.kind == STORE:
            _store(state, action.card)
        elif action.kind == DROP:
            _take_out(state, STORAGE, action.card)
            state.discarded += 1
            state.n_dropped += 1
        if (action.kind != STORE and action.kind != DROP) or not may_store(box, state):
            _close(box, chance, state)
    elif state.phase == CRISIS:
        _clear_one(box, state, action.icon)
        _crisis(box, chance, state)
    elif state.phase == SHARING:
        _give(state, action.mate, _draw(box, chance, state))
        state.shared[action.mate] = 1
        state.to_share -= 1
        if state.to_share == 0:
            _morning(box, chance, state)
        else:
            _decide(state, SHARING, 0)
    else:
        _lay_first(box, state, action.space, action.icon)
        _divide(box, state)


@njit
def _decide(state, phase, mate):
    """Let a teammate decide next."""
    state.phase = phase
    state.mate = mate
    state.actor = mate % state.n_seats


@njit
def _next_turn(state):
    state.turn += 1
    state.step = 0


# Cards


@njit
def _draw(box, chance, state):
    """Take the top card of the deck, and return its kind; there must be one [MZ 1.3]."""
    card = int(chance.deck[state.drawn])
    state.drawn += 1
    state.gone[card] += 1
    return card


@njit
def _give(state, owner, card):
    """Put a card among an owner's, in order."""
    place = int(state.n_cards[owner])
    while place > 0 and state.cards[owner, place - 1] > card:
        state.cards[owner, place] = state.cards[owner, place - 1]
        place -= 1
    state.cards[owner, place] = card
    state.n_cards[owner] += 1


@njit
def _take_out(state, owner, card):
    """Remove a card from an owner's."""
    last = int(state.n_cards[owner]) - 1
    place = 0
    while state.cards[owner, place] != card:
        place += 1
    while place < last:
        state.cards[owner, place] = state.cards[owner, place + 1]
        place += 1
    state.cards[owner, last] = NONE
    state.n_cards[owner] = last


@njit
def _holds(state, owner, card):
    for i in range(state.n_cards[owner]):
        if state.cards[owner, i] == card:
            return True
    return False


# Dawn [MZ 2]


@njit
def _dawn(box, chance, state):
    """Draw the hands; a deck that is too short is divided evenly [MZ 2.2, 2.3]."""
    state.day += 1
    _next_turn(state)
    state.dawn = state.turn
    left = int(box.deck_size) - int(state.drawn)
    each = min(int(box.hand), left // int(state.n_team))
    for mate in range(state.n_team):
        state.played_today[mate] = 0
        state.shared[mate] = 0
        for _ in range(each):
            _give(state, mate, _draw(box, chance, state))
    state.to_share = left - each * int(state.n_team) if each < box.hand else 0
    if state.to_share > 0:
        _decide(state, SHARING, 0)
    else:
        _morning(box, chance, state)


# Morning [MZ 3]


@njit
def _morning(box, chance, state):
    """Draw the needs cards, then lay the tokens on the animals in the habitats [MZ 3.1, 3.2, 3.4]."""
    for i in range(MORNING):
        state.morning[i] = NONE
    state.n_morning = 0
    for _ in range(box.needs_cards):
        for mate in range(state.n_team):
            need = _draw_need(box, chance, state)
            if need == NONE:
                continue
            if box.extra[need] and state.drawn < box.deck_size:
                _give(state, mate, _draw(box, chance, state))
                state.n_extra += 1
    for i in range(state.n_morning):
        need = state.morning[i]
        _demand(box, state, int(box.problem[need]))
        if box.problem_too[need] != NONE:
            _demand(box, state, int(box.problem_too[need]))
    _lay(box, state)


@njit
def _draw_need(box, chance, state):
    """Draw a needs card, of a new deck if need be, and return its kind; NONE if there is none [MZ 3.1, 3.3]."""
    if state.needs_stock == 0:
        _shuffle_needs(box, state)
        if state.needs_stock == 0:
            return NONE
    if state.shuffles == 0:
        need = int(chance.needs[state.needs_drawn])
    else:  # so rare that the order is made anew for each card, and CHANCE never changes
        order = np.empty(NEEDS_DECK, np.int8)
        shuffle_kinds(chance.seed, chance.game_id, NEEDS_ORDER, int(state.shuffles), state.needs_in, NONE, order)
        need = int(order[state.needs_drawn])
    state.needs_drawn += 1
    state.needs_stock -= 1
    state.needs_left[need] -= 1
    state.morning[state.n_morning] = need
    state.n_morning += 1
    return need


@njit
def _shuffle_needs(box, state):
    """Make a new deck of all needs cards but this morning's, if there are any [MZ 3.3]."""
    if box.needs_size == state.n_morning:
        return
    state.shuffles += 1
    state.needs_drawn = 0
    state.needs_stock = box.needs_size - state.n_morning
    for need in range(box.n_needs):
        state.needs_in[need] = box.needs_copies[need]
    for i in range(state.n_morning):
        state.needs_in[state.morning[i]] -= 1
    for need in range(box.n_needs):
        state.needs_left[need] = state.needs_in[need]


@njit
def _demand(box, state, icon):
    """Note a token for every animal in a habitat with this need [MZ 3.4]."""
    for animal in range(box.n_animals):
        if state.home[animal] and box.need[animal, icon]:
            state.waiting[animal, icon] += 1


@njit
def _lay(box, state):
    """Lay the tokens that are due, in rounds, while the supply lasts [MZ 3.4, 3.5]."""
    while True:
        due = 0
        for animal in range(box.n_animals):
            for icon in range(box.n_icons):
                if state.waiting[animal, icon] > 0:
                    due += 1
        if due == 0:
            _afternoon(box, state)
            return
        if due > state.supply:
            break
        for animal in range(box.n_animals):
            for icon in range(box.n_icons):
                if state.waiting[animal, icon] > 0:
                    _lay_one(box, state, animal, icon)
    for animal in range(box.n_animals):
        for icon in range(box.n_icons):
            while state.waiting[animal, icon] > 1:
                state.waiting[animal, icon] -= 1
                state.tokens_lost += 1
    _divide(box, state)


@njit
def _lay_one(box, state, animal, icon):
    state.waiting[animal, icon] -= 1
    state.tokens[animal, icon] += 1
    state.open[box.habitat[animal], icon] += 1
    state.supply -= 1
    state.tokens_laid += 1


@njit
def _lay_first(box, state, space, icon):
    """Lay a token on the first animal of a habitat that waits for it."""
    for animal in range(box.n_animals):
        if box.habitat[animal] == space and state.waiting[animal, icon] > 0:
            _lay_one(box, state, animal, icon)
            return


@njit
def _divide(box, state):
    """Ask where the next of the last tokens goes; without a choice lay them, without tokens go on [MZ 3.5]."""
    space = NONE
    problem = NONE
    choice = False
    for animal in range(box.n_animals):
        for icon in range(box.n_icons):
            if state.waiting[animal, icon] > 0:
                choice = choice or (space != NONE and (box.habitat[animal] != space or icon != problem))
                space = int(box.habitat[animal])
                problem = icon
    if choice and state.supply > 0:
        _decide(state, SUPPLYING, 0)
        return
    while state.supply > 0:
        _lay_first(box, state, space, problem)
    for animal in range(box.n_animals):
        for icon in range(box.n_icons):
            state.tokens_lost += state.waiting[animal, icon]
            state.waiting[animal, icon] = 0
    _afternoon(box, state)


# Afternoon [MZ 4]


@njit
def _can_play(state, mate):
    return state.n_cards[mate] > 0 or state.n_cards[STORAGE] > 0


@njit
def _afternoon(box, state):
    """Let the first teammate with a card to play begin; somebody has one, since a day begins only with a deck [MZ
    4.1].
    """
    for mate in range(state.n_team):
        state.passed[mate] = 0
    mate = 0
    while not _can_play(state, mate):
        mate += 1
    state.active = mate
    _decide(state, AFTERNOON, mate)


@njit
def _hand_over(box, chance, state):
    """Let the next teammate act who has a card to play and has not passed since the last one; else it is night [MZ
    4.1].
    """
    for k in range(1, state.n_team):
        mate = (int(state.active) + k) % int(state.n_team)
        if state.passed[mate] == 0 and _can_play(state, mate):
            state.active = mate
            _next_turn(state)
            _decide(state, AFTERNOON, mate)
            return
    _night(box, chance, state)


@njit
def _go_on(box, chance, state):
    """After a card the same teammate may play another, if there is one [MZ 4.1]."""
    if _can_play(state, state.active):
        _decide(state, AFTERNOON, state.active)
    else:
        _hand_over(box, chance, state)


@njit
def _play(box, chance, state, action):
    """Play a card: move, fix or pay [MZ 4.2]."""
    mate = int(state.active)
    for other in range(state.n_team):
        state.passed[other] = 0
    card = int(action.card)
    if card != NONE:
        _take_out(state, STORAGE if action.stored else mate, card)
        state.n_stored_used[mate] += action.stored
        state.played_today[mate] += 1
    if action.kind == MOVE:
        state.at[mate] = action.space
        if card != NONE:
            state.discarded += 1
            state.n_moved[mate] += 1
        _go_on(box, chance, state)
    elif action.kind == FIX:
        state.discarded += 1
        state.n_fixed[mate] += 1
        state.tokens_fixed[mate] += _use(box, state, mate, card, int(action.icon))
        _go_on(box, chance, state)
    else:
        _pay(box, chance, state, mate, card, int(action.icon))


@njit
def _use(box, state, mate, card, icon):
    """Use every icon of a card that the teammate's space can use, and return how many these are [MZ 4.4, 4.7]."""
    here = int(state.at[mate])
    if box.joker[card]:
        return _use_icon(box, state, here, icon)
    used = _use_icon(box, state, here, int(box.first[card]))
    icons = 1
    if box.second[card] != NONE:
        used += _use_icon(box, state, here, int(box.second[card]))
        icons = 2
    state.wasted[mate] += icons - used
    return used


@njit
def _use_icon(box, state, here, icon):
    """Remove one token of a habitat, or pay one icon at a reception; return 1 if it was of use."""
    if wanted(box, state, here, icon) == 0:
        return 0
    if here < box.n_habitats:
        _remove(box, state, here, icon)
    else:
        state.due[here - box.n_habitats, icon] -= 1
    return 1


@njit
def _remove(box, state, habitat, icon):
    """Take a token of a problem off the animal with the most of them, in one habitat or, for NONE, in any [MZ 4.5,
    4.6].
    """
    worst = NONE
    for animal in range(box.n_animals):
        if (habitat == NONE or box.habitat[animal] == habitat) and (
            worst == NONE or state.tokens[animal, icon] > state.tokens[worst, icon]
        ):
            worst = animal
    state.tokens[worst, icon] -= 1
    state.open[box.habitat[worst], icon] -= 1
    state.supply += 1


@njit
def _pay(box, chance, state, mate, card, icon):
    """Place a card beside an animal; with the last icon the animal is received [MZ 4.7, 4.9]."""
    reception = int(state.at[mate]) - int(box.n_habitats)
    animal = int(state.visitor[reception])
    state.beside[reception] += 1
    state.n_paid[mate] += 1
    used = _use(box, state, mate, card, icon)
    state.icons_paid[mate] += used
    state.paid_for[animal] += used
    if state.paid_for[animal] < box.price[animal]:
        _go_on(box, chance, state)
        return
    state.discarded += state.beside[reception]
    state.beside[reception] = 0
    state.visitor[reception] = NONE
    state.home[animal] = 1
    state.received += 1
    state.day_received[animal] = state.day
    state.ride_from = state.at[mate]
    state.ride_to = box.habitat[animal]
    _ask_riders(box, chance, state, 0)


@njit
def _ask_riders(box, chance, state, first):
    """Ask the next teammate at the reception, clockwise from who paid; then turn up the next animal [MZ 4.10, 4.11]."""
    for k in range(first, state.n_team):
        mate = (int(state.active) + k) % int(state.n_team)
        if state.at[mate] == state.ride_from:
            _decide(state, RIDING, mate)
            return
    _turn_up(box, chance, state, int(state.ride_from) - int(box.n_habitats))
    state.ride_from = NONE
    state.ride_to = NONE
    _go_on(box, chance, state)


@njit
def _turn_up(box, chance, state, reception):
    """Turn up the next animal at a reception, if there is one [MZ 1.5, 4.11]."""
    if state.turned >= box.n_animals - box.n_printed:
        return
    animal = int(box.n_printed) + int(chance.animals[state.turned])
    state.turned += 1
    state.visitor[reception] = animal
    for icon in range(box.n_icons):
        state.due[reception, icon] = box.cost[animal, icon]


# Night [MZ 5]


@njit
def _night(box, chance, state):
    """Return to the Cantine, and see to the storage [MZ 5.1, 5.2]."""
    _next_turn(state)
    for mate in range(state.n_team):
        state.at[mate] = NONE
        if state.played_today[mate] == 0:
            state.n_idle[mate] += 1
    if may_store(box, state):
        _decide(state, STORING, 0)
    else:
        _close(box, chance, state)


@njit
def _store(state, card):
    """Put a card into the storage, from the first hand that has it [MZ 5.2]."""
    mate = 0
    while not _holds(state, mate, card):
        mate += 1
    _take_out(state, mate, card)
    _give(state, STORAGE, card)
    state.n_stored += 1


@njit
def _close(box, chance, state):
    """Discard what is left in the hands; then see whether there is a crisis [MZ 5.2, 5.4]."""
    for mate in range(state.n_team):
        n = int(state.n_cards[mate])
        state.n_unused[mate] += n
        state.discarded += n
        for i in range(n):
            state.cards[mate, i] = NONE
        state.n_cards[mate] = 0
    state.burned = 0
    if state.supply < box.tokens:
        state.crises += 1
    _crisis(box, chance, state)


@njit
def _crisis(box, chance, state):
    """Discard cards from the deck until no token is left, or no card [MZ 5.4–5.6]."""
    while state.supply < box.tokens:
        if state.drawn == box.deck_size:
            state.end = FINISHED
            state.reason = LOST_TO_CRISIS
            return
        card = _draw(box, chance, state)
        state.discarded += 1
        state.crisis_cards += 1
        state.burned += 1
        if box.joker[card]:
            problems = 0
            last = NONE
            for icon in range(box.n_icons):
                if tokens_of(box, state, icon) > 0:
                    problems += 1
                    last = icon
            if problems > 1:
                _decide(state, CRISIS, 0)
                return
            _clear_one(box, state, last)
        else:
            _clear_one(box, state, int(box.first[card]))
            if box.second[card] != NONE:
                _clear_one(box, state, int(box.second[card]))
    _end_day(box, chance, state)


@njit
def _clear_one(box, state, icon):
    """Remove a token of a problem from any animal, if there is one [MZ 5.4]."""
    if tokens_of(box, state, icon) > 0:
        _remove(box, state, NONE, icon)
        state.tokens_cleared += 1


# The end [MZ 6]


@njit
def _end_day(box, chance, state):
    """Win, lose, or begin a new day [MZ 6.1, 6.3]."""
    empty = state.drawn == box.deck_size
    if state.received >= box.goal and (not empty or box.empty_deck_wins):
        state.end = FINISHED
        state.reason = WON
    elif empty:
        state.end = FINISHED
        state.reason = DECK_EMPTY
    else:
        _dawn(box, chance, state)
