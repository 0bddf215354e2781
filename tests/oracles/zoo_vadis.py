"""A slow, obviously right referee for Zoo Vadis, written from the rulebook and `RULES.md` alone.

It answers: who decides now, what may they choose, what does a choice do, and who won? Plain Python on lists that
shares no code with `sim.games`. The tests play a game with the engine, show the referee every choice, and compare every
field of every state. The order of the bag, the species and the start seat are handed to it; it leaves chance,
strategies and what a seat may see to others.

Actions are plain tuples: the kind first, then the fields that this kind uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.oracles.quo_vadis import payment

__all__ = ["Board", "Numbers", "Path", "Referee", "Token", "differences", "pictures", "plain_actions"]

NONE = -1
FAR = 127
PEACOCK = 7  # the owner of the peacocks, after the seats
OWNERS = 8

ARMADILLO, CROCODILE, IBIS, MARMOSET, RHINO, HYENA, TIGER = ABILITIES = range(7)
MAIN, PLAN, OFFER, ASK_ABILITY, DEAL_ABILITY, ASK, DEAL, AGAIN, ROAM = range(9)
PASS, ADD, ADVANCE, PEACOCK_ON, KEEPER, USE_HYENA, END_TURN = range(7)
USE_RHINO, USE_TIGER, USE_MARMOSET, GO, TERMS, REFUSE, ACCEPT, COALITION = range(7, 15)
RUNNING, FINISHED, TRUNCATED = range(3)

WIN = 420  # a whole win, in the units of `share`

# The fields of a state by their axes: N exhibits, E paths, P seats, O owners, C kinds, A abilities, S places in the
# Star; "": none.
_BY_AXES = {
    "": (
        *("n_seats", "start", "active", "actor", "phase", "end", "winner", "tie_broken", "turn", "decision", "step"),
        *("keeper", "n_star", "ones", "drawn", "acted", "keeper_bonus", "peacock_bonus", "failed", "unasked"),
        *("path", "piece", "again", "second", "pick", "wanted", "agreed", "need", "offer_price", "offer_promise"),
    ),
    "NO": ("animals",),
    "N": ("filled",),
    "E": ("token",),
    "S": ("star",),
    "C": ("boxed",),
    "PC": ("purse", "taken"),
    "A": ("fee", "fee_promise", "lender"),
    "PP": ("owed", "kept", "broken", "given"),
    "P": (
        *("supply", "arrival", "species", "ready", "used", "laurels", "price", "promise"),
        *("n_added", "n_moved", "n_peacock", "n_keeper", "n_asked", "n_deals", "n_bribes"),
        *("n_asked_ability", "n_used", "n_recovered", "from_paths", "from_votes", "from_tiles", "from_peacocks"),
        *("paid", "received", "fees", "votes_sold", "promised"),
    ),
}
FIELDS = {name: axes for axes, names in _BY_AXES.items() for name in names}
FRESH = ("fresh_body", "fresh_owner")  # compared as one list of pieces, in any order
VIEW_ONLY = ("temperature", "noise_key")


@dataclass(frozen=True, kw_only=True)
class Path:
    """A way up: from exhibit `lower` to exhibit `upper`, or into the Star Exhibit (`upper` is None)."""

    lower: int
    upper: int | None
    laurel: bool = False  # there is a laurel space on it
    tunnel: bool = False


@dataclass(frozen=True, kw_only=True)
class Board:
    """One side of the board: spaces of the exhibits, the ways up, where the Keeper starts, peacocks in each exhibit."""

    sizes: tuple[int, ...]
    entries: tuple[int, ...]
    star: int
    paths: tuple[Path, ...]
    keeper: int
    peacocks: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Token:
    """A kind of laurel token; `sign` is what it shows: keeper, peacock, ability, supply for the "I", or nothing."""

    value: int
    count: int
    sign: str = ""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every other number and ruling in force."""

    tokens: tuple[Token, ...]
    animals: int
    start_ones: int
    tiles: int  # ability tiles of each seat; 0 in the classic variant [ZV 11.1]
    votes: dict[int, int]  # votes needed to leave an exhibit of so many spaces
    tile_ones: tuple[int, ...]  # "I"s printed on the tiles of each ability
    ability_on: tuple[bool, ...]
    bribe_minimum: int = 2
    rhino_on_peacock: bool = True
    final_move_pays: bool = True
    protocol: str = "posted"  # posted, offer, none [ZV 9.3]
    max_price: int = 0
    turn_cap: int = 10**9


class Referee:
    """One game of Zoo Vadis, refereed.

    The attributes are named like the fields of the engine's state and mean the same.
    `species` are the abilities by seat; `bag` gives the kinds of the bag in the order they are drawn.
    """

    active: int
    actor: int
    phase: int

    def __init__(self, board: Board, numbers: Numbers, species: Sequence[int], bag: Sequence[int], start: int) -> None:
        """[ZV 1] Set up the board, the animals, the peacocks, the tiles and the first "I"s."""
        self.board, self.numbers, self.n_seats, self.start = board, numbers, len(species), start
        self.kind_one = self._kind("supply")
        seats = range(self.n_seats)
        self.winner, self.tie_broken, self.end = NONE, 0, RUNNING
        self.turn = self.decision = 0
        self.bag, self.drawn = list(bag), 0
        self.token = [self._draw() if path.laurel else NONE for path in board.paths]
        self.boxed = [0 for _ in numbers.tokens]
        self.keeper = board.keeper
        self.star: list[int] = []
        self.animals = [[0] * PEACOCK + [n] for n in board.peacocks]
        self.species = list(species)
        self.supply, self.ready, self.used = ([n for _ in seats] for n in (numbers.animals, numbers.tiles, 0))
        self.purse, self.taken = ([[0 for _ in numbers.tokens] for _ in seats] for _ in range(2))
        for purse in self.purse:
            purse[self.kind_one] = numbers.start_ones
        self.ones = numbers.tokens[self.kind_one].count - self.n_seats * numbers.start_ones
        self.owed, self.kept, self.broken, self.given = ([[0 for _ in seats] for _ in seats] for _ in range(4))
        self.n_added, self.n_moved, self.n_peacock, self.n_keeper, self.n_asked = ([0] * self.n_seats for _ in range(5))
        self.n_deals, self.n_bribes, self.n_asked_ability, self.n_used = ([0] * self.n_seats for _ in range(4))
        self.n_recovered, self.from_paths, self.from_votes, self.from_tiles = ([0] * self.n_seats for _ in range(4))
        self.from_peacocks, self.paid, self.received, self.fees = ([0] * self.n_seats for _ in range(4))
        self.votes_sold, self.promised = ([0] * self.n_seats for _ in range(2))
        self._begin_turn(start)

    def _kind(self, sign: str) -> int:
        return [token.sign for token in self.numbers.tokens].index(sign)

    def _sign(self, kind: int) -> str:
        return "" if kind == NONE else self.numbers.tokens[kind].sign

    def _value(self, kind: int) -> int:
        return self.numbers.tokens[kind].value

    def _draw(self) -> int:
        """[ZV 4.5, 4.6] The next token of the bag, or none."""
        if self.drawn == len(self.bag):
            return NONE
        self.drawn += 1
        return self.bag[self.drawn - 1]

    def _forget_plan(self) -> None:
        """No move is planned, nothing is agreed."""
        self.path = self.piece = self.second = self.pick = self.wanted = NONE
        self.again: tuple[int, int] | None = None  # the piece that Crocodile moves on: its exhibit and owner
        self.agreed: set[int] = set()
        self.fee = [NONE for _ in ABILITIES]
        self.fee_promise = [0 for _ in ABILITIES]
        self.need = 0
        self._forget_terms()

    def _forget_terms(self) -> None:
        self.offer_price, self.offer_promise = NONE, 0
        self.price = [NONE] * self.n_seats
        self.promise = [0] * self.n_seats

    @property
    def laurels(self) -> list[int]:
        """The value of each purse."""
        return [
            sum(n * token.value for n, token in zip(purse, self.numbers.tokens, strict=True)) for purse in self.purse
        ]

    @property
    def filled(self) -> list[int]:
        """How many pieces stand in each exhibit below the Star."""
        return [sum(owners) for owners in self.animals]

    @property
    def lender(self) -> list[int]:
        """The seat that has each ability; none where nobody plays it, or where it cannot be used in this game."""
        usable = [on and self.numbers.protocol != "none" for on in self.numbers.ability_on]
        seat_of = {ability: seat for seat, ability in enumerate(self.species) if usable[ability]}
        return [seat_of.get(ability, NONE) for ability in ABILITIES]

    @property
    def arrival(self) -> list[int]:
        """The Star space of each seat's first animal there."""
        return [self.star.index(seat) if seat in self.star else FAR for seat in range(self.n_seats)]

    def _others(self) -> list[int]:
        """The other seats, clockwise from the active player."""
        return [(self.active + i) % self.n_seats for i in range(1, self.n_seats)]

    # What is possible

    def _room(self, body: int | None) -> int:
        """[ZV 4.1] Empty spaces of an exhibit (−1 with an extra animal in it), or of the Star."""
        if body is None:
            return self.board.star - len(self.star)
        return self.board.sizes[body] - sum(self.animals[body])

    def _owner_of(self, ability: int) -> int | None:
        """[ZV 8.1, 9.3, 9.6] Who could still lend an ability to the active player in this turn."""
        if self.numbers.protocol == "none" or not self.numbers.ability_on[ability] or ability in self.refused:
            return None
        for seat in self._others():
            if self.species[seat] == ability and self.ready[seat] > 0:
                return seat
        return None

    def _at_hand(self, ability: int) -> bool:
        """Is an ability agreed for the planned move, or may its owner be asked?"""
        return ability in self.agreed or self._owner_of(ability) is not None

    def _enterable(self, body: int | None) -> bool:
        """[ZV 4.1, 8.9] Is there an empty space, or is the exhibit exactly full and Ibis could help?"""
        if self._room(body) > 0:
            return True
        return body is not None and self._room(body) == 0 and self._at_hand(IBIS)

    def _open(self, path: int) -> bool:
        """[ZV 4.1, 8.8, 8.9] Could a piece go this way, votes apart?"""
        way = self.board.paths[path]
        return self._enterable(way.upper) and (not way.tunnel or self._owner_of(ARMADILLO) is not None)

    def _missing(self, path: int) -> int:
        """[ZV 4.2–4.4, 8.8] Votes that an own animal lacks to leave by this path."""
        way = self.board.paths[path]
        if way.tunnel or path == self.keeper:
            return 0
        return max(0, self.numbers.votes[self.board.sizes[way.lower]] - self.animals[way.lower][self.active])

    def _voters(self, path: int) -> list[int]:
        """[ZV 4.3, 9.3] The other seats with an animal in the exhibit, clockwise; nobody gives votes without deals."""
        if self.numbers.protocol == "none":
            return []
        return [seat for seat in self._others() if self.animals[self.board.paths[path].lower][seat] > 0]

    def _bribable(self, path: int) -> int:
        """[ZV 5.5] Peacock votes that the active player has tokens for."""
        good = sum(
            n
            for n, token in zip(self.purse[self.active], self.numbers.tokens, strict=True)
            if token.value >= self.numbers.bribe_minimum
        )
        return min(good, self.animals[self.board.paths[path].lower][PEACOCK])

    def _may_leave(self, path: int) -> bool:
        """[ZV 4.2–4.4, 9.6] Are the votes there, or might they be had?"""
        missing = self._missing(path)
        if missing == 0:
            return True
        here = self.animals[self.board.paths[path].lower]
        return (
            path not in self.failed and sum(here[seat] for seat in self._voters(path)) + self._bribable(path) >= missing
        )

    def _keeper_targets(self) -> list[tuple[Any, ...]]:
        """[ZV 6.1] The other tokens."""
        return [(KEEPER, path) for path, kind in enumerate(self.token) if kind != NONE and path != self.keeper]

    def _peacock_moves(self) -> list[tuple[Any, ...]]:
        """[ZV 7.1]."""
        ways = enumerate(self.board.paths)
        return [
            (PEACOCK_ON, way.lower, path)
            for path, way in ways
            if self.animals[way.lower][PEACOCK] > 0 and self._open(path)
        ]

    def _hyena(self) -> list[tuple[Any, ...]]:
        """[ZV 8.4]."""
        return [(USE_HYENA,)] if self._owner_of(HYENA) is not None and self._keeper_targets() else []

    def _left_over(self) -> list[tuple[Any, ...]]:
        """[ZV 6.3, 7.2, 8.4] What can still be done after the action."""
        actions: list[tuple[Any, ...]] = []
        if self.keeper_bonus:
            actions += self._keeper_targets()
        if self.peacock_bonus:
            actions += self._peacock_moves()
        return actions + self._hyena()

    def _moves_on(self) -> list[tuple[Any, ...]]:
        """[ZV 8.11] How a piece that has just entered a one-space exhibit could go on, by paths."""
        if self._owner_of(CROCODILE) is None:
            return []
        return [
            (ADVANCE, body, path, owner)
            for body, owner in sorted(set(self.fresh))
            for path, way in enumerate(self.board.paths)
            if way.lower == body and not way.tunnel and self._enterable(way.upper)
        ]

    def _token_to_take(self, abilities: set[int]) -> int:
        """[ZV 4.5, 4.6, 6.2, 7.1, 8.6–8.8, 8.10] The kind that the planned move collects with abilities, or none."""
        if self.piece != self.active or self.board.paths[self.path].tunnel or self.token[self.path] == NONE:
            return NONE
        if self.path == self.keeper and TIGER not in abilities:
            return NONE
        return self.token[self.path if self.pick == NONE else self.pick]

    def _space_for_two(self) -> int:
        """[ZV 8.9, 8.10] Can both pieces enter? 2: there are two spaces; 1: with Ibis; 0: no."""
        upper = self.board.paths[self.path].upper
        room = self._room(upper)
        if room >= 2:
            return 2
        return 1 if room == 1 and upper is not None else 0

    def _more_abilities(self) -> list[tuple[Any, ...]]:
        """[ZV 8.6, 8.7, 8.10, 9.4] What can be added to the planned move."""
        actions: list[tuple[Any, ...]] = []
        here = self.animals[self.board.paths[self.path].lower]
        covered = self.path == self.keeper and self.token[self.path] != NONE and self.piece == self.active
        if covered and TIGER not in self.agreed and self._owner_of(TIGER) is not None:
            actions.append((USE_TIGER,))
        if (
            self._token_to_take(self.agreed) != NONE
            and MARMOSET not in self.agreed
            and self._owner_of(MARMOSET) is not None
        ):
            others = (
                path for path, kind in enumerate(self.token) if kind != NONE and path not in (self.path, self.keeper)
            )
            actions += [(USE_MARMOSET, path) for path in others]
        allowed = self.piece != PEACOCK or self.numbers.rhino_on_peacock  # [ZV 8.12]
        space = self._space_for_two()
        if (
            allowed
            and RHINO not in self.agreed
            and self._owner_of(RHINO) is not None
            and (space == 2 or (space == 1 and self._at_hand(IBIS)))
        ):
            actions += [(USE_RHINO, owner) for owner in range(OWNERS) if here[owner] > (owner == self.piece)]
        return actions

    def legal(self) -> list[tuple[Any, ...]]:
        """Everything that the actor may choose now."""
        if self.phase == MAIN:
            return [(END_TURN,), *self._left_over()] if self.acted else self._main_actions()
        if self.phase == PLAN:
            return [(GO,), *self._more_abilities()]
        if self.phase == OFFER:
            return [(REFUSE,), *self._all_terms()]
        if self.phase in (ASK, ASK_ABILITY):
            posted = self.numbers.protocol == "posted"
            return [(REFUSE,), *(self._all_terms() if posted else [(TERMS, self.offer_price, self.offer_promise)])]
        if self.phase == DEAL_ABILITY:
            payable = self._settlement({*self.agreed, self.wanted}) is not None
            return [(REFUSE,), (ACCEPT,)] if payable else [(REFUSE,)]
        if self.phase == DEAL:
            return [(REFUSE,), *self._coalitions()]
        if self.phase == AGAIN:
            return [(GO,), *self._moves_on()]
        return [(PASS,), *self._keeper_targets()]

    def _main_actions(self) -> list[tuple[Any, ...]]:
        """[ZV 2.1, 2.2] Add, advance, advance a peacock, move the Keeper; pass only where nothing else is possible."""
        actions: list[tuple[Any, ...]] = []
        if self.supply[self.active] > 0:  # [ZV 3.1]
            actions += [(ADD, body) for body in self.board.entries if self._room(body) > 0]
        for path, way in enumerate(self.board.paths):
            if self.animals[way.lower][self.active] > 0 and self._open(path) and self._may_leave(path):
                actions.append((ADVANCE, way.lower, path, NONE))
        actions += self._peacock_moves()
        actions += self._keeper_targets()
        return [*(actions or [(PASS,)]), *self._hyena()]

    def _all_terms(self) -> Iterator[tuple[Any, ...]]:
        """[ZV 9.1] A price with or without a promised vote."""
        for price, promise in product(range(self.numbers.max_price + 1), (0, 1)):
            yield (TERMS, price, promise)

    def _coalitions(self) -> Iterator[tuple[Any, ...]]:
        """[ZV 5] Votes from those who named terms, and bribed peacocks, that add up to the need and can be paid for."""
        here = self.animals[self.board.paths[self.path].lower]
        most = [here[seat] if self.price[seat] != NONE else 0 for seat in range(self.n_seats)]
        for *votes, bribes in product(*(range(n + 1) for n in most), range(self._bribable(self.path) + 1)):
            if sum(votes) + bribes != self.need:
                continue
            givers = [seat for seat in range(self.n_seats) if votes[seat] > 0]
            for first in givers if sum(votes) > self.ones else [NONE]:  # [ZV 5.3]
                if self._settlement(self.agreed, votes, bribes, first) is not None:
                    yield (COALITION, tuple(votes), bribes, first)

    # What a choice does

    def _settlement(
        self, abilities: set[int], votes: Sequence[int] = (), bribes: int = 0, first: int = NONE
    ) -> _Settlement | None:
        """[ZV 5, 7.1, 8.1, 8.5, 9.5] All purses after the planned move, or Hyena; None if someone cannot be paid."""
        mover, one = self.active, self.kind_one
        votes = list(votes) or [0] * self.n_seats
        result = _Settlement([list(tokens) for tokens in self.purse], list(self.boxed), self.ones, self.n_seats)
        own = result.purse[mover]
        for _ in range(bribes):
            enough = [kind for kind, n in enumerate(own) if n > 0 and self._value(kind) >= self.numbers.bribe_minimum]
            if not enough:
                return None
            kind = min(enough, key=self._value)
            own[kind] -= 1
            result.boxed[kind] += 1
        kind = self._token_to_take(abilities)
        if kind != NONE:
            own[kind] += 1
        if self.piece == PEACOCK:
            result.give_ones(mover, 1, one, result.for_peacocks)
        served = [first] if first != NONE else []
        for seat in served + [seat for seat in self._others() if seat != first]:
            result.give_ones(seat, votes[seat], one, result.for_votes)
        for seat in self._others():
            if self.species[seat] in abilities:
                result.give_ones(seat, self.numbers.tile_ones[self.species[seat]], one, result.for_tiles)
        values = [token.value for token in self.numbers.tokens]
        for seat in self._others():
            price = votes[seat] * self.price[seat] if votes[seat] else 0
            if self.species[seat] in abilities:
                price += self.fee[self.species[seat]]
            if price == 0:
                continue
            tokens = payment(price, own, result.purse[seat], values)
            if tokens is None:
                return None
            for kind, (given, back) in enumerate(zip(*tokens, strict=True)):
                own[kind] += back - given
                result.purse[seat][kind] += given - back
                result.amounts[seat] += (given - back) * values[kind]
        return result

    def _book(self, votes: Sequence[int] = (), bribes: int = 0, first: int = NONE) -> None:
        """Carry out the settlement, and use up the tiles [ZV 8.1]."""
        mover, value = self.active, self._value(self.kind_one)
        result = self._settlement(self.agreed, votes, bribes, first)
        assert result is not None
        self.purse, self.boxed, self.ones = result.purse, result.boxed, result.ones
        self.n_bribes[mover] += bribes
        for seat in range(self.n_seats):
            self.from_votes[seat] += result.for_votes[seat] * value
            self.from_tiles[seat] += result.for_tiles[seat] * value
            self.from_peacocks[seat] += result.for_peacocks[seat] * value
            self.received[seat] += result.amounts[seat]
        self.paid[mover] += sum(result.amounts)
        for ability in self.agreed:
            seat = self.species.index(ability)
            self.ready[seat] -= 1
            self.used[seat] += 1
            self.n_used[seat] += 1
            self.fees[seat] += self.fee[ability]
            if self.fee_promise[ability]:
                self._owe(seat, 1)

    def _owe(self, seat: int, votes: int) -> None:
        """[ZV 9.7] The mover promises later votes."""
        self.owed[self.active][seat] += votes
        self.promised[self.active] += votes

    def _carry_out(self, votes: Sequence[int] = (), bribes: int = 0, first: int = NONE) -> None:
        """Move the piece, and the one that Rhino takes along, and settle everything."""
        mover, path = self.active, self.path
        way = self.board.paths[path]
        pieces = [self.piece] + ([self.second] if self.second != NONE else [])
        ends = way.upper is None and self._room(None) <= len(pieces)
        kind = self._token_to_take(self.agreed)
        if self.numbers.final_move_pays or not ends:  # [ZV 10.2]
            self._book(votes, bribes, first)
            if kind != NONE:
                self._collect(kind, ends)
        if self.again is not None:
            self.fresh.remove(self.again)
        else:
            self.fresh = []
            if self.acted:
                self.peacock_bonus -= 1
            self.acted = 1
        if self.second != NONE:  # both leave, and no one-space exhibit ever holds three
            self.fresh = [(body, owner) for body, owner in self.fresh if body != way.lower]
        for owner in pieces:  # [ZV 4.7, 8.10]
            self.animals[way.lower][owner] -= 1
            if way.upper is None:
                self.star.append(owner)
            else:
                self._arrive(way.upper, owner)
        if self.piece == mover:
            self.n_moved[mover] += 1
        elif self.piece == PEACOCK:
            self.n_peacock[mover] += 1
        self._forget_plan()
        if not self._room(None):
            self._end_game()
        else:
            self._again_or_go_on()

    def _collect(self, kind: int, ends: bool) -> None:
        """[ZV 4.5, 6.3, 7.2, 8.3, 8.5, 10.2] The mover has taken a token: replace it, and see what it brings."""
        mover = self.active
        self.taken[mover][kind] += 1
        self.from_paths[mover] += self._value(kind)
        self.token[self.path if self.pick == NONE else self.pick] = NONE if ends else self._draw()
        if self._sign(kind) == "ability" and self.used[mover] > 0:
            self.used[mover] -= 1
            self.ready[mover] += 1
            self.n_recovered[mover] += 1
        if not ends:
            self.keeper_bonus += self._sign(kind) == "keeper"
            self.peacock_bonus += self._sign(kind) == "peacock"

    def _arrive(self, body: int, owner: int) -> None:
        self.animals[body][owner] += 1
        if self.board.sizes[body] == 1:  # [ZV 8.11]
            self.fresh.append((body, owner))

    def apply(self, action: tuple[Any, ...]) -> None:
        """Carry out one legal choice of the actor."""
        kind = action[0]
        self.decision += 1
        self.step += 1
        if self.phase == MAIN:
            self._apply_main(action)
        elif self.phase == PLAN:
            self._apply_plan(action)
        elif self.phase == OFFER:
            self._apply_offer(action)
        elif self.phase == ASK_ABILITY:
            if kind == TERMS:
                _, self.fee[self.wanted], self.fee_promise[self.wanted] = action
                self.phase, self.actor = DEAL_ABILITY, self.active
            else:
                self._refused()
        elif self.phase == DEAL_ABILITY:
            if kind == ACCEPT:
                self._accepted()
            else:
                self._refused()
        elif self.phase == ASK:
            self._apply_ask(action)
        elif self.phase == DEAL:
            if kind == COALITION:
                self._agree(*action[1:])
            else:
                self._fail()
        elif self.phase == AGAIN:
            if kind == ADVANCE:
                _, body, path, owner = action
                self._plan(owner, path, again=(body, owner))
            else:
                self.fresh = []
                self._go_on()
        else:
            if kind == KEEPER:
                self._move_keeper(action[1])
            self._forget_plan()
            self._go_on()

    def _apply_main(self, action: tuple[Any, ...]) -> None:
        kind, mover = action[0], self.active
        if kind == ADD:  # [ZV 3.1]
            self.supply[mover] -= 1
            self.n_added[mover] += 1
            self.acted = 1
            self._arrive(action[1], mover)
            self._again_or_go_on()
        elif kind == ADVANCE:
            self._plan(mover, action[2])
        elif kind == PEACOCK_ON:
            self._plan(PEACOCK, action[2])
        elif kind == KEEPER:
            self._move_keeper(action[1])
            if self.acted:
                self.keeper_bonus -= 1
            self.acted = 1
            self._go_on()
        elif kind == USE_HYENA:
            self._ask_for(HYENA)
        elif kind == PASS:
            self.acted = 1
            self._go_on()
        else:
            self._end_turn()

    def _move_keeper(self, path: int) -> None:
        self.keeper = path
        self.n_keeper[self.active] += 1

    def _plan(self, piece: int, path: int, again: tuple[int, int] | None = None) -> None:
        """[ZV 9.4] Begin to plan a move."""
        self._forget_plan()
        self.piece, self.path, self.again = piece, path, again
        self._go_on_planning()

    def _needed(self) -> int | None:
        """[ZV 8.8–8.11, 9.4] The next ability without which the planned move is impossible."""
        way = self.board.paths[self.path]
        crowd = self._room(way.upper) <= 0 or (RHINO in self.agreed and self._space_for_two() == 1)
        for ability, needed in ((CROCODILE, self.again is not None), (ARMADILLO, way.tunnel), (IBIS, crowd)):
            if needed and ability not in self.agreed:
                return ability
        return None

    def _go_on_planning(self) -> None:
        """[ZV 9.4] First what the move needs, then what the mover likes to add, then the votes."""
        needed = self._needed()
        if needed is not None:
            self._ask_for(needed)
        elif self._more_abilities():
            self.phase, self.actor = PLAN, self.active
        else:
            self._gather_votes()

    def _apply_plan(self, action: tuple[Any, ...]) -> None:
        kind = action[0]
        if kind == USE_RHINO:
            self.second = action[1]
            self._ask_for(RHINO)
        elif kind == USE_TIGER:
            self._ask_for(TIGER)
        elif kind == USE_MARMOSET:
            self.pick = action[1]
            self._ask_for(MARMOSET)
        else:
            self._gather_votes()

    def _ask_for(self, ability: int) -> None:
        """[ZV 9.3] Negotiate an ability with its owner."""
        owner = self._owner_of(ability)
        assert owner is not None
        self.wanted = ability
        self.n_asked_ability[owner] += 1
        self._forget_terms()
        if self.numbers.protocol == "offer":
            self.phase, self.actor = OFFER, self.active
        else:
            self.phase, self.actor = ASK_ABILITY, owner

    def _accepted(self) -> None:
        """[ZV 9.4] An ability is agreed for the move; Hyena is used at once [ZV 8.4]."""
        ability, self.wanted = self.wanted, NONE
        self.agreed.add(ability)
        self._forget_terms()
        if ability == HYENA:
            self._book()
            self.phase, self.actor = ROAM, self.active
        else:
            self._go_on_planning()

    def _refused(self) -> None:
        """[ZV 9.6] An ability is not to be had in this turn: go on without it if that is possible."""
        ability, self.wanted = self.wanted, NONE
        self.refused.add(ability)
        self._forget_terms()
        self.fee[ability], self.fee_promise[ability] = NONE, 0
        if ability == HYENA:
            self._forget_plan()
            self._go_on()
        elif ability in (CROCODILE, ARMADILLO) or (
            ability == IBIS and self._room(self.board.paths[self.path].upper) <= 0
        ):
            self._fail()
        else:
            if ability == MARMOSET:
                self.pick = NONE
            if ability in (RHINO, IBIS):
                self.second = NONE
                self.agreed.discard(RHINO)
                self.fee[RHINO], self.fee_promise[RHINO] = NONE, 0
            self._go_on_planning()

    def _gather_votes(self) -> None:
        """[ZV 4.2–4.4, 5, 7.1, 8.8, 8.11, 9.3] Votes of others, where an own animal needs them."""
        free = self.piece == PEACOCK or self.again is not None
        need = 0 if free else self._missing(self.path)
        if need == 0:
            self._carry_out()
            return
        self._forget_terms()
        self.need = need
        voters = self._voters(self.path)
        if not voters:
            self._put_to_mover()
            return
        self.n_asked[self.active] += 1
        if self.numbers.protocol == "offer":
            self.phase, self.actor = OFFER, self.active
        else:
            self.phase, self.actor = ASK, voters[0]

    def _apply_offer(self, action: tuple[Any, ...]) -> None:
        if action[0] == REFUSE:
            if self.wanted != NONE:
                self._refused()
            else:
                self._fail()
            return
        _, self.offer_price, self.offer_promise = action
        if self.wanted != NONE:
            owner = self._owner_of(self.wanted)
            assert owner is not None
            self.phase, self.actor = ASK_ABILITY, owner
        else:
            self.phase, self.actor = ASK, self._voters(self.path)[0]

    def _apply_ask(self, action: tuple[Any, ...]) -> None:
        owner, voters = self.actor, self._voters(self.path)
        if action[0] == TERMS:
            _, self.price[owner], self.promise[owner] = action
        still = voters[voters.index(owner) + 1 :]
        if still:
            self.actor = still[0]
            return
        for seat in voters:  # [ZV 9.7]
            if self.owed[seat][self.active] > 0 and not self._true_to_word(seat):
                self.owed[seat][self.active] -= 1
                self.broken[seat][self.active] += 1
        self._put_to_mover()

    def _true_to_word(self, seat: int) -> bool:
        """[ZV 9.7] Does a debtor vote for nothing, or accept the offer?"""
        if self.numbers.protocol == "offer":
            return self.price[seat] != NONE
        return self.price[seat] == 0 and not self.promise[seat]

    def _put_to_mover(self) -> None:
        """The mover takes a coalition, if there is one."""
        if any(True for _ in self._coalitions()):
            self.phase, self.actor = DEAL, self.active
        else:
            self._fail()

    def _agree(self, votes: Sequence[int], bribes: int, first: int) -> None:
        """[ZV 9.7] Votes given, promises kept, promises made; then the move."""
        mover = self.active
        if any(votes):
            self.n_deals[mover] += 1
        for seat, n in enumerate(votes):
            if n == 0:
                continue
            self.given[seat][mover] += n
            if self._true_to_word(seat):
                kept = min(n, self.owed[seat][mover])
                self.owed[seat][mover] -= kept
                self.kept[seat][mover] += kept
            if self.price[seat] > 0:
                self.votes_sold[seat] += n
            if self.promise[seat]:
                self._owe(seat, n)
        self._carry_out(votes, bribes, first)

    def _fail(self) -> None:
        """[ZV 9.6] The move does not take place."""
        again = self.again is not None
        if self.need > 0:
            self.failed.add(self.path)
        self._forget_plan()
        if again:
            self._again_or_go_on()
        else:
            self._go_on()

    def _again_or_go_on(self) -> None:
        """[ZV 8.11] Crocodile, if it can do anything; else on with the turn."""
        if self._moves_on():
            self.phase, self.actor = AGAIN, self.active
        else:
            self.fresh = []
            self._go_on()

    def _go_on(self) -> None:
        """[ZV 2.1, 8.5] The action, if it is still to come; then what is left over; then the next seat."""
        if not self.acted or self._left_over():
            self.phase, self.actor = MAIN, self.active
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """Clockwise, until the cap [ZV 2.3]."""
        self.turn += 1
        self._begin_turn((self.active + 1) % self.n_seats)
        if self.turn >= self.numbers.turn_cap:
            self.end = TRUNCATED

    def _begin_turn(self, seat: int) -> None:
        self.step = self.acted = self.keeper_bonus = self.peacock_bonus = 0
        self.failed: set[int] = set()
        self.refused: set[int] = set()
        self.fresh: list[tuple[int, int]] = []  # pieces that have just entered a one-space exhibit: exhibit and owner
        self._forget_plan()
        self.phase, self.active, self.actor = MAIN, seat, seat

    # The end

    def _end_game(self) -> None:
        """[ZV 10] The Star Exhibit is full."""
        self.turn += 1
        self.end = FINISHED
        order = self._standing()
        if order:
            self.winner = order[0]
            self.tie_broken = int(len(order) > 1 and self.laurels[order[0]] == self.laurels[order[1]])

    def _standing(self) -> list[int]:
        """[ZV 10.3] Who is in the Star Exhibit: most laurels first, then by Star space."""
        inside = [seat for seat in range(self.n_seats) if seat in self.star]
        return sorted(inside, key=lambda seat: (-self.laurels[seat], self.star.index(seat)))

    def ranks(self) -> list[int]:
        """1 is best; who is not in the Star Exhibit comes last, and those with as many laurels share ranks."""
        laurels, standing = self.laurels, self._standing()
        out = [seat for seat in range(self.n_seats) if seat not in standing]
        return [
            1 + standing.index(seat)
            if seat in standing
            else 1 + len(standing) + sum(laurels[other] > laurels[seat] for other in out)
            for seat in range(self.n_seats)
        ]

    def game_row(self) -> dict[str, int]:
        """The results of the game that do not depend on who sat where."""
        laurels, winner = self.laurels, self.winner
        others = [laurels[seat] for seat in range(self.n_seats) if seat in self.star and seat != winner]
        richest = max((laurels[seat] for seat in range(self.n_seats) if seat not in self.star), default=NONE)
        return {
            "end": self.end,
            "turns": self.turn,
            "decisions": self.decision,
            "winner": winner,
            "margin": laurels[winner] - max(others) if winner != NONE and others else NONE,
            "tie_broken": self.tie_broken,
            "richest_disqualified": int(winner != NONE and richest > laurels[winner]),
            "n_qualified": sum(seat in self.star for seat in range(self.n_seats)),
            "start": self.start,
            "ones_left": self.ones,
            "stack_left": len(self.bag) - self.drawn,
            "negotiations": sum(self.n_asked),
            "deals": sum(self.n_deals),
            "votes_traded": sum(map(sum, self.given)),
            "votes_sold": sum(self.votes_sold),
            "laurels_paid": sum(self.paid),
            "promised": sum(self.promised),
            "promises_kept": sum(map(sum, self.kept)),
            "promises_broken": sum(map(sum, self.broken)),
            "peacocks_in_star": self.star.count(PEACOCK),
            "bribes": sum(self.n_bribes),
            "keeper_moves": sum(self.n_keeper),
            "abilities_used": sum(self.n_used),
        }

    def seat_rows(self) -> list[dict[str, int]]:
        """The results of each seat."""
        ranks, won = self.ranks(), self.winner != NONE
        return [
            {
                "seat": seat,
                "score": self.laurels[seat],
                "qualified": int(seat in self.star),
                "rank": ranks[seat] if won else 0,
                "share": WIN if seat == self.winner else 0,
                "species": self.species[seat],
                "animals_in_star": self.star.count(seat),
                "arrival": self.star.index(seat) if seat in self.star else NONE,
                "from_paths": self.from_paths[seat],
                "from_votes": self.from_votes[seat],
                "from_tiles": self.from_tiles[seat],
                "from_peacocks": self.from_peacocks[seat],
                "paid": self.paid[seat],
                "received": self.received[seat],
                "fees": self.fees[seat],
                "added": self.n_added[seat],
                "moved": self.n_moved[seat],
                "peacocks": self.n_peacock[seat],
                "keeper": self.n_keeper[seat],
                "asked": self.n_asked[seat],
                "deals": self.n_deals[seat],
                "votes_given": sum(self.given[seat]),
                "votes_taken": sum(row[seat] for row in self.given),
                "promised": self.promised[seat],
                "kept": sum(self.kept[seat]),
                "broken": sum(self.broken[seat]),
                "bribes": self.n_bribes[seat],
                "ability_asked": self.n_asked_ability[seat],
                "ability_used": self.n_used[seat],
                "recovered": self.n_recovered[seat],
                "took_keeper": self.taken[seat][self._kind("keeper")],
                "took_peacock": self.taken[seat][self._kind("peacock")],
                "took_ability": self.taken[seat][self._kind("ability")],
            }
            for seat in range(self.n_seats)
        ]

    def copy(self) -> Referee:
        """Return a referee of the same game that goes on by itself."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, [list(row) if isinstance(row, list) else row for row in value])
            elif isinstance(value, set):
                setattr(other, name, set(value))
        return other

    def picture(self) -> dict[str, Any]:
        """A copy of everything that the engine's state holds, under the same names."""
        over = self.end == FINISHED
        special = {
            "failed": sum(1 << path for path in self.failed),
            "unasked": sum(1 << ability for ability in ABILITIES if ability not in self.refused),
            "agreed": sum(1 << ability for ability in self.agreed),
            "again": int(self.again is not None),
            "star": self.star + [NONE] * (self.board.star - len(self.star)),
            "n_star": len(self.star),
            **({"phase": NONE, "actor": NONE} if over else {}),
        }
        result: dict[str, Any] = {}
        for name, axes in FIELDS.items():
            value: Any = special[name] if name in special else getattr(self, name)
            if len(axes) == 1:
                value = list(value)
            elif len(axes) == 2:
                value = [list(row) for row in value]
            result[name] = value
        result["fresh"] = [] if over else sorted(self.fresh)
        return result


class _Settlement:
    """The purses, the box and the supply of "I" as a settlement leaves them, and who got what; lists are by seat."""

    def __init__(self, purse: list[list[int]], boxed: list[int], ones: int, n_seats: int) -> None:
        self.purse, self.boxed, self.ones = purse, boxed, ones
        self.for_votes, self.for_tiles, self.for_peacocks = ([0] * n_seats for _ in range(3))  # "I" tokens
        self.amounts = [0] * n_seats  # laurels paid to each by the mover, net of change

    def give_ones(self, seat: int, due: int, kind: int, account: list[int]) -> None:
        """Give a seat its "I"s while they last."""
        paid = min(due, self.ones)
        self.ones -= paid
        self.purse[seat][kind] += paid
        account[seat] += paid


def pictures(states: Any, board: Board, numbers: Numbers, n_seats: int) -> list[dict[str, Any]]:
    """An array of engine states as `Referee.picture` would give them."""
    size = {"N": len(board.sizes), "E": len(board.paths), "S": board.star, "O": OWNERS, "A": len(ABILITIES)}
    size |= {"P": n_seats, "C": len(numbers.tokens)}
    columns = {}
    for name, axes in FIELDS.items():
        live = (slice(None), *(slice(size[axis]) for axis in axes))
        columns[name] = states[name][live].tolist()
    over = (states["end"] == FINISHED).tolist()
    # A finished game has no phase; which of the fresh pieces goes on follows from the path and its owner.
    for name in ("phase", "actor"):
        columns[name] = [NONE if ended else value for ended, value in zip(over, columns[name], strict=True)]
    columns["again"] = [int(value > 0) for value in columns["again"]]
    fresh = zip(states["fresh_body"].tolist(), states["fresh_owner"].tolist(), strict=True)
    columns["fresh"] = [
        [] if ended else sorted((body, owner) for body, owner in zip(*pair, strict=True) if body != NONE)
        for ended, pair in zip(over, fresh, strict=True)
    ]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def plain_actions(actions: Any, n_seats: int) -> list[tuple[Any, ...]]:
    """An array of engine actions as the referee's tuples: only the fields that a kind uses."""
    uses = {
        ADD: ("body",),
        ADVANCE: ("body", "path", "owner"),
        PEACOCK_ON: ("body", "path"),
        KEEPER: ("path",),
        USE_RHINO: ("owner",),
        USE_MARMOSET: ("path",),
        TERMS: ("price", "promise"),
        COALITION: ("votes", "bribes", "first"),
    }
    names = ("kind", "body", "path", "owner", "price", "promise", "bribes", "first")
    columns = {name: actions[name].tolist() for name in names}
    columns["votes"] = [tuple(row) for row in actions["votes"][:, :n_seats].tolist()]
    return [(kind, *(columns[name][i] for name in uses.get(kind, ()))) for i, kind in enumerate(columns["kind"])]


def differences(engine: dict[str, Any], referee: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields in which two pictures differ: name -> (engine, referee)."""
    return {name: (engine[name], referee[name]) for name in engine if engine[name] != referee[name]}
