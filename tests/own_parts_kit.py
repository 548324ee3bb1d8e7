"""Functions of a user's own that write through armed clients, forward and while they undo."""

from __future__ import annotations

import os
from typing import Any

import agentrein as rein
from board.sdk import BoardClient

CLIENTS: dict[str, Any] = {}
"""The armed clients of this process, by name."""


def board() -> BoardClient:
    """An armed client, as each process makes its own."""
    if "board" not in CLIENTS:
        CLIENTS["board"] = rein.wrap(BoardClient(os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]))
    return CLIENTS["board"]


def unpublish(title: str, result: dict[str, Any] | None = None) -> None:
    """The undo of `publish`: it finds what is there by its title, and takes it away."""
    for card in board().request("GET", "/boards/ideas/cards"):
        if card["text"] == title and not card["archived"]:
            board().edit_card(card["id"], card={"archived": True})


@rein.action(undo=unpublish)
def publish(title: str, *, fail: bool = False) -> dict[str, Any]:
    """One card and one message."""
    card = board().create_card("ideas", title)
    board().post("c1", f"look at {title}")
    if fail:
        raise RuntimeError("half-way")
    return {"card": card["id"]}


@rein.action(undo=unpublish)
def publish_all(title: str) -> None:
    """An action within an action is a part of it."""
    publish(title)


def erase(title: str) -> None:
    """An undo that deletes, which nothing undoes."""
    for card in board().request("GET", "/boards/ideas/cards"):
        if card["text"] == title:
            board().delete_card(card["id"])


@rein.action(undo=erase)
def sketch(title: str) -> None:
    """One card, to be deleted again."""
    board().create_card("ideas", title)


def erase_past_the_gate(title: str) -> None:
    """An undo that sends with a client of its own, which is not armed."""
    BoardClient(os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]).delete_card(1)


@rein.action(undo=erase_past_the_gate)
def draw(title: str) -> None:
    """One card."""
    board().create_card("ideas", title)


def opens_a_run(title: str) -> None:
    """An undo that opens a run within itself."""
    with rein.run("inner"):
        pass


@rein.action(undo=opens_a_run)
def paint(title: str) -> None:
    """Nothing at all."""


def writes(title: str) -> bool:
    """A probe that writes."""
    board().create_card("ideas", "a probe was here")
    return True


@rein.action(undo=unpublish, probe=writes)
def carve(title: str) -> None:
    """One card."""
    board().create_card("ideas", title)
