"""Each connector's client as the environment gives it: whether there is one, for whom it acts, what it was granted."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agentrein import registry
from agentrein.actor import read_actor
from agentrein.client import Client
from agentrein.drive import Ask, Steps, drive
from agentrein.errors import ReinError, UntestedVersion
from agentrein.loading import load
from agentrein.model import Actor, Answer, Call, State
from agentrein.rows import Scopes

if TYPE_CHECKING:
    from agentrein.connector import Connector

PATIENCE = 20.0
"""Seconds in which all vendors together must have answered."""

READY, NOT_CONFIGURED, NOT_INSTALLED, FAILING = "ready", "not_configured", "not_installed", "failing"


@dataclass(frozen=True, slots=True)
class Seen:
    """One connector's client. `what` and `now` say what is wrong and what to do, where `state` is not `ready`.

    `granted` are the scopes of its credential, None where the vendor does not tell. `host` is where it sends to.
    """

    connector: str
    title: str = ""
    sdk: str = ""
    tested: str = ""
    installed: str | None = None
    state: str = FAILING
    host: str = ""
    actor: Actor | None = None
    granted: frozenset[str] | None = None
    what: str = ""
    now: str = ""


def look(environ: Mapping[str, str], *, patience: float = PATIENCE) -> list[Seen]:
    """Every installed connector's client, each asked for whom it acts, all at once; sends declared reads only."""
    found = [_built(name, environ) for name in registry.connectors() if _has_rows(name)]
    asked = [_Asked(seen, client) for seen, client in found if client is not None]
    for one in asked:
        one.start()
    end = time.monotonic() + patience
    answered = {one.seen.connector: one.result(end, patience) for one in asked}
    return [answered.get(seen.connector, seen) for seen, _ in found]


def _has_rows(name: str) -> bool:
    """Whether there is anything that an undo would need the client for; one that cannot be loaded is told, too."""
    try:
        return bool(registry.connector(name).table.operations)
    except Exception:  # noqa: BLE001 - somebody else's package
        return True


def needed_scopes(connector: str) -> dict[str, Scopes]:
    """By address, what the undo of each operation needs of the credential."""
    return {row.address: row.scopes for row in registry.connector(connector).table.operations if row.scopes}


def beyond(seen: Seen) -> dict[str, str]:
    """What the credential may do that no row of the table needs, by the scope or kind of credential that allows it."""
    declared = registry.connector(seen.connector).beyond or {}
    has = (seen.granted or frozenset()) | ({seen.actor.kind} if seen.actor is not None else set())
    return {name: lets for name, lets in declared.items() if name in has}


def _built(name: str, environ: Mapping[str, str]) -> tuple[Seen, Client | None]:
    try:
        found = registry.connector(name)
    except Exception as error:  # noqa: BLE001 - somebody else's package
        return Seen(name, what=f"the connector cannot be loaded: {_told(error)}", now="update or uninstall it"), None
    seen = Seen(name, found.title, found.sdk, found.versions, _version(found.sdk))
    try:
        registry.check_version(found)
        client: Client = load(found.build)(environ)
    except UntestedVersion as error:
        state = FAILING if seen.installed else NOT_INSTALLED
        return replace(seen, state=state, what=error.what, now=error.now), None
    except ReinError as error:
        unset = _without_variables(found)
        state = NOT_CONFIGURED if unset is not None and unset.what == error.what else FAILING
        return replace(seen, state=state, what=error.what, now=error.now), None
    except Exception as error:  # noqa: BLE001 - of the SDK, whose message may repeat the credential
        what = f"no client can be made of the environment ({type(error).__name__})"
        return replace(seen, what=what, now=_variables(found)), None
    return replace(seen, host=_host(client.endpoint)), client


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _without_variables(found: Connector) -> ReinError | None:
    """What is said where no variable is set."""
    try:
        load(found.build)({})
    except ReinError as error:
        return error
    return None


def _variables(found: Connector) -> str:
    unset = _without_variables(found)
    return "" if unset is None else unset.now


def _host(endpoint: str) -> str:
    """Host and port alone: a credential may stand in the rest."""
    with suppress(ValueError):
        parts = urlsplit(endpoint)
        return f"{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}"
    return ""


class _Asked:
    """The question for whom one client acts, in a thread of its own: a vendor that never answers holds up nobody."""

    def __init__(self, seen: Seen, client: Client) -> None:
        self.seen = seen
        self._client = client
        self._call: Call | None = None
        self._answer = Answer()
        self._result: Seen | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Send the question."""
        self._thread.start()

    def result(self, end: float, patience: float) -> Seen:
        """What was found out by this moment of the monotonic clock."""
        self._thread.join(max(0.0, end - time.monotonic()))
        if self._result is not None:
            return self._result
        what = f"{self.seen.title} did not answer within {patience:g} seconds"
        return replace(self.seen, what=what, now=f"check the way to {self.seen.host}, then try again")

    def _run(self) -> None:
        try:
            self._result = self._found_out()
        except Exception as error:  # noqa: BLE001 - of the connector's own reading
            self._result = replace(self.seen, what=f"its answer cannot be read ({type(error).__name__})")

    def _found_out(self) -> Seen:
        try:
            actor = drive(read_actor(self._client, self._ask))
        except ReinError as error:
            return self._silent(error)
        return replace(self.seen, state=READY, actor=actor, granted=self._client.connector.granted(self._answer))

    def _ask(self, client: Client, call: Call) -> Steps[Answer]:
        self._call = call
        self._answer = yield Ask(client, call)
        return self._answer

    def _silent(self, error: ReinError) -> Seen:
        """Why it is not known for whom the client acts, and what mends that."""
        found = self._client.connector
        if self._call is None:
            return replace(self.seen, what=error.what, now=error.now)
        verdict = found.classify(self._call, self._answer)
        if verdict.state is State.LANDED:
            return replace(self.seen, what=error.what, now=error.now)
        what = f"{found.title} does not tell whom the credential acts for: {verdict.reason}"
        if verdict.client_wide:
            return replace(self.seen, what=what, now=_variables(found) or "use another credential")
        if verdict.not_executed:
            return replace(self.seen, what=what, now="wait, then try again")
        away = verdict.transient or self._answer.status is None
        now = f"check the way to {self.seen.host}, then try again" if away else "check the credential"
        return replace(self.seen, what=what, now=now)


def _told(error: Any) -> str:
    return error.what if isinstance(error, ReinError) else f"{type(error).__name__}: {error}"
