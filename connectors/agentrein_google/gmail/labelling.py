"""What a call does to the labels of messages, and what takes it back: pure functions over bodies and images.

A label that a call names and that stood so before is no effect of it, and labels that it does not name stay out of
every delta: among them SENT and DRAFT, which nobody may apply or take away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MOST = 1000
"""How many messages `batchModify` takes at once, and so the most before-images of one call."""

MOVED = ("TRASH", "SPAM")
"""Where a message may leave the inbox for; whether it does, reports differ."""

LEFT_BEHIND = ("INBOX", "SPAM")
"""What a message that goes to the trash may lose."""


def listed(body: Any, name: str) -> list[str]:
    """The labels that a body names."""
    found = body.get(name) if isinstance(body, Mapping) else None
    return [str(one) for one in found] if isinstance(found, Sequence) and not isinstance(found, str) else []


def told(said: Any) -> dict[str, str]:
    """For a sentence: how many messages a call names, and what it does to their labels."""
    parts = [
        f"{word} {', '.join(names)}"
        for word, key in (("add", "addLabelIds"), ("remove", "removeLabelIds"))
        if (names := listed(said, key))
    ]
    return {"count": str(len(listed(said, "ids"))), "change": ", ".join(parts) or "as they are"}


def brought(body: Any) -> list[str]:
    """The labels that such a change can have applied."""
    back = ["INBOX"] if set(MOVED) & set(listed(body, "removeLabelIds")) else []
    return [*listed(body, "addLabelIds"), *back]


def taken(body: Any) -> list[str]:
    """The labels that such a change can have taken away."""
    named = listed(body, "removeLabelIds")
    moved = ["INBOX"] if set(MOVED) & set(listed(body, "addLabelIds")) else []
    return [*named, *(one for one in moved if one not in named)]


def change(message: Mapping[str, Any], add: Iterable[str], remove: Iterable[str]) -> dict[str, Any]:
    """What takes the labels of one message back: those that came, and those that went."""
    had = set(message.get("labelIds") or ())
    back, off = sorted(set(remove) & had), sorted(set(add) - had)
    delta = {**({"add": back} if back else {}), **({"remove": off} if off else {})}
    return {"id": message["id"], **delta, "delta": written(delta)}


def written(delta: Mapping[str, Any]) -> str:
    """A difference as a text, by which the goals of two calls on one message are told apart."""
    return " ".join([*(f"+{one}" for one in delta.get("add") or ()), *(f"-{one}" for one in delta.get("remove") or ())])


def changes(body: Any, image: Any) -> list[dict[str, Any]]:
    """What takes a change of labels back, message by message; those that it left as they were are not in it."""
    found = [change(one, listed(body, "addLabelIds"), taken(body)) for one in messages(image)]
    return [one for one in found if one["delta"]]


def messages(image: Any) -> list[Mapping[str, Any]]:
    """The messages of a thread, or of a reading of several."""
    found = image.get("messages") if isinstance(image, Mapping) else None
    return [one for one in found or () if isinstance(one, Mapping)]


def groups(body: Any, image: Any) -> list[dict[str, Any]]:
    """The same for many messages: those of one difference together."""
    found: dict[str, dict[str, Any]] = {}
    for one in changes(body, image):
        group = found.setdefault(one["delta"], {**one, "ids": []})
        group["ids"].append(one["id"])
    return [{name: value for name, value in one.items() if name != "id"} for one in found.values()]


def trashed(image: Any) -> list[str]:
    """The messages of a thread that a move to the trash moves: those that are not in it yet."""
    return [str(one["id"]) for one in messages(image) if "TRASH" not in (one.get("labelIds") or ())]


def untrashed(image: Any) -> list[str]:
    """The messages of a thread that a move out of the trash moves."""
    return [str(one["id"]) for one in messages(image) if "TRASH" in (one.get("labelIds") or ())]


def lost_by_one(message: Any) -> list[dict[str, Any]]:
    """The same for one message, which may have been in the trash."""
    return lost_with_trash({"messages": [message]})


def lost_with_trash(image: Any) -> list[dict[str, Any]]:
    """What messages that a move to the trash moves may lose by it, to be applied again."""
    moved = [one for one in messages(image) if "TRASH" not in (one.get("labelIds") or ())]
    found = [change(one, (), LEFT_BEHIND) for one in moved]
    return [one for one in found if one["delta"]]


def is_back(labels: Iterable[str], delta: Mapping[str, Any]) -> bool:
    """Whether the labels of a message read as before."""
    now = set(labels)
    return set(delta.get("add") or ()) <= now and now.isdisjoint(delta.get("remove") or ())


def is_touched(labels: Iterable[str], delta: Mapping[str, Any]) -> bool:
    """Whether any label of a message reads as the call would have left it."""
    return not is_back(labels, delta)


def name_of(body: Any) -> str:
    """A short name for what a call on many messages says."""
    told = [*sorted(listed(body, "ids")), "+", *listed(body, "addLabelIds"), "-", *listed(body, "removeLabelIds")]
    return hashlib.sha256(" ".join(told).encode()).hexdigest()[:16]
