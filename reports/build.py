"""Writes the report of a run: from its directory alone, the same bytes every time."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports.content import Report
from reports.overview import report
from reports.sections.context import Context
from reports.tables.across import across
from reports.tables.comparison import comparison
from reports.tables.every import tabulate
from reports.tables.files import DIGITS, write_csv
from reports.tables.groups import groups
from reports.tables.length import unusual
from reports.text import NO_BREAK, clean, setting
from reports.words import words_for
from sim.results import Run, open_run, write_file

__all__ = ["SCHEMA", "build"]

SCHEMA = 1  # of summary.json
MARKS = frozenset("\\`*_{}[]#|!~")  # that mean something in Markdown


def build(run_dir: Path) -> Path:
    """Write report.html, report.md, summary.json and tables/*.csv into a run directory; return the path of report.html.

    Raises
    ------
    EvenhandError
        There is no finished and undamaged run, or the report cannot be written.
    """
    run = _printable(open_run(run_dir))
    words = words_for(run.manifest["game"]["name"])
    contexts = [
        Context(id=f"g{i}", group=group, words=words, tables=tabulate(group, words))
        for i, group in enumerate(groups(run))
    ]
    compared = comparison(run, words)
    beside = across(run, words)
    content = report(run, contexts, compared, beside)
    _write_tables(run.dir, contexts, compared, beside)
    write_file(run.dir / "summary.json", _summary(run, content, contexts, compared, beside))
    write_file(run.dir / "report.md", _markdown(content).encode())
    page = run.dir / "report.html"
    write_file(page, _html(content).encode())
    return page


def _printable(run: Run) -> Run:
    """Return the run with every text in it safe to print; all names in a report come from here."""
    cells = [
        replace(
            cell,
            title=_cleaned(cell.title),
            settings=_cleaned(cell.settings),
            lineup=tuple(_cleaned(strategy) for strategy in cell.lineup),
        )
        for cell in run.cells
    ]
    return replace(run, manifest=_cleaned(run.manifest), cells=tuple(cells))


def _cleaned(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {clean(key): _cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    return clean(value) if isinstance(value, str) else value


def _html(content: Report) -> str:
    style, script = _template_file("style.css"), _template_file("sort.js")
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
    )
    page = _environment(_unbroken).get_template("report.html.j2")
    # Only our own files and drawings are marked up; in the drawings every name is escaped already.
    marked = {"style": Markup(style), "script": Markup(script), "svg": Markup}  # noqa: S704
    return page.render(report=content, policy=policy, **marked)


def _markdown(content: Report) -> str:
    return _environment(str).get_template("report.md.j2").render(report=content)


def _unbroken(text: str) -> str:
    """Return a text in which no line ends within an interval, or between a number and its percent sign."""
    return re.sub(r"(?<=\d) (?=%)", NO_BREAK, re.sub(r"(?<=\d)–(?=\d)", "–\u2060", text))


def _environment(shown: Callable[[str], str]) -> Environment:
    """Return the environment of the templates; `shown` turns every text that is not marked up into what is shown."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    environment.filters["md"] = _markdown_escaped
    environment.filters["code"] = _markdown_code
    return environment


def _markdown_escaped(text: str) -> Markup:
    """Return a text that Markdown shows as it is: on one line, without HTML, links, emphasis or table borders."""
    line = " ".join(text.split())
    return Markup(html.escape("".join(f"\\{c}" if c in MARKS else c for c in line), quote=False))  # noqa: S704


def _markdown_code(text: str) -> Markup:
    """Return a text as Markdown code, whatever backticks it holds; a table border in it is escaped."""
    line = " ".join(text.split()).replace("|", "\\|")
    longest = max((len(ticks) for ticks in re.findall("`+", line)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return Markup(f"{fence}{space}{line}{space}{fence}")  # noqa: S704


@lru_cache
def _template_file(name: str) -> str:
    return (resources.files("reports") / "templates" / name).read_text(encoding="utf-8")


def _leading(i: int, context: Context) -> dict[str, object]:
    settings = ", ".join(setting(*item) for item in context.group.settings.items())
    return {"group": i, "seats_in_game": context.group.seats, "settings": settings}


def _write_tables(
    dir: Path, contexts: Sequence[Context], compared: pd.DataFrame, beside: Mapping[str, pd.DataFrame]
) -> None:
    for name in contexts[0].tables if contexts else ():
        frames = [(_leading(i, context), context.tables[name]) for i, context in enumerate(contexts)]
        if any(len(frame) for _, frame in frames):
            write_csv(dir / "tables" / f"{name}.csv", frames)
    if len(compared):
        write_csv(dir / "tables" / "comparison.csv", [({}, compared)])
    for name, frame in beside.items():
        write_csv(dir / "tables" / f"{name}.csv", [({}, frame)])
    write_csv(dir / "tables" / "unusual.csv", [({}, unusual([context.group for context in contexts]))])


def _summary(
    run: Run,
    content: Report,
    contexts: Sequence[Context],
    compared: pd.DataFrame,
    beside: Mapping[str, pd.DataFrame],
) -> bytes:
    """Return what the report says, for programs. What is unknown is null."""
    manifest = run.manifest
    summary = {
        "schema": SCHEMA,
        "experiment": manifest["experiment"],
        "game": {key: manifest["game"][key] for key in ("name", "title", "rules_version")},
        "seed": manifest["seed"],
        "evenhand": manifest["evenhand"],
        "headline": content.headline,
        "warnings": list(content.warnings),
        "commands": dict(content.commands),
        "groups": [
            {
                "seats": context.group.seats,
                "settings": dict(context.group.settings),
                "cells": [cell.id for cell in context.group.cells],
                "games": context.group.all.n,
                "verdicts": [
                    {"label": tile.label, "value": tile.value, "detail": tile.detail, "mark": tile.mark}
                    for tile in chapter.tiles
                ],
                "findings": {section.title: list(section.findings) for section in chapter.sections},
                "tables": {name: _records(frame) for name, frame in context.tables.items() if len(frame)},
            }
            for context, chapter in zip(contexts, content.chapters, strict=True)
        ],
        "unusual": _records(unusual([context.group for context in contexts])),
        **({"comparison": _compared(content, compared)} if len(compared) else {}),
        **({"across": _across(content, beside)} if content.across else {}),
    }
    return (json.dumps(_known(summary), indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _compared(content: Report, compared: pd.DataFrame) -> dict[str, Any]:
    findings = content.comparison.findings if content.comparison else ()
    return {"findings": list(findings), "table": _records(compared)}


def _across(content: Report, beside: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    return {
        "findings": {section.title: list(section.findings) for section in content.across},
        "tables": {name: _records(frame) for name, frame in beside.items()},
    }


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _known(value: Any) -> Any:
    """Return a value as JSON can hold it: null for what is unknown, and no more digits than are the same everywhere."""
    if isinstance(value, dict):
        return {str(key): _known(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_known(inner) for inner in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value.replace(NO_BREAK, " ") if isinstance(value, str) else value
