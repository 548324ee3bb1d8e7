"""Readings of labels and of the messages that carry them; `readings` lists them.

Each gets the body of a read and what its row gives it, may yield further reads, and gives the completed body, or the
answer at which it had to stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own
from agentrein_google.gmail.asking import MESSAGES, PAGE, Reading, each_message, pages
from agentrein_google.gmail.labelling import MOST, is_back, is_touched, listed
from agentrein_google.gmail.readings_of_settings import naming

MOST_CARRIED = 5000
"""How many messages a label may be on for its deletion to be undone."""


def one_message(body: Any, given: Mapping[str, Any]) -> Any:
    """A message that is there, whether it is in the trash, and the difference that its labels read as undone."""
    labels = body.get("labelIds") or []
    undone = given.get("delta") if is_back(labels, given) else ""
    return {**body, "there": True, "trashed": "TRASH" in labels, "undone": undone}


def labels_of(body: Any, given: Mapping[str, Any]) -> Reading:
    """The labels of each of some messages; of more than Gmail takes at once, none is read, for it is refused."""
    ids = list(given.get("ids") or ())
    if len(ids) > MOST:
        return {**body, "messages": []}
    found = yield from each_message(given.get("userId"), ids)
    if isinstance(found, Answer):
        return found
    return {**body, "messages": [{"id": one["id"], "labelIds": one.get("labelIds") or []} for one in found]}


def group(_body: Any, given: Mapping[str, Any]) -> Reading:
    """Which messages of a group do not read as before yet, and which were deleted for good."""
    ids = [str(one) for one in given.get("ids") or ()]
    found = yield from each_message(given.get("userId"), ids)
    if isinstance(found, Answer):
        return found
    left = [one["id"] for one in found if not is_back(one.get("labelIds") or (), given)]
    there = {one["id"] for one in found}
    gone = [one for one in ids if one not in there]
    return {"group": {"left": left, "undone": "" if left else given.get("delta"), "gone": gone}}


def touched(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether a call that changes labels has landed: any of them reads as it asked.

    What reads as before everywhere was not touched, so that there is nothing to undo in either case.
    """
    for one in given.get("groups") or ():
        found = yield from each_message(given.get("userId"), one["ids"])
        if isinstance(found, Answer):
            return found
        if any(is_touched(message.get("labelIds") or (), one) for message in found):
            return {**body, "landed": True}
    return {**body, "landed": False}


def thread_touched(body: Any, given: Mapping[str, Any]) -> Any:
    """The same for the messages of a thread, which one read shows."""
    by_id = {one["id"]: one.get("labelIds") or [] for one in body.get("messages") or ()}
    landed = any(is_touched(by_id.get(one["id"], ()), one) for one in given.get("changes") or () if one["id"] in by_id)
    return {**body, "landed": landed}


def thread_moved(body: Any, given: Mapping[str, Any]) -> Any:
    """Whether any of some messages of a thread is where a move to the trash, or out of it, takes it."""
    by_id = {one["id"]: one.get("labelIds") or [] for one in body.get("messages") or ()}
    here = [one for one in given.get("ids") or () if one in by_id]
    return {**body, "landed": any(("TRASH" in by_id[one]) == given["trashed"] for one in here)}


# --- a label itself


def label_in_use(body: Any, given: Mapping[str, Any]) -> Reading:
    """A label with how many messages carry it, and the filters that name it."""
    filters = yield from naming(given.get("userId"), body.get("id"))
    if isinstance(filters, Answer):
        return filters
    carried = {"label": body.get("id"), "by": body.get("messagesTotal") or 0}
    return {**body, "carried": carried, "filters": filters}


def label_and_mail(body: Any, given: Mapping[str, Any]) -> Reading:
    """A label with the messages that carry it, if they are few enough to be remembered."""
    if (body.get("messagesTotal") or 0) > MOST_CARRIED:
        return {**body, "known": False}
    ids = yield from _carrying(given.get("userId"), body.get("id"))
    if isinstance(ids, Answer):
        return ids
    parts = [{"ids": ids[at : at + 1000]} for at in range(0, len(ids), 1000)]
    return {**body, "known": len(ids) <= MOST_CARRIED, "parts": parts}


def _carrying(user: Any, label: Any) -> Reading:
    """The ids of all messages with a label, also of those in spam and trash."""
    asked = {"userId": user, "labelIds": [label], "includeSpamTrash": True, "maxResults": PAGE}
    found = yield from pages(f"{MESSAGES}.list", asked, "messages", most=MOST_CARRIED)
    return found if isinstance(found, Answer) else [one["id"] for one in found]


def label_named(body: Any, given: Mapping[str, Any]) -> Any:
    """The label of a name, at `named`; nothing stands there where none has it."""
    found = _named(body, given.get("name"))
    return {**body, **({"named": found} if found else {})}


def _named(body: Any, name: Any) -> dict[str, Any] | None:
    """Names are compared without regard to case, as Gmail does."""
    every = [one for one in body.get("labels") or () if one.get("type") != "system"]
    return next((one for one in every if str(one.get("name")).casefold() == str(name).casefold()), None)


def carrying_again(body: Any, given: Mapping[str, Any]) -> Reading:
    """Which of some messages do not carry the label of a name yet, and which were deleted for good.

    In a plan the label was not made again, and its name stands for the id that it will have.
    """
    label, ids = _named(body, given.get("name")), list(given.get("ids") or ())
    if label is None:
        return {"group": {"label": given.get("name"), "left": ids, "back": not ids}}
    carrying = yield from _carrying(given.get("userId"), label["id"])
    if isinstance(carrying, Answer):
        return carrying
    left = [one for one in ids if one not in set(carrying)]
    gone: list[Any] = []
    if len(left) < len(ids):  # some were put back already: look whether the others are there at all
        found = yield from each_message(given.get("userId"), left)
        if isinstance(found, Answer):
            return found
        there = {one["id"] for one in found}
        left, gone = [one for one in left if one in there], [one for one in left if one not in there]
    return {"group": {"label": label["id"], "left": left, "back": not left, "gone": gone}}


def carried_by_own(ours: Any, now: Any, own: Own) -> bool:
    """Whether only messages that this run labelled carry a label, in a plan, which does not undo that first."""
    if not own.plan or not isinstance(now, Mapping):
        return False
    label, labelled = now.get("label"), set[str]()
    for call in own.sent:
        if label in listed(call.body, "addLabelIds"):
            labelled |= {str(call.params.get("id") or ""), *listed(call.body, "ids")} - {""}
    return ours == {**now, "by": 0} and int(now.get("by") or 0) <= len(labelled)
