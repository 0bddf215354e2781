"""Counts the rows of a cell: one pass, a slice of games at a time, so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from reports.stats.histograms import gini
from reports.stats.means import Moments
from reports.tables.tally import (
    CONTESTED,
    DISQUALIFIES,
    DISTRIBUTED,
    EXTREMES,
    FAILED,
    INEQUALITY,
    MARGIN,
    NARROW,
    PER_MILLE,
    SCORE_IN,
    SCORE_KEYS,
    SCORE_OUT,
    SEATS_IN,
    SEATS_OUT,
    TOOK,
    TOOK_NONE,
    TOOK_SOME,
    UNRIVALLED,
    WIN,
    Extreme,
    Tally,
)
from reports.tables.team_games import distributed, team_quantities
from sim.results import Cell

__all__ = ["NO_QUANTITY", "SLICE", "Rows", "count", "derived"]

SLICE = 100_000  # games counted at a time
PER_SEAT = 2520  # fractions that mean over a strategy's seats, or pairs of seats, in a game: whole up to ten of them
# Columns that name or place something: no sum of them means anything.
NO_QUANTITY = frozenset({"game_id", "end", "fault_seat", "winner", "start", "seat", "strategy", "species", "arrival"})

Rows = dict[str, NDArray[np.integer]]


def count(cell: Cell, columns: Mapping[str, Iterable[str]]) -> Tally:
    """Count a cell; `columns` are the names of the columns of `games` and `seats`, for a cell without any games."""
    return Tally.total(_count(cell, games, seats) for games, seats in _slices(cell, columns))


def _slices(cell: Cell, columns: Mapping[str, Iterable[str]]) -> Iterator[tuple[Rows, Rows]]:
    """Yield the rows of the cell, game by game in games (G,) and seats (G · P,); once even if there are none."""
    if not cell.games:
        none: list[Rows] = [{name: np.zeros(0, np.int64) for name in columns[rows]} for rows in ("games", "seats")]
        yield none[0], none[1]
        return
    games, seats = cell.scan_games(), cell.scan_seats()
    for first in range(0, cell.games, SLICE):
        yield (
            _columns(games.slice(first, SLICE).collect()),
            _columns(seats.slice(first * cell.seats, SLICE * cell.seats).collect()),
        )


def _columns(frame: pl.DataFrame) -> Rows:
    return {name: frame[name].to_numpy() for name in frame.columns}


def _count(cell: Cell, games: Rows, seats: Rows) -> Tally:
    ends = {int(k): int(c) for k, c in zip(*np.unique(games["end"], return_counts=True), strict=True)}
    extremes = _extremes(cell.id, games, seats)
    if ends.get(FAILED):
        played = games["end"] != FAILED
        games = {name: values[played] for name, values in games.items()}
        seats = {name: values[np.repeat(played, cell.seats)] for name, values in seats.items()}
    n, n_seats = len(games["game_id"]), cell.seats
    specs = [strategy["spec"] for strategy in cell.lineup]
    seated = {spec: [i for i, other in enumerate(specs) if other == spec] for spec in specs}
    table = {name: values.reshape(n, n_seats) for name, values in seats.items()}  # each (G, P), by seat
    # (P, G) row number of each strategy of the lineup
    rows = np.argsort(table["strategy"], axis=1).T + n_seats * np.arange(n)
    games = games | derived(games, table)
    games = games | team_quantities(games, table)
    won = games["decided"] != 0

    def summed(name: str, own: Sequence[int]) -> NDArray[np.int64]:
        total: NDArray[np.int64] = np.add.reduce([seats[name][rows[i]].astype(np.int64) for i in own])
        return total

    return Tally(
        ends=ends,
        seats=_by_seat(table["share"]),
        order=_by_turn_order(games, table["share"]),
        wins={
            spec: Moments.of(
                {"share": summed("share", own), "decided": games["decided"] * len(own)},
            ).divided(len(own), PER_SEAT)
            for spec, own in seated.items()
        },
        places=_places(specs, table),
        pairs=_pairs(seated, seats["rank"][rows].astype(np.int64)),
        scores=_scores(specs, seats),
        games=Moments.of({name: values for name, values in games.items() if name not in NO_QUANTITY}),
        play={
            spec: Moments.of({name: summed(name, own) for name in seats if name not in NO_QUANTITY}).divided(
                len(own), PER_SEAT
            )
            for spec, own in seated.items()
        },
        winners=_winners(games, seats, n_seats),
        species=_by_species(table, games["decided"]),
        homes=_by_species_and_seat(table),
        lengths=_occurring({"end": games["end"], "value": games["turns"]}),
        margins=_occurring({"value": games["margin"][won]}) if "margin" in games else None,
        distributions={name: _occurring({"value": games[name]}) for name in DISTRIBUTED if name in games}
        | {name: _occurring({"value": values}) for name, values in distributed(games).items()},
        extremes=tuple(extremes),
    )


def derived(games: Rows, table: Rows) -> Rows:
    """Return what is worked out for each game (G,) from its own columns (G,) and those of its seats (G, P).

    `Tally.games` says what there is.
    """
    won = table["share"].sum(axis=1, dtype=np.int64) > 0
    found = {"decided": won.astype(np.int64), "undecided": (~won).astype(np.int64)}
    return found | _left(games) | _contested(games, won) | _scored(table) | _took(table)


def _left(games: Rows) -> Rows:
    """Return for every supply whether nothing is left of it."""
    return {f"no_{name}": (games[name] == 0).astype(np.int64) for name in games if name.endswith("_left")}


def _contested(games: Rows, won: NDArray[np.bool_]) -> Rows:
    """Return by how much a game was won from whom; nothing for a game without winning margins."""
    if "margin" not in games:
        return {}
    margin = games["margin"].astype(np.int64)
    contested = won & (margin >= 0)
    alone = {UNRIVALLED: (won & ~contested).astype(np.int64)} if DISQUALIFIES in games else {}
    return alone | {
        CONTESTED: contested.astype(np.int64),
        MARGIN: np.where(contested, margin, 0),
        NARROW: (contested & (margin <= 1)).astype(np.int64),
    }


def _scored(table: Rows) -> Rows:
    """Return what is worked out for each game from the scores of its seats."""
    score, qualified = table["score"].astype(np.int64), table["qualified"] != 0
    return {
        SCORE_IN: (score * qualified).sum(axis=1),
        SCORE_OUT: (score * ~qualified).sum(axis=1),
        SEATS_IN: qualified.sum(axis=1),
        SEATS_OUT: (~qualified).sum(axis=1),
        INEQUALITY: np.rint(PER_MILLE * gini(score)).astype(np.int64),
    }


def _took(table: Rows) -> Rows:
    """Return how much was taken of what can be; how many seats took some and none of it, and what these won."""
    found = {}
    for name, taken in table.items():
        if name.startswith(TOOK):
            found[name] = taken.sum(axis=1, dtype=np.int64)
            for (seats, won), those in ((TOOK_SOME, taken > 0), (TOOK_NONE, taken == 0)):
                what = name.removeprefix(TOOK)
                found[seats + what] = WIN * those.sum(axis=1, dtype=np.int64)
                found[won + what] = (table["share"] * those).sum(axis=1, dtype=np.int64)
    return found


def _by_seat(share: NDArray[np.integer]) -> Moments:
    return Moments.of({f"seat {seat}": share[:, seat] for seat in range(share.shape[1])})


def _by_turn_order(games: Rows, share: NDArray[np.integer]) -> Moments | None:
    """Return the moments of the win shares by place in turn order, or None where they are those by seat."""
    if not np.any(games.get("start", np.zeros(1))):
        return None
    place = (np.arange(share.shape[1]) + games["start"].astype(np.int64)[:, None]) % share.shape[1]
    return _by_seat(np.take_along_axis(share, place, axis=1))


def _places(specs: Sequence[str], table: Rows) -> dict[tuple[str, int], Moments]:
    places: dict[tuple[str, int], Moments] = {}
    for i, spec in enumerate(specs):
        for seat in range(len(specs)):
            share = table["share"][table["strategy"][:, seat] == i, seat]
            if len(share):
                found = Moments.of({"share": share})
                places[spec, seat] = places[spec, seat] + found if (spec, seat) in places else found
    return places


def _by_species(table: Rows, decided: NDArray[np.integer]) -> dict[int, Moments]:
    """Return the moments of the own columns of the seat that plays a species; none for a game without species."""
    if "species" not in table:
        return {}
    found = {}
    for species in np.unique(table["species"]):
        game, seat = np.nonzero(table["species"] == species)
        own = {name: values[game, seat] for name, values in table.items() if name not in NO_QUANTITY}
        found[int(species)] = Moments.of(own | {"decided": decided[game]})
    return found


def _by_species_and_seat(table: Rows) -> dict[tuple[int, int], Moments]:
    if "species" not in table:
        return {}
    found = {}
    for seat in range(table["species"].shape[1]):
        for species in np.unique(table["species"][:, seat]):
            there = table["species"][:, seat] == species
            found[int(species), seat] = Moments.of({"share": table["share"][there, seat]})
    return found


def _pairs(seated: Mapping[str, Sequence[int]], rank: NDArray[np.int64]) -> dict[tuple[str, str], Moments]:
    """Count who ranks above whom, from ranks (P, G) by strategy; all ranks of a game without a winner are 0."""
    pairs = {}
    for spec, own in seated.items():
        for other, others in seated.items():
            if spec < other:
                above = np.add.reduce([np.sign(rank[j] - rank[i]) for i in own for j in others])
                size = len(own) * len(others)
                pairs[spec, other] = Moments.of({"above": above}).divided(size, PER_SEAT)
                pairs[other, spec] = Moments.of({"above": -above}).divided(size, PER_SEAT)
    return pairs


def _scores(specs: Sequence[str], seats: Rows) -> pl.DataFrame:
    names = pl.DataFrame({"index": range(len(specs)), "name": specs}, schema={"index": pl.Int64, "name": pl.String})
    flags = {"qualified": seats["qualified"] != 0, "won": seats["share"] > 0}
    counted = _occurring({"index": seats["strategy"], "seat": seats["seat"], "score": seats["score"], **flags})
    return counted.join(names, on="index").rename({"name": "strategy"}).select(*SCORE_KEYS, "count")


def _winners(games: Rows, seats: Rows, n_seats: int) -> Moments:
    """Return the moments of the winners' own columns, over games with one winner."""
    one = games["winner"] >= 0
    rows = np.flatnonzero(one) * n_seats + games["winner"][one]
    return Moments.of({name: values[rows] for name, values in seats.items() if name not in NO_QUANTITY})


def _occurring(columns: Mapping[str, NDArray[np.generic]]) -> pl.DataFrame:
    """Return how often each combination of values occurs."""
    counted = pl.DataFrame(dict(columns)).group_by(*columns).agg(pl.len().alias("count"))
    return counted.with_columns(cs.integer().cast(pl.Int64))


def _extremes(cell: str, games: Rows, seats: Rows) -> list[Extreme]:
    won, n_seats = games["winner"] >= 0, len(seats["score"]) // max(1, len(games["winner"]))
    winners = np.arange(len(won)) * n_seats + np.maximum(games["winner"], 0)
    games = games | {"winning_score": seats["score"][winners]}
    found = []
    for kind, (column, largest, end, winner) in EXTREMES.items():
        where = np.flatnonzero((games["end"] == end) & (won | (not winner)))
        if column in games and len(where):
            values = games[column][where].astype(np.int64)
            best = where[int(np.argmax(values) if largest else np.argmin(values))]
            found.append(Extreme(kind, cell, int(games["game_id"][best]), int(games[column][best])))
    return found
