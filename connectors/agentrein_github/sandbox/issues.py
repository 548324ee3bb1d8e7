"""Issues: list, open, read, edit, assign, lock.

https://docs.github.com/rest/issues/issues
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, malformed, unprocessable
from agentrein_github.sandbox.issue_fields import apply_changes, assignable, read_changes
from agentrein_github.sandbox.world import Issue

ISSUE = f"{REPO}/issues/{{number}}"
LOCK_REASONS = frozenset({"off-topic", "too heated", "resolved", "spam"})
routes = Routes()
_ISSUES = f"{DOCS}/issues/issues"
_SORTS: dict[str, Callable[[Issue], Any]] = {
    "created": lambda issue: (issue.created_at, issue.number),
    "updated": lambda issue: (issue.updated_at, issue.number),
}


def shown(ask: Ask, issue: Issue, status: int = 200) -> Answer:
    """The answer that shows an issue; a new one has its address in a header too."""
    body = shapes.issue_json(ask.url, ask.repo, issue)
    return Answer(status, body, {"Location": body["url"]} if status == 201 else {})


@routes.on(f"GET {REPO}/issues")
def list_issues(ask: Ask) -> Answer:
    """Issues and pull requests that match the query; 410 where issues are switched off (not confirmed live).

    https://docs.github.com/rest/issues/issues#list-repository-issues
    """
    ask.require_issues(f"{_ISSUES}#list-repository-issues")
    found = [issue for issue in ask.repo.issues.values() if not issue.deleted and _wanted(ask, issue)]
    key = _SORTS.get(ask.query.get("sort", "created"), _comments_key(ask))
    found.sort(key=key, reverse=ask.query.get("direction") != "asc")
    return ask.page(found, lambda issue: shapes.issue_json(ask.url, ask.repo, issue))


def _comments_key(ask: Ask) -> Callable[[Issue], Any]:
    def key(issue: Issue) -> Any:
        return sum(comment.issue is issue for comment in ask.repo.comments.values()), issue.number

    return key


def _wanted(ask: Ask, issue: Issue) -> bool:
    query = ask.query
    labels = {label.name.lower() for label in issue.labels}
    return (
        query.get("state", "open") in {"all", issue.state}
        and query.get("creator", issue.user.login).lower() == issue.user.login.lower()
        and {name.lower() for name in query.get("labels", "").split(",") if name} <= labels
        and issue.updated_at >= query.get("since", "")
        and _assigned(query.get("assignee", ""), issue)
        and _in_milestone(query.get("milestone", ""), issue)
    )


def _assigned(wanted: str, issue: Issue) -> bool:
    if wanted in {"", "*", "none"}:
        return wanted == "" or bool(issue.assignees) == (wanted == "*")
    return wanted.lower() in {user.login.lower() for user in issue.assignees}


def _in_milestone(wanted: str, issue: Issue) -> bool:
    if wanted in {"", "*", "none"}:
        return wanted == "" or (issue.milestone is not None) == (wanted == "*")
    return issue.milestone is not None and str(issue.milestone.number) == wanted


@routes.on(f"POST {REPO}/issues")
def create_issue(ask: Ask) -> Answer:
    """Open an issue; 410 where issues are switched off.

    https://docs.github.com/rest/issues/issues#create-an-issue
    """
    author = ask.me
    ask.require_issues(f"{_ISSUES}#create-an-issue")
    ask.text("title", f"{_ISSUES}#create-an-issue", needed=True)
    changes = read_changes(ask)
    now = ask.world.now()
    issue = Issue(ask.world.new_id(), next(ask.repo.numbers), changes.title or "", author, now, now)
    ask.repo.issues[issue.number] = issue
    changes.named -= {"state", "state_reason"}
    apply_changes(ask, issue, changes)
    return shown(ask, issue, 201)


@routes.on(f"GET {ISSUE}")
def get_issue(ask: Ask, number: str) -> Answer:
    """One issue; 410 when it was deleted.

    https://docs.github.com/rest/issues/issues#get-an-issue
    """
    return shown(ask, ask.issue(number))


@routes.on(f"PATCH {ISSUE}")
def edit_issue(ask: Ask, number: str) -> Answer:
    """Change an issue, by its author or with triage access.

    https://docs.github.com/rest/issues/issues#update-an-issue
    """
    issue = ask.issue(number)
    if ask.me is not issue.user:
        ask.require("triage", hide=False)
    apply_changes(ask, issue, read_changes(ask))
    return shown(ask, issue)


@routes.on(f"POST {ISSUE}/assignees", f"DELETE {ISSUE}/assignees")
def change_assignees(ask: Ask, number: str) -> Answer:
    """Add or remove assignees; who cannot be assigned is ignored.

    https://docs.github.com/rest/issues/assignees
    """
    issue = ask.issue(number)
    ask.require("triage")
    logins = ask.fields.get("assignees", [])
    if not isinstance(logins, list):
        raise malformed(f"For 'properties/assignees', {logins!r} is not an array.", f"{DOCS}/issues/assignees")
    known = [user for user in map(ask.world.user, map(str, logins)) if user and assignable(ask.repo, user)]
    if ask.request.method == "POST":
        issue.assignees = list(dict.fromkeys([*issue.assignees, *known]))[:10]
        return shown(ask, issue, 201)
    issue.assignees = [user for user in issue.assignees if user not in known]
    return shown(ask, issue)


@routes.on(f"PUT {ISSUE}/lock")
def lock_issue(ask: Ask, number: str) -> Answer:
    """Lock a conversation, with or without a reason.

    https://docs.github.com/rest/issues/issues#lock-an-issue
    """
    issue = ask.issue(number)
    ask.require("push")
    reason = ask.text("lock_reason", f"{_ISSUES}#lock-an-issue")
    if reason is not None and reason not in LOCK_REASONS:
        raise unprocessable("Issue", "lock_reason", "invalid", f"{_ISSUES}#lock-an-issue", value=reason)
    issue.locked, issue.lock_reason, issue.updated_at = True, reason, ask.world.now()
    return Answer(204)


@routes.on(f"DELETE {ISSUE}/lock")
def unlock_issue(ask: Ask, number: str) -> Answer:
    """Unlock a conversation.

    https://docs.github.com/rest/issues/issues#unlock-an-issue
    """
    issue = ask.issue(number)
    ask.require("push")
    issue.locked, issue.lock_reason, issue.updated_at = False, None, ask.world.now()
    return Answer(204)
