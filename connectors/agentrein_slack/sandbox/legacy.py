"""The methods before conversations.*, served as their twins where the sandbox is told so, else retired.

https://docs.slack.dev/changelog/2020-01-deprecating-antecedents-to-the-conversations-api
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import conversations, files, membership
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Method, Methods
from agentrein_slack.sandbox.records import Channel

methods = Methods()
_TWINS = Methods(conversations.methods, membership.methods).named()
_JOINS = "channels:join,channels:write,channels:manage"


def _is_public(channel: Channel) -> bool:
    return not channel.direct and not channel.private


def _is_private(channel: Channel) -> bool:
    return not channel.direct and channel.private


def _is_of_two(channel: Channel) -> bool:
    return channel.kind == "im"


def _is_of_several(channel: Channel) -> bool:
    return channel.kind == "mpim"


def _on(name: str, scope: str) -> Callable[[Method], Method]:
    """Register a function for an old method, which is retired unless the sandbox serves it."""

    def register(method: Method) -> Method:
        def served(ask: Ask) -> Answer:
            if not ask.sandbox.legacy:
                raise fail("method_deprecated")
            return method(ask)

        methods.on(name, scope)(served)
        return method

    return register


def _twin(name: str, twin: str, belongs: Callable[[Channel], bool], *, group: bool = False) -> None:
    """Serve an old method as its twin, for conversations of one kind; `group` is how its answer shows one."""
    method, scope, _ = _TWINS[f"conversations.{twin}"]

    def served(ask: Ask) -> Answer:
        if ask.has("channel") and not belongs(ask.channel()):
            raise fail("channel_not_found")
        answer = method(_in_words_of_today(ask, private=group))
        return _as_group(answer) if group else answer

    _on(name, scope)(served)


def _in_words_of_today(ask: Ask, *, private: bool) -> Ask:
    """The call with the arguments that its twin takes."""
    given: dict[str, Any] = {**ask.args, **({"is_private": True} if private else {})}
    if "user" in given:
        given["users"] = given["user"]
    return dataclasses.replace(ask, request=dataclasses.replace(ask.request, body=given))


def _as_group(answer: Answer) -> Answer:
    shown = {"group" if name == "channel" else name: value for name, value in answer.body.items()}
    return dataclasses.replace(answer, body=shown)


_SAME = ("archive", "unarchive", "rename", "setTopic", "setPurpose", "kick", "mark")
for _name in (*_SAME, "invite", "create"):
    _twin(f"channels.{_name}", _name, _is_public)
    _twin(f"groups.{_name}", _name, _is_private, group=_name in {"invite", "create"})
for _name in ("open", "close", "mark"):
    _twin(f"im.{_name}", _name, _is_of_two)
    _twin(f"mpim.{_name}", _name, _is_of_several, group=_name == "open")


@_on("channels.leave", conversations.MANAGE)
def leave(ask: Ask) -> Answer:
    """Go out of a channel; not being in it is a success."""
    if not _is_public(ask.channel()):
        raise fail("channel_not_found")
    return ok(not_in_channel=True) if ask.me.id not in ask.channel().members else membership.leave(ask)


@_on("channels.join", _JOINS)
def join(ask: Ask) -> Answer:
    """Go into a channel by its name, which is made if there is none."""
    name = ask.needed("name").removeprefix("#")
    here = next((one for one in ask.world.channels.values() if one.name == name), None)
    if here is None:
        return conversations.create(ask)
    inside = ask.me.id in here.members
    by_id = dataclasses.replace(ask.request, body={**ask.args, "channel": here.id})
    answer = membership.join(dataclasses.replace(ask, request=by_id))
    return ok(channel=answer.body["channel"], already_in_channel=True) if inside else answer


@_on("groups.open", conversations.MANAGE)
def open_group(ask: Ask) -> Answer:
    """Put a private channel, or a direct message of several, into one's list; of channels the sandbox keeps none."""
    channel = ask.channel()
    if not channel.private or channel.kind == "im":
        raise fail("channel_not_found")
    return membership.open_direct(ask) if channel.direct else ok()


_on("files.upload", "files:write")(files.upload)
