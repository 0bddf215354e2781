"""The turn loop: plays games by id, a batch at a time, under any strategies.

Written once, for all games. `turn_loop` calls the functions of a game by the names in `GAME_FUNCTIONS`; for each game
it is given a set of globals in which these names are that game's functions, so that every call is direct and the
compiled loop can be cached (a closure cannot). The same loop, not compiled, plays strategies that are plain Python,
with identical results.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types

from sim.chance import NOISE, address
from sim.compiled import CACHE_ERRORS, DISABLED, address_of, borrowed, call_at, first_of, forget_cache, njit
from sim.errors import BadInput
from sim.game import Game
from sim.outcome import FAILED
from sim.records import record
from sim.strategy import MAX_WEIGHTS, TEMPERATURE, Seated

__all__ = [
    "BATCH", "GAME_FUNCTIONS", "Batch", "Fault", "Step", "Table", "Trace", "ask", "begin",
    "bind", "common", "finish", "functions_of", "play", "play_by", "signature", "trace", "warm",
]  # fmt: skip

BATCH = 4096
MAX_STEPS = 20_000  # decisions that a trace can hold

GAME_FUNCTIONS = ("deal", "legal", "hide", "part", "apply", "score")

ASKING = -2  # `place.chosen` while a strategy is being asked
NONE = -1

# Where the loop is: written before each call of a strategy, read when one raises.
_PLACE = record(
    [
        ("game_id", np.int64),
        ("rotation", np.int64),  # seat of strategy 0
        ("done", np.int64),
        ("seat", np.int64),
        ("turn", np.int64),
        ("chosen", np.int64),
        ("n", np.int64),
    ]
)


def begin(box, seed, game_id, given, weights, place, chances, states, keys):
    """Deal a game, with the weights as given, and each seat's own noise."""
    n_seats = len(weights)
    place[0].game_id = game_id
    place[0].rotation = game_id % n_seats
    for seat in range(n_seats):
        for i in range(MAX_WEIGHTS):
            weights[seat, i] = given[seat, i]
        keys[seat] = address(seed, game_id, NOISE, seat, 0)[0]
    deal(box, n_seats, seed, game_id, chances[0], states[0])  # type: ignore[name-defined]  # noqa: F821


def ask(box, states, views, functions, weights, values, keys, place, actions, n):
    """Return which of the first `n` actions the acting seat's strategy chooses, or NONE if its answer is none of them.

    `values` hold what the strategy thinks of each; what it leaves out is worth nothing, in whatever batch.
    """
    here = place[0]
    state = states[0]
    view = views[0]
    seat = int(state.actor)
    who = seat - here.rotation
    if who < 0:
        who += len(weights)
    views[0] = states[0]
    view.temperature = weights[who, TEMPERATURE]
    view.noise_key = keys[seat]
    hide(box, view, seat)  # type: ignore[name-defined]  # noqa: F821
    here.seat = seat
    here.turn = state.turn
    here.chosen = ASKING
    here.n = n
    for i in range(n):
        values[i] = 0.0
    function = functions[part(state) * len(weights) + who]  # type: ignore[name-defined]  # noqa: F821
    chosen = call_at(function, view, box, first_of(actions, n), weights[who], first_of(values, n))
    here.chosen = chosen
    return chosen if 0 <= chosen < n else NONE


def finish(box, state, game_id, game_row, seat_rows):
    """Fill the outcome rows of a game that is over. game_row: record; seat_rows: (P,)."""
    n_seats = len(seat_rows)
    score(box, state, game_row, seat_rows)  # type: ignore[name-defined]  # noqa: F821
    game_row.game_id = game_id
    for seat in range(n_seats):
        seat_rows[seat].game_id = game_id
        seat_rows[seat].strategy = (seat - game_id) % n_seats


def turn_loop(
    box,
    seed,
    first,
    n_games,
    functions,
    given,
    weights,
    place,
    chances,
    states,
    views,
    actions,
    values,
    keys,
    game_rows,
    seat_rows,
    log_states,
    log_actions,
):
    """Play games `first` … `first + n_games − 1`, and return how many were finished before a strategy's fault stopped
    one.

    box: record; functions: strategy i's function for part p at p * P + i, compiled its address; given: (P, MAX_WEIGHTS)
    weights by strategy; weights: their copy for each game, so that no game changes the next; place, chances, states:
    (1,) records; views: (1,); actions, values: (A,) scratch; keys: (P,) uint64 scratch; game_rows: (G,), seat_rows:
    (G * P,) filled; log_states, log_actions: (T,) filled with each decision, or of length 0.
    """
    actions = borrowed(actions)
    values = borrowed(values)
    weights = borrowed(weights)
    n_seats = len(weights)
    state = states[0]
    logged = 0
    for g in range(n_games):
        place[0].done = g
        begin(box, seed, first + g, given, weights, place, chances, states, keys)
        while state.end == 0:
            n = legal(box, state, actions)  # type: ignore[name-defined]  # noqa: F821
            chosen = ask(box, states, views, functions, weights, values, keys, place, actions, n)
            if chosen == NONE:
                return g
            if logged < len(log_states):
                log_states[logged] = states[0]
                log_actions[logged] = actions[chosen]
                logged += 1
            apply(box, chances[0], state, actions[chosen])  # type: ignore[name-defined]  # noqa: F821
        finish(box, state, first + g, game_rows[g], seat_rows[g * n_seats : (g + 1) * n_seats])
    place[0].done = n_games
    return n_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A game that a strategy stopped: by an action that is not legal, or by an exception."""

    game_id: int
    seat: int
    turn: int
    strategy: str
    what: str

    def __str__(self) -> str:
        where = f"in seat {self.seat} failed in game {self.game_id}, turn {self.turn}"
        return f"Strategy '{self.strategy}' {where}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Batch:
    """Outcomes of a range of games: `games` (G,) of GAME_ROW, `seats` (G * P,) of SEAT_ROW, and the failed games."""

    games: np.ndarray
    seats: np.ndarray
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Step:
    """One decision: the state before it (STATE record) and the action taken (ACTION record)."""

    state: Any
    action: Any


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trace:
    """One game, decision by decision. `names` (P,) are the strategies by seat, `last` is the state at the end."""

    box: Any
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    last: Any
    game: Any
    seats: np.ndarray
    fault: Fault | None


def signature(game: Game) -> Any:
    """Return the Numba signature of every strategy function of a game."""
    record = numba.from_dtype
    return types.int64(
        record(game.STATE),
        record(game.BOX),
        types.Array(record(game.ACTION), 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.float64, 1, "C"),
    )


def bind(
    function: Callable[..., Any], name: str, module: str, compiled: bool, names: Mapping[str, Any], *, loop: bool = True
) -> Callable[..., Any]:
    """Return a loop, or a function that a loop calls, with `names`, and what every loop needs, as its globals; compiled
    for that game, or plain.
    """
    scope = {
        "address": address,
        "borrowed": borrowed,
        "call_at": call_at,
        "first_of": first_of,
        "NOISE": NOISE,
        "TEMPERATURE": TEMPERATURE,
        "MAX_WEIGHTS": MAX_WEIGHTS,
        "ASKING": ASKING,
        "NONE": NONE,
        "__name__": module,
        "__builtins__": __builtins__,
        **names,
    }
    bound = FunctionType(function.__code__, scope, f"{function.__name__}_{name}")
    made: Callable[..., Any] = njit(bound, whole=loop) if compiled else bound
    return made


def functions_of(game: Game, names: Sequence[str]) -> tuple[tuple[str, Callable[..., Any]], ...]:
    """Return a game's functions by their names: all its boards and decks, which differ in data only, have the same."""
    return tuple((name, getattr(game, name)) for name in names)


@cache
def common(
    functions: tuple[tuple[str, Callable[..., Any]], ...], name: str, module: str, compiled: bool
) -> Mapping[str, Callable[..., Any]]:
    """Return what the loops of a game call, by name: the game's functions, and `begin`, `ask` and `finish` for it."""
    names = dict(functions)
    for function in (begin, ask, finish):
        names[function.__name__] = bind(function, name, module, compiled, names, loop=False)
    return names


def _loop(game: Game, compiled: bool) -> Callable[..., Any]:
    return _bound(functions_of(game, GAME_FUNCTIONS), game.name, game.module, compiled)


@cache
def _bound(
    functions: tuple[tuple[str, Callable[..., Any]], ...], name: str, module: str, compiled: bool
) -> Callable[..., Any]:
    return bind(turn_loop, name, module, compiled, common(functions, name, module, compiled))


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a plain-Python strategy function that cannot change what it looks at, and must answer with the index of an
    action.
    """

    def call(view: Any, box: Any, actions: np.ndarray, weights: np.ndarray, values: np.ndarray) -> int:
        values[:] = 0.0
        shown = actions.view()
        shown.flags.writeable = False
        chosen = function(view, box, shown, weights, values)
        if isinstance(chosen, bool | np.bool_) or not isinstance(chosen, int | np.integer):
            raise TypeError(f"it returned {chosen!r}, which is not the index of an action")
        return int(chosen)

    return call


class Table:
    """The records that one engine call works on."""

    def __init__(self, game: Game, box: np.ndarray, lineup: Sequence[Seated], trace_steps: int = 0) -> None:
        n_seats = int(box[0]["n_seats"])
        if len(lineup) != n_seats:
            raise BadInput(
                f"{game.title} with {n_seats} seats needs a lineup of {n_seats} strategies; given are {len(lineup)}."
            )
        wrong = [seated.strategy for seated in lineup if seated.strategy.game != game.name]
        if wrong:
            raise BadInput(f"Strategy '{wrong[0].name}' plays {wrong[0].game}, not {game.name}.")
        self.game, self.lineup, self.n_seats = game, lineup, n_seats
        self.compiled = not DISABLED and all(seated.strategy.compiled for seated in lineup)
        functions = [seated.strategy.functions[name] for name in game.parts for seated in lineup]
        self.functions = (
            np.array([address_of(each) for each in functions])
            if self.compiled
            else tuple(each if hasattr(each, "py_func") else _guarded(each) for each in functions)
        )
        self.given = np.zeros((n_seats, MAX_WEIGHTS))
        for i, seated in enumerate(lineup):
            self.given[i, : len(seated.values)] = seated.values
        self.weights = np.zeros_like(self.given)
        self.place = np.zeros(1, _PLACE)
        self.chances = np.zeros(1, game.CHANCE)
        self.states = np.zeros(1, game.STATE)
        self.views = np.zeros(1, game.STATE)
        self.actions = np.zeros(game.max_actions, game.ACTION)
        self.values = np.zeros(game.max_actions)
        self.keys = np.zeros(n_seats, np.uint64)
        self.logs = np.zeros(trace_steps, game.STATE), np.zeros(trace_steps, game.ACTION)
        self.box = box.copy()
        self.box.flags.writeable = self.compiled  # a plain-Python strategy must not change the rules

    def run(self, loop: Callable[..., Any], seed: int, first: int, n: int, *rest: Any) -> tuple[int, Fault | None]:
        """Let a loop play until it is done or a strategy stops a game; return the number of games finished, and what
        stopped the next one. `rest` is what this loop needs besides the records of the table.
        """
        try:
            done: int = loop(
                self.box[0], np.uint64(seed), first, n, self.functions, self.given, self.weights, self.place,
                self.chances, self.states, self.views, self.actions, self.values, self.keys, *rest,
            )  # fmt: skip
        except (Exception, SystemExit) as error:  # whatever a strategy raises is its fault, reported with its place
            if self.place[0]["chosen"] != ASKING:
                raise
            return int(self.place[0]["done"]), self.fault(error)
        return done, self.fault(None) if done < n and self._stopped() else None

    def _stopped(self) -> bool:
        """Return whether the last answer was not the index of an action."""
        place = self.place[0]
        return not 0 <= int(place["chosen"]) < int(place["n"])

    def fault(self, error: BaseException | None) -> Fault:
        """Return what stopped the game at hand."""
        place = self.place[0]
        seat, game_id = int(place["seat"]), int(place["game_id"])
        if error is None:
            n, chosen = int(place["n"]), int(place["chosen"])
            what = f"it chose action {chosen} of {n} legal ones (0 to {n - 1} are allowed)"
        else:
            what = f"{type(error).__name__}: {error}"
            frames = traceback.extract_tb(error.__traceback__)
            last_own = max(i for i, frame in enumerate(frames) if frame.filename == __file__)
            if last_own + 1 < len(frames) and not self.compiled:
                what += f" ({frames[last_own + 1].filename}:{frames[last_own + 1].lineno})"
        name = self.lineup[(seat - game_id) % self.n_seats].spec
        return Fault(game_id=game_id, seat=seat, turn=int(place["turn"]), strategy=name, what=what)

    def fill_failed(self, games: np.ndarray, seats: np.ndarray) -> None:
        """Fill the rows of the game at hand, which failed: nobody won it."""
        place = self.place[0]
        self.game.score(self.box[0], self.states[0], games[0], seats)
        games["game_id"], games["end"], games["fault_seat"], games["winner"] = (
            place["game_id"],
            FAILED,
            place["seat"],
            -1,
        )
        seats["game_id"], seats["share"], seats["rank"] = place["game_id"], 0, 0
        seats["strategy"] = (np.arange(self.n_seats) - int(place["game_id"])) % self.n_seats


def play(
    game: Game, box: np.ndarray, seed: int, first: int, n: int, lineup: Sequence[Seated], *, batch: int = BATCH
) -> Batch:
    """Play games `first` … `first + n − 1` and return their outcomes, in order: a pure function of its arguments but
    for `batch`, which changes nothing.

    Strategy i of the lineup sits in seat (i + g) mod P in game g. A strategy that raises or chooses what is not legal
    stops its game, which is marked as failed.
    """
    table = Table(game, box, lineup)
    return play_by(_loop(game, table.compiled), table, seed, first, n, batch, *table.logs)


def play_by(loop: Callable[..., Any], table: Table, seed: int, first: int, n: int, batch: int, *rest: Any) -> Batch:
    """Return the outcomes of the games that a loop plays at a table, batch by batch."""
    games = np.zeros(n, table.game.GAME_ROW)
    seats = np.zeros(n * table.n_seats, table.game.SEAT_ROW)
    faults: list[Fault] = []
    at = 0
    while at < n:
        stop = min(at + batch, n)
        rows = games[at:stop], seats[at * table.n_seats : stop * table.n_seats]
        done, fault = table.run(loop, seed, first + at, stop - at, *rows, *rest)
        at += done
        if fault is not None:
            faults.append(fault)
            table.fill_failed(games[at : at + 1], seats[at * table.n_seats : (at + 1) * table.n_seats])
            at += 1
    return Batch(games=games, seats=_named_seats(table.game, seats), faults=tuple(faults))


def _named_seats(game: Game, seats: np.ndarray) -> np.ndarray:
    """Return rows of SEAT_ROW under the names that the game's data give to their columns."""
    return seats if game.seat_columns is None else seats.view(game.seat_columns)


def trace(game: Game, box: np.ndarray, seed: int, game_id: int, lineup: Sequence[Seated]) -> Trace:
    """Play one game and return every decision in it; it is the very game that `play` plays under that id."""
    table = Table(game, box, lineup, trace_steps=MAX_STEPS)
    games = np.zeros(1, game.GAME_ROW)
    seats = np.zeros(table.n_seats, game.SEAT_ROW)
    _, fault = table.run(_loop(game, table.compiled), seed, game_id, 1, games, seats, *table.logs)
    if fault is not None:
        table.fill_failed(games, seats)
    n = min(int(table.states[0]["decision"]), MAX_STEPS)
    return Trace(
        box=box[0],
        names=tuple(table.lineup[(seat - game_id) % table.n_seats].spec for seat in range(table.n_seats)),
        steps=tuple(Step(state=table.logs[0][i], action=table.logs[1][i]) for i in range(n)),
        last=table.states[0],
        game=games[0],
        seats=_named_seats(game, seats),
        fault=fault,
    )


def warm(game: Game, lineup: Sequence[Seated], *others: Callable[..., object]) -> None:
    """Compile, or load from the cache, all that a lineup needs for `play`, and for `others` that are called like it. A
    damaged cache is dropped, with one warning.
    """
    box = game.make_box(len(lineup), {})

    def play_one() -> None:
        for each in (play, *others):
            each(game, box, 0, 0, 1, lineup)

    try:
        play_one()
    except CACHE_ERRORS as error:
        import warnings

        warnings.warn(
            f"The cache of compiled code could not be used ({type(error).__name__}); going on without it.", stacklevel=2
        )
        forget_cache()
        _bound.cache_clear()
        play_one()
