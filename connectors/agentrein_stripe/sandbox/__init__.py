"""A stand-in for Stripe's API on loopback: stateful, and as documented in status codes, bodies, ids and headers.

Written from the public documentation (https://docs.stripe.com/api), version 2026-10-28.endive; one module per area
beside this one.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from agentrein.testing import Answer, Fault, Request, Routes, Stop
from agentrein_stripe.sandbox import account, seed
from agentrein_stripe.sandbox.areas import AREAS, ASKS
from agentrein_stripe.sandbox.ask import Ask, Failure, fail, invalid
from agentrein_stripe.sandbox.encode import nested, parts
from agentrein_stripe.sandbox.idempotency import begin, keep
from agentrein_stripe.sandbox.others import Others
from agentrein_stripe.sandbox.seed import KEYS, Key
from agentrein_stripe.sandbox.state import is_compensated, state_of
from agentrein_stripe.sandbox.world import VERSION, World

_BY_NAME = {key.name: key for key in KEYS.values()}
_FAULTS: Mapping[int, tuple[str, str | None, str]] = {
    409: ("invalid_request_error", "lock_timeout", "This object cannot be accessed right now because another request"),
    422: ("invalid_request_error", None, "The request cannot be processed."),
    429: ("invalid_request_error", "rate_limit", "Too many requests hit the API too quickly."),
}


class StripeSandbox(Others):
    """A stand-in for Stripe; clients take a key of it and `base_addresses={"api": sb.url, "files": sb.url}`.

    It starts with the account PLATFORM, whose keys are `sk_test_agent`, `sk_test_person`, `rk_test_reader` (which may
    not write) and, in live mode, `sk_live_agent` and `sk_live_person`; the account CONNECTED, for which the platform
    acts with the header `Stripe-Account` (its own key is `sk_test_connected`); and STRANGER (`sk_test_stranger`). None
    of them holds anything.
    """

    PLATFORM, CONNECTED, STRANGER = seed.PLATFORM, seed.CONNECTED, seed.STRANGER

    table = Routes(account.routes, *AREAS)

    def seed(self) -> None:
        """Put Stripe to its start."""
        self.worlds: dict[tuple[str, str], World] = seed.worlds()
        self.broken: list[bool] = []

    def state(self) -> dict[str, dict[str, Any]]:
        """Every object by path, those of the platform's test mode without a prefix."""
        with self.lock:
            return state_of(self.worlds)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """What is archived, void or canceled counts as undone."""
        return is_compensated(snapshot)

    def is_write(self, request: Request) -> bool:
        """Whether the request may change something: some POSTs only compute."""
        return super().is_write(request) and request.path not in ASKS

    # One request

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The name of the key."""
        key = KEYS.get(_secret(headers))
        return key.name if key is not None else None

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:
        """The request with its form decoded: keys in brackets as hashes and lists, and files in their place."""
        media = headers.get("content-type", "")
        if media.startswith("multipart/form-data"):
            fields, files = parts(content, media)
            shown = {name: {"name": file, "size": len(data)} for name, (file, data) in files.items()}
            return dataclasses.replace(request, body={**nested(fields), **shown}, raw=content)
        if media.startswith("application/x-www-form-urlencoded") and content:
            try:
                return dataclasses.replace(
                    request, body=nested(parse_qsl(content.decode("utf-8", "replace"), keep_blank_values=True))
                )
            except Failure:
                return dataclasses.replace(request, body=None, raw=content)
        return request

    def answer(self, request: Request) -> Answer:
        """Act on a request as Stripe's API would."""
        id = f"req_{request.n:014d}"
        try:
            answer = self._acted(request, id)
        except Stop as stop:
            answer = stop.answer
        headers = {"Request-Id": id, "Stripe-Version": request.headers.get("stripe-version", VERSION)}
        for name in ("Idempotency-Key", "Stripe-Account"):
            if name.lower() in request.headers:
                headers[name] = request.headers[name.lower()]
        return dataclasses.replace(answer, headers={**headers, **answer.headers})

    def fault_body(self, fault: Fault) -> Any:
        """Stripe's body for an injected error."""
        unheard = ("api_error", None, "Sorry! There was an error while talking to the payments backend.")
        kind, code, message = _FAULTS.get(fault.status, unheard)
        return fail(fault.status, message, code=code, kind=kind).answer.body

    def _acted(self, request: Request, id: str) -> Answer:
        key = self._key(request)
        world = self.worlds[_account(key, request), key.mode]
        found = self.table.find(request.method, request.path)
        if found is None:
            raise fail(404, f"Unrecognized request URL ({request.method}: {request.path}).")
        if not key.writes and self.is_write(request):
            raise fail(403, f"The provided key 'rk_test_***' does not have the required permissions for {request.path}")
        ask = self._asked(world, request, id, key)
        kept = begin(ask)
        if kept is not None:
            return kept
        broken = self.broken.pop(0) if ask.key is not None and self.broken else None
        if broken is False:
            return keep(ask, _broken())
        handler, variables = found
        try:
            answer = handler(ask, **variables)
        except Failure as failure:
            if failure.began:
                keep(ask, failure.answer)
            raise
        return keep(ask, _broken() if broken else answer)

    def _key(self, request: Request) -> Key:
        if request.actor is not None:
            return _BY_NAME[request.actor]
        if request.credentialed:
            raise fail(401, "Invalid API Key provided: sk_test_***")
        raise fail(401, "You did not provide an API key. You need to provide your API key in the Authorization header.")

    def _asked(self, world: World, request: Request, id: str, key: Key) -> Ask:
        files: dict[str, tuple[str, bytes]] = {}
        if request.method in {"GET", "HEAD"} or (request.method == "DELETE" and not request.path.startswith("/v2/")):
            given = nested(request.pairs) | (request.body if isinstance(request.body, dict) else {})
        else:
            if request.body is None and request.raw:
                raise invalid("The body could not be read: send a form.")
            given = request.body if isinstance(request.body, dict) else {}
            if request.raw:
                _, files = parts(request.raw, request.headers.get("content-type", ""))
        keyed = request.method == "POST" or (request.method == "DELETE" and request.path.startswith("/v2/"))
        given = json.loads(json.dumps(given))  # what handlers take out of it is not taken from the record
        return Ask(
            world, request, self.url if self._server is not None else "", given, id,
            request.headers.get("idempotency-key") if keyed else None, key.name, files,
        )  # fmt: skip


def _secret(headers: Mapping[str, str]) -> str:
    """The key in the header: as a bearer token, or as the user of basic authentication."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return token.strip()
    try:
        return base64.b64decode(token).decode().partition(":")[0]
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _account(key: Key, request: Request) -> str:
    """The account that the headers name, or the key's own. https://docs.stripe.com/connect/authentication."""
    named = request.headers.get("stripe-account") or request.headers.get("stripe-context", "").rpartition("/")[2]
    if not named or named == key.account:
        return key.account
    if named not in seed.REACHES.get(key.account, set()):
        raise fail(
            403,
            f"The provided key '{key.mode}_***' does not have access to account '{named}' (or that account does not "
            "exist). Application access may have been revoked.",
            code="account_invalid",
        )
    return named


def _broken() -> Answer:
    return fail(500, "Sorry! There was an error while talking to the payments backend.", kind="api_error").answer


__all__ = ["StripeSandbox"]
