"""Milestones.

https://docs.github.com/rest/issues/milestones
"""

from __future__ import annotations

from datetime import datetime

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, malformed, not_found, unprocessable
from agentrein_github.sandbox.world import Milestone

MILESTONE = f"{REPO}/milestones/{{number}}"
routes = Routes()
_DOCS = f"{DOCS}/issues/milestones"


def _milestone(ask: Ask, number: str) -> Milestone:
    milestone = ask.repo.milestones.get(int(number)) if number.isdecimal() else None
    if milestone is None:
        raise not_found(f"{_DOCS}#get-a-milestone")
    return milestone


def _shown(ask: Ask, milestone: Milestone, status: int = 200) -> Answer:
    return Answer(status, shapes.milestone_json(ask.url, ask.repo, milestone))


def _title(ask: Ask, own: Milestone | None = None) -> str | None:
    title = ask.text("title", _DOCS, needed=own is None)
    if title is not None and not title.strip():
        raise unprocessable("Milestone", "title", "missing_field", _DOCS)
    if any(other.title == title for other in ask.repo.milestones.values() if other is not own):
        raise unprocessable("Milestone", "title", "already_exists", _DOCS)
    return title


def _due_on(ask: Ask) -> str | None:
    """GitHub keeps the day of a due date."""
    sent = ask.text("due_on", _DOCS)
    if not sent:
        return None
    try:
        day = datetime.fromisoformat(sent)
    except ValueError:
        raise unprocessable("Milestone", "due_on", "invalid", _DOCS) from None
    return day.strftime("%Y-%m-%dT00:00:00Z")


def _state(ask: Ask) -> str | None:
    state = ask.text("state", _DOCS)
    if state not in {None, "open", "closed"}:
        raise unprocessable("Milestone", "state", "invalid", _DOCS)
    return state


def _apply(ask: Ask, milestone: Milestone) -> None:
    title, state, due_on = _title(ask, milestone), _state(ask), _due_on(ask)
    description = ask.text("description", _DOCS) or None
    now = ask.world.now()
    if "description" in ask.fields:
        milestone.description = description
    if "due_on" in ask.fields:
        milestone.due_on = due_on
    if state is not None and state != milestone.state:
        milestone.state, milestone.closed_at = state, now if state == "closed" else None
    milestone.title, milestone.updated_at = title or milestone.title, now


@routes.on(f"GET {REPO}/milestones")
def list_milestones(ask: Ask) -> Answer:
    """The milestones in a state, open by default.

    https://docs.github.com/rest/issues/milestones#list-milestones
    """
    wanted = ask.query.get("state", "open")
    found = [milestone for milestone in ask.repo.milestones.values() if wanted in {"all", milestone.state}]
    return ask.page(found, lambda milestone: shapes.milestone_json(ask.url, ask.repo, milestone))


@routes.on(f"POST {REPO}/milestones")
def create_milestone(ask: Ask) -> Answer:
    """Make a milestone.

    https://docs.github.com/rest/issues/milestones#create-a-milestone
    """
    ask.require("triage")
    if ask.fields.get("due_on", "") is None:
        raise malformed("For 'properties/due_on', nil is not a string.", _DOCS)
    title, now = _title(ask) or "", ask.world.now()
    _state(ask), _due_on(ask), ask.text("description", _DOCS)
    made = Milestone(ask.world.new_id(), next(ask.repo.milestone_numbers), title, ask.me, now, now)
    ask.repo.milestones[made.number] = made
    _apply(ask, made)
    return _shown(ask, made, 201)


@routes.on(f"GET {MILESTONE}")
def get_milestone(ask: Ask, number: str) -> Answer:
    """One milestone.

    https://docs.github.com/rest/issues/milestones#get-a-milestone
    """
    return _shown(ask, _milestone(ask, number))


@routes.on(f"PATCH {MILESTONE}")
def edit_milestone(ask: Ask, number: str) -> Answer:
    """Change a milestone; a null due date clears it.

    https://docs.github.com/rest/issues/milestones#update-a-milestone
    """
    milestone = _milestone(ask, number)
    ask.require("triage")
    _apply(ask, milestone)
    return _shown(ask, milestone)


@routes.on(f"DELETE {MILESTONE}")
def delete_milestone(ask: Ask, number: str) -> Answer:
    """Delete a milestone; its issues have none then.

    https://docs.github.com/rest/issues/milestones#delete-a-milestone
    """
    milestone = _milestone(ask, number)
    ask.require("triage")
    del ask.repo.milestones[milestone.number]
    for issue in ask.repo.issues.values():
        if issue.milestone is milestone:
            issue.milestone = None
    return Answer(204)


@routes.on(f"GET {MILESTONE}/labels")
def list_milestone_labels(ask: Ask, number: str) -> Answer:
    """The labels of a milestone's issues.

    https://docs.github.com/rest/issues/labels#list-labels-for-issues-in-a-milestone
    """
    milestone = _milestone(ask, number)
    inside = [issue for issue in ask.repo.issues.values() if issue.milestone is milestone]
    labels = list(dict.fromkeys(label for issue in inside for label in issue.labels))
    return ask.page(labels, lambda label: shapes.label_json(ask.url, ask.repo, label))
