"""Entry points → the connector for a client; what arms it; what builds one from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from agentrein import tripwire
from agentrein.client import Client, Options
from agentrein.errors import ClientError, TableError, UnknownClient, UntestedVersion, UsageError
from agentrein.installed import GROUP, entries
from agentrein.loading import load, load_connector
from agentrein.own_paths import OWN

if TYPE_CHECKING:
    from agentrein.connector import Connector
    from agentrein.fold import Action

T = TypeVar("T")
OUTSIDE_RUN = ("refuse", "record")


def connectors() -> list[str]:
    """The names of all installed connectors, sorted."""
    return sorted(entries())


@lru_cache(maxsize=64)
def connector(name: str) -> Connector:
    """The connector of a name, its table checked; raises UsageError, or TableError naming row and column."""
    if name == OWN:
        from agentrein.own_client import connector as own

        return own
    if name not in entries():
        known = ", ".join(connectors()) or "none"
        raise UsageError(f"no connector is called {name!r}", now=f"installed connectors: {known}")
    return load_connector(entries()[name])


def connector_for(client: object) -> Connector:
    """The connector that knows a client's class or a base of it; raises UnknownClient.

    A connector that cannot be loaded is in the way of its own clients only: it is told where no other knows the client.
    """
    names = _names_of(client)
    known: list[Connector] = []
    broken: list[TableError] = []
    for name in connectors():
        try:
            known.append(connector(name))
        except TableError as error:
            broken.append(error)
        else:
            if names & {*known[-1].clients, *known[-1].modules} and known[-1].serves(client):
                return known[-1]
    if broken:
        raise broken[0]
    named = "; ".join(f"{one.title}: {_taken(one)}" for one in known) or "no connector is installed"
    raise UnknownClient(
        f"{type(client).__module__}.{type(client).__qualname__} is no client that a connector knows",
        now=f"pass one of these, or an instance of a subclass: {named}; the connector of another vendor is found by"
        f" its entry point in the group {GROUP}",
    )


def _names_of(client: object) -> set[str]:
    """The names by which a connector may know a client: its classes, or its own where it is a module."""
    if isinstance(client, ModuleType):
        return {client.__name__}
    return {f"{kind.__module__}.{kind.__qualname__}" for kind in type(client).__mro__}


def _taken(connector: Connector) -> str:
    return ", ".join([*connector.clients, *(f"the module {name}" for name in connector.modules)])


def wrap(client: T, *, account: str | None = None, outside_run: str = "refuse", allow_untested: bool = False) -> T:
    """The same client, armed: each of its requests goes through the gate, and nothing else about it changes.

    `account` names whom it acts for, so that nothing is read to find out. `outside_run="record"` lets writes out also
    where no run is open: each is then a closed run of its own, which only a person undoes. Arming twice is harmless,
    with other options an error. Raises UnknownClient or UntestedVersion and leaves the client untouched then.
    """
    if outside_run not in OUTSIDE_RUN:
        raise UsageError(f"outside_run={outside_run!r}", now=f"one of {', '.join(OUTSIDE_RUN)}")
    if allow_untested:
        raise UsageError("allow_untested=True is not built yet", now="install a tested version of the SDK")
    found = connector_for(client)
    check_version(found)
    if account is not None and not re.fullmatch(found.account, account):
        raise UsageError(
            f"account={account!r} is no account of {found.title}",
            now=f"name it as {found.title} does ({found.account}), or leave it out: it is read then",
        )
    arm: Callable[[T, Options], T] = load(found.proxy)
    tripwire.install()
    return arm(client, Options(account, outside_run, allow_untested))


def check_version(found: Connector) -> None:
    """Raise UntestedVersion unless the installed SDK is within the tested range."""
    if not found.sdk:  # the user's own functions
        return
    try:
        installed = version(found.sdk)
    except PackageNotFoundError as error:
        raise UntestedVersion(f"{found.sdk} is not installed", now=install_line(found)) from error
    if not _within(installed, found.versions):
        raise UntestedVersion(
            f"{found.sdk} {installed} is installed; the {found.title} connector was tested with {found.versions}",
            now=f"pip install '{found.sdk}{found.versions}'",
        )


def install_line(found: Connector) -> str:
    """What to type to get the SDK of a connector."""
    return f"pip install '{found.sdk}{found.versions}'"


def _within(installed: str, versions: str) -> bool:
    """Whether a version lies in a range of the form `>=2.10,<2.11`."""
    low, _, high = versions.partition(",")
    here = _numbers(installed)
    return _numbers(low.removeprefix(">=")) <= here < _numbers(high.removeprefix("<"))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in text.split(".")[:3])


def client_from_environment(action: Action) -> Client:
    """A client for the revert of an action, built from the vendor's usual variables; raises ClientError."""
    found = connector(action.connector)
    try:
        check_version(found)
    except UntestedVersion as error:
        raise ClientError(error.what, now=error.now) from error
    build: Callable[[Mapping[str, str]], Client] = load(found.build)
    return build(os.environ)


def clients_from_environment() -> Callable[[Action], Client]:
    """The same for a whole undo: one client per connector, and its connections with it."""
    built: dict[str, Client] = {}

    def client_of(action: Action) -> Client:
        if action.connector not in built:
            built[action.connector] = client_from_environment(action)
        return built[action.connector]

    return client_of
