"""What the SDK's own source says of its methods: which addresses each of them calls. Nothing of it is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_WRITES = frozenset({"DELETE", "PATCH", "POST", "PUT"})
_CALLS = re.compile(r"`(DELETE|PATCH|POST|PUT) (/[^\s`]*)")
"""How a docstring says what its method calls."""


def callables() -> Iterator[tuple[str, str, str]]:
    """Each public method that sends a write: its name, and each address that it says it calls, if it says any."""
    spec = find_spec("github")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for file in sorted(Path(folder).glob("*.py")):
            for kind, method in _methods(file):
                if kind != "Requester" and not method.name.startswith("_") and _verbs(method) & _WRITES:
                    yield from _told(f"{kind}.{method.name}", method)


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _verbs(method: ast.FunctionDef) -> set[str]:
    """The verbs that its requests are made with; a method that sends a mutation of GraphQL sends a POST."""
    found = set()
    for one in ast.walk(method):
        if not (isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)):
            continue
        if one.func.attr.startswith("graphql") and "mutation" in one.func.attr:
            found.add("POST")
        elif one.func.attr.startswith("request") and one.args and isinstance(one.args[0], ast.Constant):
            found.add(str(one.args[0].value))
    return found


def _told(name: str, method: ast.FunctionDef) -> Iterator[tuple[str, str, str]]:
    calls = _CALLS.findall(ast.get_docstring(method) or "")
    yield from ((name, verb, re.sub(r"\{[^}]*\}|(?<=/):\w+", "{id}", path)) for verb, path in calls)
    if not calls:
        yield name, "", ""
