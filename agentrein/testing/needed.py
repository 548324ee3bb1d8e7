"""What a sandbox cannot do without: the libraries of its server, which only the extra `sandbox` brings."""

from __future__ import annotations

import shlex
from importlib.metadata import requires
from importlib.util import find_spec

from agentrein.errors import UsageError

MODULES = ("starlette", "uvicorn")


def require() -> None:
    """Raise UsageError with the install line unless everything is there."""
    missing = [module for module in MODULES if find_spec(module) is None]
    if missing:
        raise UsageError(
            f"a sandbox needs {', '.join(missing)} (the extra `sandbox`)",
            where="this Python environment",
            now=f"pip install {install_line()}",
        )


def install_line() -> str:
    """The requirements of the extra, as pip takes them."""
    lines = [line.partition(";") for line in requires("agentrein") or ()]
    wanted = [one.strip() for one, _, marker in lines if "extra ==" in marker and "sandbox" in marker]
    return " ".join(shlex.quote(one) for one in sorted(wanted))
