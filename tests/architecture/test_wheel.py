"""Does what we ship work where the source tree is not?

The wheel is built once from this tree, looked into, and installed apart; its command is then run from elsewhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("experiments", "reports", "sim", "strategies")


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Return what a command prints; the test fails with all that it said when the command fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the wheel is installed in, without its dependencies: those of the running Python serve."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel)
    run(*pip, cwd=folder)
    return folder


def elsewhere(installed: Path) -> dict[str, str]:
    """Return an environment in which the installed wheel is found before this tree."""
    return {**os.environ, "PYTHONPATH": str(installed), "NO_COLOR": "1"}


def test_the_wheel_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    """Names at the top of a wheel land in everybody's site-packages: `tests` or `docs` there would be a nuisance."""
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert len(tops) == len(PACKAGES) + 1


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    """A data file, a template or RULES.md left behind is noticed by the first user only, far from here."""
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if not name.split("/")[0].endswith(".dist-info")}
    in_tree = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped == in_tree
    assert {Path(name).name for name in shipped} >= {"RULES.md", "board.toml", "tunables.toml", "py.typed"}


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_imported_from_the_wheel(installed: Path, package: str) -> None:
    """Otherwise the tests below would look at this tree again and prove nothing."""
    code = f"import {package}; print({package}.__file__)"
    said = run(sys.executable, "-c", code, cwd=installed.parent, env=elsewhere(installed))
    assert Path(said.strip()) == installed / package / "__init__.py"


def test_the_command_of_the_wheel_says_its_version(installed: Path) -> None:
    """The version stands in pyproject.toml alone, and every result says which one made it."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    said = run(
        sys.executable, installed / "bin" / "evenhand", "--version", cwd=installed.parent, env=elsewhere(installed)
    )
    assert version in said.split()


def test_the_command_of_the_wheel_finds_the_games_and_their_data(installed: Path) -> None:
    """Listing the games reads their data files and rules, which have to be found beside the installed code."""
    command = (sys.executable, installed / "bin" / "evenhand", "games", "--json")
    said = json.loads(run(*command, cwd=installed.parent, env=elsewhere(installed)))
    assert "quo_vadis" in json.dumps(said)
