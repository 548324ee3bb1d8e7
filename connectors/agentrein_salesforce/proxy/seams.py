"""The seams: `send` of gated sessions, where a request has its final form, and three places of the SDK beside it.

The SDK's own methods that call Salesforce tell who calls, because the SDK logs in and sends again on its own. The
session of an armed client, and the one that its Metadata API makes for itself, are gated whenever they are put in
place.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from requests import PreparedRequest, Request, Response, Session
from simple_salesforce.api import Salesforce, SFType
from simple_salesforce.metadata import SfdcMetadataApi

from agentrein.connector import Answer, Options, enter, rehearsing
from agentrein_salesforce import connector
from agentrein_salesforce.proxy import gated, owners
from agentrein_salesforce.proxy.answer import response_of
from agentrein_salesforce.proxy.client import SalesforceClient
from agentrein_salesforce.proxy.decode import READS, credential_of, decode, endpoint_of, plain_read, refused, root_of
from agentrein_salesforce.proxy.owners import Caller
from agentrein_salesforce.proxy.write import Write, hops


def arm(client: Salesforce, options: Options) -> None:
    """Put the gate into the session of a client, and of its Metadata API if it has one by now."""
    if gated.is_gated(client.session):
        gated.check(client.session, options)
    owners.note(client, options)
    vars(client)[owners.OPTIONS] = options
    made = vars(client).get("_mdapi")
    if made is not None:
        _gate_metadata(made)


def client_for(client: Salesforce) -> SalesforceClient:
    """An armed client as the core sees it."""
    return SalesforceClient(client.session, client.base_url.partition("/services/")[0], client.session_id, client)


# --- one request


def send(session: Any, request: Any, settings: Mapping[str, Any], forth: Callable[..., Response]) -> Response:
    """Send a request of a gated session: what goes elsewhere and what reads at once, what writes through the gate."""
    root = "" if isinstance(request, Request) else root_of(request.url or "")
    endpoint = endpoint_of(root)
    if not root:  # nothing that can be sent, as the session itself says
        return forth(request, **settings)
    if endpoint not in gated.mark_of(session).endpoints:
        _check_elsewhere(session, request)
        return forth(request, **settings)
    plain = None if rehearsing() else plain_read(request, root)
    if plain is not None:
        reader = SalesforceClient(session, root, "")
        return enter(reader, plain, lambda _: Answer(native=forth(request, **settings))).native  # type: ignore[no-any-return]
    decoded, calling = decode(request), owners.caller.get()
    client = _client(session, request, endpoint, calling)
    if connector.reads(decoded.method, decoded.path):
        return response_of(enter(client, decoded, lambda _: Answer(native=forth(request, **settings))), request)
    if calling is not None and client.credential and calling.leaves(request.url or ""):  # a login carries no session
        raise refused(request, f"it would leave the object {calling.name}")
    return Write(session, request, dict(settings), decoded, client).response()


def _client(session: Any, request: PreparedRequest, endpoint: str, calling: Caller | None) -> SalesforceClient:
    credential, root = credential_of(request), root_of(request.url or "")
    if calling is not None and calling.owner.session_id == credential:
        return SalesforceClient(session, root, credential, calling.owner, resends=True)
    return SalesforceClient(session, root, credential, owners.owner_of(session, credential, endpoint))


def _check_elsewhere(session: Any, request: PreparedRequest) -> None:
    """Raise Refused for what would take our session, or a write that was sent on, to another host."""
    credential, there = credential_of(request), endpoint_of(request.url or "")
    if (credential and owners.is_ours(session, credential)) or owners.stands_in(session, request.url or ""):
        raise refused(request, f"it would take the session to {there}")
    if hops.get() and str(request.method).upper() not in READS:
        raise refused(request, f"{hops.get()} sent the write on to {there}")


# --- the SDK beside it


def _calling(original: Callable[..., Any], caller_of: Callable[..., Caller | None]) -> Callable[..., Any]:
    @functools.wraps(original)
    def _call_salesforce(self: Any, *arguments: Any, **named: Any) -> Any:
        calling = caller_of(self, *arguments, **named)
        options = None if calling is None else owners.options_of(calling.owner)
        if calling is None or options is None:
            return original(self, *arguments, **named)
        owners.note(calling.owner, options)
        before = owners.caller.get()
        owners.caller.set(calling)
        try:
            return original(self, *arguments, **named)
        finally:
            owners.caller.set(before)

    return _call_salesforce


def _client_calls(client: Any, method: str, url: str, name: str = "", *_: Any, **__: Any) -> Caller:  # noqa: ARG001 - as the SDK's
    return Caller(client, name)


def _object_calls(facade: Any, *_: Any, **__: Any) -> Caller | None:
    return None if facade.salesforce is None else Caller(facade.salesforce, facade.name, facade.base_url)


class _SessionOf:
    """The attribute `session` of a client: whatever an armed one is given is gated at once."""

    def __get__(self, client: Any, kind: type | None = None) -> Any:
        if client is None:
            return self
        try:
            return vars(client)["session"]
        except KeyError:
            raise AttributeError("session") from None

    def __set__(self, client: Any, session: Any) -> None:
        vars(client)["session"] = session
        options = owners.options_of(client)
        if options is not None and isinstance(session, Session):
            owners.note(client, options)


def _metadata(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        original(self, *arguments, **named)
        if gated.is_gated(self.session):
            _gate_metadata(self)

    return __init__


def _gate_metadata(made: Any) -> None:
    options = gated.mark_of(made.session).options
    gated.gate(made._client.transport.session, options, endpoint_of(made.metadata_url))


def install() -> None:
    """Put the seams in place; harmless when they stand already."""
    gated.stands(send)
    if "session" in vars(Salesforce):
        return
    _replace(Salesforce, "_call_salesforce", lambda original: _calling(original, _client_calls))
    _replace(SFType, "_call_salesforce", lambda original: _calling(original, _object_calls))
    _replace(SfdcMetadataApi, "__init__", _metadata)
    _replace(Salesforce, "session", lambda _: _SessionOf())


def _replace(owner: type, name: str, made: Callable[[Any], Any]) -> None:
    setattr(owner, name, made(vars(owner).get(name)))
