"""What a run leaves behind: a manifest, Parquet parts and a file of times; how they are written, checked and read.

Everything here but `run_info.json` is the same, byte for byte, whenever the same run is made again. Who plays the games
is the business of `sim.runner`, what they mean that of `reports`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, EvenhandError, OutputError
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "BRANCHES",
    "BRANCH_TYPES",
    "COMMON",
    "INFO",
    "MANIFEST",
    "SCHEMA",
    "TABLES",
    "Cell",
    "DamagedRun",
    "Run",
    "digest",
    "engine_version",
    "file_sha256",
    "missing_games",
    "open_run",
    "part_path",
    "read_manifest",
    "read_part",
    "tables_of",
    "write_file",
    "write_json",
    "write_part",
]

SCHEMA = 1
MANIFEST = "manifest.json"
INFO = "run_info.json"
TABLES = ("games", "seats")  # of every run; one that values items has BRANCHES besides
BRANCHES = "branches"

# The columns that every game has, whatever else it counts, and their types.
COMMON = {
    table: {name: np.dtype(kind).name for name, kind, _ in columns}
    for table, columns in (("games", GAME_COLUMNS), ("seats", SEAT_COLUMNS))
}

# The columns of branches, the same for every game.
BRANCH_TYPES = {
    "game_id": "int64",
    "decision": "int32",
    "turn": "int32",
    "seat": "int8",
    "strategy": "int8",
    "item": "int16",
    "taken": "int8",
    "propensity": "int32",
    "score_take": "int32",
    "score_other": "int32",
    "share_take": "int16",
    "share_other": "int16",
    "end_take": "int8",
    "end_other": "int8",
}

_MANIFEST_BYTES = 256 * 1024 * 1024
_ZSTD_LEVEL = 3
_BLOCK = 1 << 20


class DamagedRun(EvenhandError):
    """A run directory is not as its manifest says."""

    exit_code = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One combination of seat count, settings and lineup of a finished run; `banned` is the item that strategy 0 might
    not acquire, if any.
    """

    id: str
    title: str
    seats: int
    games: int
    settings: Mapping[str, Any]
    lineup: tuple[Mapping[str, Any], ...]
    failed: int
    truncated: int
    files: Mapping[str, tuple[Path, ...]]
    banned: str = ""
    x: float | None = None  # where it stands in a sweep

    def scan_games(self) -> pl.LazyFrame:
        """Return one row a game, in game id order; the manifest's `game.columns.games` says what each column means."""
        return self._scan("games")

    def scan_seats(self) -> pl.LazyFrame:
        """Return one row a game and seat, in game id and seat order; columns as in `game.columns.seats`."""
        return self._scan("seats")

    def scan_branches(self) -> pl.LazyFrame | None:
        """Return one row a branch, in game id order, or None if the run has none of this cell."""
        return self._scan(BRANCHES) if BRANCHES in self.files else None

    def _scan(self, table: str) -> pl.LazyFrame:
        import polars as pl  # workers write parts without it, and its thread pool is not theirs to start

        return pl.scan_parquet(list(self.files[table]), glob=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A finished run: `manifest` says exactly what was run, `cells` give the rows."""

    dir: Path
    manifest: Mapping[str, Any]
    cells: tuple[Cell, ...]


def open_run(dir: Path) -> Run:
    """Return the finished run in a directory, after checking every part against the manifest.

    Raises
    ------
    BadInput
        There is no run, it was written by another version of the format, or it is not finished.
    DamagedRun
        A part is missing, has changed since it was written, or has other columns than the manifest says.
    """
    dir = Path(dir)
    manifest = read_manifest(dir)
    if missing_games(manifest):
        raise BadInput(f"{dir}: the run is not finished. The same command with --out {dir} goes on where it stopped.")
    cells = []
    for cell in manifest["cells"]:
        tables = tables_of(manifest, cell)
        for table in tables:
            for part in cell["parts"]:
                _check_part(dir, cell["id"], table, part, manifest["game"]["columns"][table])
        fields = {key: cell[key] for key in ("id", "title", "seats", "games", "settings", "failed", "truncated")}
        firsts = [part["first"] for part in cell["parts"]]
        files = {table: tuple(part_path(dir, cell["id"], table, first) for first in firsts) for table in tables}
        own = {"banned": cell.get("banned", ""), "x": cell.get("x")}
        cells.append(Cell(**fields, lineup=tuple(cell["lineup"]), files=files, **own))
    return Run(dir=dir, manifest=manifest, cells=tuple(cells))


def digest(dir: Path) -> str:
    """Return the SHA-256 (hex) of all rows of a finished run, cell by cell in game id order, whatever the part borders.

    Each column is hashed from its little-endian values, so that neither compression nor library versions matter.
    """
    run = open_run(dir)
    total = hashlib.sha256()
    for cell in run.cells:
        for table in cell.files:
            columns: dict[str, Any] = {}
            for path in cell.files[table]:
                for name, values in read_part(path).items():
                    column = columns.setdefault(name, hashlib.sha256(f"{name} {values.dtype.name}".encode()))
                    column.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
            total.update(f"{cell.id} {table} {cell.games}".encode())
            for name in sorted(columns):
                total.update(columns[name].digest())
    return total.hexdigest()


def read_manifest(dir: Path) -> dict[str, Any]:
    """Return the manifest of a finished or unfinished run.

    Raises
    ------
    BadInput
        The directory holds no run, or one in another version of the format.
    DamagedRun
        The manifest cannot be read.
    """
    path = Path(dir) / MANIFEST
    if not path.is_file():
        what = "is no directory" if not Path(dir).is_dir() else f"has no {MANIFEST}"
        raise BadInput(f"{dir}: no run here: it {what}.")
    try:
        if path.stat().st_size > _MANIFEST_BYTES:
            raise DamagedRun(f"{path}: too large to be a manifest.")
        manifest = json.loads(path.read_bytes())
        schema = manifest["schema"]
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise DamagedRun(f"{path}: this is no manifest: {error!r}.") from error
    if schema != SCHEMA:
        raise BadInput(
            f"{path}: the results are in format {schema!r}, this evenhand reads {SCHEMA}. Make the run again."
        )
    try:
        for cell in manifest["cells"]:
            _check_cell(cell)
        for table in {*TABLES, *manifest["game"]["columns"]}:
            dict(manifest["game"]["columns"][table])
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedRun(f"{path}: this is no whole manifest: {error!r}.") from error
    return manifest  # type: ignore[no-any-return]  # JSON


def tables_of(manifest: Mapping[str, Any], cell: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tables that a cell of a manifest has; games with a banned item are not branched."""
    branched = BRANCHES in manifest["game"]["columns"] and not cell.get("banned")
    return (*TABLES, BRANCHES) if branched else TABLES


def missing_games(manifest: Mapping[str, Any]) -> int:
    """Return how many games a manifest still waits for."""
    return sum(cell["games"] - sum(part["games"] for part in cell["parts"]) for cell in manifest["cells"])


def part_path(dir: Path, cell: str, table: str, first: int) -> Path:
    """Return where the rows of one table live, for the part of a cell that begins with game id `first`."""
    return Path(dir) / "cells" / cell / f"{table}-{first:012d}.parquet"


def write_part(path: Path, rows: np.ndarray, about: Mapping[str, Any]) -> str:
    """Write rows to a Parquet file, all or nothing, and return the SHA-256 (hex) of the file.

    rows: (R,) record array. `about` goes into the file's own metadata, beside the version of the format.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    note = json.dumps({"schema": SCHEMA, **about}, sort_keys=True)
    columns = {name: pa.array(np.ascontiguousarray(rows[name])) for name in rows.dtype.names or ()}
    table = pa.table(columns).replace_schema_metadata({"evenhand": note})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=_ZSTD_LEVEL)
    content = sink.getvalue().to_pybytes()
    write_file(path, content)
    return hashlib.sha256(content).hexdigest()


def read_part(path: Path) -> dict[str, np.ndarray]:
    """Return the columns of one part: name → (R,) array."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, partitioning=None)
    except OSError as error:
        raise DamagedRun(f"{path}: cannot be read: {error}.") from error
    except pa.ArrowException as error:
        raise DamagedRun(f"{path}: this is no Parquet file: {error}.") from error
    return {name: table[name].to_numpy() for name in table.column_names}


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a mapping as JSON, all or nothing, always in the same bytes."""
    write_file(path, (json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode())


def write_file(path: Path, content: bytes) -> None:
    """Write a file, all or nothing: it appears under its name when all of it is on disk.

    Raises
    ------
    OutputError
        The disk is full, or the place cannot be written to.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):  # the first error is the one to tell
            temporary.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written: {error.strerror}.") from error


def file_sha256(path: Path) -> str | None:
    """Return the SHA-256 (hex) of a file, or None if there is none."""
    try:
        sha = hashlib.sha256()
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                sha.update(block)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror}.") from error
    return sha.hexdigest()


def engine_version() -> str:
    """Return the version of evenhand that is installed."""
    return metadata.version("evenhand")


def _check_cell(cell: Mapping[str, Any]) -> None:
    """Raise ValueError, KeyError or TypeError unless this is a cell whose files lie in the run directory."""
    name = cell["id"]
    if not name or set(name) & set("/\\\0:") or name.startswith("."):
        raise ValueError(f"cell id {name!r}")
    at = 0
    for part in _parts(cell):
        if part["first"] != at or part["games"] < 1:
            raise ValueError(f"cell {cell['id']}: the parts do not follow one another at game {at}")
        at += part["games"]
    if at > cell["games"]:
        raise ValueError(f"cell {cell['id']}: more games than {cell['games']}")
    for key in ("title", "seats", "settings", "lineup", "failed", "truncated"):
        _ = cell[key]


def _parts(cell: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in cell["parts"]:
        if not isinstance(part["first"], int) or not isinstance(part["games"], int):
            raise TypeError("a part without whole numbers")
        yield part


def _check_part(dir: Path, cell: str, table: str, part: Mapping[str, Any], columns: Mapping[str, str]) -> None:
    """Raise DamagedRun unless one part is there, unchanged, and has the columns of the manifest."""
    import pyarrow.parquet as pq

    path = part_path(dir, cell, table, part["first"])
    found = file_sha256(path)
    if found is None:
        raise DamagedRun(f"{path}: this part of the run is missing. Run again to replace it.")
    if found != part[f"{table}_sha256"]:
        raise DamagedRun(f"{path}: the file has changed since the run (its SHA-256 differs). Run again to replace it.")
    given = {field.name: str(field.type) for field in pq.read_schema(path)}
    if given.keys() != columns.keys():
        odd = sorted(given.keys() ^ columns.keys())
        raise DamagedRun(f"{path}: the columns are not those of the manifest; the difference is: {', '.join(odd)}.")
    for name, dtype in (BRANCH_TYPES if table == BRANCHES else COMMON[table]).items():
        if given.get(name) != dtype:
            raise DamagedRun(f"{path}: column '{name}' is {given.get(name, 'missing')}, not {dtype}.")
