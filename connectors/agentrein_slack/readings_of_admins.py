"""Readings of what administrators set, as `readings` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer
from agentrein_slack.pages import PAGE, Reading, entries, is_again, listed, pages
from agentrein_slack.readings_of_people import joined

MOST = 1000
"""Entries of a page of an administrators' list."""

WORKFLOWS = 50
"""Entries of a page of workflows."""

PARTS = ("primary_usergroup_id", "barriered_from_usergroup_ids", "restricted_subjects")
"""All that a barrier says, as a call names it."""


def entities(body: Any, given: Mapping[str, Any]) -> Reading:
    """All that a policy holds for, page by page: https://docs.slack.dev/reference/methods/admin.auth.policy.getEntities."""
    found = yield from entries("admin.auth.policy.getEntities", {**given, "limit": MOST}, "entities", body)
    return found if isinstance(found, Answer) else {"entities": [one.get("entity_id") for one in found]}


def workspace(body: Any, _given: Mapping[str, Any]) -> Any:
    """A workspace with its default channels in one order, as a call names them.

    https://docs.slack.dev/reference/methods/admin.teams.settings.info
    """
    team = body.get("team") or {}
    channels = [one.get("id") if isinstance(one, Mapping) else one for one in team.get("default_channels") or ()]
    return {**body, "team": {**team, "channel_ids": joined(channels)}}


def emoji(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether an emoji is there under its name, and under another one.

    https://docs.slack.dev/reference/methods/admin.emoji.list
    """
    answers = yield from pages("admin.emoji.list", {"limit": MOST}, body)
    if isinstance(answers, Answer):
        return answers
    found = {name for page in answers for name in (page.get("emoji") or {})}
    here, other = bare_name(given.get("name")) in found, bare_name(given.get("other")) in found
    return {"there": here, "only there": here and not other}


def bare_name(name: Any) -> str:
    """The name of an emoji without the colons that a call may put around it."""
    return str(name or "").strip().strip(":")


def assignments(body: Any, given: Mapping[str, Any]) -> Reading:
    """Who has a role in what: `pairs` of both, whether all of the wanted ones are among them, and one of them.

    A part of the wanted ones tells nothing. https://docs.slack.dev/reference/methods/admin.roles.listAssignments
    """
    asked = {"role_ids": given.get("role_id"), "limit": PAGE}
    found = yield from entries("admin.roles.listAssignments", asked, "role_assignments", body)
    if isinstance(found, Answer):
        return found
    pairs = [
        {"user": one.get("user_id"), "entity": one.get("entity_id")}
        for one in found
        if one.get("role_id") == given.get("role_id")
    ]
    return _standing(pairs, given)


def collaborators(body: Any, given: Mapping[str, Any]) -> Reading:
    """Who looks after which workflow, published or not, as `assignments` tells of roles.

    https://docs.slack.dev/reference/methods/admin.workflows.search
    """
    asked = {"publish_status": "all", "limit": WORKFLOWS}
    found = yield from entries("admin.workflows.search", asked, "workflows", body)
    if isinstance(found, Answer):
        return found
    return _standing(
        [{"user": user, "entity": one.get("id")} for one in found for user in one.get("collaborators") or ()], given
    )


def _standing(pairs: list[dict[str, Any]], given: Mapping[str, Any]) -> Any:
    """The pairs that are there, whether all of the `wanted` ones are among them, and whether one `pair` is."""
    wanted = given.get("wanted") or []
    there = [one for one in wanted if one in pairs]
    if there and len(there) < len(wanted):
        return Answer(409)
    return {"pairs": pairs, "there": bool(there), "one": {"there": given.get("pair") in pairs}}


def barriers(body: Any, given: Mapping[str, Any]) -> Reading:
    """Barriers with their groups in one order, as a call names them, and one of them, or one made again like it.

    https://docs.slack.dev/reference/methods/admin.barriers.list
    """
    answered = yield from entries("admin.barriers.list", {"limit": MOST}, "barriers", body)
    if isinstance(answered, Answer):
        return answered
    found = [_barrier(one) for one in answered]
    here = [one for one in found if one["id"] == given.get("id")]
    again = here or [one for one in found if is_again(one, given, *PARTS)]
    return {"barriers": found, "ids": [one["id"] for one in found], **({"again": again[0]} if again else {})}


def _barrier(one: Mapping[str, Any]) -> dict[str, Any]:
    others = [group.get("id") for group in one.get("barriered_from_usergroups") or ()]
    return {
        "id": one.get("id"),
        "primary_usergroup_id": (one.get("primary_usergroup") or {}).get("id"),
        "barriered_from_usergroup_ids": joined(others),
        "restricted_subjects": joined(one.get("restricted_subjects")),
    }


def sessions(body: Any, given: Mapping[str, Any]) -> Any:
    """How long people stay signed in: of each, of those for whom something is set, and of the others.

    `known` says that Slack shows all of them. https://docs.slack.dev/reference/methods/admin.users.session.getSettings
    """
    asked, found = given.get("users") or [], {}
    for one in listed(body, "session_settings"):
        shown = {"duration": one.get("duration"), "quit": one.get("desktop_app_browser_quit")}
        found[one.get("user_id")] = {"user": one.get("user_id"), "set": True, **shown}
    for user in listed(body, "no_settings_applied"):
        found[user] = {"user": user, "set": False, "duration": None, "quit": None}
    here = [found[user] for user in asked if user in found]
    wanted = {name: value for name, value in (given.get("wanted") or {}).items() if value is not None}
    so = bool(here) and all(_same(one.get(name), value) for one in here for name, value in wanted.items())
    before = given.get("before")
    if before is not None and not so and any(one != before.get(one["user"]) for one in here):
        return Answer(409)  # neither as before nor as the call would have left it
    return {
        "people": found,
        "known": bool(asked)
        and len(here) == len(asked)
        and not any(one["set"] and one["duration"] is None for one in here),
        "set": [one for one in here if one["set"]],
        "unset": [one for one in here if not one["set"]],
        "all so": so,
    }


def _same(one: Any, other: Any) -> bool:
    """Whether two values are one, also where a form sent it as text."""
    return str(one).lower() in {str(other).lower(), {"1": "true", "0": "false"}.get(str(other), "")}
