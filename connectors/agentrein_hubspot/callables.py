"""What the SDK's own generated source says of its methods: which address each sends to. Nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path


def callables() -> Iterator[tuple[str, str, str]]:
    """Each method that sends: its name below the client, the HTTP method and the path with its placeholders."""
    spec = find_spec("hubspot")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for file in sorted(Path(folder).rglob("api/*_api.py")):
            below = ".".join((*file.relative_to(folder).parts[:-2], file.stem))
            for _, method in _methods(file):
                name = method.name.strip("_").removesuffix("_serialize").removesuffix("_with_http_info")
                yield from ((f"{below}.{name}", verb, path) for verb, path in _sent(method))


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _sent(method: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """By keywords in one generation of the generator, by position in another."""
    for one in ast.walk(method):
        if not isinstance(one, ast.Call):
            continue
        given = {word.arg: word.value for word in one.keywords}
        by_name = given.get("method"), given.get("resource_path")
        placed = (one.args[1], one.args[0]) if _is_call_api(one) and len(one.args) > 1 else (None, None)
        for verb, path in (by_name, placed):
            if isinstance(verb, ast.Constant) and isinstance(path, ast.Constant):
                yield str(verb.value), str(path.value)


def _is_call_api(one: ast.Call) -> bool:
    return isinstance(one.func, ast.Attribute) and one.func.attr == "call_api"
