"""Labels on an issue or pull request: https://docs.github.com/rest/issues/labels."""

from __future__ import annotations

from typing import Any

from agentrein.connector import REVERSIBLE, adding, op, removing, replacing, restore, sent
from agentrein_github.operations.places import ISSUE, ISSUE_DELETED, ISSUE_OBJECT, LABELS, SCOPES, names

_RESIDUE = "The timeline of the issue shows the label coming and going."


def label_list(body: Any) -> Any:
    """The names to label with: PyGithub sends a bare array, the API takes an object too."""
    return {"labels": names(body.get("labels") if isinstance(body, dict) else body)}


ROWS = (
    op(
        f"POST {ISSUE}/labels",
        sdk="Issue.add_to_labels",
        says="label {owner}/{repo}#{issue_number} with {labels}",
        tier=REVERSIBLE,
        takes=label_list,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, adding(LABELS, after="[].name"), moot=ISSUE_DELETED),
        residue=f"{_RESIDUE} A label that the repository did not have stays in its list of labels.",
        scopes=SCOPES,
        why="Only labels that were not there before are removed. That an unknown name makes a new label is not "
        "confirmed against the live service. https://docs.github.com/rest/issues/labels#add-labels-to-an-issue",
    ),
    op(
        f"PUT {ISSUE}/labels",
        sdk="Issue.set_labels",
        says="set the labels of {owner}/{repo}#{issue_number} to {labels}",
        tier=REVERSIBLE,
        takes=label_list,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, replacing(LABELS, after="[].name"), moot=ISSUE_DELETED),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="Undone label by label, so that one which somebody adds meanwhile stays. "
        "https://docs.github.com/rest/issues/labels#set-labels-for-an-issue",
    ),
    op(
        f"DELETE {ISSUE}/labels",
        sdk="Issue.delete_labels",
        says="remove all labels of {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, replacing(LABELS, []), moot=ISSUE_DELETED),
        faithful=False,
        residue=_RESIDUE,
        scopes=SCOPES,
        why="The labels that were there are added again, one by one. "
        "https://docs.github.com/rest/issues/labels#remove-all-labels-from-an-issue",
    ),
    op(
        f"DELETE {ISSUE}/labels/{{name+}}",
        sdk="Issue.remove_from_labels",
        says="remove the label {name!r} from {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(f"GET {ISSUE}", None, removing(LABELS, [sent("name")], after="[].name"), moot=ISSUE_DELETED),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="The label is added again if it was there; 404 says that it was not. "
        "https://docs.github.com/rest/issues/labels#remove-a-label-from-an-issue",
    ),
)
