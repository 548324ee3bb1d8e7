"""Every public method of PyGithub that writes, against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from github import Github

import agentrein as rein
from agentrein.table import READ, Match
from agentrein_github import connector
from callables_kit import Count
from connectors.github.things_of_any_kind import arguments, listed, shown, thing
from connectors.github.written import Method, classes, written
from github_kit import Reply, Stub, armed, plain

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@contextmanager
def answering(seen: Callable[[str, str, Any], object] = lambda method, path, body: None) -> Iterator[Stub]:
    """A server that has whatever is asked for, takes whatever is written, and shows each write first."""

    def answer(method: str, path: str, body: Any) -> Reply:
        bare = path.partition("?")[0]
        if method != "GET":
            seen(method, bare, body)
            return 201, {"data": {}} if bare == "/graphql" else shown(stub.url, bare)
        there = listed(stub.url, bare)
        return 200, shown(stub.url, bare) if there is None else there

    with Stub(answer) as stub:
        yield stub


def called(method: Method, client: Github, url: str) -> object:
    """What a method gives on an object of its class whose requests go through this client."""
    kind, name = method
    on = client if isinstance(client, kind) else thing(kind, client.requester, url)
    given = arguments(getattr(kind, name), lambda one: thing(classes()[one], client.requester, url))
    return getattr(on, name)(**given)


def test_the_methods_are_found() -> None:
    """By a verb, by a mutation, by a helper, through another method, in a parent class; and none that only reads."""
    names = {f"{kind.__name__}.{name}" for kind, name in written()}
    assert {
        "Issue.edit",
        "PullRequest.convert_to_draft",
        "Repository.subscribe_to_hub",
        "PullRequest.delete_branch",
        "SubIssue.lock",
        "Requester.requestJson",
    } <= names
    assert not {"Issue.update", "Repository.get_issue", "Github.close"} & names
    assert len(names) > 390


def is_credential(request: str) -> bool:
    """Whether a request only gets a credential, as the SDK does on its own."""
    return any(re.fullmatch(re.sub("{.*?}", "[^/]+", one), request) for one in connector.credentials)


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
def test_every_write_of_the_sdk_is_recorded_or_refused(
    ledger: Path, record_property: Callable[[str, object], None]
) -> None:
    """Scenario 16: each request on the wire is a declared read, or the one write that the last committed entry says."""
    count = Count("PyGithub")

    def seen(method: str, path: str, body: Any) -> None:
        request, known = f"{method} {path}", connector.table.match(method, path, body)
        if known is READ or connector.reads(method, path) or is_credential(request):
            count.declared.append(request)
            return
        count.arrive(request, known.address if isinstance(known, Match) else None, ledger)

    with answering(seen) as stub, armed(stub.url, retry=None) as client:
        with rein.run("every", policy={"irreversible": "allow"}):
            for kind, name in written():
                with count.of(f"{kind.__name__}.{name}"):
                    called((kind, name), client, stub.url)
    record_property("told", count.told)
    assert count.leaks == []
    assert count.share >= 0.95, count.missed


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the SDK leaves a file open whose upload is stopped
def test_an_unarmed_client_of_the_same_vendor_writes_nothing() -> None:
    """Scenario 16, the net behind: within a run no method of a client that nobody wrapped gets a write out."""
    count, tripped = Count("PyGithub"), list[str]()

    def seen(method: str, path: str, body: Any) -> None:
        known = connector.table.match(method, path, body)
        declared = known is READ or connector.reads(method, path) or is_credential(f"{method} {path}")
        (count.declared if declared else count.arrived).append(f"{method} {path}")

    with answering(seen) as stub, armed(stub.url), rein.run("every", on_failure="keep"):
        client = plain(stub.url, retry=None)
        for kind, name in written():
            try:
                with count.of(f"{kind.__name__}.{name}"):
                    called((kind, name), client, stub.url)
            except rein.Tripped:
                tripped.append(name)
        client.close()
    assert count.arrived == []
    assert len(tripped) > 350
