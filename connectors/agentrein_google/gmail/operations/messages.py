"""Labels of messages, the trash, and new messages: https://developers.google.com/workspace/gmail/api/guides/labels."""

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
    adding,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    either,
    find,
    how_many,
    items,
    members,
    path,
    read,
    removing,
    restore,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.labelling import MOST, brought, groups, listed, lost_by_one, name_of, taken, told
from agentrein_google.gmail.letters import envelope, words
from agentrein_google.gmail.operations.places import (
    DOCS,
    GUIDES,
    MAILBOX,
    MESSAGE,
    MODIFY,
    PROFILE,
    THERE,
    THING,
    USER,
    M,
    mailbox,
    message,
    move,
    row,
)

_NOW = read(f"{M}.get", **THING, format="minimal")
_APPLY = do(f"{M}.modify", {"addLabelIds": [each]}, **THING, again="safe")
_TAKE = do(f"{M}.modify", {"removeLabelIds": [each]}, **THING, again="safe")

CAME = members("addLabelIds", read="labelIds[]", add=_APPLY, remove=_TAKE, gathered=True)
WENT = members("removeLabelIds", read="labelIds[]", add=_APPLY, remove=_TAKE, gathered=True)
"""The two halves of one set: what a call applies to it, and what it takes away."""

_DELTA = (
    "Undone as the difference of what the call named and what was there, in one call for the message; every other "
    "label stays as it is by then, SENT and DRAFT among them, which nobody may apply."
)
_GONE = "Where the message, or a label of it, was deleted for good meanwhile, nothing can be put back: keep the action."


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def put_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A calendar entry made of it stays; what is put in as deleted stands only in the archive, which nobody empties."""
    if call.params.get("deleted") not in (None, False):
        return IRREVERSIBLE
    return COSTLY if call.params.get("processForCalendar") not in (None, False) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def batch_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """As many as Gmail takes at once, and nothing but labels."""
    body = call.body if isinstance(call.body, dict) else {}
    known = set(body) <= {"ids", "addLabelIds", "removeLabelIds"}
    return REVERSIBLE if known and len(listed(body, "ids")) <= MOST else IRREVERSIBLE


def put_names(said: Any) -> dict[str, str]:
    """To whom a mail is addressed, and its subject."""
    return envelope(said.get("raw") if isinstance(said, dict) else None)


def none_older(_history: Any) -> list[str]:
    """Nothing: what is listed is only what came since a point of the history."""
    return []


def _put(name: str, verb: str, *names: str, note: str = "") -> Operation:
    """The row of a message that is put into the mailbox without being sent."""
    return row(
        f"{M}.{name}",
        "deleted",
        "internalDateSource",
        *names,
        sdk=f"users().messages().{name}{'_' if name == 'import' else ''}",
        says=f"{verb} a mail {{subject!r}} into the mailbox",
        names=put_names,
        tier=put_tier,
        object=path(*MAILBOX, "/message:", answer("id")),
        before=PROFILE,
        inverse=do(
            f"{M}.trash",
            **USER,
            id=answer("id"),
            goal=shows(message(answer("id")), trashed=True, parent=PROFILE),
            ok=(404,),
            ends=True,
        ),
        probe=find(
            mailbox("mail since", "messages", since=before("historyId")),
            same={"words": computed(words, sent("raw"))},
            key="id",
            unless=computed(none_older, before("historyId")),
        ),
        residue=f"The message stays in the trash for 30 days.{note}",
        scopes=MODIFY,
        why="Moved to the trash, whatever labels it has by then; deleting it for good is left to people. Found again "
        f"by what it says among what came since. {DOCS}/users.messages/{name}",
    )


_DIFFERENCE: dict[str, Any] = {name: each.at(name) for name in ("add", "remove", "delta")}
_GROUP = mailbox("group of messages", "group", ids=each.at("ids"), **_DIFFERENCE)
_GROUPS = computed(groups, sent(), before())

ROWS = (
    row(
        f"{M}.modify",
        "id",
        sdk="users().messages().modify",
        says="change labels of message {id}: {change}",
        names=told,
        tier=REVERSIBLE,
        object=MESSAGE,
        inverse=restore(_NOW, None, adding(CAME, computed(brought, sent())), removing(WENT, computed(taken, sent()))),
        if_stuck=_GONE,
        scopes=MODIFY,
        why=f"{_DELTA} {GUIDES}/labels",
    ),
    row(
        f"{M}.batchModify",
        sdk="users().messages().batchModify",
        says="change labels of {count} messages: {change}",
        names=told,
        count=how_many("ids"),
        tier=batch_tier,
        object=path(*MAILBOX, "/messages:", computed(name_of, sent())),
        before=mailbox("labels of messages", ids=sent("ids")),
        inverse=items(
            do(
                f"{M}.batchModify",
                {"ids": seen("left"), "addLabelIds": each.at("add"), "removeLabelIds": each.at("remove")},
                **USER,
                goal=shows(
                    _GROUP, undone=each.at("delta"), stays={"gone[]": "without labels, for it was deleted for good:"}
                ),
            ),
            over=_GROUPS,
        ),
        probe=stands(mailbox("messages touched", groups=_GROUPS), {"landed": True}),
        residue="Of messages that were deleted for good since, no label comes back.",
        scopes=MODIFY,
        why="The labels of each message are read before, one by one, of at most 1,000. Those of one difference are put "
        f"back by one call, which names the messages that are not as before yet. {DOCS}/users.messages/batchModify",
    ),
    row(
        f"{M}.trash",
        "id",
        sdk="users().messages().trash",
        says="move message {id} to the trash",
        tier=REVERSIBLE,
        object=MESSAGE,
        before=message(sent("id")),
        inverse=items(
            do(
                f"{M}.modify",
                {"addLabelIds": each.at("add")},
                **THING,
                goal=shows(message(sent("id"), **_DIFFERENCE), undone=each.at("delta")),
                still=THERE,
            ),
            over=computed(lost_by_one, before()),
        ),
        also=either({False: move("untrash", sent("id"), trashed=False), True: None}, by=before("trashed")),
        probe=stands(message(sent("id")), {"trashed": True}),
        residue="Gmail deletes it for good 30 days later, so that the undo works until then.",
        if_stuck=_GONE,
        scopes=MODIFY,
        why="Taken out of the trash; what it may have lost on the way is applied again (whether it leaves the inbox, "
        f"reports differ: inferred). {DOCS}/users.messages/trash",
    ),
    row(
        f"{M}.untrash",
        "id",
        sdk="users().messages().untrash",
        says="take message {id} out of the trash",
        tier=REVERSIBLE,
        object=MESSAGE,
        before=message(sent("id")),
        inverse=either({True: move("trash", sent("id"), trashed=True), False: None}, by=before("trashed")),
        probe=stands(message(sent("id")), {"trashed": False}),
        residue="The 30 days after which Gmail deletes it begin anew (inferred).",
        if_stuck=_GONE,
        scopes=MODIFY,
        why=f"Moved to the trash again, if it was there. {DOCS}/users.messages/untrash",
    ),
    _put("insert", "put"),
    _put(
        "import",
        "import",
        "neverMarkSpam",
        "processForCalendar",
        note=" A calendar entry that was made of it stays; so does what its arrival set off.",
    ),
)
