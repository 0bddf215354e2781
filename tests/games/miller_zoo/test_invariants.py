"""What must hold in every state of every game, checked at each decision of 60,000 games played at random.

The checker is compiled, and sees each state with the one before it. It knows the rules only as conservation laws and
comparisons; what each action does exactly is the oracle's business.
"""

from __future__ import annotations

import pytest

from sim.compiled import DISABLED, njit
from sim.games.miller_zoo import state as S
from tests.games.invariants import assert_none_broken, compiled_check
from tests.games.miller_zoo.play import DILIGENT, GAME, RESOURCES, UNIFORM, boxes, choose

BROKEN = (
    "nothing",
    "resource cards are lost or made",
    "an owner's cards are not in order, or not as many as counted",
    "more is stored than there is room for",
    "tokens are lost or made",
    "the tokens of a habitat do not add up, or are fewer than none",
    "there is a token on an animal that is not at home",
    "an animal is nowhere, or in two places",
    "what is due does not fit what is paid",
    "needs cards are lost or made",
    "the deciding seat is not the deciding teammate's",
    "somebody is out, or holds cards, at night",
    "nothing is legal",
    "a decision is not counted",
    "the deck has grown",
    "cards were drawn in the afternoon",
    "a day began without drawing a card",
    "an animal left its habitat, or two came at once",
    "something was stored in the daytime",
    "somebody went back to the Cantine in the daytime",
    "a token was laid in the afternoon",
    "the tally does not add up",
    "there were more days than full hands in the deck",
    "the result does not fit the state",
    "the shares or ranks of the outcome do not fit the result",
    "a token is due that nobody can be asked about",
)


@njit(cached=False)
def _broken_cards(box, chance, s):
    """Return the number of an invariant about resource cards that does not hold in this state, or 0."""
    held = 0
    for owner in range(S.OWNERS):
        n = s.n_cards[owner]
        held += n
        if n > 0 and owner != S.STORAGE and owner >= s.n_team:
            return 2
        for i in range(S.HAND):
            card = s.cards[owner, i]
            if (card == S.NONE) != (i >= n) or (0 < i < n and s.cards[owner, i - 1] > card):
                return 2
    for reception in range(box.n_receptions):
        held += s.beside[reception]
    if box.deck_size - s.drawn + held + s.discarded != box.deck_size:
        return 1
    for card in range(box.n_kinds):
        gone = 0
        for place in range(s.drawn):
            if chance.deck[place] == card:
                gone += 1
        if gone != s.gone[card] or gone > box.copies[card]:
            return 1
    if s.n_cards[S.STORAGE] > box.storage:
        return 3
    return 0


@njit(cached=False)
def _broken_animals(box, chance, s):
    """Return the number of an invariant about animals and tokens that does not hold in this state, or 0."""
    on_animals = 0
    waiting = 0
    for animal in range(box.n_animals):
        for icon in range(box.n_icons):
            on_animals += s.tokens[animal, icon]
            waiting += s.waiting[animal, icon]
            if s.tokens[animal, icon] < 0:
                return 5
            if s.tokens[animal, icon] > 0 and not s.home[animal]:
                return 6
    if on_animals + s.supply != box.tokens or s.supply < 0:
        return 4
    if (waiting > 0) != (s.phase == S.SUPPLYING) or (waiting > 0 and waiting <= s.supply):
        return 25
    for habitat in range(box.n_habitats):
        for icon in range(box.n_icons):
            there = 0
            for animal in range(box.n_animals):
                if box.habitat[animal] == habitat:
                    there += s.tokens[animal, icon]
            if there != s.open[habitat, icon]:
                return 5
    new = box.n_animals - box.n_printed
    received = 0
    for i in range(new):
        animal = box.n_printed + chance.animals[i]
        places = 1 if i >= s.turned else 0
        for reception in range(box.n_receptions):
            if s.visitor[reception] == animal:
                places += 1
        # Between its reception and the next animal's turning up it is at home already.
        if s.home[animal]:
            places += 1
            received += 1
        if places != 1 or (s.day_received[animal] != S.NONE) != (s.home[animal] == 1):
            return 7
    if received != s.received:
        return 7
    for reception in range(box.n_receptions):
        animal = s.visitor[reception]
        left = 0
        for icon in range(box.n_icons):
            left += s.due[reception, icon]
            if s.due[reception, icon] < 0 or (animal != S.NONE and s.due[reception, icon] > box.cost[animal, icon]):
                return 8
        if animal == S.NONE:
            if left > 0 or s.beside[reception] > 0:
                return 8
        elif left != box.price[animal] - s.paid_for[animal] or left == 0 or s.beside[reception] > s.paid_for[animal]:
            return 8
    return 0


@njit(cached=False)
def _broken_state(box, chance, s):
    """Return the number of an invariant that does not hold in this state, or 0."""
    broken = _broken_cards(box, chance, s)
    if broken == 0:
        broken = _broken_animals(box, chance, s)
    if broken:
        return broken
    left = 0
    shuffled = 0
    for need in range(box.n_needs):
        left += s.needs_left[need]
        shuffled += s.needs_in[need]
        if s.needs_left[need] < 0 or s.needs_left[need] > s.needs_in[need] or s.needs_in[need] > box.needs_copies[need]:
            return 9
    if left != s.needs_stock or left + s.needs_drawn != shuffled:
        return 9
    if s.actor != s.mate % s.n_seats or s.mate >= s.n_team or s.active >= s.n_team:
        return 10
    away = 0
    held = 0
    played = 0
    fixed = 0
    paid = 0
    for mate in range(s.n_team):
        away += s.at[mate] != S.NONE
        held += s.n_cards[mate]
        played += s.n_moved[mate] + s.n_fixed[mate] + s.n_paid[mate] + s.n_unused[mate]
        fixed += s.tokens_fixed[mate]
        paid += s.icons_paid[mate]
    night = s.phase == S.STORING or s.phase == S.CRISIS or s.end != S.RUNNING
    storing = s.phase == S.STORING and s.end == S.RUNNING
    if night and (away > 0 or (held > 0) != storing):
        return 11
    beside = 0
    for reception in range(box.n_receptions):
        beside += s.beside[reception]
    on_cards = 0
    for animal in range(box.n_animals):
        on_cards += s.paid_for[animal]
    if played + s.n_dropped + s.crisis_cards != s.discarded + beside or paid != on_cards:
        return 21
    if s.tokens_laid - fixed - s.tokens_cleared != box.tokens - s.supply:
        return 21
    full = int(box.hand) * int(s.n_team)
    if s.day > (box.deck_size + full - 1) // full:
        return 22
    return 0


@njit(cached=False)
def _broken_step(box, p, s):
    """Return the number of an invariant that does not hold between a state and the next one of the same game, or 0."""
    if s.drawn < p.drawn:
        return 14
    by_day = (p.phase == S.AFTERNOON or p.phase == S.RIDING) and (s.phase == S.AFTERNOON or s.phase == S.RIDING)
    same_day = by_day and s.day == p.day and s.end == S.RUNNING
    if same_day and s.drawn != p.drawn:
        return 15
    if s.day != p.day and (s.day != p.day + 1 or (s.drawn == p.drawn and s.phase != S.SHARING)):
        return 16
    if s.received < p.received or s.received > p.received + 1:
        return 17
    for animal in range(box.n_animals):
        if p.home[animal] and not s.home[animal]:
            return 17
    if s.n_cards[S.STORAGE] > p.n_cards[S.STORAGE] and p.phase != S.STORING:
        return 18
    if same_day:
        for mate in range(s.n_team):
            if p.at[mate] != S.NONE and s.at[mate] == S.NONE:
                return 19
        for animal in range(box.n_animals):
            for icon in range(box.n_icons):
                if s.tokens[animal, icon] > p.tokens[animal, icon]:
                    return 20
    return 0


@njit(cached=False)
def _broken_end(box, s, game_row, seat_rows):
    """Return the number of an invariant that does not hold in the outcome of a game, or 0."""
    troubled = s.supply < box.tokens
    empty = s.drawn == box.deck_size
    complete = s.received >= box.goal
    if s.reason == S.WON:
        fits = complete and not troubled and (not empty or box.empty_deck_wins)
    elif s.reason == S.LOST_TO_CRISIS:
        fits = troubled and empty
    else:
        fits = s.reason == S.DECK_EMPTY and empty and not troubled and (not complete or not box.empty_deck_wins)
    if not fits or s.end != S.FINISHED:
        return 23
    won = 1 if s.reason == S.WON else 0
    if game_row.winner != S.NONE or game_row.won != won or game_row.days != s.day:
        return 24
    for seat in range(s.n_seats):
        row = seat_rows[seat]
        if row.share != 420 * won or row.rank != 2 - won or row.qualified != won or row.score != s.received:
            return 24
    return 0


_check = compiled_check(GAME, choose, BROKEN, _broken_state, _broken_step, _broken_end)

GAMES = 6 if DISABLED else 1_000  # ten settings, six seat counts: 60,000 games

SETTINGS: dict[str, dict[str, object]] = {
    "as printed": {},
    "two animals win": {"goal.animals": 2},
    "one animal wins, but not with an empty deck": {"goal.animals": 1, "rules.empty_deck_wins": False},
    "free first moves": {"rules.first_move_free": True},
    "a renewed storage": {"rules.storage": "renewed", "setup.hand": 6},
    "no extra cards": {"needs.extra_resource": False},
    "few tokens": {"setup.tokens": 5, "needs.cards": 2},
    "many jokers": {"resources.joker": 40, "setup.receptions": 6},
    "a small deck": RESOURCES | {"resources.TH": 6, "resources.GB": 5, "resources.joker": 2, "goal.animals": 1},
    "one reception, hands of two": {"setup.receptions": 1, "setup.hand": 2, "goal.animals": 2, "setup.storage": 8},
}


def assert_possible(n_seats: int, name: str, first: int, n_games: int) -> None:
    """Play games under some settings, one in five of them uniformly at random, and assert that all invariants hold."""
    uniform = n_games // 5
    spans = ((first, uniform, UNIFORM), (first + uniform, n_games - uniform, DILIGENT))
    seed = list(SETTINGS).index(name)
    assert_none_broken(GAME, _check, boxes(n_seats, SETTINGS[name]), seed, spans, BROKEN)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [1, 2, 3, 4, 5, 6])
def test_nothing_impossible_happens_in_random_games(n_seats: int, name: str) -> None:
    """[MZ 1.3, 1.8] Cards, tokens, animals and needs cards are conserved; the deck is a clock; the result fits."""
    assert_possible(n_seats, name, 0, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [1, 2, 3, 4, 5, 6])
def test_nothing_impossible_happens_in_a_million_random_games(n_seats: int, name: str) -> None:
    """The same, for twenty times as many other games."""
    assert_possible(n_seats, name, GAMES, 20 * GAMES)
