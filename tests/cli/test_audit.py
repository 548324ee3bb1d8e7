"""`rein audit`: every write of the installed SDKs, read in their own source, and what no table covers."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import agentrein.cli
from agentrein.audit import audit
from agentrein.errors import UntestedVersion, UsageError
from agentrein.registry import connector

Cli = Callable[..., Any]

KNOWN = {
    "drive": ("files().update", "drive.files.update", "depends"),
    "github": ("Repository.create_issue", "POST /repos/{owner}/{repo}/issues", "compensable"),
    "gmail": ("users().messages().send", "gmail.users.messages.send", "irreversible"),
    "hubspot": ("crm.contacts.basic_api.archive", "DELETE /crm/v3/objects/{objectType}/{objectId}", "irreversible"),
    "notion": ("BlocksEndpoint.delete", "DELETE /v1/blocks/{block_id}", "reversible"),
    "salesforce": ("SFType.create", "POST /sobjects/{sobject}", "depends"),
    "sheets": ("spreadsheets().create", "sheets.spreadsheets.create", "reversible"),
    "slack": ("WebClient.chat_postMessage", "chat.postMessage", "compensable"),
    "stripe": ("RefundService.create", "POST /v1/refunds", "irreversible"),
}
"""One write of each, as a person would look it up."""


def test_every_write_of_every_sdk_is_covered(cli: Cli) -> None:
    """Exit 0, in the shape of its schema; a write of each is there with the tier that `rein ops` says."""
    done = cli("audit", "--json")
    schema = json.loads((Path(agentrein.cli.__file__).parent / "schemas" / "audit.json").read_text())
    assert [one.message for one in Draft202012Validator(schema).iter_errors(done.json)] == []
    assert (done.code, {name: one["uncovered"] for name, one in done.json.items()}) == (0, {name: [] for name in KNOWN})
    for name, (sdk, address, tier) in KNOWN.items():
        tiers = {one["address"]: one["tier"] for one in cli("ops", name, "--json").json}
        found = [one["tier"] for one in done.json[name]["writes"] if (one["sdk"], one["address"]) == (sdk, address)]
        assert found == [tier], (name, [one for one in done.json[name]["writes"] if address in one["address"]])
        assert tiers[address] == tier
    assert {name: len(one["writes"]) > 20 for name, one in done.json.items()} == dict.fromkeys(KNOWN, True)


def test_the_page_counts_and_lists(cli: Cli) -> None:
    """All connectors at a glance; one with every write on a line."""
    done = cli("audit")
    assert (done.code, len(done.lines) <= 24, max(map(len, done.lines)) <= 80) == (0, True, True)
    assert [line.split()[1] for line in done.lines if "all covered" in line] == sorted(KNOWN)
    one = cli("audit", "notion", "--all")
    assert "    BlocksEndpoint.delete  DELETE /v1/blocks/{block_id}  reversible" in one.lines


@pytest.mark.parametrize("name", sorted({*KNOWN} - {"sheets"}))  # whose lines are all parts of one address
def test_a_line_that_is_missing_is_found(name: str) -> None:
    """Without one line of the long tail, the write that it stood for is not covered, and no other is."""
    whole = connector(name)
    tail = {row.address for row in whole.refused}
    gone = next(one for one in audit(whole).writes if one.address in tail and "#" not in one.address)
    lacking = dataclasses.replace(whole, refused=[row for row in whole.refused if row.address != gone.address])
    assert gone.sdk in {one.sdk for one in audit(lacking).uncovered}
    assert len(audit(lacking).uncovered) < 5


def test_a_write_that_a_new_version_brings_is_found(process: Cli, tmp_path: Path) -> None:
    """Exit 1, and its line says what it is; the SDK's source is read where it is installed."""
    spec = find_spec("notion_client")
    assert spec is not None
    source = Path(str(spec.origin)).with_name("api_endpoints.py").read_text()
    (tmp_path / "notion_client").mkdir()
    (tmp_path / "notion_client" / "__init__.py").touch()
    body = "return self.parent.request(path=f'oblivion/{page_id}', method='POST')"
    more = f"class NewEndpoint:\n    def obliterate(self, page_id):\n        {body}\n"
    (tmp_path / "notion_client" / "api_endpoints.py").write_text(f"{source}\n\n{more}")
    done = process("audit", "notion", "--json", environ={"PYTHONPATH": str(tmp_path)})
    assert (done.code, done.err) == (1, "")
    assert done.json["notion"]["uncovered"] == [{"sdk": "NewEndpoint.obliterate", "address": "POST /v1/oblivion/{id}"}]
    shown = process("audit", "notion", environ={"PYTHONPATH": str(tmp_path)})
    assert (shown.code, "1 NOT COVERED" in shown.lines[0]) == (1, True)
    assert "    NewEndpoint.obliterate  POST /v1/oblivion/{id}  not covered" in shown.lines


def test_nothing_of_an_sdk_is_run() -> None:
    """Its source is read: no SDK is imported, and no connection is made."""
    code = """
import sys, socket
def never(*_):
    raise AssertionError("a connection")
socket.socket.connect = never
from agentrein.cli import main
sys.stdout = open("/dev/null", "w")
code = main(["audit", "--json"])
sdks = {"github", "googleapiclient", "hubspot", "notion_client", "simple_salesforce", "slack_sdk", "stripe"}
sys.exit(code or bool(sdks & set(sys.modules)))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_cannot_be_audited_says_why(cli: Cli) -> None:
    """An SDK that is not installed, and a connector that does not tell where its callables are: exit 2."""
    with pytest.raises(UntestedVersion, match="is not installed"):
        audit(dataclasses.replace(connector("notion"), sdk="no-such-sdk-of-ours"))
    with pytest.raises(UsageError, match="does not say where"):
        audit(dataclasses.replace(connector("notion"), callables=""))
    assert cli("audit", "google").code == 2
    assert cli("audit", "nobody").code == 2
