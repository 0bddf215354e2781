"""Does an experiment file that is right become the right plan, and does one that is wrong get a message that helps?"""

from __future__ import annotations

import random
import time
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from experiments.designs import cells_of
from experiments.plans import make_plan
from experiments.shipped import find_experiment, shipped
from experiments.spec import Design, read_experiment
from sim.errors import BadInput
from sim.locate import lines
from sim.plan import Plan
from tests.running.plans import STUMBLER, write

HEAD = 'name = "mine"\ntitle = "Mine"\ngame = "quo_vadis"\ngames = 100\n'
CELL = '[[cells]]\nid = "one"\nseats = 4\n'
LINEUP = HEAD + CELL + "lineup = "
SETTINGS = HEAD + CELL + "settings = "
DESIGN = HEAD + "[design]\nkind = "
FOUR = '"greedy", "greedy", "greedy"]\n'


def planned(folder: Path, text: str, files: tuple[Path, ...] = ()) -> Plan:
    """Return the plan of an experiment with this text."""
    experiment, source = read_experiment(write(folder, "exp.toml", text))
    return make_plan(experiment, source, files=files)


def test_an_experiment_becomes_a_plan(tmp_path: Path) -> None:
    """Everything that can be said in a file, said once."""
    plan = planned(
        tmp_path,
        'name = "mine"\ntitle = "Mine"\nquestion = "Who?"\ngame = "quo_vadis"\nseed = 7\ngames = 100\n'
        '[[cells]]\nid = "one"\ntitle = "One"\nseats = 3\n'
        'lineup = ["greedy", "greedy(temperature=1)", "random_legal"]\n'
        'settings = { "tokens.V.count" = 7, "negotiation.protocol" = "none", "variant.reveal" = true }\n'
        '[[cells]]\nid = "two"\nseats = 5\ngames = 30\n'
        "[cells.settings]\ntokens.V.count = 8\n",
    )
    one, two = plan.cells
    assert (plan.name, plan.title, plan.question, plan.seed, plan.games) == ("mine", "Mine", "Who?", 7, 130)
    assert (one.id, one.title, one.seats, one.games) == ("one", "One", 3, 100)
    assert one.settings == {"tokens.V.count": 7, "negotiation.protocol": "none", "variant.reveal": True}
    assert [seated.spec for seated in one.lineup] == ["greedy", "greedy(temperature=1)", "random_legal"]
    assert (two.id, two.seats, two.games, two.settings) == ("two", 5, 30, {"tokens.V.count": 8})
    assert len(two.lineup) == 5


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_is_a_lineup_for_every_seat_count(tmp_path: Path, seats: int) -> None:
    """Who has no opinion on strategies yet must be able to begin."""
    (cell,) = planned(tmp_path, HEAD + CELL.replace("4", str(seats))).cells
    assert len(cell.lineup) == seats


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_experiment_is_right_and_called_like_its_file(name: str) -> None:
    """It is found by the name of its file, and its results carry the name inside."""
    experiment, source = read_experiment(find_experiment(name))
    plan = make_plan(experiment, source)
    assert plan.name == name
    assert plan.question
    assert len(plan.cells) >= 1


def test_the_demo_plays_a_million_games() -> None:
    """It is what the README promises."""
    experiment, source = read_experiment(find_experiment("quo_vadis_demo"))
    (cell,) = make_plan(experiment, source).cells
    assert (cell.seats, cell.games) == (4, 1_000_000)


def test_seat_balance_has_equals_for_every_seat_count_and_a_mixed_table() -> None:
    """Among equals only the seat is left to make a difference; a mixed table says whether that holds among others."""
    experiment, source = read_experiment(find_experiment("quo_vadis_seat_balance"))
    tables = [
        (cell.seats, len({seated.spec for seated in cell.lineup})) for cell in make_plan(experiment, source).cells
    ]
    assert {(3, 1), (4, 1), (5, 1), (4, 4)} <= set(tables)


WRONG: dict[str, tuple[str, str]] = {
    "misspelt key": (HEAD + "sead = 1\n" + CELL, r"exp.toml:5: sead: unknown key. Did you mean 'seed'\?"),
    "misspelt key of a cell": (HEAD + CELL + "linup = []\n", r":8: cells\[0\].linup: .*Did you mean 'lineup'\?"),
    "misspelt table": (HEAD + CELL + "[cells.seting]\na = 1\n", r":8: cells\[0\].seting: .*Did you mean 'settings'\?"),
    "missing keys": ("[[cells]]\n", r":1: name: this key is missing"),
    "text for a number": (HEAD.replace("100", '"1000"') + CELL, ":4: games: must be a whole number, not '1000'"),
    "a switch for a number": (HEAD.replace("100", "true") + CELL, ":4: games: must be a whole number, not true"),
    "a fraction": (HEAD.replace("100", "1.5") + CELL, ":4: games: must be a whole number, not 1.5"),
    "a float": (HEAD.replace("100", "1e30") + CELL, ":4: games: must be a whole number"),
    "nan": (HEAD.replace("100", "nan") + CELL, ":4: games: must be a whole number, not nan"),
    "inf": (HEAD.replace("100", "inf") + CELL, ":4: games: must be a whole number, not inf"),
    "a date": (HEAD.replace("100", "1979-05-27") + CELL, ":4: games: must be a whole number"),
    "negative games": (HEAD.replace("100", "-5") + CELL, ":4: games: must be at least 1, not -5"),
    "no games": (HEAD.replace("100", "0") + CELL, ":4: games: must be at least 1, not 0"),
    "very many games": (HEAD.replace("100", "9" * 23) + CELL, ":4: games: must be at most 10,000,000,000"),
    "thousands of digits": (HEAD.replace("100", "9" * 5000) + CELL, "thousands of digits"),
    "a huge hexadecimal": (HEAD.replace("100", "0x" + "f" * 5000) + CELL, ":4: games: must be at most"),
    "negative seed": (HEAD + "seed = -1\n" + CELL, ":5: seed: must be at least 0, not -1"),
    "huge seed": (HEAD + f"seed = {2**63}\n" + CELL, ":5: seed: must be at most"),
    "an unknown game": (HEAD.replace("quo_vadis", "quo_vadi") + CELL, r":3: game: .*Did you mean 'quo_vadis'\?"),
    "an unknown strategy": (LINEUP + '[\n "gredy",' + FOUR, r":9: cells\[0\].lineup\[0\]: .*Did you mean 'greedy'"),
    "an unknown weight": (LINEUP + '["greedy(temprature=1)",' + FOUR, "Did you mean 'temperature'"),
    "a weight that is no number": (LINEUP + '["greedy(temperature=nan)",' + FOUR, "cannot be 'nan'"),
    "a lineup too short": (LINEUP + '["greedy"]\n', ":8: cells.*4 seats need 4 strategies; here are 1"),
    "a lineup that is text": (LINEUP + '"greedy"\n', ":8: .*must be a list, not 'greedy'"),
    "an empty lineup": (LINEUP + "[]\n", "must not be empty"),
    "a number in a lineup": (LINEUP + '["greedy", 4]\n', r":8: cells\[0\].lineup\[1\]: must be text in quotes, not 4"),
    "too many seats": (HEAD + CELL.replace("4", "9"), r":7: cells\[0\].seats: .*3 to 5"),
    "an unknown tunable": (SETTINGS + '{ "tokens.V.cout" = 8 }\n', ":8: .*Did you mean 'tokens.V.count'"),
    "an unknown nested tunable": (HEAD + CELL + "[cells.settings]\ntokens.V.cout = 8\n", ":9: .*'tokens.V.count'"),
    "a tunable out of range": (SETTINGS + '{ "tokens.V.count" = 800 }\n', ":8: .*cannot be 800: 0 to"),
    "a tunable as text": (SETTINGS + '{ "tokens.V.count" = "8" }\n', ":8: .*write it without quotes"),
    "a tunable as a list": (SETTINGS + '{ "tokens.V.count" = [8] }\n', ":8: .*cannot be"),
    "a tunable as a table": (SETTINGS + '{ "tokens.V.count" = {} }\n', ":8: .*cannot be"),
    "a tunable twice": (SETTINGS + '{ "tokens.V.count" = 8, tokens.V.count = 8 }\n', ":8: .*is there twice"),
    "a ruling that is none": (SETTINGS + '{ "negotiation.protocol" = "non" }\n', "Did you mean 'none'"),
    "an impossible board": (HEAD + CELL + "[cells.settings]\nsetup.senators = 1\n", ":8: cells.*settings"),
    "two cells of a name": (HEAD + CELL + CELL, r":9: cells\[1\].id: two cells are called 'one'"),
    "a name that climbs": (HEAD.replace('"mine"', '"../../up"') + CELL, ":1: name: must be"),
    "a name that Windows keeps": (HEAD.replace('"mine"', '"aux"') + CELL, ":1: name: cannot be 'aux'"),
    "a cell name with a slash": (HEAD + CELL.replace("one", "a/b"), ":6: cells.*id: must be"),
    "a bell in the title": (HEAD.replace('"Mine"', '"Mi\\u0007ne"') + CELL, ":2: title: must be one line"),
    "no cells": (HEAD, r"needs \[\[cells\]\], a \[design\], or a \[base\] with \[\[variant\]\]"),
    "cells and a design": (HEAD + CELL + '[design]\nkind = "mirror"\nseats = [3]\n', "only one of these"),
    "cells that are a number": (HEAD + "cells = 3\n", ":5: cells: must be a list, not 3"),
    "a cell that is a number": (HEAD + "cells = [3]\n", r":5: cells\[0\]: must be a table, not 3"),
    "an unknown design": (DESIGN + '"miror"\nseats = [3]\n', r":6: design.kind: .*Did you mean 'mirror'\?"),
    "an unknown strategy in a design": (DESIGN + '"mirror"\nseats = [3]\nstrategies = ["gredy"]\n', "'greedy'"),
    "too few strategies": (DESIGN + '"combinations"\nseats = [4]\nstrategies = ["greedy"]\n', "needs 4 or more"),
    "a strategy twice": (DESIGN + '"mirror"\nseats = [3]\nstrategies = ["greedy", "greedy"]\n', "is there twice"),
    "a syntax error": (HEAD + "seed = \n" + CELL, ":5: this is not TOML"),
    "an open list": (HEAD + "a = [\n", "this is not TOML"),
    "a key twice": (HEAD + "games = 5\n" + CELL, "this is not TOML"),
    "deep lists": (HEAD + "a = " + "[" * 100_000 + "]" * 100_000, "nested more than"),
    "deep tables": (HEAD + CELL + "settings = " + "{a=" * 40 + "1" + "}" * 40, "nested more than"),
    "deep keys": (HEAD + ".".join("a" * 100_000) + " = 1\n", "more than 100 dots"),
    "nothing": ("", "the file is empty"),
    "blanks": (" \n\n", "the file is empty"),
    "NUL": (HEAD + "\x00", ":5: this is not TOML"),
    "a byte order mark": ("\ufeff" + HEAD + CELL, "byte order mark"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_gets_a_message_that_helps(tmp_path: Path, case: str) -> None:
    """File, line and key, what was given, what is allowed; never a traceback, and never a silent guess."""
    text, message = WRONG[case]
    began = time.monotonic()
    with pytest.raises(BadInput, match=message):
        planned(tmp_path, text)
    assert time.monotonic() - began < 2


def test_windows_line_ends_are_no_fault(tmp_path: Path) -> None:
    """Half of all designers write on Windows; their line numbers are right, too."""
    planned(tmp_path, (HEAD + CELL).replace("\n", "\r\n"))
    with pytest.raises(BadInput, match=r"exp.toml:5: sead: unknown key"):
        planned(tmp_path, (HEAD + "sead = 1\n" + CELL).replace("\n", "\r\n"))


def test_what_is_no_small_text_file_is_refused(tmp_path: Path) -> None:
    """A directory, a device, another encoding, a film: each is named, none is read to its end."""
    (tmp_path / "latin.toml").write_bytes(HEAD.encode() + b'question = "caf\xe9"\n')
    (tmp_path / "film.toml").write_bytes(b"# film\n" + b"x" * (1 << 21))
    for name, message in {
        "latin.toml": r"latin\.toml:5: the file is not UTF-8 text \(byte 0xe9\)",
        "film.toml": "larger than 1024 KiB",
        "gone.toml": "there is no such file",
        ".": "this is not a file",
    }.items():
        with pytest.raises(BadInput, match=message):
            read_experiment(tmp_path / name)
    with pytest.raises(BadInput, match="this is not a file"):
        read_experiment(Path("/dev/zero"))


def test_every_fault_is_told_but_no_more_than_can_be_read(tmp_path: Path) -> None:
    """One fault at a time would take ten rounds; fifty thousand at a time would take the terminal."""
    with pytest.raises(BadInput) as wrong:
        planned(tmp_path, HEAD.replace("100", "-1") + "".join(f"k{i} = 1\n" for i in range(20_000)) + CELL)
    message = str(wrong.value)
    assert "games: must be at least 1" in message
    assert message.endswith("more.")
    assert len(message.splitlines()) < 30


def test_mutated_files_are_read_or_refused_in_words(tmp_path: Path) -> None:
    """A thousand slips of the finger: each is either a right file or a BadInput, and soon."""
    rng = random.Random(11)  # noqa: S311
    text = find_experiment("quo_vadis_seat_balance").read_text(encoding="utf-8").split("\n\n", 1)[1]
    for _ in range(1_000):
        at = rng.randrange(len(text))
        mutated = text[:at] + rng.choice(["", "x", '"', "[", "=", "\n", "9", ".", text[at : at + 20]]) + text[at + 1 :]
        with suppress(BadInput):
            read_experiment(write(tmp_path, "exp.toml", mutated))


def test_an_unknown_experiment_is_answered_with_the_nearest() -> None:
    """Names are typed from memory."""
    with pytest.raises(BadInput, match="Did you mean 'quo_vadis_demo'"):
        find_experiment("quo_vadis_dem")


def test_strategies_of_a_file_can_sit_at_the_table(tmp_path: Path) -> None:
    """A designer's own idea is what the tool is for."""
    file = write(tmp_path, "stumbler.py", STUMBLER)
    plan = planned(tmp_path, LINEUP + '["stumbler", "greedy", "greedy", "greedy"]\n', (file,))
    assert plan.cells[0].lineup[0].strategy.origin == "file"
    assert not plan.compiled


def lineups(kind: str, seats: tuple[int, ...], strategies: list[str]) -> list[tuple[str, ...]]:
    """Return the lineups of a design."""
    design = Design(kind=kind, seats=seats)  # type: ignore[arg-type]
    return [cell.lineup or () for cell in cells_of(design, strategies)]


def test_a_mirror_has_one_strategy_in_every_seat() -> None:
    """What is left to win by is the seat."""
    assert lineups("mirror", (2, 3), ["a", "b"]) == [("a", "a"), ("b", "b"), ("a", "a", "a"), ("b", "b", "b")]


def test_one_against_many_has_every_ordered_pair() -> None:
    """Whether A can enter a table of Bs says nothing about B among As."""
    assert lineups("one_against_many", (3,), ["a", "b", "c"]) == [
        ("a", "b", "b"), ("a", "c", "c"), ("b", "a", "a"), ("b", "c", "c"), ("c", "a", "a"), ("c", "b", "b"),
    ]  # fmt: skip


def test_one_against_many_needs_somebody_to_be_against() -> None:
    """A game for one has seats of its own, and nobody else at the table."""
    with pytest.raises(BadInput, match="2 seats or more"):
        lineups("one_against_many", (1,), ["a", "b"])


def test_combinations_have_every_set_once() -> None:
    """Seats rotate by themselves, so an order would only be the same table again."""
    assert lineups("combinations", (2,), ["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_orders_give_everybody_every_neighbour() -> None:
    """Rotation never changes who sits to the left of whom; this does."""
    found = lineups("orders", (4,), ["a", "b", "c", "d"])
    assert len(found) == 6
    left = {(order[i], order[(i + 1) % 4]) for order in found for i in range(4)}
    assert len(left) == 12


def test_cells_of_a_design_have_names_of_their_own() -> None:
    """Two specs that differ in a dot only must not share a folder."""
    cells = cells_of(Design(kind="mirror", seats=(3,)), ["a(x=1.5)", "a(x=1,5)", "A"])
    assert len({cell.id for cell in cells}) == 3


def test_a_design_with_too_many_cells_is_refused_at_once() -> None:
    """Choosing 5 of 200 gives 2.5 thousand million cells; nobody wants to wait for the message."""
    with pytest.raises(BadInput, match="10,000 cells"):
        cells_of(Design(kind="combinations", seats=(5,)), [f"s{i}" for i in range(200)])


def everywhere(value: Any, at: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Return the address of every value in nested tables and lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {at}.union(*(everywhere(child, (*at, key)) for key, child in inner))


def test_every_value_of_a_file_has_its_line() -> None:
    """Strings with brackets, dotted keys, lists over lines, tables in tables: a message must point at the right one."""
    text = (
        'title = "x # y"  # [not a table]\nq = """a\nb ] } \'c\'\n"""\n"quo.ted"."k\\"e" = 1\n'
        "a . b.c = [1, [2,\n  3], # hi ]\n  {x = 1, y = {z=2}},\n]\n[t]\nk = 1979-05-27 07:32:00\n"
        "[[cells]]\nid = \"a\"\n[cells.settings]\ntokens.V.count = 8\n[[cells]]\nid = 'b'\n"
        '[[cells.sub]]\nu = 1\n[[cells.sub]]\nu = -inf\nv = ""\n'
    )
    found = lines(text)
    assert set(found) == everywhere(tomllib.loads(text))
    assert found["a", "b", "c", 1, 1] == 7
    assert found["a", "b", "c", 2, "y", "z"] == 8
    assert found["cells", 0, "settings", "tokens", "V", "count"] == 15
    assert found["cells", 1, "sub", 1, "v"] == 22
