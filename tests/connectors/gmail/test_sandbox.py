"""The stand-in for Gmail, through the bare SDK."""

from __future__ import annotations

from typing import Any

import pytest
from googleapiclient.errors import HttpError

from agentrein_google.gmail.sandbox import GmailSandbox
from gmail_kit import (
    ACCOUNT,
    ARCHIVED_MAIL,
    INBOX_MAIL,
    LABEL,
    ME,
    REPLY,
    TRASHED_MAIL,
    change,
    labels_of,
    mail,
    messages,
    plain,
)

OUT = "archive@acme.example"
COLOR = {"textColor": "#ffffff", "backgroundColor": "#16a766"}
Call = Any


def settings(gmail: Any) -> Any:
    """The resource of settings."""
    return gmail.users().settings()


def modify(**body: Any) -> Call:
    """A change of labels."""
    return lambda g: messages(g).modify(**ME, id=INBOX_MAIL, body=body)


@pytest.mark.parametrize(
    ("status", "call"),
    [
        (400, modify(addLabelIds=["SENT"])),
        (400, modify(removeLabelIds=["DRAFT"])),
        (400, modify(addLabelIds=["Label_99"])),
        (400, modify(addLabelIds=["INBOX"], removeLabelIds=["INBOX"])),
        (400, modify()),
        (400, modify(addLabelIds=[LABEL] * 101)),
        (400, lambda g: messages(g).batchModify(**ME, body={"ids": ["1"] * 1001, "addLabelIds": [LABEL]})),
        (404, lambda g: messages(g).get(**ME, id="18cffffffffffffff")),
        (400, lambda g: messages(g).insert(**ME, body={})),
        (400, lambda g: messages(g).send(**ME, body={"raw": mail("x", to="")})),
        (404, lambda g: messages(g).insert(**ME, body={"raw": mail("x"), "threadId": "18cffffffffffffff"})),
        (404, lambda g: g.users().threads().get(**ME, id="18cffffffffffffff")),
        (404, lambda g: g.users().drafts().get(**ME, id="r99")),
        (409, lambda g: g.users().labels().create(**ME, body={"name": "triage"})),
        (400, lambda g: g.users().labels().create(**ME, body={"name": "Inbox"})),
        (400, lambda g: g.users().labels().create(**ME, body={"name": "x", "color": {"textColor": "#123456"}})),
        (400, lambda g: g.users().labels().patch(**ME, id="INBOX", body={"name": "x"})),
        (404, lambda g: g.users().labels().delete(**ME, id="Label_99")),
        (400, lambda g: g.users().history().list(**ME, startHistoryId="x")),
        (400, lambda g: settings(g).filters().create(**ME, body={"criteria": {"from": "x"}})),
        (
            400,
            lambda g: settings(g).filters().create(**ME, body={"criteria": {"from": "x"}, "action": {"forward": "x"}}),
        ),
        (400, lambda g: settings(g).updateVacation(**ME, body={"enableAutoReply": True})),
        (400, lambda g: settings(g).updateVacation(**ME, body={"startTime": "2", "endTime": "1"})),
        (400, lambda g: settings(g).updateLanguage(**ME, body={"displayLanguage": "xx"})),
        (400, lambda g: settings(g).updateImap(**ME, body={"maxFolderSize": 7})),
        (400, lambda g: settings(g).updateAutoForwarding(**ME, body={"enabled": True, "emailAddress": "x@y.example"})),
        (409, lambda g: settings(g).sendAs().create(**ME, body={"sendAsEmail": "help@acme.example"})),
        (400, lambda g: settings(g).sendAs().delete(**ME, sendAsEmail=ACCOUNT)),
        (400, lambda g: settings(g).sendAs().patch(**ME, sendAsEmail=ACCOUNT, body={"isDefault": False})),
        (404, lambda g: settings(g).delegates().delete(**ME, delegateEmail="x@acme.example")),
        (403, lambda g: g.users().getProfile(userId="bob@acme.example")),
    ],
)
def test_what_gmail_does_not_take(sb: GmailSandbox, owner: Any, status: int, call: Call) -> None:
    """It is answered as an error, and changes nothing."""
    start = sb.state()
    with pytest.raises(HttpError) as error:
        call(owner).execute()
    assert (error.value.status_code, sb.left(start)) == (status, [])


@pytest.mark.parametrize(
    ("token", "call"),
    [
        ("ya29.sender", lambda g: g.users().getProfile(**ME)),
        ("ya29.labels", lambda g: messages(g).list(**ME)),
        ("ya29.metadata", lambda g: messages(g).list(**ME, q="rfc822msgid:x")),
        ("ya29.metadata", lambda g: messages(g).get(**ME, id=INBOX_MAIL, format="raw")),
        ("ya29.modify", lambda g: messages(g).delete(**ME, id=INBOX_MAIL)),
        ("ya29.modify", lambda g: settings(g).filters().delete(**ME, id="x")),
    ],
)
def test_what_a_token_may_not(sb: GmailSandbox, token: str, call: Call) -> None:
    """Its scopes decide."""
    with pytest.raises(HttpError) as error:
        call(plain(sb.url, token)).execute()
    assert (error.value.status_code, error.value.error_details[0]["reason"]) == (403, "insufficientPermissions")


def test_labels_are_each_mails_own(sb: GmailSandbox, owner: Any) -> None:
    """A thread has those of its mails; without any, a message shows none at all."""
    owner.users().threads().modify(**ME, id=TRASHED_MAIL, body={"addLabelIds": ["STARRED"]}).execute()
    assert labels_of(owner, TRASHED_MAIL) == {"TRASH", "STARRED"}
    assert labels_of(owner, REPLY) == {"INBOX", "UNREAD", "STARRED"}
    told = change(owner, ARCHIVED_MAIL, remove=("UNREAD", LABEL))
    assert told == {"id": ARCHIVED_MAIL, "threadId": ARCHIVED_MAIL}


@pytest.mark.parametrize("takes", [True, False])
def test_the_trash(sb: GmailSandbox, owner: Any, *, takes: bool) -> None:
    """What is in it is not listed, and comes back without what it lost."""
    sb.trash_takes_inbox = takes
    messages(owner).trash(**ME, id=INBOX_MAIL).execute()
    assert ("INBOX" in labels_of(owner, INBOX_MAIL)) is not takes
    listed = [one["id"] for one in messages(owner).list(**ME).execute()["messages"]]
    assert INBOX_MAIL not in listed
    everywhere = messages(owner).list(**ME, includeSpamTrash=True).execute()["messages"]
    assert INBOX_MAIL in [one["id"] for one in everywhere]
    messages(owner).untrash(**ME, id=INBOX_MAIL).execute()
    assert "TRASH" not in labels_of(owner, INBOX_MAIL)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_mail_that_is_sent(sb: GmailSandbox, owner: Any, *, keeps: bool) -> None:
    """It is found by its Message-ID, and to oneself it arrives as well."""
    sb.keeps_message_id = keeps
    raw = mail("Hello", to=ACCOUNT, Message_ID="<one@acme.example>")
    sent = messages(owner).send(**ME, body={"raw": raw}).execute()
    assert set(sent["labelIds"]) == {"SENT", "INBOX", "UNREAD"}
    found = messages(owner).list(**ME, q="rfc822msgid:one@acme.example").execute().get("messages", [])
    assert [one["id"] for one in found] == ([sent["id"]] if keeps else [])
    wanted = ["Message-ID", "X-Google-Original-Message-ID"]
    told = messages(owner).get(**ME, id=sent["id"], format="metadata", metadataHeaders=wanted).execute()
    assert "<one@acme.example>" in [one["value"] for one in told["payload"]["headers"]]


def test_a_draft_keeps_its_id(sb: GmailSandbox, owner: Any) -> None:
    """What is in it is another message each time, and another one when it was sent."""
    drafts = owner.users().drafts()
    made = drafts.create(**ME, body={"message": {"raw": mail("One")}}).execute()
    changed = drafts.update(**ME, id=made["id"], body={"message": {"raw": mail("Two")}}).execute()
    assert changed["id"] == made["id"]
    assert changed["message"]["id"] != made["message"]["id"]
    sent = drafts.send(**ME, body={"id": made["id"]}).execute()
    assert sent["id"] != changed["message"]["id"]
    assert (sent["threadId"], sent["labelIds"]) == (changed["message"]["threadId"], ["SENT"])
    assert drafts.list(**ME).execute() == {"resultSizeEstimate": 0}


def test_a_label_goes_off_every_mail(sb: GmailSandbox, owner: Any) -> None:
    """And has another id when it is made again."""
    labels = owner.users().labels()
    assert labels.get(**ME, id=LABEL).execute()["messagesTotal"] == 2
    labels.delete(**ME, id=LABEL).execute()
    assert LABEL not in labels_of(owner, INBOX_MAIL)
    made = labels.create(**ME, body={"name": "Triage", "color": COLOR}).execute()
    assert made["id"] != LABEL
    patched = labels.patch(**ME, id=made["id"], body={"color": None}).execute()
    assert "color" not in patched


def test_history(sb: GmailSandbox, owner: Any) -> None:
    """What happened since a number, by kinds; too long ago, 404."""
    start = owner.users().getProfile(**ME).execute()["historyId"]
    change(owner, INBOX_MAIL, add=("STARRED",), remove=("INBOX",))
    messages(owner).insert(**ME, body={"raw": mail("New")}).execute()
    history = owner.users().history()
    told = history.list(**ME, startHistoryId=start).execute()["history"]
    assert [set(one) - {"id", "messages"} for one in told] == [{"labelsAdded"}, {"labelsRemoved"}, {"messagesAdded"}]
    only = history.list(**ME, startHistoryId=start, historyTypes=["messageAdded"]).execute()["history"]
    assert len(only) == 1
    sb.world.forget_history()
    with pytest.raises(HttpError, match="404"):
        history.list(**ME, startHistoryId=start).execute()


def test_a_setting_is_replaced_as_a_whole(sb: GmailSandbox, owner: Any) -> None:
    """And cleaned."""
    body = {"enableAutoReply": True, "responseSubject": "Away", "responseBodyHtml": '<p onclick="x()">Hi</p>'}
    told = settings(owner).updateVacation(**ME, body=body).execute()
    assert told["responseBodyHtml"] == "<p>Hi</p>"
    settings(owner).updateVacation(**ME, body={"enableAutoReply": False}).execute()
    assert "responseSubject" not in settings(owner).getVacation(**ME).execute()
    assert settings(owner).updateLanguage(**ME, body={"displayLanguage": "pt"}).execute() == {
        "displayLanguage": "pt-PT"
    }


def test_one_address_is_the_default(sb: GmailSandbox, owner: Any) -> None:
    """Making another one that unmakes it; deleting that gives it back to the account's own."""
    alias = settings(owner).sendAs()
    alias.patch(**ME, sendAsEmail="help@acme.example", body={"isDefault": True}).execute()
    told = {one["sendAsEmail"]: one["isDefault"] for one in alias.list(**ME).execute()["sendAs"]}
    assert told == {ACCOUNT: False, "help@acme.example": True}
    alias.delete(**ME, sendAsEmail="help@acme.example").execute()
    assert alias.get(**ME, sendAsEmail=ACCOUNT).execute()["isDefault"] is True
    made = alias.create(**ME, body={"sendAsEmail": "x@else.example"}).execute()
    assert made["verificationStatus"] == "pending"


def test_what_a_filter_looks_for_is_trimmed(sb: GmailSandbox, owner: Any) -> None:
    """And a second one that does the same is refused."""
    body = {"criteria": {"subject": "  two   words "}, "action": {"addLabelIds": [LABEL]}}
    assert settings(owner).filters().create(**ME, body=body).execute()["criteria"] == {"subject": "two words"}
    with pytest.raises(HttpError, match="already exists"):
        settings(owner).filters().create(**ME, body=body).execute()
    forward = {"criteria": {"from": "x"}, "action": {"forward": OUT}}
    assert settings(owner).filters().create(**ME, body=forward).execute()["action"] == {"forward": OUT}


def test_lists_come_in_pages(sb: GmailSandbox, owner: Any) -> None:
    """The newest first."""
    found, request = [], messages(owner).list(**ME, includeSpamTrash=True, maxResults=3)
    while request is not None:
        told = request.execute()
        found.append([one["id"] for one in told["messages"]])
        request = messages(owner).list_next(request, told)
    assert found == [[REPLY, TRASHED_MAIL, ARCHIVED_MAIL], [INBOX_MAIL]]
