"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record.

A challenge file is read into a `Challenge`, which makes the tunables for its cards and costs; `fill_box` puts it and
the settings together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput, nearest
from sim.games.miller_zoo import state as S
from sim.locate import Address
from sim.records import record
from sim.source import SHOWN, Key, Source, check_origin, check_seats, check_table, read_source
from sim.tunables import Tunable, Value, read_tunables

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
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,39}")

# What stands in a challenge file: its tables, and the rows of their lists.
ORIGIN = {"source": Key(str, needed=False), "where": Key(str, needed=False)}
TABLES = {
    "challenge": {"name": Key(str), "seats": Key(list), "goal": Key(int, 1, S.NEW)},
    "icons": {"list": Key(list)},
    "habitats": {"list": Key(list)},
    "printed": {"list": Key(list)},
    "animals": {"list": Key(list)},
    "resources": {"cards": Key(list)},
    "needs": {"cards": Key(list)},
}
ICON = {"id": Key(str), "name": Key(str)}
ANIMAL = {"id": Key(str), "habitat": Key(str), "needs": Key(str)}
PAID = {"cost": Key(str), "level": Key(int, 1, 9)}
RESOURCE = {"icons": Key(str), "copies": Key(int, 0, MOST_COPIES)}
NEED = {"problems": Key(str), "copies": Key(int, 0, MOST_COPIES), "extra": Key(bool, needed=False)}

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


def parse_challenge(file: Source, seats: tuple[int, int] = (1, S.MATES)) -> Challenge:
    """Return the challenge in a file, for some of so many `seats`.

    Raises BadInput, with the line, for a challenge that cannot be played.
    """
    data = file.tables()
    check_table(file, data, (), {name: Key(dict) for name in TABLES})
    for name, keys in TABLES.items():
        check_table(file, data[name], (name,), keys | ORIGIN)
    where = file.path.name if file.path else ""
    sources = {name: (check_origin(file, data[name], (name,)), data[name].get("where", where)) for name in TABLES}
    given = data["challenge"]["seats"]
    check_seats(file, given, ("challenge", "seats"), seats)

    icons = _rows(file, data, "icons", "list", ICON, 1, S.ICONS)
    ids = [row["id"] for row in icons]
    for i, row in enumerate(icons):
        if not re.fullmatch("[A-Z]", row["id"]):
            raise file.fault(("icons", "list", i, "id"), f"must be one capital letter, such as T, not '{row['id']}'.")
        _named(file, ("icons", "list", i, "name"), row["name"])
    _distinct(file, ("icons", "list"), ids)

    places = data["habitats"]["list"]
    if not 1 <= len(places) <= S.HABITATS:
        raise file.fault(("habitats", "list"), f"must be 1 to {S.HABITATS} names, not {len(places)}.")
    for i, name in enumerate(places):
        _named(file, ("habitats", "list", i), name)
    _distinct(file, ("habitats", "list"), places)

    printed = [
        _animal(file, ("printed", "list", i), row, ids, places)
        for i, row in enumerate(_rows(file, data, "printed", "list", ANIMAL, 0, S.ANIMALS - S.NEW))
    ]
    animals = [
        _animal(file, ("animals", "list", i), row, ids, places)
        for i, row in enumerate(_rows(file, data, "animals", "list", ANIMAL | PAID, 1, S.NEW))
    ]
    _distinct(file, ("printed", "list"), [animal.id for animal in printed])
    _distinct(file, ("animals", "list"), [animal.id for animal in animals], [animal.id for animal in printed])
    if data["challenge"]["goal"] > len(animals):
        raise file.fault(("challenge", "goal"), f"must be 1 to {len(animals)}, as many as [animals] lists.")

    resources = [
        _card(file, ("resources", "cards", i), row, "icons", ids)
        for i, row in enumerate(_rows(file, data, "resources", "cards", RESOURCE, 1, S.KINDS))
    ]
    needs = [
        _card(file, ("needs", "cards", i), row, "problems", ids)
        for i, row in enumerate(_rows(file, data, "needs", "cards", NEED, 1, S.NEEDS))
    ]
    _distinct(file, ("resources", "cards"), [card.name for card in resources])
    _distinct(file, ("needs", "cards"), [card.name for card in needs])
    return Challenge(
        name=data["challenge"]["name"],
        seats=(given[0], given[1]),
        goal=data["challenge"]["goal"],
        icons=tuple((row["id"], row["name"]) for row in icons),
        habitats=tuple(places),
        printed=tuple(printed),
        animals=tuple(animals),
        resources=tuple(resources),
        needs=tuple(needs),
        sources=sources,
    )


def _rows(
    file: Source, data: Mapping[str, Any], name: str, key: str, keys: Mapping[str, Key], least: int, most: int
) -> list[Any]:
    """Return the rows of a table, after checking how many there are and what stands in them."""
    rows: list[Any] = data[name][key]
    if not least <= len(rows) <= most:
        raise file.fault((name, key), f"must be {least} to {most} rows, not {len(rows)}.")
    for i, row in enumerate(rows):
        check_table(file, row, (name, key, i), keys)
    return rows


def _named(file: Source, address: Address, name: object) -> None:
    """Refuse what is not a name."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        what = f"must be 1 to 40 letters, digits, spaces and -, a letter first, not {name!r:.{SHOWN}}."
        raise file.fault(address, what)


def _distinct(file: Source, address: Address, names: Sequence[str], taken: Sequence[str] = ()) -> None:
    """Refuse two of one name."""
    for i, name in enumerate(names):
        if name in names[:i] or name in taken:
            raise file.fault((*address, i), f"'{name}' is there twice.")


def _icons(file: Source, address: Address, text: str, ids: Sequence[str]) -> tuple[int, ...]:
    """Return icons written as "H H M E", by index, in the order of the icons."""
    for id in text.split():
        if id not in ids:
            raise file.fault(address, f"'{id:.{SHOWN}}' is no icon; there is {', '.join(ids)}, with spaces between.")
    return tuple(sorted(ids.index(id) for id in text.split()))


def _animal(
    file: Source, address: Address, row: Mapping[str, Any], ids: Sequence[str], places: Sequence[str]
) -> Animal:
    """Return an animal; only one that is to be received has a cost and a level."""
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,39}", row["id"]):
        raise file.fault((*address, "id"), f"must be letters, digits and _, such as A1, not '{row['id']:.{SHOWN}}'.")
    habitat = row["habitat"]
    if habitat not in places:
        what = f"'{habitat:.{SHOWN}}' is no habitat.{nearest(habitat[:SHOWN], places)} There is {', '.join(places)}."
        raise file.fault((*address, "habitat"), what)
    needs = _icons(file, (*address, "needs"), row["needs"], ids)
    if len(set(needs)) < len(needs):
        raise file.fault((*address, "needs"), "a need is named once.")
    cost = _icons(file, (*address, "cost"), row.get("cost", ""), ids)
    if any(cost.count(icon) > MOST_ICONS for icon in cost):
        raise file.fault((*address, "cost"), f"can have at most {MOST_ICONS} icons of one kind.")
    if "cost" in row and not cost:
        raise file.fault((*address, "cost"), "an animal costs one icon at least, or nobody can receive it.")
    return Animal(id=row["id"], habitat=places.index(habitat), needs=needs, cost=cost, level=row.get("level", 0))


def _card(file: Source, address: Address, row: Mapping[str, Any], key: str, ids: Sequence[str]) -> Card:
    """Return a kind of card; its name is its icons, such as TH."""
    if key == "icons" and row[key] == JOKER:
        return Card(name=JOKER, icons=(), copies=row["copies"])
    icons = _icons(file, (*address, key), row[key], ids)
    if not 1 <= len(icons) <= 2:
        joker = f", or be a {JOKER}" if key == "icons" else ""
        raise file.fault((*address, key), f"must have one or two icons{joker}, not '{row[key]:.{SHOWN}}'.")
    return Card(
        name="".join(ids[icon] for icon in icons), icons=icons, copies=row["copies"], extra=row.get("extra", False)
    )


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
    return parse_challenge(read_source(DATA / "challenge.toml")[0])


def tunables(challenge: Challenge) -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, and those of a challenge."""
    return read_tunables(DATA / "tunables.toml") + challenge_tunables(challenge)


def data_inputs(challenge: Challenge) -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    says = {
        "icons": "the resources, which are the problems that they remove",
        "printed": "habitat and needs of the animals on the board",
        "animals": "habitat and needs of the animals to receive",
        "needs": "where the extra-resource symbol is",
    }
    given, shipped = _shapes(challenge), _shapes(printed_challenge())
    return tuple(
        {
            "key": f"challenge.{name}",
            "value": given[name],
            "default": shipped[name],
            "source": challenge.sources[name][0],
            "where": challenge.sources[name][1],
            "says": said,
        }
        for name, said in says.items()
    )


def _shapes(challenge: Challenge) -> dict[str, str]:
    """Return in words what is in a challenge besides numbers, by table."""
    ids = [id for id, _ in challenge.icons]

    def homes(animals: Iterable[Animal]) -> str:
        return ", ".join(
            f"{animal.id} {challenge.habitats[animal.habitat]} {''.join(ids[icon] for icon in animal.needs)}"
            for animal in animals
        )

    return {
        "icons": ", ".join(f"{id} {name}" for id, name in challenge.icons),
        "printed": homes(challenge.printed),
        "animals": homes(challenge.animals),
        "needs": f"on {sum(card.extra for card in challenge.needs)} of {len(challenge.needs)} kinds of needs card",
    }


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
