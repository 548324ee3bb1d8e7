"""Every public method of PyGithub that writes, found by looking at the code of the installed SDK."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any

import github
from github import Github, GithubIntegration
from github.GithubObject import GithubObject
from github.Requester import Requester

VERBS = {"POST", "PUT", "PATCH", "DELETE"}
MUTATIONS = {"graphql_named_mutation", "graphql_named_mutation_class"}
ANY_REQUEST = {"verb", "query", "mutation_name"}
"""Parameters by which a method of the requester is told what to send."""

Method = tuple[type, str]


@cache
def classes() -> dict[str, type]:
    """The classes of PyGithub, by name."""
    homes = [importlib.import_module(f"github.{one.name}") for one in pkgutil.iter_modules(github.__path__)]
    found = [(name, one) for home in homes for name, one in inspect.getmembers(home, inspect.isclass)]
    return {name: one for name, one in found if one.__module__.partition(".")[0] == "github"}


def written() -> list[Method]:
    """Class and name of each public method that sends a write: by its own code, or by a method that it calls."""
    things = {kind for kind in classes().values() if issubclass(kind, GithubObject | Github | GithubIntegration)}
    methods = [(kind, name, one) for kind in things for name, one in inspect.getmembers(kind, inspect.isfunction)]
    sending = {name for _, name, one in methods if sends(one)} - {"close"}  # the name of what ends connections, too
    found = {
        (kind, name)
        for kind, name, one in methods
        if name[0] != "_" and (sends(one) or not sending.isdisjoint(calls(one)))
    }
    doors = {(Requester, name) for name, one in inspect.getmembers(Requester, inspect.isfunction) if is_door(name, one)}
    return sorted(found | doors, key=lambda one: (one[0].__name__, one[1]))


def is_door(name: str, function: Callable[..., Any]) -> bool:
    """Whether a method of the requester is public, and sends whatever it is told."""
    return name[0] != "_" and not ANY_REQUEST.isdisjoint(inspect.signature(function).parameters)


def sends(function: Callable[..., Any]) -> bool:
    """Whether a method's own code names a verb that writes, or makes a mutation."""
    constants = (node.value for node in ast.walk(code(function)) if isinstance(node, ast.Constant))
    return any(isinstance(one, str) and one in VERBS for one in constants) or not MUTATIONS.isdisjoint(calls(function))


def calls(function: Callable[..., Any]) -> set[str]:
    """The names of the methods that a method calls, private ones as Python mangles them."""
    home = function.__qualname__.partition(".")[0]
    called = (node.func for node in ast.walk(code(function)) if isinstance(node, ast.Call))
    names = (one.attr for one in called if isinstance(one, ast.Attribute))
    return {f"_{home}{name}" if name.startswith("__") and not name.endswith("__") else name for name in names}


@cache
def code(function: Callable[..., Any]) -> ast.AST:
    """What a method consists of."""
    return ast.parse(textwrap.dedent(inspect.getsource(function)))
