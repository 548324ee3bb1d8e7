"""Calls that are made of several: edits of many cards at once, and any calls together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Answer,
    Call,
    Prepared,
    Request,
    batch,
    of_items,
    op,
    read,
)
from board.places import BOARD, CARD, DOCS


def edits(call: Call) -> list[Request]:
    """Each card of the body is edited."""
    return [Request("PATCH", f"/cards/{one['id']}", {}, {"card": one["card"]}) for one in call.body["cards"]]


def card_in(body: Any, request: Request) -> Answer:
    """One card of a list of cards."""
    number = request.path.rpartition("/")[2]
    found = [one for one in body if str(one["id"]) == number]
    return Answer(200, found[0]) if found else Answer(404)


def edited(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """The card where it was edited, or its error, in the order of the edits."""
    return [Answer(one["status"], one["card"]) for one in answer.body["cards"]]


def calls(call: Call) -> list[Request]:
    """The calls of the body, as they are."""
    return [Request(one["method"], one["path"], {}, one.get("body")) for one in call.body["calls"]]


def answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What was answered to each."""
    return [Answer(one["status"], one["body"]) for one in answer.body["answers"]]


def uploaded(call: Call, prepared: Sequence[Prepared]) -> list[Request]:
    """The cards that were uploaded to a job, each as if it were made alone."""
    job = str(call.params["job"])
    texts = [one.call.body["texts"] for one in prepared if str(one.call.params.get("job")) == job]
    return [Request("POST", "/boards/ideas/cards", {}, {"text": text}) for listed in texts for text in listed]


def made(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """The cards of a job, in the order in which they were uploaded."""
    return [Answer(201, one) if one else Answer(422, {"error": "refused"}) for one in answer.body["cards"]]


def job_done(body: Any, given: Any) -> Any:
    """A job that is not done yet tells nothing."""
    return body if body["done"] else Answer(503, body)


START = "POST /jobs/{job}/start"

ROWS = (
    op(
        "PUT /jobs/{job}/texts", sdk="upload", says="upload texts to job {job}", part="POST /jobs/{job}/start", why=DOCS
    ),
    op("POST /jobs", sdk="create_job", says="prepare a job", part="POST /jobs/{job}/start", why=DOCS),
    op(
        START,
        sdk="start_job",
        says="make {count} cards",
        tier=of_items(COMPENSABLE),
        batch=batch(
            f"POST {BOARD}/cards",
            split=uploaded,
            answers=made,
            most=50,
            prepared=True,
            later=read("GET /jobs/{job}", completed="job_done"),
        ),
        residue="The archived cards.",
        why=f"Each card is archived by itself. {DOCS}/jobs",
    ),
    op(
        f"PATCH {BOARD}/cards",
        sdk="edit_cards",
        says="edit {count} cards of {board}",
        tier=of_items(REVERSIBLE),
        batch=batch(
            f"PATCH {CARD}", split=edits, answers=edited, before=read(f"GET {BOARD}/cards"), cut=card_in, most=50
        ),
        why=f"Each card is put back by itself. {DOCS}/cards#batch",
    ),
    op(
        "POST /calls",
        sdk="call",
        says="do {count} things",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(split=calls, answers=answers),
        residue="What each of them leaves.",
        why=f"Each is undone as if it had been sent alone. {DOCS}/calls",
    ),
)
