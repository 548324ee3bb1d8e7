"""What the vendor's service answers to calls that are made of several."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agentrein.testing import Answer, Request, Stop
from board.service import routes, shown

if TYPE_CHECKING:
    from board.sandbox import BoardSandbox


def alone(box: BoardSandbox, request: Request, method: str, path: str, body: object) -> Answer:
    """What one of several calls would be answered alone."""
    single = replace(request, method=method, path=path, query={}, body=body)
    try:
        return box.answer(single)
    except Stop as stop:
        return stop.answer


@routes.on("PATCH /boards/{board}/cards")
def edit_cards(box: BoardSandbox, request: Request) -> Answer:
    """Edit several cards: 207, with the card or the error of each."""
    told = [alone(box, request, "PATCH", f"/cards/{one['id']}", {"card": one["card"]}) for one in request.body["cards"]]
    return Answer(207, {"cards": [{"status": one.status, "card": one.body} for one in told]})


@routes.on("POST /jobs")
def create_job(box: BoardSandbox, request: Request) -> Answer:
    """A job that does nothing yet."""
    number = next(box.numbers)
    box.jobs[number] = {"id": number, "texts": [], "cards": [], "looks": 0, "by": request.actor}
    return Answer(201, {"job": number})


@routes.on("PUT /jobs/{job}/texts")
def upload(box: BoardSandbox, request: Request, job: str) -> Answer:
    """What the job is to make cards of."""
    box.one(box.jobs, job)["texts"] = request.body["texts"]
    return Answer(204)


@routes.on("POST /jobs/{job}/start")
def start(box: BoardSandbox, request: Request, job: str) -> Answer:
    """Accept the job, whose cards are there at once; that it is done shows at the second look."""
    found = box.one(box.jobs, job)
    made = [{} if text == "refused" else shown(box.new_card({"text": text}, found["by"])) for text in found["texts"]]
    found["cards"] = made
    return Answer(202, {"job": found["id"]})


@routes.on("GET /jobs/{job}")
def one_job(box: BoardSandbox, request: Request, job: str) -> Answer:
    """What became of a job."""
    found = box.one(box.jobs, job)
    found["looks"] += 1
    return Answer(200, {"done": found["looks"] > 1, "cards": found["cards"]})


@routes.on("POST /calls")
def call(box: BoardSandbox, request: Request) -> Answer:
    """Carry several calls out, one after the other."""
    told = [alone(box, request, one["method"], one["path"], one.get("body")) for one in request.body["calls"]]
    return Answer(200, {"answers": [{"status": one.status, "body": one.body} for one in told]})
