"""Apps that administrators approve and restrict, workflows that they hand over, skills that they publish.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    do,
    each,
    either,
    items,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.pairs import Pairs, paired, pairs
from agentrein_slack.operations.places import METHODS
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_admins import MOST, WORKFLOWS
from agentrein_slack.readings_of_people import joined


def _sdk(address: str) -> str:
    return f"WebClient.{address.replace('.', '_')}"


# --- apps

_APP = {"app_id": sent("app_id"), "team_id": sent("team_id"), "enterprise_id": sent("enterprise_id")}
_DECISION = read(
    "admin.apps.approved.list",
    completed="decision",
    given={"app": sent("app_id"), "team": sent("team_id"), "enterprise": sent("enterprise_id")},
    team_id=sent("team_id"),
    enterprise_id=sent("enterprise_id"),
    limit=MOST,
)
DECIDES = {
    "approved": "admin.apps.approve",
    "restricted": "admin.apps.restrict",
    "undecided": "admin.apps.clearResolution",
}
"""What an app can be, and the call that makes it so."""


@depends(COSTLY, IRREVERSIBLE)
def decision_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An answered request stays answered, further rules are not seen, and new scopes hide which there were before."""
    said = call.body if isinstance(call.body, dict) else {}
    was = image.get("is") if isinstance(image, dict) else None
    scopes = was == "approved" and any(said.get(name) for name in ("bot_scopes", "user_scopes"))
    lasting = said.get("request_id") or said.get("allow_child_auto_install") or scopes
    return COSTLY if was in DECIDES and said.get("app_id") and not lasting else IRREVERSIBLE


def _decide(becomes: str, says: str, residue: str) -> Any:
    """The row that makes an app this."""
    address = DECIDES[becomes]
    back = {
        was: None
        if was == becomes
        else do(call, _APP, goal=shows(_DECISION, want={"is": was}), still={"is": becomes}, ok=("no_resolution_found",))
        for was, call in DECIDES.items()
    }
    return op(
        address,
        sdk=_sdk(address),
        says=says,
        tier=decision_tier,
        object=path("slack:app:", sent("app_id")),
        before=_DECISION,
        inverse=either(back, by=before("is")),
        probe=stands(_DECISION, {"is": becomes}),
        residue=residue,
        scopes=("admin.apps:write", "admin.apps:read"),
        why="Decided again as it was, while the decision is the call's own; the scopes and the person of the old one "
        f"do not come back. {METHODS}/admin.apps.clearResolution",
    )


# --- workflows


def handed(body: Any, there: Any) -> Pairs:
    """Every collaborator of every workflow that a call names, without those that are there."""
    return pairs(body, there, "collaborator_ids", "workflow_ids")


def _collaborators(at: str = "", **given: Any) -> Any:
    return read(
        "admin.workflows.search", at, completed="collaborators", given=given, publish_status="all", limit=WORKFLOWS
    )


def _hand(address: str, back: str, *, gives: bool) -> Any:
    """The row that makes people collaborators of workflows, or no more."""
    return paired(
        address,
        back,
        handed,
        _collaborators,
        {"collaborator_ids": each.at("user"), "workflow_ids": each.at("entity")},
        gives=gives,
        says=f"{'add' if gives else 'remove'} {{collaborator_ids}} as collaborators of {{workflow_ids}}",
        object=path("slack:workflows:", computed(joined, sent("workflow_ids"))),
        residue="They could edit the workflows meanwhile, or could not.",
        scopes=("admin.workflows:write", "admin.workflows:read"),
    )


# --- skills


def _catalog(at: str = "", **given: Any) -> Any:
    given = {"asked": sent("skill_ids"), **given}
    return read("slackbot.skills.list", at, completed="catalog", given=given, filter="catalog", limit=PAGE)


@depends(REVERSIBLE, IRREVERSIBLE)
def publish_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Publishing shows everybody what only some could read, and nothing takes that back."""
    return REVERSIBLE if isinstance(image, dict) and image.get("open") is True else IRREVERSIBLE


def _list_skills(address: str, back: str, says: str, *, published: bool) -> Any:
    """The row that puts skills into the organization's catalog, or takes them out."""
    changed = before("out" if published else "in")
    return op(
        address,
        sdk=_sdk(address),
        says=says,
        tier=publish_tier,
        object=path("slack:skills:", computed(joined, sent("skill_ids"))),
        before=_catalog(look=True),
        inverse=items(
            do(back, {"skill_ids": each}, goal=shows(_catalog("one", id=each), published=not published)), over=changed
        ),
        probe=stands(_catalog(wanted=changed), {"all in": published}),
        residue="People may have turned the skills on meanwhile, or not found them.",
        scopes=("admin.skills:write", "skills:read"),
        why="Each skill that the call moved is moved back, one by one. To publish one that only some may read shares "
        "its canvas with the whole organization, and to take it out of the catalog does not unshare it: such a call, "
        f"and one whose undo would do that, is refused. {METHODS}/admin.slackbot.skills.publish",
    )


ROWS = (
    _decide("approved", "approve app {app_id}", "People may have installed the app meanwhile, and keep it."),
    _decide("restricted", "restrict app {app_id}", "People could not install the app meanwhile."),
    _decide("undecided", "clear the decision on app {app_id}", "People may have asked for the app meanwhile."),
    _hand("admin.workflows.collaborators.add", "admin.workflows.collaborators.remove", gives=True),
    _hand("admin.workflows.collaborators.remove", "admin.workflows.collaborators.add", gives=False),
    _list_skills(
        "admin.slackbot.skills.publish",
        "admin.slackbot.skills.unpublish",
        "publish skills {skill_ids}",
        published=True,
    ),
    _list_skills(
        "admin.slackbot.skills.unpublish",
        "admin.slackbot.skills.publish",
        "unpublish skills {skill_ids}",
        published=False,
    ),
)
