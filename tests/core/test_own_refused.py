from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
import own_kit
from own_kit import cancel, place, shop


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def order(order: str, note: Any = None) -> None:
    """A function to be registered by a test."""
    own_kit.put(order, 1)


def with_note(order: str, note: Any) -> None:
    """An undo that takes all of it."""
    own_kit.log(f"undo {order} {note!r}")
    own_kit.cancel.__wrapped__(order) if hasattr(own_kit.cancel, "__wrapped__") else own_kit.cancel(order)


class Desk:
    """A class with functions of its own."""

    def undo(self, order: str) -> None:
        """Takes its object."""

    @staticmethod
    def apart(order: str) -> None:
        """Takes none."""
        own_kit.cancel(order)


def local() -> Any:
    """An undo that no other process could import."""

    def undo(order: str) -> None:
        own_kit.cancel(order)

    return undo


UNFINDABLE = [
    (lambda order: None, "a lambda"),
    (local(), "inside a function"),
    (functools.partial(cancel, order="A1"), "no function written in Python"),
    (Desk().undo, "takes its object"),
    (Desk.undo, "takes its object"),
    (json.dumps, "belongs to json"),
    (print, "no function written in Python"),
    (Desk, "no function written in Python"),
]


@pytest.mark.parametrize(("undo", "why"), UNFINDABLE, ids=[why for _, why in UNFINDABLE])
def test_undo_that_another_process_cannot_import_is_refused(undo: Any, why: str) -> None:
    """Where it is decorated, with what to do: a revert at night comes from another process."""
    with pytest.raises(rein.UsageError, match=why) as refused:
        rein.action(undo=undo)(order)
    assert "durable=False" in str(refused.value) or "function of your own" in str(refused.value)


def test_probe_that_another_process_cannot_import_is_refused() -> None:
    """As an undo is."""
    with pytest.raises(rein.UsageError, match=r"probe=.*lambda"):
        rein.action(undo=cancel, probe=lambda order: True)(order)


def test_name_that_leads_elsewhere_is_refused_when_first_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function whose name was given to another one would be undone by that."""
    made = rein.action(undo=Desk.apart)(order)
    monkeypatch.setattr(Desk, "apart", staticmethod(lambda order: None))
    with rein.run("order"), pytest.raises(rein.UsageError, match="does not lead to this function"):
        made("A1")
    assert shop()["orders"] == {}


def test_static_method_is_found() -> None:
    """It takes no object, so another process can call it."""
    made = rein.action(undo=Desk.apart)(order)
    with rein.run("order") as run:
        made("A1")
    assert rein.revert(run.id).counts["reverted"] == 1
    assert shop()["orders"] == {}


def test_tiers_that_do_not_fit_are_refused() -> None:
    """Without an undo nothing is reversible, and with one nothing is irreversible."""
    with pytest.raises(rein.UsageError, match="no undo"):
        rein.action(tier=rein.REVERSIBLE)(order)
    with pytest.raises(rein.UsageError, match="has an undo"):
        rein.action(undo=cancel, tier=rein.IRREVERSIBLE)(order)
    with pytest.raises(rein.UsageError, match="has an undo"):
        rein.action(undo=cancel, tier=rein.Tier.READ)(order)


def needs_more(order: str, warehouse: str) -> None:
    """An undo that nothing fills."""


def test_undo_that_could_not_be_called_is_refused() -> None:
    """Its parameters are held against what the function is called with, where it is decorated."""

    def one(order: str) -> None: ...

    with pytest.raises(rein.UsageError, match="warehouse"):
        rein.action(undo=needs_more)(one)


def test_result_that_means_two_things_is_refused() -> None:
    """A parameter of that name of the function's own would take the place of what it returned."""

    def publish(result: str) -> str:
        return result

    with pytest.raises(rein.UsageError, match="takes result, which is an argument of"):
        rein.action(undo=only_result)(publish)


def put_object(bucket: str, key: str) -> None:
    """A function with a parameter of the name of an undo's key."""
    own_kit.log(f"put {bucket}/{key}")


def delete_object(bucket: str, key: str) -> None:
    """Its undo, which is given the argument."""
    own_kit.log(f"delete {bucket}/{key}")


def test_key_of_the_functions_own_goes_before() -> None:
    """`key` is an ordinary name: where the function has one, its undo gets that."""
    with rein.run("put") as run:
        rein.action(undo=delete_object)(put_object)("b", "k")
    rein.revert(run.id)
    assert shop()["log"] == ["put b/k", "delete b/k"]


@dataclasses.dataclass
class Size:
    """Something that no JSON holds."""

    width: int


@pytest.mark.parametrize("note", [Size(3), dt.date(2026, 1, 1), {1: "one"}, {"sizes": [Size(3)]}, {1, 2}, object()])
def test_argument_that_the_ledger_cannot_hold_is_refused_before_anything_runs(note: Any) -> None:
    """Its type is told, and what to hand on instead; nothing ran and nothing is recorded."""
    made = rein.action(undo=with_note)(order)
    with rein.run("order") as run, pytest.raises(rein.UsageError, match=r"was not called.*takes note"):
        made("A1", note)
    assert shop()["orders"] == {}
    assert run.actions == []


def test_argument_that_no_undo_takes_need_not_be_held() -> None:
    """Only what the undo and the probe take is stored; the rest is shown by its type."""
    made = rein.action(undo=cancel)(order)
    with rein.run("order") as run:
        made("A1", Size(3))
    assert run.actions[0].planned["call"]["body"] == {"order": "A1", "note": "<Size>"}
    assert not rein.revert(run.id).left


@pytest.mark.parametrize("note", [0.1, 2**63, "é\ud800", b"\x00", [1, [2]], {"$bytes": "x"}, None, float("inf")])
def test_arguments_come_back_exactly(note: Any) -> None:
    """To the last bit, from the ledger."""
    made = rein.action(undo=with_note)(order)
    with rein.run("order") as run:
        made("A1", note)
    rein.revert(run.id)
    assert shop()["log"][0] == f"undo A1 {note!r}"


def login(user: str, password: str) -> None:
    """Takes a secret."""
    own_kit.log(f"login {user} {len(password)}")


def logout(user: str) -> None:
    """Its undo, which needs none."""
    own_kit.log(f"logout {user}")


def logout_with(user: str, password: str) -> None:
    """An undo that would need it."""


def test_secret_argument_is_not_in_the_ledger(rein_ledger: Path) -> None:
    """By declaration, by its name, and by its looks; an undo that takes one is refused."""
    for options in ({"secret": ("password",)}, {}):
        made = rein.action(undo=logout, **options)(login)
        with rein.run("login") as run:
            made("ada", "hunter2-hunter2")
        rein.revert(run.id)
    with sqlite3.connect(rein_ledger) as db:
        text = "".join(row[0] or "" for row in db.execute("SELECT text FROM payloads"))
    assert "logout" in text
    assert "hunter2" not in text
    with pytest.raises(rein.UsageError, match="password, which is secret"):
        rein.action(undo=logout_with, secret=("password",))(login)
    with rein.run("login"), pytest.raises(rein.UsageError, match="looks like a credential"):
        rein.action(undo=logout_with)(login)("ada", "hunter2-hunter2")
    with pytest.raises(rein.UsageError, match="no such parameter"):
        rein.action(undo=logout, secret="pasword")(login)


def test_undo_in_this_process_only_says_so_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    """`durable=False` takes lambdas and objects of any kind; plan, report and show repeat what that means."""
    kept: list[object] = []
    note = Size(3)
    made = rein.action(undo=lambda order, note, result: kept.append((order, note, result)), durable=False)(lambda_like)
    only = "undo lives in this process only"
    with rein.run("order") as run:
        made("A1", note)
        assert only in run.actions[0].says
    assert only in str(rein.revert(run.id, plan=True).actions[0].says)
    shown = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "show", run.id], capture_output=True, text=True, check=False
    )
    assert only in " ".join(shown.stdout.split()), shown.stderr
    told = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "revert", run.id, "--yes", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "needs what only the process pid" in json.loads(told.stdout)["actions"][0]["message"]
    report = rein.revert(run.id)
    assert not report.left
    assert only in report.actions[0].says
    assert kept == [("A1", note, note)]
    assert kept[0][1] is note  # type: ignore[index]


def lambda_like(order: str, note: object) -> object:
    """Gives back what it got."""
    return note


class Counter:
    """An object whose method is an action."""

    def __init__(self, orders: list[str]) -> None:
        self.orders = orders

    def drop(self, order: str) -> None:
        """The undo of `take` for this process."""
        self.orders.remove(order)

    @rein.action(undo=drop, durable=False)
    def take(self, order: str) -> None:
        """Takes an order."""
        self.orders.append(order)

    @rein.action(undo=cancel)
    def send(self, order: str) -> str:
        """Places it; another process undoes that without this object."""
        own_kit.put(order, 1)
        return order


def test_methods() -> None:
    """The object of a method is never stored: with `durable=False` it is held, else the undo does without it."""
    one = Counter([])
    with rein.run("order") as run:
        one.take("A1")
        assert one.send("A2") == "A2"
        assert [action.planned["call"]["body"] for action in run.actions] == [{"order": "A1"}, {"order": "A2"}]
    assert not rein.revert(run.id).left
    assert one.orders == []
    assert shop()["orders"] == {}


def by_place(what: str, how_many: int = 0) -> None:
    """An undo with names of its own."""
    own_kit.log(f"by place {what} {how_many}")


def all_of_it(*args: Any, result: Any, **kwargs: Any) -> None:
    """An undo that takes whatever there is."""
    own_kit.log(f"all {args} {result} {kwargs}")


def only_result(result: str) -> None:
    """An undo that takes what was returned, and nothing else."""
    own_kit.log(f"only {result}")


def make(sku: str, qty: int = 1) -> str:
    """A function to be undone."""
    return f"{sku}-{qty}"


@pytest.mark.parametrize(
    ("undo", "said"),
    [
        (by_place, "by place a 2"),
        (all_of_it, "all ('a',) a-2 {'qty': 2}"),
        (only_result, "only a-2"),
    ],
)
def test_undo_gets_what_it_takes(undo: Any, said: str) -> None:
    """By name, by place, or as it was passed; what it does not take is left out."""
    made = rein.action(undo=undo)(make)
    with rein.run("make") as run:
        made("a", qty=2)
    assert not rein.revert(run.id).left
    assert shop()["log"] == [said]


def maybe_result(result: Size | None = None) -> None:
    """An undo that does without what was returned."""
    own_kit.log(f"maybe {result}")


def test_result_that_cannot_be_stored_is_told() -> None:
    """At the call; this process hands it to the undo, and another one asks a person, or does without it."""
    ended = {}
    for undo in (only_result, maybe_result):
        made = rein.action(undo=undo)(lambda_like_result)
        with rein.run("make") as here, pytest.warns(UserWarning, match=r"returned a Size, which no ledger holds"):
            assert isinstance(made("a"), Size)
        with rein.run("make") as there, pytest.warns(UserWarning, match=r"only this process"):
            made("a")
        assert there.actions[0].state is rein.State.LANDED
        command = [sys.executable, "-m", "agentrein.cli", "revert", there.id, "--yes", "--json"]
        paths = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        told = subprocess.run(command, env=paths, capture_output=True, text=True, check=False)
        ended[undo.__name__] = told.returncode, json.loads(told.stdout)["actions"][0]["message"]
        assert not rein.revert(here.id).left
    assert ended["only_result"][0] == 1
    assert "needs what only the process pid" in ended["only_result"][1]
    assert ended["maybe_result"] == (0, "accepted (200), not read back")
    assert shop()["log"] == ["only Size(width=3)", "maybe None", "maybe Size(width=3)"]


def lambda_like_result(sku: str) -> Size:
    """Returns what no ledger holds."""
    return Size(3)


def test_wrong_arguments_are_the_functions_own_error() -> None:
    """A call that Python would not make is no action."""
    with rein.run("order") as run:
        with pytest.raises(TypeError, match="missing"):
            place()  # type: ignore[call-arg]
        assert run.actions == []


def test_tool_of_an_agent_is_an_action_in_a_step() -> None:
    """`rein.tool` over `rein.action`: the step that fails undoes it."""

    @rein.tool
    def order_tool(order: str) -> str:
        place(order)
        raise OSError("no answer")

    with rein.run("order") as run:
        with pytest.raises(OSError, match="no answer"):
            order_tool("A1")
        assert shop()["orders"] == {}
        over = rein.tool(place)
        assert over("A2") == {"number": "N-A2"}
        assert run.actions[1].step == "place"
