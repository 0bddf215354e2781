"""Drawings that must stay readable whatever is named in them."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from reports.figures.beside import beside
from reports.figures.canvas import label, row_height
from reports.figures.forest import differences
from reports.figures.matrix import matrix

TITLE = "Five balanced players who err, interns in the row"
SPEC = "balanced(temperature=0.5,patience=2)"


@pytest.mark.parametrize("name", [TITLE, SPEC, "opportunistically_minded_hoarder", "x" * 60])
def test_a_long_name_is_broken_and_not_cut(name: str) -> None:
    """Whoever compares two variants must see in which words they differ."""
    lines = label(name).split("\n")
    assert max(map(len, lines)) <= 24
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")


def test_a_name_is_broken_between_words_first() -> None:
    """The name of a strategy is one word."""
    assert label("four_seats, with reception_only") == "four_seats, with\nreception_only"


def test_a_name_that_would_fill_the_figure_is_cut() -> None:
    """A name of 300 characters is nobody's title."""
    assert label("x" * 300).count("\n") == 3
    assert label("x" * 300).endswith("…")


def test_rows_with_broken_names_are_higher() -> None:
    """Else the second line of one name would lie on the first of the next."""
    assert row_height(["a", "b"]) < row_height(["a", TITLE]) < row_height(["a", f"{TITLE}, {TITLE}"])


def drawn(svg: str) -> str:
    """Return all the text in a drawing but what is said of it."""
    inner = re.sub(r"<(title|desc).*?</\1>", "", svg, flags=re.DOTALL)
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", inner))


def test_names_are_whole_in_a_forest_and_on_both_sides_of_a_matrix() -> None:
    """Beside rows, below a few columns and, slanted, below many."""
    frame = pd.DataFrame({"name": [TITLE, SPEC], "d": 0.1, "d_lo_all": 0.0, "d_hi_all": 0.2})
    svg = differences(frame, "name", "d", id="a", title="t", unit="points")
    assert all(word in drawn(svg) for word in ("interns in the row", "temperature=0.5,"))
    for many in (2, 6):
        columns = [f"keeper_of_the_long_name_{i}" for i in range(many)]
        cells = pd.DataFrame([{"row": TITLE, "column": column, "v": 0.1} for column in columns])
        svg = matrix(cells, "row", "column", "v", id="a", title="t", axis="x", rows=[TITLE], columns=columns)
        shown = drawn(svg)
        assert "…" not in shown
        assert all(column in re.sub(r"\s", "", shown) for column in columns)


def test_names_are_whole_above_rows_and_clear_of_what_the_number_changes_to() -> None:
    """Two strategies that differ in their last weight are two rows, not one twice."""
    names = [f"win share of balanced(temperature=0.5,step=0.9,inside=1.5,late={late})" for late in (3, 5)]
    ends = {"base_lo": 0.2, "base_hi": 0.3, "variant_lo": 0.3, "variant_hi": 0.4}
    frame = pd.DataFrame({"metric": names, "title": "off", "base": 0.25, "variant": 0.35, **ends})
    svg = beside(frame, id="a", title="t", share=True)
    assert "…" not in drawn(svg)
    assert all(f"late={late})" in drawn(svg) for late in (3, 5))
    assert height(svg) > height(beside(frame.replace(names, ["a", "b"]), id="a", title="t", share=True))


def height(svg: str) -> float:
    """Return how high a drawing is."""
    return float(re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[0])
