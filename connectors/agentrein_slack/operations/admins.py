"""Sets that administrators add to and remove from: default channels, policies, access, roles.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    adding,
    computed,
    do,
    each,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
)
from agentrein_slack.operations.pairs import Pairs, paired, pairs
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_admins import MOST
from agentrein_slack.readings_of_people import names

_IT = {"channel_id": sent("channel_id")}


def _sdk(address: str) -> str:
    return f"WebClient.{address.replace('.', '_')}"


_GROUP = {"usergroup_id": sent("usergroup_id")}
_DEFAULTS = members(
    "channel_ids",
    read="channels[].id",
    add=do("admin.usergroups.addChannels", {**_GROUP, "channel_ids": each}, again="safe"),
    remove=do("admin.usergroups.removeChannels", {**_GROUP, "channel_ids": each}, again="safe"),
)
_DEFAULTS_NOW = read("admin.usergroups.listChannels", usergroup_id=sent("usergroup_id"))

_POLICY: dict[str, Any] = {"policy_name": sent("policy_name"), "entity_type": sent("entity_type")}
_ENTITIES = members(
    "entity_ids",
    read="entities[]",
    add=do("admin.auth.policy.assignEntities", {**_POLICY, "entity_ids": each}, again="safe"),
    remove=do("admin.auth.policy.removeEntities", {**_POLICY, "entity_ids": each}, again="safe"),
)
_ENTITIES_NOW = read(
    "admin.auth.policy.getEntities",
    completed="entities",
    given=_POLICY,
    policy_name=sent("policy_name"),
    entity_type=sent("entity_type"),
    limit=MOST,
)

_ACCESS = {**_IT, "team_id": sent("team_id"), "group_id": each}
_GROUPS = members(
    "group_ids",
    read="group_ids[]",
    add=do(
        "admin.conversations.restrictAccess.addGroup", _ACCESS, ok=("group_already_linked_to_channel",), again="safe"
    ),
    remove=do("admin.conversations.restrictAccess.removeGroup", _ACCESS, ok=("link_not_found",), again="safe"),
)
_GROUPS_NOW = read(
    "admin.conversations.restrictAccess.listGroups", channel_id=sent("channel_id"), team_id=sent("team_id")
)


def _set(
    address: str, says: str, inverse: Any, thing: Any, scopes: tuple[str, ...], residue: str, *ignored: str
) -> Any:
    """The row that adds to a set, or removes from it."""
    return op(
        address,
        sdk=_sdk(address),
        says=says,
        tier=COSTLY if residue else REVERSIBLE,
        object=thing,
        ignores=ignored,
        inverse=inverse,
        residue=residue,
        scopes=scopes,
        why="Undone by the difference: those that were there before stay, and so do others' since. "
        f"{METHODS}/{address}",
    )


def _both(adds: str, removes: str, what: str, now: Any, of: Any, said: Any, **more: Any) -> tuple[Any, Any]:
    """The rows of a set: the one that adds and the one that removes."""
    thing, scopes, ignored = more["thing"], more["scopes"], more["ignores"]
    return (
        _set(adds, f"add {what}", restore(now, None, adding(of, said)), thing, scopes, more["added"], *ignored),
        _set(
            removes, f"remove {what}", restore(now, None, removing(of, said)), thing, scopes, more["removed"], *ignored
        ),
    )


# --- roles


def holders(body: Any, there: Any) -> Pairs:
    """Everybody in everything whom a call gives a role, or takes it from, without those that are there."""
    return pairs(body, there, "user_ids", "entity_ids")


def _roles(at: str = "", **given: Any) -> Any:
    given = {"role_id": sent("role_id"), **given}
    return read(
        "admin.roles.listAssignments", at, completed="assignments", given=given, role_ids=sent("role_id"), limit=200
    )


def _role(address: str, back: str, *, gives: bool) -> Any:
    """The row that gives a role to people, or takes it from them."""
    return paired(
        address,
        back,
        holders,
        _roles,
        {"role_id": sent("role_id"), "user_ids": each.at("user"), "entity_ids": each.at("entity")},
        gives=gives,
        says=f"{'give role {role_id} to' if gives else 'take role {role_id} from'} {{user_ids}}",
        object=path("slack:role:", sent("role_id")),
        residue="They could do meanwhile what the role allows, or could not.",
        scopes=("admin.roles:write", "admin.roles:read"),
    )


ROWS = (
    *_both(
        "admin.usergroups.addChannels",
        "admin.usergroups.removeChannels",
        "default channels {channel_ids} of group {usergroup_id}",
        _DEFAULTS_NOW,
        _DEFAULTS,
        computed(names, sent("channel_ids")),
        thing=path("slack:usergroup:", sent("usergroup_id")),
        scopes=("admin.usergroups:write", "admin.usergroups:read"),
        added="People who came into the channels by it stay in them.",
        removed="The group's people may be told of the channels again.",
        ignores=("usergroup_id", "team_id"),
    ),
    *_both(
        "admin.auth.policy.assignEntities",
        "admin.auth.policy.removeEntities",
        "{entity_ids} for policy {policy_name}",
        _ENTITIES_NOW,
        _ENTITIES,
        computed(names, sent("entity_ids")),
        thing=path("slack:policy:", sent("policy_name")),
        scopes=("admin.users:write", "admin.users:read"),
        added="",
        removed="",
        ignores=("policy_name", "entity_type"),
    ),
    *_both(
        "admin.conversations.restrictAccess.addGroup",
        "admin.conversations.restrictAccess.removeGroup",
        "group {group_id} to those who may be in {channel_id}",
        _GROUPS_NOW,
        _GROUPS,
        [sent("group_id")],
        thing=path("slack:channel:", sent("channel_id")),
        scopes=("admin.conversations:write", "admin.conversations:read"),
        added="",
        removed="Who lost access meanwhile may not come back by itself.",
        ignores=("channel_id", "team_id"),
    ),
    _role("admin.roles.addAssignments", "admin.roles.removeAssignments", gives=True),
    _role("admin.roles.removeAssignments", "admin.roles.addAssignments", gives=False),
)
