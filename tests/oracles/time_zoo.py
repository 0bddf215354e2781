"""A slow, obviously right referee for Time Zoo, written from the rulebook and `RULES.md` alone.

It answers: what may the active seat choose, what does a choice do, and who won? Plain Python on lists that shares no
code with `sim.games`. The tests play a game with the engine, show the referee every choice, and compare every field of
every state. Whatever is left to chance is asked of a `Chance` that is handed to it; it leaves strategies and what a
seat may see to others.

Actions are plain tuples: the kind first, then the fields that this kind uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from typing import Any, Protocol

__all__ = [
    "Animal",
    "Chance",
    "Food",
    "Intern",
    "Numbers",
    "Referee",
    "differences",
    "payments",
    "pictures",
    "plain_actions",
]

NONE = -1
INTERN = 24  # the item that is the first kind of intern
PLACES = 120  # places of the discard pile in the engine's state
PRICE = 5  # places of a payment in the engine's state

MAIN, MORE, PAYING, ORDER, EXTRA, TUCKING, PUTTING, ROBBING, SPOILING, REMOVING, EXCHANGING = range(11)
PASS, PILE_CARD, DISCARD_CARD, LURE, HIRE, PAY, PUT, STOP, TUCK, DISCARD, TARGET, REMOVE, EXCHANGE = range(13)
RUNNING, FINISHED, TRUNCATED = range(3)

TYPES = ("blue", "green", "red", "orange")
COLOUR = {
    **dict.fromkeys(("fish", "crab", "squid"), "blue"),
    **dict.fromkeys(("fruit", "nuts", "hay"), "green"),
    **dict.fromkeys(("chicken", "steak", "ribs"), "red"),
}
WIN = 420  # a whole win, in the units of `share`

# What the engine keeps count of, by seat.
WORDS = ("held", "shown", "fits", "owned", "counts", "discounts", "dodos", "eggs", "employed")

# The fields of a state by their axes: P seats, A animals, F foods, I interns, R row, D discard pile, C payment.
_BY_AXES = {
    "": (
        *("n_seats", "start", "actor", "phase", "end", "last_round", "turn", "decision", "step"),
        *("deck", "pile", "n_discard", "reshuffles", "slot", "animal", "extra", "n_paid", "left"),
    ),
    "R": ("row",),
    "D": ("discard",),
    "C": ("paid",),
    "F": ("out",),
    "A": ("removed",),
    "PF": ("hand",),
    "PA": ("zoo", "tucked", "lured"),
    "PI": ("interns",),
    "P": (
        *WORDS,
        *("hand_size", "start_intern", "n_pile", "n_discarded", "n_drawn", "n_paid_food", "n_takes", "n_passes"),
        *("n_lures", "n_extra", "n_hired", "n_robbed", "n_spoiled", "n_lost", "n_removed"),
        *("n_exchanged", "n_exchanged_by"),
    ),
}
FIELDS = {name: axes for axes, names in _BY_AXES.items() for name in names}
VIEW_ONLY = ("temperature", "noise_key")


@dataclass(frozen=True, kw_only=True)
class Animal:
    """A kind of animal card."""

    key: str
    type: str
    copies: int
    points: int
    cost: int
    same: bool  # the icons are linked [TZ 4.3]
    action: str


@dataclass(frozen=True, kw_only=True)
class Food:
    """A kind of food card, with one or two icons."""

    icons: frozenset[str]
    copies: int

    @cached_property
    def feeds(self) -> frozenset[str]:
        """Return the types of animals that eat it [TZ 4.2]."""
        return frozenset(kind for kind in TYPES if any(_eats(kind, icon) for icon in self.icons))


@dataclass(frozen=True, kw_only=True)
class Intern:
    """A kind of intern card; `amount` is its points, or how many cards it counts as."""

    key: str
    rule: str
    copies: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every number and ruling in force."""

    animals: tuple[Animal, ...]
    foods: tuple[Food, ...]
    interns: tuple[Intern, ...]
    hand: int
    row: int
    start_interns: int
    take: int
    draw: int
    draw_per_icon: int
    draw_and_put: int
    tuck: int
    discount: int
    remove: int
    adult: int
    calf: int
    dodo_set: dict[int, int]
    egg_set: dict[int, int]
    needed: int
    least_price: int = 0
    reshuffle_all: bool = False
    lasting: bool = False
    calf_once: bool = False
    may_exchange: bool = False
    several_sets: bool = False
    no_last_round: bool = False
    tie_by_animals: bool = False
    advanced: bool = False
    turn_cap: int = 10**9


class Chance(Protocol):
    """Whatever is not decided by anybody."""

    def animals(self) -> list[int]:
        """Return the items of the animal deck, the next one first."""

    def foods(self) -> list[int]:
        """Return the food cards, the next one first."""

    def interns(self) -> list[int]:
        """Return the interns, the next one first."""

    def reshuffled(self, number: int, foods: Sequence[int]) -> list[int]:
        """Return these food cards in the order of the number-th reshuffle, the next one first."""

    def lost(self, seat: int, before: int, foods: Sequence[int]) -> int:
        """Return which of its food cards, in ascending order, a seat loses that has lost so many before."""


def _eats(kind: str, icon: str) -> bool:
    """[TZ 4.2] Food of its colour; orange animals eat everything."""
    return kind in ("orange", COLOUR[icon])


def payments(hand: Sequence[int], foods: Sequence[Food], animal: Animal, price: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of cards of a hand that pays for an animal, in ascending order of kinds [TZ 4, 10.2]."""
    edible = [food for food, n in enumerate(hand) if n > 0 and animal.type in foods[food].feeds]
    for cards in combinations_with_replacement(edible, price):
        if any(cards.count(food) > hand[food] for food in set(cards)):
            continue
        if not animal.same or not cards or any(_serves(icon, cards, foods, animal) for icon in COLOUR):
            yield cards


def _serves(icon: str, cards: Sequence[int], foods: Sequence[Food], animal: Animal) -> bool:
    """[TZ 4.3] Whether an animal eats this food and all the cards show it."""
    return _eats(animal.type, icon) and all(icon in foods[food].icons for food in cards)


def _bits(counts: Sequence[int]) -> int:
    """A bit for each number that is not 0."""
    return sum(1 << place for place, n in enumerate(counts) if n)


def _word(counts: Sequence[int]) -> int:
    """Numbers as one, seven bits each."""
    return sum(n << (7 * place) for place, n in enumerate(counts))


class Referee:
    """One game of Time Zoo, refereed. The attributes are named like the fields of the engine's state and mean the same,
    but for the piles, which are lists of cards here.
    """

    def __init__(self, numbers: Numbers, n_seats: int, start: int, chance: Chance) -> None:
        self.numbers, self.n_seats, self.start, self.chance = numbers, n_seats, start, chance
        seats = range(n_seats)
        self.end, self.last_round, self.turn, self.decision, self.reshuffles = RUNNING, 0, 0, 0, 0
        self.animal_deck, self.food_pile, self.discards = chance.animals(), chance.foods(), list[int]()
        self.hand = [[0 for _ in numbers.foods] for _ in seats]
        self.zoo, self.tucked, self.lured = ([[0 for _ in numbers.animals] for _ in seats] for _ in range(3))
        self.interns = [[0 for _ in numbers.interns] for _ in seats]
        self.out, self.removed = [0 for _ in numbers.foods], [0 for _ in numbers.animals]
        self.start_intern = [NONE for _ in seats]
        self.n_takes, self.n_passes, self.n_hired, self.n_lures, self.n_extra = ([0] * n_seats for _ in range(5))
        self.n_pile, self.n_discarded, self.n_drawn, self.n_paid_food = ([0] * n_seats for _ in range(4))
        self.n_robbed, self.n_spoiled, self.n_lost = ([0] * n_seats for _ in range(3))
        self.n_removed, self.n_exchanged, self.n_exchanged_by = ([0] * n_seats for _ in range(3))
        self._known: dict[tuple[int, ...], dict[str, int]] = {}
        self._set_up()

    def _set_up(self) -> None:
        """[TZ 1.5] Deal, begin the discard pile, lay out the row."""
        for seat in range(self.n_seats):
            for _ in range(self.numbers.hand):
                self.hand[seat][self._draw(self.food_pile)] += 1
        self.discards.append(self._draw(self.food_pile))
        interns = self.chance.interns() if self.numbers.start_interns and not self.numbers.advanced else []
        if interns:
            for seat in range(self.n_seats):
                dealt = [interns.pop(0) for _ in range(self.numbers.start_interns)]
                self.start_intern[seat] = dealt[0]
                for intern in dealt:
                    self.interns[seat][intern] += 1
        self.row = [NONE] * self.numbers.row
        self._refill()
        self._begin_turn(self.start)

    def _draw(self, cards: list[int]) -> int:
        """The next card of a pile."""
        return cards.pop(0)

    # What is so

    @property
    def hand_size(self) -> list[int]:
        """Cards in each hand."""
        return [sum(cards) for cards in self.hand]

    def _showing(self, hand: Sequence[int], *icons: str) -> int:
        """Cards of a hand that show one of these foods."""
        return sum(n for n, food in zip(hand, self.numbers.foods, strict=True) if not food.icons.isdisjoint(icons))

    def _words(self, seat: int) -> dict[str, int]:
        """What the engine keeps count of for a seat: kinds as bits, numbers as words of seven bits each [TZ 7.4]."""
        hand, zoo, interns = self.hand[seat], self.zoo[seat], self.interns[seat]
        key = (*hand, *zoo, *interns)
        if key not in self._known:  # most seats are as they were
            menus = [[icon for icon in COLOUR if _eats(kind, icon)] for kind in TYPES]
            of_one = [self._showing(hand, icon) for icon in COLOUR]
            most = [max(n for icon, n in zip(COLOUR, of_one, strict=True) if icon in menu) for menu in menus]
            animals = [self._of_type(seat, kind) for kind in TYPES]
            mammoths = [self._doing(seat, action) for action in ("male", "female", "calf")]
            self._known[key] = {
                "held": _bits(hand),
                "shown": _word(of_one),
                "fits": _word([self._showing(hand, *menu) for menu in menus] + most),
                "owned": _bits(zoo),
                "counts": _word(animals + mammoths),
                "discounts": _word(self._lowering(seat)),
                "dodos": self._set_cards(seat, "dodo"),
                "eggs": self._set_cards(seat, "egg"),
                "employed": _bits(interns),
            }
        return self._known[key]

    def _mine(self) -> list[int]:
        return self.hand[self.actor]

    def _of_type(self, seat: int, kind: str) -> int:
        """Animals of a type that a seat has."""
        return sum(n for n, animal in zip(self.zoo[seat], self.numbers.animals, strict=True) if animal.type == kind)

    def _doing(self, seat: int, action: str) -> int:
        """Animals with a special action that a seat has."""
        return sum(n for n, animal in zip(self.zoo[seat], self.numbers.animals, strict=True) if animal.action == action)

    def _can_draw(self) -> bool:
        """[TZ 3.3, 3.4] A card in the pile, or enough on the discard pile for a new one."""
        return bool(self.food_pile) or len(self.discards) > (0 if self.numbers.reshuffle_all else 1)

    def _lowering(self, seat: int) -> list[int]:
        """[TZ 6.9] Animals of each type that a seat's discounts count: all, or those that give a lasting one."""
        if not self.numbers.lasting:
            return [self._of_type(seat, kind) for kind in TYPES]
        giving = [
            animal.type
            for n, animal in zip(self.zoo[seat], self.numbers.animals, strict=True)
            for _ in range(n)
            if animal.action == "discount"
        ]
        return [giving.count(kind) for kind in TYPES]

    def price(self, kind: int) -> int:
        """[TZ 6.9] What an animal costs the active seat."""
        animal = self.numbers.animals[kind]
        if not self.numbers.lasting and animal.action != "discount":
            return animal.cost
        icons = self._lowering(self.actor)[TYPES.index(animal.type)]
        if animal.cost <= self.numbers.least_price:
            return animal.cost
        return max(self.numbers.least_price, animal.cost - icons * self.numbers.discount)

    def _payable(self, kind: int) -> bool:
        """[TZ 4.2, 4.3] Enough cards that it eats; if the icons are linked, with one and the same food."""
        animal, price = self.numbers.animals[kind], self.price(kind)
        held = zip(self._mine(), self.numbers.foods, strict=True)
        meals = [(n, food) for n, food in held if n > 0 and animal.type in food.feeds]
        if not animal.same:
            return sum(n for n, _ in meals) >= price
        menu = [icon for icon in COLOUR if _eats(animal.type, icon)]
        return price == 0 or any(sum(n for n, food in meals if icon in food.icons) >= price for icon in menu)

    def _animals_in_row(self) -> list[tuple[int, int]]:
        """[TZ 9.3] Places and kinds; interns are no animals."""
        return [(slot, item) for slot, item in enumerate(self.row) if item != NONE and item < INTERN]

    def _victims(self) -> list[int]:
        """[TZ 6.7, 6.8] Opponents with food."""
        return [seat for seat, n in enumerate(self.hand_size) if seat != self.actor and n > 0]

    # What may be done

    def legal(self) -> list[tuple[Any, ...]]:
        """Everything that the active seat may choose now."""
        foods = self.numbers.foods
        held = [food for food, n in enumerate(self._mine()) if n > 0]
        if self.phase == MAIN:
            interns = [(HIRE, slot, item - INTERN) for slot, item in enumerate(self.row) if item >= INTERN]
            return [*self._food(), *self._lures(), *interns] or [(PASS,)]  # [TZ 2.1, 2.3, 9.2]
        if self.phase == MORE:
            return self._food()
        if self.phase == PAYING:
            return [(PAY, cards) for cards in self._ways()]
        if self.phase == ORDER:
            return [(PUT, cards) for cards in set(permutations(self.paid))]
        if self.phase == EXTRA:
            return [*self._lures(), (STOP,)]
        if self.phase == TUCKING:
            return [*((TUCK, food) for food in held if "green" in foods[food].feeds), (STOP,)]
        if self.phase == PUTTING:
            return [(DISCARD, food) for food in held]
        if self.phase in (ROBBING, SPOILING):
            return [(TARGET, seat) for seat in self._victims()]
        if self.phase == REMOVING:
            return [(REMOVE, slot, item) for slot, item in self._animals_in_row()]
        return [*self._exchanges(), *([(STOP,)] if self.numbers.may_exchange else [])]

    def _ways(self) -> list[tuple[int, ...]]:
        """[TZ 4] All payments for the animal being lured."""
        animal, price = self.numbers.animals[self.animal], self.price(self.animal)
        return list(payments(self._mine(), self.numbers.foods, animal, price))

    def _food(self) -> list[tuple[Any, ...]]:
        """[TZ 3.1, 3.2, 3.4] The top card of either pile."""
        return [
            *([(PILE_CARD,)] if self._can_draw() else []),
            *([(DISCARD_CARD, self.discards[-1])] if self.discards else []),
        ]

    def _lures(self) -> list[tuple[Any, ...]]:
        return [(LURE, slot, item) for slot, item in self._animals_in_row() if self._payable(item)]

    def _exchanges(self) -> list[tuple[Any, ...]]:
        """[TZ 6.11] Any animal of any opponent."""
        others = [seat for seat in range(self.n_seats) if seat != self.actor]
        return [(EXCHANGE, seat, kind) for seat in others for kind, n in enumerate(self.zoo[seat]) if n > 0]

    # What it does

    def apply(self, action: tuple[Any, ...]) -> None:
        """Carry out one legal choice of the active seat."""
        kind, seat = action[0], self.actor
        self.decision += 1
        self.step += 1
        if kind in (PILE_CARD, DISCARD_CARD):
            self._take_food(kind)
        elif kind == LURE:
            self.extra = int(self.phase == EXTRA)
            _, self.slot, self.animal = action
            self.phase = PAYING
            ways = self._ways()
            if len(ways) == 1:  # [TZ 10.3]
                self._pay(ways[0])
        elif kind == PAY:
            self._pay(action[1])
        elif kind == PUT:
            self._settle(action[1])
        elif kind == HIRE:
            self.interns[seat][action[2]] += 1
            self.n_hired[seat] += 1
            self.row[action[1]] = NONE
            self._refill()
            self._end_turn()
        elif kind == TUCK:
            self._mine()[action[1]] -= 1
            self.out[action[1]] += 1
            self.tucked[seat][self.animal] += 1
            self._tuck_more()
            if self.phase == NONE:
                self._end_turn()
        elif kind == DISCARD:
            self._put_down(action[1])
            self._end_turn()
        elif kind == TARGET:
            self._rob(action[1], keep=self.phase == ROBBING)
            self._end_turn()
        elif kind == REMOVE:
            self._remove(action[1])
            self.left -= 1
            if self.left == 0:
                self._refill()
                self._end_turn()
        elif kind == EXCHANGE:
            self._exchange(action[1], action[2])
        else:
            self.n_passes[seat] += kind == PASS
            self._end_turn()

    def _take_food(self, kind: int) -> None:
        """[TZ 3] One card; the action goes on while cards are due and there are any."""
        seat = self.actor
        if self.phase == MAIN:
            self.n_takes[seat] += 1
            self.left = self.numbers.take
        if kind == PILE_CARD:
            self._from_pile()
            self.n_pile[seat] += 1
        else:
            self._mine()[self.discards.pop()] += 1
            self.n_discarded[seat] += 1
        self.left -= 1
        if self.left > 0 and self._food():
            self.phase = MORE
        else:
            self._end_turn()

    def _from_pile(self) -> None:
        """[TZ 3.3] A card of the pile into the hand; if there is none, the discard pile is shuffled first."""
        if not self.food_pile:
            keep = [] if self.numbers.reshuffle_all else [self.discards.pop()]
            self.reshuffles += 1
            self.food_pile, self.discards = self.chance.reshuffled(self.reshuffles, self.discards), keep
        self._mine()[self._draw(self.food_pile)] += 1

    def _put_down(self, food: int) -> None:
        """A card of the active seat's hand, on top of the discard pile."""
        self._mine()[food] -= 1
        self.discards.append(food)

    def _pay(self, cards: tuple[int, ...]) -> None:
        """[TZ 4.6, 10.3] The order is asked where there is more than one."""
        self.n_paid_food[self.actor] += len(cards)
        if len(set(cards)) > 1:
            self.phase, self.paid = ORDER, cards
            for food in cards:
                self._mine()[food] -= 1
        else:
            for food in cards:
                self._mine()[food] -= 1
            self._settle(cards)

    def _settle(self, cards: Sequence[int]) -> None:
        """[TZ 5.1, 5.2] The food, the animal, the row, the special action."""
        seat, kind = self.actor, self.animal
        self.discards += cards
        self.zoo[seat][kind] += 1
        self.lured[seat][kind] += 1
        self.n_lures[seat] += 1
        self.n_extra[seat] += self.extra
        self.row[self.slot] = NONE
        self.slot, self.extra, self.paid = NONE, 0, ()
        self._refill()
        self._act(self.numbers.animals[kind])

    def _refill(self) -> None:
        """[TZ 5.2, 8.1] Fill the gaps while there are cards; the last one brings the last round."""
        for slot, item in enumerate(self.row):
            if item == NONE and self.animal_deck:
                self.row[slot] = self._draw(self.animal_deck)
                self.last_round = int(not self.animal_deck)

    def _act(self, animal: Animal) -> None:
        """[TZ 5.3, 6] The special action, as far as it is possible; what is to be decided becomes the phase."""
        self.phase = NONE
        if animal.action == "draw":
            self._draw_up(self.numbers.draw)
        elif animal.action == "draw_per_icon":
            self._draw_up(self.numbers.draw_per_icon * self._of_type(self.actor, animal.type))
        elif animal.action == "draw_and_put":
            self._draw_up(self.numbers.draw_and_put)
            self._put_one()
        elif animal.action == "lure_another":
            if self._lures():
                self.phase = EXTRA
        elif animal.action == "tuck":
            self._tuck_more()
        elif animal.action in ("rob", "spoil"):
            self._choose_victim(keep=animal.action == "rob")
        elif animal.action == "remove":
            self._remove_some()
        elif animal.action == "exchange" and self._exchanges():
            self.phase = EXCHANGING
        if self.phase == NONE:
            self._end_turn()

    def _draw_up(self, n: int) -> None:
        """[TZ 3.4, 6.1] So many cards, or what there is."""
        for _ in range(n):
            if self._can_draw():
                self._from_pile()
                self.n_drawn[self.actor] += 1

    def _put_one(self) -> None:
        """[TZ 6.3, 10.3] One card of the hand onto the discard pile."""
        held = [food for food, n in enumerate(self._mine()) if n > 0]
        if len(held) > 1:
            self.phase = PUTTING
        elif held:
            self._put_down(held[0])

    def _tuck_more(self) -> None:
        """[TZ 6.6, 10.3] Asked as long as there is green food."""
        green = [n for n, food in zip(self._mine(), self.numbers.foods, strict=True) if "green" in food.feeds]
        self.phase = TUCKING if any(green) else NONE

    def _choose_victim(self, keep: bool) -> None:
        """[TZ 6.7, 6.8, 10.3] Asked where there is more than one."""
        victims = self._victims()
        if len(victims) > 1:
            self.phase = ROBBING if keep else SPOILING
        elif victims:
            self._rob(victims[0], keep)

    def _rob(self, victim: int, keep: bool) -> None:
        """[TZ 6.7, 6.8] A random card, into the hand or onto the discard pile."""
        cards = [food for food, n in enumerate(self.hand[victim]) for _ in range(n)]
        food = self.chance.lost(victim, self.n_lost[victim], cards)
        self.hand[victim][food] -= 1
        self.n_lost[victim] += 1
        if keep:
            self._mine()[food] += 1
            self.n_robbed[self.actor] += 1
        else:
            self.discards.append(food)
            self.n_spoiled[self.actor] += 1

    def _remove_some(self) -> None:
        """[TZ 6.10] Chosen one after another; where there are no more than to be removed, all go."""
        there = self._animals_in_row()
        if 0 < self.numbers.remove < len(there):
            self.phase, self.left = REMOVING, self.numbers.remove
            return
        if self.numbers.remove > 0:
            for slot, _ in there:
                self._remove(slot)
        self._refill()

    def _remove(self, slot: int) -> None:
        self.removed[self.row[slot]] += 1
        self.row[slot] = NONE
        self.n_removed[self.actor] += 1

    def _exchange(self, other: int, kind: int) -> None:
        """[TZ 6.11] The animal just lured for another, with all food under that kind."""
        seat = self.actor
        self.zoo[seat][self.animal] -= 1
        self.zoo[other][self.animal] += 1
        self.zoo[other][kind] -= 1
        self.zoo[seat][kind] += 1
        self.tucked[seat][kind] += self.tucked[other][kind]
        self.tucked[other][kind] = 0
        self.n_exchanged[seat] += 1
        self.n_exchanged_by[other] += 1
        self._end_turn()

    def _begin_turn(self, seat: int) -> None:
        self.actor, self.phase, self.step = seat, MAIN, 0
        self.slot, self.animal, self.extra, self.left, self.paid = NONE, NONE, 0, 0, ()

    def _end_turn(self) -> None:
        """[TZ 1.7, 2.4, 8.1] Clockwise; until all have had as many turns after the last card came, or the cap."""
        self.turn += 1
        following = (self.actor + 1) % self.n_seats
        if self.last_round and (self.numbers.no_last_round or following == self.start):
            self.end = FINISHED
        elif self.turn >= self.numbers.turn_cap:
            self.end = TRUNCATED
        self._begin_turn(following)

    # What it is worth

    def parts(self, seat: int) -> dict[str, int]:
        """[TZ 8.2] A seat's points by where they are from."""
        numbers = self.numbers
        males, females = self._doing(seat, "male"), self._doing(seat, "female")
        mammoths = (males + females) * numbers.adult if males and females else 0
        beside = (males > 0) + (females > 0)
        mammoths += self._doing(seat, "calf") * numbers.calf * (min(beside, 1) if numbers.calf_once else beside)
        return {
            "from_animals": sum(n * animal.points for n, animal in zip(self.zoo[seat], numbers.animals, strict=True)),
            "from_tucked": sum(self.tucked[seat]) * numbers.tuck,
            "from_mammoths": mammoths,
            "from_dodos": self._set(seat, "dodo", numbers.dodo_set),
            "from_eggs": self._set(seat, "egg", numbers.egg_set),
            "from_interns": sum(
                n * intern.amount
                for n, intern in zip(self.interns[seat], numbers.interns, strict=True)
                if self._earns(seat, intern)
            ),
        }

    def _set_cards(self, seat: int, name: str) -> int:
        """[TZ 7.4] Dodos or eggs of a seat, interns included."""
        counting = [
            n * intern.amount
            for n, intern in zip(self.interns[seat], self.numbers.interns, strict=True)
            if intern.rule == name
        ]
        return self._doing(seat, name) + sum(counting)

    def _set(self, seat: int, name: str, table: dict[int, int]) -> int:
        """[TZ 6.12-6.14] What dodos or eggs bring."""
        cards, largest = self._set_cards(seat, name), max(table)
        points = 0
        while cards > largest and self.numbers.several_sets:
            points += table[largest]
            cards -= largest
        return points + table.get(min(cards, largest), 0)

    def _earns(self, seat: int, intern: Intern) -> bool:
        """[TZ 7.2, 7.3] Enough animals of its type, or one of each."""
        if intern.rule == "all":
            return all(self._of_type(seat, kind) for kind in TYPES)
        return intern.rule in TYPES and self._of_type(seat, intern.rule) >= self.numbers.needed

    def scores(self) -> list[int]:
        """[TZ 8.2] Points of each seat."""
        return [sum(self.parts(seat).values()) for seat in range(self.n_seats)]

    def standing(self) -> list[tuple[int, ...]]:
        """[TZ 8.3, 8.4] What seats are compared by, the first difference deciding."""
        scores = self.scores()
        if not self.numbers.tie_by_animals:
            return [(score,) for score in scores]
        return [(scores[seat], sum(self.zoo[seat]), self.hand_size[seat]) for seat in range(self.n_seats)]

    def winners(self) -> list[int]:
        """Who wins, or shares the win."""
        standing = self.standing()
        return [seat for seat, key in enumerate(standing) if key == max(standing)] if self.end == FINISHED else []

    def game_row(self) -> dict[str, int]:
        """The results of the game that do not depend on who sat where."""
        scores, winners = self.scores(), self.winners()
        others = sorted(scores, reverse=True)[1:]
        return {
            "end": self.end,
            "turns": self.turn,
            "decisions": self.decision,
            "winner": winners[0] if len(winners) == 1 else NONE,
            "margin": max(scores) - others[0] if winners else NONE,
            "tie_broken": int(bool(winners) and scores.count(max(scores)) > len(winners)),
            "n_winners": len(winners),
            "start": self.start,
            "deck_left": len(self.animal_deck),
            "row_left": sum(item != NONE for item in self.row),
            "pile_left": len(self.food_pile),
            "reshuffles": self.reshuffles,
            "lures": sum(self.n_lures),
            "extra_lures": sum(self.n_extra),
            "food_turns": sum(self.n_takes),
            "food_lost": sum(self.n_lost),
            "exchanges": sum(self.n_exchanged),
            "removed": sum(self.removed),
            "tucked": sum(self.out),
        }

    def seat_rows(self) -> list[dict[str, int]]:
        """The results of each seat."""
        standing, winners = self.standing(), self.winners()
        animals, hired = self.numbers.animals, self.numbers.advanced
        held = [[*zip(self.numbers.interns, own, strict=True)] for own in self.interns]
        return [
            {
                "seat": seat,
                "score": sum(self.parts(seat).values()),
                "qualified": 1,
                "rank": 1 + sum(key > standing[seat] for key in standing) if winners else 0,
                "share": WIN // len(winners) if seat in winners else 0,
                **self.parts(seat),
                "animals": sum(self.zoo[seat]),
                **{kind: self._of_type(seat, kind) for kind in TYPES},
                "food_turns": self.n_takes[seat],
                "food_pile": self.n_pile[seat],
                "food_discard": self.n_discarded[seat],
                "food_drawn": self.n_drawn[seat],
                "food_paid": self.n_paid_food[seat],
                "food_left": self.hand_size[seat],
                "passes": self.n_passes[seat],
                "lures": sum(self.lured[seat]),
                "extra_lures": self.n_extra[seat],
                "hired": self.n_hired[seat],
                "robbed": self.n_robbed[seat],
                "spoiled": self.n_spoiled[seat],
                "food_lost": self.n_lost[seat],
                "removed": self.n_removed[seat],
                "exchanges": self.n_exchanged[seat],
                "exchanged_by": self.n_exchanged_by[seat],
                "start_intern": self.start_intern[seat],
                **{f"got_animals_{animal.key}": n for animal, n in zip(animals, self.lured[seat], strict=True)},
                **{f"got_interns_{intern.key}": n if hired else 0 for intern, n in held[seat]},
                **{f"dealt_interns_{intern.key}": 0 if hired else n for intern, n in held[seat]},
            }
            for seat in range(self.n_seats)
        ]

    def copy(self) -> Referee:
        """Return a referee of the same game that goes on by itself."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, [list(row) if isinstance(row, list) else row for row in value])
        return other

    def picture(self) -> dict[str, Any]:
        """Everything that the engine's state holds, under the same names; good until the next choice."""
        special = {
            "deck": len(self.animal_deck),
            "pile": len(self.food_pile),
            "discard": self.discards + [NONE] * (PLACES - len(self.discards)),
            "n_discard": len(self.discards),
            "paid": [*self.paid, *[NONE] * (PRICE - len(self.paid))],
            "n_paid": len(self.paid),
        }
        words = [self._words(seat) for seat in range(self.n_seats)]
        special |= {name: [own[name] for own in words] for name in WORDS}
        return {name: special[name] if name in special else getattr(self, name) for name in FIELDS}


def pictures(states: Any, numbers: Numbers, n_seats: int) -> list[dict[str, Any]]:
    """An array of engine states as `Referee.picture` would give them."""
    size = {"P": n_seats, "A": len(numbers.animals), "F": len(numbers.foods), "I": len(numbers.interns)}
    size |= {"R": numbers.row, "D": PLACES, "C": PRICE}
    columns = {}
    for name, axes in FIELDS.items():
        live = (slice(None), *(slice(size[axis]) for axis in axes))
        columns[name] = states[name][live].tolist()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def plain_actions(actions: Any, n_seats: int) -> list[tuple[Any, ...]]:
    """An array of engine actions as the referee's tuples: only the fields that a kind uses."""
    uses = {
        PASS: (),
        PILE_CARD: (),
        DISCARD_CARD: ("food",),
        LURE: ("slot", "animal"),
        HIRE: ("slot", "intern"),
        PAY: ("cards",),
        PUT: ("cards",),
        STOP: (),
        TUCK: ("food",),
        DISCARD: ("food",),
        TARGET: ("seat",),
        REMOVE: ("slot", "animal"),
        EXCHANGE: ("seat", "animal"),
    }
    columns = {name: actions[name].tolist() for name in ("kind", "slot", "animal", "intern", "food", "seat")}
    columns["cards"] = [tuple(card for card in row if card != NONE) for row in actions["cards"].tolist()]
    return [(kind, *(columns[name][i] for name in uses[kind])) for i, kind in enumerate(columns["kind"])]


def differences(engine: dict[str, Any], referee: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields in which two pictures differ: name -> (engine, referee)."""
    return {name: (engine[name], referee[name]) for name in FIELDS if engine[name] != referee[name]}
