"""Every public method of simple-salesforce, and every known address, against a stand-in: nothing leaves unseen."""

from __future__ import annotations

import csv
import inspect
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from simple_salesforce.api import Salesforce, SFType
from simple_salesforce.bulk import SFBulkHandler, SFBulkType
from simple_salesforce.bulk2 import SFBulk2Type, _Bulk2Client
from simple_salesforce.metadata import MetadataType, SfdcMetadataApi

import agentrein as rein
from agentrein.table import READ, Match
from agentrein.testing import Request
from agentrein_salesforce import connector, soap
from agentrein_salesforce.addresses import canonical, wire
from agentrein_salesforce.proxy.plain_http import PlainHTTP
from agentrein_salesforce.sandbox import SalesforceSandbox
from callables_kit import Count
from salesforce_kit import ALLOW, plain

ENDPOINTS = Path(__file__).parents[2] / "data" / "salesforce_endpoints.tsv"
CONTACT = SalesforceSandbox.BERG

FACADES: dict[type, Callable[[Salesforce], Any]] = {
    Salesforce: lambda sf: sf,
    SFType: lambda sf: sf.Contact,
    SFBulkHandler: lambda sf: sf.bulk,
    SFBulkType: lambda sf: sf.bulk.Contact,
    SFBulk2Type: lambda sf: sf.bulk2.Contact,
    _Bulk2Client: lambda sf: sf.bulk2.Contact._client,
    SfdcMetadataApi: lambda sf: sf.mdapi,
    MetadataType: lambda sf: sf.mdapi.CustomObject,
}
LOCAL = {
    "Salesforce.parse_api_usage",
    "Salesforce.parse_result_to_json",
    "SFType.parse_result_to_json",
    "SfdcMetadataApi.get_component_error_count",
    "_Bulk2Client.filter_null_bytes",
}
"""What sends nothing."""

BY_NAME: dict[str, Any] = {
    "action": "sobjects/ApexClass",
    "async_process_id": "0Af000000000001AAA",
    "asyncId": "0Af000000000001AAA",
    "batch": {"id": "751000000000001AAA", "jobId": "750000000000001AAA"},
    "content_url": "services/data/v59.0/jobs/ingest/750/batches",
    "custom_id": "1",
    "custom_id_field": "Ext__c",
    "data": [{"LastName": "Every"}],
    "dml": "insert",
    "end": datetime(2026, 11, 30, tzinfo=UTC),
    "external_id_field": "Ext__c",
    "full_names": ["A__c"],
    "function_name": "insert",
    "include_zip": "false",
    "is_query": False,
    "job_id": "750000000000001AAA",
    "metadata": [],
    "method": "GET",
    "new_full_name": "B__c",
    "next_records_identifier": "01g-2000",
    "object_name": "Contact",
    "old_full_name": "A__c",
    "operation": "insert",
    "path": "limits",
    "password": "Planted-1",
    "queries": [],
    "query": "SELECT Id FROM Contact LIMIT 1",
    "record_id": CONTACT,
    "records": [{"LastName": "Every"}],
    "results_type": "successfulResults",
    "sandbox": True,
    "search": "FIND {Every}",
    "start": datetime(2026, 11, 29, tzinfo=UTC),
    "user": SalesforceSandbox.BEN,
    "zipfile": b"zip",
}
FURTHER: dict[str, dict[str, Any]] = {
    "SFType.create": {"data": {"LastName": "Every"}},
    "SFType.delete": {"record_id": SalesforceSandbox.FALK},
    "SFType.update": {"data": {"LastName": "Every"}},
    "SFType.update_base64": {"base64_field": "LastName"},
    "SFType.upload_base64": {"base64_field": "LastName"},
    "SFType.upsert": {"data": {"LastName": "Every"}},
    "SFBulkType.query": {"data": "SELECT Id FROM Contact", "wait": 0},
    "SFBulkType.query_all": {"data": "SELECT Id FROM Contact", "wait": 0},
    "SFBulkType.worker": {"operation": "insert", "wait": 0},
    **{f"SFBulk2Type.{name}": {"records": [{"LastName": "Every"}]} for name in ("insert", "update", "upsert")},
    **{f"SFBulk2Type.{name}": {"records": [{"Id": CONTACT}]} for name in ("delete", "hard_delete")},
    "SFBulk2Type.download": {"wait": 0},
    "SFBulk2Type.query": {"wait": 0},
    "SFBulk2Type.query_all": {"wait": 0},
    "_Bulk2Client.upload_job_data": {"data": "LastName\nEvery\n"},
    "_Bulk2Client.wait_for_job": {"wait": 0},
    "Salesforce.oauth2": {"path": "userinfo"},
    "Salesforce.apexecute": {"action": "things", "method": "POST"},
    "Salesforce.toolingexecute": {"method": "POST", "data": {"Name": "A"}},
    "Salesforce.restful": {"path": "process/rules", "method": "POST", "json": {}},
}
"""What a method needs besides its required arguments, or instead of what their names say."""


def methods() -> Iterator[tuple[str, type, str]]:
    """Every public method of the SDK's classes that a client leads to."""
    for kind in FACADES:
        for name, _ in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_") and f"{kind.__name__}.{name}" not in LOCAL:
                yield f"{kind.__name__}.{name}", kind, name


def arguments(whole: str, method: Callable[..., Any], place: Path) -> dict[str, Any]:
    """Something sensible for each required argument."""
    named = [p for p in inspect.signature(method).parameters.values() if p.default is p.empty]
    given = {p.name: BY_NAME.get(p.name) for p in named if p.kind is p.POSITIONAL_OR_KEYWORD}
    files = {"path": str(place), "file_path": str(place), "file": str(place)}
    given |= {name: path for name, path in files.items() if name in given and "Salesforce." not in whole}
    if "zipfile" in given:
        given["zipfile"] = io.BytesIO(b"zip")
    return {**given, **FURTHER.get(whole, {})}


def understood(request: Request) -> Any:
    """The body of a request as the gate decodes it."""
    if request.body is not None or not request.raw:
        return request.body
    if b"Envelope" in request.raw:
        return soap.request_of(request.raw)
    text = request.raw.decode()
    return {"soql" if text.startswith("SELECT") else "csv": text}


def watch(sandbox: SalesforceSandbox, count: Count, ledger: Path) -> None:
    """Note what becomes of each request as it arrives: a declared read, or a write with its committed entry."""

    def look(request: Request) -> None:
        path, _ = canonical(request.path)
        known = connector.table.match(request.method, path, understood(request))
        if known is READ or (known is None and connector.reads(request.method, path)):
            count.declared.append(path)
        else:
            count.arrive(f"{request.method} {path}", known.address if isinstance(known, Match) else None, ledger)

    sandbox.before_answer(look)


def client_of(sandbox: SalesforceSandbox) -> Salesforce:
    """A client of the stand-in, whose Metadata API finds it as well."""
    client = plain(sandbox.url, SalesforceSandbox.AGENT_SESSION)
    client.mdapi._client.transport.session.mount("https://127.0.0.1", PlainHTTP())
    return client


def call_all(client: Salesforce, count: Count, place: Path) -> None:
    """Every public method of the SDK."""
    for whole, kind, name in methods():
        with count.of(whole), answered(count):
            found = getattr(FACADES[kind](client), name)(**arguments(whole, found_of(kind, name), place))
            if inspect.isgenerator(found):
                list(found)


@contextmanager
def answered(count: Count) -> Iterator[None]:
    """Let pass what the SDK makes of an answer without sense to a declared read: it was sent."""
    before = len(count.declared)
    try:
        yield
    except rein.Refused:
        raise
    except Exception:
        if len(count.declared) == before:
            raise


def found_of(kind: type, name: str) -> Callable[..., Any]:
    """A method with its signature, without its `self`."""
    method = getattr(kind, name)
    static = isinstance(inspect.getattr_static(kind, name), staticmethod)
    return method if static else method.__get__(object())  # type: ignore[no-any-return]


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[SalesforceSandbox]:
    """Salesforce, as the sandbox plays it; nobody waits for its jobs, which are done at once."""
    for module in ("bulk", "bulk2"):
        monkeypatch.setattr(f"simple_salesforce.{module}.sleep", lambda _: None)
    with SalesforceSandbox() as running:
        yield running


# --- every address


def writes() -> list[str]:
    """The addresses of all writes."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [f"{line['method']} {line['path']}" for line in lines if line["kind"] == "write"]


VARIABLES = {
    "{sobject}": "Contact",
    "{id}": CONTACT,
    "{field}": "Ext__c",
    "{value}": "1",
    "{job}": "750000000000001AAA",
    "{path+}": "things",
    "{kind}": "flow",
    "{name}": "Every",
    "{action}": "every",
}
SOAP = '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><{0} xmlns="urn:x"/></Body></Envelope>'


def sent(client: Salesforce, address: str) -> Any:
    """What comes of a request that somebody sends to an address through the client's own session."""
    method, _, path = address.partition("#")[0].partition(" ")
    for name, value in VARIABLES.items():
        path = path.replace(name, value)
    root, part = f"https://{client.sf_instance}", address.partition("#")[2]
    headers, body = dict(client.headers), None if method in {"GET", "DELETE", "HEAD"} else json.dumps(body_of(part))
    if path.startswith("/Soap"):
        headers, body = {**headers, "Content-Type": "text/xml"}, SOAP.format(part or "every")
    if path.endswith("/batches"):
        headers, body = {**headers, "Content-Type": "text/csv"}, "LastName\nEvery\n"
    return client.session.request(method, root + wire(path, "59.0"), headers=headers, data=body)


def body_of(part: str) -> Any:
    """A body that says so much, and little else."""
    if part == "records":
        return [{"LastName": "Every"}]
    return {"operation": part, "state": part, "requests": [{"actionType": part}]} if part else {"LastName": "Every"}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_callable_goes_through_the_gate(
    sandbox: SalesforceSandbox, ledger: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Scenario 16: what arrives is a declared read or has its committed entry; outside of a run no write leaves."""
    place = tmp_path / "file"
    place.write_text("LastName\nEvery\n")
    outside, inside = Count("outside"), Count("simple-salesforce, every method")
    client = rein.wrap(client_of(sandbox))
    watch(sandbox, inside, ledger)
    call_all(client, outside, place)
    assert not inside.arrived
    with rein.run("t", policy=ALLOW, on_failure="keep"):
        call_all(client, inside, place)
    record_property("told", inside.told)
    assert (inside.leaks, inside.missed) == ([], {})
    assert inside.share >= 0.95


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_address_goes_through_the_gate(
    sandbox: SalesforceSandbox, ledger: Path, record_property: Callable[[str, object], None]
) -> None:
    """Scenario 16, whatever the SDK's escape hatches reach: one entry each, or a refusal, and nothing unseen."""
    count = Count("simple-salesforce, every address")
    client = rein.wrap(client_of(sandbox))
    watch(sandbox, count, ledger)
    with rein.run("t", policy=ALLOW, on_failure="keep"):
        for address in writes():
            with count.of(address), answered(count):
                sent(client, address)
    record_property("told", count.told)
    assert (count.leaks, count.missed) == ([], {})


def test_an_unarmed_client_of_the_same_vendor_writes_nothing(sandbox: SalesforceSandbox, tmp_path: Path) -> None:
    """Scenario 16, the net behind: within a run no method of a client that nobody wrapped gets a write out."""
    place, tripped = tmp_path / "file", list[str]()
    place.write_text("LastName\nEvery\n")
    other = client_of(sandbox)
    rein.wrap(plain(sandbox.url, SalesforceSandbox.AGENT_SESSION))
    with rein.run("t", on_failure="keep"):
        for whole, kind, name in methods():
            with suppress(Exception):
                try:
                    found = getattr(FACADES[kind](other), name)(**arguments(whole, found_of(kind, name), place))
                    list(found if inspect.isgenerator(found) else [])
                except rein.Tripped:
                    tripped.append(whole)
    assert [one.path for one in sandbox.writes if not connector.reads(one.method, canonical(one.path)[0])] == []
    assert len(tripped) > 30
