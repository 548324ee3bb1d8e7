"""How the stand-in keeps reactions, pins, bookmarks, files, groups, reminders, profiles and views."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import BOARD, DEPLOYS, client, refused


@pytest.fixture
def ts(sb: SlackSandbox) -> str:
    """A message of Bob's in #deploys."""
    return sb.post_as("U0BOB", DEPLOYS, "hi")


# Reactions


def test_reactions_come_and_go(sb: SlackSandbox, ts: str) -> None:
    """Once each and only one's own; other people's stay."""
    start, slack, one = sb.state(), client(sb), {"channel": DEPLOYS, "timestamp": ts}
    sb.react_as("U0ADA", DEPLOYS, ts, "eyes")
    slack.reactions_add(name="eyes", **one)
    with refused("already_reacted"):
        slack.reactions_add(name="eyes", **one)
    assert slack.reactions_get(full=True, **one)["message"]["reactions"] == [
        {"name": "eyes", "users": ["U0ADA", "U0BOT"], "count": 2}
    ]
    slack.reactions_remove(name="eyes", **one)
    with refused("no_reaction"):
        slack.reactions_remove(name="eyes", **one)
    assert [reaction["users"] for reaction in (sb.message(DEPLOYS, ts) or {})["reactions"]] == [["U0ADA"]]
    client(sb, "ada").reactions_remove(name="eyes", **one)
    assert sb.state() == start


def test_an_alias_is_stored_as_the_emoji_that_it_names(sb: SlackSandbox, ts: str) -> None:
    """`thumbsup` is +1, also with a skin tone, and is the same reaction."""
    slack, one = client(sb), {"channel": DEPLOYS, "timestamp": ts}
    slack.reactions_add(name="thumbsup", **one)
    slack.reactions_add(name=":thumbsdown::skin-tone-3:", **one)
    assert [r["name"] for r in slack.reactions_get(**one)["message"]["reactions"]] == ["+1", "-1::skin-tone-3"]
    with refused("already_reacted"):
        slack.reactions_add(name="+1", **one)


def test_reactions_of_somebody(sb: SlackSandbox, ts: str) -> None:
    """reactions.list names the messages to which one reacted."""
    client(sb).reactions_add(name="eyes", channel=DEPLOYS, timestamp=ts)
    assert [item["message"]["ts"] for item in client(sb, "bob").reactions_list(user="U0BOT")["items"]] == [ts]
    assert client(sb).reactions_list(user="U0ADA")["items"] == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"timestamp": "1.000001"}, "message_not_found"),
        ({"timestamp": "today"}, "bad_timestamp"),
        ({"timestamp": ""}, "no_item_specified"),
        ({"name": "NO"}, "invalid_name"),
        ({"channel": BOARD}, "channel_not_found"),
    ],
)
def test_what_one_cannot_react_to(sb: SlackSandbox, ts: str, change: dict[str, str], error: str) -> None:
    """Each mistake has its documented error."""
    with refused(error):
        client(sb).reactions_add(**{"channel": DEPLOYS, "timestamp": ts, "name": "eyes", **change})


def test_an_archived_channel_takes_no_reaction(sb: SlackSandbox, ts: str) -> None:
    """is_archived."""
    client(sb).conversations_archive(channel=DEPLOYS)
    with refused("is_archived"):
        client(sb).reactions_add(channel=DEPLOYS, timestamp=ts, name="eyes")


# Pins and bookmarks


def test_pins_come_and_go(sb: SlackSandbox, ts: str) -> None:
    """A pin is listed, shown on its message and announced; taking it away brings the state back."""
    start, slack, one = sb.state(), client(sb), {"channel": DEPLOYS, "timestamp": ts}
    slack.pins_add(**one)
    with refused("already_pinned"):
        slack.pins_add(**one)
    (pin,) = slack.pins_list(channel=DEPLOYS)["items"]
    assert (pin["created_by"], pin["message"]["ts"], pin["message"]["pinned_to"]) == ("U0BOT", ts, [DEPLOYS])
    assert sb.messages(DEPLOYS)[-1]["subtype"] == "pinned_item"
    assert slack.conversations_history(channel=DEPLOYS)["pin_count"] == 1
    slack.pins_remove(**one)
    with refused("no_pin"):
        slack.pins_remove(**one)
    assert sb.left(start) == []
    with refused("not_in_channel"):
        client(sb, "other").pins_add(**one)


def bookmark(sb: SlackSandbox, **fields: Any) -> dict[str, Any]:
    """A new bookmark of #deploys."""
    call = {"channel_id": DEPLOYS, "title": "Runbook", "type": "link", "link": "https://x.example", **fields}
    made: dict[str, Any] = client(sb).bookmarks_add(**call)["bookmark"]
    return made


def test_bookmarks_are_added_edited_and_removed(sb: SlackSandbox) -> None:
    """An edit changes what it mentions and says who made it; nothing is left at the end."""
    start, slack = sb.state(), client(sb)
    made = bookmark(sb, emoji=":book:")
    at = {"channel_id": DEPLOYS, "bookmark_id": made["id"]}
    changed = client(sb, "bob").bookmarks_edit(title="Playbook", **at)["bookmark"]
    assert (changed["title"], changed["link"], changed["emoji"]) == ("Playbook", "https://x.example", ":book:")
    assert (made["date_updated"], changed["last_updated_by_user_id"]) == (0, "U0BOB")
    assert [one["id"] for one in slack.bookmarks_list(channel_id=DEPLOYS)["bookmarks"]] == [made["id"]]
    slack.bookmarks_remove(**at)
    assert sb.left(start) == []
    with refused("not_found"):
        slack.bookmarks_edit(title="x", **at)
    with refused("invalid_link"):
        bookmark(sb, link="x.example")
    with refused("permission_denied"):
        client(sb, "other").bookmarks_add(channel_id=DEPLOYS, title="x", type="link", link="https://x.example")


def test_a_bookmark_made_again_is_the_same_to_an_undo(sb: SlackSandbox) -> None:
    """Slack gives it a new id; the state is as before, but not if it differs."""
    first, start = bookmark(sb), sb.state()
    client(sb).bookmarks_remove(channel_id=DEPLOYS, bookmark_id=first["id"])
    other = bookmark(sb, title="Other")
    assert len(sb.left(start)) == 2
    client(sb).bookmarks_remove(channel_id=DEPLOYS, bookmark_id=other["id"])
    assert bookmark(sb)["id"] != first["id"]
    assert sb.left(start) == []


# Files


def uploaded(sb: SlackSandbox, **fields: Any) -> str:
    """A file uploaded in three steps; its id."""
    call = {"channel": DEPLOYS, "content": "log", "filename": "log.txt", **fields}
    return str(client(sb).files_upload_v2(**call)["file"]["id"])


def shares(sb: SlackSandbox, file: str) -> dict[str, Any]:
    """Where a file is shared."""
    found: dict[str, Any] = client(sb).files_info(file=file)["file"]["shares"]
    return found


def test_a_shared_file_is_a_message_a_while_later(sb: SlackSandbox) -> None:
    """The answer knows no share; so many looks later there is one; deletion and an edit leave nothing."""
    start, slack = sb.state(), client(sb)
    answer = slack.files_upload_v2(channel=DEPLOYS, content="log", filename="log.txt", initial_comment="see & read")
    file = answer["file"]["id"]
    assert (answer["file"]["shares"], shares(sb, file), sb.messages(DEPLOYS)) == ({}, {}, [])
    ts = shares(sb, file)["public"][DEPLOYS][0]["ts"]
    (message,) = sb.messages(DEPLOYS)
    assert (message["ts"], message["text"], message["files"][0]["id"]) == (ts, "see &amp; read", file)
    slack.files_delete(file=file)
    assert (sb.message(DEPLOYS, ts) or {})["files"] == [{"id": file, "mode": "tombstone"}]
    assert len(sb.left(start)) == 1
    slack.chat_update(channel=DEPLOYS, ts=ts, text="Reverted by AgentRein", blocks=[], attachments=[])
    assert sb.left(start) == []


def test_time_brings_the_share_too(sb: SlackSandbox) -> None:
    """However few the looks, after a while the history shows it."""
    sb.share_delay = 1000
    file = uploaded(sb)
    assert client(sb).conversations_history(channel=DEPLOYS)["messages"] == []
    sb.ahead(11)
    assert client(sb).conversations_history(channel=DEPLOYS)["messages"][0]["files"][0]["id"] == file


def test_a_file_that_was_deleted_at_once_is_never_shared(sb: SlackSandbox) -> None:
    """Without a comment there is nothing left to post."""
    start, file = sb.state(), uploaded(sb)
    client(sb).files_delete(file=file)
    sb.ahead(11)
    assert client(sb).conversations_history(channel=DEPLOYS)["messages"] == []
    assert sb.left(start) == []


def test_an_upload_that_was_never_completed_is_not_there(sb: SlackSandbox) -> None:
    """Tickets and contents alone are no file, and a foreign address takes nothing."""
    start, slack = sb.state(), client(sb)
    ticket = slack.files_getUploadURLExternal(filename="log.txt", length=3)
    with refused("file_not_found"):
        slack.files_info(file=ticket["file_id"])
    with refused("file_not_found"):
        slack.files_completeUploadExternal(files=[{"id": ticket["file_id"], "title": "log"}])
    assert (sb.state(), slack.files_list()["files"]) == (start, [])
    assert ticket["upload_url"].startswith(sb.url)


def test_who_may_delete_a_file(sb: SlackSandbox) -> None:
    """Its owner and administrators, once."""
    file = uploaded(sb)
    shares(sb, file), shares(sb, file)
    with refused("cant_delete_file"):
        client(sb, "ada").files_delete(file=file)
    client(sb, "bob").files_delete(file=file)
    with refused("file_deleted"):
        client(sb).files_delete(file=file)
    with refused("file_not_found"):
        client(sb).files_delete(file="F0NONE")


def test_public_links_are_for_people(sb: SlackSandbox) -> None:
    """A bot's token is refused; making public and private again brings the state back."""
    file = uploaded(sb)
    shares(sb, file), shares(sb, file)
    start = sb.state()
    with refused("not_allowed_token_type"):
        client(sb).files_sharedPublicURL(file=file)
    assert client(sb, "bob").files_sharedPublicURL(file=file)["file"]["public_url_shared"]
    assert len(sb.left(start)) == 1
    client(sb, "bob").files_revokePublicURL(file=file)
    assert sb.left(start) == []


def test_an_upload_into_a_thread(sb: SlackSandbox, ts: str) -> None:
    """The share is a reply."""
    uploaded(sb, thread_ts=ts)
    sb.ahead(11)
    assert len(client(sb).conversations_replies(channel=DEPLOYS, ts=ts)["messages"]) == 2


# Groups, reminders, profiles, views


def test_groups_are_disabled_not_deleted(sb: SlackSandbox) -> None:
    """A disabled group keeps name and handle, and counts as undone."""
    start, slack = sb.state(), client(sb)
    group = slack.usergroups_create(name="On call", handle="oncall")["usergroup"]["id"]
    slack.usergroups_users_update(usergroup=group, users=["U0BOB", "U0ADA"])
    assert slack.usergroups_users_list(usergroup=group)["users"] == ["U0BOB", "U0ADA"]
    slack.usergroups_update(usergroup=group, description="Who is up")
    slack.usergroups_disable(usergroup=group)
    assert sb.left(start) == []
    assert slack.usergroups_list()["usergroups"] == []
    shown = slack.usergroups_list(include_disabled=True, include_users=True)["usergroups"][0]
    assert (shown["description"], shown["users"], shown["date_delete"] > 0) == (
        *("Who is up", ["U0BOB", "U0ADA"]),
        True,
    )
    with refused("handle_already_exists"):
        slack.usergroups_create(name="Other", handle="oncall")
    with refused("no_users_provided"):
        slack.usergroups_users_update(usergroup=group, users=[])
    slack.usergroups_enable(usergroup=group)
    assert len(sb.left(start)) == 1


def test_reminders_are_for_people(sb: SlackSandbox) -> None:
    """A bot's token is refused; a reminder that is set again is the same to an undo."""
    with refused("not_allowed_token_type"):
        client(sb).reminders_add(text="eat", time="60")
    start, bob, at = sb.state(), client(sb, "bob"), str(int(sb.now()) + 100_000)
    made = bob.reminders_add(text="eat", time=at)["reminder"]
    assert [one["id"] for one in bob.reminders_list()["reminders"]] == [made["id"]]
    with_it = sb.state()
    bob.reminders_delete(reminder=made["id"])
    assert sb.state() == start
    again = bob.reminders_add(text="eat", time=at)["reminder"]["id"]
    assert (sb.state(), again != made["id"]) == (with_it, True)
    bob.reminders_complete(reminder=again)
    assert bob.reminders_info(reminder=again)["reminder"]["complete_ts"] > 0
    with refused("not_found"):
        client(sb, "ada").reminders_delete(reminder=again)


def test_profiles(sb: SlackSandbox) -> None:
    """A person sets single fields of their own; an empty value clears; a bot cannot."""
    start, ada = sb.state(), client(sb, "ada")
    ada.users_profile_set(profile={"status_text": "away", "status_emoji": ":palm_tree:"})
    ada.users_profile_set(name="title", value="Captain")
    shown = client(sb).users_profile_get(user="U0ADA")["profile"]
    assert (shown["status_text"], shown["title"], shown["real_name"]) == ("away", "Captain", "Ada Berg")
    ada.users_profile_set(profile={"status_text": "", "status_emoji": "", "title": ""})
    assert sb.state() == start
    with refused("not_admin"):
        ada.users_profile_set(user="U0BOB", name="title", value="x")
    with refused("not_allowed_token_type"):
        client(sb).users_profile_set(name="title", value="x")
    with refused("too_long"):
        ada.users_profile_set(name="status_text", value="x" * 101)


def test_views_carry_a_hash(sb: SlackSandbox) -> None:
    """An update with an older hash is refused."""
    slack, home = client(sb), {"type": "home", "blocks": []}
    first = slack.views_publish(user_id="U0BOB", view=home)["view"]
    slack.views_publish(user_id="U0BOB", view={**home, "private_metadata": "x"}, hash=first["hash"])
    with refused("hash_conflict"):
        slack.views_update(view_id=first["id"], view=home, hash=first["hash"])
    with refused("not_found"):
        slack.views_update(view_id="V0NONE", view=home)
    modal = slack.views_open(trigger_id="1.2", view={"type": "modal", "blocks": []})["view"]
    assert slack.views_update(view_id=modal["id"], view={"type": "modal", "blocks": [], "callback_id": "x"})["ok"]
