"""Addresses to send as, to forward to, and delegates: https://developers.google.com/workspace/gmail/api/guides/alias_and_signature_settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import BASIC, SETTINGS, SHARING, Ask, Methods, done, invalid, not_found, taken
from agentrein_google.gmail.sandbox.settings import sanitized
from agentrein_google.gmail.sandbox.world import World

methods = Methods()
Of = Callable[[World], dict[str, dict[str, Any]]]


def status(world: World, address: str) -> str:
    """Whether an address has to be verified first: not within the account's own domain."""
    return "accepted" if address.rpartition("@")[2] == world.account.rpartition("@")[2] else "pending"


def _collection(path: str, listing: str, key: str, of: Of, made: Callable[[Ask, str], dict[str, Any]]) -> None:
    """The routes of a collection whose members are known by their address."""

    def one(ask: Ask, address: str) -> dict[str, Any]:
        found = of(ask.world).get(address.lower())
        if found is None:
            raise not_found()
        return found

    @methods.granted(f"GET /settings/{path}", *SETTINGS)
    def listed(ask: Ask) -> Answer:
        found = list(of(ask.world).values())
        return Answer(200, {listing: found} if found else {})

    @methods.granted(f"GET /settings/{path}/{{address}}", *SETTINGS)
    def get(ask: Ask, address: str) -> Answer:
        return Answer(200, one(ask, address))

    @methods.granted(f"POST /settings/{path}", SHARING)
    def create(ask: Ask) -> Answer:
        address = str(ask.body.get(key) or "").lower()
        if "@" not in address:
            raise invalid(f"Invalid {key}")
        if address in of(ask.world):
            raise taken(f"{key} already exists")
        of(ask.world)[address] = made(ask, address)
        return Answer(200, of(ask.world)[address])

    @methods.granted(f"DELETE /settings/{path}/{{address}}", SHARING)
    def delete(ask: Ask, address: str) -> Answer:
        if one(ask, address).get("isPrimary"):
            raise invalid("Cannot delete the primary address")
        del of(ask.world)[address.lower()]
        _settle_default(ask.world)
        return done()


def _settle_default(world: World) -> None:
    if not any(one.get("isDefault") for one in world.send_as.values()):
        world.send_as[world.account]["isDefault"] = True


def alias(world: World, address: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """An address to send as."""
    kept = {
        "sendAsEmail": address,
        "displayName": str(fields.get("displayName") or ""),
        "replyToAddress": str(fields.get("replyToAddress") or ""),
        "signature": sanitized(str(fields.get("signature") or "")),
        "isDefault": False,
        "treatAsAlias": bool(fields.get("treatAsAlias", True)),
        "verificationStatus": status(world, address),
    }
    server = fields.get("smtpMsa")
    return {**kept, **({"smtpMsa": _without_password(server)} if server else {})}


def _without_password(server: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in server.items() if name not in {"username", "password"}}


def _made_alias(ask: Ask, address: str) -> dict[str, Any]:
    found = alias(ask.world, address, ask.body)
    if ask.body.get("isDefault"):
        _make_default(ask.world, found)
    return found


def _make_default(world: World, chosen: dict[str, Any]) -> None:
    for one in world.send_as.values():
        one["isDefault"] = False
    chosen["isDefault"] = True


def _write(ask: Ask, address: str, fields: Mapping[str, Any]) -> Answer:
    found = ask.world.send_as.get(address.lower())
    if found is None:
        raise not_found()
    if not found.get("isPrimary") and SHARING not in ask.grant.scopes:
        raise invalid("Only the primary address may be changed")
    if ask.body.get("isDefault") is False and found["isDefault"]:
        raise invalid("isDefault can only be set to true")
    for name in ("displayName", "replyToAddress", "signature"):
        if name in fields:
            text = str(fields[name] or "")
            found[name] = sanitized(text) if name == "signature" else text
    if "treatAsAlias" in fields and not found.get("isPrimary"):
        found["treatAsAlias"] = bool(fields["treatAsAlias"])
    if fields.get("smtpMsa"):
        found["smtpMsa"] = _without_password(fields["smtpMsa"])
    if fields.get("isDefault"):
        _make_default(ask.world, found)
    return Answer(200, found)


_collection("sendAs", "sendAs", "sendAsEmail", lambda world: world.send_as, _made_alias)
_collection(
    "forwardingAddresses",
    "forwardingAddresses",
    "forwardingEmail",
    lambda world: world.forwarding,
    lambda ask, address: {"forwardingEmail": address, "verificationStatus": status(ask.world, address)},
)
_collection(
    "delegates",
    "delegates",
    "delegateEmail",
    lambda world: world.delegates,
    lambda _ask, address: {"delegateEmail": address, "verificationStatus": "accepted"},
)


@methods.granted("PATCH /settings/sendAs/{address}", BASIC, SHARING)
def _patch(ask: Ask, address: str) -> Answer:
    return _write(ask, address, ask.body)


@methods.granted("PUT /settings/sendAs/{address}", BASIC, SHARING)
def update(ask: Ask, address: str) -> Answer:
    """What the body does not say is emptied."""
    empty = {"displayName": "", "replyToAddress": "", "signature": "", "treatAsAlias": True}
    return _write(ask, address, {**empty, **ask.body})


@methods.granted("POST /settings/sendAs/{address}/verify", SHARING)
def _verify(ask: Ask, address: str) -> Answer:
    found = ask.world.send_as.get(address.lower())
    if found is None:
        raise not_found()
    if found.get("verificationStatus") != "pending":
        raise invalid("The address is verified already")
    ask.world.mailed.append(f"verify {address}".encode())
    return done()
