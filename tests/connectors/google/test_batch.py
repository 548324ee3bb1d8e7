"""Batches: one POST, one entry with items, each judged and undone as if it had been sent alone."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from googleapiclient.errors import BatchError, HttpError

import agentrein as rein
from agentrein.connector import Answer, Call, Refused, State
from agentrein_google.batches import MOST, answers_in, requests_in
from google_kit import AGENT, LABELS, Reply, Seen, Stub, armed, authorized, batched, error, label, mailbox, states


def told(status: int, reason: str) -> tuple[int, Any]:
    """A part that failed."""
    made = error(status, reason)
    assert made is not None
    return made[0], made[1]


def of(client: Any, *requests: Any, **settings: Any) -> Any:
    """A batch of requests."""
    batch = client.new_batch_http_request(**settings)
    for request in requests:
        batch.add(request)
    return batch


def items(run: rein.Run) -> list[str]:
    """The outcomes of the items of a run's only action."""
    [action] = run.actions
    entries = [one for one in run.ledger.entries(run.id) if one.kind == "outcome"]
    return [one["outcome"] for one in entries[-1].payload["items"]] if action.seq else []


def test_each_request_is_an_item() -> None:
    """Reads are none; results come to the callbacks as ever, and the whole is one entry that is committed before."""
    with mailbox() as stub:
        client, came = armed("gmail", stub.url), list[tuple[str, Any, Any]]()
        with rein.run("t", on_failure="keep") as run:
            batch = of(
                client,
                label(client, "A"),
                client.users().labels().list(userId="me"),
                label(client, "B"),
                callback=lambda *one: came.append(one),
            )
            assert batch.execute() is None
        assert [(name, error_) for name, _, error_ in came] == [("1", None), ("2", None), ("3", None)]
        assert came[0][1] == {"id": "Label_0"}
        [action] = run.actions
        assert action.state is State.LANDED
        assert [one["call"]["address"] for one in action.planned["items"]] == ["gmail.users.labels.create"] * 2
        assert [seen.line for seen in stub.writes] == ["POST /batch"]


def test_a_batch_that_only_reads_leaves_at_once() -> None:
    """It is a POST, and a read: outside of a run, too."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        of(client, client.users().labels().list(userId="me")).execute()
        with rein.run("t") as run:
            of(client, client.users().labels().list(userId="me")).execute()
        assert run.actions == []
        assert [seen.line for seen in stub.seen] == ["POST /batch"] * 2


def test_one_that_may_not_leave_keeps_all_back() -> None:
    """An item that is irreversible, or unknown, refuses the whole; allowed, it goes with the others."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        mail = client.users().messages().send(userId="me", body={"raw": "RnJvbTogYUBhY21lLmV4YW1wbGUNCg0KeA"})
        with rein.run("t") as run, pytest.raises(Refused):
            of(client, label(client), mail).execute()
        assert (stub.writes, run.actions) == ([], [])
        with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
            of(client, label(client), mail).execute()
        assert len(stub.writes) == 1
        assert len(run.actions[0].planned["items"]) == 2


def test_items_that_fail_without_a_callback_are_seen() -> None:
    """The SDK gives errors to callbacks only: here they are recorded, and whoever has none is warned."""

    def answer(seen: Seen) -> Reply:
        return batched(seen, (200, {"id": "Label_1"}), told(409, "aborted"), told(503, "backendError"))

    with mailbox(answer) as stub:
        client = armed("gmail", stub.url)
        with (
            rein.run("t", on_failure="keep") as run,
            pytest.warns(
                UserWarning, match=r"2 of 3 requests of a batch failed \(2 answered 409, 3 answered 503\)"
            ) as seen,
        ):
            of(client, label(client, "A"), label(client, "B"), label(client, "C")).execute()
        assert seen[0].filename == __file__
        assert items(run) == ["landed", "rejected", "unknown"]
        assert states(run) == [State.UNKNOWN]
        with rein.run("t", on_failure="keep"), warnings.catch_warnings():
            warnings.simplefilter("error")
            of(client, *(label(client, name) for name in "ABC"), callback=lambda *_: None).execute()


def test_a_part_without_an_answer_is_unknown() -> None:
    """The SDK raises its KeyError; what came of the part is not known."""
    with mailbox(lambda seen: batched(seen, (200, {"id": "Label_1"}))) as stub:
        client = armed("gmail", stub.url)
        with (
            rein.run("t", on_failure="keep") as run,
            pytest.raises(KeyError),
            pytest.warns(UserWarning, match="nothing"),
        ):
            of(client, label(client, "A"), label(client, "B")).execute()
        assert items(run) == ["landed", "unknown"]


@pytest.mark.parametrize(
    ("reply", "raised", "state"),
    [
        ((200, {"id": "x"}), BatchError, State.UNKNOWN),
        (error(403, "forbidden"), HttpError, State.REJECTED),
        (error(500, "backendError"), HttpError, State.UNKNOWN),
        (None, ConnectionError, State.UNKNOWN),
    ],
)
def test_a_batch_that_fails_as_a_whole(reply: Reply, raised: type[Exception], state: State) -> None:
    """An answer that is none of a batch, an error, no answer: the SDK's exception, and one outcome for all."""
    with mailbox(lambda seen: reply) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run, pytest.raises(raised):
            of(client, label(client)).execute()
        assert states(run) == [state]
        assert len(stub.writes) == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the SDK leaves a connection open
def test_parts_with_an_old_token_do_not_double() -> None:
    """Parts that answered 401 go out in a second POST with a new token: an entry of its own, without the others."""

    def answers() -> Iterator[Any]:
        seen = yield None
        seen = yield batched(seen, (200, {"id": "Label_1"}), told(401, "authError"))
        token = {"access_token": "ya29.new", "expires_in": 3600, "token_type": "Bearer"}
        seen = yield 200, token
        seen = yield batched(seen, (200, {"id": "Label_2"}))

    replies = answers()
    next(replies)
    with mailbox(replies.send) as stub:
        renewing = {"refresh_token": "1//r", "token_uri": f"{stub.url}/token", "client_id": "c", "client_secret": "s"}
        client, came = armed("gmail", stub.url, http=authorized(**renewing)), list[Any]()
        with rein.run("t", on_failure="keep") as run:
            of(client, label(client, "A"), label(client, "B"), callback=lambda *one: came.append(one[1:])).execute()
        assert came == [({"id": "Label_1"}, None), ({"id": "Label_2"}, None)]
        assert states(run) == [State.PARTIAL, State.LANDED]
        assert [len(action.planned["items"]) for action in run.actions] == [2, 1]
        assert [seen.line for seen in stub.writes] == ["POST /batch", "POST /token", "POST /batch"]


def test_each_request_carries_its_own_token() -> None:
    """Whoever sends the batch, the account that is recorded is that of its requests."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep"):
            of(client, label(client)).execute(http=authorized("ya29.other"))
        told = {seen.line: seen.token for seen in stub.seen}
        assert told["GET /gmail/v1/users/me/profile"] == AGENT
        assert told["POST /batch"] == "ya29.other"
        assert f"authorization: Bearer {AGENT}".encode() in stub.writes[0].content


def test_executed_twice_it_is_two_entries() -> None:
    """The SDK sends the same batch a second time, and so it is recorded."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        batch = of(client, label(client))
        with rein.run("t", on_failure="keep") as run:
            batch.execute()
            batch.execute()
        assert states(run) == [State.LANDED] * 2


def test_more_than_google_takes_are_refused() -> None:
    """A before-image of each would stand in the ledger; the SDK would send up to a thousand."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t"), pytest.raises(Refused, match=f"send it in parts of {MOST}"):
            of(client, *(label(client, f"T{n}") for n in range(MOST + 1))).execute()
        assert stub.seen == []


def test_the_items_are_undone_the_last_first() -> None:
    """Each by its own row, with what its part of the answer said; one that failed needs nothing."""
    gone: list[str] = []

    def answer(seen: Seen) -> Reply:
        if seen.path == "/batch":
            return batched(
                seen, (200, {"id": "L1", "name": "A"}), told(409, "aborted"), (200, {"id": "L3", "name": "C"})
            )
        name = seen.path.rpartition("/")[2]
        if seen.verb == "DELETE":
            gone.append(name)
            return 204, None
        if seen.path.endswith("/profile"):
            return 200, {"emailAddress": "agent@acme.example", "historyId": "1"}
        if name in {"L1", "L3"}:
            here = {"id": name, "name": "A" if name == "L1" else "C", "messagesTotal": 0}
            return (404, {"error": {"code": 404}}) if name in gone else (200, here)
        return 200, {"labels": [], "filter": []}

    with Stub(answer) as stub:
        client = armed("gmail", stub.url)
        with pytest.raises(ZeroDivisionError), rein.run("t") as run:
            of(client, *(label(client, name) for name in "ABC"), callback=lambda *_: None).execute()
            raise ZeroDivisionError
        assert gone == ["L3", "L1"]
        assert states(run) == [State.REVERTED]
        assert stub.lines.count(f"DELETE {LABELS}/L3") == 1


def test_split_and_answers_are_pure() -> None:
    """What a call is made of, and what an answer says to each of it."""
    call = Call("gmail", "gmail.batch", {}, {"requests": [{"method": "a.b", "params": {"id": 1}, "body": None}]})
    requests = requests_in(call)
    assert [(one.method, one.path, dict(one.params), one.body) for one in requests] == [("a.b", "", {"id": 1}, None)]
    whole = Answer(200, {"responses": [{"status": 404, "body": {"error": {}}}]})
    assert [one.status for one in answers_in(whole, requests)] == [404]
    assert [one.status for one in answers_in(Answer(200, {"responses": [None]}), requests)] == [None]
    with pytest.raises(ValueError, match="zip"):
        answers_in(Answer(200, {"responses": []}), requests)
