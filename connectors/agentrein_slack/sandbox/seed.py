"""The start of every Slack sandbox: a workspace with two people, two bots and three channels."""

from __future__ import annotations

from collections.abc import Callable

from agentrein_slack.sandbox.records import Channel, Grant, User, Words
from agentrein_slack.sandbox.world import OTHER_TEAM, TEAM, World

_AN_HOUR = 3600
_QUIET_HOURS = 9 * 3600


def world(clock: Callable[[], float]) -> World:
    """Slack as a sandbox finds it; everything in it is an hour old."""
    made = World(lambda: clock() - _AN_HOUR)
    bot = User("U0BOT", "agent", bot_id="B0BOT", app_id="A0BOT")
    bob = User("U0BOB", "bob", admin=True, profile={"real_name": "Bob Ames", "email": "bob@acme.example"})
    ada = User("U0ADA", "ada", profile={"real_name": "Ada Berg", "email": "ada@acme.example"})
    other = User("U0OTH", "other", bot_id="B0OTH", app_id="A0OTH")
    ada.quiet_hours = (made.now(), made.now() + _QUIET_HOURS)
    made.users = {user.id: user for user in (bot, bob, ada, other)}
    tokens = {"xoxb-agent": bot, "xoxp-person": bob, "xoxp-ada": ada, "xoxb-other": other}
    made.grants = {token: Grant(user) for token, user in tokens.items()}
    made.manifests = {"A0BOT": {"display_information": {"name": "agent", "description": "Does things"}, "settings": {}}}
    made.configs = {
        "A0APP": {"workflow_auth_strategy": "builder_choice", "domain_restrictions": {"urls": [], "emails": []}}
    }
    made.teams = {TEAM: {bob.id: "owner", ada.id: "regular"}, OTHER_TEAM: {bob.id: "admin"}}
    made.workflows = {"Wf0A": [bob.id], "Wf0B": []}
    _channels(made, bot, bob, ada, other)
    made.clock = clock
    return made


def _channels(made: World, bot: User, bob: User, ada: User, other: User) -> None:
    now = made.now()
    deploys = Channel("C0AAA", "deploys", bot, now, members=[bot.id, bob.id, ada.id])
    deploys.topic, deploys.purpose = Words("Ship it", bob.id, now), Words("What went out", bob.id, now)
    everybody = [bot.id, bob.id, ada.id, other.id]
    general = Channel("C0GEN", "general", bob, now, general=True, members=everybody)
    private = Channel("C0PRIV", "board", bob, now, private=True, members=[bob.id, ada.id])
    made.channels = {one.id: one for one in (deploys, general, private)}
    made.direct(bot, ada).opened.update({bot.id, ada.id})
