"""Sharing, comments, drives, labels and channels: what their rows say beyond what every row keeps."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, Actor, Call, Tier
from agentrein.testing.crash import no_waiting
from agentrein_google.drive.operations.others import label_tier, revision_tier
from agentrein_google.drive.readings_of_labels import labels_asked, labels_back
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.drive.sharing import reshare_tier, share_tier, unshare_tier
from agentrein_google.drive.talking import answer_tier, edit_tier, end_reply_tier, end_tier
from drive_kit import ALL, Boom, by_number, lines, media

REPORT, NOTES, THREAD = DriveSandbox.REPORT, DriveSandbox.NOTES, DriveSandbox.THREAD
BEN, ANNA, AGENT = DriveSandbox.BEN, DriveSandbox.ANNA, DriveSandbox.AGENT
ME = Actor(AGENT.email)
MINE = {"author": {"me": True}, "content": "A", "answers": []}


def call(body: dict[str, Any] | None = None, **params: Any) -> Call:
    """A call that says this."""
    return Call("drive", "drive.x", params, body)


USER = {"type": "user", "role": "reader", "emailAddress": BEN.email}
HIS = {"id": "1", "role": "reader", "own": "reader", "emailAddress": BEN.email, "type": "user"}
OURS = {**HIS, "emailAddress": AGENT.email.upper()}


@pytest.mark.parametrize(
    ("said", "image", "wanted"),
    [
        (call(USER), {"had": None}, COSTLY),
        (call(USER, sendNotificationEmail=False), {"had": None}, REVERSIBLE),
        (call({"type": "anyone", "role": "reader"}), {"had": None}, REVERSIBLE),
        (call({**USER, "pendingOwner": True}), {"had": None}, COMPENSABLE),
        (call({**USER, "pendingOwner": True}), {"had": HIS}, IRREVERSIBLE),
        (call({**USER, "role": "owner"}), {"had": None}, IRREVERSIBLE),
        (call(USER, transferOwnership=True), {"had": None}, IRREVERSIBLE),
        (call(USER), {"had": {**HIS, "deleted": True}}, IRREVERSIBLE),
        (call(USER), {"had": {**HIS, "role": "owner"}}, IRREVERSIBLE),
    ],
)
def test_sharing_costs_a_mail_and_giving_away_all(said: Call, image: Any, wanted: Tier) -> None:
    """Each rule of the tier of a new permission."""
    assert share_tier(said, image, ME) is wanted


@pytest.mark.parametrize(
    ("said", "image", "wanted"),
    [
        (call({"role": "writer"}), HIS, REVERSIBLE),
        (call({"role": "writer"}, transferOwnership=True), HIS, IRREVERSIBLE),
        (call({"role": "writer", "pendingOwner": True}), HIS, IRREVERSIBLE),
        (call({"role": "writer"}), None, IRREVERSIBLE),
        (call({"role": "writer"}), OURS, IRREVERSIBLE),
        (call({"role": "owner"}), HIS, IRREVERSIBLE),
        (call({"view": "published"}), HIS, IRREVERSIBLE),
    ],
)
def test_a_role_is_written_back_but_not_ones_own(said: Call, image: Any, wanted: Tier) -> None:
    """Each rule of the tier of a changed permission."""
    assert reshare_tier(said, image, ME) is wanted


@pytest.mark.parametrize(
    ("image", "wanted"),
    [
        (HIS, REVERSIBLE),
        (OURS, IRREVERSIBLE),
        (None, IRREVERSIBLE),
        ({**HIS, "deleted": True}, IRREVERSIBLE),
        ({**HIS, "view": "published"}, IRREVERSIBLE),
        ({**HIS, "expirationTime": "2027-01-01T00:00:00Z"}, COMPENSABLE),
    ],
)
def test_nobody_gives_himself_access_again(image: Any, wanted: Tier) -> None:
    """Each rule of the tier of a permission that is taken away."""
    assert unshare_tier(call(), image, ME) is wanted
    assert unshare_tier(call(), HIS, None) is IRREVERSIBLE


def test_only_ones_own_words_come_back() -> None:
    """A comment with replies does not, nor a reply that did something."""
    assert end_tier(call(), MINE, ME) is COMPENSABLE
    assert end_tier(call(), {**MINE, "answers": ["Yes, by Ben"]}, ME) is IRREVERSIBLE
    assert end_tier(call(), {**MINE, "author": {"me": False}}, ME) is IRREVERSIBLE
    assert end_reply_tier(call(), MINE, ME) is COMPENSABLE
    assert end_reply_tier(call(), {**MINE, "action": "resolve"}, ME) is IRREVERSIBLE
    assert edit_tier(call({"content": "B"}), MINE, ME) is REVERSIBLE
    assert edit_tier(call({"content": "B"}), {**MINE, "author": {}}, ME) is IRREVERSIBLE
    assert answer_tier(call({"content": "B"}), MINE, ME) is COSTLY
    assert answer_tier(call({"action": "resolve"}), MINE, ME) is COMPENSABLE
    assert answer_tier(call({"action": "resolve"}), {**MINE, "resolved": True}, ME) is COSTLY


def test_pins_stay_and_labels_of_unknown_types_are_left_alone() -> None:
    """What cannot be written cannot be put back."""
    assert revision_tier(call({"published": True}), {}, ME) is REVERSIBLE
    assert revision_tier(call({"keepForever": True}), {}, ME) is IRREVERSIBLE
    change = {"labelModifications": [{"labelId": "l", "removeLabel": True}]}
    assert label_tier(call(change), {"on": {"l": {"f": {"text": ["a"]}}}}, ME) is REVERSIBLE
    assert label_tier(call(change), {"on": {"l": {"f": {"rank": ["a"]}}}}, ME) is IRREVERSIBLE
    assert label_tier(call(change), {"on": {}, "nextPageToken": "2"}, ME) is IRREVERSIBLE


def test_labels_are_put_back_field_by_field() -> None:
    """What was set before is set again, what was not is unset, and what was not on the file is taken off."""
    said = {
        "labelModifications": [
            {"labelId": "a", "fieldModifications": [{"fieldId": "new", "setTextValues": ["x"]}]},
            {"labelId": "b"},
            {"labelId": "c", "removeLabel": True},
        ]
    }
    image = {"on": {"a": {"old": {"integer": ["1"]}}, "c": {}}}
    assert labels_back(said, image)["labelModifications"] == [
        {
            "labelId": "a",
            "fieldModifications": [
                {"fieldId": "old", "setIntegerValues": ["1"]},
                {"fieldId": "new", "unsetValues": True},
            ],
        },
        {"labelId": "b", "removeLabel": True},
        {"labelId": "c", "fieldModifications": []},
    ]
    assert labels_asked(said, image) == {
        "a": {"old": {"integer": ["1"]}, "new": {"text": ["x"]}},
        "b": {},
        "c": None,
    }


# --- at work


def test_a_grantee_of_a_folder_keeps_what_comes_from_it(drive: Any, sb: DriveSandbox) -> None:
    """A permission beside the inherited one is taken off, and the inherited one stays."""
    start = sb.state()
    with suppress(Boom), rein.run("share") as run:
        body = {"type": "user", "role": "writer", "emailAddress": ANNA.email}
        drive.permissions().create(fileId=REPORT, body=body, sendNotificationEmail=False).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted"}, [])
    assert lines(sb.writes)[1] == f"DELETE /files/{REPORT}/permissions/{ANNA.id}"


def test_a_share_is_taken_back_though_another_run_works_on_the_file(drive: Any, sb: DriveSandbox) -> None:
    """That ends nothing that the other run did."""
    body = {"type": "user", "role": "reader", "emailAddress": BEN.email}
    with rein.run("share") as run:
        drive.permissions().create(fileId=NOTES, body=body, sendNotificationEmail=False).execute()
    with rein.run("rename"):
        drive.files().update(fileId=NOTES, body={"name": "Other.txt"}).execute()
    assert rein.revert(run.id).exit == 0
    assert sb.state()[f"file:{NOTES}"]["name"] == "Other.txt"


def test_an_administrators_flag_goes_with_the_undo(drive: Any, sb: DriveSandbox) -> None:
    """What one may do only as an administrator is undone as one."""
    with suppress(Boom), rein.run("share"):
        body = {"type": "user", "role": "reader", "emailAddress": BEN.email}
        flags = {"useDomainAdminAccess": True, **ALL}
        drive.permissions().create(fileId=sb.SHARED, body=body, sendNotificationEmail=False, **flags).execute()
        raise Boom
    asked = [one for one in sb.requests if "/permissions" in one.path]
    assert len(asked) > 3
    assert {one.query["useDomainAdminAccess"] for one in asked} == {"true"}
    assert {one.query["supportsAllDrives"] for one in asked} == {"true"}


def test_a_comment_that_was_made_changed_and_deleted_is_gone(drive: Any, sb: DriveSandbox) -> None:
    """The undo writes it again under another id, which the undos of what came before then use."""
    start = sb.state()
    with suppress(Boom), rein.run("talk") as run:
        asked = {"fileId": NOTES, "fields": "id,content"}
        made = drive.comments().create(**asked, body={"content": "One"}).execute()["id"]
        drive.comments().update(**asked, commentId=made, body={"content": "Two"}).execute()
        drive.comments().delete(fileId=NOTES, commentId=made).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted", 2: "reverted", 3: "compensated"}, [])


def test_a_comment_with_replies_is_not_deleted(drive: Any, sb: DriveSandbox) -> None:
    """They would be lost for good."""
    drive_start = sb.state()
    with rein.run("talk"), pytest.raises(rein.Refused):
        drive.comments().delete(fileId=REPORT, commentId=THREAD).execute()
    assert (sb.writes, sb.state()) == ([], drive_start)


def test_a_comment_that_somebody_resolved_again_stays_resolved(drive: Any, anna: Any) -> None:
    """The last reply that did something is hers."""
    asked = {"fileId": REPORT, "commentId": THREAD, "fields": "id"}
    with rein.run("talk") as run:
        drive.replies().create(**asked, body={"action": "resolve"}).execute()
    for action in ("reopen", "resolve"):
        anna.replies().create(**asked, body={"action": action}).execute()
    assert by_number(rein.revert(run.id)) == {1: "conflict"}
    assert anna.comments().get(fileId=REPORT, commentId=THREAD, fields="resolved").execute() == {"resolved": True}


def test_a_reply_that_resolves_what_was_resolved_is_only_deleted(drive: Any, anna: Any, sb: DriveSandbox) -> None:
    """It changed nothing, so the comment is not opened."""
    asked = {"fileId": REPORT, "commentId": THREAD, "fields": "id"}
    anna.replies().create(**asked, body={"action": "resolve"}).execute()
    start = sb.state()
    with suppress(Boom), rein.run("talk") as run:
        drive.replies().create(**asked, body={"action": "resolve", "content": "Done"}).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted"}, [])


def test_a_drive_whose_file_the_run_made_goes_with_it(drive: Any, sb: DriveSandbox) -> None:
    """Its own file is in the trash by then; the plan foresees it."""
    start = sb.state()
    with rein.run("launch") as run:
        made = drive.drives().create(requestId="r", body={"name": "Launch"}).execute()["id"]
        drive.files().create(body={"name": "A", "parents": [made]}, **ALL).execute()
        body = {"type": "user", "role": "reader", "emailAddress": BEN.email}
        drive.permissions().create(fileId=made, body=body, sendNotificationEmail=False, **ALL).execute()
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert by_number(plan) == by_number(report) == dict.fromkeys((1, 2, 3), "reverted")
    assert sb.state() == start


def test_a_drive_that_was_hidden_is_hidden_again(drive: Any, bare: Any, sb: DriveSandbox) -> None:
    """It is shown again by the run, and hidden by the undo."""
    bare.drives().hide(driveId=sb.DRIVE).execute()
    start = sb.state()
    with suppress(Boom), rein.run("view") as run:
        drive.drives().unhide(driveId=sb.DRIVE).execute()
        raise Boom
    assert (by_number(run), sb.state()) == ({1: "reverted"}, start)


def test_a_channel_whose_answer_was_lost_is_a_question(drive: Any, sb: DriveSandbox) -> None:
    """Drive lists no channels; the record holds no token, and says when the channel ends."""
    body = {"id": "c", "type": "web_hook", "address": "https://hooks.acme.example", "token": "s3cret"}
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("watch") as run:
        with suppress(ConnectionError):
            drive.files().watch(fileId=NOTES, body=body).execute()
        raise Boom
    assert by_number(run) == {1: "needs_attention"}
    assert run.report is not None
    assert "within an hour" in run.report.actions[0].message
    assert "s3cret" not in repr(run.report)


def test_a_revision_is_not_pinned(drive: Any, sb: DriveSandbox) -> None:
    """Neither by an upload nor afterwards: nothing lets it go again."""
    with rein.run("pin"):
        for request in (
            drive.files().update(fileId=NOTES, media_body=media(b"A"), keepRevisionForever=True),
            drive.revisions().update(fileId=NOTES, revisionId="head", body={"keepForever": True}),
        ):
            with pytest.raises(rein.Refused):
                request.execute()
    assert sb.writes == []
