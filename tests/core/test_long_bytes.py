"""Long bytes stand in the ledger once: an undo has them, and everything else has their digest."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import REVERSIBLE, Call, Operation, before, do, field, op, read, restore
from agentrein.ledger import codec
from agentrein.long_bytes import LONG, Digest, as_json, digested, referred, restored
from board.agent import done, states
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.proxy import parts
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

CONTENT = b"\x00\xff" * LONG
DIGEST = Digest(hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))


def test_a_digest_is_written_and_read() -> None:
    """As one of the ledger's own words, which a user's own key is not taken for."""
    assert codec.loads(codec.dumps([DIGEST])) == [DIGEST]
    assert codec.loads(codec.dumps({"$sha256": "a 1"})) == {"$sha256": "a 1"}


def test_only_what_was_planned_is_referred_to() -> None:
    """Other bytes stay, however long, and so do short ones."""
    other = CONTENT + b"!"
    stored = referred({"a": CONTENT, "b": [other, b"short"]}, {"planned": CONTENT})
    assert stored == {"a": DIGEST, "b": [other, b"short"]}
    assert restored(stored, {"planned": CONTENT}) == {"a": CONTENT, "b": [other, b"short"]}
    assert digested({"a": other, "b": b"short"}) == {
        "a": Digest(hashlib.sha256(other).hexdigest(), len(other)),
        "b": b"short",
    }


def test_people_are_told_how_many_there_are() -> None:
    """Bytes as such are for nobody's screen."""
    told = json.dumps({"a": CONTENT, "b": DIGEST}, default=as_json)
    assert json.loads(told)["a"] == json.loads(told)["b"] == {"bytes": DIGEST.size, "sha256": DIGEST.sha256}


def filed() -> Operation:
    """The row of a card whose text is read as bytes."""
    write = do(f"PATCH {CARD}", {"card": {"text": before("name")}, "content": before("bytes")}, again="safe")
    return op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        faithful=False,
        inverse=restore(read(f"GET {CARD}", completed="file"), write, field("digest", read="digest")),
        why=f"The text is written back. {DOCS}/cards",
    )


def file(body: Any, given: Any) -> Any:
    """A card with a content that is longer than its text."""
    return {"name": body["text"], "bytes": CONTENT, "digest": hashlib.sha256(body["text"].encode()).hexdigest()}


def _watched(sent: list[Any]) -> Any:
    """The proxy's own way to the wire, which is told what a call carries; the toy vendor takes no bytes."""

    def watched(call: Call) -> Any:
        method, path, body, query = parts(call)
        sent.append(body)
        return method, path, {"card": body["card"]} if body else body, query

    return watched


def test_they_stand_in_the_ledger_once(
    board: BoardSandbox, ada: BoardClient, speak: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the planned entry; the outcome, the intent and the report of the undo have the digest, the wire the bytes."""
    ledger = tmp_path / "one.sqlite3"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(ledger))
    sent: list[Any] = []
    monkeypatch.setattr("board.proxy.parts", _watched(sent))
    speak(filed(), readings={"file": file})
    run = done(lambda: ada.edit_card(board.first, card={"text": "New"}))
    assert states(rein.revert(run.id)) == ["reverted"]
    assert [body["content"] for body in sent if body] == [CONTENT]
    with sqlite3.connect(ledger) as file_:
        texts = [text for (text,) in file_.execute("SELECT text FROM payloads") if text]
    encoded = b64encode(CONTENT).decode()
    assert sum(encoded in text for text in texts) == 1
    assert sum("$sha256" in text for text in texts) == 3
