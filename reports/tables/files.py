"""Tables as CSV files that a spreadsheet may open: no cell of text can become a formula."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from sim.results import write_file

__all__ = ["protected", "unprotected", "write_csv"]

# A spreadsheet takes a text for a formula that begins so, perhaps after spaces; then their full-width twins.
RISKY = tuple("=+-@\t\r'") + tuple("＝＋－＠")  # noqa: RUF001
DIGITS = 10  # of a number; the rest differs from library to library


def protected(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet could take it for a formula.

    >>> protected("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.startswith(RISKY) or text.lstrip().startswith(RISKY) else text


def unprotected(text: str) -> str:
    """Return the text that `protected` was given.

    >>> unprotected("'=1+1")
    '=1+1'
    """
    return text[1:] if text.startswith("'") else text


def write_csv(path: Path, frames: Sequence[tuple[dict[str, object], pd.DataFrame]]) -> None:
    """Write frames under one another, each with the same leading columns; what is unknown stays empty."""
    heads = [*frames[0][0], *dict.fromkeys(column for _, frame in frames for column in frame.columns)]
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(heads)
    for leading, frame in frames:
        for row in frame.to_dict("records"):
            cells: dict[str, object] = {**leading, **{str(key): value for key, value in row.items()}}
            writer.writerow([_written(cells.get(head)) for head in heads])
    write_file(path, sink.getvalue().encode())


def _written(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if isinstance(value, int):
        return str(value)
    return protected(str(value))
