from __future__ import annotations

import csv
import re
from operator import attrgetter
from pathlib import Path

import hubspot
import pytest

from agentrein.connector import Tier
from agentrein.table import READ, Match, load_refused
from agentrein_hubspot import connector, reads

ENDPOINTS = Path(__file__).parents[2] / "data" / "hubspot_endpoints.tsv"
REFUSED = load_refused(Path(__file__).parents[3] / "connectors" / "agentrein_hubspot" / "refused.tsv")
TABLE = connector.table
SDK = Path(hubspot.__file__).parent


def endpoints(kind: str) -> dict[tuple[str, str], str]:
    """The SDK's name by method and path of what it sends, of one kind."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(line["method"], line["path"]): line["sdk"] for line in lines if line["kind"] == kind}


def real(path: str) -> str:
    """A path as it leaves, with something in the place of its variables."""
    return re.sub(r"\{(\w+)\}", r"\1-7", path)


def known(method: str, path: str) -> Match | None:
    """The row or the refused line that a documented address leads to; a typed path may lead to a generic row."""
    found = TABLE.match(method, real(path))
    assert found is not READ
    return found if isinstance(found, Match) else None


def test_the_list_is_that_of_the_installed_sdk() -> None:
    """Every pair of verb and path in the SDK's source stands in the list, and nothing else does."""
    pattern = re.compile(r'call_api\(\s*"([^"]+)",\s*"([A-Z]+)"')
    found = {(m[2], m[1]) for file in SDK.rglob("api/*_api.py") for m in pattern.finditer(file.read_text("utf-8"))}
    assert len(found) == 644
    assert {*endpoints("read"), *endpoints("write")} == found
    assert not {*endpoints("read")} & {*endpoints("write")}


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that the SDK can send leads to a row, or to a refused line with its reason."""
    assert sorted(" ".join(one) for one in endpoints("write") if known(*one) is None) == []


def test_every_read_of_the_sdk_is_declared() -> None:
    """Each read leaves without a passage, whatever stands in its variables, and has no row."""
    declared = endpoints("read")
    assert {method for method, _ in declared} == {"GET", "POST"}
    for value in ("7", "contacts", "a%20b", "batch", "search"):
        assert not [one for one in declared if not reads(one[0], re.sub(r"\{\w+\}", value, one[1]))]
    assert not [one for one in declared if TABLE.match(one[0], real(one[1])) is not None]


def test_no_write_is_declared_a_read() -> None:
    """A write that slipped into the reads would leave unrecorded, also by what stands in its variables."""
    for value in ("7", "search", "read", "batch%2Fread", "validate", "splits"):
        writes = [(method, re.sub(r"\{\w+\}", value, path)) for method, path in endpoints("write")]
        assert not [one for one in writes if reads(*one)]
    deep = [one for one in endpoints("write") if one[1].endswith("/{path}")]
    assert deep
    assert not [one for one in deep if reads(one[0], one[1].replace("{path}", "a/batch/read"))]


@pytest.mark.parametrize("path", ["POST /marketing/v3/emails/", "POST /crm/v3/imports/", "POST /settings/v3/users/"])
def test_a_slash_at_the_end_makes_no_other_address(path: str) -> None:
    """The SDK sends some addresses with a slash at their end; the table knows them without."""
    method, _, plain = path.partition(" ")
    assert (method, plain) in endpoints("write")
    assert known(method, plain) == known(method, plain.rstrip("/"))


OBJECTS = ["contacts", "companies", "deals", "tickets", "products", "line_items", "quotes", "notes", "tasks", "2-123"]


@pytest.mark.parametrize("kind", OBJECTS)
def test_the_typed_families_are_one(kind: str) -> None:
    """Each object type has the same rows, whichever name it is given."""
    found = known("POST", f"/crm/v3/objects/{kind}/batch/archive")
    assert found is not None
    assert (found.address, found.params) == ("POST /crm/v3/objects/{objectType}/batch/archive", {"objectType": kind})


@pytest.mark.parametrize("kind", ["contacts", "companies", "deals", "tickets"])
def test_a_merge_is_no_object(kind: str) -> None:
    """What is more than an object type's own rows keeps its address: a merge is refused as a merge."""
    found = known("POST", f"/crm/v3/objects/{kind}/merge")
    assert found is not None
    assert (found.address, found.row.tier) == (f"POST /crm/v3/objects/{kind}/merge", Tier.IRREVERSIBLE)


def test_the_long_tail_holds_nothing_else() -> None:
    """A refused line leads to what the SDK sends, and no address is both refused and a row."""
    reached = {found.address for one in endpoints("write") if (found := known(*one)) is not None}
    assert {line.address for line in REFUSED} <= reached
    assert not {line.address for line in REFUSED} & {row.address for row in TABLE.operations}


def test_every_refused_line_says_why() -> None:
    """Each line of the long tail has a callable of the SDK and one plain sentence."""
    client = hubspot.Client.create(access_token="x")
    for line in REFUSED:
        assert callable(attrgetter(line.sdk)(client)), line.address
        assert line.why.endswith("."), line.address


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of HubSpot's documentation that it rests on, and a callable of the SDK."""
    client = hubspot.Client.create(access_token="x")
    for row in TABLE.operations:
        assert re.search(r"https://(developers|knowledge)\.hubspot\.com/", row.why), row.address
        assert callable(attrgetter(row.sdk)(client)), row.address
