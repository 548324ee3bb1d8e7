"""Slackbot's skills, a person's library of them, and what an app says of itself.

https://docs.slack.dev/ai/slackbot-skills
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    before,
    depends,
    do,
    either,
    field,
    find,
    found,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.pages import PAGE

_SCOPES = ("skills:write", "skills:read")
_EMPTY = (None, "")
_SKILL = path("slack:file:", sent("skill_id"))


def _skills(at: str = "", **given: Any) -> Any:
    return read("slackbot.skills.list", at, completed="skills", given=given, filter=given["filter"], limit=PAGE)


_OWNED = _skills(filter="owned")
_LIBRARY = _skills(filter="library", id=sent("skill_id"))
_MADE = read("slackbot.skills.info", "skill", maybe=True, completed="skill", skill_id=answer("skill.id"))


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Deleting a skill deletes its canvas, so that one which was made of a canvas cannot be taken back."""
    return IRREVERSIBLE if isinstance(call.body, dict) and call.body.get("canvas_id") else REVERSIBLE


def _turn(address: str, back: str, *, on: bool) -> Any:
    """The row that turns a skill on for the account, or off."""
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=f"turn skill {{skill_id}} {'on' if on else 'off'}",
        tier=REVERSIBLE,
        object=path("slack:user:", actor("account"), "/skill:", sent("skill_id")),
        before=_LIBRARY,
        inverse=either(
            {(not on): do(back, {"skill_id": sent("skill_id")}, goal=shows(_LIBRARY, on=not on)), on: None},
            by=before("on"),
        ),
        probe=stands(_LIBRARY, {"on": on}),
        residue="Slackbot may have used it, or not, meanwhile.",
        scopes=_SCOPES,
        why="Only the account's own library changes, and it is set back as it stood; Slack calls a repeat a success, "
        f"so the list before tells. {METHODS}/{back}",
    )


ROWS = (
    op(
        "slackbot.skills.create",
        sdk="WebClient.slackbot_skills_create",
        says="create skill {display_name!r}",
        tier=create_tier,
        object=path("slack:file:", answer("skill.id")),
        before=_OWNED,
        inverse=do(
            "slackbot.skills.delete",
            {"skill_id": answer("skill.id")},
            goal=gone(_MADE, parent="auth.test"),
            still={
                "display_name": answer("skill.display_name"),
                "description": answer("skill.description"),
                "instructions": sent("instructions"),
            },
            alike={"instructions": "same markdown"},
            ok=(404,),
        ),
        probe=find(
            _skills("skills", filter="owned"),
            same=("display_name",),
            key="id",
            unless=before("ids"),
            effect={"skill": found()},
        ),
        residue="Those with whom it was shared meanwhile have seen it.",
        if_stuck="Somebody changed the skill since: look there whether it may be deleted.",
        scopes=_SCOPES,
        why="Deleted with its canvas while it says what was sent. Names are not unique, so a lost one is told by the "
        f"skills that there were before. {METHODS}/slackbot.skills.delete",
    ),
    op(
        "slackbot.skills.update",
        sdk="WebClient.slackbot_skills_update",
        says="change {fields} of skill {skill_id}",
        tier=REVERSIBLE,
        object=_SKILL,
        faithful=False,
        inverse=restore(
            read("slackbot.skills.info", "skill", completed="skill", skill_id=sent("skill_id")),
            "slackbot.skills.update",
            field("display_name"),
            field("instructions", clear="", same=_EMPTY, alike="same markdown"),
            *(field(name, clear="", same=_EMPTY) for name in ("description", "category", "example_prompt")),
            keep=("skill_id",),
        ),
        residue="Slackbot may have used it as it was meanwhile; comments on changed parts of its canvas may be lost.",
        scopes=_SCOPES,
        why="Each field is written back while it reads as the call left it. The form in which apps are listed is not "
        f"documented, so changing those is refused. {METHODS}/slackbot.skills.update",
    ),
    op(
        "slackbot.skills.delete",
        sdk="WebClient.slackbot_skills_delete",
        says="delete skill {skill_id}",
        tier=IRREVERSIBLE,
        object=_SKILL,
        why=f"A skill is deleted with its canvas, and leaves every library. {METHODS}/slackbot.skills.delete",
    ),
    _turn("slackbot.skills.library.add", "slackbot.skills.library.remove", on=True),
    _turn("slackbot.skills.library.remove", "slackbot.skills.library.add", on=False),
    op(
        "agents.conversations.setCanvasContent",
        sdk="WebClient.agents_conversations_setCanvasContent",
        says="write canvas {canvas_id}",
        tier=COMPENSABLE,
        object=path("slack:file:", sent("canvas_id")),
        faithful=False,
        inverse=restore(
            read(
                "agents.conversations.getCanvas",
                completed="agent canvas",
                channel=sent("channel"),
                canvas_id=sent("canvas_id"),
            ),
            "agents.conversations.setCanvasContent",
            field("content", clear="", same=_EMPTY, alike="same markdown"),
            keep=("channel", "canvas_id"),
        ),
        residue="The text went through Slack's editor; comments on sections that changed may be lost.",
        if_stuck="Somebody else wrote in the canvas: mend it there, by the text in the record.",
        scopes=("canvases:write", "canvases:read"),
        why="The text before is written again while it reads as the call left it; Slack changes only the sections that "
        f"differ. Which scopes it takes is inferred. {METHODS}/agents.conversations.setCanvasContent",
    ),
    op(
        "apps.manifest.update",
        sdk="WebClient.apps_manifest_update",
        says="change the settings of app {app_id}",
        tier=COSTLY,
        object=path("slack:app:", sent("app_id")),
        faithful=False,
        inverse=restore(
            read("apps.manifest.export", app_id=sent("app_id")),
            "apps.manifest.update",
            field("manifest", alike="same manifest"),
            keep=("app_id",),
        ),
        residue="Where the scopes changed, workspaces may have to install the app again.",
        if_stuck="Somebody else changed the app's settings since: mend them on its page.",
        scopes=("app_configurations:write", "app_configurations:read"),
        why="A manifest replaces all of the one before, so that is written back whole, while it reads as the call left "
        f"it. {METHODS}/apps.manifest.update",
    ),
)
