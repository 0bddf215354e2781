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
    acquired
        Seats' column → item, by its key: how often a seat acquired it, where the column is not called `got_<key>`.
    randomised
        Seats' column → item: whether chance gave it to a seat, where the column is not called `dealt_<key>`.
    price
        What the cost of an item is called.
    start_is_drawn
        Whether, under some settings, the games' column `start` is a seat drawn by lot: then turn order is what counts.
    reasons
        Of a game that a team loses: what the games' column `reason` stands for, from 1 on, after "to".
    spending
        Games' column → words: where a team's cards go; together all cards of a game.
    day_cards
        Settings and seats → cards that the team draws for a day: no more left of them is a photo finish.
    coordination
        Two strategies: each for itself, and all together; what lies between them is the coordination gap.
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
    acquired: Mapping[str, str] = field(default_factory=dict)
    randomised: Mapping[str, str] = field(default_factory=dict)
    price: str = "printed cost"
    start_is_drawn: Callable[[Mapping[str, Any]], bool] = lambda settings: True
    reasons: tuple[str, ...] = ()
    spending: Mapping[str, str] = field(default_factory=dict)
    day_cards: Callable[[Mapping[str, Any], int], int] | None = None
    coordination: tuple[str, str] | None = None

    def acquired_column(self, item: str) -> str:
        """Return the seats' column that counts how often a seat acquired an item."""
        return next((column for column, key in self.acquired.items() if key == item), f"got_{item.replace('.', '_')}")

    def randomised_column(self, item: str) -> str:
        """Return the seats' column that says whether chance gave a seat an item."""
        return next(
            (column for column, key in self.randomised.items() if key == item), f"dealt_{item.replace('.', '_')}"
        )

    def species_name(self, number: int) -> str:
        """Return what a species is called, in plain words if there is no name for it."""
        return self.species[number] if 0 <= number < len(self.species) else f"species {number}"


def _drawn_in_quo_vadis(settings: Mapping[str, Any]) -> bool:
    # The start seat of an election is that of its last game, which is not drawn [QV 9.4].
    return settings.get("setup.start_seat") == "random" and not settings.get("variant.election")


def _drawn_in_miller_zoo(settings: Mapping[str, Any], seats: int) -> int:
    # A solo seat plays several teammates [MZ 1.1].
    return int(settings["setup.hand"] * (settings["solo.teammates"] if seats == 1 else seats))


WORDS: dict[str, Words] = {
    "miller_zoo": Words(
        points="animals received",
        qualifying="winning",
        qualified="in a winning team",
        disqualified="in a losing team",
        actions={
            "moved": "cards to move",
            "fixed": "cards to fix",
            "paid": "cards to receive",
            "unused": "cards not used",
            "idle": "idle afternoons",
        },
        facts={
            "won": "share of games that the team wins",
            "days": "days per game",
            "deck_left": "cards left in the deck per game",
            "crises": "crises per game",
            "crisis_cards": "cards discarded in crises per game",
            "tokens_laid": "problem tokens laid per game",
            "tokens_fixed": "of these, removed in the afternoon",
            "icons_wasted": "icons without use per game",
            "decisions": "decisions per game",
        },
        start_is_drawn=lambda settings: False,
        reasons=("a crisis that used up the deck", "an empty deck"),
        spending={
            "cards_moved": "to move",
            "cards_fixed": "to fix problems",
            "cards_paid": "to receive animals",
            "cards_unused": "not used",
            "cards_dropped": "dropped from the storage",
            "stored_left": "left in the storage",
            "crisis_cards": "into crises",
            "deck_left": "left in the deck",
        },
        day_cards=_drawn_in_miller_zoo,
        coordination=("greedy", "planner"),
    ),
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
        acquired={"took_keeper": "II_keeper", "took_peacock": "II_peacock", "took_ability": "II_ability"},
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
