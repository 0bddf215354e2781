"""Does every strategy answer always, know only its view, change nothing, and play alike compiled and interpreted?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.engine import play
from sim.registry import GAMES, load_game
from sim.strategy import TEMPERATURE
from strategies.registry import seat_spec, strategies_for
from tests.conformance.hidden import SCRAMBLE
from tests.conformance.tables import (
    GAME_AND_STRATEGY,
    asked,
    interpreted,
    seat_counts,
    steps_of,
    table_of,
    variants,
)

ROOT = Path(__file__).resolve().parents[2]
EVERY = pytest.mark.parametrize(("game_name", "name"), GAME_AND_STRATEGY)


@EVERY
def test_a_strategy_finishes_its_games_everywhere(game_name: str, name: str) -> None:
    """One phase that a strategy has no answer for, or a table that goes round in circles, spoils a whole experiment."""
    game = load_game(game_name)
    # Random play may take longer than the turn cap of ordinary runs, but it gets there.
    caps = {tunable.key: tunable.high for tunable in game.tunables if tunable.source == "engine"}
    for settings in variants(game):
        for n_seats in seat_counts(game):
            batch = play(game, game.make_box(n_seats, settings | caps), 5, 0, 12, table_of(game, name, n_seats))
            assert batch.faults == ()
            assert (batch.games["end"] == 1).all(), f"{n_seats} seats, {settings}: {batch.games['turns']} turns"


@EVERY
def test_a_strategy_changes_nothing_but_its_values(game_name: str, name: str) -> None:
    """Compiled functions get the engine's own memory: a strategy that wrote there could move the pieces."""
    game = load_game(game_name)
    box = game.make_box(game.seats[1], {}).view(np.recarray)[0]
    strategy = strategies_for(game_name)[name]
    for step in steps_of(game_name, name, ())[::3]:
        state, before_box = step.state.copy(), box.tobytes()
        view, actions, chosen = asked(game, box, state, strategy)
        again, actions_again, chosen_again = asked(game, box, state, strategy)
        assert chosen == chosen_again
        assert view.tobytes() == again.tobytes()
        fresh = np.zeros(1, game.STATE).view(np.recarray)
        fresh[0] = step.state
        fresh[0].noise_key = 1
        game.hide(box, fresh[0], int(step.state.actor))
        assert view.tobytes() == fresh[0].tobytes()
        listed = np.zeros(game.max_actions, game.ACTION)
        assert actions.tobytes() == listed[: game.legal(box, state, listed)].tobytes()
        assert actions_again.tobytes() == actions.tobytes()
        assert box.tobytes() == before_box


@EVERY
def test_what_is_hidden_decides_nothing(game_name: str, name: str) -> None:
    """A strategy that saw others' tiles or a deck would be strong for a reason that no player can copy."""
    game = load_game(game_name)
    strategy = strategies_for(game_name)[name]
    rng = np.random.default_rng(3)
    for settings in variants(game):
        box = game.make_box(game.seats[1], settings).view(np.recarray)[0]
        for step in steps_of(game_name, name, tuple(settings.items()))[::5]:
            other = step.state.copy()
            SCRAMBLE[game_name](box, other, int(other.actor), rng)
            # The rules may allow other actions in the other state, so both strategies choose among the same ones.
            view, actions, chosen = asked(game, box, step.state, strategy)
            hidden = np.zeros(1, game.STATE).view(np.recarray)
            hidden[0] = other
            hidden[0].noise_key = 1
            game.hide(box, hidden[0], int(other.actor))
            assert hidden[0].tobytes() == view.tobytes()
            function = strategy.functions[game.parts[game.part(hidden[0])]]
            weights = seat_spec(game_name, name).values.copy()
            assert function(hidden[0], box, actions, weights, np.zeros(len(actions))) == chosen


@EVERY
def test_at_a_high_temperature_every_action_is_as_likely(game_name: str, name: str) -> None:
    """Clumsiness is one scale for all strategies, so none may forbid itself a legal action.

    False alarm: below 1 in 10,000 for each strategy.
    """
    game = load_game(game_name)
    strategy = strategies_for(game_name)[name]
    box = game.make_box(game.seats[1], {}).view(np.recarray)[0]
    for part in range(len(game.parts)):
        games = (steps_of(game_name, name, (), game_id) for game_id in range(3, 50))
        asked_for = ([step for step in steps if game.part(step.state) == part] for steps in games)
        step = next(filter(None, asked_for))[-1]
        n = len(asked(game, box, step.state, strategy)[1])
        draws = 200 * n
        chosen = [asked(game, box, step.state, strategy, 7919 * i + 1, 1e6)[2] for i in range(draws)]
        counts = np.bincount(chosen, minlength=n)
        chi = ((counts - 200) ** 2 / 200).sum()
        assert chi < n + 6 * np.sqrt(2 * n) + 8, f"{game.parts[part]}: {counts}"


@EVERY
def test_temperature_is_the_first_weight_and_is_heeded(game_name: str, name: str) -> None:
    """The engine reads it from there for the views, and experiments sweep it by name."""
    strategy = strategies_for(game_name)[name]
    assert strategy.weights[TEMPERATURE].name == "temperature"
    assert 0.0 <= strategy.weights[TEMPERATURE].default <= 1.0
    assert seat_spec(game_name, f"{name}(temperature=2.5)").values[TEMPERATURE] == 2.5


@pytest.mark.parametrize("game_name", GAMES)
def test_interpreted_games_are_the_compiled_games(game_name: str) -> None:
    """A strategy in plain Python joins a table without changing what the others do there."""
    game = load_game(game_name)
    names = [name for game_of, name in GAME_AND_STRATEGY if game_of == game_name]
    n_seats = game.seats[1]
    for first in range(0, len(names), n_seats):
        lineup = [seat_spec(game_name, names[(first + i) % len(names)]) for i in range(n_seats)]
        for settings in list(variants(game))[:2]:
            box = game.make_box(n_seats, settings)
            fast = play(game, box, 21, 0, n_seats, lineup)
            for slow in (list(map(interpreted, lineup)), [interpreted(lineup[0]), *lineup[1:]]):
                other = play(game, box, 21, 0, n_seats, slow)
                assert other.faults == ()
                assert np.array_equal(fast.games, other.games)
                assert np.array_equal(fast.seats, other.seats)


@pytest.mark.parametrize("game_name", GAMES)
def test_games_without_any_compiler_are_the_same(game_name: str) -> None:
    """What the compiler makes of a kernel must be what Python makes of it: that is how kernels are debugged."""
    code = """
import json, sys
from sim.engine import play
from sim.registry import load_game
from strategies.registry import seat_spec
game = load_game(sys.argv[1])
names = sys.argv[2:]
said = []
for first in range(0, len(names), game.seats[0]):
    lineup = [seat_spec(game.name, (names + names)[first + i]) for i in range(game.seats[0])]
    batch = play(game, game.make_box(game.seats[0], {}), 13, 0, 6, lineup)
    said.append([batch.games.tobytes().hex(), batch.seats.tobytes().hex(), [str(fault) for fault in batch.faults]])
print(json.dumps(said))
"""
    names = [name for game_of, name in GAME_AND_STRATEGY if game_of == game_name]
    said = []
    for disabled in ("0", "1"):
        done = subprocess.run(
            (sys.executable, "-c", code, game_name, *names),
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    assert all(faults == [] for _, _, faults in said[0])


@pytest.mark.soak
@pytest.mark.parametrize("game_name", GAMES)
def test_no_kernel_reads_or_writes_outside_an_array(game_name: str, tmp_path: Path) -> None:
    """Kernels are compiled without asking whether an index is one of the array's, or below 0."""
    code = """
import sys
from sim.engine import play
from sim.registry import load_game
from strategies.registry import seat_spec, strategies_for
from tests.conformance.tables import seat_counts, variants
game = load_game(sys.argv[1])
names = list(strategies_for(game.name))
for settings in variants(game):
    for n_seats in seat_counts(game):
        for first in range(0, len(names), n_seats):
            lineup = [seat_spec(game.name, names[(first + i) % len(names)]) for i in range(n_seats)]
            batch = play(game, game.make_box(n_seats, settings), 3, 0, 60, lineup)
            assert not batch.faults, (settings, n_seats, str(batch.faults[0]))
"""
    done = subprocess.run(
        (sys.executable, "-c", code, game_name),
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "EVENHAND_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
