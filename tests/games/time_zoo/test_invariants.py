"""What must hold in every state of every game, checked at each decision of 20,000 games played at random.

The checker is compiled, and sees each state with the one before it. It knows the rules only as conservation laws and
comparisons, and values the final zoos card by card; what each action does exactly is the oracle's business.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.time_zoo import state as S
from tests.games.invariants import assert_none_broken, compiled_check
from tests.games.time_zoo.play import GAME, KEEN, UNIFORM, boxes, choose

BROKEN = (
    "nothing",
    "animals of a kind are lost or made",
    "interns of a kind are lost or made",
    "food cards of a kind are lost or made",
    "somebody has fewer than no cards, or not as many as are counted",
    "there is a gap in the row though the deck has cards",
    "the discard pile has a hole, or cards above its top",
    "nothing is legal",
    "a decision is not counted",
    "food under animals is not what is out of the game",
    "animals or food are counted wrong where one seat acts on another",
    "a zoo is not as large as the animals lured",
    "the last round is not that after the last card of the deck",
    "paid food lies about outside its phase",
    "the turns are not the actions taken",
    "another seat than the active one gained something, or lost more than one card",
    "the game ended before its time, or later",
    "a score is not what the zoo is worth, card by card",
    "the shares or ranks of the outcome do not fit the scores",
)


@njit(cached=False)
def _broken_cards(box, chance, s):
    """Return which kind of card is not conserved, or 0."""
    for item in range(S.ITEMS):
        held = 0
        for place in range(s.deck):
            held += chance.deck[place] == item
        for slot in range(box.row):
            held += s.row[slot] == item
        if item < S.INTERN:
            held += s.removed[item]
            for seat in range(s.n_seats):
                held += s.zoo[seat, item]
                if s.zoo[seat, item] < 0 or s.tucked[seat, item] < 0:
                    return 4
            if held != box.item_copies[item]:
                return 1
        else:
            for seat in range(s.n_seats):
                held += s.interns[seat, item - S.INTERN]
            if box.advanced and held != box.item_copies[item]:
                return 2
            if not box.advanced and held > box.intern_copies[item - S.INTERN]:
                return 2
    for food in range(box.n_foods):
        held = int(s.out[food])
        for place in range(s.pile):
            held += chance.pile[place] == food
        for place in range(s.n_discard):
            held += s.discard[place] == food
        for i in range(s.n_paid):
            held += s.paid[i] == food
        for seat in range(s.n_seats):
            held += s.hand[seat, food]
            if s.hand[seat, food] < 0:
                return 4
        if held != box.food_copies[food]:
            return 3
    return 0


@njit(cached=False)
def _broken_state(box, chance, s):
    """Return the number of an invariant that does not hold in this state, or 0."""
    broken = _broken_cards(box, chance, s)
    if broken:
        return broken
    tucked = 0
    lost = 0
    exchanged = 0
    removed = 0
    acted = 0
    interns = 0
    for seat in range(s.n_seats):
        if s.hand[seat].sum() != s.hand_size[seat]:
            return 4
        if s.zoo[seat].sum() != s.n_lures[seat] or s.lured[seat].sum() != s.n_lures[seat]:
            return 11
        tucked += s.tucked[seat].sum()
        interns += s.interns[seat].sum()
        lost += s.n_lost[seat] - s.n_robbed[seat] - s.n_spoiled[seat]
        exchanged += s.n_exchanged[seat] - s.n_exchanged_by[seat]
        removed += s.n_removed[seat]
        acted += s.n_takes[seat] + s.n_passes[seat] + s.n_hired[seat] + s.n_lures[seat] - s.n_extra[seat]
        if s.n_pile[seat] + s.n_discarded[seat] > s.n_takes[seat] * box.take_food:
            return 14
    if not box.advanced and interns != s.n_seats * box.start_interns:
        return 2
    if tucked != s.out.sum():
        return 9
    if lost != 0 or exchanged != 0 or removed != s.removed.sum():
        return 10
    if s.phase == S.MAIN and acted != s.turn:
        return 14
    if s.phase != S.REMOVING and s.deck > 0:
        for slot in range(box.row):
            if s.row[slot] == S.NONE:
                return 5
    for place in range(S.PILE):
        if (s.discard[place] == S.NONE) != (place >= s.n_discard):
            return 6
    if s.last_round != (s.deck == 0):
        return 12
    if s.n_paid > 0 and s.phase != S.ORDER:
        return 13
    return 0


@njit(cached=False)
def _broken_step(box, p, s):
    """Return the number of an invariant that does not hold between a state and the next one of the same game, or 0."""
    lost = 0
    for seat in range(s.n_seats):
        if seat == p.actor:
            continue
        change = int(s.hand_size[seat]) - int(p.hand_size[seat])
        if change > 0 or s.interns[seat].sum() != p.interns[seat].sum() or s.zoo[seat].sum() != p.zoo[seat].sum():
            return 15
        lost -= change
    if lost > 1 or (s.turn != p.turn) != (s.step == 0):
        return 15
    return 0


@njit(cached=False)
def _with(box, s, seat, special):
    """Return how many animals with a special action lie in a zoo."""
    n = 0
    for animal in range(box.n_animals):
        if box.special[animal] == special:
            n += s.zoo[seat, animal]
    return n


@njit(cached=False)
def _worth(box, s, seat):
    """Return what a zoo is worth, card by card [TZ 8.2]."""
    total = int(s.tucked[seat].sum()) * box.tuck
    types = np.zeros(4, np.int64)
    for animal in range(box.n_animals):
        for _ in range(s.zoo[seat, animal]):
            types[box.type[animal]] += 1
            total += box.points[animal]
            if box.special[animal] == S.MALE and _with(box, s, seat, S.FEMALE) > 0:
                total += box.adult
            if box.special[animal] == S.FEMALE and _with(box, s, seat, S.MALE) > 0:
                total += box.adult
            if box.special[animal] == S.CALF:
                bulls, cows = _with(box, s, seat, S.MALE) > 0, _with(box, s, seat, S.FEMALE) > 0
                if bulls and cows and not box.calf_once:
                    total += 2 * box.calf
                elif bulls or cows:
                    total += box.calf
    dodos = _with(box, s, seat, S.DODO)
    eggs = _with(box, s, seat, S.EGG)
    for intern in range(box.n_interns):
        for _ in range(s.interns[seat, intern]):
            rule = box.intern_rule[intern]
            if rule == S.ONE_DODO:
                dodos += box.intern_bonus[intern]
            elif rule == S.ONE_EGG:
                eggs += box.intern_bonus[intern]
            elif rule == S.ALL_TYPES:
                total += box.intern_bonus[intern] if types.min() > 0 else 0
            else:
                total += box.intern_bonus[intern] if types[rule] >= box.needed else 0
    while box.several_sets and dodos > 3:
        total += box.dodo_set[3]
        dodos -= 3
    while box.several_sets and eggs > 4:
        total += box.egg_set[4]
        eggs -= 4
    return total + box.dodo_set[min(dodos, 3)] + box.egg_set[min(eggs, 4)]


@njit(cached=False)
def _broken_end(box, s, game_row, seat_rows):
    """Return the number of an invariant that does not hold in the outcome of a game, or 0."""
    if s.end == S.FINISHED:
        if s.deck > 0 or (s.turn % s.n_seats != 0 and not box.no_last_round):
            return 16
    elif s.turn != box.turn_cap:
        return 16
    shares = 0
    best = 0
    for seat in range(s.n_seats):
        if seat_rows[seat].score != _worth(box, s, seat):
            return 17
        best = max(best, seat_rows[seat].score)
        shares += seat_rows[seat].share
    for seat in range(s.n_seats):
        row = seat_rows[seat]
        if s.end != S.FINISHED and (row.rank != 0 or row.share != 0):
            return 18
        if (row.rank == 1) != (row.share > 0) or (row.rank == 1 and row.score != best):
            return 18
        for other in range(s.n_seats):
            if s.end == S.FINISHED and row.score > seat_rows[other].score and row.rank >= seat_rows[other].rank:
                return 18
    if shares != (420 if s.end == S.FINISHED else 0):
        return 18
    if (game_row.winner >= 0) != (game_row.n_winners == 1):
        return 18
    return 0


_check = compiled_check(GAME, choose, BROKEN, _broken_state, _broken_step, _broken_end)

GAMES = 4 if DISABLED else 400  # thirteen settings, four seat counts: 20,800 games

SETTINGS: dict[str, dict[str, object]] = {
    "as printed": {},
    "advanced": {"variant.advanced": True},
    "the other rulings": {
        "rules.reshuffle": "all",
        "rules.discount": "lasting",
        "rules.least_price": 1,
        "rules.calf": "once",
        "rules.exchange": "may",
        "rules.sets": "several",
        "rules.last_round": "none",
        "rules.tie": "animals",
        "setup.start_seat": "random",
    },
    "several sets": {"rules.sets": "several", "animals.dodo.copies": 8, "animals.egg.copies": 8},
    "any seat starts": {"setup.start_seat": "random", "variant.advanced": True},
    "a big deck": {f"animals.{key}.copies": 8 for key in ("trex", "oviraptor", "pteranodon", "mammoth_calf")},
    "a row of eight": {"setup.row": 8, "actions.remove": 6},
    "a row of one": {"setup.row": 1},
    "scarce food": {
        **{f"food.{key}.copies": 1 for key in ("fish", "crab", "squid", "fruit", "nuts", "hay", "steak", "ribs")},
        "setup.hand": 2,
    },
    "long draws": {"actions.draw_per_icon": 3, "actions.draw_and_put": 4, "animals.baryonyx.copies": 8},
    "robbers": {"animals.velociraptor.copies": 8, "animals.smilodon.copies": 8},
    "much under animals": {"actions.tuck": 4, "animals.triceratops.copies": 8, "animals.oviraptor.copies": 8},
    "cut short": {"engine.turn_cap": 11},
}


def assert_possible(n_seats: int, name: str, first: int, n_games: int) -> None:
    """Play games under some settings, half of them uniformly at random, and assert that every invariant holds."""
    half = n_games // 2
    spans = ((first, half, UNIFORM), (first + half, n_games - half, KEEN))
    seed = list(SETTINGS).index(name)
    assert_none_broken(GAME, _check, boxes(n_seats, SETTINGS[name]), seed, spans, BROKEN)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
def test_nothing_impossible_happens_in_random_games(n_seats: int, name: str) -> None:
    """Cards are conserved, the row is full while the deck lasts, turns are equal, zoos are worth what they show."""
    assert_possible(n_seats, name, 0, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
def test_nothing_impossible_happens_in_a_million_random_games(n_seats: int, name: str) -> None:
    """The same, for fifty times as many other games."""
    assert_possible(n_seats, name, GAMES, 50 * GAMES)
