"""What if? A game as it is beside a game with something changed, on the same shuffles, as frames and as text.

    from experiments import whatif
    print(whatif.text(whatif.run("quo_vadis", {"tokens.V.count": 8}, games=20_000)))

Every function here is what a command of the same name does. A number's interval is of 95 %; what the columns mean is
said in `reports.tables.comparison`.
"""

from __future__ import annotations

import math
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from experiments.plans import make_plan, usual_seats
from experiments.shipped import find_experiment, shipped
from experiments.spec import MAX_GAMES, MAX_SEED, make_experiment, read_experiment
from experiments.summary import aligned
from reports.commands import WHATIF
from reports.sections.comparison import (
    comparison_finding,
    findings,
    shown_difference,
    shown_value,
    shown_verdict,
)
from reports.tables.comparison import compare_runs, comparison
from reports.tables.metrics import MARGINS, SHARE
from reports.text import NO_BREAK, setting
from reports.words import words_for
from sim.errors import BadInput, unknown
from sim.game import Game
from sim.plan import Plan
from sim.registry import load_game
from sim.results import open_run
from sim.runner import run as play
from sim.source import Source
from strategies.registry import split_lineup

__all__ = [
    "COLUMNS",
    "GAMES_PLAYED",
    "answer",
    "compare",
    "game_of",
    "make",
    "margins_of",
    "places_of",
    "rows",
    "run",
    "text",
]

GAMES_PLAYED = 20_000  # with the base, and with each variant

WIDTH = 110
BESIDE = (
    "Differences of shares are in points, intervals of 95 %. “variance ÷”: two runs that are not paired would need so "
    "many times the games for such an interval."
)

# What `--json` gives of each row, by these names.
COLUMNS = ("metric", "base", "variant", "difference", "lo", "hi", "n", "variance_reduction", "verdict")


def run(
    asked: str | Path,
    settings: Mapping[str, object] | None = None,
    *,
    out: Path | str | None = None,
    jobs: int | None = None,
    **about: Any,
) -> pd.DataFrame:
    """Play a what-if and return one row for each metric of each variant.

    Parameters
    ----------
    asked
        The name of a game, or an experiment with a `[base]` and one or more `[[variant]]`: a file, or a shipped one
        by its name.
    settings
        What is different about the rules, such as {"tokens.V.count": 8}.
    out
        Where the games go; without it they are played and forgotten.
    jobs
        Workers; None is one for each core.
    about
        As in `make`.

    The columns are explained in `reports.tables.comparison.comparison`.
    """
    plan = make(asked, settings, **about)
    if out is not None:
        play(plan, Path(out), jobs=jobs).raise_for_failed()
        return answer(Path(out))
    with tempfile.TemporaryDirectory() as folder:
        play(plan, Path(folder), jobs=jobs).raise_for_failed()
        return answer(Path(folder))


def make(
    asked: str | Path,
    settings: Mapping[str, object] | None = None,
    *,
    strategies: Mapping[str, str] | None = None,
    lineup: Sequence[str] | str | None = None,
    seats: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    margins: Mapping[str, float] | None = None,
    files: Sequence[Path] = (),
    data: Path | None = None,
) -> Plan:
    """Return the plan of a what-if.

    Parameters
    ----------
    asked, settings
        As in `run`.
    strategies
        Who sits instead in a place of the lineup, such as {"seat0": "racer(price=2)"}: seat0 is the first strategy of
        the lineup, wherever the turn of the seats has it sit.
    lineup, seats
        Who sits at the table, with the base too; the game's usual lineup.
    games, seed
        Games of each cell, `GAMES_PLAYED` if nobody says; which shuffles.
    margins
        From where on a difference matters, such as {"share": 0.01, "mean": 0.1}.
    files
        Python files with strategies of the user's own.
    data
        A board or deck of the user's own that both sides are played with, instead of the shipped one.

    Raises BadInput for what cannot be played.
    """
    if _is_written(asked):
        given = {"settings": settings, "strategies": strategies, "lineup": lineup, "seats": seats, "margins": margins}
        return _of_file(str(asked), [name for name, value in given.items() if value], games, seed, files, data)
    game = game_of(asked, data)
    for name, value, most in (("games", games, MAX_GAMES), ("seed", seed, MAX_SEED)):
        if value is not None and not (name == "seed") <= value + 1 <= most + 1:
            raise BadInput(f"{name} is {value}: {int(name == 'games')} to {most:,} is allowed.")
    specs = split_lineup(lineup) if isinstance(lineup, str) else lineup
    base: dict[str, Any] = {"seats": seats or (len(specs) if specs else usual_seats(game))}
    if specs:
        base["lineup"] = list(specs)
    changes: dict[str, dict[str, object]] = {"settings": dict(settings or {}), "strategies": dict(strategies or {})}
    said = [setting(*item) for own in changes.values() for item in own.items()]
    whole = {
        "name": WHATIF.format(game=game.name),
        "title": f"What if {', '.join(said) or 'nothing changes'}?"[:200],
        "game": game.name,
        "seed": seed or 0,
        "games": games or GAMES_PLAYED,
        "base": base,
        "variant": [{"id": "variant", **changes}],
        "margins": {**MARGINS, **(margins or {})},
    }
    return make_plan(make_experiment(whole, Source()), Source(), files=files, data=data)


def answer(dir: Path) -> pd.DataFrame:
    """Return what the run of a what-if says, as `run` does."""
    told = open_run(dir)
    frame = comparison(told, words_for(told.manifest["game"]["name"]))
    if not len(frame):
        raise BadInput(f"{dir} is no run of a what-if: it has no base that its cells could be compared with.")
    return frame


def compare(one: Path, other: Path, margins: Mapping[str, float] | None = None) -> tuple[pd.DataFrame, list[str]]:
    """Return the same for two runs, and for each pair of cells whether their games are pairs, and why."""
    runs = [open_run(dir) for dir in (one, other)]
    words = words_for(runs[0].manifest["game"]["name"])
    return compare_runs(runs[0], runs[1], words, {**MARGINS, **(margins or {})})


def text(frame: pd.DataFrame) -> str:
    """Return a comparison as text: what it found, in sentences, and a table for each question."""
    lines = textwrap.wrap(comparison_finding(frame), WIDTH)
    for sentence in findings(frame):
        lines += ["", *textwrap.wrap(sentence, WIDTH)]
    several = frame["change"].nunique() > 1
    for question, own in frame.groupby("question", sort=False):
        rows: list[Sequence[str]] = [(str(question), "base", "variant", "difference", "variance ÷", "verdict")]
        for _, row in own.iterrows():
            name = f"{row['metric']} [{row['change']}]" if several else row["metric"]
            times = row["variance_reduction"]
            saved = f"{times:.1f}" if math.isfinite(times) else "–"
            shown = (shown_value(row, "base", brief=True), shown_value(row, "variant", brief=True))
            rows.append((name, *shown, shown_difference(row), saved, shown_verdict(row)))
        lines += ["", *aligned(rows)]
    return "\n".join([*lines, "", *textwrap.wrap(BESIDE, WIDTH)]).replace(NO_BREAK, " ")


def rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a frame as JSON has it: a list of `COLUMNS`, what is unknown or without end as null."""
    several = frame["change"].nunique() > 1
    found = []
    for record in frame.to_dict("records"):
        row = {name: record[name] for name in COLUMNS}
        row["metric"] = f"{record['change']}: {row['metric']}" if several else row["metric"]
        found.append({name: None if _unknown(value) else value for name, value in row.items()})
    return found


def game_of(asked: str | Path, data: Path | None = None) -> Game:
    """Return the game that is asked about by its name or in a file."""
    if _is_written(asked):
        return load_game(read_experiment(find_experiment(str(asked)))[0].game, data)
    return load_game(str(asked), data)


def margins_of(texts: Sequence[str]) -> dict[str, float]:
    """Return margins from texts like "share=0.01", "mean=0.1", or "0.01" for shares."""
    found: dict[str, float] = {}
    for text in texts:
        kind, _, number = text.rpartition("=")
        kind = kind.strip() or SHARE
        if kind not in MARGINS:
            raise unknown("margin", kind, MARGINS)
        try:
            found[kind] = float(number)
        except ValueError:
            raise BadInput(f"--margin takes share=0.01 or mean=0.1; given was '{text}'.") from None
        if not 0.0 <= found[kind] <= 1.0:
            raise BadInput(f"--margin {kind} cannot be {number}: 0 to 1 is allowed, such as {MARGINS[kind]}.")
    return found


def places_of(texts: Sequence[str]) -> dict[str, str]:
    """Return strategies by place from texts like "seat0=racer(price=2)"."""
    found: dict[str, str] = {}
    for text in texts:
        place, equals, spec = (part.strip() for part in text.partition("="))
        if not equals or not spec:
            raise BadInput(
                f"--strategy takes a place and a strategy, such as seat0=racer(price=2); given was '{text}'."
            )
        if place in found:
            raise BadInput(f"--strategy {place} is given twice.")
        found[place] = spec
    return found


def _is_written(asked: str | Path) -> bool:
    """Return whether an experiment is asked for, not a game: a file, or a shipped one by its name."""
    return str(asked).endswith(".toml") or str(asked) in shipped()


def _of_file(
    asked: str,
    given: Sequence[str],
    games: int | None,
    seed: int | None,
    files: Sequence[Path],
    data: Path | None,
) -> Plan:
    experiment, source = read_experiment(find_experiment(asked))
    if experiment.base is None:
        raise BadInput(f"{asked} asks for no what-if: it has no [base] and no [[variant]].")
    if given:
        raise BadInput(f"{asked} says its own {given[0]}: only games and seed can be given beside a file.")
    return make_plan(experiment, source, games=games, seed=seed, files=files, data=data)


def _unknown(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)
