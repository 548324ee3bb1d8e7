"""The methods that only read, by API: every GET of the three discovery documents, and four that are POSTs.

https://developers.google.com/workspace/gmail/api/reference/rest
https://developers.google.com/workspace/sheets/api/reference/rest
https://developers.google.com/workspace/drive/api/reference/rest/v3
"""

from __future__ import annotations

from typing import Final

from agentrein_google.answers import ACCOUNT_OF_SHEETS

_GMAIL = """
    drafts.get drafts.list getProfile history.list labels.get labels.list messages.attachments.get messages.get
    messages.list settings.cse.identities.get settings.cse.identities.list settings.cse.keypairs.get
    settings.cse.keypairs.list settings.delegates.get settings.delegates.list settings.filters.get
    settings.filters.list settings.forwardingAddresses.get settings.forwardingAddresses.list
    settings.getAutoForwarding settings.getImap settings.getLanguage settings.getPop settings.getVacation
    settings.sendAs.get settings.sendAs.list settings.sendAs.smimeInfo.get settings.sendAs.smimeInfo.list
    threads.get threads.list
    """

_SHEETS = """
    developerMetadata.get developerMetadata.search get getByDataFilter values.batchGet values.batchGetByDataFilter
    values.get
    """

_DRIVE = """
    about.get accessproposals.get accessproposals.list approvals.get approvals.list apps.get apps.list
    changes.getStartPageToken changes.list comments.get comments.list drives.get drives.list files.download
    files.export files.generateCseToken files.generateIds files.get files.list files.listLabels operations.get
    permissions.get permissions.list replies.get replies.list revisions.get revisions.list teamdrives.get
    teamdrives.list
    """

FILES_OF_SHEETS: Final = ("drive.files.get", "drive.files.list")
"""Reads of the files that spreadsheets are: an undo of a new one asks Drive."""

GMAIL: Final = frozenset(f"gmail.users.{name}" for name in _GMAIL.split())
SHEETS: Final = frozenset(f"sheets.spreadsheets.{name}" for name in _SHEETS.split()) | {
    ACCOUNT_OF_SHEETS,
    *FILES_OF_SHEETS,
}
DRIVE: Final = frozenset(f"drive.{name}" for name in _DRIVE.split())
"""`files.download` only prepares a copy to fetch; it is a POST."""
