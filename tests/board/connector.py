"""The connector for the toy vendor: its table and what its answers mean."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from agentrein.connector import Actor, Answer, Call, Connector, Read, State, Verdict, load_refused
from board.batches import job_done
from board.places import BOARD
from board.rows import OPERATIONS


def reads(method: str, path: str) -> bool:
    """Every GET."""
    return method == "GET"


def code(answer: Answer) -> int | str | None:
    """The status, or the word of a 403."""
    return answer.body["error"] if answer.status == 403 else answer.status


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means."""
    status = answer.status
    if status is None:
        if not answer.sent:
            return Verdict(State.REJECTED, "it was never sent", transient=True)
        return Verdict(State.UNKNOWN, f"no answer came ({type(answer.error).__name__})", transient=True)
    if status == 429:
        wait = float(answer.headers.get("retry-after", "0"))
        return Verdict(State.REJECTED, "rate limit", not_executed=True, transient=True, retry_after=wait)
    if status == 401:
        return Verdict(State.REJECTED, "bad token", client_wide=True)
    if status >= 500:
        return Verdict(State.UNKNOWN, f"answered {status}", transient=True)
    return _plain(status)


def _plain(status: int) -> Verdict:
    if status == 202:
        return Verdict(State.ACCEPTED, "it is done later")
    return Verdict(State.REJECTED, f"answered {status}") if status >= 400 else Verdict(State.LANDED)


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """The account behind a token, a person or a robot."""
    answer = yield Read("GET /me")
    if answer.error is not None:
        raise answer.error
    return Actor(answer.body["name"], kind=answer.body["kind"])


connector = Connector(
    name="board",
    title="Board",
    sdk="board-sdk",
    versions=">=1.0,<2.0",
    clients=("board.sdk.BoardClient", "board.sdk.AsyncBoardClient"),
    proxy="board.proxy:arm",
    build="board.proxy:from_environment",
    sandbox="board.sandbox:BoardSandbox",
    rehearsal="board.rehearsal:stand_in",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    code=code,
    places=(BOARD,),
    readings={"job_done": job_done},
)
