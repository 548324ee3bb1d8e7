"""Tiers that depend on what is asked and on what is there."""

from __future__ import annotations

from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein_google.gmail import connector
from agentrein_google.gmail.sandbox import GmailSandbox
from gmail_kit import ACCOUNT, INBOX_MAIL, ME, mail

SETTINGS = "gmail.users.settings"
MESSAGES = "gmail.users.messages"
ALIAS = {"sendAsEmail": "help@acme.example", "isDefault": False}


@pytest.mark.parametrize(
    ("address", "params", "body", "image", "tier"),
    [
        (f"{MESSAGES}.insert", {}, {}, {}, "reversible"),
        (f"{MESSAGES}.insert", {"deleted": True}, {}, {}, "irreversible"),
        (f"{MESSAGES}.import", {"processForCalendar": True}, {}, {}, "costly"),
        (f"{MESSAGES}.import", {"processForCalendar": True, "deleted": "true"}, {}, {}, "irreversible"),
        (f"{MESSAGES}.batchModify", {}, {"ids": ["1"], "addLabelIds": ["A"]}, {}, "reversible"),
        (f"{MESSAGES}.batchModify", {}, {"ids": ["1"], "addClassificationLabels": []}, {}, "irreversible"),
        (f"{MESSAGES}.batchModify", {}, {"ids": list(map(str, range(1001)))}, {}, "irreversible"),
        (f"{SETTINGS}.filters.create", {}, {"action": {"addLabelIds": ["A"]}}, {}, "reversible"),
        (f"{SETTINGS}.filters.create", {}, {"action": {"forward": "x@y.example"}}, {}, "irreversible"),
        (f"{SETTINGS}.updateVacation", {}, {"enableAutoReply": True}, {}, "costly"),
        (f"{SETTINGS}.updateVacation", {}, {"enableAutoReply": False}, {}, "reversible"),
        (f"{SETTINGS}.updateAutoForwarding", {}, {"enabled": True}, {}, "irreversible"),
        (f"{SETTINGS}.updateAutoForwarding", {}, {}, {}, "costly"),
        (f"{SETTINGS}.updateAutoForwarding", {}, None, {}, "irreversible"),
        (f"{SETTINGS}.sendAs.create", {}, {"displayName": "x"}, {}, "costly"),
        (f"{SETTINGS}.sendAs.create", {}, {"isDefault": True}, {}, "irreversible"),
        (f"{SETTINGS}.sendAs.create", {}, {"smtpMsa": {"host": "h"}}, {}, "irreversible"),
        (f"{SETTINGS}.sendAs.update", {}, {"displayName": "x"}, ALIAS, "reversible"),
        (f"{SETTINGS}.sendAs.update", {}, {"isDefault": True}, ALIAS, "irreversible"),
        (f"{SETTINGS}.sendAs.update", {}, {"isDefault": True}, {**ALIAS, "isDefault": True}, "reversible"),
        (f"{SETTINGS}.sendAs.update", {}, {"smtpMsa": {}}, ALIAS, "irreversible"),
        (f"{SETTINGS}.sendAs.delete", {}, None, ALIAS, "compensable"),
        (f"{SETTINGS}.sendAs.delete", {}, None, {**ALIAS, "smtpMsa": {}}, "irreversible"),
        (f"{SETTINGS}.sendAs.delete", {}, None, {**ALIAS, "isDefault": True}, "irreversible"),
        (f"{SETTINGS}.delegates.delete", {}, None, {"verificationStatus": "accepted"}, "reversible"),
        (f"{SETTINGS}.delegates.delete", {}, None, {"verificationStatus": "pending"}, "compensable"),
        (f"{SETTINGS}.sendAs.smimeInfo.setDefault", {}, None, {"default": ["a"]}, "reversible"),
        (f"{SETTINGS}.sendAs.smimeInfo.setDefault", {}, None, {"default": []}, "irreversible"),
        (f"{SETTINGS}.sendAs.smimeInfo.insert", {}, {"pkcs12": "x"}, {"default": ["a"]}, "reversible"),
        (f"{SETTINGS}.sendAs.smimeInfo.insert", {}, {"pkcs12": "x"}, {"default": []}, "irreversible"),
        (f"{SETTINGS}.sendAs.smimeInfo.insert", {}, {"isDefault": True}, {"default": ["a"]}, "irreversible"),
        ("gmail.users.labels.delete", {}, None, {"known": True}, "compensable"),
        ("gmail.users.labels.delete", {}, None, {"known": False}, "irreversible"),
        ("gmail.users.drafts.update", {}, {}, {"known": True}, "reversible"),
        ("gmail.users.drafts.update", {}, {}, {"known": False}, "irreversible"),
        ("gmail.users.drafts.delete", {}, None, {"known": True}, "compensable"),
        ("gmail.users.drafts.delete", {}, None, None, "irreversible"),
    ],
)
def test_a_tier_is_what_can_be_undone(address: str, params: Any, body: Any, image: Any, tier: str) -> None:
    """What cannot be known is irreversible."""
    row = connector.table.row(address)
    assert row is not None
    assert row.tier_of(Call("gmail", address, params, body), image, None) is Tier(tier)


def forward(gmail: Any) -> Any:
    """Forward all that comes."""
    body = {"enabled": True, "emailAddress": "archive@acme.example", "disposition": "archive"}
    return gmail.users().settings().updateAutoForwarding(**ME, body=body)


@pytest.mark.parametrize(
    "call",
    [
        lambda g: g.users().messages().send(**ME, body={"raw": mail("Hello")}),
        lambda g: g.users().drafts().send(**ME, body={"id": "r1"}),
        lambda g: g.users().messages().delete(**ME, id=INBOX_MAIL),
        lambda g: g.users().messages().batchDelete(**ME, body={"ids": [INBOX_MAIL]}),
        lambda g: g.users().threads().delete(**ME, id=INBOX_MAIL),
        lambda g: g.users().settings().sendAs().verify(**ME, sendAsEmail=ACCOUNT),
        forward,
    ],
)
def test_what_nothing_undoes_is_not_sent(sb: GmailSandbox, gmail: Any, call: Any) -> None:
    """Mail that leaves, mail that is gone for good, mail that goes to others."""
    with pytest.raises(rein.Refused) as refused, rein.run("careless"):
        call(gmail).execute()
    assert (sb.writes, bool(refused.value.now)) == ([], True)


def test_a_refusal_names_whom_a_mail_goes_to(sb: GmailSandbox, gmail: Any) -> None:
    """And what it is about."""
    says = r'send a mail "Grüße" to bob@else\.example, eve@else\.example'
    with pytest.raises(rein.Refused, match=says), rein.run("x"):
        gmail.users().messages().send(**ME, body={"raw": mail("Grüße", Cc="Eve <eve@else.example>")}).execute()


def test_classification_labels_are_refused(sb: GmailSandbox, gmail: Any) -> None:
    """No row puts them back."""
    body = {"addClassificationLabels": [{"labelId": "C1"}]}
    with pytest.raises(rein.Refused), rein.run("careless"):
        gmail.users().messages().modify(**ME, id=INBOX_MAIL, body=body).execute()
    assert sb.writes == []


def test_the_password_of_a_mail_server_is_recorded_nowhere(sb: GmailSandbox, gmail: Any, ledger: Any) -> None:
    """A call that sets one is refused."""
    body = {"smtpMsa": {"host": "smtp.acme.example", "port": 587, "username": "u-s3cret", "password": "p-s3cret"}}
    for call in ("patch", "update"):
        with pytest.raises(rein.Refused), rein.run("careless"):
            method = getattr(gmail.users().settings().sendAs(), call)
            method(**ME, sendAsEmail="help@acme.example", body=body).execute()
    assert sb.writes == []
    assert b"s3cret" not in b"".join(one.read_bytes() for one in ledger.parent.glob("ledger*") if one.is_file())
