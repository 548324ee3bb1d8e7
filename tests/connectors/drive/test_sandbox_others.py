"""The stand-in's sharing, comments, revisions, shared drives, labels, channels and approvals, by the bare SDK."""

from __future__ import annotations

from typing import Any

from agentrein_google.drive.sandbox import DriveSandbox
from connectors.drive.refusals import refused
from drive_kit import ALL, Clients, media

PROJECTS, REPORT, NOTES, PLAN = DriveSandbox.PROJECTS, DriveSandbox.REPORT, DriveSandbox.NOTES, DriveSandbox.PLAN
DRIVE, SHARED, COMMENT, THREAD = DriveSandbox.DRIVE, DriveSandbox.SHARED, DriveSandbox.COMMENT, DriveSandbox.THREAD
AGENT, ANNA, BEN = DriveSandbox.AGENT, DriveSandbox.ANNA, DriveSandbox.BEN


def give(client: Any, file: str, email: str, role: str, **flags: Any) -> Any:
    """The request that shares a file with a person."""
    body = {"type": "user", "role": role, "emailAddress": email}
    return client.permissions().create(fileId=file, body=body, **flags)


# --- sharing


def test_a_permission_has_the_id_of_the_grantee(bare: Any) -> None:
    """A permission has the id of the grantee."""
    first = give(bare, NOTES, BEN.email, "reader").execute()
    second = give(bare, NOTES, BEN.email, "writer").execute()
    assert first["id"] == second["id"] == BEN.id
    found = bare.permissions().list(fileId=NOTES, fields="permissions(id,role)").execute()["permissions"]
    assert {one["id"]: one["role"] for one in found} == {AGENT.id: "owner", ANNA.id: "writer", BEN.id: "writer"}


def test_what_comes_from_a_folder_is_changed_there(bare: Any) -> None:
    """What comes from a folder is changed there."""
    shown = bare.permissions().get(fileId=REPORT, permissionId=ANNA.id, fields="role,permissionDetails").execute()
    assert shown["permissionDetails"] == [{"permissionType": "file", "role": "writer", "inherited": True}]
    assert refused(bare.permissions().delete(fileId=REPORT, permissionId=ANNA.id))[0] == 403


def test_a_file_is_given_away_on_purpose_only(bare: Any, anna: Any) -> None:
    """A file is given away on purpose only."""
    assert refused(give(bare, NOTES, ANNA.email, "owner")) == (403, "forbidden")
    give(bare, NOTES, ANNA.email, "owner", transferOwnership=True).execute()
    assert anna.files().get(fileId=NOTES, fields="ownedByMe").execute() == {"ownedByMe": True}
    mine = bare.permissions().get(fileId=NOTES, permissionId=AGENT.id).execute()
    assert mine["role"] == "writer"


def test_who_takes_his_own_access_away_has_none(anna: Any) -> None:
    """Who takes his own access away has none."""
    anna.permissions().delete(fileId=NOTES, permissionId=ANNA.id).execute()
    assert refused(give(anna, NOTES, ANNA.email, "writer")) == (404, "notFound")


def test_ends_lie_ahead(bare: Any) -> None:
    """Ends lie ahead."""
    body = {"role": "reader", "expirationTime": "2020-01-01T00:00:00Z"}
    assert refused(bare.permissions().update(fileId=REPORT, permissionId=BEN.id, body=body))[0] == 403
    later = {**body, "expirationTime": "2027-06-01T00:00:00Z"}
    bare.permissions().update(fileId=REPORT, permissionId=BEN.id, body=later).execute()
    asked = {"fileId": REPORT, "permissionId": BEN.id}
    bare.permissions().update(**asked, body={"role": "reader"}, removeExpiration=True).execute()
    assert "expirationTime" not in bare.permissions().get(**asked, fields="*").execute()


def test_notifications_are_for_people(bare: Any) -> None:
    """Notifications are for people."""
    body = {"type": "anyone", "role": "reader"}
    assert refused(bare.permissions().create(fileId=NOTES, body=body, sendNotificationEmail=False))[0] == 400


# --- comments


def test_comments_ask_which_fields_are_wanted(bare: Any) -> None:
    """Comments ask which fields are wanted."""
    assert refused(bare.comments().list(fileId=REPORT)) == (400, "required")
    assert refused(bare.comments().create(fileId=REPORT, body={"content": "A"})) == (400, "required")


def test_only_the_author_changes_a_comment(bare: Any, anna: Any) -> None:
    """Only the author changes a comment."""
    asked = {"fileId": REPORT, "commentId": COMMENT}
    assert refused(anna.comments().delete(**asked)) == (403, "insufficientFilePermissions")
    bare.comments().delete(**asked).execute()
    assert refused(bare.comments().get(**asked, fields="id")) == (404, "notFound")
    gone = bare.comments().get(**asked, fields="id,content,deleted", includeDeleted=True).execute()
    assert gone == {"id": COMMENT, "deleted": True}


def test_replies_resolve_and_open(bare: Any) -> None:
    """Replies resolve and open."""
    asked = {"fileId": REPORT, "commentId": THREAD, "fields": "id"}
    assert refused(bare.replies().create(**asked, body={"action": "reopen"}))[0] == 400
    bare.replies().create(**asked, body={"action": "resolve"}).execute()
    shown = bare.comments().get(fileId=REPORT, commentId=THREAD, fields="resolved,replies(action)").execute()
    assert (shown["resolved"], shown["replies"][-1]) == (True, {"action": "resolve"})


# --- revisions


def test_a_revision_that_is_kept_stays_so(bare: Any) -> None:
    """A revision that is kept stays so."""
    asked = {"fileId": NOTES, "revisionId": bare.revisions().list(fileId=NOTES).execute()["revisions"][0]["id"]}
    assert refused(bare.revisions().delete(**asked))[0] == 403
    bare.revisions().update(**asked, body={"keepForever": True}).execute()
    again = bare.revisions().update(**asked, body={"keepForever": False})
    assert refused(again) == (403, "illegalKeepForeverModification")
    bare.files().update(fileId=NOTES, media_body=media(b"Second")).execute()
    bare.revisions().delete(**asked).execute()
    assert len(bare.revisions().list(fileId=NOTES).execute()["revisions"]) == 1


# --- shared drives


def test_a_drive_is_made_once_and_goes_empty(sb: DriveSandbox, bare: Any) -> None:
    """A drive is made once and goes empty."""
    made = bare.drives().create(requestId="r", body={"name": "Launch"}).execute()["id"]
    assert refused(bare.drives().create(requestId="r", body={"name": "Launch"}))[0] == 409
    file = bare.files().create(body={"name": "A", "parents": [made]}, **ALL).execute()["id"]
    assert refused(bare.drives().delete(driveId=made))[0] == 403
    bare.files().update(fileId=file, body={"trashed": True}, **ALL).execute()
    bare.drives().delete(driveId=made).execute()
    assert not [path for path in sb.state() if made in path or file in path]


def test_members_only_see_a_drive(clients: Clients, bare: Any) -> None:
    """Members only see a drive."""
    assert refused(clients.stranger().drives().get(driveId=DRIVE))[0] == 404
    bare.drives().hide(driveId=DRIVE).execute()
    assert bare.drives().get(driveId=DRIVE, fields="hidden").execute() == {"hidden": True}
    assert clients.person().drives().get(driveId=DRIVE, fields="hidden").execute() == {"hidden": False}
    both = bare.drives().update(driveId=DRIVE, body={"themeId": "abacus", "colorRgb": "#000000"})
    assert refused(both)[0] == 400


# --- labels, channels, approvals


def test_labels_change_all_or_nothing(sb: DriveSandbox, bare: Any) -> None:
    """Labels change all or nothing."""
    start = sb.state()
    good = {"labelId": sb.STATUS, "removeLabel": True}
    bad = {"labelId": sb.RISK, "fieldModifications": [{"fieldId": "score", "setTextValues": ["1"]}]}
    modified = bare.files().modifyLabels(fileId=REPORT, body={"labelModifications": [good, bad]})
    assert refused(modified)[0] == 400
    assert sb.state() == start


def test_a_channel_is_stopped_by_both_ids(bare: Any) -> None:
    """A channel is stopped by both ids."""
    body = {"id": "c", "type": "web_hook", "address": "https://hooks.acme.example"}
    opened = bare.files().watch(fileId=NOTES, body=body).execute()
    assert refused(bare.files().watch(fileId=NOTES, body=body)) == (400, "channelIdNotUnique")
    assert refused(bare.channels().stop(body={"id": "c", "resourceId": "other"}))[0] == 404
    assert bare.channels().stop(body={"id": "c", "resourceId": opened["resourceId"]}).execute() == ""


def test_one_approval_at_a_time(bare: Any, anna: Any) -> None:
    """One approval at a time."""
    body = {"reviewerEmails": [ANNA.email]}
    started = bare.approvals().start(fileId=REPORT, body=body).execute()
    assert refused(bare.approvals().start(fileId=REPORT, body=body))[0] == 403
    asked = {"fileId": REPORT, "approvalId": started["approvalId"], "body": {}}
    assert refused(anna.approvals().cancel(**asked))[0] == 403
    assert anna.approvals().decline(**asked).execute()["status"] == "DECLINED"
    assert refused(bare.approvals().cancel(**asked)) == (400, "failedPrecondition")


def test_a_request_for_access_is_answered_once(sb: DriveSandbox, bare: Any) -> None:
    """A request for access is answered once."""
    asked = {"fileId": REPORT, "proposalId": sb.PROPOSAL, "body": {"action": "ACCEPT", "role": ["commenter"]}}
    bare.accessproposals().resolve(**asked).execute()
    assert sb.state()[f"file:{REPORT}/permission:{BEN.id}"]["role"] == "commenter"
    assert refused(bare.accessproposals().resolve(**asked))[0] == 404


def test_the_account_is_told_to_whom_asks_for_it(bare: Any) -> None:
    """The account is told to whom asks for it."""
    assert refused(bare.about().get()) == (400, "required")
    assert bare.about().get(fields="user(emailAddress)").execute() == {"user": {"emailAddress": AGENT.email}}


def test_administrators_see_what_they_are_no_members_of(clients: Clients, bare: Any) -> None:
    """Administrators see what they are no members of."""
    give(bare, SHARED, BEN.email, "reader", **ALL).execute()
    drive = clients.stranger().drives().get(driveId=DRIVE, useDomainAdminAccess=True).execute()
    assert drive["name"] == "Marketing"
    assert PROJECTS != PLAN
