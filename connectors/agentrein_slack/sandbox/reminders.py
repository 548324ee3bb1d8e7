"""Reminders, for people's tokens only.

https://docs.slack.dev/reference/methods (reminders.*)
"""

from __future__ import annotations

import re
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Reminder

methods = Methods()
_READ, _WRITE = "reminders:read", "reminders:write"
_A_DAY = 86_400
_IN_MINUTES = re.compile(r"in (\d+) minutes")


@methods.on("reminders.add", _WRITE, people=True)
def add(ask: Ask) -> Answer:
    """Set a reminder at a moment, or after so many seconds if they are fewer than a day has."""
    text, user = ask.needed("text"), ask.user(ask.text("user", ask.me.id))
    if user.bot_id:
        raise fail("cannot_add_bot")
    given = _seconds(ask)
    moment = ask.world.now() + given if given <= _A_DAY else given
    if moment <= ask.world.now():
        raise fail("cannot_parse")
    number = ask.world.new_id("Rm")
    key = ask.world.key(number, "reminder", user.id, text, str(moment))
    recurring = bool(ask.text("recurrence"))
    ask.world.reminders[number] = Reminder(number, key, ask.me, user, text, moment, recurring=recurring)
    return ok(reminder=_shape(ask.world.reminders[number]))


def _seconds(ask: Ask) -> int:
    """The time of a call: a moment, a delay in seconds, or a few minutes in words."""
    words = _IN_MINUTES.fullmatch(ask.text("time"))
    given = int(words[1]) * 60 if words else ask.number("time", 0, "cannot_parse")
    if not given:
        raise fail("cannot_parse")
    return given


def _reminder(ask: Ask) -> Reminder:
    reminder = ask.world.reminders.get(ask.needed("reminder"))
    if reminder is None or ask.me not in {reminder.creator, reminder.user}:
        raise fail("not_found")
    return reminder


@methods.on("reminders.complete", _WRITE, people=True)
def complete(ask: Ask) -> Answer:
    """Mark a reminder of one's own as done."""
    reminder = _reminder(ask)
    if reminder.user is not ask.me:
        raise fail("cannot_complete_others")
    reminder.completed = ask.world.now()
    return ok()


@methods.on("reminders.delete", _WRITE, people=True)
def delete(ask: Ask) -> Answer:
    """Take a reminder away."""
    reminder = _reminder(ask)
    del ask.world.reminders[reminder.id]
    ask.world.removed(reminder.key, "reminder", reminder.user.id, reminder.text, str(reminder.time))
    return ok()


@methods.on("reminders.info", _READ, people=True)
def info(ask: Ask) -> Answer:
    """One reminder."""
    return ok(reminder=_shape(_reminder(ask)))


@methods.on("reminders.list", _READ, people=True)
def listed(ask: Ask) -> Answer:
    """The reminders that one set or gets."""
    found = [one for one in ask.world.reminders.values() if ask.me in {one.creator, one.user}]
    return ok(reminders=[_shape(one) for one in found])


def _shape(reminder: Reminder) -> dict[str, Any]:
    return {
        "id": reminder.id,
        "creator": reminder.creator.id,
        "user": reminder.user.id,
        "text": reminder.text,
        "recurring": reminder.recurring,
        **({} if reminder.recurring else {"time": reminder.time, "complete_ts": reminder.completed}),
    }
