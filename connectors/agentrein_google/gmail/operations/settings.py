"""Settings that are replaced as a whole: https://developers.google.com/workspace/gmail/api/guides/settings_guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    before,
    computed,
    depends,
    do,
    field,
    path,
    read,
    restore,
    sent,
)
from agentrein_google.gmail.operations.places import BASIC, DOCS, MAILBOX, SHARING, USER, S, row

_EMPTY = (None, "")
_OFF = (None, False)


@depends(REVERSIBLE, COSTLY)
def vacation_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Replies that go out meanwhile are not called back."""
    return COSTLY if _says(call, "enableAutoReply") else REVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def forwarding_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is forwarded has left the mailbox."""
    return IRREVERSIBLE if _says(call, "enabled") else COSTLY


def _says(call: Call, name: str) -> bool:
    return not isinstance(call.body, dict) or call.body.get(name) not in _OFF


def asked_for(*defaults: Any) -> Any:
    """A function that gives what a call sets, with what it leaves out as Gmail reads that."""

    def asked(said: Any) -> dict[str, Any]:
        body = said if isinstance(said, dict) else {}
        return {one.name: body.get(one.name) for one in defaults}

    return asked


def as_it_was(image: Any) -> Any:
    """The whole setting, as it is written."""
    return dict(image)


def _setting(
    name: str, says: str, *fields: Any, tier: Any = REVERSIBLE, scopes: Any = BASIC, residue: str = ""
) -> Operation:
    """The row of a setting that one call replaces as a whole."""
    title = f"{name[0].upper()}{name[1:]}"
    return row(
        f"{S}.update{title}",
        sdk=f"users().settings().update{title}",
        says=says,
        tier=tier,
        object=path(*MAILBOX, f"/settings:{name}"),
        inverse=restore(
            read(f"{S}.get{title}", **USER),
            do(f"{S}.update{title}", computed(as_it_was, before()), **USER, again="safe"),
            *fields,
            wants=computed(asked_for(*fields), sent()),
        ),
        residue=residue,
        if_stuck="Somebody changed the setting since: choose there.",
        scopes=scopes,
        why="It replaces all of the setting, and so does its undo, while the setting is as the answer showed it. "
        f"{DOCS}/users.settings/update{title}",
    )


ROWS = (
    _setting(
        "vacation",
        "set the vacation reply to {responseSubject!r}, on: {enableAutoReply}",
        field("enableAutoReply", same=_OFF),
        field("responseSubject", same=_EMPTY),
        field("responseBodyPlainText", same=_EMPTY),
        field("responseBodyHtml", same=_EMPTY, alike="cleaned"),
        field("restrictToContacts", same=_OFF),
        field("restrictToDomain", same=_OFF),
        field("startTime"),
        field("endTime"),
        tier=vacation_tier,
        residue="Replies that were sent meanwhile stay with those who got them.",
    ),
    _setting(
        "imap",
        "set IMAP access to {enabled}",
        field("enabled", same=_OFF),
        field("autoExpunge", same=_OFF),
        field("expungeBehavior"),
        field("maxFolderSize", same=(None, 0)),
        residue="What mail programs did meanwhile stays.",
    ),
    _setting(
        "pop",
        "set POP access to {accessWindow}",
        field("accessWindow"),
        field("disposition"),
        residue="What mail programs fetched meanwhile, and where they left it, stays.",
    ),
    _setting("language", "set the language of Gmail to {displayLanguage}", field("displayLanguage", alike="variant")),
    _setting(
        "autoForwarding",
        "set forwarding to {emailAddress} to {enabled}",
        field("enabled", same=_OFF),
        field("emailAddress", same=_EMPTY),
        field("disposition"),
        tier=forwarding_tier,
        scopes=SHARING,
        residue="Mail that arrived meanwhile was not forwarded.",
    ),
)
