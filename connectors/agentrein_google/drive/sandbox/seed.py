"""What is in the stand-in at the start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein_google.drive.sandbox.world import FOLDER, Item, User, World

AGENT = User("10001", "agent@acme.example", "Agent")
ANNA = User("10002", "anna@acme.example", "Anna")
BEN = User("10003", "ben@acme.example", "Ben")
AGENT_TOKEN, PERSON_TOKEN, STRANGER_TOKEN = "ya29.agent", "ya29.anna", "ya29.stranger"
STRANGER = User("10004", "other@elsewhere.example", "Other")

ROOT, ANNAS_ROOT = "root-agent", "root-anna"
PROJECTS, ARCHIVE, REPORT, NOTES, PLAN, SHEET = "f-projects", "f-archive", "f-report", "f-notes", "f-plan", "f-sheet"
PAST = "f-past"
ANNAS, LINK, DRIVE, SHARED, OTHER_DRIVE, INVOICES = "f-annas", "f-link", "0Adrive", "f-shared", "0Bdrive", "f-invoices"
COMMENT, REPLY, THREAD, OWN_REPLY = "com-own", "rep-ben", "com-thread", "rep-own"
PROPOSAL, STATUS, RISK = "prop-1", "label-status", "label-risk"
_AGE = 86_400.0
"""Seconds since everything was made."""
DOCUMENT = "application/vnd.google-apps.document"
SPREADSHEET = "application/vnd.google-apps.spreadsheet"


def world(now: Callable[[], float]) -> World:
    """Drive at its start."""
    made = World(lambda: now() - _AGE)
    made.users = {one.id: one for one in (AGENT, ANNA, BEN, STRANGER)}
    made.tokens = {AGENT_TOKEN: AGENT.id, PERSON_TOKEN: ANNA.id, STRANGER_TOKEN: STRANGER.id}
    made.roots = {one.id: f"root-{one.email.partition('@')[0]}" for one in made.users.values()}
    made.data_folders = {one.id: f"data-{one.email.partition('@')[0]}" for one in made.users.values()}
    for one in made.users.values():
        for id in (made.roots[one.id], made.data_folders[one.id]):
            _put(made, id, FOLDER, None, one, name="My Drive")
    _files(made)
    _drives(made)
    made.labels = {
        STATUS: {"state": "selection", "due": "dateString"},
        RISK: {"text": "text", "score": "integer", "who": "user"},
    }
    made.items[REPORT].labels = {STATUS: {"state": ("selection", ["open"])}}
    made.items[REPORT].proposals = {
        PROPOSAL: {
            "fileId": REPORT,
            "proposalId": PROPOSAL,
            "recipientEmailAddress": BEN.email,
            "requesterEmailAddress": BEN.email,
            "rolesAndViews": [{"role": "reader"}],
        }
    }
    made.now = now
    return made


def _files(made: World) -> None:
    _put(made, PROJECTS, FOLDER, ROOT, AGENT, name="Projects", folderColorRgb="#4986e7")
    _put(made, ARCHIVE, FOLDER, ROOT, AGENT, name="Archive")
    _put(made, PAST, FOLDER, ROOT, AGENT, name="Past")
    _put(made, REPORT, "text/plain", PROJECTS, AGENT, b"Report, first draft", name="Report.txt", description="A draft")
    _put(made, NOTES, "text/plain", ROOT, AGENT, b"Notes", name="Notes.txt")
    _put(made, PLAN, DOCUMENT, PROJECTS, AGENT, b"The plan", name="Plan")
    _put(made, SHEET, SPREADSHEET, ROOT, AGENT, b"a,b", name="Sheet")
    _put(made, ANNAS, "text/plain", ANNAS_ROOT, ANNA, b"Anna's", name="Anna.txt")
    link = _put(made, LINK, "application/vnd.google-apps.shortcut", ROOT, AGENT, name="Link to the report")
    link.target = {"targetId": REPORT, "targetMimeType": "text/plain"}
    made.items[REPORT].fields |= {"properties": {"stage": "draft", "team": "red"}, "appProperties": {"run": "0"}}
    _share(made, PROJECTS, ANNA, "writer")
    _share(made, ARCHIVE, ANNA, "writer")
    _share(made, PAST, ANNA, "writer")
    _share(made, REPORT, BEN, "reader")
    _share(made, NOTES, ANNA, "writer")
    _share(made, SHEET, ANNA, "writer")
    _share(made, ANNAS, AGENT, "writer")
    _comments(made)


def _comments(made: World) -> None:
    report = made.items[REPORT]

    def said(id: str, by: User, content: str, **more: Any) -> dict[str, Any]:
        now = made.time()
        one = {"id": id, "author": by.id, "created": now, "modified": now, "deleted": False, "content": content}
        return {**one, **more}

    own = said(COMMENT, AGENT, "Is this right?", resolved=None, replies={}, anchor=None, quotedFileContent=None)
    thread = said(THREAD, ANNA, "Who checks it?", resolved=None, replies={}, anchor=None, quotedFileContent=None)
    thread["replies"] = {
        REPLY: said(REPLY, BEN, "I do", action=None),
        OWN_REPLY: said(OWN_REPLY, AGENT, "So do I", action=None),
    }
    report.comments = {COMMENT: own, THREAD: thread}


def _drives(made: World) -> None:
    for id, name in ((DRIVE, "Marketing"), (OTHER_DRIVE, "Sales")):
        made.drives[id] = {
            "id": id,
            "name": name,
            "colorRgb": "#004881",
            "restrictions": {
                "adminManagedRestrictions": False,
                "copyRequiresWriterPermission": False,
                "domainUsersOnly": True,
                "driveMembersOnly": False,
                "sharingFoldersRequiresOrganizerPermission": False,
            },
            "created": made.time(),
        }
        root = _put(made, id, FOLDER, None, None, name="Drive", drive=id)
        for user in (AGENT, ANNA):
            root.permissions[user.id] = {"type": "user", "role": "organizer", "emailAddress": user.email}
    _put(made, SHARED, "text/plain", DRIVE, None, b"Shared", name="Shared.txt", drive=DRIVE)
    _put(made, INVOICES, FOLDER, DRIVE, None, name="Invoices", drive=DRIVE)


def _put(
    made: World,
    id: str,
    media: str,
    parent: str | None,
    owner: User | None,
    data: bytes | None = None,
    *,
    drive: str | None = None,
    **fields: Any,
) -> Item:
    now = made.time()
    by = owner if owner is not None else ANNA
    item = Item(id, media, parent, owner.id if owner else None, drive, now, by.id, fields, modified=now)
    if owner is not None:
        item.permissions[owner.id] = {"type": "user", "role": "owner", "emailAddress": owner.email}
    made.items[id] = item
    if data is not None:
        made.add_revision(item, by, data, media)
    return item


def _share(made: World, id: str, user: User, role: str) -> None:
    made.items[id].permissions[user.id] = {"type": "user", "role": role, "emailAddress": user.email}
