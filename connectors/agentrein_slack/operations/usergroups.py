"""User groups: https://docs.slack.dev/reference/methods/usergroups.list."""

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
    answer,
    before,
    computed,
    depends,
    do,
    either,
    field,
    find,
    found,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS, WORKSPACE
from agentrein_slack.readings_of_people import names

_SCOPES = ("usergroups:write", "usergroups:read")
_TEAM: dict[str, Any] = {WORKSPACE: sent(WORKSPACE)}
_NAMED = {"usergroup": sent("usergroup"), **_TEAM}
_UNREAD = frozenset({"additional_channels", "is_shared"})
"""Arguments of usergroups.users.update of which no method shows what was set before."""


def _listed(group: Any) -> Any:
    """The read of one group out of the list, which is the only read that shows all of it."""
    at = path("usergroups[id=", group, "]")
    return read("usergroups.list", at, completed="usergroups", include_disabled=True, include_users=True, **_TEAM)


_IT = _listed(sent("usergroup"))
_MADE = _listed(answer("usergroup.id"))
_GROUP = path("slack:usergroup:", sent("usergroup"))


@depends(COSTLY, COMPENSABLE, IRREVERSIBLE)
def users_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack takes no empty list: a group that had nobody can only be disabled."""
    body = call.body if isinstance(call.body, dict) else {}
    if not isinstance(image, dict) or "empty" not in image or _UNREAD & set(body):
        return IRREVERSIBLE
    return COMPENSABLE if image["empty"] else COSTLY


def _switch(address: str, back: str, *, disables: bool) -> Any:
    """The row that disables a group, or enables it."""
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=f"{'disable' if disables else 'enable'} user group {{usergroup}}",
        tier=REVERSIBLE,
        object=_GROUP,
        before=_IT,
        inverse=either(
            {(not disables): do(back, _NAMED, goal=shows(_IT, disabled=not disables)), disables: None},
            by=before("disabled"),
        ),
        probe=stands(_IT, {"disabled": disables}),
        residue="People may have seen its mention change.",
        scopes=_SCOPES,
        why=f"Switched back unless it stood so before; people and handle stay with it. {METHODS}/{back}",
    )


ROWS = (
    op(
        "usergroups.create",
        sdk="WebClient.usergroups_create",
        says="create user group {name!r}",
        tier=COMPENSABLE,
        object=path("slack:usergroup:", answer("usergroup.id")),
        inverse=do(
            "usergroups.disable",
            {"usergroup": answer("usergroup.id"), **_TEAM},
            goal=shows(_MADE, disabled=True),
            still={
                "name": answer("usergroup.name"),
                "handle": answer("usergroup.handle"),
                "description": answer("usergroup.description"),
                "users": [],
            },
            ends=True,
        ),
        probe=find(
            read(
                "usergroups.list",
                "usergroups",
                completed="usergroups",
                include_disabled=True,
                include_users=True,
                **_TEAM,
            ),
            same=("name",),
            mine="created_by",
            since="date_create",
            effect={"usergroup": found()},
        ),
        residue="The disabled group stays, and its name and handle with it are taken.",
        if_stuck="Somebody else put people into the group or changed it: ask there whether it may be disabled.",
        scopes=_SCOPES,
        why="No method deletes a user group. It is disabled, while nobody is in it and it says what was made. "
        f"{METHODS}/usergroups.disable",
    ),
    op(
        "usergroups.update",
        sdk="WebClient.usergroups_update",
        says="change {fields} of user group {usergroup}",
        tier=REVERSIBLE,
        object=_GROUP,
        faithful=False,
        ignores=("include_count",),
        inverse=restore(
            _IT,
            "usergroups.update",
            field("name"),
            field("handle"),
            field("description", clear="", same=(None, "")),
            field("channels", clear="", same=(None, ""), alike="same names"),
            keep=("usergroup", WORKSPACE),
        ),
        residue="It shows its last editor.",
        if_stuck="If another group took the old name or handle, choose one of the two.",
        scopes=_SCOPES,
        why="Each field is written back while it still reads as the call left it; that an empty text clears the "
        "channels is inferred. Further channels and the section in the sidebar are not shown, so setting them is "
        f"refused. {METHODS}/usergroups.update",
    ),
    _switch("usergroups.disable", "usergroups.enable", disables=True),
    _switch("usergroups.enable", "usergroups.disable", disables=False),
    op(
        "usergroups.users.update",
        sdk="WebClient.usergroups_users_update",
        says="set the people of user group {usergroup} to {users}",
        tier=users_tier,
        object=_GROUP,
        before=_IT,
        inverse=either(
            {
                False: do(
                    "usergroups.users.update",
                    {"users": before("people"), **_NAMED},
                    goal=shows(_IT, users=before("users")),
                    still={"users": computed(names, sent("users"))},
                ),
                True: do(
                    "usergroups.disable",
                    _NAMED,
                    goal=shows(_IT, want={"reaches somebody": False}),
                    still={"users": computed(names, sent("users"))},
                ),
            },
            by=before("empty"),
        ),
        probe=stands(_IT, {"users": computed(names, sent("users"))}),
        residue="Those who came in by it stay in the default channels that they joined; a group that had nobody is "
        "disabled, with its list.",
        if_stuck="Somebody else changed who is in the group: mend the list there.",
        scopes=_SCOPES,
        why="The list before is set again while it still is what the call set. Slack takes no empty list, so a group "
        f"that had nobody is disabled instead. {METHODS}/usergroups.users.update",
    ),
)
