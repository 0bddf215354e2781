"""A slow, obviously right referee for Miller Zoo, written from the rulebook and `RULES.md` alone.

It answers: who decides now, what may they choose, what does a choice do, and has the team won? Plain Python on lists
that shares no code with `sim.games`. The tests play a game with the engine, show the referee every choice, and compare
every field of every state. The orders of the decks are handed to it; it leaves chance and strategies to others.

It keeps cards and tokens where they lie and nothing twice: what the engine's state holds besides, such as the supply,
the cards gone or the sums by habitat, is counted anew for every picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Action", "Animal", "Card", "Numbers", "Referee", "Zoo", "differences", "pictures", "plain_actions"]

NONE = -1

AFTERNOON, RIDING, STORING, CRISIS, SHARING, SUPPLYING = range(6)
PASS, MOVE, FIX, PAY, RIDE, STAY, STORE, DROP, DONE, CLEAR, TAKE, LAY = range(12)
RUNNING, FINISHED = range(2)
WON, LOST_TO_CRISIS, DECK_EMPTY = range(3)

OWNERS, STORAGE, HAND, MOST_NEW = 7, 6, 12, 12  # rows and columns of the engine's records
WIN = 420  # a whole win, in the units of `share`

# The fields of a state by their axes: M teammates, O owners of cards, C cards of an owner, K and N kinds of card,
# A animals, H habitats, R receptions, I icons, D needs cards drawn in a morning; "": none.
_BY_AXES = {
    "": (
        *("n_seats", "n_team", "actor", "mate", "active", "phase", "end", "reason", "day", "turn", "dawn", "decision"),
        *("step", "drawn", "discarded", "turned", "received", "supply", "n_morning", "shuffles", "needs_drawn"),
        *("needs_stock", "ride_from", "ride_to", "to_share", "n_stored", "n_dropped", "n_extra", "crises"),
        *("crisis_cards", "burned", "tokens_laid", "tokens_cleared", "tokens_lost"),
    ),
    "OC": ("cards",),
    "O": ("n_cards",),
    "K": ("gone",),
    "N": ("needs_in", "needs_left"),
    "R": ("visitor", "beside"),
    "RI": ("due",),
    "A": ("home", "day_received", "paid_for"),
    "AI": ("tokens", "waiting"),
    "HI": ("open",),
    "D": ("morning",),
    "M": (
        *("at", "passed", "shared", "played_today", "n_moved", "n_fixed", "n_paid", "n_stored_used", "n_idle"),
        *("n_rides", "n_unused", "tokens_fixed", "icons_paid", "wasted"),
    ),
}
FIELDS = {name: axes for axes, names in _BY_AXES.items() for name in names}
VIEW_ONLY = ("temperature", "noise_key")


class Action(NamedTuple):
    """One choice; fields that its kind does not use are blank."""

    kind: int
    card: int = NONE
    stored: int = 0
    space: int = NONE
    icon: int = NONE
    mate: int = NONE


@dataclass(frozen=True, kw_only=True)
class Card:
    """A kind of resource card or needs card; a resource card without icons is a joker."""

    icons: tuple[int, ...]
    copies: int
    extra: bool = False


@dataclass(frozen=True, kw_only=True)
class Animal:
    """An animal: the habitat it lives in, its needs, and the icons that receiving it costs, one entry each."""

    habitat: int
    needs: tuple[int, ...]
    cost: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Zoo:
    """What a challenge consists of; `animals` are those to be received."""

    icons: int
    habitats: int
    printed: tuple[Animal, ...]
    animals: tuple[Animal, ...]
    resources: tuple[Card, ...]
    needs: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every other number and ruling in force."""

    teammates: int
    goal: int
    hand: int = 4
    storage: int = 3
    receptions: int = 4
    tokens: int = 60
    needs_cards: int = 1
    first_move_free: bool = False  # [MZ 4.3]
    renewed: bool = False  # [MZ 5.2]
    empty_deck_wins: bool = True  # [MZ 6.3]


class Referee:
    """One game of Miller Zoo, refereed.

    Attributes named like a field of the engine's state mean the same. Cards and animals come in the orders given;
    `reshuffle(n, copies)` gives the order of the n-th new deck of needs cards, of so many copies of each kind.
    """

    def __init__(
        self,
        zoo: Zoo,
        numbers: Numbers,
        n_seats: int,
        deck: Sequence[int],
        needs: Sequence[int],
        animals: Sequence[int],
        reshuffle: Callable[[int, Sequence[int]], Sequence[int]],
    ) -> None:
        """[MZ 1] Set up, and begin the first day."""
        self.zoo, self.numbers, self.n_seats, self.reshuffle = zoo, numbers, n_seats, reshuffle
        self.n_team = numbers.teammates
        self.everyone = zoo.printed + zoo.animals
        self.first_new = len(zoo.printed)
        self.deck, self.seen = list(deck), list[int]()  # `seen`: the cards that have left the deck
        self.hands: list[list[int]] = [[] for _ in range(self.n_team)]
        self.stored: list[int] = []
        self.discarded = 0
        self.needs_deck, self.morning = list(needs), list[int]()
        self.needs_in = [card.copies for card in zoo.needs]
        self.needs_drawn = self.shuffles = 0
        self.visitor = [NONE] * numbers.receptions
        self.due: list[list[int]] = [[] for _ in range(numbers.receptions)]  # icons still to be paid
        self.paid_with: list[list[int]] = [[] for _ in range(numbers.receptions)]  # cards beside the animal
        self.to_come = [self.first_new + animal for animal in animals]
        self.home = [animal < self.first_new for animal in range(len(self.everyone))]
        self.tokens = [[0] * zoo.icons for _ in self.everyone]
        self.waiting = [[0] * zoo.icons for _ in self.everyone]
        self.at, self.passed, self.shared = [NONE] * self.n_team, [0] * self.n_team, [0] * self.n_team
        self.active = self.mate = self.phase = 0
        self.end, self.reason, self.decision, self.step = RUNNING, NONE, 0, 0
        self.day, self.turn, self.dawn = 0, -1, 0
        self.ride_from = self.ride_to = NONE
        self.to_share = 0
        self._blank_tally()
        for reception in range(numbers.receptions):
            self._turn_up(reception)
        self._begin_day()

    def _blank_tally(self) -> None:
        self.played_today, self.n_moved, self.n_fixed, self.n_paid = ([0] * self.n_team for _ in range(4))
        self.n_stored_used, self.n_idle, self.n_rides, self.n_unused = ([0] * self.n_team for _ in range(4))
        self.tokens_fixed, self.icons_paid, self.wasted = ([0] * self.n_team for _ in range(3))
        self.n_stored = self.n_dropped = self.n_extra = self.crises = self.crisis_cards = self.burned = 0
        self.tokens_laid = self.tokens_cleared = self.tokens_lost = 0
        self.day_received = [NONE for _ in self.everyone]
        self.paid_for = [0 for _ in self.everyone]

    # Questions

    @property
    def actor(self) -> int:
        """[MZ 1.1] The seat that the deciding teammate belongs to."""
        return self.mate % self.n_seats

    @property
    def received(self) -> int:
        """Animals received so far."""
        return sum(self.home) - self.first_new

    @property
    def supply(self) -> int:
        """[MZ 1.8] Tokens that lie on no animal."""
        return self.numbers.tokens - self._on_animals()

    def _on_animals(self) -> int:
        return sum(map(sum, self.tokens))

    def _living_in(self, habitat: int) -> list[int]:
        return [a for a, animal in enumerate(self.everyone) if self.home[a] and animal.habitat == habitat]

    def _is_joker(self, card: int) -> bool:
        return not self.zoo.resources[card].icons

    def _is_habitat(self, space: int) -> bool:
        return 0 <= space < self.zoo.habitats

    def _wanted(self, space: int) -> list[int]:
        """[MZ 4.4, 4.7] The icons that a space can use, one entry for each token or icon due."""
        if space == NONE:
            return []
        if self._is_habitat(space):
            return [
                icon
                for animal in self._living_in(space)
                for icon, n in enumerate(self.tokens[animal])
                for _ in range(n)
            ]
        return self.due[space - self.zoo.habitats]

    def _can_play(self, mate: int) -> bool:
        """[MZ 4.2] Has the teammate a card, of their own or in the storage?"""
        return bool(self.hands[mate] or self.stored)

    def _clockwise(self, mate: int) -> list[int]:
        """All teammates, beginning with this one."""
        return [(mate + i) % self.n_team for i in range(self.n_team)]

    def legal(self) -> list[Action]:
        """Everything that the deciding teammate may choose now."""
        if self.phase == AFTERNOON:
            return self._afternoon_actions()
        if self.phase == RIDING:
            return [Action(RIDE, space=self.ride_to), Action(STAY)]
        if self.phase == STORING:
            return self._storage_actions()
        if self.phase == CRISIS:
            return [Action(CLEAR, icon=icon) for icon in self._problems()]
        if self.phase == SHARING:
            return [Action(TAKE, mate=mate) for mate in range(self.n_team) if not self.shared[mate]]
        return [Action(LAY, space=space, icon=icon) for space, icon in self._places()]

    def _afternoon_actions(self) -> list[Action]:
        """[MZ 4.1-4.7] Pass, or play a card: move, fix, receive."""
        mate, here = self.active, self.at[self.active]
        spaces = [space for space in range(self.zoo.habitats + self.numbers.receptions) if space != here]
        free = self.numbers.first_move_free and here == NONE
        actions = [Action(PASS)]
        if free:
            actions += [Action(MOVE, space=space) for space in spaces]
        for stored, cards in enumerate((self.hands[mate], self.stored)):
            for card in sorted(set(cards)):
                if not free:
                    actions += [Action(MOVE, card, stored, space) for space in spaces]
                use = FIX if self._is_habitat(here) else PAY
                wanted = set(self._wanted(here))
                if self._is_joker(card):
                    actions += [Action(use, card, stored, icon=icon) for icon in sorted(wanted)]
                elif wanted & set(self.zoo.resources[card].icons):
                    actions.append(Action(use, card, stored))
        return actions

    def _storage_actions(self) -> list[Action]:
        """[MZ 5.2] Store a card, make room where the ruling says so, or stop."""
        if len(self.stored) < self.numbers.storage:
            return [Action(DONE), *(Action(STORE, card) for card in sorted({c for hand in self.hands for c in hand}))]
        return [Action(DONE), *(Action(DROP, card, 1) for card in sorted(set(self.stored)))]

    def _problems(self) -> list[int]:
        """Problems of which there are tokens on animals."""
        return [icon for icon in range(self.zoo.icons) if any(tokens[icon] for tokens in self.tokens)]

    def _places(self) -> list[tuple[int, int]]:
        """[MZ 3.5] The habitats and problems where a token of this round is still due."""
        return sorted(
            {
                (self.everyone[animal].habitat, icon)
                for animal, icons in enumerate(self.waiting)
                for icon, n in enumerate(icons)
                if n
            }
        )

    # What happens

    def apply(self, action: Action) -> None:
        """Carry out one legal choice of the teammate who decides."""
        self.decision += 1
        self.step += 1
        if self.phase == AFTERNOON:
            self._apply_afternoon(action)
        elif self.phase == RIDING:
            if action.kind == RIDE:
                self.at[self.mate] = self.ride_to
                self.n_rides[self.mate] += 1
            order = self._clockwise(self.active)
            self._ask_riders(order[order.index(self.mate) + 1 :])
        elif self.phase == STORING:
            self._apply_storing(action)
        elif self.phase == CRISIS:
            self._clear(action.icon)
            self._manage_crisis()
        elif self.phase == SHARING:
            self._draw_into(action.mate)
            self.shared[action.mate] = 1
            self.to_share -= 1
            if self.to_share == 0:
                self._identify_problems()
        else:
            self._lay_in(action.space, action.icon)
            self._divide_tokens()

    def _ask(self, phase: int, mate: int) -> None:
        self.phase, self.mate = phase, mate

    def _begin_turn(self) -> None:
        self.turn += 1
        self.step = 0

    # Dawn

    def _begin_day(self) -> None:
        """[MZ 2.2, 2.3] Everybody draws a hand; a short deck is divided, and the team names who gets the rest."""
        self.day += 1
        self._begin_turn()
        self.dawn = self.turn
        self.played_today, self.shared = [0] * self.n_team, [0] * self.n_team
        short = len(self.deck) < self.n_team * self.numbers.hand
        each = len(self.deck) // self.n_team if short else self.numbers.hand
        for mate in range(self.n_team):
            for _ in range(each):
                self._draw_into(mate)
        self.to_share = len(self.deck) if short else 0
        if self.to_share:
            self._ask(SHARING, 0)
        else:
            self._identify_problems()

    def _draw(self) -> int:
        """[MZ 1.3] The top card of the deck."""
        card = self.deck.pop(0)
        self.seen.append(card)
        return card

    def _draw_into(self, mate: int) -> None:
        self.hands[mate] = sorted([*self.hands[mate], self._draw()])

    # Morning

    def _identify_problems(self) -> None:
        """[MZ 3.1, 3.2, 3.4] Draw needs cards, with another resource card for the symbol; then lay the tokens."""
        self.morning = []
        for _ in range(self.numbers.needs_cards):
            for mate in range(self.n_team):
                need = self._draw_need()
                if need != NONE and self.zoo.needs[need].extra and self.deck:
                    self._draw_into(mate)
                    self.n_extra += 1
        for need in self.morning:
            for icon in self.zoo.needs[need].icons:
                for a, animal in enumerate(self.everyone):
                    if self.home[a] and icon in animal.needs:
                        self.waiting[a][icon] += 1
        self._lay_tokens()

    def _draw_need(self) -> int:
        """[MZ 3.3] The next needs card, of a new deck if the old one is used up."""
        if not self.needs_deck:
            copies = [card.copies - self.morning.count(kind) for kind, card in enumerate(self.zoo.needs)]
            if not any(copies):
                return NONE
            self.shuffles += 1
            self.needs_in, self.needs_drawn = copies, 0
            self.needs_deck = list(self.reshuffle(self.shuffles, copies))
        need = self.needs_deck.pop(0)
        self.needs_drawn += 1
        self.morning.append(need)
        return need

    def _lay_tokens(self) -> None:
        """[MZ 3.4, 3.5] In rounds, one token for each problem of each animal that is due one."""
        while any(map(any, self.waiting)):
            due = [(a, icon) for a, icons in enumerate(self.waiting) for icon, n in enumerate(icons) if n]
            if len(due) > self.supply:
                for a, icon in due:  # this round is the last
                    self.tokens_lost += self.waiting[a][icon] - 1
                    self.waiting[a][icon] = 1
                self._divide_tokens()
                return
            for a, icon in due:
                self._lay(a, icon)
        self._begin_afternoon()

    def _lay(self, animal: int, icon: int) -> None:
        self.waiting[animal][icon] -= 1
        self.tokens[animal][icon] += 1
        self.tokens_laid += 1

    def _lay_in(self, habitat: int, icon: int) -> None:
        """[MZ 4.6] On the first animal there that is due one."""
        self._lay(next(a for a in self._living_in(habitat) if self.waiting[a][icon]), icon)

    def _divide_tokens(self) -> None:
        """[MZ 3.5] The team divides the last tokens; where there is only one place for them, they go there."""
        while self.supply > 0:
            places = self._places()
            if len(places) > 1:
                self._ask(SUPPLYING, 0)
                return
            self._lay_in(*places[0])
        self.tokens_lost += sum(map(sum, self.waiting))
        self.waiting = [[0] * self.zoo.icons for _ in self.everyone]
        self._begin_afternoon()

    # Afternoon

    def _begin_afternoon(self) -> None:
        """[MZ 4.1] The first teammate with a card to play begins."""
        self.passed = [0] * self.n_team
        self.active = next(mate for mate in range(self.n_team) if self._can_play(mate))
        self._ask(AFTERNOON, self.active)

    def _go_on(self) -> None:
        """[MZ 4.1] The same teammate plays on, while they have a card."""
        if self._can_play(self.active):
            self._ask(AFTERNOON, self.active)
        else:
            self._next_teammate()

    def _next_teammate(self) -> None:
        """[MZ 4.1] The next with a card to play who has not passed since the last one was played; else it is night."""
        for mate in self._clockwise(self.active)[1:]:
            if self._can_play(mate) and not self.passed[mate]:
                self._begin_turn()
                self.active = mate
                self._ask(AFTERNOON, mate)
                return
        self._begin_night()

    def _apply_afternoon(self, action: Action) -> None:
        mate, card = self.active, action.card
        if action.kind == PASS:
            self.passed[mate] = 1
            self._next_teammate()
            return
        self.passed = [0] * self.n_team
        if card != NONE:
            (self.stored if action.stored else self.hands[mate]).remove(card)
            self.n_stored_used[mate] += action.stored
            self.played_today[mate] += 1
        if action.kind == MOVE:
            self.at[mate] = action.space
            self.n_moved[mate] += card != NONE
            self.discarded += card != NONE
            self._go_on()
        elif action.kind == FIX:
            self._fix(mate, card, action.icon)
        else:
            self._pay(mate, card, action.icon)

    def _fix(self, mate: int, card: int, joker_for: int) -> None:
        """[MZ 4.4-4.6] Each icon of the card takes a token off an animal on the teammate's space."""
        self.n_fixed[mate] += 1
        self.discarded += 1
        for icon in self.zoo.resources[card].icons or (joker_for,):
            if icon in self._wanted(self.at[mate]):
                self._take_off(self._living_in(self.at[mate]), icon)
                self.tokens_fixed[mate] += 1
            else:
                self.wasted[mate] += 1
        self._go_on()

    def _take_off(self, animals: Sequence[int], icon: int) -> None:
        """[MZ 4.6] From the animal with the most tokens of this problem, the first among equals."""
        most = max(self.tokens[a][icon] for a in animals)
        worst = next(a for a in animals if self.tokens[a][icon] == most)
        self.tokens[worst][icon] -= 1

    def _pay(self, mate: int, card: int, joker_for: int) -> None:
        """[MZ 4.7, 4.9] Each icon of the card pays one that is due; with the last one the animal is received."""
        reception = self.at[mate] - self.zoo.habitats
        animal = self.visitor[reception]
        self.paid_with[reception].append(card)
        self.n_paid[mate] += 1
        for icon in self.zoo.resources[card].icons or (joker_for,):
            if icon in self.due[reception]:
                self.due[reception].remove(icon)
                self.icons_paid[mate] += 1
                self.paid_for[animal] += 1
            else:
                self.wasted[mate] += 1
        if self.due[reception]:
            self._go_on()
            return
        self.discarded += len(self.paid_with[reception])
        self.paid_with[reception] = []
        self.visitor[reception] = NONE
        self.home[animal] = True
        self.day_received[animal] = self.day
        self.ride_from, self.ride_to = self.at[mate], self.everyone[animal].habitat
        self._ask_riders(self._clockwise(mate))

    def _ask_riders(self, mates: Sequence[int]) -> None:
        """[MZ 4.10, 4.11] Those at the reception may go along, one by one; then the next animal is turned up."""
        for mate in mates:
            if self.at[mate] == self.ride_from:
                self._ask(RIDING, mate)
                return
        self._turn_up(self.ride_from - self.zoo.habitats)
        self.ride_from = self.ride_to = NONE
        self._go_on()

    def _turn_up(self, reception: int) -> None:
        """[MZ 1.5, 4.11] The next animal at a reception, if there is one."""
        if self.to_come:
            self.visitor[reception] = self.to_come.pop(0)
            self.due[reception] = list(self.everyone[self.visitor[reception]].cost)

    # Night

    def _begin_night(self) -> None:
        """[MZ 5.1, 5.2] Back to the Cantine, and to the storage if there is a choice."""
        self._begin_turn()
        self.at = [NONE] * self.n_team
        for mate in range(self.n_team):
            self.n_idle[mate] += self.played_today[mate] == 0
        self._store_or_close()

    def _store_or_close(self) -> None:
        full = len(self.stored) >= self.numbers.storage
        if any(self.hands) and (not full or (self.numbers.renewed and self.stored)):
            self._ask(STORING, 0)
        else:
            self._close()

    def _apply_storing(self, action: Action) -> None:
        if action.kind == DONE:
            self._close()
            return
        if action.kind == STORE:
            next(hand for hand in self.hands if action.card in hand).remove(action.card)
            self.stored = sorted([*self.stored, action.card])
            self.n_stored += 1
        else:
            self.stored.remove(action.card)
            self.discarded += 1
            self.n_dropped += 1
        self._store_or_close()

    def _close(self) -> None:
        """[MZ 5.2, 5.4] All other cards are discarded; then the crisis, if tokens are left."""
        for mate, hand in enumerate(self.hands):
            self.n_unused[mate] += len(hand)
            self.discarded += len(hand)
        self.hands = [[] for _ in range(self.n_team)]
        self.burned = 0
        self.crises += self._on_animals() > 0
        self._manage_crisis()

    def _manage_crisis(self) -> None:
        """[MZ 5.4-5.6] Cards from the deck, one at a time, until no token is left; without a card the game is lost."""
        while self._on_animals() > 0:
            if not self.deck:
                self.end, self.reason = FINISHED, LOST_TO_CRISIS
                return
            card = self._draw()
            self.discarded += 1
            self.crisis_cards += 1
            self.burned += 1
            if self._is_joker(card) and len(self._problems()) > 1:
                self._ask(CRISIS, 0)
                return
            for icon in self.zoo.resources[card].icons or self._problems():
                if icon in self._problems():
                    self._clear(icon)
        self._end_of_day()

    def _clear(self, icon: int) -> None:
        """[MZ 5.4] One token of this problem, from any animal."""
        self._take_off(range(len(self.everyone)), icon)
        self.tokens_cleared += 1

    def _end_of_day(self) -> None:
        """[MZ 6.1-6.3] Won, lost, or a new day."""
        complete = self.received >= self.numbers.goal
        if complete and (self.deck or self.numbers.empty_deck_wins):
            self.end, self.reason = FINISHED, WON
        elif not self.deck:
            self.end, self.reason = FINISHED, DECK_EMPTY
        else:
            self._begin_day()

    # Results

    def game_row(self) -> dict[str, int]:
        """The results of the game that do not depend on who sat where."""
        new = range(self.first_new, len(self.everyone))
        blank = range(len(new) + 1, MOST_NEW + 1)
        return {
            "end": self.end,
            "turns": self.turn + 1,
            "decisions": self.decision,
            "winner": NONE,
            "won": int(self.reason == WON),
            "reason": self.reason,
            "days": self.day,
            "received": self.received,
            "deck_left": len(self.deck),
            "stored_left": len(self.stored),
            "beside_left": sum(map(len, self.paid_with)),
            "crises": self.crises,
            "crisis_cards": self.crisis_cards,
            "cards_moved": sum(self.n_moved),
            "cards_fixed": sum(self.n_fixed),
            "cards_paid": sum(self.n_paid),
            "cards_unused": sum(self.n_unused),
            "cards_stored": self.n_stored,
            "cards_dropped": self.n_dropped,
            "cards_extra": self.n_extra,
            "stored_used": sum(self.n_stored_used),
            "icons_paid": sum(self.icons_paid),
            "icons_wasted": sum(self.wasted),
            "tokens_laid": self.tokens_laid,
            "tokens_fixed": sum(self.tokens_fixed),
            "tokens_cleared": self.tokens_cleared,
            "tokens_lost": self.tokens_lost,
            "tokens_left": self._on_animals(),
            "rides": sum(self.n_rides),
            **{f"day_{i}": self.day_received[animal] for i, animal in enumerate(new, 1)},
            **{f"icons_{i}": self.paid_for[animal] for i, animal in enumerate(new, 1)},
            **{f"day_{i}": NONE for i in blank},
            **{f"icons_{i}": 0 for i in blank},
        }

    def seat_rows(self) -> list[dict[str, int]]:
        """[MZ 6.4] The results of each seat: those of its teammates together."""
        won = self.reason == WON

        def rank() -> int:
            if self.end != FINISHED:
                return 0
            return 1 if won else 2

        def total(by_mate: Sequence[int], seat: int) -> int:
            return sum(n for mate, n in enumerate(by_mate) if mate % self.n_seats == seat)

        return [
            {
                "seat": seat,
                "score": self.received,
                "qualified": int(won),
                "rank": rank(),
                "share": WIN if won else 0,
                "moved": total(self.n_moved, seat),
                "fixed": total(self.n_fixed, seat),
                "paid": total(self.n_paid, seat),
                "unused": total(self.n_unused, seat),
                "stored_used": total(self.n_stored_used, seat),
                "idle": total(self.n_idle, seat),
                "rides": total(self.n_rides, seat),
                "tokens_fixed": total(self.tokens_fixed, seat),
                "icons_paid": total(self.icons_paid, seat),
                "wasted": total(self.wasted, seat),
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
        """A copy of everything that the engine's state holds, under the same names."""
        zoo = self.zoo
        icons = range(zoo.icons)
        owners = [*self.hands, self.stored]
        left = [self.needs_deck.count(kind) for kind in range(len(zoo.needs))]
        drawable = self.n_team * self.numbers.needs_cards
        counted = {
            "drawn": len(self.seen),
            "gone": [self.seen.count(kind) for kind in range(len(zoo.resources))],
            "cards": [cards + [NONE] * (HAND - len(cards)) for cards in owners],
            "n_cards": [len(cards) for cards in owners],
            "turned": len(zoo.animals) - len(self.to_come),
            "beside": [len(cards) for cards in self.paid_with],
            "due": [[icons_due.count(icon) for icon in icons] for icons_due in self.due],
            "home": [int(home) for home in self.home],
            "open": [
                [sum(self.tokens[animal][icon] for animal in living) for icon in icons]
                for living in map(self._living_in, range(zoo.habitats))
            ],
            "n_morning": len(self.morning),
            "morning": self.morning + [NONE] * (drawable - len(self.morning)),
            "needs_left": left,
            "needs_stock": sum(left),
        }
        result: dict[str, Any] = {}
        for name, axes in FIELDS.items():
            value: Any = counted[name] if name in counted else getattr(self, name)
            if len(axes) == 1:
                value = list(value)
            elif len(axes) == 2:
                value = [list(row) for row in value]
            result[name] = value
        return result


def pictures(states: Any, zoo: Zoo, numbers: Numbers) -> list[dict[str, Any]]:
    """An array of engine states as `Referee.picture` would give them."""
    team = numbers.teammates
    animals = len(zoo.printed) + len(zoo.animals)
    size = {"M": team, "C": HAND, "K": len(zoo.resources), "N": len(zoo.needs), "A": animals, "H": zoo.habitats}
    size |= {"R": numbers.receptions, "I": zoo.icons, "D": team * numbers.needs_cards}
    columns = {}
    for name, axes in FIELDS.items():
        field = states[name]
        if axes.startswith("O"):
            field = field[:, [*range(team), STORAGE]]
        live = (slice(None), *(slice(size.get(axis)) for axis in axes))
        columns[name] = field[live].tolist()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def plain_actions(actions: Any, _n_seats: int) -> list[Action]:
    """An array of engine actions as the referee's."""
    columns = [actions[name].tolist() for name in Action._fields]
    return [Action(*row) for row in zip(*columns, strict=True)]


def differences(engine: dict[str, Any], referee: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields in which two pictures differ: name -> (engine, referee)."""
    return {name: (engine[name], referee[name]) for name in FIELDS if engine[name] != referee[name]}
