"""Addresses, delegates and certificates."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.gmail.examples.things import SETTINGS, settings
from gmail_kit import ACCOUNT, ME

HELP = "help@acme.example"
NEW = "sales@acme.example"
SAME = "an address that somebody added again is as good"
ONLY = "there is nothing about it that anybody could change"


def alias(gmail: Any) -> Any:
    """The resource of addresses to send as."""
    return settings(gmail).sendAs()


def patch(gmail: Any, address: str, **fields: Any) -> Any:
    """Change an address."""
    return alias(gmail).patch(**ME, sendAsEmail=address, body=fields).execute()


def delegates(gmail: Any) -> Any:
    """The resource of delegates."""
    return settings(gmail).delegates()


def forwarding(gmail: Any) -> Any:
    """The resource of addresses to forward to."""
    return settings(gmail).forwardingAddresses()


def certificate(gmail: Any, *, chosen: bool) -> Any:
    """Upload a certificate."""
    body = {"pkcs12": "cGtjczEy", "isDefault": chosen}
    return alias(gmail).smimeInfo().insert(**ME, sendAsEmail=ACCOUNT, body=body).execute()


def three(gmail: Any) -> None:
    """Three certificates, of which the first is the default."""
    for chosen in (True, False, False):
        certificate(gmail, chosen=chosen)


def choose(gmail: Any, nth: int) -> Any:
    """Make another certificate the default."""
    found = alias(gmail).smimeInfo().list(**ME, sendAsEmail=ACCOUNT).execute()["smimeInfo"]
    return alias(gmail).smimeInfo().setDefault(**ME, sendAsEmail=ACCOUNT, id=found[nth]["id"]).execute()


def pairs(gmail: Any) -> Any:
    """The resource of key pairs."""
    return settings(gmail).cse().keypairs()


def identity(gmail: Any, pair: str, *, new: bool = False) -> Any:
    """Say with which key pair mail is encrypted."""
    found, body = settings(gmail).cse().identities(), {"emailAddress": ACCOUNT, "primaryKeyPairId": pair}
    return (found.create(**ME, body=body) if new else found.patch(**ME, emailAddress=ACCOUNT, body=body)).execute()


EXAMPLES = (
    Example(
        f"{SETTINGS}.sendAs.create",
        lambda g: alias(g).create(**ME, body={"sendAsEmail": NEW, "displayName": "Sales"}).execute(),
        foreign=lambda g: patch(g, NEW, displayName="Theirs"),
    ),
    Example(
        f"{SETTINGS}.sendAs.patch",
        lambda g: patch(g, HELP, displayName="Mine", signature="<b>Mine</b>"),
        foreign=lambda g: patch(g, HELP, displayName="Theirs"),
        beside=lambda g: patch(g, HELP, replyToAddress="desk@acme.example"),
    ),
    Example(
        f"{SETTINGS}.sendAs.patch",
        lambda g: patch(g, HELP, isDefault=True),
        alone="whoever made the old one the default again has undone it",
        name="the default",
    ),
    Example(
        f"{SETTINGS}.sendAs.update",
        lambda g: alias(g).update(**ME, sendAsEmail=HELP, body={"displayName": "Mine"}).execute(),
        foreign=lambda g: patch(g, HELP, displayName="Theirs"),
    ),
    Example(f"{SETTINGS}.sendAs.delete", lambda g: alias(g).delete(**ME, sendAsEmail=HELP).execute(), alone=SAME),
    Example(
        f"{SETTINGS}.forwardingAddresses.create",
        lambda g: forwarding(g).create(**ME, body={"forwardingEmail": NEW}).execute(),
        alone=ONLY,
    ),
    Example(
        f"{SETTINGS}.forwardingAddresses.delete",
        lambda g: forwarding(g).delete(**ME, forwardingEmail="archive@acme.example").execute(),
        alone=SAME,
    ),
    Example(
        f"{SETTINGS}.delegates.create",
        lambda g: delegates(g).create(**ME, body={"delegateEmail": NEW}).execute(),
        alone=ONLY,
    ),
    Example(
        f"{SETTINGS}.delegates.delete",
        lambda g: delegates(g).delete(**ME, delegateEmail=NEW).execute(),
        prepare=lambda g: delegates(g).create(**ME, body={"delegateEmail": NEW}).execute(),
        alone=SAME,
    ),
    Example(
        f"{SETTINGS}.sendAs.smimeInfo.insert",
        lambda g: certificate(g, chosen=False),
        prepare=lambda g: certificate(g, chosen=True),
        foreign=lambda g: choose(g, 1),
    ),
    Example(
        f"{SETTINGS}.cse.identities.create",
        lambda g: identity(g, "pair-1", new=True),
        foreign=lambda g: identity(g, "pair-2"),
    ),
    Example(
        f"{SETTINGS}.cse.identities.delete",
        lambda g: settings(g).cse().identities().delete(**ME, cseEmailAddress=ACCOUNT).execute(),
        prepare=lambda g: identity(g, "pair-1", new=True),
        foreign=lambda g: identity(g, "pair-2", new=True),
        unforced="a second identity of that address cannot be made",
    ),
    Example(
        f"{SETTINGS}.sendAs.smimeInfo.setDefault",
        lambda g: choose(g, 1),
        prepare=three,
        foreign=lambda g: choose(g, 2),
    ),
    Example(
        f"{SETTINGS}.cse.keypairs.disable",
        lambda g: pairs(g).disable(**ME, keyPairId="pair-1", body={}).execute(),
        alone="whoever enabled it again has undone it",
    ),
    Example(
        f"{SETTINGS}.cse.keypairs.enable",
        lambda g: pairs(g).enable(**ME, keyPairId="pair-1", body={}).execute(),
        prepare=lambda g: pairs(g).disable(**ME, keyPairId="pair-1", body={}).execute(),
        alone="whoever disabled it again has undone it",
    ),
    Example(
        f"{SETTINGS}.cse.identities.patch",
        lambda g: identity(g, "pair-2"),
        prepare=lambda g: identity(g, "pair-1", new=True),
        foreign=lambda g: identity(g, "pair-3"),
    ),
)
