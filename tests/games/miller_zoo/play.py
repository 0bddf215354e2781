"""Play at the level of the rules: through the production functions, without strategies, decision by decision.

`Table` is one game that a test sets up and moves by hand. `recorder` makes what keeps every state, every list of legal
actions and every choice of a game played at random or by strategies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.chance import NEEDS_ORDER, address, below, shuffle_kinds
from sim.compiled import njit
from sim.games.miller_zoo import state as S
from sim.registry import load_game
from tests.games.miller_zoo.tables import ANIMALS, CARDS, ICONS, NEEDS, PRINTED, SPACES, numbers, zoo
from tests.games.recorder import CHOICES, UNIFORM, Record, Recorder, boxes_of, compiled_loops
from tests.games.table import AnyTable
from tests.oracles.miller_zoo import Action, Numbers, Referee, Zoo, plain_actions

__all__ = [
    "DILIGENT",
    "DONE",
    "GAME",
    "PASS",
    "RESOURCES",
    "STAY",
    "UNIFORM",
    "Table",
    "boxes",
    "choose",
    "clear",
    "drop",
    "fix",
    "lay",
    "move",
    "pay",
    "recorder",
    "referee",
    "ride",
    "seated",
    "store",
    "take",
]

GAME = load_game("miller_zoo")

PASS = Action(S.PASS)
STAY = Action(S.STAY)
DONE = Action(S.DONE)

DILIGENT = 1  # seldom passes, and uses cards where they are of use: animals are received, teams win

# No resource card at all, for tests that choose their own.
RESOURCES: dict[str, object] = {f"resources.{name}": 0 for name in CARDS}

boxes = boxes_of(GAME)


@njit(cached=False)
def choose(seed, game_id, manner, state, actions, n):
    """Return the index of a random choice among the first n actions; addressed by seed, game id and decision."""
    words = address(seed, game_id, CHOICES, state.mate, state.decision)
    if manner == UNIFORM or state.phase != S.AFTERNOON:
        return np.int64(below(words[0], n))
    uses = 0
    for i in range(n):
        if actions[i].kind == S.FIX or actions[i].kind == S.PAY:
            uses += 1
    if uses > 0 and below(words[1], 16) > 0:
        left = np.int64(below(words[0], uses))
        for i in range(n):
            if actions[i].kind == S.FIX or actions[i].kind == S.PAY:
                if left == 0:
                    return np.int64(i)
                left -= 1
    if n == 1 or below(words[1], 64) == 0:
        return np.int64(0)
    return np.int64(1 + below(words[0], n - 1))


_LOOPS = compiled_loops(GAME, choose)


def recorder(n_seats: int, settings: Mapping[str, object], most: int = 2_000) -> Recorder:
    """Return what records games of one seat count and setting, of so many decisions at most."""
    return Recorder(GAME, boxes(n_seats, settings), _LOOPS, plain_actions, most, width=60)


def seated(chance: Any, challenge: Zoo, figures: Numbers, n_seats: int) -> Referee:
    """Return the oracle at the beginning of the game that `chance` (CHANCE record) has dealt."""

    def reshuffle(n: int, copies: Sequence[int]) -> list[int]:
        order = np.zeros(S.NEEDS_DECK, np.int8)
        counts = np.array(copies, np.int8)
        size = shuffle_kinds(chance["seed"], int(chance["game_id"]), NEEDS_ORDER, n, counts, S.NONE, order)
        return [int(need) for need in order[:size]]

    return Referee(
        challenge,
        figures,
        n_seats,
        deck=chance["deck"][: sum(card.copies for card in challenge.resources)].tolist(),
        needs=chance["needs"][: sum(card.copies for card in challenge.needs)].tolist(),
        animals=chance["animals"][: len(challenge.animals)].tolist(),
        reshuffle=reshuffle,
    )


def referee(record: Record, n_seats: int, settings: Mapping[str, object], _game_id: int) -> Referee:
    """Return the oracle at the beginning of a recorded game."""
    return seated(record.chance, zoo(settings), numbers(n_seats, settings), n_seats)


def move(card: str | None, space: str, stored: bool = False) -> Action:
    """Return the action of going to a space; without a card where the first move is free."""
    return Action(S.MOVE, S.NONE if card is None else CARDS[card], int(stored), SPACES[space])


def fix(card: str, joker_for: str | None = None, stored: bool = False) -> Action:
    """Return the action of fixing problems with a card."""
    return Action(S.FIX, CARDS[card], int(stored), icon=S.NONE if joker_for is None else ICONS[joker_for])


def pay(card: str, joker_for: str | None = None, stored: bool = False) -> Action:
    """Return the action of paying for an animal with a card."""
    return Action(S.PAY, CARDS[card], int(stored), icon=S.NONE if joker_for is None else ICONS[joker_for])


def ride(habitat: str) -> Action:
    """Return the action of going along with an animal."""
    return Action(S.RIDE, space=SPACES[habitat])


def store(card: str) -> Action:
    """Return the action of storing a card."""
    return Action(S.STORE, CARDS[card])


def drop(card: str) -> Action:
    """Return the action of discarding a stored card."""
    return Action(S.DROP, CARDS[card], 1)


def clear(problem: str) -> Action:
    """Return the action of clearing a problem with a joker of the crisis."""
    return Action(S.CLEAR, icon=ICONS[problem])


def take(mate: int) -> Action:
    """Return the action of letting a teammate draw one of the last cards."""
    return Action(S.TAKE, mate=mate)


def lay(habitat: str, problem: str) -> Action:
    """Return the action of laying one of the last tokens."""
    return Action(S.LAY, space=SPACES[habitat], icon=ICONS[problem])


class Table(AnyTable):
    """One game under the production rules, for a test to set up and to move by hand.

    Cards go by their icons ("T", "TH", "joker"), spaces by name ("Farm", "reception 1"), animals and icons by id.
    It begins in the afternoon of the first day, without tokens, cards in hand or a tally, unless `dealt`. Hand-made
    states need not have 80 cards.
    """

    def __init__(
        self,
        n_seats: int = 2,
        settings: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        game_id: int = 0,
        dealt: bool = False,
    ) -> None:
        super().__init__(GAME, boxes(n_seats, settings or {}), plain_actions, seed=seed, game_id=game_id)
        if not dealt:
            self.state.phase, self.state.active, self.state.mate, self.state.actor = S.AFTERNOON, 0, 0, 0
            self.untroubled()
            self.state.n_extra = self.state.tokens_laid = self.state.tokens_lost = 0
            for mate in range(self.state.n_team):
                self.hand(mate)

    # Playing

    def end_day(self) -> None:
        """Let everybody pass, and store nothing; stop where the team must decide, or on the next day."""
        day = self.state.day
        while self.state.end == S.RUNNING and self.state.day == day and self.state.phase in (S.AFTERNOON, S.STORING):
            self.do(PASS if self.state.phase == S.AFTERNOON else DONE)

    # Setting up

    def _cards(self, owner: int, cards: Sequence[str]) -> None:
        kinds = sorted(CARDS[card] for card in cards)
        self.state.cards[owner] = kinds + [S.NONE] * (S.HAND - len(kinds))
        self.state.n_cards[owner] = len(kinds)

    def hand(self, mate: int, *cards: str) -> None:
        """Let a teammate hold these cards."""
        self._cards(mate, cards)

    def storage(self, *cards: str) -> None:
        """Let these cards be stored."""
        self._cards(S.STORAGE, cards)

    def put(self, mate: int, space: str) -> None:
        """Put a teammate on a space."""
        self.state.at[mate] = SPACES[space]

    def deck(self, *cards: str) -> None:
        """Let the deck be these cards, the next one first."""
        self.state.drawn = self.box.deck_size - len(cards)
        self.chance.deck[self.state.drawn : self.box.deck_size] = [CARDS[card] for card in cards]

    def needs(self, *cards: str) -> None:
        """Let these be the next needs cards."""
        first = int(self.state.needs_drawn)
        self.chance.needs[first : first + len(cards)] = [NEEDS[card] for card in cards]

    def untroubled(self) -> None:
        """Take all tokens off."""
        self.state.tokens[:] = self.state.open[:] = self.state.waiting[:] = 0
        self.state.supply = self.box.tokens

    def trouble(self, animal: str, problem: str, n: int = 1) -> None:
        """Lay tokens on an animal."""
        i, icon = ANIMALS[animal], ICONS[problem]
        self.state.tokens[i, icon] += n
        self.state.open[self.box.habitat[i], icon] += n
        self.state.supply -= n

    def visit(self, reception: int, animal: str | None, due: str = "") -> None:
        """Let an animal, or none, wait at a reception (1, 2, …); `due` is what is left to be paid, if not all."""
        row = reception - 1
        self.state.beside[row] = 0
        if animal is None:
            self.state.visitor[row], self.state.due[row] = S.NONE, 0
            return
        i = ANIMALS[animal]
        self.state.visitor[row], self.state.due[row] = i, self.box.cost[i]
        if due:
            self.state.due[row] = [due.count(id) for id in ICONS] + [0] * (S.ICONS - len(ICONS))
        self.state.paid_for[i] = self.box.price[i] - self.state.due[row].sum()

    def to_come(self, *animals: str) -> None:
        """Let these be the animals still to be turned up."""
        self.state.turned = self.box.n_animals - PRINTED - len(animals)
        self.chance.animals[self.state.turned : self.state.turned + len(animals)] = [
            ANIMALS[animal] - PRINTED for animal in animals
        ]

    def at_home(self, *animals: str) -> None:
        """Let animals be received."""
        for animal in animals:
            self.state.home[ANIMALS[animal]] = 1
            self.state.received += 1

    # Looking

    def held(self, mate: int) -> list[str]:
        """Return a teammate's cards."""
        return self._named(mate)

    def stored(self) -> list[str]:
        """Return the stored cards."""
        return self._named(S.STORAGE)

    def _named(self, owner: int) -> list[str]:
        return [list(CARDS)[kind] for kind in self.state.cards[owner, : self.state.n_cards[owner]]]

    def on(self, animal: str) -> dict[str, int]:
        """Return the tokens on an animal."""
        tokens = self.state.tokens[ANIMALS[animal]]
        return {id: int(tokens[icon]) for id, icon in ICONS.items() if tokens[icon]}

    def due(self, reception: int) -> str:
        """Return the icons still due at a reception, in order: "HTG" as "THG"."""
        return "".join(id * int(self.state.due[reception - 1, icon]) for id, icon in ICONS.items())

    def left(self) -> int:
        """Return how many cards are left in the deck."""
        return int(self.box.deck_size - self.state.drawn)
