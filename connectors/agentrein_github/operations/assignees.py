"""Assignees of an issue or pull request: https://docs.github.com/rest/issues/assignees."""

from __future__ import annotations

from agentrein.connector import REVERSIBLE, adding, op, removing, restore
from agentrein_github.operations.places import ASSIGNEES, ISSUE, ISSUE_DELETED, ISSUE_OBJECT, SCOPES

_RESIDUE = "People who were assigned or unassigned were notified."

ROWS = (
    op(
        f"POST {ISSUE}/assignees",
        sdk="Issue.add_to_assignees",
        says="assign {owner}/{repo}#{issue_number} to {assignees}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, adding(ASSIGNEES), moot=ISSUE_DELETED),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="Undone by what really changed, because GitHub passes over people who cannot be assigned. "
        "https://docs.github.com/rest/issues/assignees#add-assignees-to-an-issue",
    ),
    op(
        f"DELETE {ISSUE}/assignees",
        sdk="Issue.remove_from_assignees",
        says="unassign {assignees} from {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, removing(ASSIGNEES), moot=ISSUE_DELETED),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="Those who were assigned before are assigned again. "
        "https://docs.github.com/rest/issues/assignees#remove-assignees-from-an-issue",
    ),
)
