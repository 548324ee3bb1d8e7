"""Every method of the three discovery documents against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.http import MediaInMemoryUpload

import agentrein as rein
from agentrein import registry
from callables_kit import Count
from google_kit import Reply, Seen, Stub, armed, authorized, document, plain

APIS = ("gmail", "sheets", "drive")
_GIVEN = {"boolean": True, "integer": 1, "number": 1.0, "string": "x1"}
_CHUNK = 256 * 1024


def methods(resource: Mapping[str, Any], way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Every method: the resources that lead to it, its name in Python, and how the document describes it."""
    for name, method in resource.get("methods", {}).items():
        yield way, f"{name}_" if name == "import" else name, method
    for name, inner in resource.get("resources", {}).items():
        yield from methods(inner, (*way, name))


def built(resources: dict[Any, Any], way: tuple[str, ...], name: str, told: Mapping[str, Any], **further: Any) -> Any:
    """The request of a method, with something of the right type for each required argument."""
    client = resources[()]
    given = {
        key.replace("-", "_"): one["enum"][0] if "enum" in one else _GIVEN[one["type"]]
        for key, one in told.get("parameters", {}).items()
        if one.get("required")
    }
    if "request" in told:
        given["body"] = {
            "id": "x1",
            "name": "N",
            "requests": [],
            "raw": "eA",
            "message": {"raw": "eA"},
            "destinationSpreadsheetId": "x2",
        }
    if way not in resources:
        for step in way:
            client = getattr(client, step)()
        resources[way] = client
    return getattr(resources[way], name)(**{**given, **further})


def answer(seen: Seen) -> Reply:
    """Yes to everything, as much as the SDK and the core look at it."""
    if seen.path == "/v4/spreadsheets/x1/values:batchGet":
        return 200, {"valueRanges": []}
    if seen.headers.get("x-upload-content-type"):
        return 200, None, {"location": f"http://{seen.headers['host']}{seen.path}?upload_id=1"}
    if seen.headers.get("content-range") == f"bytes 0-{_CHUNK - 1}/{_CHUNK + 1}":
        return 308, None, {"range": f"bytes=0-{_CHUNK - 1}"}
    return 200, {
        "id": "x1",
        "emailAddress": "agent@acme.example",
        "user": {"emailAddress": "agent@acme.example"},
        "name": "N",
        "message": {"id": "m1"},
        "labelIds": [],
        "sendAs": [{"sendAsEmail": "x1", "isDefault": True}],
        "spreadsheetId": "x1",
        "sheets": [{"properties": {"sheetId": 1, "title": "x1", "gridProperties": {"rowCount": 1, "columnCount": 1}}}],
    }


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@pytest.mark.parametrize("api", APIS)
def test_every_method_is_seen(api: str, ledger: Path, record_property: Callable[[str, object], None]) -> None:
    """Scenario 16: each method is a declared read, has its committed entry when it arrives, or is refused as known."""
    connector, told = registry.connector(api), document(api, "http://x")
    count, current = Count(f"google-api-python-client, {api}"), [""]

    def arrived(seen: Seen) -> Reply:
        if seen.verb == "GET" or connector.reads(*connector.line(seen.verb, seen.path)):
            count.declared.append(seen.line)
        else:
            count.arrive(seen.line, _address(current[0], seen), ledger)
        return answer(seen)

    with Stub(arrived) as stub:
        client = {(): armed(api, stub.url)}
        with rein.run("every", on_failure="keep", policy={"irreversible": "allow"}):
            for way, name, method in methods(told):
                current[0] = method["id"]
                with count.of(method["id"]):
                    built(client, way, name, method).execute()
                for resumable in (True, False) if "mediaUpload" in method else ():
                    media = MediaInMemoryUpload(b"x" * (_CHUNK + 1), "message/rfc822", _CHUNK, resumable)
                    with count.of(f"{method['id']} with a file"):
                        built(client, way, name, method, media_body=media).execute()
    record_property("told", count.told)
    assert count.leaks == []
    assert count.missed == {}
    assert count.share == 1.0
    unknown = [one for one in count.refused if connector.table.row(one.partition(" ")[0]) is None]
    assert unknown == []


def _address(method: str, seen: Seen) -> str:
    """Under which address a request of a method is committed: all but the last chunk of an upload only prepare it."""
    prepares = "x-upload-content-type" in seen.headers or seen.headers.get("content-range", "").startswith("bytes 0-")
    return f"{method}.upload" if prepares else method


@pytest.mark.parametrize("api", APIS)
def test_an_unarmed_client_of_the_same_api_writes_nothing(api: str) -> None:
    """Scenario 16, the net behind: within a run no method of a client that nobody wrapped gets a write out."""
    connector, told, tripped = registry.connector(api), document(api, "http://x"), 0
    with Stub(answer) as stub:
        armed(api, stub.url)
        other = {(): plain(api, stub.url, http=authorized("ya29.other"))}
        with rein.run("every", on_failure="keep"):
            for way, name, method in methods(told):
                try:
                    built(other, way, name, method).execute()
                except rein.Tripped:
                    tripped += 1
                except Exception:  # noqa: BLE001, S110 - what the SDK makes of an answer without sense is not looked at
                    pass
        passed = [seen.line for seen in stub.writes]
    assert [line for line in passed if not connector.reads(*connector.line(*line.split(" ")))] == []
    assert tripped > 5
