"""What all figures share: size, type, colours, and the way from matplotlib to an inline SVG.

Every figure has one width, that of a phone's column, so that its letters can be read there; beside a second figure on a
desk they are larger. The same frame gives the same bytes. Ids are made unique by the figure's own id.
"""

from __future__ import annotations

import html
import io
import re
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports.text import shortened

__all__ = [
    "BAND",
    "BLUE",
    "FURTHER_LINE",
    "GREEN",
    "GREY",
    "INK",
    "LIGHT",
    "LINE",
    "ORANGE",
    "PAPER",
    "PURPLE",
    "SKY",
    "VERMILION",
    "Picture",
    "canvas",
    "label",
    "lines",
    "row_height",
]

WIDTH = 4.9  # inches, of 72 units each
MOST_COLUMNS = 4  # of a legend
LINE, MOST_LINES = 24, 4  # characters in a line beside an axis, and lines
ROW, FURTHER_LINE = 0.27, 0.14  # inches
BREAKS = r"[^_,(]*[_,(]?"  # a piece of a word that is too long for a line: it may end after one

# Okabe and Ito's colours, which stay apart for colour-blind readers; no meaning hangs on colour alone.
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY = "#E69F00", "#56B4E9"
INK, GREY, LIGHT, BAND, PAPER = "#1f2430", "#6b7280", "#c9ced6", "#e9edf1", "#ffffff"

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "text.usetex": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 8.5,
    "axes.labelcolor": GREY,
    "axes.edgecolor": LIGHT,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 9.0,
    "xtick.color": LIGHT,
    "ytick.color": LIGHT,
    "xtick.labelcolor": GREY,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "grid.color": "#eceff2",
    "grid.linewidth": 0.8,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.unicode_minus": True,
}


class Picture:
    """A figure being drawn, and, once it is done, its SVG."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.svg = ""

    def axes(self, rows: int = 1, columns: int = 1) -> list[Axes]:
        """Return new axes, row by row."""
        return list(self.figure.subplots(rows, columns, squeeze=False).ravel())

    def legend(self, entries: Sequence[tuple[str, str]]) -> None:
        """Say above the axes what each fill means, line by line: (words, colour)."""
        columns = min(MOST_COLUMNS, len(entries))
        ordered = [entry for first in range(columns) for entry in entries[first::columns]]  # as matplotlib fills it
        patches = [Patch(facecolor=colour, lw=0, label=words) for words, colour in ordered]
        self.figure.legend(
            handles=patches,
            loc="outside upper left",
            ncols=columns,
            frameon=False,
            fontsize=8.5,
            handlelength=0.9,
            handleheight=0.9,
            handletextpad=0.5,
            columnspacing=1.3,
            borderpad=0.1,
            borderaxespad=0.2,
        )


@contextmanager
def canvas(id: str, title: str, description: str, height: float) -> Iterator[Picture]:
    """Give an empty picture of `height` inches to draw on; afterwards its `svg` is there.

    `title` and `description` are what a screen reader says instead of showing the picture.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        mpl.rcParams["svg.hashsalt"] = id
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the browser has more fonts than we do
        picture = Picture(Figure(figsize=(WIDTH, height), layout="constrained"))
        yield picture
        sink = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        picture.figure.savefig(sink, format="svg", metadata=nothing)
        picture.svg = _inline(sink.getvalue(), id, title, description)


def label(name: object, width: int = LINE) -> str:
    """Return a name as it fits beside an axis, in lines of at most `width` characters; after the fourth it is cut.

    >>> label("balanced(temperature=0.5)")
    'balanced(\\ntemperature=0.5)'
    """
    found: list[str] = []
    for line in textwrap.wrap(str(name), width, break_long_words=False, break_on_hyphens=False):
        found.append("")
        for piece in re.findall(BREAKS, line) if len(line) > width else [line]:
            if len(found[-1] + piece) > width and found[-1]:
                found.append("")
            found[-1] += piece
            while len(found[-1]) > width:  # nowhere to break it
                found[-1:] = [found[-1][:width], found[-1][width:]]
    if len(found) > MOST_LINES:
        found[MOST_LINES - 1 :] = [shortened("".join(found[MOST_LINES - 1 :]), width)]
    return "\n".join(found)


def lines(names: Iterable[object]) -> int:
    """Return how many lines the longest label of these names has."""
    return max((label(name).count("\n") + 1 for name in names), default=1)


def row_height(names: Iterable[object], row: float = ROW) -> float:
    """Return how many inches each row takes that has one of these names beside it; `row` if they have one line each."""
    return row + FURTHER_LINE * (lines(names) - 1)


def _inline(svg: str, id: str, title: str, description: str) -> str:
    """Return the SVG as it goes into a page: no size or fonts of its own, unique ids, words for who cannot see it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*|<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<[^>]+>", lambda tag: _own_ids(tag.group(), id), svg)
    box = re.search(r'viewBox="([^"]+)"', svg)
    opening = (
        f'<svg class="figure" role="img" aria-labelledby="{id}-title {id}-desc" '
        f'viewBox="{box.group(1) if box else ""}" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        f' <title id="{id}-title">{html.escape(title)}</title>\n'
        f' <desc id="{id}-desc">{html.escape(description)}</desc>'
    )
    return re.sub(r"<svg[^>]*>", lambda _: opening, svg, count=1).strip()


def _own_ids(tag: str, id: str) -> str:
    tag = re.sub(r'\bid="([^"]*)"', rf'id="{id}-\1"', tag)
    tag = re.sub(r"url\(#([^)]*)\)", rf"url(#{id}-\1)", tag)
    tag = re.sub(r'href="#([^"]*)"', rf'href="#{id}-\1"', tag)
    tag = re.sub(r"(\.\d\d)\d+", r"\1", tag)  # a hundredth of a unit is fine enough
    tag = re.sub(r"font-family: [^;\"]*;? ?", "", tag)
    return re.sub(r" transform=\"rotate\(-0 [^\"]*\"", "", tag)
