"""Who one is, who else is there, and the workspace.

https://docs.slack.dev/reference/methods (auth.*, users.*, team.*)
"""

from __future__ import annotations

import json
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_LONGEST_STATUS = 100


@methods.on("api.test")
def test(ask: Ask) -> Answer:
    """Echo the arguments; an `error` among them is the answer's."""
    if ask.text("error"):
        raise fail(ask.text("error"), args=ask.args)
    return ok(args=ask.args)


@methods.on("auth.test")
def who(ask: Ask) -> Answer:
    """Whose token it is."""
    me = ask.me
    fields: dict[str, Any] = {"url": f"https://{shapes.DOMAIN}.slack.com/", "team": ask.world.name, "user": me.name}
    fields |= {"team_id": TEAM, "user_id": me.id, "is_enterprise_install": False}
    return ok(**fields, **({"bot_id": me.bot_id} if me.bot_id else {}))


@methods.on("team.info", "team:read")
def team(ask: Ask) -> Answer:
    """The workspace."""
    _ = ask.me
    fields = {"id": TEAM, "name": ask.world.name, "domain": shapes.DOMAIN, "email_domain": "", "icon": {}}
    return ok(team=fields | {"url": f"https://{shapes.DOMAIN}.slack.com/"})


@methods.on("bots.info", "users:read")
def bot(ask: Ask) -> Answer:
    """A bot by its bot id."""
    user = ask.world.user_of_bot(ask.text("bot", ask.me.bot_id))
    if user is None:
        raise fail("bot_not_found")
    return ok(bot=shapes.bot(user))


@methods.on("users.info", "users:read")
def user(ask: Ask) -> Answer:
    """A person or a bot."""
    return ok(user=shapes.user(ask.user(ask.needed("user"))))


@methods.on("users.list", "users:read")
def users(ask: Ask) -> Answer:
    """Everybody."""
    return ask.page("members", list(ask.world.users.values()), shapes.user, cache_ts=ask.world.now())


@methods.on("users.profile.get", "users.profile:read")
def profile(ask: Ask) -> Answer:
    """A profile, one's own if nobody is named."""
    return ok(profile=shapes.profile(ask.user(ask.text("user", ask.me.id))))


@methods.on("users.profile.set", "users.profile:write", people=True)
def set_profile(ask: Ask) -> Answer:
    """Change fields of a profile; other people's only as an administrator."""
    owner = ask.user(ask.text("user", ask.me.id))
    if owner is not ask.me and not ask.me.admin:
        raise fail("not_admin")
    changes = ask.args.get("profile")
    if changes is None and ask.text("name"):
        changes = {ask.text("name"): ask.args.get("value", "")}
    if not isinstance(changes, dict):
        raise fail("invalid_profile")
    if len(str(changes.get("status_text", ""))) > _LONGEST_STATUS:
        raise fail("too_long")
    if isinstance(changes.get("fields"), dict):
        known = {**owner.profile.get("fields", {}), **changes["fields"]}
        changes = {**changes, "fields": {name: one for name, one in known.items() if one.get("value")}}
    if changes.get("status_text") and not (changes.get("status_emoji") or owner.profile.get("status_emoji")):
        changes = {**changes, "status_emoji": ":speech_balloon:"}
    owner.profile |= json.loads(json.dumps(changes))
    return ok(username=owner.name, profile=shapes.profile(owner))
