"""The fields of an issue as a request sends them: checked first, all of them, and applied only then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agentrein_github.sandbox import pull_rules
from agentrein_github.sandbox.ask import DOCS, Ask, malformed, unprocessable
from agentrein_github.sandbox.world import Issue, Label, Milestone, Repo, User

_ISSUES = f"{DOCS}/issues/issues"
_MOST_ASSIGNEES = 10
_REASONS = frozenset({"completed", "not_planned", "duplicate", "reopened"})


@dataclass
class Changes:
    """What a create or an update asks for; only the named fields are touched."""

    named: frozenset[str]
    title: str | None
    body: str | None
    state: str | None
    reason: str | None
    labels: list[str]
    assignees: list[User]
    milestone: Milestone | None


def read_changes(ask: Ask) -> Changes:
    """The changes that the body asks for; ends with 422 if one is not admissible."""
    named = frozenset(ask.fields)
    if "assignee" in named and "assignees" not in named:
        named |= {"assignees"}
    title = ask.text("title", _ISSUES)
    if "title" in named and not (title or "").strip():
        raise unprocessable("Issue", "title", "missing_field", _ISSUES)
    return Changes(
        named,
        title,
        ask.text("body", _ISSUES),
        _one_of(ask, "state", frozenset({"open", "closed"})),
        _one_of(ask, "state_reason", _REASONS),
        label_names(ask.fields.get("labels") or []),
        _assignees(ask),
        _milestone(ask),
    )


def _one_of(ask: Ask, name: str, allowed: frozenset[str]) -> str | None:
    value = ask.text(name, _ISSUES)
    if value is not None and value not in allowed:
        raise unprocessable("Issue", name, "invalid", _ISSUES, value=value)
    return value


def label_names(sent: Any) -> list[str]:
    """Names out of a list of names or of objects with a name, each once."""
    if not isinstance(sent, list):
        raise malformed(f"For 'properties/labels', {sent!r} is not an array.", f"{DOCS}/issues/labels")
    names: list[str] = []
    for item in sent:
        name = item.get("name") if isinstance(item, dict) else item
        if not isinstance(name, str) or not name:
            raise unprocessable("Label", "name", "missing_field", f"{DOCS}/issues/labels")
        if name.lower() not in {known.lower() for known in names}:
            names.append(name)
    return names


def _assignees(ask: Ask) -> list[User]:
    sent = ask.fields.get("assignees")
    if sent is None:
        single = ask.fields.get("assignee")
        sent = [single] if single else []
    if not isinstance(sent, list):
        raise malformed(f"For 'properties/assignees', {sent!r} is not an array.", _ISSUES)
    users: list[User] = []
    for login in sent:
        user = ask.world.user(str(login))
        if user is None or not assignable(ask.repo, user):
            raise unprocessable("Issue", "assignees", "invalid", _ISSUES, value=login)
        users.append(user)
    return users[:_MOST_ASSIGNEES]


def assignable(repo: Repo, user: User) -> bool:
    """Whether issues of the repository can be assigned to this account."""
    return user.login in repo.access


def _milestone(ask: Ask) -> Milestone | None:
    sent = ask.fields.get("milestone")
    if sent in (None, ""):
        return None
    number = int(sent) if isinstance(sent, int) or (isinstance(sent, str) and sent.isdecimal()) else 0
    if number not in ask.repo.milestones:
        raise unprocessable("Issue", "milestone", "invalid", _ISSUES, value=sent)
    return ask.repo.milestones[number]


def ensure_label(ask: Ask, name: str) -> Label:
    """The repository's label of this name, made on the fly in GitHub's default colour if it was unknown."""
    label = ask.repo.label(name)
    if label is None:
        label = Label(ask.world.new_id(), name, "ededed")
        ask.repo.labels.append(label)
    return label


def apply_changes(ask: Ask, issue: Issue, changes: Changes) -> None:
    """Put checked changes into an issue. Without triage access labels, assignees and milestone are dropped silently."""
    if "state" in changes.named and changes.state is not None:
        set_state(ask, issue, changes.state, changes.reason)
    if changes.title is not None:
        issue.title = changes.title
    if "body" in changes.named:
        issue.body = changes.body or None
    if ask.may("triage"):
        _apply_triage(ask, issue, changes)
    issue.updated_at = ask.world.now()


def _apply_triage(ask: Ask, issue: Issue, changes: Changes) -> None:
    if "labels" in changes.named:
        issue.labels = [ensure_label(ask, name) for name in changes.labels]
    if "assignees" in changes.named:
        issue.assignees = list(dict.fromkeys(changes.assignees))
    if "milestone" in changes.named:
        issue.milestone = changes.milestone


def set_state(ask: Ask, issue: Issue, state: str, reason: str | None) -> None:
    """Open or close; the reason counts only where the state changes.

    https://docs.github.com/rest/issues/issues#update-an-issue
    """
    if state == issue.state:
        return
    if state == "closed":
        pull_rules.close(ask, issue)
        issue.state_reason = None if issue.pull else (reason if reason != "reopened" else None) or "completed"
        return
    pull_rules.require_reopenable(ask.repo, issue)
    issue.state, issue.closed_at, issue.closed_by = "open", None, None
    issue.state_reason = None if issue.pull else "reopened"
    pull_rules.reopened(ask.repo, issue)
