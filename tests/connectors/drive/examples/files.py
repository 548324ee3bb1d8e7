"""Files: made, copied, changed, moved, uploaded, put into the trash."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.drive.examples.things import (
    ALL,
    ARCHIVE,
    DRIVE,
    INVOICES,
    NOTES,
    PAST,
    PROJECTS,
    REPORT,
    SHARED,
    create,
    into_newest,
    on_newest,
    update,
)
from drive_kit import FOLDER, SHORTCUT, media

CREATE, COPY, UPDATE = "drive.files.create", "drive.files.copy", "drive.files.update"
IN_THE_TRASH = "taking it out of the trash is what the undo does, too"

EXAMPLES = (
    Example(
        CREATE,
        create({"name": "Q3", "parents": [PROJECTS], "description": "Plans"}, media_body=media(b"Q3")),
        prepare=create({"name": "Q3", "parents": [PROJECTS], "description": "Plans"}, media_body=media(b"Q3")),
        foreign=on_newest("Q3", media_body=media(b"Q3, corrected")),
        beside=update(PROJECTS, {"description": "Theirs"}),
        name="an upload, as others made one",
    ),
    Example(
        CREATE,
        create({"name": "Team", "mimeType": FOLDER, "parents": [ARCHIVE]}),
        foreign=into_newest("Team", "Theirs"),
        beside=update(ARCHIVE, {"description": "Theirs"}),
        name="a folder",
    ),
    Example(
        CREATE,
        create({"name": "To Q3", "mimeType": SHORTCUT, "shortcutDetails": {"targetId": REPORT}, "parents": [PROJECTS]}),
        foreign=on_newest("To Q3", {"name": "To Q3", "description": "Theirs"}),
        name="a shortcut",
    ),
    Example(
        CREATE,
        create({"name": "Bill", "parents": [INVOICES]}, fields="name", **ALL),
        foreign=on_newest("Bill", {"description": "Paid"}),
        name="in a shared drive, asking for the name only",
    ),
    Example(
        COPY,
        lambda d: d.files().copy(fileId=REPORT, body={"parents": [ARCHIVE]}).execute(),
        foreign=on_newest("Copy of Report.txt", {"description": "Theirs"}),
        beside=update(ARCHIVE, {"description": "Theirs"}),
    ),
    Example(
        UPDATE,
        update(
            REPORT,
            {
                "name": "Report 2.txt",
                "description": "",
                "properties": {"stage": None, "new.key": "1"},
                "appProperties": {"run": "7"},
                "copyRequiresWriterPermission": True,
            },
        ),
        foreign=update(REPORT, {"name": "Theirs.txt"}),
        beside=update(REPORT, {"properties": {"theirs": "1"}, "starred": True}),
        name="metadata",
    ),
    Example(
        UPDATE,
        update(PROJECTS, {"folderColorRgb": "#f83a23", "starred": True}),
        foreign=update(PROJECTS, {"folderColorRgb": "#8f8f8f"}),
        beside=update(PROJECTS, {"description": "Theirs"}),
        name="a color that Drive does not offer",
    ),
    Example(
        UPDATE,
        update(NOTES, {"contentRestrictions": [{"readOnly": True, "reason": "Final"}]}),
        foreign=update(NOTES, {"contentRestrictions": [{"readOnly": True, "reason": "Theirs"}]}),
        beside=update(NOTES, {"description": "Theirs"}),
        name="a restriction",
    ),
    Example(
        UPDATE,
        update(REPORT, addParents=ARCHIVE, removeParents=PROJECTS, **ALL),
        foreign=update(REPORT, addParents=PAST, removeParents=ARCHIVE),
        unforced="a move names the folder that it leaves, and the undo knows only the one into which the call put it",
        beside=update(REPORT, {"description": "Theirs"}),
        name="a move",
    ),
    Example(
        UPDATE,
        update(SHARED, {"name": "Bill.txt"}, addParents=INVOICES, removeParents=DRIVE, **ALL),
        foreign=update(SHARED, {"name": "Theirs.txt"}, **ALL),
        beside=update(SHARED, {"description": "Theirs"}, **ALL),
        name="a move in a shared drive, with another name",
    ),
    Example(
        UPDATE,
        update(SHARED, addParents=DRIVE, removeParents=INVOICES, **ALL),
        nothing=True,
        name="a move to where it is",
    ),
    Example(
        UPDATE,
        update(NOTES, {"description": "Second"}, media_body=media(b"Second draft")),
        foreign=update(NOTES, media_body=media(b"Theirs")),
        beside=update(NOTES, {"starred": True}),
        name="content",
    ),
    Example(
        UPDATE,
        update(NOTES, addParents=PROJECTS, removeParents="root", media_body=media(b"Second", "text/markdown")),
        foreign=update(NOTES, media_body=media(b"Theirs")),
        beside=update(NOTES, {"description": "Theirs"}),
        name="content and place",
    ),
    Example(UPDATE, update(PROJECTS, {"trashed": True}), alone=IN_THE_TRASH, name="into the trash"),
    Example(
        UPDATE,
        update(NOTES, {"trashed": False}),
        prepare=lambda d: None,
        nothing=True,
        name="not in the trash",
    ),
)
