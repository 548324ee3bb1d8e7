"""Barriers between groups, sessions of people, and settings of apps, which administrators set.

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
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    field,
    find,
    found,
    gone,
    items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_admins import MOST
from agentrein_slack.readings_of_people import names

_BARRIERS = ("admin.barriers:write", "admin.barriers:read")
_PARTS = ("primary_usergroup_id", "barriered_from_usergroup_ids", "restricted_subjects")
_USERS = ("admin.users:write", "admin.users:read")


def _barriers(at: Any = "", *, absent: bool = False, **given: Any) -> Any:
    return read("admin.barriers.list", at, maybe=absent, completed="barriers", given=given, limit=MOST)


def _barrier(number: Any) -> Any:
    return _barriers(path("barriers[id=", number, "]"), absent=True)


_IT, _MADE = _barrier(sent("barrier_id")), _barrier(answer("barrier.id"))
_AGAIN = _barriers("again", absent=True, like=before(), id=sent("barrier_id"))


def joined(several: Any) -> str:
    """Ids in one order, as a call names them."""
    return ",".join(names(several))


_SAID = {name: computed(joined, sent(name)) for name in _PARTS}


def people(body: Any) -> list[str]:
    """The people whose sessions a call sets."""
    return names(body.get("user_ids") if isinstance(body, dict) else None)


@depends(REVERSIBLE, IRREVERSIBLE)
def session_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack shows the settings only of people who are signed in."""
    return REVERSIBLE if isinstance(image, dict) and image.get("known") is True else IRREVERSIBLE


def _sessions(at: Any = "", **given: Any) -> Any:
    given = {"users": computed(people, sent()), **given}
    return read("admin.users.session.getSettings", at, completed="sessions", given=given, user_ids=sent("user_ids"))


_ONE = path("people.", each.at("user"))
_BACK: dict[str, Any] = {
    "user_ids": each.at("user"),
    "duration": each.at("duration"),
    "desktop_app_browser_quit": each.at("quit"),
}


def _session(address: str, says: str, wanted: dict[str, Any], left: dict[str, Any]) -> Any:
    """The row that sets how long people stay signed in, or clears it."""
    clear = do(
        "admin.users.session.clearSettings",
        {"user_ids": each.at("user")},
        goal=shows(_sessions(_ONE), set=False),
        still=left,
    )
    put = do(
        "admin.users.session.setSettings",
        _BACK,
        goal=shows(_sessions(_ONE), duration=each.at("duration"), quit=each.at("quit")),
        still=left,
    )
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=says,
        tier=session_tier,
        object=path("slack:sessions:", computed(joined, sent("user_ids"))),
        before=_sessions(),
        inverse=items(clear, over=before("unset")),
        also=items(put, over=before("set")),
        probe=stands(_sessions(wanted=wanted, before=before("people")), {"all so": True}),
        residue="Who was signed out meanwhile must sign in again.",
        scopes=_USERS,
        why="Each person gets the settings that it had, one by one, or none. Slack shows them only of people who are "
        f"signed in; with others among them the call is refused. {METHODS}/admin.users.session.getSettings",
    )


ROWS = (
    op(
        "admin.barriers.create",
        sdk="WebClient.admin_barriers_create",
        says="put a barrier between {primary_usergroup_id} and {barriered_from_usergroup_ids}",
        tier=REVERSIBLE,
        object=path("slack:barrier:", answer("barrier.id")),
        before=_barriers(),
        inverse=do(
            "admin.barriers.delete",
            {"barrier_id": answer("barrier.id")},
            goal=gone(_MADE, parent=read("admin.barriers.list", limit=1)),
            still=_SAID,
            ok=(404,),
        ),
        probe=find(_barriers("barriers"), same=_SAID, key="id", unless=before("ids"), effect={"barrier": found()}),
        residue="Those whom it parted could not talk meanwhile.",
        if_stuck="Somebody changed the barrier since: look there whether it may be deleted.",
        scopes=_BARRIERS,
        why=f"Deleted while it says what was sent. {METHODS}/admin.barriers.delete",
    ),
    op(
        "admin.barriers.update",
        sdk="WebClient.admin_barriers_update",
        says="change barrier {barrier_id}",
        tier=REVERSIBLE,
        object=path("slack:barrier:", sent("barrier_id")),
        faithful=False,
        inverse=restore(
            _IT,
            "admin.barriers.update",
            together(*(field(name, alike="same names") for name in _PARTS)),
            keep=("barrier_id",),
        ),
        residue="Others could not talk meanwhile, or could.",
        scopes=_BARRIERS,
        why=f"Written back as it was; a call names all of a barrier, also what stays. {METHODS}/admin.barriers.update",
    ),
    op(
        "admin.barriers.delete",
        sdk="WebClient.admin_barriers_delete",
        says="delete barrier {barrier_id}",
        tier=COSTLY,
        object=path("slack:barrier:", sent("barrier_id")),
        before=_IT,
        inverse=do(
            "admin.barriers.create",
            {name: before(name) for name in _PARTS},
            goal=shows(_AGAIN, want={name: before(name) for name in _PARTS}),
            still=None,
            anew=[anew("id", "barrier_id", "id", "others")],
        ),
        probe=stands(_IT, {"": None}),
        residue="It has a new id, and those whom it parted could talk meanwhile.",
        scopes=_BARRIERS,
        why=f"Put up again between the same groups. {METHODS}/admin.barriers.create",
    ),
    _session(
        "admin.users.session.setSettings",
        "set how long {user_ids} stay signed in",
        {"duration": sent("duration"), "quit": sent("desktop_app_browser_quit")},
        {"set": True, "duration": sent("duration")},
    ),
    _session(
        "admin.users.session.clearSettings", "clear how long {user_ids} stay signed in", {"set": False}, {"set": False}
    ),
    op(
        "admin.apps.config.set",
        sdk="WebClient.admin_apps_config_set",
        says="set {fields} of connector {app_id}",
        tier=REVERSIBLE,
        object=path("slack:app:", sent("app_id")),
        faithful=False,
        inverse=restore(
            read("admin.apps.config.lookup", path("configs[app_id=", sent("app_id"), "]"), app_ids=sent("app_id")),
            "admin.apps.config.set",
            field("workflow_auth_strategy"),
            field("rich_link_preview_type"),
            field("domain_restrictions"),
            keep=("app_id",),
        ),
        residue="People may have connected to it as it was meanwhile.",
        scopes=("admin.apps:write", "admin.apps:read"),
        why=f"Each setting is written back while it reads as the call left it. {METHODS}/admin.apps.config.lookup",
    ),
)
