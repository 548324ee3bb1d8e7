"""Labels themselves: https://developers.google.com/workspace/gmail/api/guides/labels."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
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
    gone,
    items,
    path,
    read,
    restore,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.operations.places import (
    DOCS,
    LABELS,
    MAILBOX,
    MODIFY,
    PROFILE,
    READABLE,
    THING,
    USER,
    L,
    M,
    row,
)

_LABEL = path(*MAILBOX, "/label:", sent("id"))
_NOW = read(f"{L}.get", **THING)
_FIELDS = ("name", "labelListVisibility", "messageListVisibility", "color")
_NAMES = ("id", "addLabelIds", "removeLabelIds", "labelIds", "add", "remove", "label")
"""Where calls and readings name a label."""

_SHOWN = (
    field("name"),
    field("labelListVisibility", same=(None, "labelShow")),
    field("messageListVisibility", same=(None, "show")),
    field("color"),
)
_USE = read(f"{L}.get", completed="label in use", given=USER, maybe=True, **USER, id=answer("id"))
_AGAIN = read(f"{L}.list", "named", completed="label of a name", given={"name": before("name")}, maybe=True, **USER)
_CARRYING = read(
    f"{L}.list",
    "group",
    completed="carrying again",
    given={**USER, "name": before("name"), "ids": each.at("ids")},
    **USER,
)


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A label that is on few enough messages for all of them to be remembered."""
    return COMPENSABLE if isinstance(image, dict) and image.get("known") is True else IRREVERSIBLE


def as_new(image: Any) -> dict[str, Any]:
    """What makes a label like one that was read."""
    return {name: image[name] for name in _FIELDS if name in image}


ROWS = (
    row(
        f"{L}.create",
        sdk="users().labels().create",
        says="make label {name!r}",
        tier=REVERSIBLE,
        object=path(*MAILBOX, "/label:", answer("id")),
        before=read(f"{L}.list", **USER),
        inverse=do(
            f"{L}.delete",
            **USER,
            id=answer("id"),
            goal=gone(_USE, parent=PROFILE),
            still={
                **{name: answer(name) for name in _FIELDS},
                "carried": {"label": answer("id"), "by": 0},
                "filters": [],
            },
            alike={"carried": "carried by own"},
            ok=(404,),
        ),
        probe=find(f"{L}.list", at="labels", same=("name",), key="id", unless=before("labels[].id"), params=USER),
        if_stuck="Somebody put the label on mails, or a filter names it: deleting it would take it off everywhere.",
        scopes=(*LABELS, READABLE),
        why="Deleted while it is as it was made, on no message, and named by no filter: deleting takes a label off "
        f"every message. {DOCS}/users.labels/delete",
    ),
    row(
        f"{L}.patch",
        "id",
        sdk="users().labels().patch",
        says="change {fields} of label {id}",
        tier=REVERSIBLE,
        object=_LABEL,
        ignores=("id", "type"),
        inverse=restore(_NOW, f"{L}.patch", *_SHOWN, **THING),
        if_stuck="If another label took the old name, choose one of the two.",
        scopes=LABELS,
        why="Each field is written back while it reads as the call left it; that a null takes a color away is "
        f"inferred. {DOCS}/users.labels/patch",
    ),
    row(
        f"{L}.update",
        "id",
        sdk="users().labels().update",
        says="change label {id} to {name!r}",
        tier=REVERSIBLE,
        object=_LABEL,
        inverse=restore(
            _NOW, do(f"{L}.update", computed(as_new, before()), **THING, again="safe"), *_SHOWN, wants=sent()
        ),
        if_stuck="If another label took the old name, choose one of the two.",
        scopes=LABELS,
        why="It replaces all of the label, and so does its undo, while nobody changed any of it. "
        f"{DOCS}/users.labels/update",
    ),
    row(
        f"{L}.delete",
        "id",
        sdk="users().labels().delete",
        says="delete label {id}",
        tier=delete_tier,
        object=_LABEL,
        before=read(f"{L}.get", completed="label and its mail", given=USER, **THING),
        inverse=items(
            do(
                f"{M}.batchModify",
                {"ids": seen("left"), "addLabelIds": [seen("label")]},
                **USER,
                goal=shows(_CARRYING, back=True, stays={"gone[]": "without it, for it was deleted for good:"}),
            ),
            over=before("parts"),
        ),
        also=do(
            f"{L}.create",
            computed(as_new, before()),
            **USER,
            goal=shows(_AGAIN, want={name: before(name) for name in _FIELDS}),
            still=None,
            anew=[anew("id", *_NAMES)],
        ),
        probe=stands(read(f"{L}.get", maybe=True, **THING), {"": None}),
        residue="The label has a new id: filters that name the old one, and programs that know it, do not find it.",
        if_stuck="Somebody made another label of that name.",
        scopes=MODIFY,
        why="Gmail takes it off every message. It is made again and put on the messages that had it, up to 5,000; one "
        f"that is on more counts as irreversible. {DOCS}/users.labels/delete",
    ),
)
