"""What the errors say, whoever wrote the words in them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import agentrein as rein
from agentrein import errors
from agentrein.registry import connector


def test_the_sentence_for_a_model_holds_no_control_characters() -> None:
    """What a call or a vendor says is written out, as in the message for people: no escape acts on a screen."""
    refused = rein.Refused("refused", reason="policy", why="because \x1b[31mred", says="post 'a\u202eb\n\x1b[2J'")
    told = refused.for_model()
    assert told == (
        r"Not done: post 'a\u202eb\n\x1b[2J': because \x1b[31mred. Do not retry; continue with other work or finish."
    )


def test_a_name_without_a_path_is_told_its_neighbours() -> None:
    """Slack's addresses are names of methods: a mistyped one is told the names that read alike."""
    table = connector("slack").table
    assert table.nearest("chat.dlete", "")[0] == "chat.delete"
    assert table.nearest("chat_postMessage", "")[0] == "chat.postMessage"
    assert table.nearest("POST", "/chat.dlete")[0] == "chat.delete"


@pytest.mark.parametrize(
    ("policy", "shows"),
    [
        ({"slack: chat.dlete": "refuse"}, "nearest: 'slack: chat.delete'"),
        ({"slack:chat.dlete": "refuse"}, "an operation reads, for example, 'slack: chat.delete' (see `rein ops`)"),
        ({"chat.delete": "refuse"}, "'slack: chat.delete'"),
        ({"POST /v1/pages": "refuse"}, "'notion: POST /v1/pages'"),
    ],
)
def test_a_wrong_rule_is_told_real_operations(policy: Any, shows: str) -> None:
    """The example is an address of the vendor that was meant, with a path or without."""
    with pytest.raises(rein.UsageError) as error:
        rein.run("triage", policy=policy)
    assert shows in error.value.now


KINDS = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors._Told)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_exception_survives_a_process_pool(kind: type[errors._Told]) -> None:
    """Pickled and read again it has its three parts and what else it carries; one that does not would kill the pool."""
    made = kind("what", where="here", now="this", **({"reason": "policy"} if issubclass(kind, errors.Refused) else {}))
    made.add_note("a note")
    read = pickle.loads(pickle.dumps(made))  # noqa: S301 - our own
    assert type(read) is kind
    assert (read.what, read.where, read.now, read.__notes__) == ("what", "here", "this", ["a note"])
