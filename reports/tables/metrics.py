"""What can be compared of two sets of games: every number of a report in which each game has its part, in one list.

A metric is a ratio of two quantities of a game, summed over games; without the second it is a mean per game. Which
there are follows from the columns of the rows, from the game's words and from the questions that other tables ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reports.tables import negotiation, scores
from reports.tables.count import NO_QUANTITY, Rows, derived
from reports.tables.tally import (
    DISQUALIFIES,
    INEQUALITY,
    PER_MILLE,
    SCORE_IN,
    SCORE_OUT,
    SEATS_IN,
    SEATS_OUT,
    TRUNCATED,
    UNRIVALLED,
    WIN,
)
from reports.words import Words

__all__ = [
    "DIFFERENT",
    "DIFFERS",
    "FLIPPED",
    "FLIPS",
    "MARGINS",
    "MEAN",
    "SHARE",
    "SPECIES",
    "TEAM",
    "Metric",
    "Table",
    "metrics",
    "quantities",
]

SHARE, MEAN = "share", "mean"  # kinds of metric
# By how much a change may change a metric before it matters: a share by so much, a mean by so much of its base.
MARGINS: Mapping[str, float] = {SHARE: 0.02, MEAN: 0.05}

SPECIES = "Which species wins?"
TEAM = "team"  # whom a metric of a team is about
# Of a pair of games: 1 where anything differs, where somebody else wins; and the shares of these games.
DIFFERS, FLIPS = "differs", "flips"
DIFFERENT = "share of games that go differently"
FLIPPED = ("share of games whose winner changes", "share of games whose result changes")  # the second one's for teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits at a cell's table, and what kind of game is played there.

    `strategies` is what is compared as one strategy: its name → its places in the lineup. `species` are the numbers of
    those that are played; `team` says that all seats win or lose together.
    """

    seats: int
    strategies: Mapping[str, Sequence[int]]
    species: Sequence[int]
    team: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A number that two sets of games are compared by: the sum of the quantities `over`, divided by that of `under`."""

    question: str  # that it helps to answer
    name: str
    kind: str
    over: tuple[str, ...]
    under: tuple[str, ...] = ("games",)
    about: str = ""  # a strategy, a seat, a species or the team, if it is about one


def quantities(games: Rows, seats: Rows, table: Table) -> Rows:
    """Return all quantities of some games, each (G,): the games' own columns and what is made of them, sums over seats
    as `seats.<column>`, and what strategies, seats and species took.
    """
    n = len(games["game_id"])
    # each (G, P)
    rows: Rows = {name: values.reshape(n, table.seats).astype(np.int64) for name, values in seats.items()}
    found: Rows = {name: values.astype(np.int64) for name, values in games.items() if name not in NO_QUANTITY}
    found |= derived(games, rows) | {
        "games": np.ones(n, np.int64),
        "seats": np.full(n, table.seats),
        "truncated": (games["end"] == TRUNCATED).astype(np.int64),
        "wins": np.full(n, WIN),
        "per mille": np.full(n, PER_MILLE),
    }
    found |= {f"seats.{name}": values.sum(axis=1) for name, values in rows.items() if name not in NO_QUANTITY}
    by_place = np.argsort(rows["strategy"], axis=1)  # (G, P) the seat of each place of the lineup
    share, score = (np.take_along_axis(rows[name], by_place, axis=1) for name in ("share", "score"))
    for name, places in table.strategies.items():
        own = list(places)
        found[f"places {name}"] = np.full(n, len(own))
        found[f"wins {name}"], found[f"won {name}"] = WIN * found[f"places {name}"], share[:, own].sum(axis=1)
        found[f"score {name}"] = score[:, own].sum(axis=1)
    found |= {f"won seat {seat}": rows["share"][:, seat] for seat in range(table.seats)}
    for number in table.species:
        plays = rows["species"] == number
        found[f"wins species {number}"] = WIN * plays.sum(axis=1)
        found[f"won species {number}"] = (rows["share"] * plays).sum(axis=1)
    return found


def metrics(table: Table, columns: Mapping[str, Sequence[str]], words: Words, paired: bool) -> list[Metric]:
    """Return all metrics of a game at a table.

    Parameters
    ----------
    columns
        Names of the columns of `games` and `seats`.
    paired
        The games compared come in pairs, so that it can be said how many differ.
    """
    known = {*columns["games"], *(f"seats.{name}" for name in columns["seats"])}
    found = [*_ends(table, words, paired)]
    if not table.team:
        found += [*_wins(table, words), *_scores(table, words, known)]
    found += [*_play(table, words, known), *_talks(known)]
    return found


def _ends(table: Table, words: Words, paired: bool) -> Iterator[Metric]:
    question = "How do games end?"
    if table.team:
        yield Metric(question=question, name="share of games won", kind=SHARE, over=("won",), about=TEAM)
    if paired:
        yield Metric(question=question, name=FLIPPED[table.team], kind=SHARE, over=(FLIPS,))
        yield Metric(question=question, name=DIFFERENT, kind=SHARE, over=(DIFFERS,))
    yield Metric(question=question, name="turns per game", kind=MEAN, over=("turns",))
    if "decisions" not in words.facts:
        yield Metric(question=question, name="decisions per game", kind=MEAN, over=("decisions",))
    yield Metric(question=question, name="share of games stopped by the turn cap", kind=SHARE, over=("truncated",))


def _wins(table: Table, words: Words) -> Iterator[Metric]:
    for name in table.strategies:
        yield Metric(
            question="Which strategy wins?",
            name=f"win share of {name}",
            kind=SHARE,
            over=(f"won {name}",),
            under=(f"wins {name}",),
            about=name,
        )
    for seat in range(table.seats):
        about = f"seat {seat}"
        yield Metric(
            question="Which seat wins?",
            name=f"win share of {about}",
            kind=SHARE,
            over=(f"won {about}",),
            under=("wins",),
            about=about,
        )
    for number in table.species:
        yield Metric(
            question=SPECIES,
            name=f"win share of {words.species_name(number)}",
            kind=SHARE,
            over=(f"won species {number}",),
            under=(f"wins species {number}",),
            about=words.species_name(number),
        )


def _scores(table: Table, words: Words, known: set[str]) -> Iterator[Metric]:
    question = f"How many {words.points}, and how close is it?"
    yield Metric(
        question=question,
        name=f"{words.points} of a seat",
        kind=MEAN,
        over=(SCORE_IN, SCORE_OUT),
        under=(SEATS_IN, SEATS_OUT),
    )
    for name in table.strategies:
        yield Metric(
            question=question,
            name=f"{words.points} of {name}",
            kind=MEAN,
            over=(f"score {name}",),
            under=(f"places {name}",),
        )
    yield Metric(question=question, name=scores.GINI, kind=MEAN, over=(INEQUALITY,), under=("per mille",))
    if "margin" in known:
        needs = {"tie_broken": "tie_broken", UNRIVALLED: DISQUALIFIES}
        missing = {quantity for quantity, column in needs.items() if column not in known}
        asked = {what: parts for what, parts in scores.CLOSENESS.items() if missing.isdisjoint(parts[0])}
        yield from _asked(question, asked)
    if DISQUALIFIES in known:
        yield from _asked(f"What does {words.qualifying} mean?", scores.ELIGIBILITY)


def _asked(question: str, asked: scores.Asked) -> Iterator[Metric]:
    for what, (over, under) in asked.items():
        kind = SHARE if "share" in what.split() else MEAN
        yield Metric(question=question, name=what, kind=kind, over=tuple(over), under=tuple(under) or ("games",))


def _play(table: Table, words: Words, known: set[str]) -> Iterator[Metric]:
    for column, what in words.facts.items():
        supply = column.removeprefix("no_")
        if column == "won":  # asked first of all
            continue
        if column in known or supply in known or column == "undecided":
            kind = SHARE if what.startswith("share") else MEAN
            yield Metric(question="What happens on the way?", name=what, kind=kind, over=(column,))
    parts = {**words.sources, **(dict([words.spent]) if words.spent else {})}
    for prefix, columns in ((f"{words.points} from ", parts), ("", words.actions)):
        for column, what in columns.items():
            if f"seats.{column}" in known:
                own = what if words.spent and column == words.spent[0] else f"{prefix}{what}"
                yield Metric(
                    question="What do seats do?",
                    name=f"{own} per seat",
                    kind=MEAN,
                    over=(f"seats.{column}",),
                    under=("seats",),
                )
    for start, columns in (("abilities: ", words.abilities), ("taken: ", words.tokens)):
        for column, what in columns.items():
            if f"seats.{column}" in known and column not in parts:
                name, over = f"{start}{what}, per game", (f"seats.{column}",)
                yield Metric(question="What are abilities and tokens used for?", name=name, kind=MEAN, over=over)


def _talks(known: set[str]) -> Iterator[Metric]:
    if not known >= negotiation.COLUMNS:
        return
    for what, (over, *under) in negotiation.OVERALL.items():
        if what in negotiation.NO_SHARES and "seats.fees" in known:
            continue
        kind = SHARE if "share" in what.split() else MEAN
        yield Metric(
            question="What is negotiated?", name=what, kind=kind, over=(over,), under=tuple(under) or ("games",)
        )
