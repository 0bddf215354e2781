"""How kernels are compiled and where the compiled code is kept.

`njit` is the one decorator for everything that runs a million times. Compiled code is cached in the user's cache folder
under a digest of all kernel and strategy sources and of the library versions: Numba by itself does not notice an edit
in an imported module and would go on with yesterday's code. Where nothing can be written, everything works without a
cache.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, config
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.imputils import impl_ret_borrowed, impl_ret_untracked
from numba.extending import intrinsic, overload
from numba.np import arrayobj

__all__ = [
    "CACHE_ERRORS",
    "DISABLED",
    "address_of",
    "borrowed",
    "call_at",
    "can_keep",
    "first_of",
    "forget_cache",
    "is_warm",
    "lowest_bit",
    "mark_warm",
    "njit",
    "source_digest",
]

DISABLED = bool(config.DISABLE_JIT)
CACHE_ERRORS = (
    EOFError,
    pickle.UnpicklingError,
    OSError,
    AttributeError,
    ImportError,
    IndexError,
    KeyError,
    ValueError,
)
KEPT_FOLDERS = 4
_ROOT = Path(__file__).resolve().parent.parent
_dispatchers: list[Any] = []


def source_digest() -> str:
    """Return the SHA-256 (hex) of every source and data file that decides results: all of `sim` and `strategies`."""
    digest = hashlib.sha256()
    for package in ("sim", "strategies"):
        for path in sorted((_ROOT / package).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
                digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def _choose_folder() -> Path | None:
    """Return this version's own cache folder, made and writable, or None."""
    base = os.environ.get("EVENHAND_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(base) if base else Path.home() / ".cache"
        versions = f"{source_digest()} {numba.__version__} {np.__version__} {sys.version}"
        folder = root / "evenhand" / hashlib.sha256(versions.encode()).hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):
        return None
    _prune(folder)
    return folder


def _prune(current: Path) -> None:
    """Remove the compiled code of old versions, all but the newest few."""
    try:
        os.utime(current)
        folders = sorted(current.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in folders[KEPT_FOLDERS:]:
            if time.time() - old.stat().st_mtime > 3600:  # another process may be using a young one
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return


_folder = None if DISABLED else _choose_folder()
if _folder is not None:
    config.CACHE_DIR = str(_folder)


OURS = ("_ZN3sim", "_ZN10strategies")  # how the compiled functions of the package are called
_count_from_the_end = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index as it is, in a function of the package: none of these counts from the end of an array.

    To look at the sign of every index takes a tenth of all instructions. `NUMBA_BOUNDSCHECK=1` finds an index that is
    out of range, or below 0.
    """
    if builder.function.name.startswith(OURS):
        return context.cast(builder, index, kind, numba.types.intp)
    return _count_from_the_end(context, builder, kind, index, size)


arrayobj.fix_integer_index = _index


class _OnePiece(JITCodeLibrary):  # type: ignore[misc]
    """Machine code of a function together with copies of all that it calls, which nothing else can see."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            ours = function.name.startswith("_ZN")  # Numba looks for some functions of its own by name
            if ours and not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.name += ".own"
                function.linkage = "private"
        super()._optimize_final_module()


class _Whole(Compiler):  # type: ignore[misc]
    """Compiles in one piece.

    By itself, Numba leaves every function that is called where it was first compiled, at the beginning of a memory page
    of its own. The caches of a processor tell lines apart by their place in the page: so many beginnings drive each
    other out.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        state = self.state
        state.library = _OnePiece(state.targetctx.codegen(), "evenhand")
        state.library.enable_object_caching()


def njit(
    function: Callable[..., Any] | None = None, *, signature: Any = None, cached: bool = True, whole: bool = False
) -> Any:
    """Compile a kernel (nopython, GIL released). With `NUMBA_DISABLE_JIT=1` the plain function comes back.

    Parameters
    ----------
    signature
        Numba signature to compile for; None compiles on the first call.
    cached
        False for code outside the package, whose imports the cache's digest does not cover.
    whole
        True to compile in one piece with all that it calls: for what no other kernel calls by name.
    """
    if function is None:
        return lambda later: njit(later, signature=signature, cached=cached, whole=whole)
    if DISABLED:
        return function
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "cache": cached and _folder is not None}
    if signature is None:  # only functions with a fixed signature are called by pointer
        options["no_cfunc_wrapper"] = True
    if whole:
        options["pipeline_class"] = _Whole
    try:
        dispatcher = numba.njit(signature, **options)(function)
    except RuntimeError as error:
        if "no locator available" not in str(error):
            raise
        dispatcher = numba.njit(signature, **(options | {"cache": False}))(function)  # typed in, not read from a file
    _dispatchers.append(dispatcher)
    return dispatcher


def borrowed(array: np.ndarray) -> np.ndarray:
    """Return the same array; in compiled code without a claim to its memory, which the caller keeps alive.

    Compiled code counts the owners of an array, with an atomic instruction for every slice and for many a call. Without
    an owner there is nothing to count: an eighth of the time of a game of Quo Vadis?.
    """
    return array


def first_of(array: np.ndarray, n: int) -> np.ndarray:
    """Return the first `n` of a one-dimensional array, which has as many: `array[:n]` without asking about that."""
    return array[:n]


@intrinsic  # type: ignore[untyped-decorator]
def _shorten(typing: Any, array: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        part = arrayobj.make_array(array)(context, builder, arguments[0])
        part.nitems = arguments[1]
        part.shape = cgutils.pack_array(builder, [arguments[1]])
        return impl_ret_borrowed(context, builder, signature.return_type, part._getvalue())

    return array(array, numba.types.intp), generate


@overload(first_of)  # type: ignore[untyped-decorator]
def _first_of(array: Any, n: Any) -> Any:
    def shorten(array: Any, n: Any) -> Any:
        return _shorten(array, n)

    return shorten


@intrinsic  # type: ignore[untyped-decorator]
def _disown(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        owned = arrayobj.make_array(array)(context, builder, arguments[0])
        owned.meminfo = context.get_constant_null(numba.types.MemInfoPointer(array.dtype))
        return impl_ret_untracked(context, builder, signature.return_type, owned._getvalue())

    return array(array), generate


@overload(borrowed)  # type: ignore[untyped-decorator]
def _borrowed(array: Any) -> Any:
    def borrow(array: Any) -> Any:
        return _disown(array)

    return borrow


def lowest_bit(word: int | np.int64) -> int:
    """Return the place of the lowest bit that is set in an int64 other than 0; in compiled code, one instruction."""
    return (int(word) & -int(word)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return numba.types.int64(numba.types.int64), generate


@overload(lowest_bit)  # type: ignore[untyped-decorator]
def _lowest_bit(word: Any) -> Any:
    def find(word: Any) -> Any:
        return _trailing_zeros(word)

    return find


def address_of(function: Any) -> int:
    """Return where the machine code of a function stands that was compiled for one signature."""
    (made,) = function.overloads.values()
    address: int = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    return address


def call_at(function: Any, *given: Any) -> Any:
    """Return what a function answers; in compiled code `function` is an address, and the answer an int64.

    The types given must be those of the signature that the function was compiled for: nothing checks them.
    """
    return function(*given)


@intrinsic(prefer_literal=False)  # type: ignore[untyped-decorator]
def _call_at(typing: Any, function: Any, given: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        returns, takes = signature.return_type, list(signature.args[1])
        kind = context.call_conv.get_function_type(returns, takes).as_pointer()
        values = cgutils.unpack_tuple(builder, arguments[1])
        status, answer = context.call_conv.call_function(
            builder, builder.inttoptr(arguments[0], kind), returns, takes, values
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return numba.types.int64(function, given), generate


@overload(call_at)  # type: ignore[untyped-decorator]
def _called_at(function: Any, *given: Any) -> Any:
    def call(function: Any, *given: Any) -> Any:
        return _call_at(function, given)

    return call


def can_keep() -> bool:
    """Return whether compiled code can be kept for the next start."""
    return _folder is not None


def is_warm(mark: str) -> bool:
    """Return whether `mark_warm(mark)` was called for these very sources before."""
    return DISABLED or (_folder is not None and (_folder / f"{mark}.warm").exists())


def mark_warm(mark: str) -> None:
    """Note that everything that `mark` stands for is compiled and cached."""
    if _folder is not None:
        try:
            (_folder / f"{mark}.warm").touch()
        except OSError:
            return


def forget_cache() -> None:
    """Drop all cached code and go on without a cache: for when the cache turns out to be damaged."""
    global _folder
    if _folder is not None:
        shutil.rmtree(_folder, ignore_errors=True)
    _folder = None
    for dispatcher in _dispatchers:
        dispatcher._cache = NullCache()
