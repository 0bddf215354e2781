"""Exact probabilities: closed forms of the box, and a tiny game walked through in full.

The tiny game is played through the production rules along every order of the stack and every choice, with exact
fractions; the oracle does the same walk by itself; and the engine's games must come out as the fractions say. Simulated
figures may be 4.5 standard errors off: a false alarm in about 150,000 checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.engine import play
from sim.games.quo_vadis import state as S
from sim.games.quo_vadis.box import compile_box
from sim.games.quo_vadis.rules import deal
from sim.mechanics.board import Board, Body, Path_
from strategies.registry import seat_spec
from tests.games.quo_vadis.play import GAME, boxes
from tests.games.quo_vadis.tables import numbers
from tests.games.recorder import records
from tests.oracles import quo_vadis as oracle

Z = 4.5

# Two bodies of three spaces side by side, from each a path into a Senate of two places. Caesar starts on the first.
TINY = Board(
    bodies=(Body(name="gate", size=3, entry=True), Body(name="hall", size=3, entry=True)),
    paths=(Path_(start=0, end=2, laurel=True), Path_(start=1, end=2, laurel=True)),
    top="Senate",
)
TINY_TABLE = oracle.Board(
    sizes=(3, 3),
    entries=(0, 1),
    senate=2,
    paths=(oracle.Path(lower=0, upper=None, laurel=True), oracle.Path(lower=1, upper=None, laurel=True)),
    caesar=0,
)
FEW_TILES: dict[str, object] = {
    "setup.senators": 1,
    "board.senate.size": 2,
    "tokens.I.count": 1,
    "tokens.II.count": 0,
    "tokens.II_caesar.count": 1,
    "tokens.III.count": 0,
    "tokens.IV.count": 0,
    "tokens.V.count": 2,
}
TINY_GAMES: dict[str, dict[str, object]] = {
    "no deals": {"negotiation.protocol": "none", "setup.senators": 2, "engine.turn_cap": 10},
    "posted": {"negotiation.protocol": "posted", "negotiation.max_price": 1, "engine.turn_cap": 9},
    "offer": {"negotiation.protocol": "offer", "negotiation.max_price": 1, "engine.turn_cap": 8},
}
TALLIES = (
    *("decision", "step", "kept", "broken", "given", "n_placed", "n_moved", "n_caesar", "n_asked", "n_deals"),
    *("from_paths", "from_consent", "paid", "received", "votes_sold", "promised"),
)

Outcome = tuple[int, int, int, int]  # end, winner, turns, whether a disqualified seat was richer than the winner
Exact = dict[Outcome, Fraction]


def tiny_settings(name: str) -> dict[str, object]:
    """Return the settings of a tiny game."""
    return FEW_TILES | TINY_GAMES[name]


def tiny_box(name: str) -> np.ndarray:
    """Return the box of a tiny game."""
    return compile_box(3, GAME.settled(tiny_settings(name)), TINY, "gate -> Senate")


def stacks(name: str) -> dict[tuple[int, ...], Fraction]:
    """Return every order of the stack with its probability."""
    tiles = enumerate(numbers(3, tiny_settings(name)).tiles)
    orders = Counter(permutations([kind for kind, tile in tiles if not tile.supply for _ in range(tile.count)]))
    return {order: Fraction(n, orders.total()) for order, n in orders.items()}


def spread(starts: Sequence[tuple[Any, Fraction]], walk: Any) -> Exact:
    """Follow every choice from every start; states that differ in tallies alone are followed together."""
    outcomes: Exact = defaultdict(Fraction)
    level = dict(starts)
    while level:
        following: dict[Any, Fraction] = defaultdict(Fraction)
        for key, weight in level.items():
            nexts = list(walk(key))
            for outcome, after in nexts:
                if outcome is None:
                    following[after] += weight / len(nexts)
                else:
                    outcomes[outcome] += weight / len(nexts)
        level = following
    return dict(outcomes)


def exact_by_rules(name: str) -> Exact:
    """Return the exact distribution of outcomes under uniform choices, through the production functions."""
    box = records(tiny_box(name))[0]
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(2, GAME.STATE))
    rows, seats = records(np.zeros(1, GAME.GAME_ROW)), records(np.zeros(3, GAME.SEAT_ROW))
    actions = records(np.zeros(GAME.max_actions, GAME.ACTION))
    now, after = states[0], states[1]
    raw = states.view(np.uint8).reshape(2, -1)
    kept = np.full_like(raw[0], 255)
    for tally in TALLIES:
        field, offset = (GAME.STATE.fields or {})[tally][:2]
        kept[offset : offset + field.itemsize] = 0

    def load(order: tuple[int, ...], data: bytes) -> None:
        chances[0].stack[0, : len(order)] = order
        raw[0] = np.frombuffer(data, np.uint8)

    def walk(key: tuple[tuple[int, ...], bytes]) -> Iterator[tuple[Outcome | None, Any]]:
        order, data = key
        load(order, data)
        for i in range(GAME.legal(box, now, actions)):
            raw[1] = raw[0]
            GAME.apply(box, chances[0], after, actions[i])
            if after.end == S.RUNNING:
                yield None, (order, (raw[1] & kept).tobytes())
            else:
                GAME.score(box, after, rows[0], seats)
                row = rows[0]
                yield (int(row.end), int(row.winner), int(row.turns), int(row.richest_disqualified)), None

    def start(order: tuple[int, ...]) -> bytes:
        GAME.deal(box, 3, np.uint64(0), 0, chances[0], now)
        now.tile[:2] = order[:2]
        return (raw[0] & kept).tobytes()

    return spread([((order, start(order)), weight) for order, weight in stacks(name).items()], walk)


def exact_by_oracle(name: str) -> Exact:
    """Return the same distribution, through the oracle."""
    figures = numbers(3, tiny_settings(name))
    known: dict[str, oracle.Referee] = {}

    def note(referee: oracle.Referee) -> str:
        picture = {field: value for field, value in referee.picture().items() if field not in TALLIES}
        key = repr((referee.stack, picture))
        known[key] = referee
        return key

    def walk(key: str) -> Iterator[tuple[Outcome | None, Any]]:
        for action in known[key].legal():
            referee = known[key].copy()
            referee.apply(action)
            row = referee.game_row()
            if row["end"] == oracle.RUNNING:
                yield None, note(referee)
            else:
                yield (row["end"], row["winner"], row["turns"], row["richest_disqualified"]), None

    def start(order: tuple[int, ...]) -> str:
        return note(oracle.Referee(TINY_TABLE, figures, 3, [order] * 3, 0))

    return spread([(start(order), weight) for order, weight in stacks(name).items()], walk)


def assert_near(seen: int, n: int, chance: Fraction, what: object) -> None:
    """Assert that something happened in as many of n games as its exact chance says."""
    expected, error = float(n * chance), sqrt(n * float(chance * (1 - chance)))
    assert abs(seen - expected) <= Z * error, (
        f"{what}: {seen} of {n}, expected {expected:.1f} with standard error {error:.1f}"
    )


@pytest.fixture(scope="module")
def exact() -> dict[str, Exact]:
    """The exact distributions of all tiny games, through the production rules."""
    return {name: exact_by_rules(name) for name in TINY_GAMES}


@pytest.mark.parametrize("name", TINY_GAMES)
def test_rules_and_oracle_agree_on_every_path_through_a_tiny_game(name: str, exact: dict[str, Exact]) -> None:
    """Every choice in every state that can arise, not a sample: the fractions must be the same to the last digit."""
    assert sum(exact[name].values()) == 1
    assert exact_by_oracle(name) == exact[name]


@pytest.mark.parametrize("name", TINY_GAMES)
def test_engine_plays_the_tiny_game_as_the_fractions_say(name: str, exact: dict[str, Exact]) -> None:
    """Deal, loop, random strategy and score together: ends, winners and lengths have their exact chances."""
    n = 2_000 if DISABLED else 500_000
    games = play(GAME, tiny_box(name), 7, 0, n, [seat_spec("quo_vadis", "random_legal")] * 3).games
    columns = [games[column].tolist() for column in ("end", "winner", "turns", "richest_disqualified")]
    seen = Counter(zip(*columns, strict=True))
    assert set(seen) <= set(exact[name])
    for outcome, chance in exact[name].items():
        assert_near(seen[outcome], n, chance, outcome)
    for seat in range(3):
        wins = sum((chance for outcome, chance in exact[name].items() if outcome[1] == seat), Fraction(0))
        assert_near(int((games["winner"] == seat).sum()), n, wins, f"wins of seat {seat}")


@njit(cached=False)
def _first_tens(box, n_games, chances, states, totals, caesars):
    """Fill, for each game, the laurels and the II-Caesar tiles among the first ten tiles."""
    for game_id in range(n_games):
        deal(box, 3, np.uint64(3), game_id, chances[0], states[0])
        totals[game_id] = 0
        caesars[game_id] = 0
        for place in range(10):
            kind = chances[0].stack[0, place]
            totals[game_id] += box.value[kind]
            caesars[game_id] += box.is_caesar[kind]


def test_stack_is_worth_what_the_box_says() -> None:
    """[QV 1.4] 44 tiles of 139 laurels: mean 139/44, variance 2019/1936, with 18 I 157 in all."""
    tiles = [tile.value for tile in numbers(3, {}).tiles if not tile.supply for _ in range(tile.count)]
    mean = Fraction(sum(tiles), len(tiles))
    assert (len(tiles), sum(tiles)) == (44, 139)
    assert Fraction(sum(value**2 for value in tiles), len(tiles)) - mean**2 == Fraction(2019, 1936)


def test_first_ten_tiles_are_dealt_as_the_closed_forms_say() -> None:
    """[QV 1.5] Ten of 44 without replacement: mean and spread of laurels, and how often no II with Caesar is out."""
    n = 2_000 if DISABLED else 100_000
    totals, caesars = np.zeros(n, np.int64), np.zeros(n, np.int64)
    chances, states = np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE)
    if DISABLED:
        chances, states = records(chances), records(states)
    _first_tens(records(boxes(3, {}))[0], n, chances, states, totals, caesars)
    variance = 10 * float(Fraction(2019, 1936)) * (44 - 10) / (44 - 1)
    assert sqrt(variance) == pytest.approx(2.8716, abs=1e-4)
    assert abs(totals.mean() - 10 * 139 / 44) < Z * sqrt(variance / n)
    spread_error = sqrt(((totals - totals.mean()) ** 2).var() / n)
    assert abs(totals.var(ddof=1) - variance) < Z * spread_error
    none = Fraction(comb(38, 10), comb(44, 10))
    assert float(none) == pytest.approx(0.190522, abs=1e-6)
    assert_near(int((caesars == 0).sum()), n, none, "no II with Caesar among the first ten")
    assert abs(caesars.mean() - 15 / 11) < Z * caesars.std() / sqrt(n)
