"""What a policy asks for: the request, its answer, and that an approval lets out this call, once, and nothing else."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import agentrein as rein
from agentrein import approving, deciding, granting, passage, passage_batch
from agentrein.ledger.clock import ago
from board.rows import OPERATIONS
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient

DELETE = "board: DELETE /cards/{card}"


@pytest.fixture(autouse=True)
def forgetful() -> None:
    """What other tests used is no matter here."""
    granting._used.clear()


def asking(name: str = "x", **options: Any) -> rein.Run:
    """A run that asks before what is irreversible, and takes unsigned answers."""
    given: dict[str, Any] = {"policy": {"irreversible": "ask"}, "approvals": "unsigned", "on_failure": "keep"}
    return rein.run(name, **{**given, **options})


def elsewhere(call: Callable[[], Any]) -> Any:
    """What somebody does who has no part in the run."""
    return contextvars.Context().run(call)


def approve(run: rein.Run, id: str) -> None:
    """A person says yes, from wherever they are."""
    contextvars.Context().run(lambda: deciding.approve(run.ledger, deciding.find(run.ledger, id)))


def deny(run: rein.Run, id: str, why: str = "") -> None:
    """A person says no."""
    deciding.deny(run.ledger, deciding.find(run.ledger, id), why)


def refused(call: Callable[[], object]) -> rein.NeedsApproval:
    """The exception of a call that asks."""
    with pytest.raises(rein.NeedsApproval) as error:
        call()
    return error.value


def deletes(board: BoardSandbox) -> int:
    """How many deletions reached the vendor."""
    return sum(one.method == "DELETE" for one in board.writes)


@pytest.fixture
def card(bob: BoardClient) -> int:
    """Somebody's card."""
    number: int = bob.create_card("ideas", "Theirs")["id"]
    return number


def test_a_call_that_asks_is_not_sent(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """It raises NeedsApproval, which says what it would do, why, and what a person does now; nothing is sent."""
    with asking() as run:
        error = refused(lambda: ada.delete_card(card))
    assert deletes(board) == 0
    assert isinstance(error, rein.Refused)
    assert (error.id, error.reason, error.operation, error.says) == ("A-1", "policy", DELETE, f"delete card {card}")
    what, why, where, now = str(error).splitlines()
    assert what == f"REIN-R103 waiting for approval A-1: delete card {card} (delete_card)"
    assert why.startswith("  why    irreversible: A deleted card is gone.")
    assert where.startswith(f"  where  run x {run.id}, ")
    assert now.startswith("  now    rein approve A-1   (expires ")
    assert error.for_model() == (
        f"Not done: delete card {card}: it cannot be undone and needs a person's approval (A-1). "
        "Do not retry; continue with other work or finish."
    )


def test_an_approved_call_goes_through_once(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """The same call, sent again in the same run; its entry says who approved, and a second one asks anew."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        ada.delete_card(card)
        assert deletes(board) == 1
        (action,) = run.actions
        told = dict(action.planned["approval"])
        assert told.pop("at")
        assert told == {"id": "A-1", "by": rein_user(), "signed": False}
        assert refused(lambda: ada.delete_card(card)).id == "A-2"
    assert deletes(board) == 1
    assert (run.ledger.question(1).state, run.ledger.question(2).state) == ("used", "asked")  # type: ignore[union-attr]


def rein_user() -> str:
    """Who this process says that it is."""
    from agentrein.owner import user

    return user()


def test_asking_again_is_one_request(ada: BoardClient, card: int) -> None:
    """An agent that repeats itself does not flood the people who answer."""
    with asking() as run:
        ids = {refused(lambda: ada.delete_card(card)).id for _ in range(3)}
    assert ids == {"A-1"}
    assert len([one for one in run.ledger.entries(run.id) if one.kind == "approval"]) == 1


@pytest.mark.parametrize("other", ["another card", "another run", "another account", "another endpoint"])
def test_an_approval_is_for_this_very_call(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, card: int, other: str
) -> None:
    """Another card, the same call in another run, by another account, or through another address asks by itself."""
    another = bob.create_card("ideas", "Another")["id"]
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        if other == "another card":
            refused(lambda: ada.delete_card(another))
        elif other == "another account":
            refused(lambda: rein.wrap(BoardClient(board.url, "token-bob")).delete_card(card))
        elif other == "another endpoint":
            url = board.url.replace("127.0.0.1", "localhost")
            refused(lambda: rein.wrap(BoardClient(url, "token-ada")).delete_card(card))
    if other == "another run":
        with asking("y"):
            refused(lambda: ada.delete_card(card))
    assert deletes(board) == 0


def test_who_the_program_says_it_is_is_not_who_the_vendor_says(
    board: BoardSandbox, ada: BoardClient, card: int
) -> None:
    """`wrap(account=...)` names an account without a read: no approval of the account that was read passes for it."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        liar = rein.wrap(BoardClient(board.url, "token-bob"), account="ada")
        assert refused(lambda: liar.delete_card(card)).id == "A-2"
        assert deciding.find(run.ledger, "A-2").asked["told"] is True
    assert deletes(board) == 0


def test_a_denied_call_stays_denied(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """It is refused with the reason, however often it is sent, and nobody is asked again."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        deny(run, "A-1", "not on a Friday")
        for _ in range(2):
            with pytest.raises(rein.Refused) as error:
                ada.delete_card(card)
            assert (error.value.reason, type(error.value)) == ("denied", rein.Refused)
            assert f"denied by {rein_user()} (A-1): not on a Friday" in error.value.why
    assert deletes(board) == 0


def test_an_approval_can_be_taken_back(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """What was approved and not used yet can be denied."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        deny(run, "A-1")
        with pytest.raises(rein.Refused) as error:
            ada.delete_card(card)
    assert (error.value.reason, deletes(board)) == ("denied", 0)


@pytest.mark.parametrize("answer", ["approved", "nothing"])
def test_what_is_over_asks_anew(
    board: BoardSandbox, ada: BoardClient, card: int, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """An approval that was not used in time passes nothing; the next request says that the earlier one expired."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        if answer == "approved":
            approve(run, "A-1")
        later = ago(timedelta(hours=-2))
        monkeypatch.setattr(granting, "now", lambda: later)
        monkeypatch.setattr("agentrein.asking.ago", lambda by: ago(by - timedelta(hours=2)))
        monkeypatch.setattr(deciding, "now", lambda: later)
        error = refused(lambda: ada.delete_card(card))
        assert (error.id, error.reason) == ("A-2", "expired")
        with pytest.raises(rein.UsageError, match=r"A-1 (is over|was approved)"):
            deciding.approve(run.ledger, deciding.find(run.ledger, "A-1"))
    assert deletes(board) == 0


def test_two_threads_use_one_approval_once(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """Whoever comes second is asked for one of its own, in the transaction that records the write."""
    barrier = threading.Barrier(8)
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")

        def send() -> bool:
            barrier.wait()
            try:
                ada.delete_card(card)
            except rein.NeedsApproval:
                return False
            except Exception:  # noqa: BLE001 - the board answers 404 for a card that is gone
                return True
            return True

        with ThreadPoolExecutor(8) as pool:
            sent = list(pool.map(lambda _: send(), range(8)))
    assert (sent.count(True), deletes(board)) == (1, 1)


def test_two_looks_and_one_use(
    board: BoardSandbox, ada: BoardClient, card: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both have seen the approval before either used it, the transaction decides: the second one asks anew."""
    looked = threading.Barrier(2)
    seen = granting.holds
    first = set[int]()

    def holds(*given: Any) -> bool:
        answer = seen(*given)
        if answer and threading.get_ident() not in first:
            first.add(threading.get_ident())
            looked.wait(5)
        return answer

    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        granting._used.clear()
        monkeypatch.setattr("agentrein.asking.holds", holds)
        monkeypatch.setattr(granting.Grant, "use", lambda grant: None)  # as if it were another process

        def send() -> str:
            try:
                ada.delete_card(card)
            except rein.NeedsApproval as error:
                return error.id
            return "sent"

        with ThreadPoolExecutor(2) as pool:
            ended = sorted(pool.map(lambda _: send(), range(2)))
    assert (ended, deletes(board)) == (["A-2", "sent"], 1)


def test_a_call_waits_for_its_answer(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """With `approval_wait` the call stays where it is until a person answers, and then goes on."""
    with asking(approval_wait=10) as run, ThreadPoolExecutor(1) as pool:
        sent = pool.submit(rein.bind(lambda: ada.delete_card(card)))
        while not run.ledger.questions():
            assert not sent.done()
        approve(run, "A-1")
        sent.result(5)
    assert deletes(board) == 1


@pytest.mark.parametrize(("answer", "reason"), [("no", "denied"), ("nothing", "policy"), ("late", "expired")])
def test_a_wait_ends_without_a_yes(
    board: BoardSandbox,
    ada: BoardClient,
    card: int,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    reason: str,
) -> None:
    """Denied, not answered in time, or over: refused each time, with its own reason, and nothing is sent."""
    monkeypatch.setattr(approving, "HOUR", 0.4 if answer == "late" else 3600.0)
    with asking(approval_wait=0.6 if answer == "nothing" else 10) as run, ThreadPoolExecutor(1) as pool:
        sent = pool.submit(rein.bind(lambda: ada.delete_card(card)))
        while not run.ledger.questions():
            assert not sent.done()
        if answer == "no":
            deny(run, "A-1")
        with pytest.raises(rein.Refused) as error:
            sent.result(5)
    assert (error.value.reason, isinstance(error.value, rein.NeedsApproval)) == (reason, answer == "nothing")
    assert deletes(board) == 0


def test_a_person_may_edit_while_an_approval_waits(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, card: int
) -> None:
    """Nothing is held meanwhile, and the before-image is read anew: it holds what the person wrote (scenario 4)."""
    policy = {"board: PATCH /cards/{card}": "ask"}
    with asking(policy=policy, approval_wait=10) as run, ThreadPoolExecutor(1) as pool:
        sent = pool.submit(rein.bind(lambda: ada.edit_card(card, card={"text": "Mine"})))
        while not run.ledger.questions():
            assert not sent.done()
        elsewhere(lambda: bob.edit_card(card, card={"text": "The person's"}))
        ada.comment(card, "of the same run, on the same card")  # it would wait for ever if the card were held
        approve(run, "A-1")
        sent.result(5)
        edit = next(one for one in run.actions if one.sdk == "edit_card")
        assert edit.effects[0].inverse.before["text"] == "The person's"  # type: ignore[union-attr]
    report = rein.revert(run.id)
    assert {one.state.value for one in report.actions} == {"reverted"}
    assert bob.request("GET", f"/cards/{card}")["text"] == "The person's"


def test_what_has_become_worse_is_asked_for_again(board: BoardSandbox, ada: BoardClient, bob: BoardClient) -> None:
    """An approval of what could be undone is none for the same call once nothing can undo it."""
    with asking(policy={"board": "ask"}) as run:
        refused(lambda: ada.close_board("ideas"))
        tier = deciding.find(run.ledger, "A-1").tier
        approve(run, "A-1")
        entry = next(one for one in run.ledger.entries(run.id) if one.kind == "approval")
        found = granting.newest(run.id, run.ledger.entries(run.id), entry.payload["digest"])  # type: ignore[index]
        assert found is not None
        what = deciding.what_is_asked(found.asked)
        assert granting.holds(found, what, tier, run.approving)
        assert not granting.holds(found, what, rein.IRREVERSIBLE, run.approving) or tier is rein.IRREVERSIBLE


def test_async_calls_wait_and_let_others_work(board: BoardSandbox, card: int) -> None:
    """An async call waits without holding up the loop, and goes on once it is approved."""

    async def work() -> str:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        async with aclosing(client), asking(approval_wait=10) as run:
            sent = asyncio.create_task(client.request("DELETE", f"/cards/{card}"))
            while not run.ledger.questions():
                await asyncio.sleep(0.01)
                assert not sent.done()
            approve(run, "A-1")
            await asyncio.wait_for(sent, 5)
            return run.id

    asyncio.run(work())
    assert deletes(board) == 1


def test_a_cancelled_wait_ends(board: BoardSandbox, card: int) -> None:
    """A task that waits for an approval can be cancelled; what it asked for stays asked."""

    async def work() -> str:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        async with aclosing(client), asking(approval_wait=60) as run:
            sent = asyncio.create_task(client.request("DELETE", f"/cards/{card}"))
            while not run.ledger.questions():  # noqa: ASYNC110 - a ledger sets no event
                await asyncio.sleep(0.01)
            sent.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sent
            return run.ledger.questions()[0].state

    assert asyncio.run(work()) == "asked"
    assert deletes(board) == 0


def test_a_wait_ends_with_its_run(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """A call that still waits when the block is left is refused, and never goes out."""
    with ThreadPoolExecutor(1) as pool:
        with asking(approval_wait=60) as run:
            sent = pool.submit(rein.bind(lambda: ada.delete_card(card)))
            while not run.ledger.questions():
                assert not sent.done()
        with pytest.raises(rein.Refused) as error:
            sent.result(5)
    assert (error.value.reason, deletes(board)) == ("run closed", 0)
    with pytest.raises(rein.UsageError, match="is over, so nothing could use A-1"):
        approve(run, "A-1")


@pytest.mark.parametrize(("says", "sent"), [(True, 1), (False, 0), (None, 0), ("yes", 0)])
def test_a_function_of_the_run_may_answer(
    board: BoardSandbox, ada: BoardClient, card: int, says: Any, sent: int
) -> None:
    """It is given the approval; only True approves, None leaves it open, and what it says is recorded as unsigned."""
    asked: list[Any] = []

    def answer(one: Any) -> Any:
        asked.append((one.id, one.says, one.tier.value, one.actor.account))
        return says

    with asking(approvals=answer) as run:
        if says is True:
            ada.delete_card(card)
            told = run.actions[0].planned["approval"]
            assert (told["by"], told["signed"]) == (f"{rein_user()} (a function of the run)", False)
        else:
            with pytest.raises(rein.Refused) as error:
                ada.delete_card(card)
            assert isinstance(error.value, rein.NeedsApproval) is (says is None)
            assert error.value.reason == ("policy" if says is None else "denied")
    assert (asked, deletes(board)) == ([("A-1", f"delete card {card}", "irreversible", "ada")], sent)


@pytest.mark.parametrize("batch", [False, True], ids=["a call", "a batch"])
@pytest.mark.parametrize("late", ["the function", "what is read before it is sent"])
def test_a_function_that_answers_too_late_is_asked_once(
    board: BoardSandbox,
    ada: BoardClient,
    card: int,
    monkeypatch: pytest.MonkeyPatch,
    late: str,
    *,
    batch: bool,
) -> None:
    """What is over when it comes, or when it could be used, lets nothing out, and is not asked for ever."""
    asked: list[str] = []
    hours = [0]
    monkeypatch.setattr(granting, "now", lambda: ago(timedelta(hours=-hours[0])))
    monkeypatch.setattr("agentrein.asking.ago", lambda by: ago(by - timedelta(hours=hours[0])))

    def answer(one: Any) -> bool:
        asked.append(one.id)
        hours[0] += 2 if late == "the function" else 0
        assert len(asked) < 9
        return True

    if late != "the function":
        prepared = passage.watched

        def slowly(*given: Any) -> Any:
            hours[0] += 2 if asked else 0
            return prepared(*given)

        monkeypatch.setattr(passage, "watched", slowly)
        monkeypatch.setattr(passage_batch, "watched", slowly)
    with asking(approvals=answer), pytest.raises(rein.Refused) as error:
        if batch:
            ada.call(("DELETE", f"/cards/{card}", None))
        else:
            ada.delete_card(card)
    assert (type(error.value), error.value.reason) == (rein.Refused, "expired")
    assert (asked, deletes(board)) == (["A-1"], 0)


def test_one_that_waits_for_an_approval_that_another_uses(
    board: BoardSandbox, ada: BoardClient, card: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not told to wait for what is used up: it asks anew, and waits for that one."""
    monkeypatch.setattr("agentrein.asking.GLANCE", 0.7)
    with asking(approval_wait=1.5) as run, ThreadPoolExecutor(1) as pool:
        waits = pool.submit(rein.bind(lambda: ada.delete_card(card)))
        while not run.ledger.questions():
            assert not waits.done()
        approve(run, "A-1")
        ada.delete_card(card)
        error = waits.exception(20)
    assert isinstance(error, rein.NeedsApproval)
    assert (error.id, deletes(board)) == ("A-2", 1)
    assert deciding.find(run.ledger, "A-2").state == "asked"


def test_an_async_function_may_answer_an_async_client(board: BoardSandbox, card: int) -> None:
    """It is awaited; a sync client cannot ask it, and says so."""

    async def answer(one: Any) -> bool:
        await asyncio.sleep(0)
        return True

    async def work() -> None:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        async with aclosing(client), asking(approvals=answer):
            await client.request("DELETE", f"/cards/{card}")

    asyncio.run(work())
    assert deletes(board) == 1
    with asking(approvals=answer), pytest.raises(rein.UsageError, match="cannot be asked by a sync client"):
        rein.wrap(BoardClient(board.url, "token-ada")).delete_card(card)


def test_unsaid_nobody_can_approve(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """A run that says nothing about approvals records the request and takes no answer; both sides are told how."""
    with asking(approvals=None) as run:
        error = refused(lambda: ada.delete_card(card))
        assert "nobody can approve A-1 yet" in error.now
        assert 'rein.run(approvals="unsigned")' in error.now
        with pytest.raises(rein.UsageError, match="takes no approvals"):
            approve(run, "A-1")
        run.ledger.append(run.id, "approval", {"event": "approved", "id": "A-1", "by": "me"}, epoch=run.epoch)
        refused(lambda: ada.delete_card(card))
    assert deletes(board) == 0


def test_a_keyed_run_pauses_for_an_approval(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """What leaves the block of a run with a key waits for a person: nothing is undone, the next leg goes through."""
    with pytest.raises(rein.NeedsApproval):
        with asking(key="thread-1", on_failure="revert") as run:
            ada.create_card("ideas", "First leg")
            ada.delete_card(card)
    assert (run.status, deletes(board)) == ("paused", 0)
    approve(run, "A-1")
    with asking(key="thread-1", on_failure="revert") as again:
        ada.delete_card(card)
    assert (again.id, again.status, deletes(board)) == (run.id, "completed", 1)


def test_without_a_key_it_is_a_failure(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """Nobody could come back to a run without a key, so it is reverted as by any other exception."""
    with pytest.raises(rein.NeedsApproval):
        with asking(on_failure="revert") as run:
            ada.create_card("ideas", "Mine")
            ada.delete_card(card)
    assert run.status == "reverted"


def test_a_child_may_ask_where_its_parent_does_not(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """A child's rules can only be stricter; its wait is its own, its approvals are its root's."""
    with asking(policy={}) as run:
        with rein.run("child", policy={"board": "ask"}, approval_wait=0.3, on_failure="keep"):
            refused(lambda: ada.comment(card, "asked"))
        ada.comment(card, "not asked")
    assert deciding.find(run.ledger, "A-1").asked["steps"] == ["child"]


@pytest.mark.parametrize("given", ["unsigned", lambda _: True], ids=["unsigned", "a function"])
def test_a_child_takes_no_approvals_of_its_own(ada: BoardClient, card: int, given: Any) -> None:
    """What would count for nothing is told before it is relied on; a run of its own may say it."""
    with asking() as run:
        with pytest.raises(rein.UsageError, match=f"child of run {run.id}") as error:
            rein.run("child", approvals=given).__enter__()
        assert "outermost run" in error.value.now
        assert [one.kind for one in run.ledger.entries(run.id)] == ["opened"]
        with rein.run("own", approvals=given, policy={"board": "ask"}, detached=True, on_failure="keep"):
            pass
        ada.comment(card, "the run goes on")


def test_a_batch_is_approved_as_a_whole(board: BoardSandbox, ada: BoardClient, bob: BoardClient) -> None:
    """One request for all of its items, judged by the worst; another item, or one more, is another request."""
    cards = [bob.create_card("ideas", text)["id"] for text in "ab"]
    calls = [("DELETE", f"/cards/{one}", None) for one in cards]
    with asking() as run:
        error = refused(lambda: ada.call(*calls))
        approve(run, error.id)
        refused(lambda: ada.call(*calls[:1]))
        refused(lambda: ada.call(*reversed(calls)))
        ada.call(*calls)
        assert [one.planned["approval"]["id"] for one in run.actions] == [error.id]


def test_an_approved_irreversible_write_is_left_until_it_is_kept(
    board: BoardSandbox, ada: BoardClient, card: int
) -> None:
    """A revert cannot undo it: it is left for a person, exit 1, until they keep it."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        ada.delete_card(card)
    report = rein.revert(run.id)
    assert (report.left, report.exit, report.status) == ([1], 1, "needs_attention")
    report = rein.revert(run.id, keep=[1])
    assert (report.left, report.exit) == ([], 0)


@pytest.mark.parametrize("tampering", ["the row", "the entry", "a made-up entry of a later use"])
def test_a_changed_record_lets_nothing_out(board: BoardSandbox, ada: BoardClient, card: int, tampering: str) -> None:
    """Neither the summary row nor a payload that was changed in the file makes an approval of a request."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        with run.ledger._connection.writing(sync=True) as db:  # type: ignore[attr-defined]
            if tampering == "the row":
                db.execute("UPDATE approvals SET state = 'approved'")
            elif tampering == "the entry":
                db.execute("DROP TRIGGER payloads_update")
                db.execute('UPDATE payloads SET text = replace(text, \'"event":"asked"\', \'"event":"approved"\')')
            else:
                db.execute("UPDATE approvals SET state = 'used'")
        with pytest.raises(rein.Refused):
            ada.delete_card(card)
    assert deletes(board) == 0


def test_a_used_approval_is_not_made_new_by_its_row(board: BoardSandbox, ada: BoardClient, card: int) -> None:
    """Setting the row of a used approval back, in another process, does not let a second write out."""
    with asking() as run:
        refused(lambda: ada.delete_card(card))
        approve(run, "A-1")
        ada.delete_card(card)
        with run.ledger._connection.writing(sync=True) as db:  # type: ignore[attr-defined]
            db.execute("UPDATE approvals SET state = 'approved'")
        granting._used.clear()  # as in another process
        refused(lambda: ada.delete_card(card))
    assert deletes(board) == 1


def test_secret_arguments_are_bound_and_not_written(ada: BoardClient, bob: BoardClient, speak: Any, card: int) -> None:
    """Two calls that differ only in a secret are two requests, and the ledger holds neither secret nor plain hash."""
    (row,) = (one for one in OPERATIONS if one.address == "POST /cards/{card}/comments")
    changes: dict[str, Any] = {"probe": None, "inverse": None, "before": None, "object": None, "parents": ()}
    final = {"tier": rein.IRREVERSIBLE, "tiers": (rein.IRREVERSIBLE,), "says": "comment", "secret": ("text",)}
    speak(replace(row, **changes, **final))
    with asking() as run:
        one = refused(lambda: ada.comment(card, "4242-SECRET-A")).id
        assert refused(lambda: ada.comment(card, "4242-SECRET-A")).id == one
        assert refused(lambda: ada.comment(card, "4242-SECRET-B")).id != one
        approve(run, one)
        ada.comment(card, "4242-SECRET-A")
    text = "".join(str(entry.payload) for entry in run.ledger.entries(run.id))
    assert "SECRET" not in text
