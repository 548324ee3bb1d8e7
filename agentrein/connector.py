"""All that a connector author imports: the row language, `Connector`, and the way through the gate."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentrein.address import NotCanonical, build
from agentrein.batch import Prepared, batch
from agentrein.client import Check, Client, Options, Request
from agentrein.connector_check import check_parts
from agentrein.dry import rehearsing
from agentrein.errors import ClientError, Refused, TableError, UsageError
from agentrein.gate import enter, enter_async
from agentrein.holes import actor, answer, before, computed, each, found, join, key, looked, seen, sent
from agentrein.inverse import Read
from agentrein.keys import Keyed
from agentrein.model import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Answer,
    Call,
    Json,
    Own,
    State,
    Tier,
    Verdict,
)
from agentrein.over_http import by_status, gets, http_status, whoami
from agentrein.plan_known import CannotPlan
from agentrein.rehearsal import INVENTED
from agentrein.rows import Amount, Operation, Place, depends, how_many, look, of_items, op, place
from agentrein.table import Refusal, Table, load_refused
from agentrein.table_check import check_connector
from agentrein.tripwire import armed
from agentrein.words import (
    adding,
    anew,
    do,
    either,
    field,
    first,
    items,
    leave,
    members,
    now,
    removing,
    replacing,
    restore,
    together,
)
from agentrein.words_read import days, find, gone, maybe, moment, path, read, shows, stands, when

Who = Callable[[str], Generator[Read, Answer, Actor]]
Divide = Callable[[Json], str | None]
Alike = Callable[[Any, Any, Own], Any]
"""Gives whether two readings are one, or is a generator that yields reads and then gives it."""
Reading = Callable[[Any, Mapping[str, Any]], Any]
"""Gives the completed body or an Answer, or is a generator that yields reads and then gives it."""


def request_line(method: str, path: str) -> tuple[str, str]:
    """How a request line reads as method and path where that is what the vendor's addresses are made of."""
    return method, path


def untold(answer: Answer) -> frozenset[str] | None:  # noqa: ARG001 - whatever the answer
    """What a credential was granted where the vendor does not tell."""
    return None


def any_mode(kind: str) -> str:  # noqa: ARG001 - whatever the kind
    """The mode where the kind of credential does not tell: empty, which counts as any."""
    return ""


def any_client(client: Any) -> bool:  # noqa: ARG001 - whichever it is
    """That a connector is for every client of its classes."""
    return True


@dataclass(frozen=True, kw_only=True)
class Connector:
    """Everything about one vendor API.

    `sdk` is the distribution of the vendor's SDK, `versions` the range of it that was tested (`>=1.2,<1.3`), `clients`
    the dotted names of the client classes that `wrap` takes. `proxy` is the import path (`module:function`) of what
    arms one, `build` of what makes one from the environment, `sandbox` of the sandbox class (empty: none yet),
    `rehearsal` of what makes a stand-in for an endpoint that answers dry runs (empty: they end at the first write).
    `operations` are the rows, `refused` the long tail of known writes without one. `reads` tells a declared read from
    its method and path. `classify` tells what an answer to a write means, `code` names an answer for `ok`, `changed`
    and `after`; both go by the HTTP status unless said otherwise. `who` yields the reads that tell the actor.
    `divided` names addresses whose body holds the real operation, with the function that names it (None for
    a read, empty for the address itself).
    `places` are parts of addresses whose names may change. `comparisons` are named functions that tell whether what is
    there now differs from what the action left only in form, or by what the run itself did since (`ours, now, own`).
    `readings` are named functions from the body of a read and what its row gives (`body, given`) to the completed body,
    or to the Answer at which they stopped. Either may be a generator that yields further reads. `status` says what an
    answer to a read means as an HTTP status, for a vendor that answers errors with 200.

    For the tripwire: `hosts` are the places besides a client's endpoint at which the vendor takes writes, as `host`,
    `host:port/base/path`, or `/base/path` on the endpoint's own host. `credentials` are addresses that only give a
    credential (`POST /oauth/token`), which SDKs ask for on their own. `executes` tells of GET, HEAD or OPTIONS and a
    path whether such a request executes something. `line` turns an HTTP method and a path on the wire into method and
    path of an address, for a vendor whose addresses are made otherwise. `account` is the pattern of what `who` tells as
    the account, so that `wrap(client, account=...)` is given the same. `granted` tells which scopes the last answer to
    `who` shows that the credential has, in the names of the rows' `scopes`; None where the vendor does not tell.
    `beyond` are scopes, or kinds of credential, that let a credential do much that no row needs, each with what that is
    in a few words; `shown_at` says where a person sees what a credential may do, for what no answer tells.
    `keyed` says that the vendor takes idempotency keys: each call of a run that may carry one is sent under a key.
    `modules` names modules of the SDK that are clients themselves, for an SDK with calls on its module. `mode_of` tells
    the mode from the kind of credential, where that alone tells, for a client whose account `wrap` was told.
    `serves` tells which of the clients of those classes the connector is for, where several connectors share an SDK.
    `callables` is the import path of a function that gives, without running the SDK, each callable of it that sends a
    write or may: its name, with the HTTP method and the path of an address, or two empty texts where only its name is
    known; `rein audit` holds the table against them.
    """

    name: str
    title: str = ""
    sdk: str
    versions: str
    clients: Sequence[str]
    proxy: str
    build: str
    sandbox: str = ""
    rehearsal: str = ""
    operations: Sequence[Operation]
    refused: Sequence[Refusal] = ()
    reads: Callable[[str, str], bool]
    classify: Callable[[Call, Answer], Verdict] = by_status
    who: Who
    code: Callable[[Answer], int | str | None] = http_status
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
    granted: Callable[[Answer], frozenset[str] | None] = untold
    beyond: Mapping[str, str] | None = None
    shown_at: str = ""
    keyed: Keyed | None = None
    modules: Sequence[str] = ()
    mode_of: Callable[[str], str] = any_mode
    serves: Callable[[Any], bool] = any_client
    callables: str = ""

    def __post_init__(self) -> None:
        """Call the vendor by the connector's name where no title says otherwise."""
        if not self.title:
            object.__setattr__(self, "title", self.name.title())

    @cached_property
    def table(self) -> Table:
        """The checked table; raises TableError naming row and column, or the part of the connector that is wrong."""
        check_parts(self)
        table = Table(self.name, self.operations, self.refused, self.places, self.divided or {})
        check_connector(table, self.reads, self.comparisons or {}, self.readings or {})
        return table


__all__ = [
    "COMPENSABLE",
    "COSTLY",
    "INVENTED",
    "IRREVERSIBLE",
    "REVERSIBLE",
    "Actor",
    "Amount",
    "Answer",
    "Call",
    "CannotPlan",
    "Check",
    "Client",
    "ClientError",
    "Connector",
    "Json",
    "Keyed",
    "NotCanonical",
    "Operation",
    "Options",
    "Own",
    "Place",
    "Prepared",
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
    "anew",
    "answer",
    "armed",
    "batch",
    "before",
    "build",
    "by_status",
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
    "gets",
    "gone",
    "how_many",
    "http_status",
    "items",
    "join",
    "key",
    "leave",
    "load_refused",
    "look",
    "looked",
    "maybe",
    "members",
    "moment",
    "now",
    "of_items",
    "op",
    "path",
    "place",
    "read",
    "rehearsing",
    "removing",
    "replacing",
    "restore",
    "seen",
    "sent",
    "shows",
    "stands",
    "together",
    "when",
    "whoami",
]
