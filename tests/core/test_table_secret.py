"""`secret` in a table: no row rests on what is not recorded, and no restore writes what a read shows in its place."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Call,
    Operation,
    depends,
    field,
    find,
    join,
    look,
    path,
    sent,
    together,
)
from agentrein.plan_known import CannotPlan
from agentrein.plan_restore import plan_restore
from agentrein.table_secret import secret_faults
from table_kit import Bad, assert_refused, restoring, row


@depends(REVERSIBLE, IRREVERSIBLE)
def by_image(call: Any, image: Any, actor: Any) -> Any:
    """A tier that depends on what was there."""
    return REVERSIBLE


def editing(*fields: Any, secret: str, **columns: Any) -> Operation:
    """A row that puts fields back and has a secret."""
    thing = path("board:card:", sent("card"))
    return row(secret=(secret,), object=thing, probe=None, inverse=restoring(*fields), **columns)


BAD: Bad = {
    "an unreadable path": (lambda: row(secret=("a..b",)), "secret", "is no step"),
    "an empty path": (lambda: row(secret=("",)), "secret", "is empty"),
    "a probe by it": (
        lambda: row(secret=("text",), probe=find("GET /cards", same=("text",), since="made")),
        "probe",
        "<sent text> holds text, which is secret",
    ),
    "an identity of it": (
        lambda: row(secret=("a.b",), object=path("board:card:", sent("a"))),
        "object",
        "<sent a> holds a.b, which is secret",
    ),
    "a part of it": (
        lambda: row(secret=("a",), parents=(join("board:x:", sent("a.b")),)),
        "parents",
        "<sent a.b> holds a, which is secret",
    ),
    "a lookup by it": (
        lambda: row(secret=("a",), lookups=look("x", "GET /cards/{card}", "id", card=sent("a"))),
        "lookups",
        "<sent a> holds a, which is secret",
    ),
    "a field of it": (
        lambda: row(
            secret=("key",),
            object=path("board:card:", sent("card")),
            probe=None,
            inverse=restoring(field("key"), field("a")),
        ),
        "inverse",
        "key is secret and not recorded, so that field is lossy",
    ),
    "a field that is each of them": (lambda: editing(field("key"), secret="key[]"), "inverse", "that field is lossy"),
    "a field in it": (
        lambda: editing(field("secret", inside="config"), secret="config"),
        "inverse",
        "config is secret and not recorded, so that field is lossy",
    ),
    "a field that holds it": (
        lambda: editing(field("config"), secret="config.secret"),
        "inverse",
        "config holds config.secret, which is secret",
    ),
    "a field that it may lead to": (
        lambda: editing(field("secret", inside="config"), secret="config.*"),
        "inverse",
        "that field is lossy",
    ),
    "a field that is sent under its name": (
        lambda: editing(field("other", sent="key"), secret="key"),
        "inverse",
        "that field is lossy",
    ),
    "a hole that it may lead to": (
        lambda: row(secret=("*.b",), object=path("board:card:", sent("a.b"))),
        "object",
        "<sent a.b> holds *.b, which is secret",
    ),
    "whatever is named like one, with an inverse": (
        lambda: row(secret=("**",), probe=None),
        "secret",
        "name the paths",
    ),
    "whatever is named like one, with a probe": (
        lambda: row(secret=("**",), inverse=None, tier=IRREVERSIBLE),
        "secret",
        "name the paths",
    ),
    "one of a list": (lambda: row(secret=("keys[id=1].key",)), "secret", "chooses among the entries"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_row_that_rests_on_a_secret_is_refused(name: str) -> None:
    """When the table loads, naming row and column."""
    assert_refused(*BAD[name])


def test_a_row_may_name_one_secret_as_a_text() -> None:
    """As other columns do."""
    assert row(secret="config.secret").secret == ("config.secret",)


@pytest.mark.parametrize(
    "one",
    [
        editing(field("config", lossy=True), secret="config.secret"),
        editing(field("config"), secret="config.secret", tier=by_image),
        editing(field("url", inside="config"), secret="config.secret"),
    ],
)
def test_a_row_may_say_how_it_fares_beside_a_secret(one: Operation) -> None:
    """It never puts that field back, or tells by the reading when it cannot, or puts other fields back."""
    assert not [wrong for column, wrong in secret_faults(one) if column == "inverse"]


CASES: dict[str, tuple[Operation, Any, Any, bool]] = {
    "stars in what holds it": (
        editing(field("config"), secret="config.secret"),
        {"config": {"url": "new"}},
        {"config": {"url": "old", "secret": "***"}},
        False,
    ),
    "stars at any name": (
        editing(field("config"), secret="config.*.key"),
        {"config": {"a": {}}},
        {"config": {"a": {}, "b": {"key": "***"}}},
        False,
    ),
    "stars in a list": (
        editing(field("hooks"), secret="hooks[].key"),
        {"hooks": []},
        {"hooks": [{}, {"key": "***"}]},
        False,
    ),
    "none there": (
        editing(field("config"), secret="config.secret"),
        {"config": {"url": "new"}},
        {"config": {"url": "old", "secret": None}},
        True,
    ),
    "the call gives one": (
        editing(field("config"), secret="*.secret"),
        {"other": 1, "config": {"secret": None}},
        {"config": {}},
        False,
    ),
    "a secret taken along": (
        editing(together(field("url"), field("key")), secret="key"),
        {"url": "new"},
        {"url": "old", "key": "***"},
        False,
    ),
    "a field beside it": (
        editing(field("url"), field("key"), secret="key"),
        {"url": "new"},
        {"url": "old", "key": "***"},
        True,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_stars_are_never_put_back(name: str) -> None:
    """Whether or not the call names the secret, no undo is planned that would write what is shown in its place."""
    of, body, image, may = CASES[name]
    call = Call("board", of.address, {"card": "1"}, body)
    form: Any = of.inverse
    if may:
        assert [one.name for one in plan_restore(of, form, call, {}, image).fields] == [*body]
        return
    with pytest.raises(CannotPlan, match="is a secret, which is not recorded"):
        plan_restore(of, form, call, {}, image)
