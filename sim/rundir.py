"""One run directory while it is being written: whose it is, what is committed so far, and when it is whole.

A part counts as committed when both its files are on disk and the journal has their SHA-256. What a killed run leaves
behind is therefore either whole or not there at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sim.errors import BadInput, OutputError
from sim.plan import difference
from sim.results import MANIFEST, file_sha256, part_path, read_manifest, tables_of, write_json

__all__ = ["Journal", "only_writer"]

LOCK = ".lock"
JOURNAL = "parts.jsonl"

Entry = dict[str, Any]


class Journal:
    """What is committed to a run directory so far: the parts of its manifest, and the lines written since."""

    def __init__(self, dir: Path, manifest: Mapping[str, Any]) -> None:
        """Begin a run, or go on with an earlier one. Raises BadInput if that was another run, naming what differs."""
        self.dir = dir
        self.path = dir / JOURNAL
        self._stream: IO[str] | None = None
        if not (dir / MANIFEST).exists():
            write_json(dir / MANIFEST, manifest)
        earlier = read_manifest(dir)
        found = difference(earlier, manifest)
        if found:
            raise BadInput(
                f"{dir} holds another run: {found}. Choose another directory with --out, or remove that one."
            )
        self._entries = {(cell["id"], part["first"]): part for cell in earlier["cells"] for part in cell["parts"]}
        self._entries |= self._lines()
        self._tables = {cell["id"]: tables_of(manifest, cell) for cell in manifest["cells"]}
        for leftover in (dir / "cells").rglob(".*.tmp"):
            with suppress(OSError):
                leftover.unlink()

    def committed(self, cell: str, first: int, games: int) -> Entry | None:
        """Return the manifest's entry of a part if its files are there and unchanged, or None."""
        entry = self._entries.get((cell, first))
        if entry is None or entry.get("games") != games:
            return None
        tables = self._tables[cell]
        found = {f"{table}_sha256": file_sha256(part_path(self.dir, cell, table, first)) for table in tables}
        return entry if all(entry.get(key) == sha for key, sha in found.items()) else None

    def append(self, cell: str, entry: Entry) -> None:
        """Note that a part is committed."""
        try:
            if self._stream is None:
                self._stream = self.path.open("a", encoding="utf-8")
            self._stream.write("\n" + json.dumps({"cell": cell, **entry}))  # a torn line before this one stays apart
            self._stream.flush()
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written: {error.strerror}.") from error

    def complete(self, manifest: Mapping[str, Any]) -> None:
        """Write the whole manifest, unless it is there already, and drop the journal."""
        self.close()
        if read_manifest(self.dir) != manifest:
            write_json(self.dir / MANIFEST, manifest)
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Stop writing."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _lines(self) -> dict[tuple[str, int], Entry]:
        """Return the parts in the journal. A line that was torn when the run was killed counts for nothing."""
        if not self.path.is_file():
            return {}
        entries: dict[tuple[str, int], Entry] = {}
        for line in self.path.read_bytes().splitlines():
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                entry = json.loads(line)
                entries[entry.pop("cell"), entry["first"]] = entry
        return entries


@contextmanager
def only_writer(dir: Path) -> Iterator[None]:
    """Make the directory if need be, and be the only process that writes to it.

    Raises
    ------
    BadInput
        It holds something that is not a run.
    OutputError
        It cannot be made, or another process is writing to it.
    """
    try:
        dir.mkdir(parents=True, exist_ok=True)
        strange = [path.name for path in dir.iterdir() if path.name != LOCK]
    except OSError as error:
        raise OutputError(f"{dir}: cannot be used as a run directory: {error.strerror}.") from error
    if strange and MANIFEST not in strange:
        raise BadInput(f"{dir} holds no run, but other files ({min(strange)}, …). Choose a new or an empty directory.")
    lock = dir / LOCK
    with _locked(lock) as stream:
        stream.write(f"{os.getpid()}\n")
        stream.flush()
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()


@contextmanager
def _locked(path: Path) -> Iterator[IO[str]]:
    """Open a file that the operating system locks for this process: however the process ends, the lock ends with it."""
    while True:
        try:
            stream = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {error.strerror}.") from error
        with stream:
            if not _lock(stream):
                stream.seek(0)
                holder = stream.read(20).strip() or "another one"
                raise OutputError(f"{path.parent} is being written to by process {holder}. Wait for it, or stop it.")
            if not path.exists() or not os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                continue  # the last holder removed it in between
            stream.truncate(0)
            yield stream
            return


def _lock(stream: IO[str]) -> bool:
    """Lock an open file without waiting; return whether that worked."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
