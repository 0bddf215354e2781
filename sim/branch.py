"""Games that might have been: branches at the opportunities to acquire an item, and games in which one may not.

An *opportunity* is a decision with two kinds of legal actions: some that acquire an item and some that do not. At a
sampled one state and chance are cloned, and the game is played to its end once with the best action that acquires the
item and once with the best that does not, under the same strategies and the same addressed chance; the best of a list
is what the strategy chooses from it. One of the two is the game itself, so only the other has to be played.

A *restricted* game is one in which strategy 0 of the lineup may not choose what acquires a banned item, unless nothing
else is legal. What the differences mean is the business of `reports`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from sim.chance import BRANCH, address, uniform
from sim.compiled import borrowed, njit
from sim.engine import (
    BATCH,
    GAME_FUNCTIONS,
    Batch,
    Fault,
    Table,
    ask,
    begin,
    bind,
    common,
    finish,
    functions_of,
    play,
    play_by,
)
from sim.errors import BadInput, FailedGames, unknown
from sim.game import Game
from sim.records import record
from sim.strategy import Seated

__all__ = ["BRANCH_COLUMNS", "BRANCH_ROW", "MAX_ITEMS", "branch", "check_items", "play_restricted"]

MAX_ITEMS = 256  # that an address can tell apart
CERTAIN = 1_000_000  # a propensity counts in millionths
UNKNOWN = -1
NONE = -1
BUFFER = 4096  # rows that one call of the loop can fill

BRANCH_ROW = record(
    [
        ("game_id", np.int64),
        ("decision", np.int32),
        ("turn", np.int32),
        ("seat", np.int8),
        ("strategy", np.int8),
        ("item", np.int16),
        ("taken", np.int8),
        ("propensity", np.int32),
        ("score_take", np.int32),
        ("score_other", np.int32),
        ("share_take", np.int16),
        ("share_other", np.int16),
        ("end_take", np.int8),
        ("end_other", np.int8),
    ]
)

BRANCH_COLUMNS = {
    "game_id": "number of the game that was branched",
    "decision": "decisions taken before this one",
    "turn": "turns completed by then",
    "seat": "seat that decides",
    "strategy": "index of its strategy in the lineup",
    "item": "number of the item that could be acquired, in the manifest's game.items",
    "taken": "1 if the strategy acquired it",
    "propensity": "probability of that, in millionths, by the odds of its softmax; at temperature 0 it is 0 or "
    "1000000; -1 if the strategy told no odds",
    "score_take": "the seat's score at the end if it acquires the item",
    "score_other": "and if it does not",
    "share_take": "the seat's win share in 420ths if it acquires the item",
    "share_other": "and if it does not",
    "end_take": "how the game ends if it acquires the item: 1 finished, 2 truncated",
    "end_other": "and if it does not",
}

_NOTES = record(
    [
        ("rows", np.int64),  # filled by games that are done
        ("full", np.int8),  # 1: the next game has more rows than there is room for
        ("branching", np.int8),  # 1: a branch is being played, not the game itself
    ]
)


@njit
def _sampled(seed, game_id, seat, decision, item, rate):
    """Return whether an opportunity is branched at."""
    return uniform(address(seed, game_id, BRANCH, seat, decision * MAX_ITEMS + item)[0]) < rate


def play_on(box, chances, states, views, functions, weights, values, keys, place, actions, banned):
    """Play a game from where it stands to its end, strategy 0 without what acquires item `banned` (−1: none); return
    whether every strategy chose what is legal.
    """
    here = place[0]
    state = states[0]
    while state.end == 0:
        n = legal(box, state, actions)  # type: ignore[name-defined]  # noqa: F821
        if banned != NONE and (int(state.actor) - here.game_id) % len(weights) == 0:
            left = 0
            for i in range(n):
                if item(box, state, actions[i]) != banned:  # type: ignore[name-defined]  # noqa: F821
                    actions[left] = actions[i]
                    left += 1
            n = left if left > 0 else n
        chosen = ask(box, states, views, functions, weights, values, keys, place, actions, n)
        if chosen == NONE:
            return False
        apply(box, chances[0], state, actions[chosen])  # type: ignore[name-defined]  # noqa: F821
    return True


def propensity(odds, offered, n, wanted, taken, temperature):
    """Return the probability, in millionths, that a strategy acquires item `wanted`: its share of the odds that `pick`
    left, or UNKNOWN if these are none.
    """
    if temperature <= 0.0:
        return CERTAIN if taken else 0
    own = 0.0
    total = 0.0
    top = 0.0
    for i in range(n):
        if not 0.0 <= odds[i] <= 1.0:
            return UNKNOWN
        top = max(top, odds[i])
        total += odds[i]
        if offered[i] == wanted:
            own += odds[i]
    return int(CERTAIN * own / total + 0.5) if top == 1.0 else UNKNOWN


def branch_loop(
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
    rate,
    notes,
    other_chances,
    other_states,
    all_actions,
    odds,
    offered,
    game_rows,
    seat_rows,
    rows,
):
    """Play games `first` … `first + n_games − 1` with branches, and return how many were finished before a strategy's
    fault, or want of room for rows, stopped one.

    As `turn_loop`; besides: notes: (1,) record; other_chances, other_states: (1,) for the branch; all_actions, odds,
    offered: (A,) scratch; game_rows: (1,), seat_rows: (P,) scratch; rows: (R,) of BRANCH_ROW, filled.
    """
    actions = borrowed(actions)
    values = borrowed(values)
    weights = borrowed(weights)
    n_seats = len(weights)
    here = place[0]
    state = states[0]
    note = notes[0]
    logged = 0
    for g in range(n_games):
        game_id = first + g
        here.done = g
        note.rows = logged
        old = logged
        begin(box, seed, game_id, given, weights, place, chances, states, keys)
        while state.end == 0:
            n = legal(box, state, actions)  # type: ignore[name-defined]  # noqa: F821
            acquiring = 0
            for i in range(n):
                offered[i] = item(box, state, actions[i])  # type: ignore[name-defined]  # noqa: F821
                acquiring += 1 if offered[i] != NONE else 0
            chosen = ask(box, states, views, functions, weights, values, keys, place, actions, n)
            if chosen == NONE:
                return g
            for i in range(n):
                all_actions[i] = actions[i]
                odds[i] = values[i]
            for i in range(n if acquiring > 0 else 0):
                wanted = offered[i]
                if wanted == NONE or not _opens(offered, n, i):
                    continue
                seat = int(state.actor)
                if not _sampled(seed, game_id, seat, int(state.decision), int(wanted), rate):
                    continue
                if logged == len(rows):
                    note.full = 1
                    return g
                taken = offered[chosen] == wanted
                left = 0
                for j in range(n):
                    if (offered[j] == wanted) != taken:
                        actions[left] = all_actions[j]
                        left += 1
                note.branching = 1
                other = ask(box, states, views, functions, weights, values, keys, place, actions, left)
                if other == NONE:
                    return g
                other_states[0] = states[0]
                other_chances[0] = chances[0]
                apply(box, other_chances[0], other_states[0], actions[other])  # type: ignore[name-defined]  # noqa: F821
                if not play_on(
                    box, other_chances, other_states, views, functions, weights, values, keys, place, actions, NONE
                ):
                    return g
                note.branching = 0
                score(box, other_states[0], game_rows[0], seat_rows)  # type: ignore[name-defined]  # noqa: F821
                who = (seat - game_id) % n_seats
                row = rows[logged]
                row.game_id = game_id
                row.decision = state.decision
                row.turn = state.turn
                row.seat = seat
                row.strategy = who
                row.item = wanted
                row.taken = 1 if taken else 0
                row.propensity = propensity(odds, offered, n, wanted, taken, weights[who, TEMPERATURE])  # type: ignore[name-defined]  # noqa: F821
                _note_end(row, not taken, seat_rows[seat], game_rows[0])
                logged += 1
            apply(box, chances[0], state, all_actions[chosen])  # type: ignore[name-defined]  # noqa: F821
        score(box, state, game_rows[0], seat_rows)  # type: ignore[name-defined]  # noqa: F821
        for r in range(old, logged):
            row = rows[r]
            _note_end(row, row.taken == 1, seat_rows[row.seat], game_rows[0])
    here.done = n_games
    note.rows = logged
    return n_games


def _opens(offered, n, i):
    """Return whether action `i` is the first that acquires its item, and another action does not."""
    others = False
    for j in range(n):
        if offered[j] != offered[i]:
            others = True
        elif j < i:
            return False
    return others


def _note_end(row, take, seat_row, game_row):
    """Write how one of the two games of a branch ended for the seat that decided."""
    if take:
        row.score_take = seat_row.score
        row.share_take = seat_row.share
        row.end_take = game_row.end
    else:
        row.score_other = seat_row.score
        row.share_other = seat_row.share
        row.end_other = game_row.end


def restricted_loop(
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
    banned,
):
    """As `turn_loop`, but strategy 0 may not acquire item `banned`."""
    actions = borrowed(actions)
    values = borrowed(values)
    weights = borrowed(weights)
    n_seats = len(weights)
    for g in range(n_games):
        place[0].done = g
        begin(box, seed, first + g, given, weights, place, chances, states, keys)
        if not play_on(box, chances, states, views, functions, weights, values, keys, place, actions, banned):
            return g
        finish(box, states[0], first + g, game_rows[g], seat_rows[g * n_seats : (g + 1) * n_seats])
    place[0].done = n_games
    return n_games


def _loops(game: Game, compiled: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the branch loop and the restricted loop of a game."""
    return _bound(functions_of(game, GAME_FUNCTIONS), game.item, game.name, game.module, compiled)


@cache
def _bound(
    functions: tuple[tuple[str, Callable[..., Any]], ...],
    item: Callable[..., Any],
    name: str,
    module: str,
    compiled: bool,
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    names: dict[str, Any] = dict(common(functions, name, module, compiled))
    names |= {"item": item, "CERTAIN": CERTAIN, "UNKNOWN": UNKNOWN, "_sampled": _sampled}
    for function in (play_on, propensity, _opens, _note_end):
        names[function.__name__] = bind(function, name, module, compiled, names, loop=False)
    return (
        bind(branch_loop, name, module, compiled, names),
        bind(restricted_loop, name, module, compiled, names),
    )


def check_items(game: Game) -> None:
    """Raise BadInput for a game in which nothing can be acquired."""
    if not game.items or game.item is None:
        raise BadInput(f"{game.title} names no items that an action acquires, so there is nothing to value.")
    if len(game.items) > MAX_ITEMS:
        raise BadInput(f"{game.title} has {len(game.items)} items; at most {MAX_ITEMS} can be told apart.")


def branch(
    game: Game,
    box: np.ndarray,
    seed: int,
    first: int,
    n: int,
    lineup: Sequence[Seated],
    rate: float,
    *,
    batch: int = BATCH,
) -> np.ndarray:
    """Return the branches of games `first` … `first + n − 1`, (R,) of BRANCH_ROW in order: a pure function of its
    arguments but for `batch`, which changes nothing.

    Each opportunity is branched at with probability `rate`, by an addressed number of its own. A game that a strategy
    stops has no branches.

    Raises
    ------
    FailedGames
        A strategy that plays the game itself stops one of its branches.
    """
    check_items(game)
    table = Table(game, box, lineup)
    loop, _ = _loops(game, table.compiled)
    notes = np.zeros(1, _NOTES)
    scratch = (
        np.zeros(1, game.CHANCE), np.zeros(1, game.STATE), np.zeros(game.max_actions, game.ACTION),
        np.zeros(game.max_actions), np.zeros(game.max_actions, np.int16),
        np.zeros(1, game.GAME_ROW), np.zeros(table.n_seats, game.SEAT_ROW),
    )  # fmt: skip
    rows = np.zeros(BUFFER, BRANCH_ROW)
    found = [rows[:0]]
    at = 0
    while at < n:
        notes[0] = np.zeros(1, _NOTES)[0]
        done, fault = table.run(loop, seed, first + at, min(batch, n - at), float(rate), notes, *scratch, rows)
        note = notes[0]
        found.append(rows[: int(note["rows"])].copy())
        at += done
        if note["full"]:
            rows = np.zeros(len(rows) if note["rows"] else 2 * len(rows), BRANCH_ROW)
        elif fault is not None:
            if note["branching"] and not play(game, box, seed, fault.game_id, 1, lineup).faults:
                raise FailedGames(_told(fault))
            at += 1
    return np.concatenate(found)


def _told(fault: Fault) -> str:
    return f"{fault}\n  That was in a branch: [values] needs strategies that can go on from every legal action."


def play_restricted(
    game: Game,
    box: np.ndarray,
    seed: int,
    first: int,
    n: int,
    lineup: Sequence[Seated],
    banned: str,
    *,
    batch: int = BATCH,
) -> Batch:
    """Return the outcomes of games in which strategy 0 of the lineup may not acquire an item; else as `play`."""
    check_items(game)
    if banned not in game.items:
        raise unknown("item", banned, game.items)
    table = Table(game, box, lineup)
    _, loop = _loops(game, table.compiled)
    return play_by(loop, table, seed, first, n, batch, game.items.index(banned))
