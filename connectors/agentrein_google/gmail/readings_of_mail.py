"""Readings of drafts and mails; `readings` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_google.gmail.asking import DRAFTS, MESSAGES, PAGE, Reading, added_since, each_message, failed, pages
from agentrein_google.gmail.letters import message_id, size_of, words

LARGEST = 10 * 1024 * 1024
"""How many bytes a draft may have for it to be remembered."""

SENT_PAGE = 20
"""How many sent mails are looked at at a time."""


def draft(body: Any, _given: Mapping[str, Any]) -> Any:
    """A draft with what it says, and as `it` what tells whether somebody changed it."""
    inside = body.get("message") or {}
    raw, small = inside.get("raw"), size_of(inside.get("raw")) <= LARGEST
    said = words(raw)
    kept = inside if small else {name: value for name, value in inside.items() if name != "raw"}
    it = {"id": body.get("id"), "message": inside.get("id"), "words": said}
    return {**body, "message": kept, "words": said, "it": it, "known": small and raw is not None}


def draft_to_send(body: Any, given: Mapping[str, Any]) -> Reading:
    """A draft, and where the history of the mailbox stands."""
    profile = yield Read("gmail.users.getProfile", {"userId": given.get("userId")})
    return profile if failed(profile) else {**draft(body, given), "historyId": profile.body["historyId"]}


def draft_among_others(body: Any, given: Mapping[str, Any]) -> Reading:
    """A draft with the ids of the others, and its thread if anything else stands in that."""
    user = given.get("userId")
    others = yield from pages(f"{DRAFTS}.list", {"userId": user, "maxResults": PAGE}, "drafts")
    if isinstance(others, Answer):
        return others
    thread = (body.get("message") or {}).get("threadId")
    around = yield Read("gmail.users.threads.get", {"userId": user, "id": thread, "format": "minimal"})
    if failed(around):
        return around
    joined = len(around.body.get("messages") or ()) > 1
    ids = [one["id"] for one in others if one["id"] != body.get("id")]
    return {**draft(body, given), "others": ids, **({"joined": thread} if joined else {})}


def draft_again(body: Any, given: Mapping[str, Any]) -> Reading:
    """As `again`, a draft that says the same and was not there before."""
    others = set(given.get("others") or ())
    user = given.get("userId")
    every = yield from pages(f"{DRAFTS}.list", {"userId": user, "maxResults": PAGE}, "drafts")
    if isinstance(every, Answer):
        return every
    found = yield from _with_words(user, [one["id"] for one in every if one["id"] not in others])
    if isinstance(found, Answer):
        return found
    like = [one for one in found if one["words"] == given.get("words")]
    return {**body, **({"again": like[0]} if like else {})}


def _with_words(user: Any, ids: Iterable[Any]) -> Reading:
    found: list[Any] = []
    for id in ids:
        told = yield Read(f"{DRAFTS}.get", {"userId": user, "id": id, "format": "raw"})
        if told.status == 404:
            continue
        if failed(told):
            return told
        found.append({**draft(told.body, {}), "made": _made(told.body.get("message"))})
    return found


def drafts_since(body: Any, given: Mapping[str, Any]) -> Reading:
    """The drafts that came since a number of the history; all of them where that is too long ago."""
    user = given.get("userId")
    new = yield from added_since(user, given.get("since"), "DRAFT")
    every = (
        new
        if isinstance(new, Answer)
        else (yield from pages(f"{DRAFTS}.list", {"userId": user, "maxResults": PAGE}, "drafts"))
    )
    if isinstance(every, Answer):
        return every
    ids = [one["id"] for one in every if new is None or (one.get("message") or {}).get("id") in new]
    found = yield from _with_words(user, ids)
    return found if isinstance(found, Answer) else {**body, "drafts": found}


def mail_since(body: Any, given: Mapping[str, Any]) -> Reading:
    """The mails that came since a number of the history; stops where that is too long ago."""
    user = given.get("userId")
    new = yield from added_since(user, given.get("since"))
    if new is None:
        return Answer(410)
    found = new if isinstance(new, Answer) else (yield from _letters(user, new, given))
    return found if isinstance(found, Answer) else {**body, "messages": found}


def sent_mail(body: Any, given: Mapping[str, Any]) -> Reading:
    """One page of what was sent, with what each mail says."""
    found = yield from _letters(given.get("userId"), [one["id"] for one in body.get("messages") or ()], given)
    return found if isinstance(found, Answer) else {**body, "messages": found}


def sent_draft(body: Any, given: Mapping[str, Any]) -> Reading:
    """The same for a draft that was sent: where none of it is there, the draft still has to be.

    A draft that is gone and is not among what was sent may have been deleted by somebody: nothing tells then.
    """
    user = given.get("userId")
    new = yield from added_since(user, given.get("since"), "SENT")
    if new is None:
        listed = yield Read(f"{MESSAGES}.list", {"userId": user, "labelIds": ["SENT"], "maxResults": SENT_PAGE})
        new = listed if failed(listed) else [one["id"] for one in listed.body.get("messages") or ()]
    found = new if isinstance(new, Answer) else (yield from _letters(user, new, given))
    if isinstance(found, Answer):
        return found
    if not any(one["words"] == given.get("words") for one in found):
        left = yield Read(f"{DRAFTS}.get", {"userId": user, "id": given.get("id"), "format": "minimal"})
        if failed(left):
            return Answer(409)
    return {**body, "messages": found}


def _letters(user: Any, ids: Iterable[Any], given: Mapping[str, Any]) -> Reading:
    found = yield from each_message(user, ids, "raw")
    if isinstance(found, Answer):
        return found
    return [_letter(one, given) for one in found if "DRAFT" not in (one.get("labelIds") or ())]


def _letter(one: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """A mail by its writer's Message-ID, what it says, when it came, and in whose mailbox."""
    told = {"id": one["id"], "threadId": one.get("threadId"), "words": words(one.get("raw")), "by": given.get("by")}
    return {**told, "mail": message_id(one.get("raw")), "made": _made(one)}


def _made(one: Any) -> float | None:
    """When a message was made, in seconds; Gmail shows milliseconds."""
    at = (one or {}).get("internalDate")
    return None if at is None else int(at) / 1000


def sent_since(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether a mail of a thread was sent after a number of the history."""
    told = yield Read(
        "gmail.users.threads.get", {"userId": given.get("userId"), "id": given.get("thread"), "format": "minimal"}
    )
    if told.status == 404:
        return {**body, "sent": False}
    if failed(told):
        return told
    every = [one for one in told.body.get("messages") or () if "SENT" in (one.get("labelIds") or ())]
    return {**body, "sent": any(int(one.get("historyId") or 0) > int(given.get("since") or 0) for one in every)}


def is_own_draft(ours: Any, now: Any, own: Own, *, least: int = 1) -> bool:
    """Whether a draft says what this run put into it, and is another message only because this run changed it since.

    A plan, which does not undo those changes first, counts on them.
    """
    if not isinstance(ours, Mapping) or not isinstance(now, Mapping) or not ours.get("words"):
        return False
    calls = [one for one in own.sent if one.address == f"{DRAFTS}.update" and one.params.get("id") == now.get("id")]
    return len(calls) >= least and (own.plan or now.get("words") == ours.get("words"))


def is_own_draft_changed_twice(ours: Any, now: Any, own: Own) -> bool:
    """The same for a change of a draft, which is one of the run's own changes itself."""
    return is_own_draft(ours, now, own, least=2)
