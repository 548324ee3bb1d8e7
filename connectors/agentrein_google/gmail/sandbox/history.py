"""What happened in the mailbox: https://developers.google.com/workspace/gmail/api/guides/sync."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import COMPOSE, READS, Ask, Methods, invalid, not_found
from agentrein_google.gmail.sandbox.search import page

methods = Methods()
KINDS = {
    "messageAdded": "messagesAdded",
    "messageDeleted": "messagesDeleted",
    "labelAdded": "labelsAdded",
    "labelRemoved": "labelsRemoved",
}


@methods.granted("GET /profile", *READS, COMPOSE)
def _profile(ask: Ask) -> Answer:
    world = ask.world
    return Answer(
        200,
        {
            "emailAddress": world.account,
            "messagesTotal": len(world.messages),
            "threadsTotal": len({one.thread for one in world.messages.values()}),
            "historyId": str(world.history_id),
        },
    )


@methods.granted("GET /history", *READS)
def listed(ask: Ask) -> Answer:
    """What happened since a number; 404 where that is too long ago."""
    start = ask.query.get("startHistoryId", "")
    if not start.isdecimal():
        raise invalid("Missing startHistoryId" if not start else "Invalid startHistoryId")
    if int(start) < ask.world.forgotten:
        raise not_found()
    kinds = {KINDS[name] for name in ask.every("historyTypes")} or set(KINDS.values())
    found = [_told(one, kinds, ask.query.get("labelId", "")) for one in ask.world.history if one["id"] > int(start)]
    some, more = page(ask, [one for one in found if one])
    return Answer(200, {**({"history": some} if some else {}), **more, "historyId": str(ask.world.history_id)})


def _told(record: dict[str, Any], kinds: set[str], label: str) -> dict[str, Any]:
    [kind] = set(record) - {"id"}
    message = record[kind][0]["message"]
    if kind not in kinds or (
        label and label not in (*message.get("labelIds", ()), *record[kind][0].get("labelIds", ()))
    ):
        return {}
    ids = {"id": message["id"], "threadId": message["threadId"]}
    return {"id": str(record["id"]), "messages": [ids], kind: record[kind]}
