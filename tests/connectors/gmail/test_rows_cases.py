"""Mails whose old list of labels cannot simply be put back, and threads."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein_google.gmail.sandbox import GmailSandbox
from gmail_kit import (
    ACCOUNT,
    ARCHIVED_MAIL,
    INBOX_MAIL,
    LABEL,
    ME,
    REPLY,
    TRASHED_MAIL,
    calls,
    change,
    labels_of,
    mail,
    messages,
    states,
)
from google_kit import set_environment


@pytest.fixture(autouse=True)
def environment(sb: GmailSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A credential of the mailbox in the environment."""
    set_environment(monkeypatch.setenv, tmp_path, sb.url, ACCOUNT)


def archive(gmail: Any) -> rein.Run:
    """Archive a mail that its reader sent to himself, and one that is archived already."""
    with rein.run("triage") as run:
        for message in (INBOX_MAIL, ARCHIVED_MAIL):
            change(gmail, message, add=(LABEL,), remove=("INBOX", "UNREAD"))
    return run


def test_only_the_difference_is_put_back(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """One call for each mail, the last one first; the label that both had, and SENT, are in none."""
    start = sb.state()
    run = archive(gmail)
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert calls(sb) == [
        (f"messages/{ARCHIVED_MAIL}/modify", {"addLabelIds": ["UNREAD"]}),
        (f"messages/{INBOX_MAIL}/modify", {"addLabelIds": ["INBOX", "UNREAD"]}),
    ]
    assert sb.left(start) == []
    assert "SENT" in labels_of(owner, INBOX_MAIL)


def test_a_star_of_a_person_stays(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """It is in no difference of the run's."""
    run = archive(gmail)
    change(owner, INBOX_MAIL, add=("STARRED",))
    assert rein.revert(run.id).exit == 0
    assert labels_of(owner, INBOX_MAIL) == {"SENT", LABEL, "INBOX", "UNREAD", "STARRED"}


def test_what_a_person_put_back_is_not_sent_again(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """Of a difference, only what still reads as the run left it."""
    run = archive(gmail)
    change(owner, INBOX_MAIL, add=("INBOX",))
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert calls(sb)[-1] == (f"messages/{INBOX_MAIL}/modify", {"addLabelIds": ["UNREAD"]})


def test_a_mail_that_came_later_is_not_touched(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """A change of a thread is undone mail by mail, of those that were in it."""
    with rein.run("threads") as run:
        body = {"addLabelIds": [LABEL], "removeLabelIds": ["UNREAD"]}
        gmail.users().threads().modify(**ME, id=TRASHED_MAIL, body=body).execute()
    raw = {"raw": mail("Re: Plan"), "threadId": TRASHED_MAIL, "labelIds": [LABEL]}
    later = messages(owner).insert(**ME, body=raw).execute()["id"]
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert calls(sb) == [
        (f"messages/{REPLY}/modify", {"addLabelIds": ["UNREAD"], "removeLabelIds": [LABEL]}),
        (f"messages/{TRASHED_MAIL}/modify", {"removeLabelIds": [LABEL]}),
    ]
    assert labels_of(owner, later) == {LABEL}


def test_a_mail_of_a_thread_that_was_deleted_for_good_is_told(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """Its labels have no place to go back to; those of the others have."""
    with rein.run("threads") as run:
        gmail.users().threads().modify(**ME, id=TRASHED_MAIL, body={"addLabelIds": [LABEL]}).execute()
    messages(owner).delete(**ME, id=REPLY).execute()
    [action] = rein.revert(run.id).actions
    assert action.state == "conflict"
    assert LABEL not in labels_of(owner, TRASHED_MAIL)


def test_of_many_mails_one_that_was_deleted_for_good_is_told(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """The others get their labels back."""
    with rein.run("many") as run:
        body = {"ids": [INBOX_MAIL, ARCHIVED_MAIL], "addLabelIds": ["STARRED"]}
        messages(gmail).batchModify(**ME, body=body).execute()
    messages(owner).delete(**ME, id=ARCHIVED_MAIL).execute()
    report = rein.revert(run.id)
    assert (report.exit, ARCHIVED_MAIL in report.actions[0].message) == (0, True)
    assert "STARRED" not in labels_of(owner, INBOX_MAIL)


def test_more_mails_than_gmail_takes_are_not_read_either(sb: GmailSandbox, gmail: Any) -> None:
    """They are refused before."""
    with pytest.raises(rein.Refused), rein.run("many"):
        body = {"ids": [f"18c{n:013x}" for n in range(1001)], "addLabelIds": ["STARRED"]}
        messages(gmail).batchModify(**ME, body=body).execute()
    assert not [one for one in sb.requests if "/messages/" in one.path]


def test_a_label_that_somebody_deleted_is_asked_about(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """It cannot be applied again; Gmail says so, and a person is asked."""
    with rein.run("labels") as run:
        change(gmail, ARCHIVED_MAIL, remove=(LABEL,))
    owner.users().labels().delete(**ME, id=LABEL).execute()
    [action] = rein.revert(run.id).actions
    assert (action.state, "400" in action.message) == ("needs_attention", True)


def test_a_label_of_the_run_goes_with_its_uses(sb: GmailSandbox, gmail: Any) -> None:
    """Made, used and deleted: the plan foresees it, and all goes back, by the new id where it was made again."""
    start = sb.state()
    with rein.run("labels") as run:
        label = gmail.users().labels().create(**ME, body={"name": "Offers"}).execute()["id"]
        change(gmail, INBOX_MAIL, add=(label,))
        messages(gmail).batchModify(**ME, body={"ids": [ARCHIVED_MAIL, REPLY], "addLabelIds": [label]}).execute()
    assert [one.state for one in rein.revert(run.id, plan=True).actions] == ["reverted"] * 3
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])
    with suppress(ZeroDivisionError), rein.run("again") as again:
        label = gmail.users().labels().create(**ME, body={"name": "Bills"}).execute()["id"]
        change(gmail, INBOX_MAIL, add=(label,))
        gmail.users().labels().delete(**ME, id=label).execute()
        _ = 1 / 0
    assert states(again) == ["reverted", "reverted", "compensated"]
    assert sb.left(start) == []


def test_a_plan_names_a_label_that_is_to_be_made_again(sb: GmailSandbox, gmail: Any) -> None:
    """Its id is not known before."""
    with rein.run("labels") as run:
        gmail.users().labels().delete(**ME, id=LABEL).execute()
    [planned], [done] = rein.revert(run.id, plan=True).actions, rein.revert(run.id).actions
    assert [one.address for one in planned.sent] == [one.address for one in done.sent]
    assert planned.sent[-1].body["addLabelIds"] == ["Triage"]
    assert done.sent[-1].body["addLabelIds"] == ["Label_1"]


def test_two_changes_of_one_draft_go_back_one_after_the_other(sb: GmailSandbox, gmail: Any) -> None:
    """Each change puts another message into it: the run's own are no conflict."""
    start = sb.state()
    drafts = gmail.users().drafts()
    with rein.run("drafts") as run:
        made = drafts.create(**ME, body={"message": {"raw": mail("One")}}).execute()["id"]
        for subject in ("Two", "Three"):
            drafts.update(**ME, id=made, body={"message": {"raw": mail(subject)}}).execute()
    assert [one.state for one in rein.revert(run.id, plan=True).actions] == ["reverted"] * 3
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])


def test_a_reply_that_was_a_draft_goes_back_into_its_thread(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """A thread of its own goes with a draft; one that others are in is kept."""
    body = {"message": {"raw": mail("Re: Plan"), "threadId": TRASHED_MAIL}}
    made = owner.users().drafts().create(**ME, body=body).execute()["id"]
    start = sb.state()
    with rein.run("drafts") as run:
        gmail.users().drafts().delete(**ME, id=made).execute()
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])


def test_two_plans_of_one_mail_are_told_apart(sb: GmailSandbox, gmail: Any) -> None:
    """What the undo of one call would leave is not taken for that of another."""
    with rein.run("many") as run:
        for body in ({"addLabelIds": ["STARRED"]}, {"removeLabelIds": ["UNREAD"]}):
            gmail.users().threads().modify(**ME, id=TRASHED_MAIL, body=body).execute()
            messages(gmail).batchModify(**ME, body={"ids": [INBOX_MAIL, ARCHIVED_MAIL], **body}).execute()
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert [one.sent for one in plan.actions] == [one.sent for one in report.actions]


def test_a_mail_is_uploaded_and_found_by_its_answer(sb: GmailSandbox, gmail: Any) -> None:
    """Its bytes are in no record; what the answer names goes to the trash."""
    from googleapiclient.http import MediaInMemoryUpload

    start = sb.state()
    media = MediaInMemoryUpload(b"Subject: Kept\r\n\r\nx", mimetype="message/rfc822")
    with suppress(ZeroDivisionError), rein.run("import") as run:
        messages(gmail).insert(**ME, media_body=media).execute()
        _ = 1 / 0
    assert (states(run), sb.left(start)) == (["reverted"], [])


def test_a_filter_that_is_kept_in_other_words_is_asked_about(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """Its answer was lost, and nothing is documented of the form in which a search is kept."""
    rule = {"criteria": {"query": "from:(x@y.example)"}, "action": {"addLabelIds": [LABEL]}}
    sb.faults.add("lost", path="*/settings/filters", method="POST")
    with rein.run("filter") as run, suppress(OSError):
        gmail.users().settings().filters().create(**ME, body=rule).execute()
    [made] = owner.users().settings().filters().list(**ME).execute()["filter"]
    sb.world.filters[made["id"]]["criteria"] = {"from": "x@y.example"}
    report = rein.revert(run.id)
    assert [one.state.value for one in report.actions] == ["needs_attention"]
    assert f"filter:{made['id']} was not there before" in report.actions[0].message
    owner.users().settings().filters().delete(**ME, id=made["id"]).execute()
    assert [one.state.value for one in rein.revert(run.id).actions] == ["rejected"]


def test_a_filter_is_made_again_with_the_label_that_was(sb: GmailSandbox, gmail: Any, owner: Any) -> None:
    """Both were deleted: the filter names the label by its new id."""
    filters = owner.users().settings().filters()
    rule = {"criteria": {"from": "x@y.example"}, "action": {"addLabelIds": [LABEL]}}
    made = filters.create(**ME, body=rule).execute()["id"]
    start = sb.state()
    with rein.run("clean") as run:
        gmail.users().settings().filters().delete(**ME, id=made).execute()
        gmail.users().labels().delete(**ME, id=LABEL).execute()
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])
