"""A slow, obviously right referee for Quo Vadis?, written from the rulebook and `RULES.md` alone.

It answers: who decides now, what may they choose, what does a choice do, and who won? Plain Python on lists that
shares no code with `sim.games`. The tests play a game with the engine, show the referee every choice, and compare every
field of every state. The order of the face-down stack and the start seat are handed to it; it leaves chance,
strategies and what a seat may see to others.

Actions are plain tuples: the kind first, then the fields that this kind uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import product
from typing import Any

__all__ = ["Board", "Numbers", "Path", "Referee", "Tile", "differences", "payment", "pictures", "plain_actions"]

NONE = -1
FAR = 127

MAIN, OFFER, ASK, DEAL, BONUS, REVEAL, REMOVE, TARGET = range(8)
PASS, PLACE, MOVE, CAESAR, TERMS, REFUSE, COALITION, DEMAND, REMOVE_ONE = range(9)
RUNNING, FINISHED, TRUNCATED = range(3)

GAMES = 3
MOST = 63  # laurels that one side of a payment can give [QV 7.6]
WIN = 420  # a whole win, in the units of `share`

# The fields of a state by their axes: N bodies, E paths, P seats, C kinds, S places in the Senate, G games; "": none.
_BY_AXES = {
    "": (
        *("n_seats", "start", "active", "actor", "phase", "end", "winner", "tie_broken", "turn", "decision", "step"),
        *("caesar", "n_senate", "ones", "drawn", "n_reveals", "failed", "path", "need"),
        *("offer_price", "offer_promise", "offer_steer", "director", "bonus", "game"),
    ),
    "NP": ("senators",),
    "N": ("crowd",),
    "E": ("tile",),
    "S": ("senate",),
    "PC": ("purse",),
    "GP": ("arrival",),
    "PP": ("owed", "kept", "broken", "given"),
    "P": (
        *("reserve", "laurels", "shown", "price", "promise", "steer", "banked", "n_qualified"),
        *("n_placed", "n_moved", "n_caesar", "n_asked", "n_deals", "from_paths", "from_consent"),
        *("paid", "received", "votes_sold", "promised"),
    ),
}
FIELDS = {name: axes for axes, names in _BY_AXES.items() for name in names}
VIEW_ONLY = ("temperature", "noise_key")


@dataclass(frozen=True, kw_only=True)
class Path:
    """A way up: from body `lower` to body `upper`, or into the Senate (`upper` is None)."""

    lower: int
    upper: int | None
    laurel: bool  # there is a laurel space on it


@dataclass(frozen=True, kw_only=True)
class Board:
    """The board: sizes of the bodies below the Senate, the ways up, where Caesar starts."""

    sizes: tuple[int, ...]
    entries: tuple[int, ...]
    senate: int
    paths: tuple[Path, ...]
    caesar: int


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A kind of laurel tile."""

    value: int
    count: int
    caesar: bool = False  # taking it lets the mover move Caesar too [QV 6.2]
    supply: bool = False  # the "I": face up, paid for consent [QV 1.4]


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every other number and ruling in force."""

    tiles: tuple[Tile, ...]
    senators: int
    consents: dict[int, int]  # votes needed to leave a body of this size
    ones: int  # "I" tiles in the supply at the start
    per_senator: bool = False  # [QV 5.1]
    protocol: str = "posted"  # posted, offer, none [QV 7.3]
    max_price: int = 0
    reveal: bool = False  # [QV 9.2]
    election: bool = False  # [QV 9.4]
    turn_cap: int = 10**9


class Referee:
    """One game of Quo Vadis? (or one consular election), refereed.

    The attributes are named like the fields of the engine's state and mean the same.
    `stacks` gives the face-down kinds in the order they are drawn, one stack for each game of an election.
    """

    active: int
    actor: int
    phase: int

    def __init__(
        self, board: Board, numbers: Numbers, n_seats: int, stacks: Sequence[Sequence[int]], start: int
    ) -> None:
        self.board, self.numbers, self.n_seats, self.stacks = board, numbers, n_seats, stacks
        self.kind_one = [tile.supply for tile in numbers.tiles].index(True)
        seats = range(n_seats)
        self.winner, self.tie_broken, self.end = NONE, 0, RUNNING
        self.turn = self.decision = self.step = self.game = self.n_reveals = 0
        self.senators = [[0 for _ in seats] for _ in board.sizes]
        self.reserve = [numbers.senators for _ in seats]
        self.kept, self.broken, self.given = ([[0 for _ in seats] for _ in seats] for _ in range(3))
        self.n_placed, self.n_moved, self.n_caesar, self.n_asked, self.n_deals = ([0] * n_seats for _ in range(5))
        self.from_paths, self.from_consent, self.paid, self.received = ([0] * n_seats for _ in range(4))
        self.votes_sold, self.promised, self.banked, self.n_qualified = ([0] * n_seats for _ in range(4))
        self.arrival = [[FAR for _ in seats] for _ in range(GAMES)]
        self._set_up(start)

    def _set_up(self, start: int) -> None:
        """[QV 1.4-1.8] Laurels, Caesar and purses for a game; senators stand where they stand."""
        seats = range(self.n_seats)
        self.start = start
        self.stack = list(self.stacks[self.game])
        self.drawn = 0
        self.tile = [self._draw() if path.laurel else NONE for path in self.board.paths]
        self.ones = self.numbers.ones
        self.caesar = self.board.caesar
        self.senate: list[int] = []
        self.purse = [[0 for _ in self.numbers.tiles] for _ in seats]
        self.shown = [NONE for _ in seats]
        self.owed = [[0 for _ in seats] for _ in seats]
        self._begin_turn(start)

    def _draw(self) -> int:
        """[QV 4.6, 4.7] The next tile of the stack, or none."""
        if not self.stack:
            return NONE
        self.drawn += 1
        return self.stack.pop(0)

    def _forget_turn(self) -> None:
        self._forget_negotiation()
        self.failed: set[int] = set()
        self.bonus, self.director = False, NONE

    def _forget_negotiation(self) -> None:
        self.path, self.need = NONE, 0
        self.offer_price, self.offer_promise, self.offer_steer = NONE, 0, 0
        self.price = [NONE] * self.n_seats
        self.promise = [0] * self.n_seats
        self.steer = [0] * self.n_seats

    @property
    def laurels(self) -> list[int]:
        """The value of each purse."""
        return [sum(n * tile.value for n, tile in zip(purse, self.numbers.tiles, strict=True)) for purse in self.purse]

    def _clockwise(self, seat: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(seat + i) % self.n_seats for i in range(self.n_seats)]

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.n_seats

    def _room(self, body: int | None) -> bool:
        """[QV 4.1] Has the body, or the Senate, a free space?"""
        if body is None:
            return len(self.senate) < self.board.senate
        return sum(self.senators[body]) < self.board.sizes[body]

    def _missing(self, path: int) -> int:
        """[QV 4.2-4.5, 6.4] Votes of others that the active player needs to leave by this path."""
        if path == self.caesar:
            return 0
        body = self.board.paths[path].lower
        own_others = self.senators[body][self.active] - 1
        return max(0, self.numbers.consents[self.board.sizes[body]] - own_others)

    def _tile_to_take(self, path: int) -> int:
        """[QV 4.6, 4.7, 6.3] The kind that a move along this path wins, or none."""
        return NONE if path == self.caesar else self.tile[path]

    def _caesar_targets(self) -> list[int]:
        """[QV 6.1] The other laurels."""
        return [path for path, kind in enumerate(self.tile) if kind != NONE and path != self.caesar]

    def _owners(self) -> list[int]:
        """Who could give a vote for the wanted move, clockwise from the mover."""
        body = self.board.paths[self.path].lower
        return [seat for seat in self._clockwise(self.active)[1:] if self.senators[body][seat] > 0]

    def _qualified(self) -> list[bool]:
        """[QV 8.3] Who has a senator in the Senate."""
        return [seat in self.senate for seat in range(self.n_seats)]

    def legal(self) -> list[tuple[Any, ...]]:
        """Everything that the actor may choose now."""
        if self.phase == MAIN:
            return self._main_actions()
        if self.phase == OFFER:
            return [*self._all_terms(), (REFUSE,)]
        if self.phase == ASK and self.numbers.protocol == "posted":
            return [*self._all_terms(), (REFUSE,)]
        if self.phase == ASK:
            return [(TERMS, self.offer_price, self.offer_promise, self.offer_steer), (REFUSE,)]
        if self.phase == DEAL:
            return [*self._coalitions(), (REFUSE,)]
        if self.phase == BONUS:
            return [(PASS,), *((CAESAR, path) for path in self._caesar_targets())]
        if self.phase == TARGET:
            return [(CAESAR, path) for path in self._caesar_targets()]
        if self.phase == REVEAL:
            return [(PASS,), (DEMAND,)]
        return [(REMOVE_ONE, body) for body, here in enumerate(self.senators) if here[self.actor] > 0]

    def _main_actions(self) -> list[tuple[Any, ...]]:
        """[QV 2.1] Place, move, or move Caesar; pass only where nothing else is possible [QV 2.5]."""
        actions: list[tuple[Any, ...]] = []
        if self.reserve[self.active] > 0:  # [QV 3.1]
            actions += [(PLACE, body) for body in self.board.entries if self._room(body)]
        for path, way in enumerate(self.board.paths):
            if self.senators[way.lower][self.active] > 0 and self._room(way.upper) and self._may_leave(path):
                actions.append((MOVE, way.lower, path))
        if self._caesar_targets():
            actions.append((CAESAR, NONE))  # where to is another decision
        return actions or [(PASS,)]

    def _may_leave(self, path: int) -> bool:
        missing = self._missing(path)
        if missing == 0:
            return True
        if self.numbers.protocol == "none" or path in self.failed:  # [QV 7.3, 7.7]
            return False
        here = self.senators[self.board.paths[path].lower]
        return sum(here) - here[self.active] >= missing

    def _all_terms(self) -> Iterator[tuple[Any, ...]]:
        """[QV 7.4] A price with or without a promise; or the right to direct the bonus."""
        for price, promise in product(range(self.numbers.max_price + 1), (0, 1)):
            yield (TERMS, price, promise, 0)
        kind = self._tile_to_take(self.path)
        if kind != NONE and self.numbers.tiles[kind].caesar:
            yield (TERMS, 0, 0, 1)

    def _coalitions(self) -> Iterator[tuple[Any, ...]]:
        """[QV 7.5] Votes from those who named terms that add up to the need and can be paid for."""
        here = self.senators[self.board.paths[self.path].lower]
        most = [here[seat] if self.price[seat] != NONE else 0 for seat in range(self.n_seats)]
        for votes in product(*(range(n + 1) for n in most)):
            if sum(votes) != self.need or sum(1 for n, steer in zip(votes, self.steer, strict=True) if n and steer) > 1:
                continue
            if sum(self._consent_due(votes)) > self.ones:  # [QV 5.4]
                firsts = [seat for seat in range(self.n_seats) if votes[seat] > 0]
            else:
                firsts = [NONE]
            for first in firsts:
                if self._settlement(self.path, votes, first) is not None:
                    yield (COALITION, votes, first)

    def _consent_due(self, votes: Sequence[int]) -> list[int]:
        """[QV 5.1] "I" tiles due to each owner."""
        return [n if self.numbers.per_senator else min(n, 1) for n in votes]

    def _settlement(self, path: int, votes: Sequence[int], first: int) -> _Settlement | None:
        """[QV 7.6] The purses after laurel, "I"s and payments; None if someone cannot be paid."""
        mover = self.active
        purse = [list(tiles) for tiles in self.purse]
        kind = self._tile_to_take(path)
        if kind != NONE:
            purse[mover][kind] += 1
        ones, due, consent = self.ones, self._consent_due(votes), [0] * self.n_seats
        order = self._clockwise(mover)
        if first != NONE:
            order = [first] + [seat for seat in order if seat != first]
        for seat in order:
            consent[seat] = min(due[seat], ones)
            ones -= consent[seat]
            purse[seat][self.kind_one] += consent[seat]
        values = [tile.value for tile in self.numbers.tiles]
        amounts = [0] * self.n_seats
        for seat in self._clockwise(mover):
            price = votes[seat] * self.price[seat] if votes[seat] else 0
            if price == 0:
                continue
            tiles = payment(price, purse[mover], purse[seat], values)
            if tiles is None:
                return None
            given, back = tiles
            for c in range(len(values)):
                purse[mover][c] += back[c] - given[c]
                purse[seat][c] += given[c] - back[c]
                amounts[seat] += (given[c] - back[c]) * values[c]
        return _Settlement(purse, ones, consent, amounts)

    def _carry_out(self, path: int, votes: Sequence[int], first: int) -> None:
        """Move a senator along the path with these votes of others, and settle everything."""
        mover, way = self.active, self.board.paths[path]
        settlement = self._settlement(path, votes, first)
        assert settlement is not None
        self.senators[way.lower][mover] -= 1
        if way.upper is None:
            self.arrival[self.game][mover] = min(self.arrival[self.game][mover], len(self.senate))
            self.senate.append(mover)
        else:
            self.senators[way.upper][mover] += 1
        self.n_moved[mover] += 1

        kind = self._tile_to_take(path)
        if kind != NONE:
            self.from_paths[mover] += self.numbers.tiles[kind].value
            self.tile[path] = self._draw()

        self.purse, self.ones = settlement.purse, settlement.ones
        for seat in range(self.n_seats):
            self.from_consent[seat] += settlement.consent[seat] * self.numbers.tiles[self.kind_one].value
            self.paid[mover] += settlement.amounts[seat]
            self.received[seat] += settlement.amounts[seat]
        self._keep_ledger(mover, votes)

        self.bonus = kind != NONE and self.numbers.tiles[kind].caesar  # [QV 6.2]
        self.director = next((seat for seat in range(self.n_seats) if votes[seat] and self.steer[seat]), NONE)
        if len(self.senate) == self.board.senate:  # [QV 8.1, 8.2]
            self._end_game()
        elif self.numbers.reveal and way.upper is None and len(self.senate) <= 3:  # [QV 9.2]
            self.phase, self.actor = REVEAL, mover
        else:
            self._bonus_or_end()

    def _keep_ledger(self, mover: int, votes: Sequence[int]) -> None:
        """[QV 7.8] Votes given, promises kept, promises made."""
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
                self.owed[mover][seat] += n
                self.promised[mover] += n

    def apply(self, action: tuple[Any, ...]) -> None:
        """Carry out one legal choice of the actor."""
        kind = action[0]
        self.decision += 1
        self.step += 1
        if self.phase == MAIN:
            self._apply_main(action)
        elif self.phase == OFFER:
            self._apply_offer(action)
        elif self.phase == ASK:
            self._apply_ask(action)
        elif self.phase == DEAL:
            if kind == REFUSE:
                self._fail()
            else:
                self.n_deals[self.active] += 1
                self._carry_out(self.path, action[1], action[2])
        elif self.phase in (BONUS, TARGET):
            if kind == CAESAR:
                self.caesar = action[1]
                self.n_caesar[self.active] += 1
            self._end_turn()
        elif self.phase == REVEAL:
            self._apply_reveal(kind)
        else:
            self.senators[action[1]][self.actor] -= 1
            self.reserve[self.actor] += 1
            self._next_removal(self._left_of(self.actor))

    def _apply_main(self, action: tuple[Any, ...]) -> None:
        kind, mover = action[0], self.active
        if kind == MOVE:
            path = action[2]
            if self._missing(path) == 0:
                self._carry_out(path, [0] * self.n_seats, NONE)  # [QV 5.2]
            else:
                self._negotiate(path)
            return
        if kind == PLACE:
            self.reserve[mover] -= 1
            self.senators[action[1]][mover] += 1
            self.n_placed[mover] += 1
        elif kind == CAESAR:
            self.phase = TARGET
            return
        self._end_turn()

    def _negotiate(self, path: int) -> None:
        """[QV 7.3] Open the negotiation for a move."""
        self._forget_negotiation()
        self.path, self.need = path, self._missing(path)
        self.n_asked[self.active] += 1
        if self.numbers.protocol == "offer":
            self.phase, self.actor = OFFER, self.active
        else:
            self.phase, self.actor = ASK, self._owners()[0]

    def _apply_offer(self, action: tuple[Any, ...]) -> None:
        if action[0] == REFUSE:
            self._fail()
            return
        _, self.offer_price, self.offer_promise, self.offer_steer = action
        self.phase, self.actor = ASK, self._owners()[0]

    def _apply_ask(self, action: tuple[Any, ...]) -> None:
        owner, owners = self.actor, self._owners()
        if action[0] == TERMS:
            _, self.price[owner], self.promise[owner], self.steer[owner] = action
        if owner != owners[-1]:
            self.actor = owners[owners.index(owner) + 1]
            return
        for debtor in owners:
            if self.owed[debtor][self.active] > 0 and not self._true_to_word(debtor):  # [QV 7.8]
                self.owed[debtor][self.active] -= 1
                self.broken[debtor][self.active] += 1
        if any(True for _ in self._coalitions()):
            self.phase, self.actor = DEAL, self.active
        else:
            self._fail()

    def _true_to_word(self, owner: int) -> bool:
        """[QV 7.8] Free and without conditions; or, if the mover named the terms, accepted."""
        if self.numbers.protocol == "offer":
            return self.price[owner] != NONE
        return (self.price[owner], self.promise[owner], self.steer[owner]) == (0, 0, 0)

    def _fail(self) -> None:
        """[QV 7.7] Back to the choice of an action; this path is closed for the turn."""
        self.failed = {*self.failed, self.path}
        self._forget_negotiation()
        self.phase, self.actor = MAIN, self.active

    def _apply_reveal(self, kind: int) -> None:
        """[QV 9.2] Each is asked in turn until one demands it."""
        if kind == DEMAND:
            self.shown = self.laurels
            self.n_reveals += 1
        elif self._left_of(self.actor) != self.active:
            self.actor = self._left_of(self.actor)
            return
        self._bonus_or_end()

    def _bonus_or_end(self) -> None:
        """[QV 6.2] The bonus is the mover's, unless it was dealt away."""
        if self.bonus and self._caesar_targets():
            if self.director == NONE:
                self.director = self.active
            self.phase, self.actor = BONUS, self.director
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """[QV 1.8, 2.6] Clockwise, until the cap."""
        self.turn += 1
        self._begin_turn(self._left_of(self.active))

    def _begin_turn(self, seat: int) -> None:
        self._forget_turn()
        self.step = 0
        self.phase, self.active, self.actor = MAIN, seat, seat
        if self.turn >= self.numbers.turn_cap:
            self.end = TRUNCATED

    def _end_game(self) -> None:
        """[QV 8] The Senate is full."""
        self.turn += 1
        for seat, qualified in enumerate(self._qualified()):
            if qualified:
                self.banked[seat] += self.laurels[seat]
                self.n_qualified[seat] += 1
        if self.numbers.election and self.game < GAMES - 1:
            self._clear_senate()
            return
        self.end = FINISHED
        order = self._standing()
        self.winner = order[0]
        self.tie_broken = int(len(order) > 1 and self.scores()[order[0]] == self.scores()[order[1]])

    def scores(self) -> list[int]:
        """[QV 9.5] Laurels; in an election the laurels noted."""
        return self.banked if self.numbers.election else self.laurels

    def eligible(self) -> list[bool]:
        """[QV 8.3, 9.5] Who can win."""
        return [n > 0 or now for n, now in zip(self.n_qualified, self._qualified(), strict=True)]

    def _standing(self) -> list[int]:
        """[QV 8.3, 8.4, 9.4] The eligible seats, best first."""
        scores, eligible = self.scores(), self.eligible()
        return [seat for seat in self._by_lead(scores) if eligible[seat]]

    def _by_lead(self, laurels: Sequence[int]) -> list[int]:
        """All seats: most laurels, then earlier arrival in the latest game and those before, then turn order."""

        def key(seat: int) -> tuple[int, ...]:
            arrivals = [self.arrival[game][seat] for game in range(self.game, -1, -1)]
            return (-laurels[seat], *arrivals, (seat - self.start) % self.n_seats)

        return sorted(range(self.n_seats), key=key)

    def _clear_senate(self) -> None:
        """[QV 9.4] Between two games of an election."""
        for seat in self.senate:
            self.reserve[seat] += 1
        self.senate = []
        self._forget_turn()
        self._next_removal(self._by_lead(self.banked)[0])

    def _next_removal(self, first: int) -> None:
        """[QV 9.4] Whoever is next with more than two senators on the board removes one; then the next game begins."""
        for seat in self._clockwise(first):
            if sum(here[seat] for here in self.senators) > 2:
                self.phase, self.actor = REMOVE, seat
                return
        self.game += 1
        self._set_up(self._left_of(self.active))

    def ranks(self) -> list[int]:
        """[QV 8.5] 1 is best; the disqualified come last and share ranks."""
        scores, standing = self.scores(), self._standing()
        out = [seat for seat in range(self.n_seats) if seat not in standing]
        ranks = [0] * self.n_seats
        for seat in range(self.n_seats):
            if seat in standing:
                ranks[seat] = 1 + standing.index(seat)
            else:
                ranks[seat] = 1 + len(standing) + sum(scores[other] > scores[seat] for other in out)
        return ranks

    def game_row(self) -> dict[str, int]:
        """The results of the game that do not depend on who sat where."""
        scores, eligible, winner = self.scores(), self.eligible(), self.winner
        others = [scores[seat] for seat in range(self.n_seats) if eligible[seat] and seat != winner]
        richest = max((scores[seat] for seat in range(self.n_seats) if not eligible[seat]), default=NONE)
        return {
            "end": self.end,
            "turns": self.turn,
            "decisions": self.decision,
            "winner": winner,
            "margin": scores[winner] - max(others) if winner != NONE and others else NONE,
            "tie_broken": self.tie_broken,
            "richest_disqualified": int(winner != NONE and richest > scores[winner]),
            "n_qualified": sum(eligible),
            "start": self.start,
            "ones_left": self.ones,
            "stack_left": len(self.stack),
            "negotiations": sum(self.n_asked),
            "deals": sum(self.n_deals),
            "votes_traded": sum(map(sum, self.given)),
            "votes_sold": sum(self.votes_sold),
            "laurels_paid": sum(self.paid),
            "promised": sum(self.promised),
            "promises_kept": sum(map(sum, self.kept)),
            "promises_broken": sum(map(sum, self.broken)),
            "reveals": self.n_reveals,
        }

    def seat_rows(self) -> list[dict[str, int]]:
        """The results of each seat."""
        scores, eligible, ranks = self.scores(), self.eligible(), self.ranks()
        return [
            {
                "seat": seat,
                "score": scores[seat],
                "qualified": int(eligible[seat]),
                "rank": ranks[seat] if self.end == FINISHED else 0,
                "share": WIN if seat == self.winner else 0,
                "senators": self.senate.count(seat),
                "arrival": self.senate.index(seat) if seat in self.senate else NONE,
                "from_paths": self.from_paths[seat],
                "from_consent": self.from_consent[seat],
                "paid": self.paid[seat],
                "received": self.received[seat],
                "placed": self.n_placed[seat],
                "moved": self.n_moved[seat],
                "caesar": self.n_caesar[seat],
                "asked": self.n_asked[seat],
                "deals": self.n_deals[seat],
                "votes_given": sum(self.given[seat]),
                "votes_taken": sum(row[seat] for row in self.given),
                "promised": self.promised[seat],
                "kept": sum(self.kept[seat]),
                "broken": sum(self.broken[seat]),
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
        full = self.senate + [NONE] * (self.board.senate - len(self.senate))
        special = {
            "failed": sum(1 << path for path in self.failed),
            "senate": full,
            "n_senate": len(self.senate),
            "bonus": int(self.bonus),
            "crowd": [sum(here) for here in self.senators],
        }
        result: dict[str, Any] = {}
        for name, axes in FIELDS.items():
            value: Any = special[name] if name in special else getattr(self, name)
            if len(axes) == 1:
                value = list(value)
            elif len(axes) == 2:
                value = [list(row) for row in value]
            result[name] = value
        return result


@dataclass(frozen=True)
class _Settlement:
    purse: list[list[int]]
    ones: int  # left in the supply
    consent: list[int]  # "I" tiles paid to each
    amounts: list[int]  # laurels paid to each by the mover, net of change


def payment(
    price: int, payer: Sequence[int], payee: Sequence[int], values: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """[QV 7.6] The tiles given and the tiles given back, or None if the price cannot be paid."""
    amounts, changes = _amounts(payer, values), _amounts(payee, values)
    pairs = [(amount, change) for amount in amounts for change in changes if max(amount, change) <= MOST]
    ways = [(amount - change, change, amount) for amount, change in pairs if amount - change >= price]
    if not ways:
        return None
    _, change, amount = min(ways)
    return amounts[amount], changes[change]


def _amounts(purse: Sequence[int], values: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Every amount these tiles can make, each from as many as possible of the last kind, then of the one before."""
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for n, value in zip(purse, values, strict=True):
        longer: dict[int, tuple[int, ...]] = {}
        for used in range(n if value > 0 else 0, -1, -1):
            for amount, tiles in ways.items():
                longer.setdefault(amount + used * value, (*tiles, used))
        ways = longer
    return ways


def pictures(states: Any, board: Board, numbers: Numbers, n_seats: int) -> list[dict[str, Any]]:
    """An array of engine states as `Referee.picture` would give them."""
    size = {"N": len(board.sizes), "E": len(board.paths), "S": board.senate}
    size |= {"P": n_seats, "C": len(numbers.tiles), "G": GAMES}
    columns = {}
    for name, axes in FIELDS.items():
        live = (slice(None), *(slice(size[axis]) for axis in axes))
        columns[name] = states[name][live].tolist()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def plain_actions(actions: Any, n_seats: int) -> list[tuple[Any, ...]]:
    """An array of engine actions as the referee's tuples: only the fields that a kind uses."""
    uses = {
        PASS: (),
        PLACE: ("body",),
        MOVE: ("body", "path"),
        CAESAR: ("path",),
        TERMS: ("price", "promise", "steer"),
        REFUSE: (),
        COALITION: ("votes", "first"),
        DEMAND: (),
        REMOVE_ONE: ("body",),
    }
    columns = {name: actions[name].tolist() for name in ("kind", "body", "path", "price", "promise", "steer", "first")}
    columns["votes"] = [tuple(row) for row in actions["votes"][:, :n_seats].tolist()]
    return [(kind, *(columns[name][i] for name in uses[kind])) for i, kind in enumerate(columns["kind"])]


def differences(engine: dict[str, Any], referee: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields in which two pictures differ: name -> (engine, referee)."""
    return {name: (engine[name], referee[name]) for name in FIELDS if engine[name] != referee[name]}
