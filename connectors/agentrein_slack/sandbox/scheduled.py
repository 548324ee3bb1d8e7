"""Messages that wait for their time.

https://docs.slack.dev/reference/methods/chat.scheduleMessage
"""

from __future__ import annotations

from agentrein.testing import Answer
from agentrein_slack.sandbox import chat, contents, shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Scheduled
from agentrein_slack.sandbox.world import World

methods = Methods()
_FARTHEST = 120 * 86_400
_TOO_LATE_TO_DELETE = 60
_MOST, _WINDOW = 30, 300
_FIRST = 1_298_393_283


@methods.on("chat.scheduleMessage", "chat:write")
def schedule(ask: Ask) -> Answer:
    """Have a message posted later."""
    channel, post_at = chat.destination(ask), _time(ask)
    draft = chat.draft(ask, channel)
    contents.require_something(draft)
    near = [one for one in channel.scheduled.values() if abs(one.post_at - post_at) < _WINDOW]
    if len(near) >= _MOST:
        raise fail("restricted_too_many")
    number = _FIRST + ask.world.new_number()
    key = ask.world.key(f"Q{number}", "scheduled", channel.id, str(post_at), draft.text)
    channel.scheduled[number] = Scheduled(number, key, post_at, ask.world.now(), draft)
    shown = shapes.message(channel, draft, metadata=True) | {"type": "delayed_message"}
    del shown["ts"]
    return ok(channel=channel.id, scheduled_message_id=f"Q{number}", post_at=post_at, message=shown)


def _time(ask: Ask) -> int:
    if not ask.text("post_at"):
        raise fail("invalid_time")
    post_at, now = ask.number("post_at", 0, "invalid_time"), ask.world.now()
    if post_at <= now:
        raise fail("time_in_past")
    if post_at > now + _FARTHEST:
        raise fail("time_too_far")
    return post_at


@methods.on("chat.scheduledMessages.list")
def listed(ask: Ask) -> Answer:
    """What waits, of one channel or of all; its ids lack the Q of those that scheduling answers with."""
    channels = list(ask.world.channels.values())
    if ask.text("channel"):
        channels = [ask.channel(error="invalid_channel")]
    oldest, latest = ask.number("oldest", 0), ask.number("latest", 0)
    found = [
        (channel, one)
        for channel in channels
        for one in channel.scheduled.values()
        if one.draft.user is ask.me and one.post_at >= oldest and (not latest or one.post_at <= latest)
    ]
    found.sort(key=lambda pair: pair[1].post_at)
    return ask.page("scheduled_messages", found, lambda pair: _entry(*pair))


def _entry(channel: Channel, waiting: Scheduled) -> dict[str, object]:
    return {
        "id": waiting.number,
        "channel_id": channel.id,
        "post_at": waiting.post_at,
        "date_created": waiting.created,
        "text": waiting.draft.text,
    }


@methods.on("chat.deleteScheduledMessage", "chat:write")
def delete(ask: Ask) -> Answer:
    """Take back what waits, while there is a minute left at least."""
    channel, text = ask.channel(), ask.needed("scheduled_message_id").removeprefix("Q")
    waiting = channel.scheduled.get(int(text)) if text.isdecimal() else None
    if waiting is None or waiting.draft.user is not ask.me:
        raise fail("invalid_scheduled_message_id")
    if waiting.post_at - ask.sandbox.now() < _TOO_LATE_TO_DELETE:
        raise fail("invalid_scheduled_message_id")
    del channel.scheduled[waiting.number]
    ask.world.removed(waiting.key, "scheduled", channel.id, str(waiting.post_at), waiting.draft.text)
    return ok()


def post_due(world: World) -> None:
    """Post whatever has waited long enough."""
    now = world.clock()
    due = [(one.post_at, channel, one) for channel in world.channels.values() for one in channel.scheduled.values()]
    for post_at, channel, waiting in sorted(due, key=lambda found: (found[0], found[2].number)):
        if post_at > now:
            continue
        del channel.scheduled[waiting.number]
        if not channel.archived:
            waiting.draft.ts = world.new_ts(post_at)
            channel.messages[waiting.draft.ts] = waiting.draft
