"""What to type to see or to repeat what a report is about."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from reports.text import setting
from sim.results import Cell

__all__ = ["play_command", "run_command"]


def play_command(manifest: Mapping[str, Any], cell: Cell, game_id: int) -> str:
    """Return the command that tells one game of a run move by move."""
    lineup = ",".join(strategy["spec"] for strategy in cell.lineup)
    words = ["evenhand", "play", manifest["game"]["name"], "--seats", str(cell.seats), "--lineup", lineup]
    for key, value in cell.settings.items():
        words += ["--set", setting(key, value)]
    words += ["--seed", str(manifest["seed"]), "--game-id", str(game_id)]
    return shlex.join(words)


def run_command(manifest: Mapping[str, Any]) -> str:
    """Return the command that repeats a run: from its experiment, or, for a single cell, from its parts."""
    cells = manifest["cells"]
    name = manifest["experiment"]["name"]
    if len(cells) > 1 or name != manifest["game"]["name"]:
        return shlex.join(["evenhand", "run", name, "--seed", str(manifest["seed"]), "--out", f"runs/{name}"])
    cell = cells[0]
    words = ["evenhand", "run", name, "--seats", str(cell["seats"]), "--games", str(cell["games"])]
    words += ["--lineup", ",".join(strategy["spec"] for strategy in cell["lineup"])]
    for key, value in cell["settings"].items():
        words += ["--set", setting(key, value)]
    return shlex.join([*words, "--seed", str(manifest["seed"]), "--out", f"runs/{name}"])
