"""What the SDK's own source says of its methods: which of Slack's methods each of them calls. Nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path


def callables() -> Iterator[tuple[str, str, str]]:
    """Each method of the clients that sends: its name and the method of Slack's that it names, an address by itself."""
    spec = find_spec("slack_sdk")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for kind, method in _methods(Path(folder) / "web" / "client.py"):
            yield from ((f"{kind}.{method.name}", name, "") for name in _called(method))


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _called(method: ast.FunctionDef) -> Iterator[str]:
    for one in ast.walk(method):
        if not (isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "api_call"):
            continue
        if one.args and isinstance(one.args[0], ast.Constant):
            yield str(one.args[0].value)
