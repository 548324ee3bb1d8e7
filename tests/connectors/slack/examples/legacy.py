"""The methods before conversations.*, where they are served still."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.direct import ITS_OWN, several
from connectors.slack.examples.things import (
    ADA,
    AGENT,
    BOB,
    DEPLOYS,
    GENERAL,
    OTHER,
    PERSON,
    Act,
    both,
    channel_named,
    newest,
    said,
)

BOT, BOARD, WITH_ADA = "U0BOT", "C0PRIV", "D0ADA"
IN_OR_OUT = "a member is in or out: whoever changes that has undone it"
ON_OR_OFF = "a channel is archived or not: whoever changes that has undone it"
ITS_MARK = "only the account itself reads: where it has read on, it has moved the mark itself"


def let_in(slack: WebClient) -> None:
    """A person lets the agent into the private channel."""
    slack.conversations_invite(channel=BOARD, users=[BOT])


def vault(slack: WebClient) -> str:
    """The id of the agent's own private channel."""
    listed = slack.conversations_list(types="private_channel", token=AGENT)["channels"]
    return str(next(one["id"] for one in listed if one["creator"] == BOT))


def build(slack: WebClient) -> None:
    """A private channel of the agent's own, with a person in it."""
    made = slack.conversations_create(name="vault", is_private=True, token=AGENT)["channel"]["id"]
    slack.conversations_invite(channel=made, users=[BOB], token=AGENT)


def talk(slack: WebClient) -> None:
    """A direct message between the agent and two people, with something in it."""
    slack.conversations_open(users=[BOB, ADA], token=AGENT)
    slack.chat_postMessage(channel=several(slack), text="Three of us", token=AGENT)


def put_away(slack: WebClient) -> None:
    """The same, which the agent took out of its list, and a person has in theirs."""
    talk(slack)
    slack.conversations_close(channel=several(slack), token=AGENT)
    slack.conversations_open(users=[BOT, ADA])


def theirs(slack: WebClient) -> str:
    """Its id, as the person sees it."""
    return str(slack.conversations_list(types="mpim", token=PERSON)["channels"][0]["id"])


def old(method: str, **arguments: Any) -> Act:
    """A call of an old method; a value that is a function is asked when the call is made."""
    name = method.replace(".", "_")
    return lambda slack: getattr(slack, name)(
        **{key: value(slack) if callable(value) else value for key, value in arguments.items()}
    )


def of_channels(family: str, channel: str, prepare: Act | None) -> tuple[Example, ...]:
    """What both families of channels can do, in this channel."""
    earlier = (prepare,) if prepare else ()

    def topic(slack: WebClient) -> object:
        return slack.conversations_setTopic(channel=channel, topic="Theirs")

    def purpose(slack: WebClient) -> object:
        return slack.conversations_setPurpose(channel=channel, purpose="Theirs")

    return (
        Example(
            f"{family}.setTopic",
            old(f"{family}.setTopic", channel=channel, topic="R&D <freeze>"),
            prepare=both(*earlier),
            foreign=topic,
            beside=purpose,
        ),
        Example(
            f"{family}.setPurpose",
            old(f"{family}.setPurpose", channel=channel, purpose="Nothing"),
            prepare=both(*earlier),
            foreign=purpose,
            beside=topic,
        ),
        Example(
            f"{family}.invite",
            old(f"{family}.invite", channel=channel, user=OTHER),
            prepare=both(*earlier),
            alone=IN_OR_OUT,
            beside=lambda slack: slack.conversations_kick(channel=channel, user=ADA),
        ),
        Example(
            f"{family}.kick",
            old(f"{family}.kick", channel=channel, user=ADA),
            prepare=both(*earlier),
            alone=IN_OR_OUT,
            beside=lambda slack: slack.conversations_invite(channel=channel, users=[OTHER]),
        ),
        Example(
            f"{family}.mark",
            old(f"{family}.mark", channel=channel, ts=lambda slack: newest(slack, channel)),
            prepare=both(*earlier, said("One", channel), said("Two", channel)),
            alone=ITS_MARK,
            beside=said("Three", channel),
        ),
    )


EXAMPLES = (
    *of_channels("channels", DEPLOYS, None),
    *of_channels("groups", BOARD, let_in),
    Example(
        "channels.rename",
        old("channels.rename", channel=DEPLOYS, name="shipping"),
        foreign=lambda slack: slack.conversations_rename(channel=DEPLOYS, name="theirs"),
        beside=said(),
    ),
    Example(
        "groups.rename",
        old("groups.rename", channel=vault, name="cellar"),
        prepare=build,
        foreign=lambda slack: slack.conversations_rename(channel=vault(slack), name="theirs"),
        beside=said(),
    ),
    Example(
        "channels.create",
        old("channels.create", name="incident-7"),
        foreign=lambda slack: slack.conversations_join(channel=channel_named(slack, "incident-7")),
        untold="a channel is known by its name and its maker, whoever joined it since",
        beside=said(),
    ),
    Example(
        "groups.create",
        old("groups.create", name="incident-7"),
        foreign=lambda slack: slack.conversations_invite(channel=vault(slack), users=[ADA], token=AGENT),
        untold="a channel is known by its name and its maker, whoever was invited since",
        beside=said(),
    ),
    Example(
        "channels.join",
        old("channels.join", name="#war-room"),
        prepare=lambda slack: slack.conversations_create(name="war-room"),
        alone=IN_OR_OUT,
        beside=lambda slack: slack.conversations_setTopic(channel=channel_named(slack, "war-room"), topic="Theirs"),
    ),
    Example("channels.join", old("channels.join", name="deploys"), nothing=True, name="where it is"),
    Example(
        "channels.join",
        old("channels.join", name="incident-7"),
        foreign=lambda slack: slack.conversations_join(channel=channel_named(slack, "incident-7")),
        untold="a channel is known by its name and its maker, whoever joined it since",
        beside=said(),
        name="made",
    ),
    Example(
        "channels.leave",
        old("channels.leave", channel=DEPLOYS),
        alone=IN_OR_OUT,
        beside=lambda slack: slack.conversations_kick(channel=DEPLOYS, user=ADA),
    ),
    Example("im.open", old("im.open", user=BOB), alone=ITS_OWN, beside=said()),
    Example("im.close", old("im.close", channel=WITH_ADA), alone=ITS_OWN, beside=said()),
    Example(
        "im.mark",
        old("im.mark", channel=WITH_ADA, ts=lambda slack: newest(slack, WITH_ADA)),
        prepare=lambda slack: slack.chat_postMessage(channel=WITH_ADA, text="One", token=AGENT),
        alone=ITS_MARK,
    ),
    Example("mpim.open", old("mpim.open", users=[BOB, ADA]), alone=ITS_OWN, beside=said()),
    Example("mpim.close", old("mpim.close", channel=several), prepare=talk, alone=ITS_OWN, beside=said()),
    Example(
        "mpim.mark",
        old("mpim.mark", channel=several, ts=lambda slack: newest(slack, several(slack))),
        prepare=talk,
        alone=ITS_MARK,
    ),
    Example(
        "groups.open",
        old("groups.open", channel=theirs),
        prepare=put_away,
        alone=ITS_OWN,
    ),
    Example(
        "files.upload",
        old("files.upload", content="log", filename="log.txt", channels=DEPLOYS, initial_comment="See for yourself"),
        alone="deleting a file overwrites nothing of others",
        beside=said(),
        name="with a comment",
    ),
    Example(
        "files.upload",
        old("files.upload", content="log", title="Log"),
        alone="deleting a file overwrites nothing of others",
        beside=said(),
        name="in no channel, by its title",
    ),
)

OF_PEOPLE = tuple(
    example
    for family, channel in (("channels", DEPLOYS), ("groups", BOARD))
    for example in (
        Example(
            f"{family}.archive",
            old(f"{family}.archive", channel=channel),
            alone=ON_OR_OFF,
            beside=said(channel=GENERAL),
        ),
        Example(
            f"{family}.unarchive",
            old(f"{family}.unarchive", channel=channel),
            prepare=old("conversations.archive", channel=channel),
            alone=ON_OR_OFF,
            beside=said(),
        ),
    )
)
"""What only a person's token brings back."""
