"""Names and numbers as people read them.

Numbers show no more digits than their interval supports, and the interval stands behind them. Names come from files
that others wrote: `clean` makes them printable, escaping them is left to what prints them.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from reports.stats.shares import Estimate

__all__ = [
    "NOTHING",
    "NO_BREAK",
    "clean",
    "count",
    "listed",
    "number",
    "number_interval",
    "percent",
    "percent_interval",
    "plain_number",
    "plural",
    "points",
    "points_interval",
    "setting",
    "shortened",
    "span",
    "typed",
    "upper",
]

NOTHING = "–"
MINUS = "−"
NO_BREAK = "\u00a0"


def clean(text: str) -> str:
    """Return a text with a replacement mark for every character that cannot be printed: controls, halves of pairs.

    Marks that turn the direction of writing are replaced too: they would turn what follows the name.

    >>> clean("a\\x00b")
    'a\ufffdb'
    """
    return "".join(
        "\ufffd"
        if (unicodedata.category(c) in ("Cc", "Cs", "Cn") and c not in "\n\t")
        or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        else c
        for c in text
    )


def shortened(text: str, most: int) -> str:
    """Return a text cut to `most` characters, with an ellipsis where it was cut.

    >>> shortened("opportunist", 8)
    'opportu…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def listed(items: Sequence[str]) -> str:
    """Return items as a list in a sentence.

    >>> listed(["3", "4", "5"])
    '3, 4 and 5'
    """
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def typed(value: object) -> str:
    """Return the value of a setting as it is typed.

    >>> typed(True)
    'true'
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def setting(key: str, value: object) -> str:
    """Return a setting as it is typed.

    >>> setting("variant.reveal", True)
    'variant.reveal=true'
    """
    return f"{key}={typed(value)}"


def upper(text: str) -> str:
    """Return a text with its first letter large, the others as they are.

    >>> upper("in the Senate")
    'In the Senate'
    """
    return text[:1].upper() + text[1:]


def count(value: float) -> str:
    """Return a whole number with separators.

    >>> count(1234567)
    '1,234,567'
    """
    return NOTHING if math.isnan(value) else f"{value:,.0f}".replace("-", MINUS)


def number(value: float, digits: int = 1) -> str:
    """Return a number with a fixed number of digits.

    >>> number(-3.14159)
    '−3.1'
    """
    if math.isnan(value):
        return NOTHING
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", MINUS)


def plain_number(value: float) -> str:
    """Return a number that stands without its interval: two digits after the point, four if it is small.

    >>> plain_number(48.694), plain_number(0.0031)
    ('48.69', '0.0031')
    """
    return number(value, 2 if value == 0 or abs(value) >= 0.1 else 4)


def span(low: float, high: float) -> str:
    """Return two whole numbers as a range, or as one number if they are the same.

    >>> span(3, 14), span(2, 2)
    ('3–14', '2')
    """
    return count(low) if low == high else f"{count(low)}–{count(high)}"


def percent(value: float, digits: int = 1) -> str:
    """Return a share in percent.

    >>> percent(0.25).split()
    ['25.0', '%']
    """
    return NOTHING if math.isnan(value) else f"{number(100 * value, digits)}{NO_BREAK}%"


def points(value: float, digits: int = 1) -> str:
    """Return a difference of shares in points, with its sign.

    >>> points(0.0213)
    '+2.1'
    """
    text = number(100 * value, digits)
    return f"+{text}" if value > 0 and text[0].isdigit() and float(text.replace(",", "")) != 0 else text


def points_interval(estimate: Estimate) -> str:
    """Return a difference of shares in points with its interval.

    >>> points_interval(Estimate(-0.011, -0.013, -0.009, 1000))
    '−1.1 (−1.3 to −0.9)'
    """
    if math.isnan(estimate.value):
        return NOTHING
    digits = _digits(100 * estimate.half_width)
    return f"{points(estimate.value, digits)} ({_between(100 * estimate.lo, 100 * estimate.hi, digits)})"


def percent_interval(estimate: Estimate) -> str:
    """Return a share in percent with its interval.

    >>> percent_interval(Estimate(0.25, 0.24, 0.261, 1000)).split()
    ['25.0', '%', '(24.0–26.1)']
    """
    if math.isnan(estimate.value):
        return NOTHING
    digits = _digits(100 * estimate.half_width)
    return f"{percent(estimate.value, digits)} ({_between(100 * estimate.lo, 100 * estimate.hi, digits)})"


def number_interval(estimate: Estimate) -> str:
    """Return a number with its interval.

    >>> number_interval(Estimate(18.67, 18.64, 18.7, 1000))
    '18.67 (18.64–18.70)'
    """
    if math.isnan(estimate.value):
        return NOTHING
    digits = _digits(estimate.half_width)
    if math.isnan(estimate.lo) and math.isnan(estimate.hi):
        return number(estimate.value, digits)
    return f"{number(estimate.value, digits)} ({_between(estimate.lo, estimate.hi, digits)})"


def plural(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> plural(1, "game"), plural(2, "game")
    ('1 game', '2 games')
    """
    return f"{count(n)} {one if n == 1 else many or one + 's'}"


def _digits(half_width: float) -> int:
    """Return how many digits after the point the interval supports, one at least and four at most."""
    if math.isnan(half_width) or half_width >= 0.05 or half_width == 0.0:
        return 1
    return 2 if half_width >= 0.005 else 3 if half_width >= 0.0005 else 4


def _between(lo: float, hi: float, digits: int) -> str:
    low, high = number(lo, digits), number(hi, digits)
    return f"{low} to {high}" if MINUS in low + high else f"{low}–{high}"
