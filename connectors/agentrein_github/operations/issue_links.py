"""Sub-issues, and issues that block others: https://docs.github.com/rest/issues/sub-issues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    adding,
    before,
    computed,
    do,
    each,
    either,
    members,
    op,
    read,
    removing,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import ISSUE, ISSUE_OBJECT, SCOPES

SUBS = f"{ISSUE}/sub_issues"
BLOCKERS = f"{ISSUE}/dependencies/blocked_by"
_TIMELINE = "The timelines of both issues show it."


def _whole(address: str) -> Any:
    return read(f"GET {address}", completed="all pages", given={"list": f"GET {address}"}, per_page=100)


SUB_ISSUES = members(
    "sub_issues",
    read="[].id",
    add=do(f"POST {SUBS}", {"sub_issue_id": each}, again="safe"),
    remove=do(f"DELETE {ISSUE}/sub_issue", {"sub_issue_id": each}, ok=(404,), again="safe"),
)
BLOCKED_BY = members(
    "blocked_by",
    read="[].id",
    add=do(f"POST {BLOCKERS}", {"issue_id": each}, again="safe"),
    remove=do(f"DELETE {BLOCKERS}/{{issue_id}}", issue_id=each, ok=(404,), again="safe"),
)


def where_it_was(place: Mapping[str, Any]) -> str:
    """Whether a sub-issue stood behind another one, before the others, or alone."""
    return "behind" if place.get("after") is not None else "before" if place.get("before") is not None else "alone"


_PLACE = read(
    f"GET {SUBS}",
    completed="place in list",
    given={"list": f"GET {SUBS}", "id": sent("sub_issue_id")},
    per_page=100,
)
_OURS = {"after": sent("after_id"), "before": sent("before_id")}
_SUB = {"sub_issue_id": sent("sub_issue_id")}


def _move(**where: Any) -> Any:
    return do(f"PATCH {SUBS}/priority", {**_SUB, **where}, goal=shows(_PLACE, after=before("after")), still=_OURS)


ROWS = (
    op(
        f"POST {SUBS}",
        sdk="Issue.add_sub_issue",
        says="make issue {sub_issue_id} a sub-issue of {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(_whole(SUBS), None, adding(SUB_ISSUES, [sent("sub_issue_id")])),
        faithful=False,
        residue=_TIMELINE,
        scopes=SCOPES,
        why="The sub-issue is taken away, unless it was one before. GitHub refuses (422) one that has another parent; "
        "to take it from there counts as irreversible. https://docs.github.com/rest/issues/sub-issues#add-sub-issue",
    ),
    op(
        f"DELETE {ISSUE}/sub_issue",
        sdk="Issue.remove_sub_issue",
        says="take sub-issue {sub_issue_id} from {owner}/{repo}#{issue_number}",
        tier=COSTLY,
        object=ISSUE_OBJECT,
        inverse=restore(_whole(SUBS), None, removing(SUB_ISSUES, [sent("sub_issue_id")])),
        faithful=False,
        residue=f"It stands where GitHub puts a new sub-issue. {_TIMELINE}",
        scopes=SCOPES,
        why="It is added again; its place among the others is not brought back. "
        "https://docs.github.com/rest/issues/sub-issues#remove-sub-issue",
    ),
    op(
        f"PATCH {SUBS}/priority",
        sdk="Issue.prioritize_sub_issue",
        says="move sub-issue {sub_issue_id} of {owner}/{repo}#{issue_number}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        before=_PLACE,
        inverse=either(
            {"behind": _move(after_id=before("after")), "before": _move(before_id=before("before")), "alone": None},
            by=computed(where_it_was, before()),
        ),
        probe=stands(_PLACE, _OURS),
        scopes=SCOPES,
        why="It is put behind the one that it stood behind, or before the one that it stood before. "
        "https://docs.github.com/rest/issues/sub-issues#reprioritize-sub-issue",
    ),
    op(
        f"POST {BLOCKERS}",
        sdk="Issue.add_blocked_by",
        says="note that {owner}/{repo}#{issue_number} is blocked by issue {issue_id}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(_whole(BLOCKERS), None, adding(BLOCKED_BY, [sent("issue_id")])),
        faithful=False,
        residue=_TIMELINE,
        scopes=SCOPES,
        why="The dependency is taken away, unless it was there before. "
        "https://docs.github.com/rest/issues/issue-dependencies#add-a-dependency-an-issue-is-blocked-by",
    ),
    op(
        f"DELETE {BLOCKERS}/{{issue_id}}",
        sdk="Issue.remove_blocked_by",
        says="note that {owner}/{repo}#{issue_number} is not blocked by issue {issue_id}",
        tier=REVERSIBLE,
        object=ISSUE_OBJECT,
        inverse=restore(_whole(BLOCKERS), None, removing(BLOCKED_BY, [computed(int, sent("issue_id"))])),
        faithful=False,
        residue=_TIMELINE,
        scopes=SCOPES,
        why="The dependency is added again, if it was there. "
        "https://docs.github.com/rest/issues/issue-dependencies#remove-dependency-an-issue-is-blocked-by",
    ),
)
