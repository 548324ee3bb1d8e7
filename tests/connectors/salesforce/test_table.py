"""The whole table of Salesforce: what the SDK can send is a declared read, a row, or refused with its reason."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from agentrein.table import READ, Match, Refusal
from agentrein_salesforce import connector, reads
from agentrein_salesforce.divided import DIVIDED, UNREADABLE

ENDPOINTS = Path(__file__).parents[2] / "data" / "salesforce_endpoints.tsv"
TABLE = connector.table

PENDING: set[str] = set()
"""Addresses that have no row yet, and are refused as unknown: it must only shrink."""

ASKING: dict[str, dict[str, Any]] = {"soql": {"soql": "SELECT Id FROM Contact"}, "Closed": {"state": "Closed"}}
"""Bodies whose kind is not named by `operation`."""


def endpoints(kind: str) -> list[str]:
    """Addresses of a kind that simple-salesforce sends to."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [f"{line['method']} {line['path']}" for line in lines if line["kind"] == kind]


def shown(address: str) -> tuple[str, str]:
    """Method and path of an address, with something in the place of its variables."""
    method, _, path = address.partition("#")[0].partition(" ")
    return method, path.replace("{", "").replace("+}", "").replace("}", "")


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that simple-salesforce can send is a row, or a refused line with its reason."""
    writes = endpoints("write")
    assert len(writes) > 80
    assert [address for address in writes if TABLE.row(address) is None] == []


@pytest.mark.parametrize("address", endpoints("read"))
def test_every_read_of_the_sdk_is_declared(address: str) -> None:
    """Each read that simple-salesforce can send leaves without a passage: by its path, or by what its body asks."""
    part, (method, path) = address.partition("#")[2], shown(address)
    if not part:
        assert reads(method, path)
        assert TABLE.match(method, path) is None
    else:
        assert not reads(method, path)
        assert TABLE.match(method, path, ASKING.get(part, {"operation": part})) is READ


def test_no_write_is_declared_a_read() -> None:
    """A write that slipped into the reads would leave unrecorded."""
    assert not [address for address in endpoints("write") if reads(*shown(address))]


def test_the_table_holds_nothing_else() -> None:
    """A row or refused line that nothing sends would be a mistake, and so would an address that is both."""
    rows, refused = {row.address for row in TABLE.operations}, {line.address for line in TABLE.refused}
    assert rows | refused == {*endpoints("write")}
    assert not rows & refused


def test_every_refused_line_says_why() -> None:
    """Each line of the long tail has an SDK name and one plain sentence."""
    for line in TABLE.refused:
        assert line.sdk
        assert line.why.endswith("."), line.address
        assert line.why.count(". ") == 0, line.address


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of Salesforce's documentation that it rests on."""
    assert all("https://" in row.why and "salesforce.com/" in row.why for row in TABLE.operations)


@pytest.mark.parametrize("body", [None, [], "text", {}, {"operation": 7}, {"state": None}, {"requests": []}])
@pytest.mark.parametrize("address", DIVIDED)
def test_a_body_that_tells_nothing_is_no_read(address: str, body: Any) -> None:
    """Where the body holds the operation, one that cannot be read is neither a read nor a row."""
    part = DIVIDED[address](body)
    assert part is not None
    known = TABLE.match(*shown(address), body)
    assert known is None or (address.endswith("batch") and body == [] and isinstance(known, Match))


def test_a_body_names_its_operation() -> None:
    """The real operations behind one address are told apart, several at once as well."""
    assert DIVIDED["POST /Soap/u"]({"operation": "merge"}) == "merge"
    assert DIVIDED["POST /Soap/m"]({"operation": "deploy", "DeployOptions": {"checkOnly": "False"}}) == "deploy"
    assert DIVIDED["POST /Soap/m"]({"operation": "deploy", "DeployOptions": {"checkOnly": "True"}}) is None
    both = {"requests": [{"actionType": "Submit"}, {"actionType": "Approve"}]}
    assert DIVIDED["POST /process/approvals"](both) == "Approve+Submit"
    assert DIVIDED["POST /process/approvals"]({"requests": [{"actionType": "Submit"}, 7]}) == f"Submit+{UNREADABLE}"
    assert DIVIDED["POST /async/job/{job}/batch"]([{"Id": "003"}]) == "records"
    assert DIVIDED["PATCH /jobs/ingest/{job}"]({"state": "UploadComplete"}) == "UploadComplete"


@pytest.mark.parametrize(
    ("method", "path", "address"),
    [
        ("GET", "/tooling/executeAnonymous/", "GET /tooling/executeAnonymous"),
        ("GET", "/apexrest/a/b", "GET /apexrest/{path+}"),
        ("POST", "/actions/standard/emailSimple", "POST /actions/standard/emailSimple"),
        ("POST", "/actions/standard/other", "POST /actions/standard/{action}"),
        ("DELETE", "/sobjects/User/005/password", "DELETE /sobjects/User/{id}/password"),
    ],
)
def test_a_refused_line_wins(method: str, path: str, address: str) -> None:
    """The literal path wins over a variable, and what executes is known although it is a GET."""
    found = TABLE.match(method, path)
    assert isinstance(found, Match)
    assert found.address == address
    assert isinstance(found.row, Refusal)
