"""Files of the file manager: https://developers.hubspot.com/docs/api-reference/legacy/files/guide."""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, REVERSIBLE, field, op, path, restore, sent

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/files/guide"
FILES = "/files/v3/files"
FILE = f"{FILES}/{{fileId}}"
SCOPES = ("files",)
_THIS = path("hubspot:file:", sent("fileId"))


ROWS = (
    op(
        f"PATCH {FILE}",
        sdk="files.files_api.update_properties",
        says="change {fields} of file {fileId}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(
            f"GET {FILE}",
            f"PATCH {FILE}",
            field("name"),
            field("access"),
            field("isUsableInContent"),
            field("parentFolderId", clear="0", same=(None, "", "0")),
        ),
        residue="A file with another name, folder or access had another address meanwhile.",
        scopes=SCOPES,
        why=f"Each is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {FILE}",
        sdk="files.files_api.archive",
        says="delete file {fileId}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"No call brings a deleted file back, and what links to it breaks. {DOCS}",
    ),
)
