"""What administrators set, for their tokens only.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from collections.abc import Callable

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Method, Methods
from agentrein_slack.sandbox.records import Channel
from agentrein_slack.sandbox.world import TEAM

methods = Methods()


def for_admins(table: Methods) -> Callable[[str, str], Callable[[Method], Method]]:
    """What registers a function of this table for a method that only administrators may call."""

    def on(name: str, scope: str) -> Callable[[Method], Method]:
        def register(method: Method) -> Method:
            def checked(ask: Ask) -> Answer:
                if not ask.me.admin:
                    raise fail("not_an_admin")
                return method(ask)

            table.on(name, scope, people=True)(checked)
            return method

        return register

    return on


_on = for_admins(methods)


def channel_of(ask: Ask) -> Channel:
    """The channel of the call, which is neither the one of everybody nor a direct message."""
    channel = ask.world.channels.get(ask.needed("channel_id"))
    if channel is None:
        raise fail("channel_not_found")
    if channel.direct or channel.general:
        raise fail("channel_type_not_supported")
    return channel


@_on("admin.conversations.rename", "admin.conversations:write")
def rename(ask: Ask) -> Answer:
    """Rename a channel."""
    channel, name = channel_of(ask), ask.needed("name")
    if any(one.name == name for one in ask.world.channels.values()):
        raise fail("name_taken")
    channel.previous_names.append(channel.name)
    channel.name = name
    return ok()


@_on("admin.conversations.archive", "admin.conversations:write")
def archive(ask: Ask) -> Answer:
    """Archive a channel."""
    channel = channel_of(ask)
    if channel.archived:
        raise fail("already_archived")
    channel.archived = True
    return ok()


@_on("admin.conversations.unarchive", "admin.conversations:write")
def unarchive(ask: Ask) -> Answer:
    """Bring a channel back."""
    channel = channel_of(ask)
    if not channel.archived:
        raise fail("channel_not_archived")
    channel.archived = False
    return ok()


@_on("admin.conversations.invite", "admin.conversations:write")
def invite(ask: Ask) -> Answer:
    """Bring people in."""
    channel, named = channel_of(ask), ask.listed("user_ids")
    if any(one not in ask.world.users for one in named):
        raise fail("failed_for_some_users")
    channel.members = list(dict.fromkeys([*channel.members, *named]))
    return ok()


def held(ask: Ask, name: str) -> list[str]:
    """The members of a set, to be changed in place."""
    return ask.world.settings.setdefault(name, [])


def _change(ask: Ask, name: str, argument: str, *, add: bool) -> Answer:
    """Add to a set, or remove from it."""
    those, named = held(ask, name), ask.listed(argument)
    left = [one for one in those if one not in named]
    those[:] = [*those, *(one for one in named if one not in those)] if add else left
    return ok()


def _pair(adds: str, removes: str, scope: str, name: Callable[[Ask], str], argument: str) -> None:
    _on(adds, scope)(lambda ask: _change(ask, name(ask), argument, add=True))
    _on(removes, scope)(lambda ask: _change(ask, name(ask), argument, add=False))


def _defaults(ask: Ask) -> str:
    return f"defaults of {ask.needed('usergroup_id')}"


def _policy(ask: Ask) -> str:
    if ask.needed("policy_name") != "email_password":
        raise fail("policy_not_found")
    return "policy email_password"


def _access(ask: Ask) -> str:
    return f"access to {channel_of(ask).id}"


_pair(
    "admin.usergroups.addChannels",
    "admin.usergroups.removeChannels",
    "admin.usergroups:write",
    _defaults,
    "channel_ids",
)
_pair(
    "admin.auth.policy.assignEntities",
    "admin.auth.policy.removeEntities",
    "admin.users:write",
    _policy,
    "entity_ids",
)
_pair(
    "admin.conversations.restrictAccess.addGroup",
    "admin.conversations.restrictAccess.removeGroup",
    "admin.conversations:write",
    _access,
    "group_id",
)


@_on("admin.usergroups.listChannels", "admin.usergroups:read")
def defaults(ask: Ask) -> Answer:
    """The default channels of a group."""
    return ok(channels=[{"id": one, "team_id": TEAM} for one in held(ask, _defaults(ask))])


@_on("admin.auth.policy.getEntities", "admin.users:read")
def policy(ask: Ask) -> Answer:
    """What a policy holds for."""
    those = held(ask, _policy(ask))
    return ask.page("entities", those, lambda one: {"entity_type": "USER", "entity_id": one, "date_added": 1})


@_on("admin.conversations.restrictAccess.listGroups", "admin.conversations:read")
def access(ask: Ask) -> Answer:
    """The groups that may be in a channel."""
    return ok(group_ids=list(held(ask, _access(ask))))


def _assignments(ask: Ask) -> list[str]:
    role = ask.needed("role_id")
    return [f"{role} {user} {entity}" for user in ask.listed("user_ids") for entity in ask.listed("entity_ids")]


@_on("admin.roles.addAssignments", "admin.roles:write")
def assign(ask: Ask) -> Answer:
    """Give a role to people."""
    those = held(ask, "roles")
    those += [one for one in _assignments(ask) if one not in those]
    return ok()


@_on("admin.roles.removeAssignments", "admin.roles:write")
def unassign(ask: Ask) -> Answer:
    """Take a role from people."""
    those, named = held(ask, "roles"), _assignments(ask)
    those[:] = [one for one in those if one not in named]
    return ok()


@_on("admin.roles.listAssignments", "admin.roles:read")
def roles(ask: Ask) -> Answer:
    """Who has which role in what."""
    wanted = ask.listed("role_ids")
    those = [one.split() for one in held(ask, "roles")]
    found = [one for one in those if one[0] in wanted or not wanted]
    return ask.page(
        "role_assignments",
        found,
        lambda one: {"role_id": one[0], "user_id": one[1], "entity_id": one[2], "date_create": 1},
    )
