"""Plays a plan on any number of workers and commits it to a run directory, part by part.

A part is a range of game ids of one cell, a pure function of the plan: it may be played anywhere, in any order, and
twice. What is committed stays: the same plan run again into the same directory goes on where it stopped. What is to be
played is said in `sim.plan`, what is on disk in `sim.rundir`.
"""

from __future__ import annotations

import os
import platform
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from joblib import Parallel, cpu_count, delayed, parallel_config

from sim.branch import branch, play_restricted
from sim.compiled import DISABLED, can_keep, is_warm, mark_warm
from sim.engine import play, warm
from sim.errors import EvenhandError, FailedGames, unknown
from sim.game import Game
from sim.outcome import FAILED
from sim.plan import CellPlan, Plan, manifest_of
from sim.registry import load_game
from sim.results import BRANCHES, INFO, TABLES, part_path, read_part, write_json, write_part
from sim.rundir import Journal, only_writer
from sim.source import Source
from sim.strategy import Seated
from sim.tally import FailedGame, Tally, tally_of

__all__ = ["BACKENDS", "DEFAULT_BATCH", "Interrupted", "Outcome", "Progress", "run", "warm_up"]

BACKENDS = ("threading", "loky", "sequential", "dask")
DEFAULT_BATCH = 4096

# Parts in a wave. Between waves nothing is under way: there the parts lost with a worker process are played again.
WAVES = (8, 16, 32, 64)
TRIES = 3
FAULTS_TOLD = 5


class Interrupted(EvenhandError):
    """The user, or the system, asked the run to stop; `exit_code` is the one that shells expect."""

    def __init__(self, message: str, signum: int) -> None:
        super().__init__(message)
        self.exit_code = 128 + signum


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is, told after each part."""

    cell: CellPlan  # of the part that has just been committed
    tally: Tally  # of that cell so far
    done: int  # games, those kept from an earlier run included
    total: int
    played: int  # games played by this run
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A finished run: where it is and what it amounts to."""

    dir: Path
    plan: Plan
    tallies: tuple[Tally, ...]  # one a cell
    faults: tuple[FailedGame, ...]  # the first few
    played: int  # games played by this run, the others were there
    seconds: float

    @property
    def failed(self) -> int:
        """Games in which a strategy failed."""
        return sum(tally.failed for tally in self.tallies)

    def raise_for_failed(self) -> None:
        """Raise FailedGames if there are any, naming strategy, seat, game and turn of the first few."""
        if self.failed:
            head = (
                f"A strategy failed in {self.failed:,} of {self.plan.games:,} games; these have no winner. The first:"
            )
            raise FailedGames("\n  ".join([head, *map(str, self.faults)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What a worker process needs to lay a cell's table by itself: names and settings."""

    game: str
    data: Source | None
    seats: int
    settings: tuple[tuple[str, Any], ...]
    specs: tuple[str, ...]
    files: tuple[Path, ...]
    seat_spec: Callable[[str, str, Sequence[Path]], Seated]


_Laid = tuple[Game, np.ndarray, tuple[Seated, ...]]  # game, box, lineup


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A range of games to play, and where its rows go."""

    dir: Path
    cell: int  # index in the plan
    cell_id: str
    table: _Table
    seed: int
    first: int
    games: int
    rate: float
    banned: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """A part that is on disk."""

    part: _Part
    entry: dict[str, Any]  # as in the manifest
    tally: Tally
    faults: tuple[FailedGame, ...]


def run(
    plan: Plan,
    dir: Path,
    *,
    jobs: int | None = None,
    backend: str | None = None,
    batch: int = DEFAULT_BATCH,
    watch: Callable[[Progress], None] = lambda progress: None,
    say: Callable[[str], None] = lambda text: None,
) -> Outcome:
    """Play a plan into a directory and return what it amounts to.

    The results are the same for every `jobs`, `backend` and `batch`.

    Parameters
    ----------
    dir
        A new or empty directory, or one that holds the same run, finished or not.
    jobs
        Workers; None is one for each core.
    backend
        One of `BACKENDS`; None is threads, or processes (loky) when a strategy is plain Python.
    batch
        Games in one call of the engine.
    watch
        Called after each part.
    say
        Called with a line of text when there is something to know meanwhile.

    Raises
    ------
    BadInput
        The directory holds another run, or something else.
    OutputError
        The directory cannot be written to, or another process is writing to it.
    Interrupted
        Ctrl-C or SIGTERM came. Parts under way were finished and are kept.
    """
    if backend is not None and backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    dir = Path(dir).absolute()
    with only_writer(dir):
        manifest = manifest_of(plan)
        with closing(Journal(dir, manifest)) as journal:
            workers = _Workers(jobs or cpu_count(), backend or _backend_for(plan), batch)
            return _run(plan, dir, manifest, journal, workers, watch, say)


def _run(
    plan: Plan,
    dir: Path,
    manifest: dict[str, Any],
    journal: Journal,
    workers: _Workers,
    watch: Callable[[Progress], None],
    say: Callable[[str], None],
) -> Outcome:
    """Play what is missing, and complete the manifest."""
    parts = list(_parts(plan, dir))
    done = {(kept.part.cell, kept.part.first): kept for kept in map(_kept, parts, repeat(journal)) if kept is not None}
    tallies = [Tally.none([seated.spec for seated in cell.lineup]) for cell in plan.cells]
    for kept in done.values():
        tallies[kept.part.cell] += kept.tally
    todo = [part for part in parts if (part.cell, part.first) not in done]
    before, played = plan.games - sum(part.games for part in todo), 0
    if todo and before:
        say(f"Going on: {before:,} of {plan.games:,} games are there already.")
    if todo:
        warm_up(plan, say)
    started, clock = datetime.now(UTC), time.monotonic()
    with _Stop(say) as stop, closing(workers.play(plan, todo, stop)) as playing:
        for new in playing:
            journal.append(new.part.cell_id, new.entry)
            done[new.part.cell, new.part.first] = new
            tallies[new.part.cell] += new.tally
            played += new.part.games
            watch(
                Progress(
                    cell=plan.cells[new.part.cell],
                    tally=tallies[new.part.cell],
                    done=before + played,
                    total=plan.games,
                    played=played,
                    seconds=time.monotonic() - clock,
                )
            )
    if len(done) < len(parts):
        there = f"{before + played:,} of {plan.games:,} games are in {dir}"
        raise Interrupted(f"Stopped: {there}. The same command with --out {dir} goes on from there.", stop.signum)
    seconds = time.monotonic() - clock
    in_order = [done[part.cell, part.first] for part in parts]
    for index, cell in enumerate(manifest["cells"]):
        cell["parts"] = [each.entry for each in in_order if each.part.cell == index]
        cell["failed"] = tallies[index].failed
        cell["truncated"] = tallies[index].truncated
    if played:
        write_json(dir / INFO, workers.info(started, seconds, played))
    journal.complete(manifest)
    faults = tuple(fault for each in in_order for fault in each.faults)[:FAULTS_TOLD]
    return Outcome(dir=dir, plan=plan, tallies=tuple(tallies), faults=faults, played=played, seconds=seconds)


@dataclass(frozen=True, slots=True)
class _Workers:
    """Who plays: how many, threads or processes, and how many games a call of the engine."""

    jobs: int
    backend: str
    batch: int

    def play(self, plan: Plan, todo: Sequence[_Part], stop: _Stop) -> Generator[_Done, None, None]:
        """Play parts wave by wave and yield each when it is on disk, until all are or a stop is asked for."""
        if not todo:
            return
        here = self.backend in ("threading", "sequential")
        laid = {part.cell: _lay_here(plan, part.cell) if here else None for part in todo}
        options: dict[str, Any] = {}
        if self.backend == "loky":
            options = {"initializer": _start_worker, "initargs": (os.getpid(),)}
        with (
            _cluster(self.backend, self.jobs),
            parallel_config(self.backend, n_jobs=1 if self.backend == "sequential" else self.jobs, **options),
            Parallel(
                return_as="generator_unordered",
                batch_size=1,  # a part is long enough, and a stop should not wait for several
                pre_dispatch="n_jobs",
                max_nbytes=None,
            ) as parallel,
        ):
            for wave in _waves(todo):
                yield from self._play_wave(parallel, wave, laid, stop)
                if stop.signum:
                    return

    def _play_wave(
        self, parallel: Parallel, wave: Sequence[_Part], laid: Mapping[int, _Laid | None], stop: _Stop
    ) -> Iterator[_Done]:
        """Play the parts of one wave; those lost with a worker process that died are played again."""
        left = {(part.cell, part.first): part for part in wave}
        for _ in range(TRIES):
            tasks = (
                delayed(_play_part)(part, laid[part.cell], self.batch)
                for part in stop.take_until_asked(tuple(left.values()))
            )
            try:
                for done in parallel(tasks):
                    del left[done.part.cell, done.part.first]
                    yield done
            except BrokenProcessPool:
                continue
            return
        lost = ", ".join(f"{part.first} of cell {part.cell_id}" for part in left.values())
        raise EvenhandError(
            f"Worker processes died {TRIES} times (out of memory?) in the parts that begin with game {lost}. "
            "What is committed is kept; the same command goes on, perhaps with fewer --jobs."
        )

    def info(self, started: datetime, seconds: float, played: int) -> dict[str, Any]:
        """Return what `run_info.json` says: when, where, how fast."""
        return {
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(seconds, 3),
            "games_played": played,
            "games_per_second": round(played / seconds) if seconds > 0 else None,
            "jobs": self.jobs,
            "backend": self.backend,
            "batch": self.batch,
            "host": platform.node(),
            "system": platform.platform(),
            "cores": os.cpu_count(),
        }


class _Stop:
    """The first Ctrl-C or SIGTERM: no new part is begun. A second one ends the process at once."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.signum = 0
        self._say = say
        self._before: dict[int, Any] = {}

    def __enter__(self) -> _Stop:
        if threading.current_thread() is threading.main_thread():  # elsewhere Python allows no handlers
            for signum in (signal.SIGINT, signal.SIGTERM):
                self._before[signum] = signal.signal(signum, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def take_until_asked(self, parts: Iterable[_Part]) -> Iterator[_Part]:
        """Yield parts as long as nobody wants to stop."""
        for part in parts:
            if self.signum:
                return
            yield part

    def _ask(self, signum: int, _: FrameType | None) -> None:
        self.signum = signum
        for each in self._before:
            signal.signal(each, signal.SIG_DFL)
        self._say("Stopping as soon as the parts under way are on disk; once more stops at once.")

    def _restore(self) -> None:
        for signum, handler in self._before.items():
            signal.signal(signum, handler)
        self._before.clear()


def _play_part(part: _Part, laid: _Laid | None, batch: int) -> _Done:
    """Play one part and commit its rows: a file for each table, one entry of the manifest."""
    game, box, lineup = laid or _lay_in_worker(part.table)
    what = game, box, part.seed, part.first, part.games, lineup
    played = play_restricted(*what, part.banned, batch=batch) if part.banned else play(*what, batch=batch)
    tables = dict(zip(TABLES, (played.games, played.seats), strict=True))
    if part.rate and not part.banned:
        tables[BRANCHES] = branch(*what, part.rate, batch=batch)
    about = {"game": game.name, "cell": part.cell_id, "seed": part.seed, "first": part.first, "games": part.games}
    entry: dict[str, Any] = {"first": part.first, "games": part.games}
    for table, rows in tables.items():
        entry[f"{table}_sha256"] = write_part(part_path(part.dir, part.cell_id, table, part.first), rows, about)
    faults = tuple(
        FailedGame(
            cell=part.cell_id,
            game_id=fault.game_id,
            seat=fault.seat,
            turn=fault.turn,
            strategy=fault.strategy,
            what=fault.what,
        )
        for fault in sorted(played.faults, key=lambda fault: fault.game_id)[:FAULTS_TOLD]
    )
    return _Done(part=part, entry=entry, tally=tally_of(part.table.specs, played.games, played.seats), faults=faults)


def _kept(part: _Part, journal: Journal) -> _Done | None:
    """Return a part as an earlier run committed it, or None."""
    entry = journal.committed(part.cell_id, part.first, part.games)
    if entry is None:
        return None
    games, seats = (read_part(part_path(part.dir, part.cell_id, table, part.first)) for table in TABLES)
    specs = part.table.specs
    faults = []
    for row in np.flatnonzero(games["end"] == FAILED)[:FAULTS_TOLD]:
        seat = int(games["fault_seat"][row])
        faults.append(
            FailedGame(
                cell=part.cell_id,
                game_id=int(games["game_id"][row]),
                seat=seat,
                turn=int(games["turns"][row]),
                strategy=specs[int(seats["strategy"][row * len(specs) + seat])],
                what="",
            )
        )
    return _Done(part=part, entry=entry, tally=tally_of(specs, games, seats), faults=tuple(faults))


def _parts(plan: Plan, dir: Path) -> Iterator[_Part]:
    """Yield every part of a plan, cell by cell in game id order."""
    size = plan.part_games
    for index, cell in enumerate(plan.cells):
        table = _table(plan, cell)
        for first in range(0, cell.games, size):
            yield _Part(
                dir=dir,
                cell=index,
                cell_id=cell.id,
                table=table,
                seed=plan.seed,
                first=first,
                games=min(size, cell.games - first),
                rate=plan.rate,
                banned=cell.banned,
            )


def _waves(parts: Sequence[_Part]) -> Iterator[Sequence[_Part]]:
    begin = 0
    for size in chain(WAVES, repeat(WAVES[-1])):
        if begin >= len(parts):
            return
        yield parts[begin : begin + size]
        begin += size


def _table(plan: Plan, cell: CellPlan) -> _Table:
    return _Table(
        game=plan.game.name,
        data=plan.game.data,
        seats=cell.seats,
        settings=tuple(sorted(cell.settings.items())),
        specs=tuple(seated.spec for seated in cell.lineup),
        files=plan.files,
        seat_spec=plan.seat_spec,
    )


def _lay_here(plan: Plan, cell: int) -> _Laid:
    """Return game, box and lineup of a cell for workers that share this process."""
    planned = plan.cells[cell]
    return plan.game, plan.game.make_box(planned.seats, planned.settings), planned.lineup


@lru_cache(maxsize=64)
def _lay_in_worker(table: _Table) -> _Laid:
    """Return game, box and lineup of a cell in a worker process, which keeps them."""
    game = load_game(table.game, table.data)
    lineup = tuple(_seat_in_worker(table.seat_spec, table.game, spec, table.files) for spec in table.specs)
    return game, game.make_box(table.seats, dict(table.settings)), lineup


@lru_cache(maxsize=256)
def _seat_in_worker(
    seat_spec: Callable[[str, str, Sequence[Path]], Seated], game: str, spec: str, files: tuple[Path, ...]
) -> Seated:
    return seat_spec(game, spec, files)


def _start_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent process, and end with it even when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch_parent, daemon=True).start()


@contextmanager
def _cluster(backend: str, jobs: int) -> Iterator[None]:
    """Give joblib a Dask cluster to work on: the one that Dask is configured for, or one on this machine."""
    if backend != "dask":
        yield
        return
    try:
        dask, distributed = import_module("dask"), import_module("dask.distributed")
    except ImportError:
        raise EvenhandError("The backend 'dask' needs dask and distributed: install evenhand[dask].") from None
    address = dask.config.get("scheduler-address", None)
    with distributed.Client(address) if address else distributed.Client(n_workers=jobs, threads_per_worker=1):
        yield


def _backend_for(plan: Plan) -> str:
    """Compiled games let other threads run; plain Python needs processes."""
    return "threading" if plan.compiled and not DISABLED else "loky"


def warm_up(plan: Plan, say: Callable[[str], None]) -> None:
    """Compile all that a plan needs once, here, before many workers would all do it at the same time."""
    others: list[Callable[..., object]] = [partial(branch, rate=1.0)] if plan.rate else []
    if any(cell.banned for cell in plan.cells):
        others.append(partial(play_restricted, banned=plan.game.items[0]))
    mark = f"{plan.game.name}-values" if others else plan.game.name
    if not is_warm(mark):
        kept = (
            "" if can_keep() else ", and each time: no folder for a cache can be written; EVENHAND_CACHE names another"
        )
        say(f"Compiling the engine for the first time (about {'a' if others else 'half a'} minute){kept} …")
    seen: set[str] = set()
    for cell in plan.cells:
        names = {seated.strategy.name for seated in cell.lineup}
        if not names <= seen:
            warm(plan.game, cell.lineup, *others)
            seen |= names
    mark_warm(mark)
