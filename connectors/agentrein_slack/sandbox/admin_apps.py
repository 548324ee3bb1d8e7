"""Decisions on apps, collaborators of workflows, and the catalog of skills, for administrators' tokens only.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.admins import for_admins
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.skills import EVERYBODY
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_on = for_admins(methods)
_MOST_AT_ONCE = 50


def _where(ask: Ask) -> str:
    """The workspace or the organization of the call: one of both at most."""
    if ask.text("team_id") and ask.text("enterprise_id"):
        raise fail("too_many_teams_provided")
    return ask.text("team_id") or ask.text("enterprise_id") or TEAM


def _decide(ask: Ask, said: str) -> Answer:
    if ask.text("app_id") and ask.text("request_id"):
        raise fail("too_many_ids_provided")
    if not ask.text("app_id") and not ask.text("request_id"):
        raise fail("request_id_or_app_id_is_required")
    ask.world.decisions[ask.text("app_id") or f"of {ask.text('request_id')}", _where(ask)] = said
    return ok()


@_on("admin.apps.approve", "admin.apps:write")
def approve(ask: Ask) -> Answer:
    """Approve an app, or what a request asks for."""
    return _decide(ask, "approved")


@_on("admin.apps.restrict", "admin.apps:write")
def restrict(ask: Ask) -> Answer:
    """Restrict an app, or what a request asks for."""
    return _decide(ask, "restricted")


@_on("admin.apps.clearResolution", "admin.apps:write")
def clear(ask: Ask) -> Answer:
    """Take a decision back."""
    if ask.world.decisions.pop((ask.needed("app_id"), _where(ask)), None) is None:
        raise fail("no_resolution_found")
    return ok()


def _decided(ask: Ask, said: str) -> Answer:
    where = _where(ask)
    found = [app for (app, place), one in ask.world.decisions.items() if one == said and place == where]

    def shape(app: str) -> dict[str, Any]:
        resolved = {"actor_id": ask.me.id, "actor_type": "user"}
        return {"app": {"id": app, "name": app}, "scopes": [], "date_updated": 1, "last_resolved_by": resolved}

    return ask.page(f"{said}_apps", found, shape)


_on("admin.apps.approved.list", "admin.apps:read")(lambda ask: _decided(ask, "approved"))
_on("admin.apps.restricted.list", "admin.apps:read")(lambda ask: _decided(ask, "restricted"))


@_on("admin.workflows.search", "admin.workflows:read")
def workflows(ask: Ask) -> Answer:
    """The workflows; the sandbox's are not published."""
    found = list(ask.world.workflows) if ask.text("publish_status", "published") != "published" else []

    def shape(workflow: str) -> dict[str, Any]:
        return {"id": workflow, "title": workflow, "collaborators": list(ask.world.workflows[workflow])}

    return ask.page("workflows", found, shape, total_found=len(found))


def _hand(ask: Ask, error: str, *, add: bool) -> Answer:
    """Add collaborators, or remove them; those that can be are, whatever becomes of the others."""
    wrong = [one for one in ask.listed("workflow_ids") if one not in ask.world.workflows]
    for workflow in ask.listed("workflow_ids"):
        if workflow not in wrong:
            people, named = ask.world.workflows[workflow], ask.listed("collaborator_ids")
            left = [one for one in people if one not in named]
            people[:] = [*people, *(one for one in named if one not in people)] if add else left
    if wrong:
        raise fail(error, errors=[{"workflow_id": one, "error": "workflow_not_found"} for one in wrong])
    return ok()


@_on("admin.workflows.collaborators.add", "admin.workflows:write")
def hand(ask: Ask) -> Answer:
    """Let people edit workflows."""
    return _hand(ask, "error_adding_collaborators", add=True)


@_on("admin.workflows.collaborators.remove", "admin.workflows:write")
def take(ask: Ask) -> Answer:
    """Let people edit workflows no more."""
    return _hand(ask, "error_removing_collaborators", add=False)


def _skills(ask: Ask) -> tuple[list[str], list[dict[str, str]]]:
    """The skills of the call that are there, and those that are not."""
    named = list(dict.fromkeys(ask.listed("skill_ids")))
    if not named or len(named) > _MOST_AT_ONCE:
        raise fail("invalid_arguments")
    there = [one for one in named if one in ask.world.skills]
    return there, [{"skill_id": one, "error": "skill_not_found"} for one in named if one not in there]


def _moved(failed: list[dict[str, str]]) -> Answer:
    if failed:
        raise fail("some_skills_failed", failed_skills=failed)
    return ok()


@_on("admin.slackbot.skills.publish", "admin.skills:write")
def publish(ask: Ask) -> Answer:
    """Put skills into the catalog, which lets everybody read them."""
    there, failed = _skills(ask)
    for one in there:
        ask.world.catalog.add(one)
        ask.world.skills[one]["visibility"] = EVERYBODY
    return _moved(failed)


@_on("admin.slackbot.skills.unpublish", "admin.skills:write")
def unpublish(ask: Ask) -> Answer:
    """Take skills out of the catalog; who may read them stays."""
    there, failed = _skills(ask)
    ask.world.catalog -= set(there)
    return _moved(failed)
