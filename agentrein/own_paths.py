"""Where a function can be found again by another process: `module:qualname`, and how it is found there."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from types import FunctionType
from typing import Any

from agentrein.errors import ClientError, UsageError

OWN = "own"
"""The name, in JSON, policy and messages, of the connector whose calls are functions of the user's own."""

ALLOWED = "AGENTREIN_OWN_MODULES"
"""Environment variable: the modules whose functions an undo may call, such as `shop.*,billing`; all if it is unset."""

_STAY = "move it into a module that another process can import, or say durable=False: its undo then dies with this one"


def may_be_registered(path: str) -> bool:
    """Whether a module that is not imported yet may register a function of this path, or of this pattern."""
    module, _, name = path.partition(":")
    return path.endswith("*") or (bool(name) and module not in sys.modules)


def path_of(fn: object) -> str:
    """`module:qualname` of a function, as messages and the ledger name it; a script's own module is `__main__`."""
    fn = getattr(fn, "__func__", fn)
    module = str(getattr(fn, "__module__", "?"))
    return f"{_name_of(module)}:{getattr(fn, '__qualname__', type(fn).__qualname__)}"


def _name_of(module: str) -> str:
    """The name under which a module can be imported; `python -m shop.app` runs `shop.app` as `__main__`."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    return spec.name if module == "__main__" and spec is not None else module


def check_findable(fn: object, what: str) -> None:
    """Raise UsageError for what no other process could import, as far as the function itself tells."""
    problem = _why_not(fn)
    if problem:
        raise UsageError(f"{what}={path_of(fn)}: {problem}", now=_STAY)


def _why_not(fn: object) -> str:
    plain = inspect.unwrap(getattr(fn, "__func__", fn)) if callable(fn) else fn
    if not isinstance(plain, FunctionType):
        return "it is no function written in Python, so it cannot be found by its name"
    module, _, qualname = path_of(fn).partition(":")
    if "<lambda>" in qualname:
        return "a lambda cannot be found by its name"
    if "<locals>" in qualname:
        return "it is defined inside a function, so another process cannot import it"
    return _foreign(module)


def _foreign(module: str) -> str:
    """Why nothing of a module is called by its name: what a ledger names must be the user's own, and no script."""
    if module == "__main__" or module.endswith(".__main__"):
        return "it stands in the script that is run, which another process cannot import"
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top == "agentrein":
        return f"it belongs to {top}; call it from a function of your own"
    return ""


def check_found(fn: object, what: str) -> None:
    """Raise UsageError unless the name leads to this very function here; a class's body is complete by now."""
    path = path_of(fn)
    try:
        found: object = _looked_up(path)
    except (ImportError, AttributeError, ClientError):
        found = None
    if found is None or inspect.unwrap(_plain(found)) is not inspect.unwrap(_plain(fn)):
        raise UsageError(f"{what}={path}: that name does not lead to this function", now=_STAY)


def _plain(fn: Any) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(fn, "__func__", fn)
    return found


def _looked_up(path: str) -> object:
    module, _, qualname = path.partition(":")
    main = sys.modules.get("__main__")
    found: object = main if module == _name_of("__main__") and main is not None else importlib.import_module(module)
    for name in qualname.split("."):
        found = getattr(found, name)
    return found


def find(path: str, root: str) -> Callable[..., Any]:
    """The function behind a path that a ledger names, imported now.

    `root` is the folder that its module was imported from when the run wrote. Only a function that is defined in that
    very module is called, never one of the standard library, and where AGENTREIN_OWN_MODULES names modules, none of
    another. Raises ClientError, which says what to do; then nothing was called.
    """
    module = path.partition(":")[0]
    _check_allowed(path, module)
    try:
        found = _looked_up(path)
    except (Exception, SystemExit) as error:
        raise _unfound(path, root, error) from error
    if not callable(found) or _why_not(found) or path_of(found).partition(":")[0] != module:
        raise ClientError(
            f"{path} is not a function that {module} defines, so it was not called", now=_how(module, root)
        )
    return found


def check_named(path: str, root: str) -> None:
    """Raise ClientError where `find` would, as far as that can be told without importing what is not imported yet.

    What is imported runs: a plan calls nothing.
    """
    module = path.partition(":")[0]
    if module in sys.modules:
        find(path, root)
        return
    _check_allowed(path, module)
    top = module.partition(".")[0]
    try:
        known = top in sys.modules or importlib.util.find_spec(top) is not None
    except (ImportError, ValueError) as error:
        raise _unfound(path, root, error) from error
    if not known:
        raise _unfound(path, root, ModuleNotFoundError(f"No module named {top!r}"))


def _unfound(path: str, root: str, error: BaseException) -> ClientError:
    return ClientError(f"{path} cannot be imported here ({_told(error)})", now=_how(path.partition(":")[0], root))


def _check_allowed(path: str, module: str) -> None:
    foreign = _foreign(module)
    if foreign:
        raise ClientError(f"{path} is not called: {foreign}", now="nothing was called; who wrote that into the ledger?")
    patterns = [one.strip() for one in os.environ.get(ALLOWED, "").split(",") if one.strip()]
    if patterns and not any(fnmatchcase(module, one) for one in patterns):
        told = f"{path} is not called: {ALLOWED} allows {', '.join(patterns)}"
        raise ClientError(told, now=f"nothing was called; if it is yours, add {module} there")


def _told(error: BaseException) -> str:
    said = str(error) if isinstance(error, ImportError | AttributeError) else ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _how(module: str, root: str) -> str:
    where = (
        f"it was imported from {root}: set PYTHONPATH={root}" if root else f"set PYTHONPATH to the folder of {module}"
    )
    return f"{where} and revert again, where its packages are installed; nothing was called"


def root_of(fn: object) -> str:
    """The folder from which the module of a function is imported, empty if it has no file."""
    module = sys.modules.get(str(getattr(getattr(fn, "__func__", fn), "__module__", "")))
    file, name = getattr(module, "__file__", None), path_of(fn).partition(":")[0]
    if file is None:
        return ""
    path = Path(file).resolve()
    levels = name.count(".") + (1 if path.stem == "__init__" else 0)
    return str(path.parents[levels])
