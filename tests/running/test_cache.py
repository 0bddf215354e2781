"""Does everything work, and alike, where the cache of compiled code is not what it should be?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.compiled import DISABLED

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")

ROOT = Path(__file__).resolve().parents[2]
LINEUP = "random_legal,random_legal,random_legal"


def played(cache: str, out: Path) -> tuple[str, str]:
    """Play 100 games with a cache in that folder; return their digest, and what was said."""
    said = ""
    for command in (
        ("run", "--game", "quo_vadis", "--lineup", LINEUP, "--games", "100", "--jobs", "1", "--out", str(out)),
        ("digest", str(out)),
    ):
        done = subprocess.run(
            (sys.executable, "-m", "experiments.cli.main", *command),
            cwd=ROOT,
            env={**os.environ, "EVENHAND_CACHE": cache},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        said += done.stderr
    return done.stdout.split()[-1], said


def test_a_cache_that_is_damaged_or_cannot_be_written_changes_no_game(tmp_path: Path) -> None:
    """A full disk and an interrupted write both leave halves of files; a container may have no home."""
    cache = tmp_path / "cache"
    digest, said = played(str(cache), tmp_path / "first")
    assert "Compiling" in said
    assert "each time" not in said
    again, said = played(str(cache), tmp_path / "second")
    assert again == digest
    assert said.count("Compiling") == 0
    kept = [path for path in cache.rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert len(kept) > 2
    for path in kept:
        os.truncate(path, path.stat().st_size // 2)
    again, said = played(str(cache), tmp_path / "third")
    assert again == digest
    assert said.count("The cache of compiled code could not be used") == 1
    assert "Traceback" not in said
    again, said = played("/dev/null/nowhere", tmp_path / "fourth")
    assert again == digest
    assert "each time: no folder for a cache can be written" in said
