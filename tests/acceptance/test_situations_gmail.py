"""What happens in a mailbox while an agent works and before its run is undone, and what the undo makes of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting
from agentrein_google.gmail.sandbox import GmailSandbox
from gmail_kit import (
    ACCOUNT,
    ARCHIVED_MAIL,
    INBOX_MAIL,
    LABEL,
    ME,
    REPLY,
    SENDER,
    TRASHED_MAIL,
    armed,
    calls,
    change,
    labels_of,
    mail,
    messages,
    plain,
    states,
)
from google_kit import close_all, set_environment

SENDS = {"gmail: gmail.users.messages.send": "allow", "gmail: gmail.users.drafts.send": "allow"}


class Boom(Exception):
    """What an agent's own code raises."""


@pytest.fixture
def mailbox(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GmailSandbox]:
    """Gmail, with a credential of the mailbox in the environment."""
    with GmailSandbox() as sandbox:
        set_environment(monkeypatch.setenv, tmp_path, sandbox.url, ACCOUNT)
        yield sandbox
        close_all()


@pytest.fixture
def gmail(mailbox: GmailSandbox) -> Any:
    """The agent's armed client."""
    return armed(mailbox.url)


@pytest.fixture
def ada(mailbox: GmailSandbox) -> Any:
    """Whose mailbox it is, through a plain client."""
    return plain(mailbox.url)


def fails(work: Any) -> rein.Run:
    """A run that does the work and then fails."""
    with suppress(Boom), rein.run("triage") as run:
        work()
        raise Boom
    return run


def drafts(client: Any) -> Any:
    """The resource of drafts."""
    return client.users().drafts()


def make_label(client: Any, name: str) -> str:
    """Make a label."""
    return str(client.users().labels().create(**ME, body={"name": name}).execute()["id"])


# 1
def test_a_mail_that_was_read_before_stays_read(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """Taking away a label that is not there is no effect, so that nothing is sent for it."""
    change(ada, REPLY, remove=("UNREAD",))
    mailbox.clear_requests()
    run = fails(lambda: change(gmail, REPLY, remove=("UNREAD",)))
    assert len(mailbox.writes) == 1
    assert states(run) == ["unchanged"]
    assert labels_of(ada, REPLY) == {"INBOX"}


# 2
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_a_mail_that_left_twice_is_found_twice(mailbox: GmailSandbox, gmail: Any, *, keeps: bool, named: bool) -> None:
    """Two copies among what was sent are two effects, and nothing calls either back."""
    mailbox.keeps_message_id = keeps
    raw = mail("Offer", **({"Message-ID": "<offer-1@acme.example>"} if named else {}))

    @mailbox.before_answer
    def doubled(request: Request) -> None:
        """The server takes the first request, and drops the connection; something below sends it again."""
        if request.path.endswith("/send"):
            with mailbox.lock:
                whole = mailbox.world.complete(base64.urlsafe_b64decode(raw), keeps_id=keeps)
                mailbox.world.mailed.append(whole)
                mailbox.world.add(whole, ["SENT"])

    mailbox.faults.add("lost", path="*/messages/send")
    with suppress(ConnectionError), rein.run("offer", policy=SENDS) as run:
        messages(gmail).send(**ME, body={"raw": raw}).execute()
    with no_waiting():
        report = rein.revert(run.id)
    assert (len(mailbox.world.mailed), report.exit) == (2, 1)
    [action] = rein.revert(run.id).actions
    assert action.state == "needs_attention"
    assert [len(one.effects) for one in run.actions] == [2]


# 3
def test_a_draft_that_is_gone_and_was_not_sent_tells_nothing(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """It may have been deleted by somebody: a person is asked, and nothing is sent again."""
    made = drafts(ada).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    mailbox.faults.add("refuse", path="*/drafts/send")
    with rein.run("offer", policy=SENDS) as run:
        with suppress(ConnectionError):
            drafts(gmail).send(**ME, body={"id": made["id"]}).execute()
        with rein.outside("somebody else does it"):
            drafts(ada).delete(**ME, id=made["id"]).execute()
    mailbox.clear_requests()
    with no_waiting():
        [action] = rein.revert(run.id).actions
    assert (action.state, mailbox.writes, mailbox.world.mailed) == ("needs_attention", [], [])
    assert "nothing tells" in action.message


@pytest.mark.parametrize(("fault", "count"), [("lost", 1), ("refuse", 0)])
@pytest.mark.parametrize("further", [{}, {"message": {"raw": mail("A better offer")}}])
def test_a_draft_whose_sending_was_not_answered_is_found_or_still_there(
    mailbox: GmailSandbox, gmail: Any, ada: Any, fault: str, count: int, further: dict[str, Any]
) -> None:
    """Among what was sent, it has left; where the draft is still there, it has not."""
    made = drafts(ada).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    mailbox.faults.add(fault, path="*/drafts/send")
    with suppress(ConnectionError), rein.run("offer", policy=SENDS) as run:
        drafts(gmail).send(**ME, body={"id": made["id"], **further}).execute()
    with no_waiting():
        report = rein.revert(run.id)
    assert (len(mailbox.world.mailed), report.exit) == (count, count)


# 4
def test_each_part_of_a_batch_is_judged(mailbox: GmailSandbox, gmail: Any) -> None:
    """A mail among label changes keeps the whole batch back, callback or not."""
    batch = gmail.new_batch_http_request()
    for message in (INBOX_MAIL, ARCHIVED_MAIL, REPLY):
        batch.add(messages(gmail).modify(**ME, id=message, body={"addLabelIds": ["STARRED"]}))
    batch.add(messages(gmail).send(**ME, body={"raw": mail("Hello")}))
    with pytest.raises(rein.Refused), rein.run("batch"):
        batch.execute()
    assert mailbox.writes == []


def test_a_part_of_a_batch_that_failed_is_seen(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """Nobody asked for its answer: the record has it, and only what landed is undone."""
    batch = gmail.new_batch_http_request()
    for message in (INBOX_MAIL, "18cffffffffffffff", REPLY):
        batch.add(messages(gmail).modify(**ME, id=message, body={"addLabelIds": ["STARRED"]}))
    start = mailbox.state()
    with rein.run("batch") as run, pytest.warns(UserWarning, match="2 answered 404"):
        batch.execute()
    assert states(run) == ["partial"]
    assert "STARRED" in labels_of(ada, REPLY)
    assert (rein.revert(run.id).exit, mailbox.left(start)) == (0, [])


# 5
@pytest.mark.parametrize("takes", [True, False])
def test_what_was_in_the_trash_before_stays_there(mailbox: GmailSandbox, gmail: Any, *, takes: bool) -> None:
    """Whether a message leaves the inbox on the way to the trash, the thread is as it was."""
    mailbox.trash_takes_inbox = takes
    start = mailbox.state()
    fails(lambda: gmail.users().threads().trash(**ME, id=TRASHED_MAIL).execute())
    assert mailbox.left(start) == []
    assert f"messages/{TRASHED_MAIL}/untrash" not in dict(calls(mailbox))


# 6
def test_a_label_that_a_person_uses_is_not_deleted(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """Deleting it would take it off forty mails."""
    with rein.run("labels") as run:
        label = make_label(gmail, "Offers")
    for n in range(40):
        raw = {"raw": mail(f"Offer {n}"), "labelIds": [label]}
        messages(ada).insert(**ME, body=raw).execute()
    mailbox.clear_requests()
    [action] = rein.revert(run.id).actions
    assert (action.state, mailbox.writes) == ("conflict", [])
    assert [(one.field, one.now["by"]) for one in action.conflicts] == [("carried", 40)]


def test_a_label_that_a_filter_names_is_not_deleted(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """The filter would put it on nothing any more."""
    with rein.run("labels") as run:
        label = make_label(gmail, "Offers")
    rule = {"criteria": {"from": "x@y.example"}, "action": {"addLabelIds": [label]}}
    ada.users().settings().filters().create(**ME, body=rule).execute()
    [action] = rein.revert(run.id).actions
    assert (action.state, [one.field for one in action.conflicts]) == ("conflict", ["filters"])


# 7
def test_a_label_on_too_many_mails_is_not_deleted(
    mailbox: GmailSandbox, gmail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than are remembered: it counts as irreversible, before its mails are listed at all."""
    monkeypatch.setattr("agentrein_google.gmail.readings_of_labels.MOST_CARRIED", 1)
    with pytest.raises(rein.Refused), rein.run("labels"):
        gmail.users().labels().delete(**ME, id=LABEL).execute()
    assert mailbox.writes == []
    assert not [one for one in mailbox.requests if one.path.endswith("/messages")]


# 8
def test_a_draft_that_a_person_edited_stays(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """What is in it is another message than the one that was answered."""
    with rein.run("drafts") as run:
        made = drafts(gmail).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    drafts(ada).update(**ME, id=made["id"], body={"message": {"raw": mail("Offer, but nicer")}}).execute()
    mailbox.clear_requests()
    [action] = rein.revert(run.id).actions
    assert (action.state, mailbox.writes) == ("conflict", [])


def test_a_draft_that_a_person_sent_is_not_called_deleted(mailbox: GmailSandbox, gmail: Any, ada: Any) -> None:
    """It is gone as a deleted one is, but a mail of its thread was sent since."""
    with rein.run("drafts") as run:
        made = drafts(gmail).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    drafts(ada).send(**ME, body={"id": made["id"]}).execute()
    [action] = rein.revert(run.id).actions
    assert (action.state, "sent" in action.message) == ("needs_attention", True)


# 9
def test_of_many_mails_only_those_that_changed_change_back(mailbox: GmailSandbox, gmail: Any) -> None:
    """A thousand go to the inbox of which 300 are there: 700 leave it again, by one call."""
    with mailbox.lock:
        ids = [mailbox.world.add(b"Subject: x\n\nx", ["INBOX"] if n < 300 else []).id for n in range(1000)]
    start = mailbox.state()
    mailbox.clear_requests()
    fails(lambda: messages(gmail).batchModify(**ME, body={"ids": ids, "addLabelIds": ["INBOX"]}).execute())
    assert mailbox.left(start) == []
    _, (name, body) = calls(mailbox)
    assert (name, sorted(body["ids"]), body["removeLabelIds"]) == ("messages/batchModify", sorted(ids[300:]), ["INBOX"])
    assert "addLabelIds" not in body


# 10
def test_without_history_the_mails_themselves_tell(mailbox: GmailSandbox, gmail: Any) -> None:
    """After nine days Gmail no longer lists what happened: the labels of each message do."""
    start = mailbox.state()
    with rein.run("triage") as run:
        change(gmail, INBOX_MAIL, remove=("INBOX",))
        messages(gmail).batchModify(**ME, body={"ids": [ARCHIVED_MAIL], "addLabelIds": ["STARRED"]}).execute()
        drafts(gmail).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    mailbox.world.forget_history()
    assert (rein.revert(run.id).exit, mailbox.left(start)) == (0, [])


def test_without_history_a_draft_without_an_answer_is_found(mailbox: GmailSandbox, gmail: Any) -> None:
    """Among all drafts, by what it says and when it was made."""
    start = mailbox.state()
    mailbox.faults.add("lost", path="*/drafts")
    with suppress(ConnectionError), rein.run("drafts") as run:
        drafts(gmail).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    mailbox.world.forget_history()
    with no_waiting():
        assert (rein.revert(run.id).exit, mailbox.left(start)) == (0, [])


# 11
def test_a_missing_scope_is_said_before_a_mail_leaves(mailbox: GmailSandbox) -> None:
    """With a token that may only send, nothing could tell afterwards whether the mail left."""
    only = armed(mailbox.url, SENDER, account=ACCOUNT, scopes=["https://www.googleapis.com/auth/gmail.send"])
    with rein.run("offer", policy=SENDS), pytest.warns(UserWarning, match="lacks one of"):
        messages(only).send(**ME, body={"raw": mail("Offer")}).execute()
    assert len(mailbox.world.mailed) == 1


def test_a_draft_that_could_not_be_followed_is_not_written(mailbox: GmailSandbox) -> None:
    """With a token that may only compose, nothing tells whether a draft that is gone was deleted or sent."""
    only = armed(mailbox.url, account=ACCOUNT, scopes=["https://www.googleapis.com/auth/gmail.compose"])
    with pytest.raises(rein.Refused, match=r"gmail\.metadata"), rein.run("drafts"):
        drafts(only).create(**ME, body={"message": {"raw": mail("Offer")}}).execute()
    assert mailbox.writes == []


# 12
def test_a_mask_hides_no_id_from_the_undo(mailbox: GmailSandbox, gmail: Any) -> None:
    """The caller gets what it asked for, and the message that was put in is found again."""
    with rein.run("import") as run:
        told = messages(gmail).insert(**ME, body={"raw": mail("Kept")}, fields="threadId").execute()
    assert list(told) == ["threadId"]
    mailbox.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert [name.rpartition("/")[2] for name, _ in calls(mailbox)] == ["trash"]
