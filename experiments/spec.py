"""What an experiment is, as a designer writes it down in a TOML file, and whether the file is one.

Only the form is checked here: keys, types, ranges. Whether the game has such seats, settings and strategies is found
out in `experiments.plans`. Every message names file, line and key.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from sim.errors import BadInput, nearest
from sim.locate import Address
from sim.source import SHOWN, Source, read_source

__all__ = [
    "BASE",
    "DESIGNS",
    "MAX_CELLS",
    "MAX_GAMES",
    "MAX_SEED",
    "Base",
    "CellSpec",
    "Design",
    "Experiment",
    "Margins",
    "Sweep",
    "Values",
    "Variant",
    "make_experiment",
    "read_experiment",
]

MAX_SEED = 2**63 - 1
MAX_GAMES = 10_000_000_000
MAX_CELLS = 10_000
BASE = "base"  # the cell of a what-if's [base]
MAX_X = 1e9
FAULTS_TOLD = 10

# Names of files that Windows does not allow; a cell's name is the name of a folder.
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}

DesignKind = Literal["mirror", "one_against_many", "combinations", "orders"]
DESIGNS: tuple[str, ...] = get_args(DesignKind)


def _printable(text: str) -> str:
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in text):
        raise ValueError("must be one line without control characters")
    return text


def _no_reserved(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"cannot be '{name}', a name that Windows keeps for itself")
    return name


def _as_tuple(value: Any) -> Any:
    """TOML has lists, a frozen model has tuples."""
    return tuple(value) if isinstance(value, list) else value


def _not_base(name: str) -> str:
    if name == BASE:
        raise ValueError(f"cannot be '{BASE}', which is the [base] itself")
    return name


Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,79}$"), AfterValidator(_no_reserved)]
Line = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(_printable)]
Seats = Annotated[int, Field(ge=1, le=100)]
Games = Annotated[int, Field(ge=1, le=MAX_GAMES)]
Specs = Annotated[tuple[Line, ...], BeforeValidator(_as_tuple), Field(min_length=1, max_length=1000)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class CellSpec(_Strict):
    """One `[[cells]]` entry: a seat count, who sits there, and what is different about the rules.

    `x` is where the cell stands in a sweep.
    """

    id: Name
    title: Line | None = None
    seats: Seats
    games: Games | None = None
    lineup: Specs | None = None
    settings: dict[str, Any] = Field(default_factory=dict)
    x: Annotated[float, Field(ge=-MAX_X, le=MAX_X)] | None = None


class Sweep(_Strict):
    """The `[sweep]` table: what the cells' `x` is a number of."""

    name: Line


class Design(_Strict):
    """The `[design]` table: cells by a rule instead of one by one."""

    kind: DesignKind
    seats: Annotated[tuple[Seats, ...], BeforeValidator(_as_tuple), Field(min_length=1, max_length=100)]
    strategies: Literal["all"] | Specs = "all"
    settings: dict[str, Any] = Field(default_factory=dict)


class Base(_Strict):
    """The `[base]` table of a what-if: the table that all variants are compared with."""

    title: Line | None = None
    seats: Seats
    lineup: Specs | None = None
    settings: dict[str, Any] = Field(default_factory=dict)


class Variant(_Strict):
    """One `[[variant]]` entry: what is different from the base, in the rules or at the table.

    `strategies` puts another strategy in a place of the lineup: seat0 is the first one, wherever the turn of the seats
    has it sit.
    """

    id: Annotated[Name, AfterValidator(_not_base)]
    title: Line | None = None
    settings: dict[str, Any] = Field(default_factory=dict)
    strategies: dict[str, Line] = Field(default_factory=dict)
    lineup: Specs | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Variant:
        if self.strategies and self.lineup:
            raise ValueError("has a lineup and strategies that take places in the base's: give one of the two")
        return self


class Margins(_Strict):
    """The `[margins]` table of a what-if: what matters less than this is not material."""

    share: Annotated[float, Field(ge=0, le=1)] = 0.02
    mean: Annotated[float, Field(ge=0, le=1)] = 0.05


class Values(_Strict):
    """The `[values]` table: what each item is worth, found out by branching at some of the opportunities to acquire it,
    and by cells in which one seat may not acquire it.
    """

    rate: Annotated[float, Field(ge=0.0, le=1.0)] = 0.0
    ban: bool = False

    @model_validator(mode="after")
    def _something(self) -> Values:
        if not self.rate and not self.ban:
            raise ValueError("needs a rate above 0, or ban = true")
        return self


class Experiment(_Strict):
    """A whole experiment file."""

    name: Name
    title: Line
    question: Annotated[str, Field(max_length=10_000)] = ""
    game: Name
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 0
    games: Games
    cells: Annotated[tuple[CellSpec, ...], BeforeValidator(_as_tuple), Field(max_length=MAX_CELLS)] = ()
    design: Design | None = None
    base: Base | None = None
    variant: Annotated[tuple[Variant, ...], BeforeValidator(_as_tuple), Field(max_length=MAX_CELLS)] = ()
    margins: Margins | None = None
    values: Values | None = None
    sweep: Sweep | None = None

    @model_validator(mode="after")
    def _one_of_three(self) -> Experiment:
        given = [bool(self.cells), self.design is not None, self.base is not None].count(True)
        if given != 1:
            raise ValueError(
                "needs [[cells]], a [design], or a [base] with [[variant]]" + (", only one of these" if given else "")
            )
        if bool(self.variant) != (self.base is not None):
            raise ValueError("has a [base] without any [[variant]]" if self.base else "has a [[variant]] but no [base]")
        if self.margins is not None and self.base is None:
            raise ValueError("has [margins] but no [base] that variants are compared with")
        return self

    @model_validator(mode="after")
    def _swept(self) -> Experiment:
        if self.sweep is not None and self.design is not None:
            raise ValueError("has a [sweep] with a [design]; a sweep needs [[cells]], each with its x")
        without = [cell.id for cell in self.cells if cell.x is None]
        if self.sweep is not None and without:
            raise ValueError(f"has a [sweep], so every cell needs an x; the cell '{without[0]}' has none")
        if self.sweep is None and len(without) < len(self.cells):
            raise ValueError("has a cell with an x but no [sweep] that says what it is a number of")
        return self


def read_experiment(path: Path) -> tuple[Experiment, Source]:
    """Return the experiment in a file, and where its parts stand.

    Raises
    ------
    BadInput
        The file is none, is not TOML, or is not an experiment: every fault with file, line, key and the nearest name.
    """
    source, content = read_source(path)
    return make_experiment(content, source), source


def make_experiment(content: Mapping[str, Any], source: Source) -> Experiment:
    """Return the experiment in nested tables, as TOML has them. Raises BadInput with every fault."""
    try:
        return Experiment.model_validate(content)
    except ValidationError as error:
        raise BadInput(_faults(error, source)) from None


def _faults(error: ValidationError, source: Source) -> str:
    """Return what pydantic found, one fault after the other, in the file's own terms."""
    by_address: dict[Address, Mapping[str, Any]] = {}
    for fault in error.errors(include_url=False):
        address = tuple(part for part in fault["loc"] if not _is_branch(part))
        by_address.setdefault(address, fault)
    told = list(by_address.items())[:FAULTS_TOLD]
    messages = [source.message(address, _what(fault, address)) for address, fault in told]
    more = [f"… and {len(by_address) - len(told)} more."] if len(by_address) > len(told) else []
    return "\n".join(messages + more)


def _is_branch(part: str | int) -> bool:
    """Return whether part of an address is pydantic's name for one branch of `strategies`, not a key of the file."""
    return isinstance(part, str) and ("[" in part or "literal" in part)


def _what(fault: Mapping[str, Any], address: Sequence[str | int]) -> str:
    """Return one fault in simple words."""
    kind, given, context = fault["type"], fault["input"], fault.get("ctx", {})
    model = _model_at(address[:-1])
    if kind == "extra_forbidden":
        keys = list(model.model_fields)
        return f"unknown key.{nearest(str(address[-1])[:SHOWN], keys)} Here may stand: {', '.join(keys)}."
    if kind == "missing":
        return "this key is missing."
    if kind == "string_pattern_mismatch":
        return f"must be at most 80 lower-case letters, digits, - and _, a letter or digit first, not {_shown(given)}."
    if kind == "literal_error":
        allowed = [word.strip().strip("'") for word in context["expected"].replace(" or ", ",").split(",")]
        return f"cannot be {_shown(given)}.{nearest(str(given)[:SHOWN], allowed)} Allowed is: {', '.join(allowed)}."
    if kind == "value_error":
        return f"{context['error']}."
    words = {
        "int_type": "must be a whole number",
        "float_type": "must be a number",
        "bool_type": "must be true or false",
        "string_type": "must be text in quotes",
        "tuple_type": "must be a list",
        "dict_type": "must be a table",
        "model_type": "must be a table",
        "model_attributes_type": "must be a table",
        "greater_than_equal": f"must be at least {context.get('ge', 0):,}" if "ge" in context else "",
        "less_than_equal": f"must be at most {context.get('le', 0):,}" if "le" in context else "",
        "string_too_short": "must not be empty",
        "string_too_long": f"is too long: {context.get('max_length', 0):,} characters are allowed",
        "too_short": "must not be empty",
        "too_long": f"is too long: {context.get('max_length', 0):,} entries are allowed",
    }
    return f"{words.get(kind) or fault['msg']}, not {_shown(given)}."


def _model_at(address: Sequence[str | int]) -> type[BaseModel]:
    """Return the model that the table at an address should be."""
    models: dict[str | int, type[BaseModel]] = {
        "cells": CellSpec,
        "design": Design,
        "base": Base,
        "variant": Variant,
        "margins": Margins,
        "values": Values,
        "sweep": Sweep,
    }
    return models.get(address[0], Experiment) if address else Experiment


def _shown(value: object) -> str:
    """Return a value as it would stand in the file, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping | list | tuple):
        return "a table" if isinstance(value, Mapping) else "a list"
    if isinstance(value, int) and value.bit_length() > 1000:
        return "a number with hundreds of digits"
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
