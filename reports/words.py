"""How a report speaks of a game: what its points are called, and under which words its own columns are reported.

The one place to add a game to. One without an entry is reported in plain words, by the columns that all games have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["WORDS", "Words", "words_for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one game.

    Attributes
    ----------
    points
        What is scored.
    qualifying, qualified, disqualified
        What it takes to win at all, what is said of a seat that has done it, and of one that has not.
    ahead
        What decides between equal scores.
    sources
        Seats' column → words: what adds up to a score.
    spent
        The seats' column, with its words, that is taken off; or None.
    actions
        Seats' column → words: what a seat does.
    facts
        Games' column → words: means worth knowing. Words that begin with "share" are of columns of 0 and 1.
    species
        What the seats' column `species` stands for, by its number.
    abilities
        Seats' column → words: what happens with a species' ability.
    tokens
        Seats' column → words: what can be taken, and might help to win.
    start_is_drawn
        Whether, under some settings, the games' column `start` is a seat drawn by lot: then turn order is what counts.
    """

    points: str = "points"
    qualifying: str = "qualifying"
    qualified: str = "qualified"
    disqualified: str = "disqualified"
    ahead: str = "a tie-break"
    sources: Mapping[str, str] = field(default_factory=dict)
    spent: tuple[str, str] | None = None
    actions: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    species: tuple[str, ...] = ()
    abilities: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    start_is_drawn: Callable[[Mapping[str, Any]], bool] = lambda settings: True

    def species_name(self, number: int) -> str:
        """Return what a species is called, in plain words if there is no name for it."""
        return self.species[number] if 0 <= number < len(self.species) else f"species {number}"


def _drawn_in_quo_vadis(settings: Mapping[str, Any]) -> bool:
    # The start seat of an election is that of its last game, which is not drawn [QV 9.4].
    return settings.get("setup.start_seat") == "random" and not settings.get("variant.election")


WORDS: dict[str, Words] = {
    "quo_vadis": Words(
        points="laurels",
        qualifying="reaching the Senate",
        qualified="in the Senate",
        disqualified="shut out of the Senate",
        ahead="earlier arrival",
        sources={"from_paths": "paths", "from_consent": "consent", "received": "deals"},
        spent=("paid", "paid in deals"),
        actions={"placed": "senators placed", "moved": "moves up", "caesar": "moves of Caesar"},
        facts={
            "no_ones_left": "share of games that use up the I laurels",
            "no_stack_left": "share of games that use up the stack",
            "n_qualified": "seats in the Senate per game",
            "reveals": "times that laurels are revealed per game",
            "decisions": "decisions per game",
        },
        start_is_drawn=_drawn_in_quo_vadis,
    ),
    "zoo_vadis": Words(
        points="laurels",
        qualifying="reaching the Star Exhibit",
        qualified="in the Star Exhibit",
        disqualified="shut out of the Star Exhibit",
        ahead="the lower Star space",
        sources={
            "from_paths": "paths",
            "from_votes": "votes",
            "from_tiles": "ability tiles",
            "from_peacocks": "peacocks",
            "received": "deals",
        },
        spent=("paid", "paid in deals"),
        actions={
            "added": "animals added",
            "moved": "advances",
            "peacocks": "peacock advances",
            "keeper": "Keeper moves",
        },
        facts={
            "undecided": "share of games that end without a winner",
            "no_ones_left": "share of games that use up the I supply",
            "no_stack_left": "share of games that use up the bag",
            "n_qualified": "seats in the Star Exhibit per game",
            "bribes": "peacock votes bought per game",
            "keeper_moves": "Keeper moves per game",
            "abilities_used": "abilities used per game",
            "decisions": "decisions per game",
        },
        species=("Armadillo", "Crocodile", "Ibis", "Marmoset", "Rhino", "Hyena", "Tiger"),
        abilities={
            "ability_asked": "asked for",
            "ability_used": "used",
            "fees": "fees agreed",
            "from_tiles": "I from tiles",
            "recovered": "tiles recovered",
        },
        tokens={
            "took_keeper": "II-Keeper",
            "took_peacock": "II-Peacock",
            "took_ability": "II-Ability",
        },
        start_is_drawn=lambda settings: settings.get("setup.start_seat") == "random",
    ),
    "time_zoo": Words(
        ahead="more animals, then more food",
        sources={
            "from_animals": "animals",
            "from_tucked": "food under animals",
            "from_mammoths": "mammoths",
            "from_dodos": "dodos",
            "from_eggs": "eggs",
            "from_interns": "interns",
        },
        actions={
            "lures": "animals lured",
            "food_pile": "food from pile",
            "food_discard": "food from discards",
            "food_drawn": "food drawn",
            "hired": "interns taken",
        },
        facts={
            "reshuffles": "reshuffles of the food per game",
            "tucked": "food put under animals per game",
            "food_lost": "food robbed or spoiled per game",
            "exchanges": "exchanges per game",
            "removed": "animals removed from the row per game",
            "decisions": "decisions per game",
        },
        start_is_drawn=lambda settings: settings.get("setup.start_seat") == "random",
    ),
}


def words_for(game: str) -> Words:
    """Return the words of a game by its name."""
    return WORDS.get(game, Words())
