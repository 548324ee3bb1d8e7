"""Issues: https://docs.github.com/rest/issues/issues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    either,
    field,
    find,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
)
from agentrein_github.operations.places import (
    ASSIGNEES,
    HAS_ISSUES,
    ISSUE,
    ISSUE_DELETED,
    ISSUE_OBJECT,
    LABELS,
    NEWEST_FIRST,
    REPO,
    REPO_OBJECT,
    SCOPES,
    body_or_null,
    names,
)


def edited(body: Any) -> Any:
    """The request with its labels as names and "no milestone" (PyGithub sends an empty text) as null."""
    if not isinstance(body, dict):
        return body
    changed = dict(body)
    if "labels" in body:
        changed["labels"] = names(body["labels"])
    if body.get("milestone") == "":
        changed["milestone"] = None
    return changed


def lock_body(reason: str | None) -> dict[str, str]:
    """What locks for this reason; without one GitHub takes a request that names none."""
    return {} if reason is None else {"lock_reason": reason}


def lock_reason(call: Mapping[str, Any]) -> str | None:
    """The reason that a lock names, null without one, as GitHub shows it."""
    return call.get("lock_reason") or None


_OUR_LOCK = {"locked": True, "active_lock_reason": computed(lock_reason, sent())}
_LOCKED = stands(f"GET {ISSUE}", {"locked": True})
_UNLOCKED = stands(f"GET {ISSUE}", {"locked": False})
_UNLOCK = do(
    f"DELETE {ISSUE}/lock",
    goal=shows(f"GET {ISSUE}", locked=False, parent=HAS_ISSUES),
    still=_OUR_LOCK,
    ok=(410,),
)
_LOCK_AGAIN = do(
    f"PUT {ISSUE}/lock",
    computed(lock_body, before("active_lock_reason")),
    goal=shows(f"GET {ISSUE}", locked=True, active_lock_reason=before("active_lock_reason"), parent=HAS_ISSUES),
    still={"locked": False},
    ok=(410,),
)
_LOCK_AS_BEFORE = replace(_LOCK_AGAIN, still=_OUR_LOCK)

ROWS = (
    op(
        f"POST {REPO}/issues",
        sdk="Repository.create_issue",
        says="open issue {title!r} in {owner}/{repo}",
        tier=COMPENSABLE,
        takes=body_or_null,
        object=path(*REPO_OBJECT, "/issue:", answer("number")),
        inverse=do(
            f"PATCH {ISSUE}",
            {"state": "closed", "state_reason": "not_planned"},
            issue_number=answer("number"),
            goal=shows(f"GET {ISSUE}", id=answer("id"), state="closed", parent=HAS_ISSUES),
            still={"id": answer("id"), "state": "open"},
            ok=(410,),
            ends=True,
        ),
        probe=find(
            f"GET {REPO}/issues",
            same={"title": sent("title"), "body": sent("body"), "pull_request": None},
            mine="user.login",
            since="created_at",
            pages="page",
            params=NEWEST_FIRST,
        ),
        residue="The closed issue keeps its number; people who watch the repository were notified.",
        scopes=SCOPES,
        why="REST cannot delete an issue, so it is closed as not planned; 410 says that somebody deleted it, if the "
        "repository has issues. "
        "https://docs.github.com/rest/issues/issues#create-an-issue",
    ),
    op(
        f"PATCH {ISSUE}",
        sdk="Issue.edit",
        says="edit {fields} of issue {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        takes=edited,
        object=ISSUE_OBJECT,
        inverse=restore(
            f"GET {ISSUE}",
            f"PATCH {ISSUE}",
            field("title"),
            field("body", clear="", same=(None, "")),
            together(field("state"), field("state_reason", same=(None, "reopened"))),
            field("milestone", read="milestone.number"),
            LABELS,
            ASSIGNEES,
            moot=ISSUE_DELETED,
        ),
        residue="The timeline and the edit history of the issue show the change and its undo.",
        scopes=SCOPES,
        why="Each field is written back if it still reads as the call left it; GitHub ignores state_reason unless "
        "state changes, so the two go together. https://docs.github.com/rest/issues/issues#update-an-issue",
    ),
    op(
        f"PUT {ISSUE}/lock",
        sdk="Issue.lock",
        says="lock issue {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        before=read(f"GET {ISSUE}"),
        inverse=either({False: _UNLOCK, True: _LOCK_AS_BEFORE}, by=before("locked")),
        probe=_LOCKED,
        residue="The timeline of the issue shows that it was locked and unlocked.",
        scopes=SCOPES,
        why="Unlocking undoes a lock; an issue that was locked before gets its reason back. "
        "https://docs.github.com/rest/issues/issues#lock-an-issue",
    ),
    op(
        f"DELETE {ISSUE}/lock",
        sdk="Issue.unlock",
        says="unlock issue {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        before=read(f"GET {ISSUE}"),
        inverse=either({True: _LOCK_AGAIN, False: None}, by=before("locked")),
        probe=_UNLOCKED,
        residue="The timeline of the issue shows that it was unlocked and locked; comments made meanwhile stay.",
        scopes=SCOPES,
        why="Locking for the same reason undoes it; an issue that was not locked needs nothing. "
        "https://docs.github.com/rest/issues/issues#unlock-an-issue",
    ),
)
