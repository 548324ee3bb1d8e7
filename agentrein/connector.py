"""All that a connector author imports: the row language, `Connector`, and the way through the gate."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentrein.address import NotCanonical, build
from agentrein.client import Client, Options, Request
from agentrein.errors import ClientError, Refused, TableError, UsageError
from agentrein.gate import enter, enter_async
from agentrein.holes import actor, answer, before, computed, each, found, join, looked, seen, sent
from agentrein.inverse import Read
from agentrein.model import Actor, Answer, Call, Json, Own, State, Tier, Verdict
from agentrein.rows import Operation, Place, depends, look, op, place
from agentrein.table import Refusal, Table, load_refused
from agentrein.table_check import check_connector
from agentrein.tripwire import armed
from agentrein.words import (
    adding,
    do,
    either,
    field,
    first,
    items,
    members,
    now,
    removing,
    replacing,
    restore,
    together,
)
from agentrein.words_read import days, find, gone, maybe, moment, path, read, shows, stands, when

COSTLY, COMPENSABLE, IRREVERSIBLE, REVERSIBLE = Tier.COSTLY, Tier.COMPENSABLE, Tier.IRREVERSIBLE, Tier.REVERSIBLE

Who = Callable[[str], Generator[Read, Answer, Actor]]
Divide = Callable[[Json], str | None]
Alike = Callable[[Any, Any, Own], Generator[Read, Answer, bool]]
Reading = Callable[[Any, Mapping[str, Any]], Generator[Read, Answer, Any]]


def http_status(answer: Answer) -> int | None:
    """What an answer to a read means where the vendor says it with HTTP."""
    return answer.status


def request_line(method: str, path: str) -> tuple[str, str]:
    """How a request line reads as method and path where that is what the vendor's addresses are made of."""
    return method, path


@dataclass(frozen=True)
class Connector:
    """Everything about one vendor API.

    `clients` are the dotted names of the client classes that `wrap` takes; `proxy` the import path
    (`module:function`) of what arms one, `build` of what makes one from the environment, `sandbox` of the sandbox
    class. `classify` tells what an answer to a write means, `code` names an answer for `ok`, `changed` and `after`,
    `who` yields the reads that tell the actor. `reads` tells a declared read from its method and path. `divided` names
    addresses whose body holds the real operation, with the function that names it (None for a read). `comparisons` are
    named generators that yield reads and tell whether what is there now differs from what the action left only by what
    the run itself did since (`ours, now, own`). `readings` are named generators that go on from the body of a read with
    further reads (`body, given`) and give the completed body, or the Answer at which they stopped. `status` says what
    an answer to a read means as an HTTP status, for a vendor that answers errors with 200.

    For the tripwire: `hosts` are the places besides a client's endpoint at which the vendor takes writes, as `host`,
    `host:port/base/path`, or `/base/path` on the endpoint's own host. `credentials` are addresses that only give a
    credential (`POST /oauth/token`), which SDKs ask for on their own. `executes` tells of GET, HEAD or OPTIONS and a
    path whether such a request executes something. `line` turns an HTTP method and a path on the wire into method and
    path of an address, for a vendor whose addresses are made otherwise. `account` is the pattern of what `who` tells as
    the account, so that `wrap(client, account=...)` is given the same.
    """

    name: str
    title: str
    sdk: str
    versions: str
    clients: tuple[str, ...]
    proxy: str
    build: str
    sandbox: str
    operations: Sequence[Operation]
    refused: Sequence[Refusal]
    reads: Callable[[str, str], bool]
    classify: Callable[[Call, Answer], Verdict]
    who: Who
    code: Callable[[Answer], int | str | None]
    places: tuple[Place, ...] = ()
    divided: Mapping[str, Divide] | None = None
    comparisons: Mapping[str, Alike] | None = None
    readings: Mapping[str, Reading] | None = None
    status: Callable[[Answer], int | None] = http_status
    hosts: tuple[str, ...] = ()
    credentials: tuple[str, ...] = ()
    executes: Callable[[str, str], bool] | None = None
    line: Callable[[str, str], tuple[str, str]] = request_line
    account: str = r".+"

    @cached_property
    def table(self) -> Table:
        """The checked table; raises TableError naming row and column."""
        table = Table(self.name, self.operations, self.refused, self.places, self.divided or {})
        check_connector(table, self.reads, self.comparisons or {}, self.readings or {})
        return table


__all__ = [
    "COMPENSABLE",
    "COSTLY",
    "IRREVERSIBLE",
    "REVERSIBLE",
    "Actor",
    "Answer",
    "Call",
    "Client",
    "ClientError",
    "Connector",
    "Json",
    "NotCanonical",
    "Operation",
    "Options",
    "Own",
    "Place",
    "Read",
    "Refused",
    "Request",
    "State",
    "TableError",
    "Tier",
    "UsageError",
    "Verdict",
    "actor",
    "adding",
    "answer",
    "armed",
    "before",
    "build",
    "computed",
    "days",
    "depends",
    "do",
    "each",
    "either",
    "enter",
    "enter_async",
    "field",
    "find",
    "first",
    "found",
    "gone",
    "items",
    "join",
    "load_refused",
    "look",
    "looked",
    "maybe",
    "members",
    "moment",
    "now",
    "op",
    "path",
    "place",
    "read",
    "removing",
    "replacing",
    "restore",
    "seen",
    "sent",
    "shows",
    "stands",
    "together",
    "when",
]
