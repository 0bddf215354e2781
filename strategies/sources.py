"""Where strategies come from: files that are shipped, files of the user, and other packages; and how they get compiled.

Loading a source runs its module and collects what it declares. Nothing is compiled before its function is first asked
for, and what cannot be loaded is said in one message that names the source.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module, util
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from numba.core.errors import NumbaError
from numba.types import Boolean, Integer

from sim.compiled import DISABLED, njit
from sim.engine import signature
from sim.errors import BadInput, nearest
from sim.registry import load_game
from sim.strategy import Strategy
from strategies.kit import Declaration

__all__ = ["GROUP", "from_file", "from_plugins", "shipped"]

GROUP = "evenhand.strategies"
TAKEN = ("view", "box", "actions", "weights", "values")  # by every function of a strategy


@cache
def shipped(game_name: str, names: tuple[str, ...]) -> tuple[Strategy, ...]:
    """Return the strategies in the files of these names in `strategies/<game>/`."""
    made: list[Strategy] = []
    for name in names:
        module = import_module(f"strategies.{game_name}.{name}")
        made += _strategies_in(module, "shipped", _digest(Path(str(module.__file__))))
    return tuple(made)


def from_file(path: Path) -> tuple[Strategy, ...]:
    """Return the strategies in a user's file. Raises BadInput when it cannot be loaded or has none."""
    return _load_file(path, _digest(path))


@cache
def from_plugins() -> tuple[tuple[Strategy, ...] | str, ...]:
    """Return, for each entry point of the group, its strategies, or in words why they could not be loaded."""
    return tuple(map(_from_plugin, entry_points(group=GROUP)))


@cache
def _load_file(path: Path, digest: str) -> tuple[Strategy, ...]:
    """Run a user's file; the digest is an argument so that an edited file is loaded again."""
    name = f"evenhand_user_{path.stem}_{digest[:12]}"
    spec = util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{path}: a strategy file is a Python file, with a name that ends in .py.")
    module = util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up by name
    try:
        spec.loader.exec_module(module)
        made = tuple(_strategies_in(module, "file", digest))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path}{_line(error, path)}: {_words(error)}") from error
    if not made:
        raise BadInput(f"{path}: there is no strategy in it; decorate a function with `strategy` of strategies.kit.")
    return made


def _from_plugin(entry: EntryPoint) -> tuple[Strategy, ...] | str:
    package = entry.dist.name if entry.dist else "an unknown package"
    try:
        module = entry.load()
        if not isinstance(module, ModuleType):
            raise BadInput("its entry point does not name a module")
        return tuple(_strategies_in(module, "plugin", _digest(Path(str(module.__file__)))))
    except (Exception, SystemExit) as error:  # noqa: BLE001 – whatever is wrong with one package, the others play
        return f"The strategies '{entry.name}' of {package} could not be loaded: {_words(error)}"


def _digest(path: Path) -> str:
    """Return the SHA-256 of a source file."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path}: this is not a file.")
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadInput(f"{path}: the strategy file cannot be read ({error.strerror}).") from None


def _line(error: BaseException, path: Path) -> str:
    """Return ", line 3" for the last line of a file that an error went through."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}" if error.lineno else ""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def _words(error: BaseException) -> str:
    if isinstance(error, BadInput):
        return str(error)
    return f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"


def _strategies_in(module: ModuleType, origin: str, digest: str) -> Iterator[Strategy]:
    """Yield every strategy that a module declares."""
    for declaration in vars(module).values():
        if isinstance(declaration, Declaration) and declaration.first.__module__ == module.__name__:
            yield Strategy(
                name=declaration.name,
                game=declaration.game,
                title=declaration.name.replace("_", " ").capitalize(),
                idea=declaration.idea,
                weights=declaration.weights,
                functions=_Parts(declaration, cached=origin == "shipped"),
                compiled=declaration.compiled,
                origin=origin,
                digest=digest,
            )


class _Parts(Mapping[str, Callable[..., Any]]):
    """The functions of a strategy by part, each compiled when it is first asked for."""

    def __init__(self, declaration: Declaration, *, cached: bool) -> None:
        game = load_game(declaration.game)
        unfit = [part for part in declaration.others if part not in game.parts[1:]]
        if unfit:
            raise BadInput(
                f"Strategy '{declaration.name}': {game.title} has no part '{unfit[0]}' to give."
                f"{nearest(unfit[0], game.parts[1:])} The decorated function is '{game.parts[0]}'; "
                f"besides, there is: {', '.join(game.parts[1:])}."
            )
        for name, function in {declaration.name: declaration.first, **declaration.others}.items():
            try:
                inspect.signature(function).bind(*TAKEN)
            except TypeError:
                raise BadInput(f"Strategy '{declaration.name}': {name} must take ({', '.join(TAKEN)}).") from None
        self._declaration, self._game, self._cached = declaration, game, cached
        self._ready: dict[str, Callable[..., Any]] = {}

    def __getitem__(self, part: str) -> Callable[..., Any]:
        if part not in self._ready:
            self._ready[part] = self._make(part)
        return self._ready[part]

    def __iter__(self) -> Iterator[str]:
        return iter(self._game.parts)

    def __len__(self) -> int:
        return len(self._game.parts)

    def _make(self, part: str) -> Callable[..., Any]:
        """Return the author's function, or the game's default for a part that the author left out."""
        declared = self._declaration
        own = {self._game.parts[0]: declared.first, **declared.others}.get(part)
        if own is None:
            own = getattr(import_module(f"strategies.{declared.game}.common.defaults"), part)
        if not declared.compiled:
            return cast(Callable[..., Any], own)
        return _compile(own, declared.game, declared.name, cached=self._cached)


@cache
def _compile(function: Callable[..., Any], game_name: str, strategy: str, *, cached: bool) -> Callable[..., Any]:
    """Return a function of a strategy, compiled. Raises BadInput when Numba cannot, or when it returns no index."""
    full = signature(load_game(game_name))
    try:
        made = njit(function, signature=full.args, cached=cached, whole=True)
        returns = None if DISABLED else made.nopython_signatures[0].return_type
        if returns == full.return_type or returns is None:
            return cast(Callable[..., Any], made)
        if not isinstance(returns, Integer) or isinstance(returns, Boolean):
            raise BadInput(f"Strategy '{strategy}': {function.__name__} returns {returns}, not the index of an action.")
        return cast(Callable[..., Any], njit(function, signature=full, cached=cached, whole=True))
    except NumbaError as error:
        raise BadInput(
            f"Strategy '{strategy}': {function.__name__} cannot be compiled. Functions that it calls need @njit of "
            "strategies.kit; strategy(…, compiled=False) plays it as plain Python. "
            f"Numba says: {' '.join(str(error).split())}"
        ) from None
