"""Certificates and keys: https://developers.google.com/workspace/gmail/api/guides/smime_certs."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import BASIC, SETTINGS, SHARING, Ask, Methods, done, invalid, not_found, taken

methods = Methods()
SMIME = "/settings/sendAs/{address}/smimeInfo"
IDENTITIES, PAIRS = "/settings/cse/identities", "/settings/cse/keypairs"


def _of(ask: Ask, address: str) -> dict[str, dict[str, Any]]:
    if address not in ask.world.send_as:
        raise not_found()
    return ask.world.certificates.setdefault(address, {})


def _one(found: dict[str, dict[str, Any]], id: str) -> dict[str, Any]:
    if id not in found:
        raise not_found()
    return found[id]


@methods.granted(f"GET {SMIME}", *SETTINGS, SHARING)
def _listed(ask: Ask, address: str) -> Answer:
    found = list(_of(ask, address).values())
    return Answer(200, {"smimeInfo": found} if found else {})


@methods.granted(f"GET {SMIME}/{{id}}", *SETTINGS, SHARING)
def _get(ask: Ask, address: str, id: str) -> Answer:
    return Answer(200, _one(_of(ask, address), id))


@methods.granted(f"POST {SMIME}", BASIC, SHARING)
def insert(ask: Ask, address: str) -> Answer:
    """The key itself is never shown."""
    if not ask.body.get("pkcs12"):
        raise invalid("pkcs12 required")
    found = _of(ask, address)
    id = f"smime{ask.world.number():05d}"
    found[id] = {"id": id, "issuerCn": "Acme CA", "isDefault": False, "expiration": "4102444800000"}
    if ask.body.get("isDefault") or len(found) == 1:
        _choose(found, id)
    return Answer(200, found[id])


def _choose(found: dict[str, dict[str, Any]], id: str) -> None:
    for name, one in found.items():
        one["isDefault"] = name == id


@methods.granted(f"POST {SMIME}/{{id}}/setDefault", BASIC, SHARING)
def _set_default(ask: Ask, address: str, id: str) -> Answer:
    found = _of(ask, address)
    _one(found, id)
    _choose(found, id)
    return done()


@methods.granted(f"DELETE {SMIME}/{{id}}", BASIC, SHARING)
def _delete(ask: Ask, address: str, id: str) -> Answer:
    found = _of(ask, address)
    was = _one(found, id)
    del found[id]
    if was["isDefault"] and found:
        _choose(found, next(iter(found)))
    return done()


# --- client-side encryption


@methods.granted(f"GET {PAIRS}", *SETTINGS, SHARING)
def _pairs(ask: Ask) -> Answer:
    found = list(ask.world.key_pairs.values())
    return Answer(200, {"cseKeyPairs": found} if found else {})


@methods.granted(f"GET {PAIRS}/{{id}}", *SETTINGS, SHARING)
def _pair(ask: Ask, id: str) -> Answer:
    return Answer(200, _one(ask.world.key_pairs, id))


@methods.granted(f"POST {PAIRS}/{{switch}}", BASIC, SHARING)
def switch_pair(ask: Ask, switch: str) -> Answer:
    """Enable or disable a key pair: `{id}:enable`."""
    id, _, verb = switch.partition(":")
    found = _one(ask.world.key_pairs, id)
    if verb not in {"enable", "disable"}:
        raise not_found()
    if found["enablementState"] == f"{verb}d":
        raise invalid(f"The key pair is {verb}d already")
    found["enablementState"] = f"{verb}d"
    return Answer(200, found)


@methods.granted(f"GET {IDENTITIES}", *SETTINGS, SHARING)
def _identities(ask: Ask) -> Answer:
    found = list(ask.world.identities.values())
    return Answer(200, {"cseIdentities": found} if found else {})


@methods.granted(f"GET {IDENTITIES}/{{address}}", *SETTINGS, SHARING)
def _identity(ask: Ask, address: str) -> Answer:
    return Answer(200, _one(ask.world.identities, address))


@methods.granted(f"POST {IDENTITIES}", BASIC, SHARING)
def _create_identity(ask: Ask) -> Answer:
    address = str(ask.body.get("emailAddress") or "")
    if address not in ask.world.send_as:
        raise invalid("Invalid emailAddress")
    if address in ask.world.identities:
        raise taken("The identity exists already")
    _checked_pair(ask)
    ask.world.identities[address] = dict(ask.body)
    return Answer(200, ask.world.identities[address])


def _checked_pair(ask: Ask) -> None:
    if ask.body.get("primaryKeyPairId") not in ask.world.key_pairs:
        raise invalid("Invalid primaryKeyPairId")


@methods.granted(f"PATCH {IDENTITIES}/{{address}}", BASIC, SHARING)
def _patch_identity(ask: Ask, address: str) -> Answer:
    found = _one(ask.world.identities, address)
    _checked_pair(ask)
    found["primaryKeyPairId"] = ask.body["primaryKeyPairId"]
    return Answer(200, found)


@methods.granted(f"DELETE {IDENTITIES}/{{address}}", BASIC, SHARING)
def _delete_identity(ask: Ask, address: str) -> Answer:
    _one(ask.world.identities, address)
    del ask.world.identities[address]
    return done()
