"""What the vendor's service answers to calls that are made of several."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agentrein.testing import Answer, Request, Stop
from board.service import routes

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


@routes.on("POST /calls")
def call(box: BoardSandbox, request: Request) -> Answer:
    """Carry several calls out, one after the other."""
    told = [alone(box, request, one["method"], one["path"], one.get("body")) for one in request.body["calls"]]
    return Answer(200, {"answers": [{"status": one.status, "body": one.body} for one in told]})
