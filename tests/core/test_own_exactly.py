"""What was approved, judged or answered before is what a function is called with, and nothing that looks like it."""

from __future__ import annotations

import asyncio
import contextvars
import enum
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import deciding
from agentrein.ledger import open_ledger

CALLED: list[Any] = []
ASKS: dict[str, Any] = {"policy": {"own": "ask"}, "approvals": "unsigned", "on_failure": "keep"}


@pytest.fixture(autouse=True)
def _nothing_called(rein_ledger: Path) -> None:
    CALLED.clear()


class Mail:
    """An object that only this process knows."""

    def __init__(self, to: str) -> None:
        self.to = to

    @rein.action
    def send(self) -> None:
        """A method, whose object is left out of the record."""
        CALLED.append(self.to)

    @classmethod
    @rein.action
    def send_all(cls) -> None:
        """A method of the class."""
        CALLED.append(cls.__name__)


class Other(Mail):
    """Another class with the same method."""


class Size(str, enum.Enum):  # noqa: UP042 - a member whose text is not its value
    """Data, for all that it is an object."""

    BIG = "big"
    SMALL = "small"


class Labelled(str):
    """A text that carries more than its letters."""

    __slots__ = ("__dict__",)


def labelled(text: str, label: str) -> Labelled:
    """One of them."""
    made = Labelled(text)
    made.label = label  # type: ignore[attr-defined]
    return made


@rein.action
def tell(what: Any) -> str:
    """Irreversible, with one argument."""
    CALLED.append(what)
    return "told"


def nothing() -> None:
    """An undo that has nothing to do."""


@rein.action(undo=nothing)
def note(what: Any) -> str:
    """Reversible, with one argument."""
    CALLED.append(what)
    return "noted"


@rein.action(undo=nothing, secret=("iban",))
def pay(amount: int, iban: str) -> str:
    """With an argument that is never stored."""
    CALLED.append((amount, iban))
    return "paid"


def approve_all() -> None:
    """A person approves all that waits."""

    def approve() -> None:
        ledger = open_ledger(None)
        for one in deciding.waiting(ledger):
            deciding.approve(ledger, one)

    contextvars.Context().run(approve)


HIDDEN = [
    (lambda: pay(5, "DE-mine"), lambda: pay(5, "DE-theirs")),
    (lambda: tell("token=aaaaaaaa11"), lambda: tell("token=bbbbbbbb22")),
    (lambda: tell({"password": "hunter2"}), lambda: tell({"password": "other9999"})),
    (lambda: tell({"password": b"hunter2"}), lambda: tell({"password": b"other9999"})),
]


@pytest.mark.parametrize(("first", "second"), HIDDEN, ids=["secret=", "looks", "by name", "bytes"])
def test_approval_is_bound_to_what_is_not_written_down(first: Any, second: Any) -> None:
    """Two calls that read alike are two calls, and the approved one goes through, once."""
    with rein.run("x", **ASKS):
        with pytest.raises(rein.NeedsApproval):
            first()
        approve_all()
        with pytest.raises(rein.NeedsApproval):
            second()
        assert CALLED == []
        first()
        assert len(CALLED) == 1
        with pytest.raises(rein.NeedsApproval):
            first()


UNSAYABLE = [
    lambda: tell(Mail("ada")),
    lambda: tell([{"to": Mail("ada")}]),
    lambda: tell({1: "ada"}),
    lambda: tell(labelled("ada", "all")),
    lambda: pay(5, Mail("DE")),  # type: ignore[arg-type]
    lambda: Mail("ada").send(),
    Other.send_all,
]


@pytest.mark.parametrize("call", UNSAYABLE)
def test_nobody_can_approve_what_cannot_be_written_down(call: Any) -> None:
    """It is refused, also where a function of the run would say yes, and never asked for."""
    for approvals in ("unsigned", lambda one: True):
        with rein.run("x", **{**ASKS, "approvals": approvals}):
            with pytest.raises(rein.Refused, match="nobody can approve exactly this call") as refused:
                call()
            assert not isinstance(refused.value, rein.NeedsApproval)
            assert deciding.waiting(open_ledger(None)) == []
    assert CALLED == []
    with rein.run("x", policy={"own": "allow"}):  # where nobody is asked it is called
        call()
    assert len(CALLED) == 1


@pytest.mark.parametrize("call", [lambda: tell(Size.BIG), lambda: tell((1, None, 2.5, b"x")), Mail.send_all])
def test_what_data_stands_for_can_be_approved(call: Any) -> None:
    """Members of enums, tuples, and a method of the very class that its path names."""
    with rein.run("x", **ASKS):
        with pytest.raises(rein.NeedsApproval):
            call()
        approve_all()
        call()
    assert len(CALLED) == 1


def test_step_of_a_saga_is_approved_for_its_dict() -> None:
    """A dict with an object in it is refused, and one with another secret asks anew."""
    with rein.run("x", **ASKS):
        refused = rein.saga([rein.Step("pay", lambda ctx: CALLED.append(ctx["to"]))], {"to": Mail("ada")})
        assert "nobody can approve exactly this call" in str(refused.error)
        step = [rein.Step("pay", lambda ctx: CALLED.append(ctx["password"]))]
        assert isinstance(rein.saga(step, {"password": "hunter2"}).error, rein.NeedsApproval)
        approve_all()
        assert isinstance(rein.saga(step, {"password": "other9999"}).error, rein.NeedsApproval)
    assert CALLED == []


RESUMED = [
    lambda: pay(5, "DE-theirs"),
    lambda: note(Mail("ada")),
    lambda: note({"password": "other9999"}),
]


@pytest.mark.parametrize("call", RESUMED, ids=["secret=", "object", "by name"])
def test_resume_answers_no_call_that_nothing_compares(call: Any) -> None:
    """The ledger does not hold all of it, so that a person decides whether it is the same."""
    with rein.run("r", key="1", resume=True):
        call()
    with pytest.raises(rein.ResumeStopped, match="nothing compares"):
        with rein.run("r", key="1", resume=True):
            call()
    assert len(CALLED) == 1


def test_resume_answers_no_step_that_nothing_compares() -> None:
    """A saga's dict is what its step is called with."""
    step = [rein.Step("pay", lambda ctx: CALLED.append(ctx["to"]), lambda ctx: None)]
    with rein.run("r", key="1", resume=True):
        assert rein.saga(step, {"to": Mail("ada")}).success
    with pytest.raises(rein.ResumeStopped, match="nothing compares"):
        with rein.run("r", key="1", resume=True):
            rein.saga(step, {"to": Mail("bob")})
    assert len(CALLED) == 1


@rein.action
async def tell_later(what: Any) -> None:
    """On an event loop."""
    CALLED.append(what)


def test_arguments_that_change_after_they_were_judged_are_not_passed_on() -> None:
    """Nothing is called, and the record says so."""
    what = ["tmp"]

    def says_yes(one: object) -> bool:
        what.append("customers")
        return True

    async def agent() -> None:
        async with rein.run("x", **{**ASKS, "approvals": says_yes}):
            await tell_later(what)

    with rein.run("x", **{**ASKS, "approvals": says_yes}) as run:
        with pytest.raises(rein.Refused, match="changed after it was judged"):
            tell(what)
        assert [one.state for one in run.actions] == [rein.State.REJECTED]
        step = rein.Step("pay", lambda ctx: CALLED.append(ctx["what"]))
        assert "changed after it was judged" in str(rein.saga([step], {"what": what}).error)
        tell(list(what))
    with pytest.raises(rein.Refused, match="changed after it was judged"):
        asyncio.run(agent())
    assert CALLED == [["tmp", "customers", "customers"]]
