"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record.

A challenge file is read into a `Challenge`, which makes the tunables for its cards and costs; `fill_box` puts it and
the settings together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput, nearest
from sim.games.miller_zoo import state as S
from sim.records import record
from sim.tunables import SOURCES, Tunable, Value, read_data, read_tunables

__all__ = [
    "BOX",
    "Animal",
    "Card",
    "Challenge",
    "challenge_tunables",
    "data_inputs",
    "fill_box",
    "parse_challenge",
    "printed_challenge",
    "tunables",
]

DATA = Path(__file__).parent / "data"
JOKER = "joker"
MOST_COPIES = 40  # of one card
MOST_ICONS = 6  # of one kind in a cost

BOX = record(
    [
        ("n_seats", np.int16),
        ("n_team", np.int16),  # teammates
        # spaces, icons, animals
        ("n_habitats", np.int16),
        ("n_receptions", np.int16),
        ("n_spaces", np.int16),  # habitats and receptions
        ("n_icons", np.int16),
        ("n_printed", np.int16),  # animals that live on the board from the start: 0 … n_printed − 1
        ("n_animals", np.int16),  # with those to be received
        ("goal", np.int16),  # animals to receive
        ("habitat", np.int8, (S.ANIMALS,)),  # (A,) space where an animal lives
        ("need", np.int8, (S.ANIMALS, S.ICONS)),  # (A, I) 1: gets tokens of this problem
        ("cost", np.int8, (S.ANIMALS, S.ICONS)),  # (A, I) icons to be paid
        ("price", np.int16, (S.ANIMALS,)),  # (A,) icons in all
        ("in_deck", np.int8, (S.NEW,)),  # 1 for each animal to be received, after the printed ones
        ("level", np.int8, (S.ANIMALS,)),  # (A,) as printed; no rule uses it
        # resource cards
        ("n_kinds", np.int16),
        ("first", np.int8, (S.KINDS,)),  # (K,) icon, or NONE: a joker
        ("second", np.int8, (S.KINDS,)),  # (K,) icon, or NONE
        ("joker", np.int8, (S.KINDS,)),  # (K,) 1: any one icon
        ("copies", np.int16, (S.KINDS,)),  # (K,)
        ("deck_size", np.int16),
        # needs cards
        ("n_needs", np.int16),
        ("problem", np.int8, (S.NEEDS,)),  # (N,) icon
        ("problem_too", np.int8, (S.NEEDS,)),  # (N,) icon, or NONE
        ("extra", np.int8, (S.NEEDS,)),  # (N,) 1: draws another resource card
        ("needs_copies", np.int8, (S.NEEDS,)),  # (N,)
        ("needs_size", np.int16),
        ("needs_cards", np.int16),  # drawn by each teammate in the morning
        # numbers and rulings
        ("hand", np.int16),
        ("storage", np.int16),
        ("tokens", np.int16),
        ("first_move_free", np.int8),
        ("renewed", np.int8),  # 1: stored cards may be discarded at night
        ("empty_deck_wins", np.int8),
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A kind of card: `icons` by index (none for a joker), `extra` the extra-resource symbol of a needs card."""

    name: str
    icons: tuple[int, ...]
    copies: int
    extra: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Animal:
    """An animal card or one printed on the board; `needs` and `cost` are icons by index."""

    id: str
    habitat: int
    needs: tuple[int, ...]
    cost: tuple[int, ...]
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """What a challenge file says. `sources` has (source, where) for each of its tables."""

    name: str
    seats: tuple[int, int]
    goal: int
    icons: tuple[tuple[str, str], ...]  # (id, name)
    habitats: tuple[str, ...]
    printed: tuple[Animal, ...]
    animals: tuple[Animal, ...]
    resources: tuple[Card, ...]
    needs: tuple[Card, ...]
    sources: Mapping[str, tuple[str, str]]

    @property
    def everyone(self) -> tuple[Animal, ...]:
        """All animals, those printed on the board first."""
        return self.printed + self.animals


def parse_challenge(data: Mapping[str, Any], file: Path) -> Challenge:
    """Return the challenge in a data file. Raises BadInput, with file, row and what is allowed, where it is none."""
    tables = {
        name: _table(data, name, file)
        for name in ("challenge", "icons", "habitats", "printed", "animals", "resources", "needs")
    }
    sources = {name: (str(table.get("source")), str(table.get("where", ""))) for name, table in tables.items()}
    for name, (source, _) in sources.items():
        if source not in SOURCES:
            raise BadInput(f"{file}: [{name}] source is '{source}'; allowed are {', '.join(SOURCES)}.")
    icons = tuple(
        (_text(row, "id", f"{file}: [icons]"), _text(row, "name", f"{file}: [icons]"))
        for row in _rows(tables["icons"], "list", "icons", S.ICONS, file)
    )
    ids = [id for id, _ in icons]
    for id in ids:
        if len(id) != 1 or not id.isupper():
            raise BadInput(f"{file}: [icons] an id is one capital letter, such as T; given was '{id}'.")
    _distinct(ids, "icons", file)
    places = tables["habitats"].get("list", [])
    if not isinstance(places, list) or not 1 <= len(places) <= S.HABITATS:
        raise BadInput(f"{file}: [habitats] list names 1 to {S.HABITATS} habitats; given was {places!r}.")
    habitats = tuple(str(name) for name in places)
    _distinct(habitats, "habitats", file)
    printed = tuple(
        _animal(row, ids, habitats, False, f"{file}: [printed]")
        for row in _rows(tables["printed"], "list", "printed", S.ANIMALS - S.NEW, file, least=0)
    )
    animals = tuple(
        _animal(row, ids, habitats, True, f"{file}: [animals]")
        for row in _rows(tables["animals"], "list", "animals", S.NEW, file)
    )
    _distinct([animal.id for animal in printed + animals], "animals", file)
    resources = tuple(
        _card(row, "icons", ids, True, f"{file}: [resources]")
        for row in _rows(tables["resources"], "cards", "resources", S.KINDS, file)
    )
    _distinct([card.name for card in resources], "resources", file)
    needs = tuple(
        _card(row, "problems", ids, False, f"{file}: [needs]")
        for row in _rows(tables["needs"], "cards", "needs", S.NEEDS, file)
    )
    _distinct([card.name for card in needs], "needs", file)
    low, high = _seats(tables["challenge"].get("seats"), file)
    return Challenge(
        name=_text(tables["challenge"], "name", f"{file}: [challenge]"),
        seats=(low, high),
        goal=_whole(tables["challenge"], "goal", 1, len(animals), f"{file}: [challenge]"),
        icons=icons,
        habitats=habitats,
        printed=printed,
        animals=animals,
        resources=resources,
        needs=needs,
        sources=sources,
    )


def _table(data: Mapping[str, Any], name: str, file: Path) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, Mapping):
        raise BadInput(f"{file}: a challenge needs a table [{name}].")
    return table


def _rows(
    table: Mapping[str, Any], key: str, name: str, most: int, file: Path, least: int = 1
) -> list[Mapping[str, Any]]:
    """Return the rows of a table, after checking how many there are."""
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadInput(f"{file}: [{name}] {key} is a list of rows in curly brackets.")
    if not least <= len(rows) <= most:
        raise BadInput(f"{file}: [{name}] {key} has {len(rows)} rows; {least} to {most} are allowed.")
    return rows


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{where} {dict(row)}: {key} is a text that is not empty.")
    return value


def _whole(row: Mapping[str, Any], key: str, low: int, high: int, where: str) -> int:
    value = row.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(f"{where} {key} is a whole number from {low} to {high}; given was {value!r}.")
    return value


def _seats(given: object, file: Path) -> tuple[int, int]:
    """Return the fewest and most seats of a challenge."""
    if isinstance(given, list) and len(given) == 2 and all(type(seats) is int for seats in given):
        low, high = given
        if 1 <= low <= high <= S.MATES:
            return low, high
    raise BadInput(f"{file}: [challenge] seats is [fewest, most] from 1 to {S.MATES}; given was {given!r}.")


def _distinct(names: Iterable[str], table: str, file: Path) -> None:
    """Refuse two of one name."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadInput(f"{file}: [{table}] '{name}' is there twice.")
        seen.add(name)


def _icons(text: str, ids: list[str], where: str) -> tuple[int, ...]:
    """Return icons written as "H H M E", by index, in the order of the icons."""
    for id in text.split():
        if id not in ids:
            raise BadInput(f"{where} '{id}' in '{text}' is no icon; there is {', '.join(ids)}.")
    return tuple(sorted(ids.index(id) for id in text.split()))


def _animal(row: Mapping[str, Any], ids: list[str], habitats: tuple[str, ...], paid: bool, where: str) -> Animal:
    """Return an animal; only one that is to be received has a cost and a level."""
    id = _text(row, "id", where)
    if not id.isidentifier():
        raise BadInput(f"{where} an animal's id is written like a variable, such as A1; given was '{id}'.")
    where = f"{where} {id}:"
    habitat = _text(row, "habitat", where)
    if habitat not in habitats:
        near = nearest(habitat, habitats)
        raise BadInput(f"{where} '{habitat}' is no habitat.{near} There is {', '.join(habitats)}.")
    needs = _icons(_text(row, "needs", where), ids, where)
    if len(set(needs)) < len(needs):
        raise BadInput(f"{where} a need is named once.")
    cost = _icons(_text(row, "cost", where), ids, where) if paid else ()
    if any(cost.count(icon) > MOST_ICONS for icon in cost):
        raise BadInput(f"{where} a cost has at most {MOST_ICONS} icons of one kind.")
    level = _whole(row, "level", 1, 9, where) if paid else 0
    return Animal(id=id, habitat=habitats.index(habitat), needs=needs, cost=cost, level=level)


def _card(row: Mapping[str, Any], key: str, ids: list[str], jokers: bool, where: str) -> Card:
    """Return a kind of card; its name is its icons, such as TH."""
    text = _text(row, key, where)
    copies = _whole(row, "copies", 0, MOST_COPIES, f"{where} {text}:")
    if jokers and text == JOKER:
        return Card(name=JOKER, icons=(), copies=copies)
    icons = _icons(text, ids, where)
    if not 1 <= len(icons) <= 2:
        raise BadInput(
            f"{where} a card has one or two icons{f', or is a {JOKER}' if jokers else ''}; given was '{text}'."
        )
    extra = row.get("extra", False)
    if not isinstance(extra, bool):
        raise BadInput(f"{where} {text}: extra is true or false; given was {extra!r}.")
    return Card(name="".join(ids[icon] for icon in icons), icons=icons, copies=copies, extra=extra)


def challenge_tunables(challenge: Challenge) -> tuple[Tunable, ...]:
    """Return the tunables that come from a challenge: the goal, the copies of each card, the cost of each animal."""
    names = [name for _, name in challenge.icons]

    def row(key: str, default: int, unit: str, low: int, high: int, table: str, says: str) -> Tunable:
        source, where = challenge.sources[table]
        return Tunable(
            key=key, default=default, unit=unit, low=low, high=high, choices=(), source=source, where=where, says=says
        )

    def on(card: Card) -> str:
        return " and ".join(names[icon] for icon in card.icons) or "any one resource"

    goal = row("goal.animals", challenge.goal, "animals", 1, len(challenge.animals), "challenge", "animals to receive")
    costs = [
        row(
            f"animals.{animal.id}.cost.{id}",
            animal.cost.count(icon),
            "icons",
            0,
            MOST_ICONS,
            "animals",
            f"{name} icons in the reception cost of {animal.id}",
        )
        for animal in challenge.animals
        for icon, (id, name) in enumerate(challenge.icons)
    ]
    copies = [
        row(f"{table}.{card.name}", card.copies, "cards", 0, MOST_COPIES, table, f"{table} cards with {on(card)}")
        for table, cards in (("resources", challenge.resources), ("needs", challenge.needs))
        for card in cards
    ]
    return (goal, *costs, *copies)


@cache
def printed_challenge() -> Challenge:
    """Return the challenge in the box."""
    path = DATA / "challenge.toml"
    return parse_challenge(read_data(path), path)


def tunables(challenge: Challenge) -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and those of a challenge."""
    return read_tunables(DATA / "tunables.toml") + challenge_tunables(challenge)


def data_inputs(challenge: Challenge) -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    ids = [id for id, _ in challenge.icons]

    def homes(animals: Iterable[Animal]) -> str:
        return ", ".join(
            f"{animal.id} {challenge.habitats[animal.habitat]} {''.join(ids[icon] for icon in animal.needs)}"
            for animal in animals
        )

    shapes = {
        "printed": (homes(challenge.printed), "habitat and needs of the animals on the board"),
        "animals": (homes(challenge.animals), "habitat and needs of the animals to receive"),
        "needs": (
            f"on {sum(card.extra for card in challenge.needs)} of {len(challenge.needs)} kinds of needs card",
            "where the extra-resource symbol is",
        ),
    }
    return tuple(
        {
            "key": f"challenge.{name}",
            "value": shape,
            "default": shape,
            "source": challenge.sources[name][0],
            "where": challenge.sources[name][1],
            "says": says,
        }
        for name, (shape, says) in shapes.items()
    )


def fill_box(challenge: Challenge, n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a challenge and a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = challenge.seats
    if not low <= n_seats <= high:
        raise BadInput(f"Miller Zoo is for {low} to {high} seats; given was {n_seats}.")
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["n_seats"] = n_seats
    box["n_team"] = settings["solo.teammates"] if n_seats == 1 else n_seats
    box["n_habitats"], box["n_receptions"] = len(challenge.habitats), settings["setup.receptions"]
    box["n_spaces"] = box["n_habitats"] + box["n_receptions"]
    box["n_icons"] = len(challenge.icons)
    _fill_animals(box, settings, challenge)
    _fill_cards(box, settings, challenge)
    box["hand"], box["storage"] = settings["setup.hand"], settings["setup.storage"]
    box["tokens"] = settings["setup.tokens"]
    box["needs_cards"] = settings["needs.cards"]
    box["first_move_free"] = settings["rules.first_move_free"]
    box["renewed"] = settings["rules.storage"] == "renewed"
    box["empty_deck_wins"] = settings["rules.empty_deck_wins"]
    return boxes


def _fill_animals(box: np.void, settings: Mapping[str, Value], challenge: Challenge) -> None:
    """Fill in who lives where, what they need and what they cost [MZ 1.5, 1.6]."""
    box["n_printed"], box["n_animals"] = len(challenge.printed), len(challenge.everyone)
    box["goal"] = settings["goal.animals"]
    for i, animal in enumerate(challenge.everyone):
        box["habitat"][i], box["level"][i] = animal.habitat, animal.level
        for icon in animal.needs:
            box["need"][i, icon] = 1
    box["in_deck"][: len(challenge.animals)] = 1
    for i, animal in enumerate(challenge.animals, len(challenge.printed)):
        for icon, (id, _) in enumerate(challenge.icons):
            box["cost"][i, icon] = settings[f"animals.{animal.id}.cost.{id}"]
        box["price"][i] = box["cost"][i].sum()
        if box["price"][i] == 0:
            raise BadInput(f"animals.{animal.id}.cost: an animal costs one icon at least, or nobody can receive it.")


def _fill_cards(box: np.void, settings: Mapping[str, Value], challenge: Challenge) -> None:
    """Fill in both decks [MZ 1.3, 1.4]."""
    box["n_kinds"], box["n_needs"] = len(challenge.resources), len(challenge.needs)
    box["first"], box["second"] = S.NONE, S.NONE
    for i, card in enumerate(challenge.resources):
        box["first"][i], box["second"][i] = (*card.icons, S.NONE, S.NONE)[:2]
        box["joker"][i] = not card.icons
        box["copies"][i] = settings[f"resources.{card.name}"]
    for i, card in enumerate(challenge.needs):
        box["problem"][i], box["problem_too"][i] = (*card.icons, S.NONE)[:2]
        box["extra"][i] = card.extra and settings["needs.extra_resource"]
        box["needs_copies"][i] = settings[f"needs.{card.name}"]
    box["deck_size"], box["needs_size"] = box["copies"].sum(), box["needs_copies"].sum(dtype=np.int16)
    if not 1 <= box["deck_size"] <= S.DECK:
        raise BadInput(
            f"The deck has {box['deck_size']} resource cards; 1 to {S.DECK} are allowed. Change a resources.…."
        )
    if box["needs_size"] > S.NEEDS_DECK:
        raise BadInput(
            f"There are {box['needs_size']} needs cards; at most {S.NEEDS_DECK} are allowed. Lower a needs.…."
        )
