"""Tunables: every number has a source, and a wrong setting gets one clear message."""

from __future__ import annotations

import pytest

from sim.errors import BadInput
from sim.registry import GAMES, load_game
from sim.tunables import SOURCES, parse_settings


@pytest.mark.parametrize("name", GAMES)
def test_every_tunable_says_what_it_is_and_where_it_is_from(name):
    """A designer changes what they can find and understand."""
    game = load_game(name)
    keys = [tunable.key for tunable in game.tunables]
    assert len(keys) == len(set(keys))
    for tunable in game.tunables:
        assert tunable.says, tunable.key
        assert tunable.source in SOURCES, tunable.key
        assert tunable.unit or not isinstance(tunable.default, int) or isinstance(tunable.default, bool), tunable.key


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tokens.V.cuont=8", "Did you mean 'tokens.V.count'?"),
        ("tokens.V.count=eight", "tokens.V.count cannot be 'eight': whole numbers only, 0 to 60 is allowed"),
        ("tokens.V.count=-1", "0 to 60 is allowed"),
        ("tokens.V.count=8.5", "whole numbers only, 0 to 60 is allowed"),
        ("tokens.V.count=nan", "0 to 60 is allowed"),
        ("rules.consent_pay=per_playr", "Did you mean 'per_player'?"),
        ("variant.election=maybe", "true or false is allowed"),
        ("tokens.V.count", "key=value"),
        ("=3", "key=value"),
    ],
)
def test_a_wrong_setting_is_refused_with_what_is_allowed(text, message):
    """What was given, what is allowed, the nearest name."""
    with pytest.raises(BadInput) as error:
        parse_settings(load_game("quo_vadis").tunables, [text], "quo_vadis")
    assert message in str(error.value)


def test_a_setting_given_twice_is_refused():
    """The second would silently win."""
    with pytest.raises(BadInput, match="given twice"):
        parse_settings(load_game("quo_vadis").tunables, ["tokens.V.count=7", "tokens.V.count=8"], "quo_vadis")


def test_settings_come_back_typed_and_sorted():
    """The manifest must not depend on the order of the command line."""
    settings = parse_settings(load_game("quo_vadis").tunables, ["variant.reveal=true", "tokens.V.count=8"], "quo_vadis")
    assert list(settings.items()) == [("tokens.V.count", 8), ("variant.reveal", True)]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"board.forum.size": 4}, "has 4 spaces; the rules know bodies of 1, 3, 5"),
        ({"consents.3": 3}, "nobody could leave"),
        (
            {"tokens.III.count": 0, "tokens.II.count": 0, "tokens.IV.count": 0, "tokens.V.count": 3},
            "the stack only 9 tiles",
        ),
        ({f"tokens.{kind}.count": 60 for kind in ("II", "III", "IV", "V")}, "at most 160"),
        ({"setup.senators": 1}, "all seats together only 4 senators"),
    ],
)
def test_an_impossible_game_is_refused(settings, message):
    """A board nobody can climb would run for ever; a space without a tile is not in the rules."""
    with pytest.raises(BadInput, match=message):
        load_game("quo_vadis").make_box(4, settings)


@pytest.mark.parametrize("n_seats", [0, 2, 6, -1])
def test_a_seat_count_that_the_box_does_not_allow_is_refused(n_seats):
    """The rulebook is for 3 to 5 players."""
    with pytest.raises(BadInput, match="3 to 5 seats"):
        load_game("quo_vadis").make_box(n_seats, {})


def test_the_counts_printed_on_the_box_are_the_defaults():
    """62 laurel tiles, worth 157 [QV 1.4]."""
    box = load_game("quo_vadis").make_box(4, {})[0]
    assert box.count.sum() == 62
    assert box.stack_size == 44
    assert (box.count * box.value).sum() == 157
    assert (box.n_bodies, box.n_paths, box.has_laurel.sum(), box.senate_size) == (14, 17, 10, 5)
    assert sorted(box.spaces[:14].tolist()) == [1] * 7 + [3] * 5 + [5] * 2
