"""Slackbot's skills, canvases of agents, manifests of apps."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.canvases import canvas, make, rewritten
from connectors.slack.examples.things import DEPLOYS, MEMBER, both, said

APP = "A0BOT"
ON_OR_OFF = "only the account itself turns its skills on and off"


def skill(slack: WebClient, name: str = "Daily") -> str:
    """The id of a skill of Ada's."""
    listed = slack.slackbot_skills_list(filter="owned", token=MEMBER)["skills"]
    return str(next(one["id"] for one in listed if one["display_name"] == name))


def write(slack: WebClient) -> None:
    """A skill of Ada's, from before."""
    slack.slackbot_skills_create(
        display_name="Daily", instructions="# Purpose\n\nPick three things.", description="In the morning", token=MEMBER
    )


def rename(name: str) -> Any:
    """Ada herself renames it."""
    return lambda slack: slack.slackbot_skills_update(skill_id=skill(slack, name), display_name="Theirs", token=MEMBER)


def off(slack: WebClient) -> None:
    """She turns it off."""
    slack.slackbot_skills_library_remove(skill_id=skill(slack), token=MEMBER)


def manifest(name: str, **more: Any) -> dict[str, Any]:
    """What an app says of itself."""
    return {"display_information": {"name": name, **more}}


def described(slack: WebClient) -> None:
    """A person changes the app's settings."""
    slack.apps_manifest_update(app_id=APP, manifest=manifest("Theirs"))


EXAMPLES = (
    Example(
        "agents.conversations.setCanvasContent",
        lambda slack: slack.agents_conversations_setCanvasContent(
            channel=DEPLOYS, canvas_id=canvas(slack), content="# Done\n\n* all of it"
        ),
        prepare=make,
        foreign=rewritten(),
        beside=said(),
    ),
    Example(
        "apps.manifest.update",
        lambda slack: slack.apps_manifest_update(app_id=APP, manifest=manifest("Agent & co", description="{new}")),
        foreign=described,
        beside=said(),
    ),
)

OF_PEOPLE = (
    Example(
        "slackbot.skills.create",
        lambda slack: slack.slackbot_skills_create(
            display_name="Daily", instructions="# Purpose\n\nSay **what** changed.", category="productivity"
        ),
        prepare=write,
        foreign=lambda slack: slack.slackbot_skills_update(
            skill_id=slack.slackbot_skills_list(filter="owned", token=MEMBER)["skills"][-1]["id"],
            display_name="Theirs",
            token=MEMBER,
        ),
        beside=said(),
    ),
    Example(
        "slackbot.skills.update",
        lambda slack: slack.slackbot_skills_update(
            skill_id=skill(slack), display_name="Weekly", instructions="# Purpose\n\nPick one.", description=""
        ),
        prepare=write,
        foreign=rename("Weekly"),
        beside=lambda slack: slack.slackbot_skills_update(
            skill_id=skill(slack, "Weekly"), category="product_management", token=MEMBER
        ),
    ),
    Example(
        "slackbot.skills.library.add",
        lambda slack: slack.slackbot_skills_library_add(skill_id=skill(slack)),
        prepare=both(write, off),
        alone=ON_OR_OFF,
        beside=said(),
    ),
    Example(
        "slackbot.skills.library.add",
        lambda slack: slack.slackbot_skills_library_add(skill_id=skill(slack)),
        prepare=write,
        nothing=True,
        name="what was on",
    ),
    Example(
        "slackbot.skills.library.remove",
        lambda slack: slack.slackbot_skills_library_remove(skill_id=skill(slack)),
        prepare=write,
        alone=ON_OR_OFF,
        beside=rename("Daily"),
    ),
)
