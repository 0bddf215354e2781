"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput, nearest
from sim.games.time_zoo import state as S
from sim.locate import Address
from sim.records import record
from sim.source import SHOWN, Key, Source, check_origin, check_seats, check_table, read_source
from sim.tunables import Tunable, Value, read_tunables

__all__ = [
    "BOX",
    "MAX_ACTIONS",
    "Deck",
    "animal_keys",
    "data_inputs",
    "fill_box",
    "food_keys",
    "intern_keys",
    "printed",
    "read_deck",
    "tunables",
]

DATA = Path(__file__).parent / "data"
MAX_ACTIONS = 4368  # the ways to pay five different icons of a colour from twelve kinds: C(16, 5); checked below
MOST = {"copies": 8, "points": 12, "food": 12, "bonus": 12, "counts": 3}  # that a card's numbers can be set to
COST = {"orange": 3, "other": 5}  # food icons; an animal that eats everything can be paid in many more ways
KEY = re.compile("[a-z][a-z0-9_]{0,39}")
NAME = re.compile("[A-Za-z][A-Za-z0-9 -]{0,39}")
SET = 5  # rows of a table of sets, from none of a kind on

# What stands in a deck file: its tables, and their rows.
GROUPS = ("animals", "food", "interns", "intern_copies")
ORIGIN = {"source": Key(str, needed=False), "where": Key(str, needed=False)}
FILE = {
    "seats": Key(list),
    "sources": Key(dict, needed=False),
    "colours": Key(dict),
    "animals": Key(dict),
    "food": Key(dict),
    "interns": Key(dict),
}
ANIMAL = {
    "name": Key(str),
    "type": Key(str),
    "copies": Key(int, 0, MOST["copies"]),
    "points": Key(int, 0, MOST["points"]),
    "cost": Key(int, 0, COST["other"]),
    "same": Key(bool),
    "action": Key(str),
}
FOOD = {"icons": Key(list), "copies": Key(int, 0, MOST["food"])}
INTERN = {
    "name": Key(str),
    "rule": Key(str),
    "copies": Key(int, 0, MOST["copies"]),
    "bonus": Key(int, 0, MOST["bonus"], needed=False),
    "counts": Key(int, 0, MOST["counts"], needed=False),
}

BOX = record(
    [
        ("n_seats", np.int16),
        ("n_animals", np.int16),
        ("n_foods", np.int16),
        ("n_interns", np.int16),
        ("n_icons", np.int16),
        # the decks
        ("item_copies", np.int32, (S.ITEMS,)),  # (X,) cards in the animal deck
        ("food_copies", np.int32, (S.FOODS,)),  # (F,)
        ("intern_copies", np.int32, (S.INTERNS,)),  # (I,) cards to be dealt; none where they are in the deck
        ("deck", np.int16),  # cards in the animal deck
        ("pile", np.int16),  # food cards
        ("row", np.int16),  # places of the row
        ("hand", np.int16),  # food cards dealt to each seat
        ("start_interns", np.int16),  # interns dealt to each seat
        # the animals
        ("type", np.int8, (S.ANIMALS,)),  # (A,) BLUE, GREEN, RED, ORANGE
        ("points", np.int16, (S.ANIMALS,)),  # (A,)
        ("cost", np.int16, (S.ANIMALS,)),  # (A,) food icons
        ("linked", np.int8, (S.ANIMALS,)),  # (A,) 1: all of the same food
        ("fit", np.int8, (S.ANIMALS,)),  # (A,) where `fits` of a hand counts the cards that can be played for its icons
        ("fodder", np.int64, (S.ANIMALS,)),  # (A,) bit f: it eats cards of kind f
        ("eats", np.int16, (S.ANIMALS,)),  # (A,) bit i: its icons take food with icon i
        ("special", np.int8, (S.ANIMALS,)),  # (A,) DRAW, …
        ("gains", np.int8, (S.ANIMALS,)),  # (A,) food cards by which its action makes the hand larger
        ("gains_each", np.int8, (S.ANIMALS,)),  # (A,) the same, for each animal of its type
        ("less", np.int8, (S.ANIMALS,)),  # (A,) by how much each icon that a discount counts lowers its price
        ("floor", np.int8, (S.ANIMALS,)),  # (A,) to which its price falls at most
        ("zoo_words", np.int64, (S.ANIMALS,)),  # (A,) one count of COUNT_BITS bits for each type and kind of mammoth
        ("discount_words", np.int64, (S.ANIMALS,)),  # (A,) one count for its type, where it lowers a price
        ("dodos", np.int8, (S.ITEMS,)),  # (X,) dodos that an animal or an intern counts as
        ("eggs", np.int8, (S.ITEMS,)),  # (X,)
        # the food
        ("icons", np.int16, (S.FOODS,)),  # (F,) bit i: the card shows icon i
        ("icon_words", np.int64, (S.FOODS,)),  # (F,) the same, one count of COUNT_BITS bits for each icon
        ("first_icon", np.int8, (S.FOODS,)),  # (F,) the first icon that a card shows, and the last: maybe the same
        ("last_icon", np.int8, (S.FOODS,)),
        ("first_same", np.int8, (S.FOODS,)),  # (F,) where `fits` counts what shows one same food of that icon's colour
        ("last_same", np.int8, (S.FOODS,)),
        ("showing", np.int64, (S.ICONS,)),  # by icon, bit f: cards of kind f show it
        ("icons_from", np.int8, (S.ORANGE + 1,)),  # by colour, the first of its icons, and the one after its last
        ("icons_to", np.int8, (S.ORANGE + 1,)),
        ("all_icons", np.int64),  # their sum over all cards
        ("colours", np.int8, (S.FOODS,)),  # (F,) bit c: the card shows an icon of colour c; all have bit ORANGE
        ("colour_words", np.int64, (S.FOODS,)),  # (F,) the same, one count of COUNT_BITS bits for each colour
        ("all_colours", np.int64),  # their sum over all cards
        # the interns
        ("intern_rule", np.int8, (S.INTERNS,)),  # (I,) a type, ALL_TYPES, ONE_DODO, ONE_EGG
        ("intern_bonus", np.int16, (S.INTERNS,)),  # (I,) points; of a dodo or an egg, cards it counts for
        ("needed", np.int16),  # animals of its type that an intern needs
        # sets
        ("dodo_set", np.int16, (SET,)),  # points of so many dodos
        ("dodo_most", np.int16),  # dodos of the largest set
        ("egg_set", np.int16, (SET,)),
        ("egg_most", np.int16),
        ("adult", np.int16),  # points of a mammoth with one of the other sex
        ("calf", np.int16),  # points of a calf for each sex, or for any
        # actions
        ("take_food", np.int8),  # cards taken with one action
        ("draw", np.int8),
        ("draw_per_icon", np.int8),
        ("draw_and_put", np.int8),
        ("tuck", np.int16),  # points of a food card under an animal
        ("discount", np.int8),
        ("remove", np.int8),
        # rulings and variants; 1: the second answer
        ("start_random", np.int8),
        ("reshuffle_all", np.int8),
        ("least_price", np.int8),
        ("lasting_discount", np.int8),
        ("calf_once", np.int8),
        ("may_exchange", np.int8),
        ("several_sets", np.int8),
        ("no_last_round", np.int8),
        ("tie_by_animals", np.int8),
        ("advanced", np.int8),
        ("turn_cap", np.int32),
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Animal:
    """A kind of animal; `type` and `action` are numbers of `state`."""

    key: str
    name: str
    type: int
    same: bool
    action: int
    copies: int
    points: int
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Food:
    """A kind of food card; its `icons` are foods by number."""

    key: str
    name: str
    icons: tuple[int, ...]
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Intern:
    """A kind of intern; `amount` is points, or the cards that it counts for (`unit` says which)."""

    key: str
    name: str
    rule: int
    copies: int
    unit: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """What a deck file says. `colour` is that of each food in `icons`; `sources` has (source, where) for each group."""

    seats: tuple[int, int]
    icons: tuple[str, ...]
    colour: tuple[int, ...]
    animals: tuple[Animal, ...]
    foods: tuple[Food, ...]
    interns: tuple[Intern, ...]
    sources: Mapping[str, tuple[str, str]]


def read_deck(file: Source, shipped: Deck | None = None) -> Deck:
    """Return what a deck file says; one that is to be played instead of the `shipped` one has no more seats, and no
    more kinds of animal and intern, for which the rows of results have columns.

    Raises BadInput, with the line, for a deck that cannot be played with.
    """
    most = {"animals": S.ANIMALS, "interns": S.INTERNS}
    if shipped:
        most = {"animals": len(shipped.animals), "interns": len(shipped.interns)}
    data = file.tables()
    check_table(file, data, (), FILE)
    check_seats(file, data["seats"], ("seats",), shipped.seats if shipped else (2, S.SEATS))
    sources = data.get("sources", {})
    check_table(file, sources, ("sources",), dict.fromkeys(GROUPS, Key(dict, needed=False)))
    for group, row in sources.items():
        check_table(file, row, ("sources", group), ORIGIN)
    where = file.path.name if file.path else ""
    icons, colour = _colours(file, data["colours"])
    return Deck(
        seats=(data["seats"][0], data["seats"][1]),
        icons=icons,
        colour=colour,
        animals=tuple(
            Animal(
                key=key,
                type=_number(file, ("animals", key, "type"), row["type"], S.TYPES),
                action=_number(file, ("animals", key, "action"), row["action"], S.SPECIALS),
                **{name: row[name] for name in ("name", "same", "copies", "points", "cost")},
            )
            for key, row in _rows(file, data, "animals", ANIMAL, 1, most["animals"])
        ),
        foods=tuple(
            Food(key=key, icons=shown, name="/".join(icons[icon] for icon in shown), copies=row["copies"])
            for key, row in _rows(file, data, "food", FOOD, 1, S.FOODS)
            for shown in [_shown(file, ("food", key, "icons"), row["icons"], icons)]
        ),
        interns=tuple(_intern(file, key, row) for key, row in _rows(file, data, "interns", INTERN, 0, most["interns"])),
        sources={
            group: (check_origin(file, row, ("sources", group)), row.get("where", where))
            for group in GROUPS
            for row in [sources.get(group, {})]
        },
    )


def _colours(file: Source, table: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return all foods, and the colour of each."""
    check_table(file, table, ("colours",), dict.fromkeys(S.TYPES[: S.ORANGE], Key(list)))
    found: dict[str, int] = {}
    for c, colour in enumerate(S.TYPES[: S.ORANGE]):
        for i, food in enumerate(table[colour]):
            _named(file, ("colours", colour, i), food)
            if food in found:
                raise file.fault(("colours", colour, i), f"'{food}' is there twice.")
            found[food] = c
    if not 1 <= len(found) <= S.ICONS:
        raise file.fault(("colours",), f"must name 1 to {S.ICONS} foods in all, not {len(found)}.")
    return tuple(found), tuple(found.values())


def _rows(
    file: Source, data: Mapping[str, Any], name: str, keys: Mapping[str, Key], least: int, most: int
) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Return the rows of a table by their keys, after checking how many there are and what stands in them."""
    rows = data[name]
    if not least <= len(rows) <= most:
        raise file.fault((name,), f"must be {least} to {most} kinds, not {len(rows)}.")
    for key, row in rows.items():
        if not KEY.fullmatch(key):
            raise file.fault((name, key), "a key is at most 40 small letters, digits and _, a letter first.")
        check_table(file, row, (name, key), keys)
        if "name" in row:
            _named(file, (name, key, "name"), row["name"])
        most_icons = COST["orange" if row.get("type") == "orange" else "other"]
        if row.get("cost", 0) > most_icons:
            raise file.fault((name, key, "cost"), f"must be 0 to {most_icons}, not {row['cost']}.")
    return rows.items()  # type: ignore[no-any-return]


def _named(file: Source, address: Address, name: object) -> None:
    """Refuse what is not a name."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        what = f"must be 1 to 40 letters, digits, spaces and -, a letter first, not {name!r:.{SHOWN}}."
        raise file.fault(address, what)


def _number(file: Source, address: Address, word: str, words: Sequence[str]) -> int:
    """Return the number of a word."""
    if word not in words:
        what = f"cannot be '{word:.{SHOWN}}'.{nearest(word[:SHOWN], words)} Allowed is {', '.join(words)}."
        raise file.fault(address, what)
    return words.index(word)


def _shown(file: Source, address: Address, icons: Sequence[object], foods: Sequence[str]) -> tuple[int, ...]:
    """Return the icons of a food card by number."""
    if len(icons) not in (1, 2) or len({str(icon) for icon in icons}) < len(icons):
        raise file.fault(address, "must be one food of [colours], or two different ones.")
    return tuple(_number(file, (*address, i), str(icon), foods) for i, icon in enumerate(icons))


def _intern(file: Source, key: str, row: Mapping[str, Any]) -> Intern:
    """Return an intern, which has a bonus, or counts as so many cards, as its rule says."""
    rule = _number(file, ("interns", key, "rule"), row["rule"], S.INTERN_RULES)
    has, not_this = ("counts", "bonus") if rule in (S.ONE_DODO, S.ONE_EGG) else ("bonus", "counts")
    if has not in row or not_this in row:
        raise file.fault(("interns", key), f"an intern for '{row['rule']}' has the key '{has}', not '{not_this}'.")
    return Intern(key=key, name=row["name"], rule=rule, copies=row["copies"], unit=has, amount=row[has])


@cache
def printed() -> Deck:
    """Return the deck in the box."""
    return read_deck(read_source(DATA / "deck.toml")[0])


def animal_keys(deck: Deck) -> tuple[str, ...]:
    """Return what each kind of animal is called in settings and columns."""
    return tuple(animal.key for animal in deck.animals)


def food_keys(deck: Deck) -> tuple[str, ...]:
    """Return what each kind of food card is called in settings."""
    return tuple(food.key for food in deck.foods)


def intern_keys(deck: Deck) -> tuple[str, ...]:
    """Return what each kind of intern is called in settings and columns."""
    return tuple(intern.key for intern in deck.interns)


def tunables(deck: Deck) -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, then those of each kind of card."""
    made = []

    def add(key: str, default: int, unit: str, high: int, group: str, says: str) -> None:
        source, where = deck.sources[group]
        made.append(
            Tunable(
                key=key, default=default, unit=unit, low=0, high=high, choices=(), source=source, where=where, says=says
            )
        )

    for animal in deck.animals:
        start, name = f"animals.{animal.key}", animal.name
        linked = "of the same food" if animal.same else "of any food of its type"
        most = COST["orange" if animal.type == S.ORANGE else "other"]
        add(f"{start}.copies", animal.copies, "cards", MOST["copies"], "animals", f"{name} cards")
        add(f"{start}.points", animal.points, "points", MOST["points"], "animals", f"points of a {name}")
        add(f"{start}.cost", animal.cost, "cards", most, "animals", f"food icons of a {name}, {linked}")
    for food in deck.foods:
        icons = " and ".join(deck.icons[icon] for icon in food.icons)
        add(f"food.{food.key}.copies", food.copies, "cards", MOST["food"], "food", f"food cards with {icons}")
    for intern in deck.interns:
        start, name = f"interns.{intern.key}", intern.name
        add(f"{start}.copies", intern.copies, "cards", MOST["copies"], "intern_copies", f"{name} cards")
        if intern.unit == "bonus":
            says = f"points that the {name} can bring"
            add(f"{start}.bonus", intern.amount, "points", MOST["bonus"], "interns", says)
        else:
            says = f"how many cards the {name} counts as"
            add(f"{start}.counts", intern.amount, "cards", MOST["counts"], "interns", says)
    return (*read_tunables(DATA / "tunables.toml"), *made)


def data_inputs(deck: Deck) -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    says = {
        "animals": "type, linked icons and special action of each kind",
        "food": "which icons each kind of food card shows",
    }
    given, shipped = _shapes(deck), _shapes(printed())
    return tuple(
        {
            "key": f"{name}.kinds",
            "value": given[name],
            "default": shipped[name],
            "source": deck.sources[name][0],
            "where": deck.sources[name][1],
            "says": said,
        }
        for name, said in says.items()
    )


def _shapes(deck: Deck) -> dict[str, str]:
    """Return in words what is in a deck besides numbers, by table."""
    own = "" if deck == printed() else " of one's own"
    return {"animals": f"{len(deck.animals)} kinds{own}", "food": f"{len(deck.foods)} kinds{own}"}


def fill_box(deck: Deck, n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a deck and a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = deck.seats
    if not low <= n_seats <= high:
        raise BadInput(f"Time Zoo is for {low} to {high} seats; given was {n_seats}.")
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["n_seats"] = n_seats
    _fill_food(box, deck, settings)
    _fill_animals(box, deck, settings)
    _fill_interns(box, deck, settings)
    _fill_rest(box, settings)
    _check(box, deck)
    return boxes


def _fill_food(box: np.void, deck: Deck, settings: Mapping[str, Value]) -> None:
    """Fill in which icons each food card shows, and how many there are."""
    box["n_foods"], box["n_icons"] = len(deck.foods), len(deck.icons)
    for f, food in enumerate(deck.foods):
        box["food_copies"][f] = settings[f"food.{food.key}.copies"]
        colours = sorted({deck.colour[icon] for icon in food.icons} | {S.ORANGE})
        box["icons"][f] = sum(1 << i for i in food.icons)
        box["icon_words"][f] = sum(1 << (S.COUNT_BITS * i) for i in food.icons)
        box["first_icon"][f], box["last_icon"][f] = min(food.icons), max(food.icons)
        for end in ("first", "last"):
            box[f"{end}_same"][f] = S.SAME + deck.colour[box[f"{end}_icon"][f]]
        for icon in food.icons:
            box["showing"][icon] |= 1 << f
        box["colours"][f] = sum(1 << c for c in colours)
        box["colour_words"][f] = sum(1 << (S.COUNT_BITS * c) for c in colours)
    ends = np.cumsum([0, *(deck.colour.count(colour) for colour in range(S.ORANGE))])
    box["icons_from"], box["icons_to"] = [*ends[:-1], 0], [*ends[1:], ends[-1]]
    box["pile"] = box["food_copies"].sum()
    box["all_icons"] = (box["food_copies"] * box["icon_words"]).sum()
    box["all_colours"] = (box["food_copies"] * box["colour_words"]).sum()


def _fill_animals(box: np.void, deck: Deck, settings: Mapping[str, Value]) -> None:
    """Fill in the animals."""
    box["n_animals"] = len(deck.animals)
    for a, animal in enumerate(deck.animals):
        box["type"][a], box["linked"][a], box["special"][a] = animal.type, animal.same, animal.action
        box["eats"][a] = sum(1 << i for i, colour in enumerate(deck.colour) if animal.type in (colour, S.ORANGE))
        box["fit"][a] = animal.type + (S.SAME if animal.same else 0)
        box["fodder"][a] = sum(1 << f for f in range(len(deck.foods)) if box["icons"][f] & box["eats"][a])
        box["dodos"][a], box["eggs"][a] = animal.action == S.DODO, animal.action == S.EGG
        members = [S.COUNTED[animal.action]] if animal.action in S.COUNTED else []
        box["zoo_words"][a] = sum(1 << (S.COUNT_BITS * place) for place in (animal.type, *members))
        box["item_copies"][a] = settings[f"animals.{animal.key}.copies"]
        box["points"][a] = settings[f"animals.{animal.key}.points"]
        box["cost"][a] = settings[f"animals.{animal.key}.cost"]


def _fill_interns(box: np.void, deck: Deck, settings: Mapping[str, Value]) -> None:
    """Fill in the interns: to be dealt, or shuffled into the animal deck [TZ 1.5, 9.1]."""
    box["advanced"] = settings["variant.advanced"]
    box["n_interns"] = len(deck.interns)
    for i, intern in enumerate(deck.interns):
        copies = settings[f"interns.{intern.key}.copies"]
        if box["advanced"]:
            box["item_copies"][S.INTERN + i] = copies
        else:
            box["intern_copies"][i] = copies
        box["intern_rule"][i] = intern.rule
        box["intern_bonus"][i] = settings[f"interns.{intern.key}.{intern.unit}"]
        for name, rule in (("dodos", S.ONE_DODO), ("eggs", S.ONE_EGG)):
            box[name][S.INTERN + i] = box["intern_bonus"][i] if intern.rule == rule else 0
    box["start_interns"] = 0 if box["advanced"] else settings["setup.interns"]
    box["needed"] = settings["interns.needed"]
    box["deck"] = box["item_copies"].sum()


def _fill_rest(box: np.void, settings: Mapping[str, Value]) -> None:
    """Fill in sets, actions, rulings."""
    for name in ("dodo", "egg"):
        sizes = [int(key.split(".")[2]) for key in settings if key.startswith(f"sets.{name}.")]
        for size in sizes:
            box[f"{name}_set"][size] = settings[f"sets.{name}.{size}"]
        box[f"{name}_most"] = max(sizes)
    box["adult"], box["calf"] = settings["sets.mammoth.adult"], settings["sets.mammoth.calf"]
    box["row"], box["hand"], box["take_food"] = settings["setup.row"], settings["setup.hand"], settings["turn.food"]
    for name in ("draw", "draw_per_icon", "draw_and_put", "tuck", "discount", "remove"):
        box[name] = settings[f"actions.{name}"]
    box["start_random"] = settings["setup.start_seat"] == "random"
    box["reshuffle_all"] = settings["rules.reshuffle"] == "all"
    box["least_price"] = settings["rules.least_price"]
    box["lasting_discount"] = settings["rules.discount"] == "lasting"
    box["calf_once"] = settings["rules.calf"] == "once"
    box["may_exchange"] = settings["rules.exchange"] == "may"
    box["several_sets"] = settings["rules.sets"] == "several"
    box["no_last_round"] = settings["rules.last_round"] == "none"
    box["tie_by_animals"] = settings["rules.tie"] == "animals"
    box["turn_cap"] = settings["engine.turn_cap"]
    special = box["special"]
    box["gains"] += box["draw"] * (special == S.DRAW) + (special == S.ROB_FOOD)
    box["gains"] += (box["draw_and_put"] - 1) * (special == S.DRAW_AND_PUT)
    box["gains_each"] = box["draw_per_icon"] * (special == S.DRAW_PER_ICON)
    types = 1 << (S.COUNT_BITS * box["type"].astype(np.int64))
    box["discount_words"] = types * ((1 - box["lasting_discount"]) | (special == S.DISCOUNT))
    box["less"] = box["discount"] * (box["lasting_discount"] | (special == S.DISCOUNT))
    box["floor"] = np.minimum(box["cost"], box["least_price"])


def _check(box: np.void, deck: Deck) -> None:
    """Refuse what cannot be played, or does not fit the records (BadInput)."""
    cards, row, pile = int(box["deck"]), int(box["row"]), int(box["pile"])
    dealt = int(box["n_seats"]) * int(box["hand"])
    interns, wanted = int(box["intern_copies"].sum()), int(box["n_seats"]) * int(box["start_interns"])
    if cards <= row:
        raise BadInput(
            f"The animal deck has {cards} cards and the row {row} places: with the last card in the row the game is "
            "over before it begins. Raise an animals.….copies or lower setup.row."
        )
    if cards > S.DECK:
        raise BadInput(f"The animal deck can have {S.DECK} cards; given are {cards}. Lower an animals.….copies.")
    if pile <= dealt:
        raise BadInput(
            f"{dealt} food cards are dealt and one more begins the discard pile, but there are only {pile}. "
            "Raise a food.….copies or lower setup.hand."
        )
    if pile > S.PILE:
        raise BadInput(f"There can be {S.PILE} food cards; given are {pile}. Lower a food.….copies.")
    if interns < wanted:
        raise BadInput(
            f"{wanted} interns are dealt, but there are only {interns}. Raise an interns.….copies or lower "
            "setup.interns."
        )
    for a, key in enumerate(animal_keys(deck)):
        ways = _ways(box, a)
        if ways > MAX_ACTIONS:
            raise BadInput(
                f"animals.{key}.cost = {box['cost'][a]}: there can be {ways} ways to pay it; at most {MAX_ACTIONS} can "
                "be told apart."
            )


def _ways(box: np.void, animal: int) -> int:
    """Return how many ways there can be at most to pay an animal, whatever the hand: multisets of kinds of card."""
    cost = int(box["cost"][animal])
    there = [int(icons) for icons, copies in zip(box["icons"], box["food_copies"], strict=True) if copies]
    eats = int(box["eats"][animal])
    icons = [1 << i for i in range(int(box["n_icons"])) if eats & 1 << i]
    groups = icons if box["linked"][animal] else [eats]  # cards with one food, or with any that it eats
    kinds = [sum(1 for shown in there if shown & group) for group in groups]
    return sum(comb(n + cost - 1, cost) for n in kinds if n)
