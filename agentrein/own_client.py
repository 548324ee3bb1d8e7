"""The connector `own`: functions of the user's own in place of a vendor, whose calls are calls."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from agentrein.binding import is_awaited
from agentrein.client import Options
from agentrein.connector import Connector
from agentrein.errors import ReinError, Tripped, UsageError
from agentrein.keys import Keyed
from agentrein.model import Actor, Answer, Call, State, Verdict
from agentrein.own_arguments import KEY, RESULT, Unstorable, exactly, signature
from agentrein.own_done import done
from agentrein.own_held import Held, held, is_held
from agentrein.own_paths import OWN, find
from agentrein.rows import Operation, Place

if TYPE_CHECKING:
    from agentrein.attempts import Attempt


FOUND = {"found": True}
_DAY = 86_400.0
_UNDO = "undo"
"""As a header of an answer: it is what an undo, or a probe, raised, rather than the function itself."""

CONTRACT = "saga"
"""As a header of an answer: a step of a saga raised; it says what had landed by then, empty for nothing."""

UNCALLED = "uncalled"
"""As a header of an answer: the function was not called."""


class OwnTable:
    """The actions that this process registered, as far as their modules were imported: the rows of `own`."""

    refused: Sequence[Any] = ()
    places: Sequence[Place] = ()

    def __init__(self) -> None:
        self._rows: dict[str, Operation] = {}

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The rows that are known by now."""
        return tuple(self._rows.values())

    def add(self, row: Operation) -> None:
        """Register a function; a module that is loaded anew registers its functions anew."""
        self._rows[row.address] = row

    def row(self, address: str) -> Operation | None:
        """The row of a function."""
        return self._rows.get(address)

    def place_of(self, address: str) -> None:
        """No function lies in a place."""

    def addressed(self, address: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """A function's path is its address, whatever it is given."""
        return address, dict(given)

    def nearest(self, method: str, path: str, count: int = 3) -> list[str]:
        """Registered functions whose names resemble one."""
        wanted = f"{method} {path}".strip()
        return sorted(self._rows, key=lambda one: SequenceMatcher(None, one, wanted).ratio(), reverse=True)[:count]


def classify(call: Call, answer: Answer) -> Verdict:  # noqa: ARG001 - as every connector's
    """A function that returned has landed; of one that raised half-way nobody knows what it did."""
    if answer.error is None:
        return Verdict(State.LANDED)
    error = answer.error
    landed = answer.headers.get(CONTRACT)
    if landed is not None:
        state, what = (State.LANDED, landed) if landed else (State.REJECTED, "so it has done nothing, as sagas have it")
        return Verdict(state, f"it raised {type(error).__name__}: {what}")
    state = State.REJECTED if {_UNDO, UNCALLED} & set(answer.headers) else State.UNKNOWN
    told = f"{error.what}; {error.now}" if isinstance(error, ReinError) else f"it raised {type(error).__name__}"
    return Verdict(state, told)


def _nobody(kind: str) -> Any:  # noqa: ARG001 - as every connector's
    raise UsageError("nobody is asked whom a function acts for")


def _any_mode(kind: str) -> str:  # noqa: ARG001 - as every connector's
    return ""


class OwnConnector(Connector):
    """The connector of a user's own functions; its table grows as their modules are imported."""

    table = OwnTable()  # type: ignore[assignment]


connector = OwnConnector(
    name=OWN,
    title="own code",
    sdk="",
    versions="",
    clients=(),
    proxy="",
    build="agentrein.own_client:from_environment",
    operations=(),
    reads=lambda method, path: False,  # noqa: ARG005
    classify=classify,
    who=_nobody,
    keyed=Keyed("", _DAY, bool),
    mode_of=_any_mode,
)


@dataclass(frozen=True, slots=True, eq=False)
class OwnClient:
    """Calls functions in place of sending requests.

    `attempt` is the undo in which it does so; without one nothing is called. `plan` says that only a plan is made,
    which calls nothing: a probe is taken to find what it looks for. `hidden` are the arguments of the one call that it
    is made for that the record does not hold, `whole` is false where they are not all that it is called with.
    """

    attempt: Attempt | None = None
    plan: bool = False
    hidden: tuple[Any, ...] = field(default=(), repr=False)
    whole: bool = True
    connector: Connector = connector
    endpoint: str = ""
    identity: str = OWN
    kind: str = "process"
    options: Options = field(default_factory=lambda: Options(account=OWN))

    def within(self, attempt: Attempt, *, plan: bool) -> OwnClient:
        """The same, for the undo of one action."""
        return replace(self, attempt=attempt, plan=plan)

    def wait(self, verdict: Verdict, attempt: int) -> None:
        """Nothing is called a second time by itself."""

    def awaits(self, call: Call) -> bool:
        """Whether the function of a call is async, so that an event loop awaits it."""
        if self.plan:
            return False
        try:
            return is_awaited(_function(call))
        except ReinError:  # it is told where it is called
            return False

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Call the undo or the probe that a call names, in this thread; an async one on a loop of its own."""
        if self.plan:
            return Answer(200, {**FOUND, "returned": True, "result": f"<what {call.address} finds>"})
        work = _Work(self, call, check)
        return work.end(lambda: _finished(work.begin()))

    async def request_async(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """The same for an async function, on the running loop."""
        work = _Work(self, call, check)
        try:
            return work.told(await work.begin())
        except Exception as error:  # noqa: BLE001 - an answer like any other
            return _raised(error)
        except Tripped as error:
            return _raised(error)
        finally:
            work.leave()


@dataclass(slots=True)
class _Work:
    """One call of an undo or a probe: what it writes meanwhile belongs to the attempt."""

    client: OwnClient
    call: Call
    check: Callable[[], None] | None
    way: Any = None

    def begin(self) -> Any:
        """Call the function, once the run is still ours."""
        function = _function(self.call)
        args, kwargs = _arguments(self.call, function)
        if self.check is not None:
            self.check()
        assert self.client.attempt is not None  # noqa: S101 - nothing is asked of a client without one
        self.way = self.client.attempt.during(reads=self.check is None)
        self.way.__enter__()
        return function(*args, **kwargs)

    def told(self, value: Any) -> Answer:
        """What the function returned, as an answer: whether a probe found something, and what."""
        value = done(value, self.call.address)
        if self.check is not None:
            return Answer(200, None)
        if value is None or value is False:
            return Answer(404, None)
        return Answer(200, {**FOUND, **returned(None if value is True else value, known=value is not True)})

    def end(self, call: Callable[[], Any]) -> Answer:
        """Carry it out in this thread."""
        try:
            return self.told(call())
        except Exception as error:  # noqa: BLE001 - an answer like any other
            return _raised(error)
        except Tripped as error:
            return _raised(error)
        finally:
            self.leave()

    def leave(self) -> None:
        """It is over: what it started and still writes is refused."""
        if self.way is not None:
            self.way.__exit__(None, None, None)


def _raised(error: BaseException) -> Answer:
    if isinstance(error, Tripped):
        error = ReinError(error.what, where=error.where, now=error.now)
    return Answer(error=error, headers={_UNDO: "raised"})


def _finished(given: Any) -> Any:
    """What a function gives; a coroutine is run to its end, in a thread of its own where a loop runs in this one."""
    if not inspect.iscoroutine(given):
        return given
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(given)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(contextvars.copy_context().run, asyncio.run, given).result()


def _function(call: Call) -> Callable[..., Any]:
    one = _held(call)
    if one is not None:
        return one.function(call.address)
    return find(call.address, str(call.params.get("root", "")))


def _held(call: Call) -> Held | None:
    """What this process holds for a call; None for one that is called by its path with what the ledger holds."""
    token = call.params.get("process")
    if token is None or ("root" in call.params and not is_held(str(token))):
        return None
    return held(str(token), call.address)


def _arguments(call: Call, function: Callable[..., Any]) -> tuple[Sequence[Any], dict[str, Any]]:
    one = _held(call)
    body = one.passed(call.address) if one is not None else call.body
    args, kwargs = list(body["args"]), dict(body["kwargs"])
    if call.key and KEY not in kwargs and KEY in signature(function).parameters:
        kwargs[KEY] = call.key
    return args, kwargs


def returned(value: Any, *, known: bool = True) -> dict[str, Any]:
    """What a function gave, as the answer that its undo is filled from.

    `returned` is false where that is not known, or where the ledger would not hold all of it: a credential, say.
    """
    try:
        return {"returned": known, "result": exactly(RESULT, value)}
    except Unstorable:
        return {"returned": False, "result": None}


def from_environment(environ: Mapping[str, str]) -> OwnClient:  # noqa: ARG001 - as every connector's `build`
    """The client of any process: functions need no credential of ours."""
    return OwnClient()


def actor() -> Actor:
    """Whom a function acts for: the code itself; its own credentials are its own affair."""
    return Actor(OWN, "", "process")
