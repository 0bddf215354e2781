"""The experiments that come with evenhand, one TOML file each in this folder, found by name."""

from __future__ import annotations

from pathlib import Path

from sim.errors import unknown

__all__ = ["find_experiment", "shipped"]

FOLDER = Path(__file__).resolve().parent


def shipped() -> list[str]:
    """Return the names of the shipped experiments."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find_experiment(given: str) -> Path:
    """Return the file of an experiment: a path as it is, or a shipped one by its name.

    Raises BadInput, with the nearest name, when there is none of that name.
    """
    path = Path(given)
    if path.suffix == ".toml" or path.name != given or path.is_file():
        return path
    if given not in shipped():
        raise unknown("experiment", given, shipped())
    return FOLDER / f"{given}.toml"
