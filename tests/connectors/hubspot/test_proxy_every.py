"""Every public method of every API object against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

import csv
import hashlib
import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import hubspot
import pytest
from hubspot.discovery.discovery_base import DiscoveryBase

import agentrein as rein
from agentrein.table import Match
from agentrein.testing import Answer, Request
from agentrein_hubspot import connector
from callables_kit import Count
from hubspot_kit import ALLOW, FIXED, Echo, armed, plain

VALUES: dict[str, Any] = {
    "str": "7",
    "int": 7,
    "bool": True,
    "float": 1.0,
    "object": {"id": "7", "name": "N"},
    "datetime": "2026-01-02T03:04:05Z",
    "dict[str, str]": {"email": "ada@example.com"},
    "PublicAssociation": {"from": {"id": "7"}, "to": {"id": "8"}, "type": "7_to_7"},
}
"""What an argument, or a field of a body, is given by its type."""

DEPTH = 6
"""How deep a body goes: some of the SDK's models hold themselves."""

ENDPOINTS = Path(__file__).parents[2] / "data" / "hubspot_endpoints.tsv"
TOKENS = {"oauth.refresh_tokens_api.archive"}
"""Refused, whatever is allowed: the token stands in the path."""

pytestmark = pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")


def methods(thing: Any, name: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods of the API objects below a client, with their names."""
    for kind, _ in inspect.getmembers(type(thing), lambda one: isinstance(one, property)):
        if kind in {"access_token", "api_key"}:
            continue
        inner, path = getattr(thing, kind), f"{name}.{kind}".lstrip(".")
        if isinstance(inner, DiscoveryBase):
            yield from methods(inner, path)
        else:
            for method, _ in inspect.getmembers(type(inner), inspect.isfunction):
                if not method.startswith("_"):
                    yield f"{path}.{method}", getattr(inner, method)


def value(models: Any, kind: str, depth: int = DEPTH) -> Any:
    """Something of a type of the SDK's; of a model each field, by the name that it has on the wire."""
    if kind in VALUES:
        return VALUES[kind]
    if kind.startswith("list["):
        return [value(models, kind[5:-1], depth)]
    if kind.startswith("dict["):
        return {"7": value(models, kind[5:-1].partition(", ")[2], depth)}
    model = getattr(models, kind, None)
    if model is None or depth == 0:
        return {}
    return {model.attribute_map[name]: value(models, of, depth - 1) for name, of in model.openapi_types.items()}


def arguments(method: Any) -> dict[str, Any]:
    """Something of the documented type for each required argument."""
    types = dict(re.findall(r":type (\w+): (.+)", method.__doc__ or ""))
    models = import_module(f"{method.__module__.partition('.api.')[0]}.models")
    named = [one for one in inspect.signature(method).parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
    return {one.name: value(models, types.get(one.name, "")) for one in named}


def test_the_methods_are_found() -> None:
    """The search meets the API objects at every depth: 644 operations, each also with its status and headers."""
    names = [name for name, _ in methods(plain("http://127.0.0.1:1"))]
    assert {"crm.contacts.basic_api.create", "crm.associations.v4.batch_api.create", "files.files_api.upload"} < {
        *names
    }
    assert len([name for name in names if not name.endswith("_with_http_info")]) == 644
    assert len(names) == 2 * 644


THING = {
    "id": "7",
    "listId": "7",
    "parentFolderId": "0",
    "name": "N",
    "childNodes": [],
    "columns": [],
    "published": False,
    "subscriptionStatuses": [],
    "properties": {},
    "extension": "png",
    "fileMd5": hashlib.md5(b"7", usedforsecurity=False).hexdigest(),
    **FIXED,
}
FILE = re.compile(r"/cms/v3/source-code/[^/]+/content/.+|/signed/7")
"""Where a read is answered with a file as it stands."""


def answered(request: Request) -> Answer | None:
    """A thing of any kind, wherever in the answer somebody looks for it."""
    if request.method == "GET" and FILE.fullmatch(request.path):
        return Answer(200, b"7", media="application/octet-stream")
    if "/source-code/" in request.path:
        return Answer(200, {"id": "7", "name": "N", "folder": False, "hash": "7", "createdAt": 7, "updatedAt": 7})
    if request.method == "DELETE" or request.path.endswith("/details"):
        return None
    if request.path.endswith("/signed-url"):
        return Answer(200, {"url": f"http://{request.headers['host']}/signed/7"})
    thing = (
        {**THING, "tokens": [{"name": "7", "label": "7", "type": "string"}]}
        if "/event-templates/" in request.path
        else THING
    )
    return Answer(200, {**thing, "object": thing, "folder": thing, "list": thing, "results": [], "total": 0})


@pytest.fixture
def echo() -> Iterator[Echo]:
    """A server that answers each request with such a thing."""
    with Echo(answered) as server:
        yield server


def watched(echo: Echo, ledger: Path) -> Count:
    """What becomes of each method, as its requests arrive: a declared read, or a write with its committed entry."""
    count = Count("hubspot-api-client")

    def look(request: Request) -> None:
        if connector.reads(request.method, request.path):
            count.declared.append(request.path)
        else:
            known = connector.table.match(request.method, request.path, request.body)
            address = known.address if isinstance(known, Match) else None
            count.arrive(f"{request.method} {request.path}", address, ledger)

    echo.before_answer(look)
    return count


def call_all(client: hubspot.Client, count: Count) -> None:
    """Every method of a client."""
    for name, method in methods(client):
        with count.of(name):
            method(**arguments(method))


def endpoints() -> list[dict[str, str]]:
    """Every address that the SDK sends to."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def refused_by_design() -> set[str]:
    """The methods whose address no row knows yet, and the one that nothing lets out."""
    names = {
        line["sdk"]
        for line in endpoints()
        if line["kind"] == "write"
        and connector.table.match(line["method"], line["path"].replace("{", "").replace("}", "")) is None
    }
    return {f"{name}{end}" for name in names | TOKENS for end in ("", "_with_http_info")}


def test_every_method_goes_through_the_gate(
    echo: Echo, ledger: Path, record_property: Callable[[str, object], None]
) -> None:
    """Scenario 16: what arrives is a declared read or has its committed entry, and nothing else does."""
    count = watched(echo, ledger)
    with rein.run("every", policy=ALLOW, on_failure="keep") as run:
        call_all(armed(echo.url), count)
    record_property("told", count.told)
    assert count.leaks == []
    assert [f"{name}: {why}" for name, why in count.missed.items()] == []
    assert set(count.refused) == refused_by_design()
    assert len(run.actions) == len(echo.writes) == len(count.sent)
    assert count.share >= 0.95


def test_outside_of_a_run_no_method_writes(echo: Echo) -> None:
    """Without a run each method that writes is refused, and only declared reads arrive."""
    count, client = Count("outside"), armed(echo.url)
    for name, method in methods(client):
        if not name.endswith("_with_http_info"):
            with count.of(name):
                method(**arguments(method))
    assert not echo.writes
    assert len(count.refused) == sum(line["kind"] == "write" for line in endpoints())


def test_an_unarmed_client_of_the_same_vendor_writes_nothing(echo: Echo) -> None:
    """Scenario 16, the net behind: within a run no method of a client that nobody wrapped gets a write out."""
    tripped: list[str] = []
    assert armed(echo.url)
    with rein.run("every", on_failure="keep"):
        for name, method in methods(plain(echo.url)):
            if not name.endswith("_with_http_info"):
                try:
                    method(**arguments(method))
                except rein.Tripped:
                    tripped.append(name)
    passed = [f"{one.method} {one.path}" for one in echo.writes]
    assert [one for one in passed if one not in connector.credentials] == []
    assert len(tripped) > 400
