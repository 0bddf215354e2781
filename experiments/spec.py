"""What an experiment is, as a designer writes it down in a TOML file, and whether the file is one.

Only the form is checked here: keys, types, ranges. Whether the game has such seats, settings and strategies is found
out in `experiments.plans`. Every message names file, line and key.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from experiments.locate import Address, line_of, lines
from sim.errors import BadInput, nearest

__all__ = [
    "DESIGNS",
    "MAX_CELLS",
    "MAX_GAMES",
    "MAX_SEED",
    "CellSpec",
    "Design",
    "Experiment",
    "Source",
    "Sweep",
    "make_experiment",
    "read_experiment",
]

MAX_SEED = 2**63 - 1
MAX_GAMES = 10_000_000_000
MAX_CELLS = 10_000
MAX_X = 1e9
MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32
MAX_DOTS = 100  # in one line: Python's parser takes very long over very long dotted keys
FAULTS_TOLD = 10
SHOWN = 80  # characters of what was given that a message repeats

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
    sweep: Sweep | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Experiment:
        if bool(self.cells) == (self.design is not None):
            raise ValueError(
                "needs either [[cells]] or a [design], not both" if self.cells else "needs [[cells]] or a [design]"
            )
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


@dataclass(frozen=True, slots=True)
class Source:
    """Where an experiment stands written, so that messages can point at it; without a path, on the command line."""

    path: Path | None = None
    text: str = ""
    found: Mapping[Address, int] = field(default_factory=dict)

    def message(self, address: Sequence[str | int], what: str) -> str:
        """Return a message about the value at an address, with file, line, key and the line itself."""
        if self.path is None:
            return what
        line = line_of(self.found, address)
        shown = _plain(self.text.split("\n")[line - 1].strip())
        return f"{self.path}:{line}: {_dotted(address)}: {what}" + (f"\n    {line} | {shown}" if shown else "")


def read_experiment(path: Path) -> tuple[Experiment, Source]:
    """Return the experiment in a file, and where its parts stand.

    Raises
    ------
    BadInput
        The file is none, is not TOML, or is not an experiment: every fault with file, line, key and the nearest name.
    """
    text = _read(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at line ")
        line = f":{place.split(',')[0]}" if place else ""
        raise BadInput(f"{path}{line}: this is not TOML: {what}.") from None
    except ValueError:  # what Python's parser raises then
        raise BadInput(f"{path}: a number has thousands of digits.") from None
    except RecursionError:
        raise BadInput(f"{path}: tables or lists are nested more than {MAX_DEPTH} deep.") from None
    if _depth(content) > MAX_DEPTH:
        raise BadInput(f"{path}: tables or lists are nested more than {MAX_DEPTH} deep.")
    source = Source(path, text.replace("\r\n", "\n"), lines(text))
    return make_experiment(content, source), source


def make_experiment(content: Mapping[str, Any], source: Source) -> Experiment:
    """Return the experiment in nested tables, as TOML has them. Raises BadInput with every fault."""
    try:
        return Experiment.model_validate(content)
    except ValidationError as error:
        raise BadInput(_faults(error, source)) from None


def _read(path: Path) -> str:
    """Return the text of a file, after making sure that it is a small text file."""
    try:
        if not path.exists():
            raise BadInput(f"{path}: there is no such file.")
        if not path.is_file():
            raise BadInput(f"{path}: this is not a file.")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: the file cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(raw) > MAX_BYTES:
        raise BadInput(f"{path}: the file is larger than {MAX_BYTES // 1024} KiB, too large for an experiment.")
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{path}: the file begins with a byte order mark. Save it as UTF-8 without one.")
    if not raw.strip():
        raise BadInput(f"{path}: the file is empty.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}:{line}: the file is not UTF-8 text (byte 0x{raw[error.start]:02x}).") from None
    for number, line_text in enumerate(text.split("\n"), start=1):
        if line_text.count(".") > MAX_DOTS and not line_text.lstrip().startswith("#"):
            raise BadInput(f"{path}:{number}: more than {MAX_DOTS} dots in one line.")
    return text


def _depth(content: object) -> int:
    """Return how deep tables and lists are nested, without recursion."""
    depth, level = 0, [content]
    while level:
        depth += 1
        level = [inner for outer in level for inner in _children(outer)]
    return depth


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


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
    top = address[0] if address else None
    if top == "cells":
        return CellSpec
    if top == "sweep":
        return Sweep
    return Design if top == "design" else Experiment


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


def _dotted(address: Sequence[str | int]) -> str:
    """Return an address as one would write it: cells[0].lineup[2]."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{_plain(part)}" for part in address]
    return "".join(parts)[1:] or "the file"


def _plain(text: str) -> str:
    """Return text shortened, without what a terminal would act on."""
    return "".join(char if char.isprintable() else "?" for char in text[:SHOWN])
