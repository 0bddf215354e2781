"""Runs that several tests look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.build import build
from tests.reports.runs import by_hand, invented, write_run


@pytest.fixture
def hand_made(tmp_path: Path) -> Path:
    """Return a run of five games that can be worked out on paper."""
    return write_run(tmp_path / "hand", [by_hand()], part_games=2)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with a report: two seat counts, changed rules, a strategy twice in a lineup, truncated games."""
    changed = {"variant.reveal": True}
    cells = [
        invented(1200, ["racer", "banker(price=2)", "racer", "hoarder"], id="four", settings=changed, truncated=0.01),
        invented(900, ["racer", "hoarder", "opportunist"], id="three", settings=changed | {"tokens.V.count": 8}),
    ]
    run = write_run(tmp_path_factory.mktemp("built"), cells, part_games=500)
    build(run)
    return run
