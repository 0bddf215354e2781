"""Run directories for tests: hand-made ones row by row, and invented ones of any size."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.results import COMMON, MANIFEST, SCHEMA, part_path, write_part

GAME_ROW = np.dtype(
    [
        *[("game_id", "i8"), ("end", "i1"), ("fault_seat", "i1"), ("turns", "i4"), ("decisions", "i4")],
        *[("winner", "i1"), ("margin", "i4"), ("tie_broken", "i1"), ("richest_disqualified", "i1")],
        *[("n_qualified", "i1"), ("start", "i1"), ("ones_left", "i2"), ("stack_left", "i2"), ("negotiations", "i4")],
        *[("deals", "i4"), ("votes_traded", "i4"), ("votes_sold", "i4"), ("laurels_paid", "i4"), ("promised", "i4")],
        *[("promises_kept", "i4"), ("promises_broken", "i4"), ("reveals", "i1")],
    ]
)
SEAT_ROW = np.dtype(
    [
        *[("game_id", "i8"), ("seat", "i1"), ("strategy", "i1"), ("score", "i4"), ("qualified", "i1"), ("rank", "i1")],
        *[("share", "i2"), ("senators", "i1"), ("arrival", "i1"), ("from_paths", "i4"), ("from_consent", "i4")],
        *[("paid", "i4"), ("received", "i4"), ("placed", "i2"), ("moved", "i2"), ("caesar", "i2"), ("asked", "i2")],
        *[("deals", "i2"), ("votes_given", "i4"), ("votes_taken", "i4"), ("promised", "i2"), ("kept", "i2")],
        *[("broken", "i2")],
    ]
)
INPUTS = [
    {"key": "tokens.V.count", "value": 6, "default": 6, "source": "rulebook", "where": "", "says": "V laurels"},
    {
        "key": "negotiation.protocol",
        "value": "posted",
        "default": "posted",
        "source": "assumed",
        "where": "QV 7.3",
        "says": "how votes are negotiated",
    },
    {
        "key": "rules.consent_pay",
        "value": "per_player",
        "default": "per_player",
        "source": "ruling",
        "where": "QV 5.1",
        "says": "one I for each consenting player",
    },
]


def strategy(spec: str, **other: Any) -> dict[str, Any]:
    """Return a strategy as a manifest describes it."""
    name = spec.split("(")[0]
    about = {"name": name, "spec": spec, "idea": f"The idea of {name}.", "weights": {}, "origin": "shipped"}
    return {**about, "digest": name, "compiled": True, **other}


def cell(
    games: np.ndarray, seats: np.ndarray, lineup: Sequence[str | Mapping[str, Any]], id: str = "main", **other: Any
) -> dict[str, Any]:
    """Return a cell: its rows under `rows`, the rest as in a manifest."""
    about = {
        "id": id,
        "title": id,
        "seats": len(lineup),
        "games": len(games),
        "settings": {},
        "lineup": [strategy(s) if isinstance(s, str) else dict(s) for s in lineup],
        "failed": int((games["end"] == 3).sum()),
        "truncated": int((games["end"] == 2).sum()),
    }
    return {**about, **other, "rows": {"games": games, "seats": seats}}


def write_run(dir: Path, cells: Sequence[Mapping[str, Any]], part_games: int = 50_000, **other: Any) -> Path:
    """Write a finished run of the given cells and return its directory."""
    dir.mkdir(parents=True, exist_ok=True)
    listed = []
    for one in cells:
        rows, about = one["rows"], {key: value for key, value in one.items() if key != "rows"}
        parts = []
        for first in range(0, about["games"], part_games):
            games = rows["games"][first : first + part_games]
            seats = rows["seats"][first * about["seats"] : (first + part_games) * about["seats"]]
            part = {"first": first, "games": len(games)}
            for table, part_rows in (("games", games), ("seats", seats)):
                path = part_path(dir, about["id"], table, first)
                part[f"{table}_sha256"] = write_part(path, part_rows, {})
            parts.append(part)
        listed.append({**about, "parts": parts})
    columns = {
        table: {name: f"meaning of {name}" for name in cells[0]["rows"][table].dtype.names}
        for table in ("games", "seats")
    }
    manifest = {
        "schema": SCHEMA,
        "evenhand": "0.1.0",
        "experiment": {"name": "test", "title": "A test", "question": "Does the report say what the rows say?"},
        "seed": 1,
        "part_games": part_games,
        "game": {
            "name": "quo_vadis",
            "title": "Quo Vadis?",
            "rules_version": 1,
            "columns": columns,
            "inputs": INPUTS,
            "rulings": [{"id": "2.5", "says": "no voluntary pass."}],
        },
        "cells": listed,
        "code_digest": "0" * 64,
        "versions": {"python": "3", "numpy": "2", "numba": "0", "polars": "2", "pyarrow": "26"},
    }
    (dir / MANIFEST).write_text(json.dumps({**manifest, **other}), encoding="ascii")
    return dir


def by_hand() -> dict[str, Any]:
    """Return five games of a, b, a at three seats: three finished, one truncated, one failed.

    | game | scores by seat | out of it | winner | strategies by seat |
    |---|---|---|---|---|
    | 0 | 10 20 5 | seat 2 | seat 1 | a b a |
    | 1 | 12 8 12 | – | seat 0, by arrival | a a b |
    | 2 | 8 30 9 | seat 1 | seat 2 | b a a |
    | 3 | 1 2 3 | all | truncated | a b a |
    | 4 | 99 99 99 | – | failed in seat 2 | a a b |
    """
    games, seats = np.zeros(5, GAME_ROW), np.zeros((5, 3), SEAT_ROW)
    games["game_id"], games["end"], games["fault_seat"] = range(5), [1, 1, 1, 2, 3], [-1, -1, -1, -1, 2]
    games["turns"], games["winner"], games["margin"] = [30, 40, 50, 1000, 7], [1, 0, 2, -1, -1], [10, 0, 1, -1, -1]
    games["tie_broken"], games["richest_disqualified"] = [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]
    games["ones_left"], games["stack_left"] = [0, 3, 0, 5, 5], [1, 1, 1, 1, 0]
    games["negotiations"], games["deals"] = [2, 0, 2, 0, 50], [1, 0, 2, 0, 50]
    games["votes_traded"], games["votes_sold"], games["laurels_paid"] = (
        [2, 0, 2, 0, 9],
        [1, 0, 2, 0, 9],
        [3, 0, 3, 0, 9],
    )
    games["promised"], games["promises_kept"], games["promises_broken"] = (
        [1, 0, 2, 0, 9],
        [1, 0, 0, 0, 9],
        [0, 0, 1, 0, 0],
    )
    seats["game_id"], seats["seat"] = np.arange(5)[:, None], range(3)
    seats["strategy"] = (np.arange(3) - np.arange(5)[:, None]) % 3
    seats["score"] = [[10, 20, 5], [12, 8, 12], [8, 30, 9], [1, 2, 3], [99, 99, 99]]
    seats["qualified"] = [[1, 1, 0], [1, 1, 1], [1, 0, 1], [0, 0, 0], [1, 1, 1]]
    seats["rank"] = [[2, 1, 3], [1, 3, 2], [2, 3, 1], [0, 0, 0], [0, 0, 0]]
    seats["share"][[0, 1, 2], [1, 0, 2]] = 420
    seats["from_paths"] = seats["score"]
    seats["asked"], seats["deals"] = [[1, 1, 0], [0, 0, 0], [2, 0, 0], [0, 0, 0], [9, 9, 9]], 0
    return cell(games, seats.ravel(), ["a", "b", "a"])


def common_alone(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell with no more columns than every game has."""
    few = {
        table: np.rec.fromarrays([whole["rows"][table][name] for name in names], names=list(names))
        for table, names in COMMON.items()
    }
    return {**whole, "rows": few}


def invented(
    n: int,
    lineup: Sequence[str | Mapping[str, Any]],
    seed: int = 0,
    seat_bonus: float = 0.0,
    id: str = "main",
    truncated: float = 0.001,
    **other: Any,
) -> dict[str, Any]:
    """Return a cell of `n` games that never were: plausible numbers, and the earlier in the lineup the stronger."""
    seats_n = len(lineup)
    rng = np.random.default_rng(seed)
    games, seats = np.zeros(n, GAME_ROW), np.zeros((n, seats_n), SEAT_ROW)
    ids = np.arange(n)
    seat_of = (np.arange(seats_n) + ids[:, None]) % seats_n  # (G, P) seat of each strategy
    strategy_at = np.argsort(seat_of, axis=1)
    pace = np.linspace(0.9, 0.45, seats_n)[strategy_at]  # chance to qualify
    wealth = np.linspace(13, 18, seats_n)[strategy_at]
    seats["game_id"], seats["seat"], seats["strategy"] = ids[:, None], np.arange(seats_n), strategy_at
    seats["qualified"] = rng.random((n, seats_n)) < pace
    seats["qualified"][:, 0] |= seats["qualified"].sum(axis=1) == 0
    seats["from_paths"] = rng.poisson(wealth + seat_bonus * (np.arange(seats_n) == 0))
    seats["from_consent"] = rng.poisson(3.0, (n, seats_n))
    sold = rng.poisson(1.2, (n, seats_n))
    seats["paid"], seats["received"] = sold, np.roll(sold, 1, axis=1)
    seats["score"] = np.maximum(0, seats["from_paths"] + seats["from_consent"] + seats["received"] - seats["paid"])
    seats["senators"] = seats["qualified"]
    seats["arrival"] = np.where(seats["qualified"] == 1, rng.permuted(np.tile(np.arange(seats_n), (n, 1)), axis=1), -1)
    key = seats["score"] * 10 - seats["arrival"] + np.where(seats["qualified"] == 1, 0, -100_000)
    seats["rank"] = 1 + (key[:, :, None] < key[:, None, :]).sum(axis=2)
    seats["placed"], seats["moved"] = rng.poisson(6.0, (n, seats_n)), rng.poisson(9.0, (n, seats_n))
    seats["caesar"] = rng.poisson(1.5, (n, seats_n))
    seats["asked"] = rng.poisson(4.0, (n, seats_n))
    seats["deals"] = rng.binomial(seats["asked"], 0.6)
    seats["votes_taken"] = seats["deals"] + rng.binomial(seats["deals"], 0.3)
    seats["votes_given"] = np.roll(seats["votes_taken"], 1, axis=1)
    seats["promised"] = rng.poisson(0.6, (n, seats_n))
    seats["kept"] = rng.binomial(seats["promised"], np.linspace(0.9, 0.3, seats_n)[strategy_at])
    seats["broken"] = seats["promised"] - seats["kept"]
    winner = np.argmax(key, axis=1)
    seats["share"][ids, winner] = 420
    ordered = np.sort(np.where(seats["qualified"] == 1, seats["score"], -1), axis=1)
    games["game_id"], games["end"], games["fault_seat"], games["winner"] = ids, 1, -1, winner
    games["turns"] = 40 + rng.gamma(6.0, 5.0, n).astype(int)
    games["decisions"] = games["turns"] * 3
    games["margin"] = np.where(ordered[:, -2] >= 0, ordered[:, -1] - ordered[:, -2], -1)
    games["tie_broken"] = games["margin"] == 0
    out = np.where(seats["qualified"] == 0, seats["score"], -1).max(axis=1)
    games["richest_disqualified"] = out > ordered[:, -1]
    games["n_qualified"] = seats["qualified"].sum(axis=1)
    games["stack_left"], games["ones_left"] = rng.integers(0, 20, n), rng.integers(0, 12, n)
    for name, seat_name in (("negotiations", "asked"), ("deals", "deals"), ("votes_traded", "votes_taken")):
        games[name] = seats[seat_name].sum(axis=1)
    games["laurels_paid"] = seats["paid"].sum(axis=1)
    games["votes_sold"] = np.minimum(games["votes_traded"], games["laurels_paid"])
    for name, seat_name in (("promised", "promised"), ("promises_kept", "kept"), ("promises_broken", "broken")):
        games[name] = seats[seat_name].sum(axis=1)
    stuck = rng.random(n) < truncated
    games["end"][stuck], games["winner"][stuck], games["margin"][stuck], games["turns"][stuck] = 2, -1, -1, 1000
    seats["share"][stuck] = 0
    return cell(games, seats.ravel(), lineup, id, **other)
