from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from agentrein.connector import Actor, Answer, Call, ClientError, Own, Read, State
from agentrein_slack.answers import classify, code, status, who
from agentrein_slack.readings import READINGS, alike
from agentrein_slack.shapes import LONGEST_EDIT, REPLY, REVERTED, RICH_TEXT, said, shown, words

POST = Call("slack", "chat.postMessage")


def failed(error: str, http: int = 200, **more: Any) -> Answer:
    """An answer of Slack's with this error."""
    return Answer(http, {"ok": False, "error": error, **more})


@pytest.mark.parametrize(
    "error", ["channel_not_found", "not_in_channel", "invalid_blocks", "missing_scope", "msg_too_long", "name_taken"]
)
def test_an_error_did_not_happen(error: str) -> None:
    """A definite error is rejected for good, concerns this call alone, and is shown."""
    verdict = classify(POST, failed(error))
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.REJECTED, False, False)
    assert not verdict.client_wide
    assert error in verdict.reason


def test_a_missing_scope_names_what_it_needs() -> None:
    """Slack says which scope a token lacks."""
    assert "it needs chat:write" in classify(POST, failed("missing_scope", needed="chat:write")).reason


@pytest.mark.parametrize(
    "answer",
    [
        failed("fatal_error"),
        failed("internal_error"),
        failed("service_unavailable"),
        failed("request_timeout"),
        failed("internal_error", 500),
        Answer(503, "upstream"),
        Answer(200, "<html>"),
        Answer(200, None),
        Answer(200, {"nothing": "of Slack's"}),
        Answer(error=TimeoutError()),
    ],
)
def test_what_may_have_happened_is_unknown(answer: Answer) -> None:
    """Trouble at Slack's side, and answers that are not Slack's, say nothing."""
    verdict = classify(POST, answer)
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.UNKNOWN, True, False)


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        (Answer(429, {"ok": False, "error": "ratelimited"}, {"retry-after": "7"}), 7.0),
        (Answer(429, "Too many requests"), None),
        (failed("ratelimited"), None),
    ],
)
def test_a_limit_means_not_executed(answer: Answer, wait: float | None) -> None:
    """After a limit the same request may be sent again, once the wait that Slack asks for is over."""
    verdict = classify(POST, answer)
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, True, True)
    assert verdict.retry_after == wait
    assert status(answer) == 429


@pytest.mark.parametrize(
    "error",
    ["token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed", "message_limit_exceeded"],
)
def test_a_dead_credential_concerns_the_whole_client(error: str) -> None:
    """What meets every call of a client ends the undo of everything that it did."""
    verdict = classify(POST, failed(error))
    assert (verdict.state, verdict.client_wide) == (State.REJECTED, True)


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("reactions.add", {"ok": False, "error": "already_reacted"}),
        ("reactions.remove", {"ok": False, "error": "no_reaction"}),
        ("pins.add", {"ok": False, "error": "already_pinned"}),
        ("pins.remove", {"ok": False, "error": "no_pin"}),
        ("conversations.invite", {"ok": False, "error": "already_in_channel"}),
        ("conversations.join", {"ok": True, "warning": "already_in_channel"}),
        ("conversations.open", {"ok": True, "no_op": True, "already_open": True}),
        ("conversations.leave", {"ok": False, "not_in_channel": True}),
        ("conversations.kick", {"ok": False, "error": "not_in_channel"}),
        ("conversations.archive", {"ok": False, "error": "already_archived"}),
        ("conversations.unarchive", {"ok": False, "error": "not_archived"}),
    ],
)
def test_what_was_so_before_is_unchanged(address: str, body: dict[str, Any]) -> None:
    """An answer that says that it was so before leaves nothing to undo, as an error, a warning or a mark."""
    assert classify(Call("slack", address), Answer(200, body)).state is State.UNCHANGED


def test_success_has_landed() -> None:
    """`ok: true` means that it landed, also with a warning that says something else."""
    assert classify(POST, Answer(200, {"ok": True})).state is State.LANDED
    assert classify(POST, Answer(200, {"ok": True, "warning": "missing_charset"})).state is State.LANDED


@pytest.mark.parametrize(("sent", "state"), [(False, State.REJECTED), (True, State.UNKNOWN)])
def test_what_never_left_did_not_happen(sent: bool, state: State) -> None:  # noqa: FBT001 - a column of the table above
    """Without an answer only a request that never left is known not to have happened."""
    assert classify(POST, Answer(error=ConnectionError(), sent=sent)).state is state


@pytest.mark.parametrize(
    ("answer", "named", "means"),
    [
        (failed("message_not_found"), "message_not_found", 404),
        (failed("thread_not_found"), "thread_not_found", 404),
        (failed("file_deleted"), "file_deleted", 404),
        (failed("channel_not_found"), "channel_not_found", 400),
        (failed("missing_scope"), "missing_scope", 400),
        (failed("internal_error"), "internal_error", 500),
        (Answer(200, {"ok": False, "not_in_channel": True}), "not_in_channel", 400),
        (Answer(200, {"ok": True}), 200, 200),
        (Answer(200, "<html>"), 200, 502),
        (Answer(503, None), 503, 503),
    ],
)
def test_what_an_answer_is_called_and_means(answer: Answer, named: int | str, means: int) -> None:
    """Slack's error names an answer; as a status, only what is certainly gone is 404, never a channel."""
    assert (code(answer), status(answer)) == (named, means)


def asked(kind: str, told: Answer) -> Actor:
    """What `who` gives when Slack tells this."""
    steps = who(kind)
    assert next(steps) == Read("auth.test")
    with pytest.raises(StopIteration) as end:
        steps.send(told)
    actor = end.value.value
    assert isinstance(actor, Actor)
    return actor


def test_the_actor_is_the_user_in_its_workspace() -> None:
    """The ids of a workspace mean nothing in another one, so that it is the actor's mode."""
    told = Answer(200, {"ok": True, "user_id": "U0BOT", "team_id": "T01AB", "bot_id": "B0BOT"})
    assert asked("bot", told) == Actor("U0BOT", "T01AB", "bot")


@pytest.mark.parametrize(
    "told", [failed("invalid_auth"), Answer(200, {"ok": True}), Answer(200, "<html>"), Answer(500)]
)
def test_an_actor_that_is_not_told_is_never_guessed(told: Answer) -> None:
    """Without an account nothing goes out, and the message says what to do."""
    steps = who("bot")
    next(steps)
    with pytest.raises(ClientError, match=r"auth\.test") as error:
        steps.send(told)
    assert "account=" in str(error.value.now)


# --- how Slack shows messages


@pytest.mark.parametrize("text", [REVERTED, REPLY])
def test_the_reverted_text_is_short_and_mentions_nobody(text: str) -> None:
    """It begins with who reverted, fits into any edit, and holds no markup that could notify anybody."""
    assert text.startswith("Reverted by AgentRein")
    assert len(text) < LONGEST_EDIT
    assert not set(text) & set("<>@#&*_`~")


def rich(*elements: dict[str, Any]) -> list[dict[str, Any]]:
    """A block of rich text with one section."""
    section = {"type": "rich_text_section", "elements": list(elements)}
    return [{"type": "rich_text", "block_id": "b1", "elements": [section]}]


@pytest.mark.parametrize(
    ("text", "blocks", "own"),
    [
        ("Plain", rich({"type": "text", "text": "Plain"}), False),
        ("a &amp; b", rich({"type": "text", "text": "a & b"}), False),
        (
            "See <https://x.example|here>, <@U1> :eyes:",
            rich(
                {"type": "text", "text": "See "},
                {"type": "link", "url": "https://x.example", "text": "here"},
                {"type": "text", "text": ", "},
                {"type": "user", "user_id": "U1"},
                {"type": "text", "text": " "},
                {"type": "emoji", "name": "eyes"},
            ),
            False,
        ),
        (REVERTED, RICH_TEXT, False),
        ("Other", rich({"type": "text", "text": "Plain"}), True),
        ("Bold", rich({"type": "text", "text": "Bold", "style": {"bold": True}}), True),
        ("*Bold*", rich({"type": "text", "text": "Bold", "style": {"bold": True}}), False),
        ("*_Bold_*", rich({"type": "text", "text": "Bold", "style": {"bold": True, "italic": True}}), True),
        ("T", [{"type": "section"}], True),
    ],
)
def test_blocks_that_slack_made_of_the_text_are_not_the_author_s(text: str, blocks: Any, own: bool) -> None:  # noqa: FBT001
    """Slack shows a plain text as a block of rich text too; only what says more than the text was written as blocks."""
    assert shown({"text": text, "blocks": blocks})["blocks"] == (blocks if own else [])


def test_unfurled_links_are_not_the_author_s() -> None:
    """An attachment that Slack made of a link is left out, one that somebody wrote is not."""
    unfurled, written = {"from_url": "https://x.example", "id": 1}, {"text": "log tail"}
    assert shown({"attachments": [unfurled, {**written, "id": 2}]})["attachments"] == [written]
    assert shown({"attachments": [unfurled]})["attachments"] == []


def test_a_text_is_read_as_it_was_sent() -> None:
    """Slack escapes what it gets and makes links of addresses; both read as what was sent."""
    assert said("a &amp; b &lt;c&gt; <https://x.example/?a=1&amp;b=2>") == "a & b <c> https://x.example/?a=1&b=2"
    assert said("a & b <c> https://x.example/?a=1&b=2") == "a & b <c> https://x.example/?a=1&b=2"


def test_words_are_read_without_their_emoji() -> None:
    """An emoji is sent as itself and kept by its name; what says nothing else is compared as it is."""
    assert (
        words("\N{ROCKET} Build 41 &amp; 42 \N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}") == "Build 41 & 42"
    )
    assert words(":rocket: Build 41 &amp; 42 :+1::skin-tone-4:") == "Build 41 & 42"
    assert words(":tada:") == ":tada:" != words("\N{PARTY POPPER}")


def test_lines_of_slack_s_own_are_nobody_s_messages() -> None:
    """What Slack writes in the name of who changed a channel is no post of theirs."""
    page = {"messages": [{"ts": "1.0", "user": "U1", "text": "set the topic", "subtype": "channel_topic"}]}
    assert read_through("messages", page, {"channel": "C1"})[0]["messages"] == []


def compared(ours: Any, now: Any) -> bool:
    """What the connector's comparison says."""
    return bool(alike(ours, now, Own(Actor("U1", "T1"))))


def test_what_slack_adds_makes_no_difference() -> None:
    """Ids, fallbacks and the form of colours are Slack's own; any other difference is somebody's."""
    sent = [{"color": "#ff0000", "text": "a & b", "blocks": [{"type": "divider"}]}]
    stored = [
        {
            "color": "ff0000",
            "text": "a &amp; b",
            "id": 1,
            "fallback": "a",
            "blocks": [{"type": "divider", "block_id": "x"}],
        }
    ]
    assert compared(sent, stored)
    assert not compared(sent, [{**stored[0], "text": "c"}])


# --- readings


def read_through(name: str, body: Any, given: dict[str, Any], *answers: Answer) -> tuple[Any, list[Read]]:
    """What a reading gives for these answers, and what it asked."""
    steps = READINGS[name](body, given)
    reads: list[Read] = []
    try:
        reads.append(next(steps))
        for one in answers:
            reads.append(steps.send(one))  # noqa: PERF401 - it ends in the middle
    except StopIteration as end:
        return end.value, reads
    pytest.fail(f"it asks for more: {reads[-1]}")


def ok(**body: Any) -> Answer:
    """A good answer."""
    return Answer(200, {"ok": True, **body})


def test_a_reply_is_looked_for_in_its_thread() -> None:
    """What history does not hold is asked of the thread, once."""
    found = {"ts": "2.0", "text": "On it"}
    body, reads = read_through("message", {"messages": []}, {"channel": "C1", "ts": "2.0"}, ok(messages=[found]))
    assert body["message"]["text"] == "On it"
    assert [one.address for one in reads] == ["conversations.replies"]


def test_a_tombstone_is_no_message() -> None:
    """What Slack keeps of a deleted message with replies is its absence."""
    grave = {"ts": "2.0", "text": "This message was deleted.", "subtype": "tombstone"}
    assert read_through("message", {"messages": [grave]}, {"channel": "C1", "ts": "2.0"}) == ({}, [])


def test_what_cannot_be_read_is_not_called_absent() -> None:
    """Where a thread may not be read, the answer that says so is the reading."""
    lacking = failed("missing_scope")
    assert read_through("message", {"messages": []}, {"channel": "C1", "ts": "2.0"}, lacking)[0] is lacking


def test_all_members_are_read_page_by_page() -> None:
    """A set is only known as a whole."""
    first = {"members": ["U1"], "response_metadata": {"next_cursor": "c2"}}
    body, reads = read_through("members", first, {"channel": "C1"}, ok(members=["U2"]))
    assert body["members"] == ["U1", "U2"]
    assert reads[0].params["cursor"] == "c2"


def test_a_list_that_never_ends_tells_nothing() -> None:
    """A part of the members is no answer to who is in."""
    page = {"members": ["U1"], "response_metadata": {"next_cursor": "c2"}}
    body, _ = read_through("members", page, {"channel": "C1"}, *[ok(**page)] * 20)
    assert isinstance(body, Answer)
    assert status(body) == 413


def test_the_author_of_a_renamed_message_is_told_by_its_bot() -> None:
    """A message under another name shows no user; the bot's own record does, and is asked once."""
    page = {"messages": [{"ts": "1.0", "bot_id": "B1", "text": "a"}, {"ts": "2.0", "bot_id": "B1", "text": "b"}]}
    given = {"channel": "C1", "renamed": True}
    body, reads = read_through("messages", page, given, ok(bot={"id": "B1", "user_id": "U0BOT"}))
    assert [one["user"] for one in body["messages"]] == ["U0BOT", "U0BOT"]
    assert len(reads) == 1


def test_a_name_that_nothing_has_tells_nothing() -> None:
    """Where no conversation has the name, the body shows no messages, rather than an empty list of them."""
    body, _ = read_through("messages of a name", {"channels": [{"id": "C1", "name": "x"}]}, {"name": "#general"})
    assert body == {}


@pytest.mark.parametrize("name", sorted(READINGS))
def test_a_call_that_lacks_something_is_read_all_the_same(name: str) -> None:
    """What a call does not say is for Slack to refuse, so that no reading breaks on it."""
    steps = READINGS[name]({}, {"queue": True})
    if not isinstance(steps, Generator):
        assert isinstance(steps, dict | Answer)
        return
    with pytest.raises(StopIteration):
        next(steps)
        while True:
            steps.send(failed("invalid_arguments"))
