"""What people say of themselves: profile and status, presence, and pauses of notifications.

https://docs.slack.dev/apis/web-api/user-presence-and-status
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    field,
    first,
    found,
    moment,
    now,
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

_PLAIN = ("title", "phone", "skype", "pronouns", "real_name", "display_name", "first_name", "last_name", "start_date")
_EMPTY = (None, "")

_text = partial(field, inside="profile", clear="", same=_EMPTY)

FIELDS = (
    *(_text(name) for name in _PLAIN),
    *together(
        _text("status_text"),
        _text("status_emoji", alike="default emoji"),
        field("status_expiration", inside="profile", clear=0, same=(None, 0)),
    ),
    field("fields", inside="profile", clear={}, same=(None, {}), alike="same custom fields"),
)
"""Fields that come back as they are written. An address of mail does not: a person must confirm the new one."""


def as_profile(body: Any) -> Any:
    """The call with its changes in a profile: Slack also takes the name and the value of a single one."""
    if not isinstance(body, dict) or "profile" in body or not body.get("name"):
        return body
    rest = {name: value for name, value in body.items() if name not in {"name", "value"}}
    return {**rest, "profile": {body["name"]: body.get("value", "")}}


def whose(body: Any, account: Any) -> str:
    """Whose profile a call changes: its own, unless an administrator names somebody."""
    return str((body.get("user") if isinstance(body, dict) else None) or account)


def told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a call sets, and whose, in words."""
    profile = said.get("profile")
    what = ", ".join(sorted(profile)) if isinstance(profile, dict) else "something"
    return {"what": what, "whose": said.get("user") or "the account itself"}


def is_away(said: Any) -> bool:
    """Whether a presence is the one of somebody who is away."""
    return bool(said == "away")


@depends(REVERSIBLE, IRREVERSIBLE)
def presence_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack tells an account of itself whether it set itself away."""
    return REVERSIBLE if isinstance(image, dict) and "said" in image else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def pause_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A pause without an end cannot be set again by a number of minutes."""
    return REVERSIBLE if isinstance(image, dict) and not image.get("snooze_is_indefinite") else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def session_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """A session of the schedule that was ended early is made up for by a pause of the same end."""
    return COMPENSABLE if pause_tier(call, image, actor) is REVERSIBLE and image.get("until") else IRREVERSIBLE


_ME = path("slack:user:", actor("account"))
_PRESENCE = read("users.getPresence", completed="presence")
_DND = ("dnd:write", "dnd:read")


def _quiet(**given: Any) -> Any:
    return read("dnd.info", completed="quiet", given=given)


_AS_BEFORE = _quiet(until=before("pause"), ours=answer("snooze_endtime"))
_ENDED = _quiet(until=before("pause"))
_SESSION = _quiet(until=before("until"), session=True)
_ON = {"on": True}

ROWS = (
    op(
        "users.profile.set",
        sdk="WebClient.users_profile_set",
        says="set {what} in the profile of {whose}",
        names=told,
        tier=REVERSIBLE,
        object=path("slack:user:", computed(whose, sent(), actor("account"))),
        takes=as_profile,
        inverse=restore(
            read("users.profile.get", completed="profile", given={"fields": sent("profile.fields")}, user=sent("user")),
            "users.profile.set",
            *FIELDS,
            keep=("user",),
        ),
        faithful=False,
        residue="People may have seen it; a status comes back without what Slack shows of its emoji.",
        if_stuck="A status whose time has passed meanwhile is cleared by hand.",
        scopes=("users.profile:write", "users.profile:read"),
        why="Each field is written back while it reads as the call left it; text, emoji and end of a status go "
        "together, because Slack clears a status only by both, and sets an emoji where none is sent. An address of "
        f"mail must be confirmed by a person, so changing it is refused. {METHODS}/users.profile.set",
    ),
    op(
        "users.setPresence",
        sdk="WebClient.users_setPresence",
        says="set the presence to {presence}",
        tier=presence_tier,
        object=_ME,
        before=_PRESENCE,
        inverse=do(
            "users.setPresence",
            {"presence": before("said")},
            goal=shows(_PRESENCE, manual_away=before("manual_away")),
            still={"manual_away": computed(is_away, sent("presence"))},
        ),
        probe=stands(_PRESENCE, {"manual_away": computed(is_away, sent("presence"))}),
        residue="People may have seen it.",
        scopes=("users:write", "users:read"),
        why=f"Set back to what it was; Slack shows that only of the account itself. {METHODS}/users.getPresence",
    ),
    op(
        "dnd.setSnooze",
        sdk="WebClient.dnd_setSnooze",
        says="pause notifications for {num_minutes} minutes",
        tier=pause_tier,
        object=_ME,
        before=_quiet(),
        inverse=either(
            {
                True: first(
                    do(
                        "dnd.setSnooze",
                        {"num_minutes": now(_AS_BEFORE, "minutes")},
                        goal=shows(_AS_BEFORE, back=True),
                        still={"end": answer("snooze_endtime")},
                        until=moment(before("pause")),
                    ),
                    do("dnd.endSnooze", goal=shows(_AS_BEFORE, on=False), still={"end": answer("snooze_endtime")}),
                    after=("snooze_failed",),
                ),
                False: do("dnd.endSnooze", goal=shows(_AS_BEFORE, on=False), still={"end": answer("snooze_endtime")}),
            },
            by=before("on"),
        ),
        probe=stands(
            _quiet(since=before("at"), length=sent("num_minutes"), was=before("pause")),
            {"another": True},
            effect={"snooze_endtime": found("asked")},
        ),
        residue="What came meanwhile was not announced.",
        scopes=_DND,
        why="The pause ends, or an earlier one goes on until its end, to the minute; one that somebody changed since "
        f"stays. {METHODS}/dnd.setSnooze",
    ),
    op(
        "dnd.endSnooze",
        sdk="WebClient.dnd_endSnooze",
        says="end the pause of notifications",
        tier=pause_tier,
        object=_ME,
        before=_quiet(),
        inverse=either(
            {
                True: do(
                    "dnd.setSnooze",
                    {"num_minutes": now(_ENDED, "minutes")},
                    goal=shows(_ENDED, back=True),
                    still={"on": False},
                ),
                False: None,
            },
            by=before("on"),
        ),
        probe=stands(_quiet(), {"on": False}),
        residue="What came meanwhile was announced.",
        scopes=_DND,
        why=f"Paused again until the end that it had, to the minute; none if that has passed. {METHODS}/dnd.endSnooze",
    ),
    op(
        "dnd.endDnd",
        sdk="WebClient.dnd_endDnd",
        says="end the quiet hours of now",
        tier=session_tier,
        object=_ME,
        before=_quiet(),
        inverse=do(
            "dnd.setSnooze",
            {"num_minutes": now(_SESSION, "minutes")},
            goal=shows(_SESSION, back=True),
            still={"until": 0},
        ),
        probe=stands(_quiet(), {"until": 0}),
        residue="What came meanwhile was announced, and a pause stands in for the quiet hours of the schedule.",
        scopes=_DND,
        why="No method takes a session up again; a pause of the same end has the same effect, inferred. "
        f"{METHODS}/dnd.endDnd",
    ),
)
