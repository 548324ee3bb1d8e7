"""Push notifications: https://developers.google.com/workspace/gmail/api/guides/push. What was set is not shown."""

from __future__ import annotations

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import READS, Ask, Methods, done, invalid

methods = Methods()
WEEK = 7 * 86_400_000


@methods.granted("POST /watch", *READS)
def _watch(ask: Ask) -> Answer:
    if not str(ask.body.get("topicName") or "").startswith("projects/"):
        raise invalid("Invalid topicName")
    ask.world.watch = dict(ask.body)
    ends = int(ask.world.clock() * 1000) + WEEK
    return Answer(200, {"historyId": str(ask.world.history_id), "expiration": str(ends)})


@methods.granted("POST /stop", *READS)
def _stop(ask: Ask) -> Answer:
    ask.world.watch = None
    return done()
