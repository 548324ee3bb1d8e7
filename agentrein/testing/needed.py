"""What a sandbox cannot do without: the libraries of its server, which only the extra `sandbox` brings."""

from __future__ import annotations

from importlib.util import find_spec

from agentrein.errors import UsageError
from agentrein.installed import install_line

MODULES = ("starlette", "uvicorn")


def require() -> None:
    """Raise UsageError with the install line unless everything is there."""
    missing = [module for module in MODULES if find_spec(module) is None]
    if missing:
        raise UsageError(
            f"a sandbox needs {', '.join(missing)} (the extra `sandbox`)",
            where="this Python environment",
            now=install_line("sandbox"),
        )
