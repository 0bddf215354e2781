"""A challenge of one's own: the example is one, is played by its own numbers, and is told in its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.engine import trace
from sim.errors import BadInput
from sim.game import Game
from sim.registry import load_game
from strategies.registry import seat_spec

EXAMPLE = Path(__file__).parents[3] / "examples" / "river_challenge.toml"


@pytest.fixture(scope="module")
def river() -> Game:
    """Return the game with the example challenge."""
    return load_game("miller_zoo", EXAMPLE)


def test_the_example_has_its_own_animals_cards_and_goal(river: Game) -> None:
    """Whoever copies it must find each of its numbers among the tunables and in the box."""
    defaults = {tunable.key: tunable.default for tunable in river.tunables}
    box = river.make_box(3, {})[0]
    assert river.seats == (1, 5)
    assert defaults["goal.animals"] == box["goal"] == 6
    assert defaults["animals.Otter.cost.F"] == 2
    assert defaults["resources.joker"] == 12
    assert (box["deck_size"], box["needs_size"], box["n_habitats"]) == (72, 24, 2)
    assert "resources.T" not in defaults, "a card of the challenge in the box"
    assert "Otter River WF" in str([row["value"] for row in river.data_inputs])


def test_the_example_is_refused_for_more_seats_than_it_is_for(river: Game) -> None:
    """Its seats are its own, not those of the box."""
    with pytest.raises(BadInput, match="1 to 5 seats"):
        river.make_box(6, {})


@pytest.mark.parametrize("seats", [1, 3])
def test_the_example_is_played_to_its_end_and_told_in_its_own_words(river: Game, seats: int) -> None:
    """A challenge that only its loader understands would be of no use: engine, strategy and text must take it."""
    names = ["Ada", "Ben", "Cem"][:seats]
    box = river.make_box(seats, {"goal.animals": 2})
    told = trace(river, box, 3, 0, [seat_spec("miller_zoo", "problems_first")] * seats)
    assert told.fault is None
    assert told.game["end"] == 1
    days = [told.game[f"day_{i}"] for i in range(1, 8)]
    assert sum(day > 0 for day in days) == told.game["received"]
    assert told.game["day_8"] == -1, "there are seven animals"
    words = " ".join(river.describe(told.box, step.state, step.action, names) for step in told.steps)
    board = river.board_text(told.box, told.last, names)
    assert "no fish" in words
    assert "the River habitat" in words
    assert "thirst" not in words + board, "an icon of the challenge in the box"
    assert "Heron" in board
    assert "of 2 animals received" in board
