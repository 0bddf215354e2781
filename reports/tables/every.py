"""All tables of a report, by name: what is shown, exported and summarised comes from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from reports.tables import length, negotiation, play, scores, species, spending, team, values, wins
from reports.tables.groups import Group
from reports.words import Words

__all__ = ["TABLES", "TEAM_TABLES", "tables_of", "tabulate"]

TABLES: Mapping[str, Callable[[Group, Words], pd.DataFrame]] = {
    "seats": lambda group, words: wins.seats(group),
    "turn_order": lambda group, words: (
        wins.turn_order(group) if words.start_is_drawn(group.settings) else pd.DataFrame()
    ),
    "fairness": lambda group, words: wins.fairness(group),
    "strategies": lambda group, words: wins.strategies(group),
    "places": lambda group, words: wins.places(group),
    "head_to_head": lambda group, words: wins.head_to_head(group),
    "lineups": lambda group, words: wins.lineups(group),
    "lineup_seats": lambda group, words: wins.lineup_seats(group),
    "one_against_many": lambda group, words: wins.one_against_many(group),
    "species": species.species,
    "species_seats": species.species_seats,
    "species_balance": species.species_balance,
    "scores": lambda group, words: scores.summary(group),
    "score_histogram": lambda group, words: scores.histogram(group),
    "margins": lambda group, words: scores.margins(group),
    "closeness": lambda group, words: scores.closeness(group),
    "eligibility": lambda group, words: scores.eligibility(group),
    "frontier": lambda group, words: scores.frontier(group),
    "sources": lambda group, words: play.per_game(
        group, [*words.sources, *([words.spent[0]] if words.spent else [])], winners=True
    ),
    "actions": lambda group, words: play.per_game(group, list(words.actions)),
    "facts": lambda group, words: play.facts(group, words.facts),
    "negotiation": lambda group, words: negotiation.overall(group),
    "negotiators": lambda group, words: negotiation.by_strategy(group),
    "abilities": species.abilities,
    "tokens": species.tokens,
    "items": values.item_values,
    "item_phases": values.item_phases,
    "peacocks": lambda group, words: species.peacocks(group),
    "length": lambda group, words: length.summary(group),
    "length_histogram": lambda group, words: length.histogram(group),
    "ends": lambda group, words: length.ends(group),
}

# In a team nobody wins more than another: no ranks, no fair shares, no margins.
TEAM_TABLES: Mapping[str, Callable[[Group, Words], pd.DataFrame]] = {
    "win_rate": lambda group, words: team.win_rate(group),
    "reasons": team.reasons,
    "closeness": team.closeness,
    "cards_left": lambda group, words: team.cards_left(group),
    "animals_missing": lambda group, words: team.missing(group),
    "spans": lambda group, words: team.spans(group),
    "days": lambda group, words: team.days(group),
    "spending": spending.spending,
    "animals": lambda group, words: spending.animals(group),
    "crises": lambda group, words: spending.crises(group),
    "teammates": lambda group, words: spending.teammates(group),
    "teamwork": lambda group, words: spending.teamwork(group),
    **{name: TABLES[name] for name in ("actions", "facts", "ends")},
}


def tables_of(group: Group) -> Mapping[str, Callable[[Group, Words], pd.DataFrame]]:
    """Return how each table of a group is made, by name."""
    return TEAM_TABLES if group.team else TABLES


def tabulate(group: Group, words: Words) -> dict[str, pd.DataFrame]:
    """Return all tables of a group, by name. A table that its game or lineups have nothing for is empty."""
    return {name: make(group, words) for name, make in tables_of(group).items()}
