"""Do imports go the one way that docs/architecture.md says, and does a light command stay light?"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("experiments", "reports", "sim", "strategies")

# What takes long to load, or has no business where only saved results are read.
SIMULATOR = ("numba", "joblib", "sim.engine", "sim.runner", "sim.registry", "strategies")
HEAVY = (*SIMULATOR, "matplotlib", "pandas", "polars", "pyarrow", "numpy")


def loaded_by(module: str, suspects: tuple[str, ...]) -> list[str]:
    """Return which of the suspects a fresh Python has loaded after importing a module."""
    code = f"import sys, {module}; print(*(name for name in {suspects!r} if name in sys.modules))"
    done = subprocess.run((sys.executable, "-c", code), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_imports_keep_every_contract() -> None:
    """One import against the direction, and soon nothing can be understood or replaced alone."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run((linter, "--no-cache", "--no-logo"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_the_top_of_a_package_is_a_docstring(package: str) -> None:
    """Anything imported there would be loaded by whoever needs the smallest part of the package."""
    (statement,) = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8")).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Constant)
    assert isinstance(statement.value.value, str)


def test_the_start_of_the_command_loads_nothing_heavy() -> None:
    """`evenhand --help` should answer at once; numba alone takes longer to load than the rest of the command."""
    assert loaded_by("experiments.cli.main", HEAVY) == []


def test_reading_results_loads_no_simulator() -> None:
    """A report is a function of the run directory: readable where the simulator cannot even be installed."""
    assert loaded_by("sim.results, reports.build", SIMULATOR) == []
