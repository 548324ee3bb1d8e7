"""The tables against the discovery documents of the installed SDK: nothing is missing, or both read and write."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from agentrein import registry
from agentrein.rows import Operation
from agentrein.table import Refusal
from agentrein_google import reads
from agentrein_google.answers import ACCOUNT_OF_SHEETS, UPLOAD
from agentrein_google.proxy.service import described
from google_kit import document

APIS = ("gmail", "sheets", "drive")
READS = {"gmail": reads.GMAIL, "sheets": reads.SHEETS, "drive": reads.DRIVE}
DATA = Path(__file__).parents[2] / "data"


def endpoints(api: str) -> list[dict[str, str]]:
    """Every method of an API, and every request type of `spreadsheets.batchUpdate`."""
    with (DATA / f"{api}_endpoints.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def methods(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every method of a discovery document."""
    yield from resource.get("methods", {}).values()
    for one in resource.get("resources", {}).values():
        yield from methods(one)


@pytest.mark.parametrize("api", APIS)
def test_the_list_is_that_of_the_installed_sdk(api: str) -> None:
    """Each method of the document stands in the list with its verb and its path, and nothing else does."""
    told = document(api, "http://x")
    here = {(one["id"], one["httpMethod"], f"/{told['servicePath']}{one['path']}") for one in methods(told)}
    if api == "sheets":
        kinds = told["schemas"]["Request"]["properties"]
        way = "/v4/spreadsheets/{spreadsheetId}:batchUpdate"
        here |= {(f"sheets.spreadsheets.batchUpdate#{kind}", "POST", way) for kind in kinds}
    assert {(one["method"], one["verb"], one["path"]) for one in endpoints(api)} == here


@pytest.mark.parametrize("api", APIS)
def test_every_method_is_known(api: str) -> None:
    """A write is a row or a refused line, a read is declared, and none is both."""
    connector = registry.connector(api)
    for one in endpoints(api):
        method = one["method"]
        known = connector.table.row(method)
        if one["kind"] == "read":
            assert (connector.reads(method, ""), known) == (True, None), method
        else:
            assert isinstance(known, Operation | Refusal), method
            assert not connector.reads(method, ""), method
    of_drive = set(reads.FILES_OF_SHEETS) if api == "sheets" else set()
    assert {one["method"] for one in endpoints(api) if one["kind"] == "read"} == READS[api] - {
        ACCOUNT_OF_SHEETS,
        *of_drive,
    }


@pytest.mark.parametrize("api", APIS)
def test_every_row_declares_the_parameters_of_its_path(api: str) -> None:
    """An address that is a name has no variables, so a row names what its method's path holds."""
    connector, service = registry.connector(api), described(document(api, "http://x"), "http://x/")
    for row in connector.table.operations:
        method = service.methods.get(row.address)
        if method is not None:
            assert method.in_path <= {*row.query}, row.address


@pytest.mark.parametrize("api", APIS)
def test_what_takes_files_has_its_parts(api: str) -> None:
    """Each method with a row that takes files can be sent in chunks."""
    connector, service = registry.connector(api), described(document(api, "http://x"), "http://x/")
    for method in service.methods.values():
        row = connector.table.row(f"{method.id}{UPLOAD}")
        if method.uploads and isinstance(connector.table.row(method.id), Operation):
            assert isinstance(row, Operation), method.id
            assert row.part == method.id
        else:
            assert row is None


@pytest.mark.parametrize("api", APIS)
def test_no_line_of_the_long_tail_stands_beside_a_row(api: str) -> None:
    """A refused line is there only where there is no row."""
    module = __import__(f"agentrein_google.{api}", fromlist=["connector"])
    lines = (Path(module.__file__).parent / "refused.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = {row.address for row in registry.connector(api).operations}
    assert {line.partition("\t")[0] for line in lines} & rows == set()


URLS = [
    ("PATCH", "http://x/drive/v3/files/F1", "drive.files.update", {"fileId": "F1"}),
    ("PATCH", "http://x/upload/drive/v3/files/F1", "drive.files.update", {"fileId": "F1"}),
    ("DELETE", "http://x/drive/v3/files/trash", "drive.files.emptyTrash", {}),
    ("GET", "http://x/drive/v3/files/generateIds", "drive.files.generateIds", {}),
    ("POST", "http://x/drive/v3/files/F1/permissions", "drive.permissions.create", {"fileId": "F1"}),
    ("POST", "http://x/upload/drive/v3/files/F1/permissions", None, {}),
    ("POST", "http://x/drive/v2/files", None, {}),
]


@pytest.mark.parametrize(("verb", "url", "method", "variables"), URLS)
def test_a_url_calls_one_method(verb: str, url: str, method: str | None, variables: dict[str, str]) -> None:
    """The literal segment wins, and files are taken only where the document says so."""
    found = described(document("drive", "http://x"), "http://x/drive/v3/").resolve(verb, url)
    assert (found and (found[0].id, found[1])) == (method and (method, variables))


def test_every_path_is_its_own_methods() -> None:
    """What a method's path is expanded to leads back to that method, in all three documents."""
    for api in APIS:
        told = document(api, "http://x")
        service = described(told, f"http://x/{told['servicePath']}")
        for method in service.methods.values():
            url = service.base + method.path.replace("{+", "{")
            found = service.resolve(method.verb, url.replace("{", "").replace("}", ""))
            assert found is not None
            assert found[0].id == method.id
