"""Exact probabilities: closed forms of the box, and tiny games walked through in full.

A tiny game is played through the production rules along every order of the bag and every choice, with exact fractions,
and the oracle goes the same ways; the engine's games must come out as the fractions say. Simulated figures may be 4.5
standard errors off: a false alarm in about 150,000 checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.engine import play
from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.box import compile_box
from sim.games.zoo_vadis.rules import deal
from sim.mechanics.board import Board, Body, Path_
from strategies.registry import seat_spec
from tests.games.recorder import records, seen
from tests.games.zoo_vadis.play import GAME, boxes
from tests.games.zoo_vadis.tables import KINDS, SPECIES, numbers
from tests.oracles import zoo_vadis as oracle

Z = 4.5

# A pond of one space below a grove of three, where a peacock stands; from the grove a path, the Keeper's, into a Star
# Exhibit of two spaces, and a tunnel to a nook of one space below the Star.
TINY = Board(
    bodies=(
        Body(name="pond", size=1, entry=True),
        Body(name="grove", size=3, entry=True),
        Body(name="nook", size=1, entry=False),
    ),
    paths=(
        Path_(start=0, end=1, laurel=True),
        Path_(start=1, end=3, laurel=True),
        Path_(start=2, end=3, laurel=False),
        Path_(start=1, end=2, laurel=False),  # the tunnel
    ),
    top="Star",
)
TINY_TABLE = oracle.Board(
    sizes=(1, 3, 1),
    entries=(0, 1),
    star=2,
    paths=(
        oracle.Path(lower=0, upper=1, laurel=True),
        oracle.Path(lower=1, upper=None, laurel=True),
        oracle.Path(lower=2, upper=None),
        oracle.Path(lower=1, upper=2, tunnel=True),
    ),
    keeper=1,
    peacocks=(0, 1, 0),
)
FEW: dict[str, object] = {
    "setup.species": "fixed",
    "setup.animals": 1,
    "setup.start_ones": 0,
    "setup.tiles": 1,
    "negotiation.max_price": 0,
    **{f"tokens.{kind}.count": 0 for kind in KINDS},
    "tokens.I.count": 2,
}
# Species by seat, protocol, the tokens in the bag, and after how many turns the game is cut short.
TINY_GAMES = {
    "tunnels and chains": (("Armadillo", "Crocodile", "Rhino"), "posted", ("V", "V"), 4),
    "chains by offers": (("Tiger", "Armadillo", "Crocodile"), "offer", ("II_peacock", "II_peacock"), 4),
    "tokens": (("Ibis", "Tiger", "Marmoset"), "posted", ("II_ability", "II_keeper", "V"), 6),
    "the Keeper": (("Hyena", "Rhino", "Ibis"), "posted", ("II_keeper", "V"), 4),
    "no deals": (("Armadillo", "Crocodile", "Rhino"), "none", ("II_peacock", "II_keeper", "V"), 7),
}
TALLIES = (
    *("decision", "step", "kept", "broken", "given", "taken", "n_added", "n_moved", "n_peacock", "n_keeper", "n_asked"),
    *("n_deals", "n_bribes", "n_asked_ability", "n_used", "n_recovered", "from_paths", "from_votes", "from_tiles"),
    *("from_peacocks", "paid", "received", "fees", "votes_sold", "promised"),
)

Outcome = tuple[int, int, int, int]  # end, winner, turns, peacocks in the Star Exhibit
FIRST = 10  # laurel spaces on either side of the board


@njit(cached=False)
def _first_tokens(box, n_games, n_kinds, chances, states, dealt):
    """Fill, for each game, how many tokens of each kind lie on the board at the start."""
    for game_id in range(n_games):
        deal(box, 3, np.uint64(3), game_id, chances[0], states[0])
        for kind in range(n_kinds):
            dealt[game_id, kind] = 0
        for path in range(box.n_paths):
            if states[0].token[path] != S.NONE:
                dealt[game_id, states[0].token[path]] += 1


def first_tokens(n: int) -> np.ndarray:
    """Return how many tokens of each kind lie on the board at the start of n games, shape (n, kinds)."""
    dealt = np.zeros((n, len(KINDS)), np.int64)
    arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE))
    _first_tokens(records(boxes(3, {}))[0], n, len(KINDS), *arrays, dealt)
    return dealt


def test_bag_is_worth_what_the_box_says() -> None:
    """[ZV 1.4] 42 tokens of 132 laurels: mean 22/7, variance 55/49; eleven are special; with 60 I 192 in all."""
    tokens = numbers({}).tokens
    bag = [token for token in tokens if token.sign != "supply" for _ in range(token.count)]
    values = [token.value for token in bag]
    mean = Fraction(sum(values), len(bag))
    assert (len(bag), sum(values), mean) == (42, 132, Fraction(22, 7))
    assert Fraction(sum(value**2 for value in values), len(bag)) - mean**2 == Fraction(55, 49)
    assert sum(token.sign != "" for token in bag) == 11
    assert sum(token.count for token in tokens) == 102
    assert sum(token.count * token.value for token in tokens) == 192


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_majority_is_more_than_half_of_the_spaces(size: int) -> None:
    """[ZV 4.2] 1, 2, 3, 4 votes."""
    assert numbers({}).votes[size] == size // 2 + 1


def test_supply_after_setup() -> None:
    """[ZV 1.6] 60 less two for each seat."""
    for n_seats in (3, 4, 5, 6, 7):
        states = records(np.zeros(1, GAME.STATE))
        box = records(boxes(n_seats, {}))[0]
        GAME.deal(box, n_seats, np.uint64(0), 0, records(np.zeros(1, GAME.CHANCE))[0], states[0])
        assert states[0].ones == 60 - 2 * n_seats


def test_first_ten_tokens_are_dealt_as_the_closed_forms_say() -> None:
    """[ZV 1.6] Ten of 42 without replacement: mean and spread of laurels, each kind, and how often none is special."""
    n = 2_000 if DISABLED else 100_000
    dealt = first_tokens(n)
    assert (dealt.sum(axis=1) == FIRST).all()
    tokens = numbers({}).tokens

    totals = dealt @ np.array([token.value for token in tokens])
    variance = FIRST * float(Fraction(55, 49)) * (42 - FIRST) / (42 - 1)
    assert sqrt(variance) == pytest.approx(2.9598, abs=1e-4)
    assert abs(totals.mean() - FIRST * 22 / 7) < Z * sqrt(variance / n)
    spread_error = sqrt(((totals - totals.mean()) ** 2).var() / n)
    assert abs(totals.var(ddof=1) - variance) < Z * spread_error

    for kind, token in enumerate(tokens):
        share = 0 if token.sign == "supply" else token.count / 42
        each = FIRST * share * (1 - share) * (42 - FIRST) / (42 - 1)
        assert abs(dealt[:, kind].mean() - FIRST * share) <= Z * sqrt(each / n), KINDS[kind]

    special = dealt[:, [token.sign not in ("", "supply") for token in tokens]].sum(axis=1)
    assert abs(special.mean() - 110 / 42) < Z * special.std() / sqrt(n)
    none = comb(31, FIRST) / comb(42, FIRST)
    assert none == pytest.approx(0.030142, abs=1e-6)
    assert abs((special == 0).mean() - none) < Z * sqrt(none * (1 - none) / n)


def tiny_settings(name: str) -> dict[str, object]:
    """Return the settings of a tiny game."""
    species, protocol, bag, cap = TINY_GAMES[name]
    seated = {f"species.{seat}": one for seat, one in enumerate(species)}
    tokens = {f"tokens.{kind}.count": n for kind, n in Counter(bag).items()}
    return FEW | seated | tokens | {"negotiation.protocol": protocol, "engine.turn_cap": cap}


def tiny_box(name: str) -> np.ndarray:
    """Return the box of a tiny game."""
    return compile_box(3, GAME.settled(tiny_settings(name)), TINY, 1, 2, "grove -> Star", ["grove"])


def without_tallies(picture: dict[str, Any]) -> dict[str, Any]:
    """Return what decides how a game goes on."""
    return {name: value for name, value in picture.items() if name not in TALLIES}


@cache
def exact(name: str) -> dict[Outcome, Fraction]:
    """Return the exact distribution of outcomes under uniform choices, while the oracle goes along every way.

    States that differ in tallies alone are followed together.
    """
    figures = numbers(tiny_settings(name))
    box = records(tiny_box(name))[0]
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(2, GAME.STATE))
    rows, seats = records(np.zeros(1, GAME.GAME_ROW)), records(np.zeros(3, GAME.SEAT_ROW))
    actions = records(np.zeros(GAME.max_actions, GAME.ACTION))
    now, after = states[0], states[1]
    raw = states.view(np.uint8).reshape(2, -1)
    counted = np.full_like(raw[0], 255)
    for tally in TALLIES:
        field, offset = (GAME.STATE.fields or {})[tally][:2]
        counted[offset : offset + field.itemsize] = 0
    species, _, bag, _ = TINY_GAMES[name]
    outcomes: dict[Outcome, Fraction] = defaultdict(Fraction)
    orders = sorted(set(permutations(KINDS.index(kind) for kind in bag)))
    for order in orders:
        GAME.deal(box, 3, np.uint64(0), 0, chances[0], now)
        chances[0].bag[: len(order)] = order
        now.token[:2] = order[:2]
        referee = oracle.Referee(TINY_TABLE, figures, [SPECIES.index(one) for one in species], order, 0)
        level = {(raw[0] & counted).tobytes(): (Fraction(1, len(orders)), referee)}
        while level:
            following: dict[bytes, tuple[Fraction, oracle.Referee]] = {}
            for data, (weight, referee) in level.items():
                raw[0] = np.frombuffer(data, np.uint8)
                n = GAME.legal(box, now, actions)
                listed = oracle.plain_actions(actions[:n], 3)
                assert sorted(listed) == sorted(referee.legal())
                for i, action in enumerate(listed):
                    raw[1] = raw[0]
                    GAME.apply(box, chances[0], after, actions[i])
                    key = (raw[1] & counted).tobytes()
                    if key in following:
                        following[key] = (following[key][0] + weight / n, following[key][1])
                        continue
                    further = referee.copy()
                    further.apply(action)
                    seen_now = without_tallies(oracle.pictures(states[1:], TINY_TABLE, figures, 3)[0])
                    assert seen_now == without_tallies(further.picture())
                    if after.end == S.RUNNING:
                        following[key] = (weight / n, further)
                        continue
                    GAME.score(box, after, rows[0], seats)
                    row = rows[0]
                    outcomes[int(row.end), int(row.winner), int(row.turns), int(row.peacocks_in_star)] += weight / n
            level = following
    return dict(outcomes)


@pytest.mark.parametrize("name", TINY_GAMES)
def test_rules_and_oracle_agree_on_every_path_through_tiny_games(name: str) -> None:
    """Every choice in every state that can arise, not a sample; some ways lead to the end, and all add up to one."""
    assert sum(exact(name).values()) == 1
    assert {end for end, *_ in exact(name)} == {S.FINISHED, S.TRUNCATED}


@pytest.mark.parametrize("name", TINY_GAMES)
def test_engine_plays_tiny_games_as_the_fractions_say(name: str) -> None:
    """Deal, loop, random strategy and score together: ends, winners and lengths have their exact chances."""
    n = 2_000 if DISABLED else 200_000
    games = play(GAME, tiny_box(name), 7, 0, n, [seat_spec("zoo_vadis", "random_legal")] * 3).games
    columns = [games[column].tolist() for column in ("end", "winner", "turns", "peacocks_in_star")]
    played = Counter(zip(*columns, strict=True))
    assert set(played) <= set(exact(name))
    for outcome, chance in exact(name).items():
        expected, error = float(n * chance), sqrt(n * float(chance * (1 - chance)))
        assert abs(played[outcome] - expected) <= Z * error, f"{outcome}: {played[outcome]}, expected {expected:.1f}"
