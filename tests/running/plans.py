"""Small plans to run, and strategies of plain Python that misbehave on purpose."""

from __future__ import annotations

from pathlib import Path

from experiments.plans import make_plan, one_cell
from sim.plan import Plan
from sim.source import Source

__all__ = ["STUMBLER", "contents", "small", "write"]

# Fails in seat 2, in turn 6, in every other game that the strategy sits there: the noise is the game's own.
STUMBLER = '''
from strategies.kit import pick, strategy


def anything(view, box, actions, weights, values):
    values[:] = 0.0
    return pick(view, values)


@strategy("quo_vadis", compiled=False, deal=anything)
def stumbler(view, box, actions, weights, values):
    """Stumble now and then."""
    if view.actor == 2 and view.turn == 6 and int(view.noise_key) % 2 == 0:
        raise ValueError("tripped over a toga")
    values[:] = 0.0
    return pick(view, values)
'''

# Kills the process that it is played in, once: the file named "dead" says that it has happened.
KILLER = '''
import os
from pathlib import Path

from strategies.kit import pick, strategy

DEAD = Path(__file__).with_name("dead")


def anything(view, box, actions, weights, values):
    values[:] = 0.0
    return pick(view, values)


@strategy("quo_vadis", compiled=False, deal=anything)
def killer(view, box, actions, weights, values):
    """Take the whole process down, once."""
    if os.environ.get("EVENHAND_TEST_PARENT") != str(os.getpid()) and not DEAD.exists():
        DEAD.touch()
        os._exit(9)
    values[:] = 0.0
    return pick(view, values)
'''


def small(
    games: int = 2_500,
    *,
    seats: int = 4,
    lineup: str | None = None,
    seed: int = 0,
    settings: tuple[str, ...] = (),
    files: tuple[Path, ...] = (),
) -> Plan:
    """Return a plan of one cell."""
    asked = one_cell("quo_vadis", seats, lineup, games, seed, ())
    changed = dict(pair.split("=") for pair in settings)
    return make_plan(asked, Source(), files=files, settings={key: int(value) for key, value in changed.items()})


def write(folder: Path, name: str, text: str) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def contents(dir: Path) -> dict[str, bytes]:
    """Return every file of a run but the one that says when and how fast."""
    files = (path for path in dir.rglob("*") if path.is_file() and path.name != "run_info.json")
    return {path.relative_to(dir).as_posix(): path.read_bytes() for path in files}
