"""Sub-issues, and issues that block others.

https://docs.github.com/rest/issues/sub-issues
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found
from agentrein_github.sandbox.issues import ISSUE, shown
from agentrein_github.sandbox.world import Issue

SUBS = f"{ISSUE}/sub_issues"
BLOCKERS = f"{ISSUE}/dependencies/blocked_by"
routes = Routes()
_SUBS = f"{DOCS}/issues/sub-issues"
_BLOCKERS = f"{DOCS}/issues/issue-dependencies"


def _by_id(ask: Ask, id_: Any, docs: str) -> Issue:
    if not isinstance(id_, int):
        raise malformed(f"{id_!r} is not an integer.", docs)
    found = next((one for one in ask.repo.issues.values() if one.id == id_ and not one.deleted), None)
    if found is None:
        raise not_found(docs)
    return found


def _sub(ask: Ask, parent: Issue, name: str = "sub_issue_id") -> Issue:
    found = _by_id(ask, ask.fields.get(name), _SUBS)
    if found not in parent.sub_issues:
        raise not_found(_SUBS)
    return found


@routes.on(f"GET {SUBS}", f"GET {BLOCKERS}")
def list_linked(ask: Ask, number: str) -> Answer:
    """The sub-issues of an issue in their order, or what it is blocked by.

    https://docs.github.com/rest/issues/sub-issues#list-sub-issues
    """
    issue = ask.issue(number)
    linked = issue.sub_issues if ask.request.path.endswith("/sub_issues") else issue.blocked_by
    return ask.page([one for one in linked if not one.deleted], lambda one: shapes.issue_json(ask.url, ask.repo, one))


@routes.on(f"POST {SUBS}")
def add_sub_issue(ask: Ask, number: str) -> Answer:
    """Add a sub-issue at the end; one that has a parent is refused, unless it is to be taken from there.

    https://docs.github.com/rest/issues/sub-issues#add-sub-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    added = _by_id(ask, ask.fields.get("sub_issue_id"), _SUBS)
    parent = next((one for one in ask.repo.issues.values() if added in one.sub_issues), None)
    if added is issue or (parent is not None and ask.fields.get("replace_parent") is not True):
        raise fail(422, "An error occured while adding the sub-issue to the parent issue.", _SUBS)
    if parent is not None:
        parent.sub_issues.remove(added)
    issue.sub_issues.append(added)
    return shown(ask, added, 201)


@routes.on(f"DELETE {ISSUE}/sub_issue")
def remove_sub_issue(ask: Ask, number: str) -> Answer:
    """Take a sub-issue away.

    https://docs.github.com/rest/issues/sub-issues#remove-sub-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    removed = _sub(ask, issue)
    issue.sub_issues.remove(removed)
    return shown(ask, removed)


@routes.on(f"PATCH {SUBS}/priority")
def move_sub_issue(ask: Ask, number: str) -> Answer:
    """Put a sub-issue behind or before another; behind null is first (not confirmed against the live service).

    https://docs.github.com/rest/issues/sub-issues#reprioritize-sub-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    moved, named = _sub(ask, issue), {"after_id", "before_id"} & set(ask.fields)
    if len(named) != 1:
        raise fail(422, "Either after_id or before_id must be given.", _SUBS)
    name = named.pop()
    other = None if name == "after_id" and ask.fields[name] is None else _sub(ask, issue, name)
    rest = [one for one in issue.sub_issues if one is not moved]
    at = 0 if other is None else rest.index(other) + (name == "after_id")
    issue.sub_issues = [*rest[:at], moved, *rest[at:]]
    return shown(ask, moved)


@routes.on(f"POST {BLOCKERS}")
def add_blocker(ask: Ask, number: str) -> Answer:
    """Note that an issue is blocked by another.

    https://docs.github.com/rest/issues/issue-dependencies#add-a-dependency-an-issue-is-blocked-by
    """
    issue = ask.issue(number)
    ask.require("triage")
    blocker = _by_id(ask, ask.fields.get("issue_id"), _BLOCKERS)
    if blocker is issue or blocker in issue.blocked_by:
        raise fail(422, "Validation Failed", _BLOCKERS, [{"resource": "IssueDependency", "code": "invalid"}])
    issue.blocked_by.append(blocker)
    return shown(ask, blocker, 201)


@routes.on(f"DELETE {BLOCKERS}/{{issue_id}}")
def remove_blocker(ask: Ask, number: str, issue_id: str) -> Answer:
    """Note that it is blocked no more.

    https://docs.github.com/rest/issues/issue-dependencies#remove-dependency-an-issue-is-blocked-by
    """
    issue = ask.issue(number)
    ask.require("triage")
    blocker = _by_id(ask, int(issue_id) if issue_id.isdecimal() else None, _BLOCKERS)
    if blocker not in issue.blocked_by:
        raise not_found(_BLOCKERS)
    issue.blocked_by.remove(blocker)
    return shown(ask, blocker)
