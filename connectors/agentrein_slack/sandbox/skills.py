"""Slackbot's skills for people's tokens, canvases of agents, and manifests of apps.

https://docs.slack.dev/ai/slackbot-skills
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import File

methods = Methods()
_READ, _WRITE = "skills:read", "skills:write"
EVERYBODY = "anyone"
_SHOWN = ("description", "category", "example_prompt")


@methods.on("slackbot.skills.create", _WRITE, people=True)
def create(ask: Ask) -> Answer:
    """Make a skill, which is on for its maker."""
    number = ask.world.new_id("F")
    fields = {name: ask.text(name) for name in _SHOWN}
    made = {"id": number, "type": "canvas", "display_name": ask.needed("display_name"), "created_by": ask.me.id}
    made["visibility"] = "invite_only"
    ask.world.skills[number] = {**made, **fields, "instructions": ask.needed("instructions").strip()}
    _library(ask).add(number)
    return ok(skill=_shape(ask.world.skills[number]))


def _library(ask: Ask) -> set[str]:
    return ask.world.libraries.setdefault(ask.me.id, set())


def _shape(skill: dict[str, Any], *, full: bool = False) -> dict[str, Any]:
    shown = {name: value or None for name, value in skill.items() if name != "instructions"}
    return {**shown, **({"instructions": skill["instructions"]} if full else {})}


def _skill(ask: Ask) -> dict[str, Any]:
    skill = ask.world.skills.get(ask.needed("skill_id"))
    if skill is None:
        raise fail("skill_not_found")
    return skill


@methods.on("slackbot.skills.update", _WRITE, people=True)
def update(ask: Ask) -> Answer:
    """Change what the call mentions."""
    skill = _skill(ask)
    skill |= {name: ask.text(name).strip() for name in ("display_name", "instructions", *_SHOWN) if ask.has(name)}
    return ok(skill=_shape(skill))


@methods.on("slackbot.skills.delete", _WRITE, people=True)
def delete(ask: Ask) -> Answer:
    """Delete a skill, out of every library."""
    number = _skill(ask)["id"]
    del ask.world.skills[number]
    ask.world.catalog.discard(number)
    for library in ask.world.libraries.values():
        library.discard(number)
    return ok()


@methods.on("slackbot.skills.info", _READ, people=True)
def info(ask: Ask) -> Answer:
    """One skill with its instructions, for those who may read its canvas."""
    skill = _skill(ask)
    if skill["visibility"] != EVERYBODY and skill["created_by"] != ask.me.id:
        raise fail("skill_not_found")
    return ok(skill=_shape(skill, full=True))


@methods.on("slackbot.skills.list", _READ, people=True)
def listed(ask: Ask) -> Answer:
    """The skills that one made, or has on, or those of the organization's catalog."""
    wanted = ask.text("filter", "library")
    made = {one["id"] for one in ask.world.skills.values() if one["created_by"] == ask.me.id}
    ids = made if wanted == "owned" else ask.world.catalog if wanted == "catalog" else _library(ask)
    return ask.page("skills", [one for one in ask.world.skills.values() if one["id"] in ids], _shape)


@methods.on("slackbot.skills.library.add", _WRITE, people=True)
def turn_on(ask: Ask) -> Answer:
    """Turn a skill on; one that is on already is a success."""
    _library(ask).add(_skill(ask)["id"])
    return ok()


@methods.on("slackbot.skills.library.remove", _WRITE, people=True)
def turn_off(ask: Ask) -> Answer:
    """Turn a skill off; one that is off already is a success."""
    _library(ask).discard(_skill(ask)["id"])
    return ok()


def _canvas(ask: Ask) -> File:
    channel = ask.channel()
    file = ask.world.files.get(ask.needed("canvas_id"))
    if file is None or file.kind == "text" or file.deleted or file.tab_of != channel.id:
        raise fail("canvas_not_found")
    return file


@methods.on("agents.conversations.getCanvas", "canvases:read")
def get_canvas(ask: Ask) -> Answer:
    """The text of a canvas of the channel."""
    file = _canvas(ask)
    return ok(canvas_id=file.id, title=file.title, content=(file.content or b"").decode(), comments=[])


@methods.on("agents.conversations.setCanvasContent", "canvases:write")
def set_canvas(ask: Ask) -> Answer:
    """Replace the text of a canvas of the channel."""
    file = _canvas(ask)
    file.content = ask.text("content").strip().encode()
    return ok(canvas_id=file.id, sections_changed_count=1)


@methods.on("apps.manifest.export", "app_configurations:read")
def export(ask: Ask) -> Answer:
    """The manifest of an app, with what it left out."""
    manifest = ask.world.manifests.get(ask.needed("app_id"))
    if manifest is None:
        raise fail("app_not_found")
    return ok(manifest=manifest)


@methods.on("apps.manifest.update", "app_configurations:write")
def replace(ask: Ask) -> Answer:
    """Replace the manifest of an app."""
    number, manifest = ask.needed("app_id"), ask.args.get("manifest")
    if number not in ask.world.manifests:
        raise fail("app_not_found")
    if not isinstance(manifest, dict) or not manifest.get("display_information"):
        raise fail("invalid_manifest")
    ask.world.manifests[number] = {"_metadata": {"major_version": 1}, "settings": {}, **manifest}
    return ok(app_id=number, permissions_updated=False)
