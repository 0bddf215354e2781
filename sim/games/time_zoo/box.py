"""From data files and settings to `BOX`: every number and ruling in force for one seat count, as one record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput
from sim.games.time_zoo import state as S
from sim.records import record
from sim.tunables import Tunable, Value, make_tunable, read_data, read_tunables

__all__ = [
    "BOX",
    "MAX_ACTIONS",
    "animal_keys",
    "animal_names",
    "data_inputs",
    "fill_box",
    "food_keys",
    "food_names",
    "icon_names",
    "intern_keys",
    "intern_names",
    "seat_range",
    "tunables",
]

DATA = Path(__file__).parent / "data"
MAX_ACTIONS = 4368  # the ways to pay five different icons of a colour from twelve kinds: C(16, 5); checked below
SEATS = (2, S.SEATS)  # [TZ 1.1]
SET = 5  # rows of a table of sets, from none of a kind on

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
        ("eats", np.int16, (S.ANIMALS,)),  # (A,) bit i: its icons take food with icon i
        ("special", np.int8, (S.ANIMALS,)),  # (A,) DRAW, …
        ("zoo_words", np.int64, (S.ANIMALS,)),  # (A,) one count of COUNT_BITS bits for each type and member of a set
        # the food
        ("icons", np.int16, (S.FOODS,)),  # (F,) bit i: the card shows icon i
        ("icon_words", np.int64, (S.FOODS,)),  # (F,) the same, one count of COUNT_BITS bits for each icon
        ("icons_from", np.int8, (S.ORANGE + 1,)),  # by colour, the first of its icons; at last how many icons there are
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


@cache
def _data(name: str) -> dict[str, Any]:
    return read_data(DATA / f"{name}.toml")


def animal_keys() -> tuple[str, ...]:
    """Return what each kind of animal is called in settings and columns."""
    return tuple(_data("animals")["animals"])


def animal_names() -> tuple[str, ...]:
    """Return what a person calls each kind of animal."""
    return tuple(row["name"] for row in _data("animals")["animals"].values())


def food_keys() -> tuple[str, ...]:
    """Return what each kind of food card is called in settings."""
    return tuple(_data("food")["food"])


def food_names() -> tuple[str, ...]:
    """Return what a person calls each kind of food card, by its icons."""
    return tuple("/".join(row["icons"]) for row in _data("food")["food"].values())


def intern_keys() -> tuple[str, ...]:
    """Return what each kind of intern is called in settings and columns."""
    return tuple(_data("interns")["interns"])


def intern_names() -> tuple[str, ...]:
    """Return what a person calls each kind of intern."""
    return tuple(row["name"] for row in _data("interns")["interns"].values())


def icon_names() -> tuple[str, ...]:
    """Return the nine foods, by number."""
    colours = _data("food")["colours"]
    return tuple(icon for colour in S.TYPES[: S.ORANGE] for icon in colours[colour])


def seat_range() -> tuple[int, int]:
    """Return the fewest and the most seats that the box is for."""
    return SEATS


@cache
def tunables() -> tuple[Tunable, ...]:
    """Return all tunables: the rows of the data file, then those of each kind of card."""
    return (
        *read_tunables(DATA / "tunables.toml"),
        *_animal_tunables(_data("animals")),
        *_food_tunables(_data("food")),
        *_intern_tunables(_data("interns")),
    )


def _animal_tunables(data: dict[str, Any]) -> list[Tunable]:
    file, ranges = DATA / "animals.toml", data["range"]
    found = []
    for key, row in data["animals"].items():
        each = {"source": data["source"], "where": data["where"]}
        linked = "of the same food" if row["same"] else "of any food of its type"
        for name, unit, span, says in (
            ("copies", "cards", ranges["copies"], f"{row['name']} cards"),
            ("points", "points", ranges["points"], f"points of a {row['name']}"),
            ("cost", "cards", ranges["cost"][row["type"]], f"food icons of a {row['name']}, {linked}"),
        ):
            made = {"default": row[name], "unit": unit, "range": span, "says": says, **each}
            found.append(make_tunable(f"animals.{key}.{name}", made, file))
    return found


def _food_tunables(data: dict[str, Any]) -> list[Tunable]:
    each = {"unit": "cards", "range": data["range"]["copies"], "source": data["source"], "where": data["where"]}
    return [
        make_tunable(
            f"food.{key}.copies",
            {"default": row["copies"], "says": f"food cards with {' and '.join(row['icons'])}", **each},
            DATA / "food.toml",
        )
        for key, row in data["food"].items()
    ]


def _intern_tunables(data: dict[str, Any]) -> list[Tunable]:
    file, ranges = DATA / "interns.toml", data["range"]
    found = []
    for key, row in data["interns"].items():
        copies = {"source": data["copies_source"], "where": data["copies_where"], "says": f"{row['name']} cards"}
        bonus = {"source": data["source"], "where": data["where"]}
        for name, unit, more in (
            ("copies", "cards", copies),
            ("bonus", "points", {**bonus, "says": f"points that the {row['name']} can bring"}),
            ("counts", "cards", {**bonus, "says": f"how many cards the {row['name']} counts as"}),
        ):
            if name in row:
                made = {"default": row[name], "unit": unit, "range": ranges[name], **more}
                found.append(make_tunable(f"interns.{key}.{name}", made, file))
    return found


def data_inputs() -> tuple[dict[str, object], ...]:
    """Return the inputs that are tables, not tunables, with their source."""
    animals, food = _data("animals"), _data("food")
    inputs = (
        ("animals.kinds", f"{len(animal_keys())} kinds", animals, "type, linked icons and special action of each kind"),
        ("food.kinds", f"{len(food_keys())} kinds", food, "which icons each kind of food card shows"),
    )
    return tuple(
        {
            "key": key,
            "value": shape,
            "default": shape,
            "source": data["source"],
            "where": data["where"],
            "says": says,
        }
        for key, shape, data, says in inputs
    )


def fill_box(n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return `BOX`, shape (1,), for a full set of settings.

    Raises BadInput for a seat count or a combination that the rules cannot be played with.
    """
    low, high = SEATS
    if not low <= n_seats <= high:
        raise BadInput(f"Time Zoo is for {low} to {high} seats; given was {n_seats}.")
    for what, keys, most in (
        ("animals", animal_keys(), S.ANIMALS),
        ("food cards", food_keys(), S.FOODS),
        ("interns", intern_keys(), S.INTERNS),
        ("foods", icon_names(), S.ICONS),
    ):
        if len(keys) > most:
            raise BadInput(f"{DATA}: there can be {most} kinds of {what}; given are {len(keys)}.")
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["n_seats"] = n_seats
    _fill_food(box, settings)
    _fill_animals(box, settings)
    _fill_interns(box, settings)
    _fill_rest(box, settings)
    _check(box)
    return boxes


def _fill_food(box: np.void, settings: Mapping[str, Value]) -> None:
    """Fill in which icons each food card shows, and how many there are."""
    data = _data("food")
    icons = icon_names()
    box["n_foods"], box["n_icons"] = len(data["food"]), len(icons)
    colour_of = {icon: c for c, colour in enumerate(S.TYPES[: S.ORANGE]) for icon in data["colours"][colour]}
    for f, (key, row) in enumerate(data["food"].items()):
        box["food_copies"][f] = settings[f"food.{key}.copies"]
        shown = [icons.index(icon) for icon in row["icons"]]
        colours = sorted({colour_of[icon] for icon in row["icons"]} | {S.ORANGE})
        box["icons"][f] = sum(1 << i for i in shown)
        box["icon_words"][f] = sum(1 << (S.COUNT_BITS * i) for i in shown)
        box["colours"][f] = sum(1 << c for c in colours)
        box["colour_words"][f] = sum(1 << (S.COUNT_BITS * c) for c in colours)
    box["icons_from"] = np.cumsum([0, *(len(data["colours"][colour]) for colour in S.TYPES[: S.ORANGE])])
    box["pile"] = box["food_copies"].sum()
    box["all_icons"] = (box["food_copies"] * box["icon_words"]).sum()
    box["all_colours"] = (box["food_copies"] * box["colour_words"]).sum()


def _fill_animals(box: np.void, settings: Mapping[str, Value]) -> None:
    """Fill in the animals."""
    colours = _data("food")["colours"]
    icons = icon_names()
    eaten = {c: [icons.index(icon) for icon in colours[colour]] for c, colour in enumerate(S.TYPES[: S.ORANGE])}
    eaten[S.ORANGE] = list(range(len(icons)))
    box["n_animals"] = len(animal_keys())
    for a, (key, row) in enumerate(_data("animals")["animals"].items()):
        kind = S.TYPES.index(row["type"])
        box["type"][a], box["linked"][a], box["special"][a] = kind, row["same"], S.SPECIALS.index(row["action"])
        box["eats"][a] = sum(1 << i for i in eaten[kind])
        members = [S.COUNTED[box["special"][a]]] if box["special"][a] in S.COUNTED else []
        box["zoo_words"][a] = sum(1 << (S.COUNT_BITS * place) for place in (kind, *members))
        box["item_copies"][a] = settings[f"animals.{key}.copies"]
        box["points"][a] = settings[f"animals.{key}.points"]
        box["cost"][a] = settings[f"animals.{key}.cost"]


def _fill_interns(box: np.void, settings: Mapping[str, Value]) -> None:
    """Fill in the interns: to be dealt, or shuffled into the animal deck [TZ 1.5, 9.1]."""
    box["advanced"] = settings["variant.advanced"]
    box["n_interns"] = len(intern_keys())
    for i, (key, row) in enumerate(_data("interns")["interns"].items()):
        copies = settings[f"interns.{key}.copies"]
        if box["advanced"]:
            box["item_copies"][S.INTERN + i] = copies
        else:
            box["intern_copies"][i] = copies
        box["intern_rule"][i] = S.INTERN_RULES.index(row["rule"])
        box["intern_bonus"][i] = settings[f"interns.{key}.{'bonus' if 'bonus' in row else 'counts'}"]
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


def _check(box: np.void) -> None:
    """Refuse what cannot be played, or does not fit the records (BadInput)."""
    deck, row, pile = int(box["deck"]), int(box["row"]), int(box["pile"])
    dealt = int(box["n_seats"]) * int(box["hand"])
    interns, wanted = int(box["intern_copies"].sum()), int(box["n_seats"]) * int(box["start_interns"])
    if deck <= row:
        raise BadInput(
            f"The animal deck has {deck} cards and the row {row} places: with the last card in the row the game is "
            "over before it begins. Raise an animals.….copies or lower setup.row."
        )
    if deck > S.DECK:
        raise BadInput(f"The animal deck can have {S.DECK} cards; given are {deck}. Lower an animals.….copies.")
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
    for a, key in enumerate(animal_keys()):
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
