"""Conversations, people, and what the client says of itself."""

from __future__ import annotations

from typing import Any

from connectors.slack.documented.things import (
    GUIDE,
    HALL,
    LEGACY,
    RANDOM,
    REFERENCE,
    WEB,
    Stage,
    pages,
)
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, PERSON
from documented_kit import Examples, Steps
from slack_kit import BOT

PLACES = Examples()


@PLACES.of(f"{WEB}direct-messages", "reverted")
def a_group_message(client: Any, at: Stage) -> Steps:
    """Opened with several people."""
    answer = yield client.conversations_open(users=[BOB, ADA])
    return answer["channel"]["id"]


@PLACES.of(f"{WEB}direct-messages", "reverted unchanged")
def a_direct_message_that_is_opened_twice(client: Any, at: Stage) -> Steps:
    """The same person gives the same conversation."""
    first = yield client.conversations_open(users=[BOB])
    again = yield client.conversations_open(users=[BOB])
    return first["channel"]["id"] == again["channel"]["id"]


@PLACES.of(f"{WEB}creating-channels", "held needs_attention", allow=("conversations.archive",))
def a_private_channel_that_is_archived(client: Any, at: Stage) -> Steps:
    """Made by name, then archived by the id that came back, from where no bot's token brings it back."""
    made = yield client.conversations_create(name="my-private-channel-1476746830", is_private=True)
    answer = yield client.conversations_archive(channel=made["channel"]["id"])
    return answer.data


@PLACES.of(f"{WEB}creating-channels", "compensated reverted", settings={"token": PERSON})
def a_private_channel_that_a_person_archives(client: Any, at: Stage) -> Steps:
    """The same with a person's token."""
    made = yield client.conversations_create(name="my-private-channel-1476746830", is_private=True)
    answer = yield client.conversations_archive(channel=made["channel"]["id"])
    return answer.data


@PLACES.of(f"{WEB}getting-conversation-info")
def what_a_channel_is(client: Any, at: Stage) -> Steps:
    """Read with the number of its members."""
    answer = yield client.conversations_info(channel=DEPLOYS, include_num_members=1)
    return answer["channel"]["num_members"]


@PLACES.of(f"{WEB}listing-conversations")
def the_channels(client: Any, at: Stage) -> Steps:
    """Read as they are, then of two types, then without the archived ones."""
    answer = yield client.conversations_list()
    yield client.conversations_list(types="public_channel, private_channel")
    yield client.conversations_list(exclude_archived=True)
    return [one["name"] for one in answer["channels"]]


@PLACES.of(f"{WEB}getting-conversation-members")
def the_members_of_a_channel(client: Any, at: Stage) -> Steps:
    """Read by the id of the channel."""
    answer = yield client.conversations_members(channel=DEPLOYS)
    return answer["members"]


@PLACES.of(f"{WEB}joining-conversations", "reverted unchanged")
def a_channel_that_is_joined_twice(client: Any, at: Stage) -> Steps:
    """The second answer says that the agent was in it."""
    yield client.conversations_join(channel=HALL)
    answer = yield client.conversations_join(channel=HALL)
    return answer.get("already_in_channel"), answer["warning"]


@PLACES.of(f"{WEB}leaving-conversations", "reverted")
def a_channel_that_is_left(client: Any, at: Stage) -> Steps:
    """Left by its id."""
    answer = yield client.conversations_leave(channel=RANDOM)
    return answer["ok"]


@PLACES.of(f"{LEGACY}list-team-members")
def the_people(client: Any, at: Stage) -> Steps:
    """Read at once, for their ids."""
    answer = yield client.users_list()
    return [user["id"] for user in answer["members"]]


@PLACES.of(f"{REFERENCE}slack_response.html", "needs_attention", allow=("auth.revoke",))
def an_answer_page_by_page(client: Any, at: Stage) -> Steps:
    """A try at revoking, who one is, and all people through the answer's own pages."""
    tried = yield client.auth_revoke(test="true")
    who = yield client.auth_test()
    answer = yield client.users_list(limit=2)
    people = yield pages(answer)
    return tried["revoked"], who.get("ok", False), people, answer.validate()


@PLACES.of(f"{GUIDE}/installation/", settings={"token": None})
def a_first_call_without_a_token(client: Any, at: Stage) -> Steps:
    """Whether the API answers at all."""
    answer = yield client.api_test()
    return answer["ok"]


@PLACES.of(
    f"{GUIDE}/installation/#oauth-completion",
    "needs_attention",
    settings={"token": ""},
    allow=("oauth.v2.access",),
    account="U0BOT",
)
def a_code_for_a_token(client: Any, at: Stage) -> Steps:
    """Exchanged by a client that has no token yet, which then asks with one whose it is."""
    answer = yield client.oauth_v2_access(client_id="1.2", client_secret="shh", code="once")
    who = yield client.auth_test(token=BOT)
    return answer["access_token"], who["bot_id"]
