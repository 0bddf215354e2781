"""Does the strategy on the page for authors, and the one in the examples, really play?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.engine import play
from sim.registry import load_game
from strategies.registry import seat_spec

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "add_a_strategy.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_complete_strategy_has_under_thirty_lines() -> None:
    """Who reads the page should see at a glance that there is little to it."""
    assert len(BLOCKS[0].splitlines()) < 30


def test_the_page_shows_the_example_as_it_is() -> None:
    """Two copies that drift apart would both be wrong."""
    assert BLOCKS[0] == (ROOT / "examples" / "dearest.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(("block", "name", "compiled"), [(0, "dearest", True), (1, "bookish", False)])
def test_what_the_page_shows_plays(tmp_path: Path, block: int, name: str, compiled: bool) -> None:
    """An example that fails is the end of the reader's patience."""
    file = tmp_path / f"{name}.py"
    file.write_text(BLOCKS[block], encoding="utf-8")
    game = load_game("quo_vadis")
    lineup = [seat_spec("quo_vadis", spec, [file]) for spec in (name, name, "greedy")]
    assert lineup[0].strategy.compiled is compiled
    for protocol in ("posted", "offer", "none"):
        batch = play(game, game.make_box(3, {"negotiation.protocol": protocol}), 1, 0, 12, lineup)
        assert batch.faults == ()
        assert (batch.games["end"] == 1).all()


def test_the_example_beats_random_play() -> None:
    """A first strategy that loses to chance would teach the wrong thing."""
    game = load_game("quo_vadis")
    own = seat_spec("quo_vadis", "dearest", [ROOT / "examples" / "dearest.py"])
    batch = play(game, game.make_box(4, {}), 2, 0, 400, [own, *[seat_spec("quo_vadis", "random_legal")] * 3])
    assert (batch.games["winner"] == batch.games["game_id"] % 4).mean() > 0.5
