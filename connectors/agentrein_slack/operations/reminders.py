"""Reminders and saved items, which only a person's token has.

https://docs.slack.dev/changelog/2023-07-its-later-already-for-stars-and-reminders
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    find,
    found,
    gone,
    moment,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS, WORKSPACE
from agentrein_slack.pages import PAGE

_TEAM: dict[str, Any] = {WORKSPACE: sent(WORKSPACE)}
_SCOPES = ("reminders:write", "reminders:read")


def _reminders(at: str, *, absent: bool = True, **given: Any) -> Any:
    """The read of reminders: what it is given decides what stands at `again`."""
    return read("reminders.list", at, maybe=absent, completed="reminders", given=given, **_TEAM)


_THIS = _reminders("reminder", id=sent("reminder"))
_AGAIN = _reminders("again", id=sent("reminder"), like=before("reminder"), others=before("others"))
"""The reminder that was set again: an open one that says the same and was not there before."""

_ADDED = _reminders("again", id=answer("reminder.id"), like=answer("reminder"), others=before("others"))
"""The reminder that was set, or the one that an undo made of it again."""


@depends(COSTLY, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only an open reminder of the account's own for one moment can be set again as it was."""
    one = image.get("reminder") if isinstance(image, dict) else None
    if not isinstance(one, dict) or actor is None or one.get("recurring") or one.get("done") or not one.get("time"):
        return IRREVERSIBLE
    return COSTLY if one.get("creator") == one.get("user") == actor.account else IRREVERSIBLE


# --- saved items


def item(body: Any) -> str:
    """The item that a call names, as the identity of what it touches."""
    said = body if isinstance(body, dict) else {}
    return ":".join(str(said[name]) for name in ("file", "channel", "timestamp") if said.get(name))


def told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The item that a call names, in words."""
    return {"item": item(dict(said)) or "nothing"}


@depends(REVERSIBLE, IRREVERSIBLE)
def star_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A comment on a file, which Slack retired, is not looked for in the list."""
    return IRREVERSIBLE if isinstance(call.body, dict) and call.body.get("file_comment") else REVERSIBLE


_ITEM = {name: sent(name) for name in ("channel", "timestamp", "file")}
_STAR = read("stars.list", completed="star", given=_ITEM, limit=PAGE)


def _star(address: str, back: str, *, starred: bool, already: str) -> Any:
    """The row that saves an item, or forgets it."""
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says="save {item} for later" if starred else "forget {item}",
        names=told,
        tier=star_tier,
        object=path("slack:user:", actor("account"), "/star:", computed(item, sent())),
        before=_STAR,
        inverse=either(
            {(not starred): do(back, _ITEM, goal=shows(_STAR, starred=not starred), ok=(already,)), starred: None},
            by=before("starred"),
        ),
        probe=stands(_STAR, {"starred": starred}),
        residue="In the list it stands under another date.",
        scopes=("stars:write", "stars:read"),
        why=f"Only the account itself sees what it saved, so it is set back as it stood before. {METHODS}/{back}",
    )


ROWS = (
    op(
        "reminders.add",
        sdk="WebClient.reminders_add",
        says="set the reminder {text!r}",
        tier=REVERSIBLE,
        object=path("slack:reminder:", answer("reminder.id")),
        before=_reminders("", absent=False),
        inverse=do(
            "reminders.delete",
            {"reminder": now(_ADDED, "id"), **_TEAM},
            goal=gone(_ADDED, parent="auth.test"),
            still={"done": False},
            ok=(404,),
        ),
        probe=find(
            _reminders("reminders", time=sent("time")),
            same=("text",),
            mine="creator",
            key="id",
            unless=before("others"),
            effect={"reminder": found()},
        ),
        residue="If its time has come, the person was reminded.",
        scopes=_SCOPES,
        why="Deleted while nobody has marked it as done; nothing edits a reminder. Slack's list tells no time of "
        f"making, so a lost one is told by those that were there before. {METHODS}/reminders.delete",
    ),
    op(
        "reminders.delete",
        sdk="WebClient.reminders_delete",
        says="delete reminder {reminder}",
        tier=delete_tier,
        object=path("slack:reminder:", sent("reminder")),
        before=_reminders("", absent=False, id=sent("reminder")),
        inverse=do(
            "reminders.add",
            {"text": before("reminder.text"), "time": before("reminder.time"), **_TEAM},
            goal=shows(_AGAIN, text=before("reminder.text"), time=before("reminder.time")),
            still=None,
            until=moment(before("reminder.time")),
            anew=[anew("id", "reminder", "id", "others")],
        ),
        probe=stands(_THIS, {"": None}),
        residue="The reminder has a new id.",
        if_stuck="Its time has passed: look at whether it is still wanted.",
        scopes=_SCOPES,
        why="Set again with its text and moment. How often a recurring one recurs is not shown, one that is done "
        "cannot be set so, and nobody sets reminders for others any more: deleting those is refused. "
        f"{METHODS}/reminders.add",
    ),
    _star("stars.add", "stars.remove", starred=True, already="not_starred"),
    _star("stars.remove", "stars.add", starred=False, already="already_starred"),
)
