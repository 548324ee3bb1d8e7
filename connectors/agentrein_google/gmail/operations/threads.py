"""Labels of whole threads, undone message by message: https://developers.google.com/workspace/gmail/api/guides/threads."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    Operation,
    before,
    computed,
    do,
    each,
    items,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.labelling import changes, lost_with_trash, told, trashed, untrashed
from agentrein_google.gmail.operations.places import DOCS, MAILBOX, MODIFY, THERE, THING, USER, M, T, message, move, row

_THREAD = path(*MAILBOX, "/thread:", sent("id"))
_BEFORE = read(f"{T}.get", **THING, format="minimal")
_LATER = "A message that came into the thread later is not touched."
_CHANGES = computed(changes, sent(), before())


_DIFFERENCE: dict[str, Any] = {name: each.at(name) for name in ("add", "remove", "delta")}


def _back(over: Any) -> Any:
    """The labels of each message put back by a call of its own."""
    return items(
        do(
            f"{M}.modify",
            {"addLabelIds": each.at("add"), "removeLabelIds": each.at("remove")},
            **USER,
            id=each.at("id"),
            goal=shows(message(each.at("id"), **_DIFFERENCE), undone=each.at("delta")),
            still=THERE,
        ),
        over=over,
    )


def _probe(ids: Any, *, trashed: bool) -> Any:
    given = {"ids": ids, "trashed": trashed}
    return stands(read(f"{T}.get", completed="thread moved", given=given, **THING, format="minimal"), {"landed": True})


def _row(name: str, says: str, why: str, **undo: Any) -> Operation:
    return row(
        f"{T}.{name}",
        "id",
        sdk=f"users().threads().{name}",
        says=says,
        tier=REVERSIBLE,
        object=_THREAD,
        before=_BEFORE,
        if_stuck="Where a message of it was deleted for good meanwhile, nothing can be put back: keep the action.",
        scopes=MODIFY,
        why=f"{why} {_LATER} {DOCS}/users.threads/{name}",
        **undo,
    )


_TRASHED, _UNTRASHED = computed(trashed, before()), computed(untrashed, before())

ROWS = (
    _row(
        "modify",
        "change labels of thread {id}: {change}",
        "Labels are those of its messages, so the labels of each are put back as far as the call changed them.",
        names=told,
        inverse=_back(_CHANGES),
        probe=stands(
            read(f"{T}.get", completed="thread touched", given={"changes": _CHANGES}, **THING, format="minimal"),
            {"landed": True},
        ),
    ),
    _row(
        "trash",
        "move thread {id} to the trash",
        "Each message that was not in the trash before is taken out of it, and gets back what it may have lost.",
        inverse=_back(computed(lost_with_trash, before())),
        also=items(move("untrash", each, trashed=False), over=_TRASHED),
        probe=_probe(_TRASHED, trashed=True),
        residue="Gmail deletes what is in the trash for good 30 days later, so that the undo works until then.",
    ),
    _row(
        "untrash",
        "take thread {id} out of the trash",
        "Each message that was in the trash before goes back to it.",
        inverse=items(move("trash", each, trashed=True), over=_UNTRASHED),
        probe=_probe(_UNTRASHED, trashed=False),
    ),
)
