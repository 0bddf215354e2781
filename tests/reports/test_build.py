"""The report as a whole: complete, the same every time, self-contained, and harmless whatever it is told."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from reports.build import build
from reports.tables.files import protected, unprotected
from sim.errors import EvenhandError
from tests.reports.runs import by_hand, common_alone, invented, strategy, write_run
from tests.reports.zoo_keepers import hand_played, write_keepers

PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{7*7}}{% raw %}",
    "$\\frac{1}{0}$ <b>",
    "]](http://evil.example) `code` |",
    "\u202egnp.exe",
    "nul\x00 bell\x07",
    "half \ud800 pair",
    "Łódź 🎲",
    "=HYPERLINK(1)",
    "x" * 300,
)


class Page(HTMLParser):
    """Everything in a page that could act or fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.policies: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            if name in ("href", "src", "xlink:href", "action", "data", "poster", "srcset"):
                self.links.append(value or "")
            if name == "content":
                self.policies.append(value or "")
            if name.startswith("on"):
                self.handlers.append(name)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text.append(data)


def everything(dir: Path) -> dict[str, bytes]:
    """Return the contents of all files of a report."""
    paths = [dir / name for name in ("report.html", "report.md", "summary.json")] + sorted((dir / "tables").iterdir())
    return {str(path.relative_to(dir)): path.read_bytes() for path in paths}


def no_constant(name: str) -> Any:
    """Refuse what JSON does not have."""
    raise AssertionError(f"{name} is no JSON")


def test_the_report_is_the_same_byte_for_byte_every_time(built: Path, tmp_path: Path) -> None:
    """In another place, another process, another time zone and language, with another hash seed."""
    again = tmp_path / "Łódź 🎲 b"
    again.mkdir()
    for name in ("manifest.json", "cells"):
        source = built / name
        shutil.copytree(source, again / name) if source.is_dir() else shutil.copy(source, again / name)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONHASHSEED": "7",
        "POLARS_MAX_THREADS": "1",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "PYTHONIOENCODING": "cp1252",
        "MPLBACKEND": "TkAgg",
        "HOME": "/nonexistent",
        "MPLCONFIGDIR": "/proc/nowhere",
    }
    code = (
        "import sys; from pathlib import Path; from reports.build import build; build(Path(sys.argv[1])); "
        "assert 'matplotlib.pyplot' not in sys.modules; assert 'numba' not in sys.modules"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(again)],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode(errors="replace")
    assert everything(again) == everything(built)


def test_the_page_needs_nothing_but_itself(built: Path) -> None:
    """It must open offline, in ten years, and tell nobody that it was opened."""
    text = (built / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert all(link.startswith("#") for link in page.links)
    assert page.tags["script"] == 1
    assert not page.tags.keys() & {"link", "img", "iframe", "object", "embed", "base", "form"}
    assert not re.search(r"@import|url\((?!#)", text)
    assert any("default-src 'none'" in policy for policy in page.policies)
    assert len(re.findall(r"https?://(?!www\.w3\.org/)", text)) == 0


def test_every_id_is_unique_and_every_link_has_a_target(built: Path) -> None:
    """Drawings repeat ids unless they are told not to; clipped by another's path they would vanish."""
    text = (built / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert max(page.ids.values()) == 1
    targets = [link[1:] for link in page.links] + re.findall(r"url\(#([^)]+)\)", text)
    assert set(targets) <= set(page.ids)
    described = re.findall(r'aria-labelledby="([^"]+)"', text)
    assert page.tags["svg"] == len(described) > 10
    assert {id for ids in described for id in ids.split()} <= set(page.ids)


def test_the_first_page_says_what_was_found(built: Path) -> None:
    """Run line, headline, verdicts for both seat counts, and the command that repeats it."""
    text = (built / "report.html").read_text(encoding="utf-8")
    summary = json.loads((built / "summary.json").read_text(encoding="utf-8"), parse_constant=no_constant)
    assert "3 and 4 seats" in text
    told = (built / "report.md").read_text(encoding="utf-8")
    assert "Cramér's V" in told
    assert re.search(r"A seat ends with [\d.]+ \([\d.]+–[\d.]+\) laurels on average", told)
    assert [group["seats"] for group in summary["groups"]] == [4, 3]
    for group in summary["groups"]:
        verdicts = {verdict["label"]: verdict["value"] for verdict in group["verdicts"]}
        assert verdicts["Seats"] in ("FAIR", "UNFAIR", "UNDECIDED")
        assert {"Best strategy", "Laurels", "Length", "Richest disqualified", "Truncated"} <= set(verdicts)
        assert group["tables"]["seats"][0]["n"] == group["games"]
    assert "evenhand play quo_vadis --seats 4 --lineup" in "".join(Page(text).text)
    command = "evenhand run test --set variant.reveal=true --seed 1 --out runs/test"
    assert command in "".join(Page(text).text)


def test_the_run_line_says_which_rules_are_changed(built: Path) -> None:
    """A finding under other rules must never be taken for one about the game as printed."""
    text = (built / "report.html").read_text(encoding="utf-8")
    assert "changed: variant.reveal=true<" in text
    assert "changed: tokens.V.count=8 (in part of the run)<" in text
    assert "nothing changed" not in text
    assert "negotiation.protocol" in text  # an assumed input


def test_the_run_line_counts_what_differs(tmp_path: Path) -> None:
    """Lineups of one game are lineups; a sweep, or several seat counts, are cells whatever sits there."""
    lineups = [invented(30, [name, "b", "b"], id=name) for name in ("x", "y")]
    swept = [invented(30, ["b"] * 3, id=f"v{i}", x=float(i), settings={"tokens.V.count": i}) for i in range(4)]
    for cells, other, says in ((lineups, {}, "2 lineups"), (swept, {"sweep": "V laurels"}, "4 cells")):
        text = build(write_run(tmp_path / says, cells, **other)).read_text(encoding="utf-8")
        assert f"<li>{says}</li>" in text
        assert ("<li>nothing changed</li>" in text) == (cells is lineups)


def test_nothing_is_said_of_what_never_happens(tmp_path: Path) -> None:
    """That no game of many uses up a supply is no finding to begin with; it stays in the table."""
    cell = invented(300, ["one", "two", "three"])
    cell["rows"]["games"]["ones_left"], cell["rows"]["games"]["stack_left"] = 1, 0
    build(write_run(tmp_path, [cell]))
    (group,) = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["groups"]
    told = group["findings"]["Where laurels come from"]
    assert [said for said in told if "use up" in said] == ["100.0 % (98.7–100.0) of games use up the stack."]
    assert told[0].startswith("Winners are ahead above all in laurels from ")
    assert {row["what"]: row["value"] for row in group["tables"]["facts"]}[
        "share of games that use up the I laurels"
    ] == 0


def test_a_title_of_a_figure_is_not_said_beside_it_again(tmp_path: Path) -> None:
    """The page is read from the titles of its figures; the same sentence twice is noise."""
    build(write_keepers(tmp_path, [hand_played()]))
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    titles = re.findall(r'<p class="finding">(.*?)</p>', text)
    assert titles
    assert not set(titles) & set(re.findall(r"<li>(.*?)</li>", text))


@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 5))
def test_names_do_nothing_wherever_they_are_shown(first: int, tmp_path: Path) -> None:
    """Strategies, experiments and settings are named in files that others wrote.

    In the page no tag, attribute or template comes of them; in Markdown no tag, link or table border; everywhere they
    are shown as they are, except for characters that cannot be printed.
    """
    payloads = PAYLOADS[first : first + 5]
    lineup = [strategy(payload, idea=payload, origin=payload) for payload in payloads]
    cells = [invented(60, lineup, title=payloads[0], settings={payloads[1]: payloads[2]})]
    experiment = {"name": "test", "title": payloads[3], "question": payloads[4]}
    text = build(write_run(tmp_path, cells, experiment=experiment)).read_bytes().decode("utf-8")
    page = Page(text)
    assert page.tags["script"] == 1
    assert page.handlers == []
    assert not page.tags.keys() & {"img", "b", "link", "iframe"}
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", text)
    shown = [payload for payload in payloads if payload.isprintable() and len(payload) < 100]
    assert all(payload in "".join(page.text) for payload in shown)
    markdown = (tmp_path / "report.md").read_bytes().decode("utf-8")
    bare = re.sub(r"(`+).*?\1|\\.", "", markdown)
    assert "<" not in bare
    assert "](" not in bare
    widths = [line.count("|") for line in bare.splitlines() if line.startswith("|")]
    assert widths.count(6) >= len(payloads)
    json.loads((tmp_path / "summary.json").read_bytes(), parse_constant=no_constant)


def test_no_text_in_a_csv_file_is_a_formula_and_every_name_comes_back(tmp_path: Path) -> None:
    """A spreadsheet would run it; numbers keep their minus sign. And no name is taken for a path."""
    names = ["=HYPERLINK(1)", "+1", "-1", "@a", "\tx", "\rx", "＝1", "'quoted", " =1", "../../x"]  # noqa: RUF001
    run = tmp_path / "run"
    build(write_run(run, [invented(120, names)], experiment={"name": "../../y", "title": "a/b", "question": ""}))
    with (run / "tables" / "head_to_head.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {unprotected(row["strategy"]) for row in rows} == {name.replace("\r", "\ufffd") for name in names}
    risky = tuple("=+-@\t\r＝")  # noqa: RUF001
    assert not any(row[column].startswith(risky) for row in rows for column in ("strategy", "other"))
    assert any(row["margin"].startswith("-") and float(row["margin"]) < 0 for row in rows)
    assert all(unprotected(protected(name)) == name for name in names)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    made = {"report.html", "report.md", "summary.json", "tables"}
    assert {path.name for path in run.iterdir()} == {"manifest.json", "cells"} | made


@pytest.mark.parametrize(
    ("n", "truncated", "headline"),
    [(0, 0.0, "no games"), (1, 0.0, "open"), (2, 0.0, "open"), (40, 1.1, "No game came to an end: 40 games")],
)
def test_runs_with_next_to_nothing_in_them_are_reported(
    n: int, truncated: float, headline: str, tmp_path: Path
) -> None:
    """Empty groups and games without winners are ordinary inputs; what is unknown is null, not NaN."""
    build(write_run(tmp_path, [invented(n, ["racer", "hoarder", "racer"], truncated=truncated)]))
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"), parse_constant=no_constant)
    assert headline in summary["headline"]
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert not re.search(r"\bnan\b", " ".join(page.text), flags=re.IGNORECASE)
    assert ",nan" not in (tmp_path / "tables" / "length.csv").read_text(encoding="utf-8")


def test_weak_evidence_is_pointed_out(tmp_path: Path) -> None:
    """Few games, truncated and failed ones, one strategy under two names, and seats that were not rotated."""
    hand = by_hand()
    build(write_run(tmp_path / "hand", [hand]))
    warnings = " ".join(json.loads((tmp_path / "hand" / "summary.json").read_text(encoding="utf-8"))["warnings"])
    assert "Few games (4)" in warnings
    assert "20.0 % of games were stopped by the turn cap" in warnings
    assert "1 game failed" in warnings
    assert "--game-id 4" in warnings
    assert "confounded" not in warnings
    lineup = [strategy("racer"), strategy("racer(price=2)"), strategy("hoarder")]
    fixed = invented(90, lineup)
    fixed["rows"]["seats"]["strategy"] = fixed["rows"]["seats"]["seat"]
    build(write_run(tmp_path / "fixed", [fixed]))
    warnings = " ".join(json.loads((tmp_path / "fixed" / "summary.json").read_text(encoding="utf-8"))["warnings"])
    assert "racer and racer(price=2) are the same strategy" in warnings
    assert "Seat and strategy are confounded: racer, racer(price=2), hoarder" in warnings
    swept = [invented(90, ["b"] * 3, id=f"v{i}", settings={"tokens.V.count": i}) for i in range(4)]
    build(write_run(tmp_path / "swept", swept))
    (warning,) = json.loads((tmp_path / "swept" / "summary.json").read_text(encoding="utf-8"))["warnings"]
    assert warning.startswith("Few games in 4 of 4 settings: win shares are known to ±")


def test_a_game_without_words_of_its_own_is_reported_in_plain_ones(tmp_path: Path) -> None:
    """A later game has a report from its first run on: seats, strategies, points, length."""
    game = {"name": "other", "title": "Other", "rules_version": 1, "inputs": [], "rulings": []}
    cells = [common_alone(invented(60, ["one", "two", "three"]))]
    columns = {table: dict.fromkeys(rows.dtype.names, "") for table, rows in cells[0]["rows"].items()}
    text = "".join(Page(build(write_run(tmp_path, cells, game=game | {"columns": columns})).read_text("utf-8")).text)
    assert all(word in text for word in ("Who wins", "Points", "Length", "evenhand play other"))
    assert not any(word in text for word in ("laurel", "Senate", "Negotiation"))


def test_a_damaged_run_is_not_reported(built: Path, tmp_path: Path) -> None:
    """A report of rows that are not those of the run would be believed."""
    shutil.copytree(built, tmp_path / "run")
    part = next((tmp_path / "run" / "cells").rglob("seats-*.parquet"))
    part.write_bytes(part.read_bytes()[:-1] + b"x")
    with pytest.raises(EvenhandError, match="changed"):
        build(tmp_path / "run")


def test_findings_are_right_about_a_planted_bias(tmp_path: Path) -> None:
    """Seat 0 gets six laurels more: the report must call that unfair, name the seat, and say it first."""
    build(write_run(tmp_path, [invented(6000, ["racer", "hoarder", "greedy"], seed=3, seat_bonus=6.0)]))
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert re.match(
        r"Seat 0 wins [\d.]+ % \([\d.]+–[\d.]+\) of games, [\d.]+ points more than an equal share", summary["headline"]
    )
    assert summary["groups"][0]["verdicts"][0]["value"] == "UNFAIR"
    best = max(summary["groups"][0]["tables"]["seats"], key=lambda row: row["win_share"])
    assert (best["seat"], best["standing"]) == ("seat 0", "above")
    assert best["advantage"] == pytest.approx(best["win_share"] - best["fair"])
