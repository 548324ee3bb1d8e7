"""Labels of repositories and of issues.

https://docs.github.com/rest/issues/labels
"""

from __future__ import annotations

import re

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, not_found, unprocessable
from agentrein_github.sandbox.issue_fields import ensure_label, label_names
from agentrein_github.sandbox.issues import ISSUE
from agentrein_github.sandbox.world import Issue, Label

routes = Routes()
_DOCS = f"{DOCS}/issues/labels"
_COLOR = re.compile(r"[0-9a-fA-F]{6}")


def _label(ask: Ask, name: str) -> Label:
    label = ask.repo.label(name)
    if label is None:
        raise not_found(f"{_DOCS}#get-a-label")
    return label


def _shown(ask: Ask, label: Label, status: int = 200) -> Answer:
    return Answer(status, shapes.label_json(ask.url, ask.repo, label))


def _free_name(ask: Ask, name: str, own: Label | None = None) -> str:
    if not name.strip():
        raise unprocessable("Label", "name", "missing_field", _DOCS)
    if ask.repo.label(name) not in {None, own}:
        raise unprocessable("Label", "name", "already_exists", _DOCS)
    return name


def _color(ask: Ask, default: str) -> str:
    color = ask.text("color", _DOCS)
    if color is not None and not _COLOR.fullmatch(color):
        raise unprocessable("Label", "color", "invalid", _DOCS)
    return color.lower() if color else default


@routes.on(f"GET {REPO}/labels")
def list_labels(ask: Ask) -> Answer:
    """The labels of a repository.

    https://docs.github.com/rest/issues/labels#list-labels-for-a-repository
    """
    return ask.page(ask.repo.labels, lambda label: shapes.label_json(ask.url, ask.repo, label))


@routes.on(f"POST {REPO}/labels")
def create_label(ask: Ask) -> Answer:
    """Make a label; 422 already_exists without regard to case.

    https://docs.github.com/rest/issues/labels#create-a-label
    """
    ask.require("push")
    name = _free_name(ask, ask.text("name", _DOCS, needed=True) or "")
    label = Label(ask.world.new_id(), name, _color(ask, "ededed"), ask.text("description", _DOCS) or None)
    ask.repo.labels.append(label)
    return _shown(ask, label, 201)


@routes.on(f"GET {REPO}/labels/{{name+}}")
def get_label(ask: Ask, name: str) -> Answer:
    """One label by its name.

    https://docs.github.com/rest/issues/labels#get-a-label
    """
    return _shown(ask, _label(ask, name))


@routes.on(f"PATCH {REPO}/labels/{{name+}}")
def edit_label(ask: Ask, name: str) -> Answer:
    """Rename or recolour a label; issues keep it.

    https://docs.github.com/rest/issues/labels#update-a-label
    """
    ask.require("push")
    label = _label(ask, name)
    fresh = _free_name(ask, ask.text("new_name", _DOCS) or ask.text("name", _DOCS) or label.name, label)
    color = _color(ask, label.color)
    if "description" in ask.fields:
        label.description = ask.text("description", _DOCS) or None
    label.name, label.color = fresh, color
    return _shown(ask, label)


@routes.on(f"DELETE {REPO}/labels/{{name+}}")
def delete_label(ask: Ask, name: str) -> Answer:
    """Delete a label, from every issue too.

    https://docs.github.com/rest/issues/labels#delete-a-label
    """
    ask.require("push")
    label = _label(ask, name)
    ask.repo.labels.remove(label)
    for issue in ask.repo.issues.values():
        issue.labels = [kept for kept in issue.labels if kept is not label]
    return Answer(204)


# Labels of an issue


def _labels_of(ask: Ask, issue: Issue) -> Answer:
    issue.updated_at = ask.world.now()
    return Answer(200, [shapes.label_json(ask.url, ask.repo, label) for label in issue.labels])


def _sent_labels(ask: Ask) -> list[str]:
    """The names of a body that is a bare list or an object with `labels`; both are admitted."""
    body = ask.request.body
    return label_names(body if isinstance(body, list) else ask.fields.get("labels", []))


@routes.on(f"GET {ISSUE}/labels")
def list_issue_labels(ask: Ask, number: str) -> Answer:
    """The labels of an issue.

    https://docs.github.com/rest/issues/labels#list-labels-for-an-issue
    """
    return ask.page(ask.issue(number).labels, lambda label: shapes.label_json(ask.url, ask.repo, label))


@routes.on(f"POST {ISSUE}/labels")
def add_labels(ask: Ask, number: str) -> Answer:
    """Add labels; unknown names become labels of the repository.

    https://docs.github.com/rest/issues/labels#add-labels-to-an-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    added = [ensure_label(ask, name) for name in _sent_labels(ask)]
    issue.labels = list(dict.fromkeys([*issue.labels, *added]))
    return _labels_of(ask, issue)


@routes.on(f"PUT {ISSUE}/labels")
def set_labels(ask: Ask, number: str) -> Answer:
    """Replace all labels.

    https://docs.github.com/rest/issues/labels#set-labels-for-an-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    issue.labels = [ensure_label(ask, name) for name in _sent_labels(ask)]
    return _labels_of(ask, issue)


@routes.on(f"DELETE {ISSUE}/labels")
def remove_all_labels(ask: Ask, number: str) -> Answer:
    """Remove all labels.

    https://docs.github.com/rest/issues/labels#remove-all-labels-from-an-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    issue.labels, issue.updated_at = [], ask.world.now()
    return Answer(204)


@routes.on(f"DELETE {ISSUE}/labels/{{name+}}")
def remove_label(ask: Ask, number: str, name: str) -> Answer:
    """Remove one label; 404 if the issue lacks it.

    https://docs.github.com/rest/issues/labels#remove-a-label-from-an-issue
    """
    issue = ask.issue(number)
    ask.require("triage")
    label = ask.repo.label(name)
    if label not in issue.labels:
        raise fail(404, "Label does not exist", f"{_DOCS}#remove-a-label-from-an-issue")
    issue.labels = [kept for kept in issue.labels if kept is not label]
    return _labels_of(ask, issue)
