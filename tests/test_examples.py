"""Every script of `examples/` runs as it stands, against the sandboxes, fails as it says, and leaves nothing behind."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from agentrein.testing import Sandbox
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.sheets.sandbox import SheetsSandbox
from google_kit import set_environment

SCRIPTS = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
FAILS = {
    "async_vendors": ("APIResponseError", "1 undone"),
    "drive_cleanup": ("refused: delete", "4 undone"),
    "github_issue": ("RuntimeError: the model gave up", "2 undone"),
    "gmail_triage": ("RuntimeError: the model gave up", "4 undone"),
    "hubspot_leads": ("RuntimeError: the model gave up", "6 undone"),
    "notion_page": ("RuntimeError: the model gave up", "2 undone"),
    "salesforce_enrichment": ("", "2 accounts changed"),
    "sheets_pipeline": ("RuntimeError: the numbers do not add up", "2 undone"),
    "slack_message": ("RuntimeError: wrong channel", "3 undone"),
    "stripe_billing": ("refused: pay invoice", "5 undone"),
    "three_vendors": ("APIResponseError", "2 undone"),
}
"""How each script ends, by its name: the exception that its user sees, and the verdict; one completes instead."""
VARIABLE = r"\b(?:GITHUB|SLACK|NOTION|STRIPE|HUBSPOT|SALESFORCE|GOOGLE|SHEETS)_[A-Z_]+\b"
VENDORS = ("github", "slack", "notion", "stripe", "hubspot", "salesforce", "gmail", "sheets", "drive")
GOOGLE = {"gmail_triage": "gmail", "sheets_pipeline": "sheets", "drive_cleanup": "drive"}
"""Which of Google's APIs a script calls: one variable names the server of all of them."""


def test_each_example_is_described_here() -> None:
    """A new example says how it ends."""
    assert [script.stem for script in SCRIPTS] == sorted(FAILS)


@pytest.fixture
def sandboxes(rein_sandbox: Callable[[str], Sandbox]) -> dict[str, Any]:
    """The vendors."""
    return {name: rein_sandbox(name) for name in VENDORS}


@pytest.fixture
def environ(sandboxes: Mapping[str, Any], tmp_path: Path, script: Path) -> dict[str, str]:
    """What a user would have exported."""
    google, api = dict[str, str](), GOOGLE.get(script.stem, "drive")
    accounts = {"gmail": GmailSandbox.ACCOUNT, "sheets": SheetsSandbox.AGENT, "drive": DriveSandbox.AGENT.email}
    set_environment(google.__setitem__, tmp_path, sandboxes[api].url, accounts[api])
    return {
        **os.environ,
        **google,
        "SHEETS_SPREADSHEET": sandboxes["sheets"].PLANS,
        "AGENTREIN_LEDGER": str(tmp_path / "ledger.sqlite3"),
        "GITHUB_TOKEN": "token-octocat",
        "GITHUB_API_URL": sandboxes["github"].url,
        "SLACK_BOT_TOKEN": "xoxb-agent",
        "SLACK_API_URL": f"{sandboxes['slack'].url}/api/",
        "NOTION_TOKEN": "ntn-agent",
        "NOTION_BASE_URL": sandboxes["notion"].url,
        "NOTION_DATA_SOURCE": sandboxes["notion"].INCIDENT_ROWS,
        "STRIPE_API_KEY": "sk_test_agent",
        "STRIPE_API_BASE": sandboxes["stripe"].url,
        "HUBSPOT_ACCESS_TOKEN": "pat-agent",
        "HUBSPOT_BASE_URL": sandboxes["hubspot"].url,
        "SALESFORCE_INSTANCE_URL": sandboxes["salesforce"].url,
        "SALESFORCE_SESSION_ID": sandboxes["salesforce"].AGENT_SESSION,
    }


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_fails_as_it_says_and_leaves_nothing(
    script: Path, sandboxes: Mapping[str, Any], environ: dict[str, str]
) -> None:
    """The exception is the user's or the vendor's own, the report stands below it, and the vendors are as before."""
    before = {name: one.state() for name, one in sandboxes.items()}
    done = subprocess.run(
        [sys.executable, script], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    error, verdict = FAILS[script.stem]
    if error:
        assert done.returncode == 1
        assert error in done.stderr
        assert verdict in done.stderr
        assert "0 left" in done.stderr
    else:
        assert (done.returncode, verdict in done.stdout) == (0, True), done.stderr
        assert any(one.left(before[name]) for name, one in sandboxes.items())
        command = [Path(sys.executable).with_name("rein"), "revert", "last", "--yes"]
        later = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
        assert later.returncode == 0, later
    assert {name: one.left(before[name]) for name, one in sandboxes.items()} == {name: [] for name in sandboxes}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_says_which_variables_it_reads(script: Path, environ: dict[str, str]) -> None:
    """Each stands in its first lines; one that is needed and missing is named in one line, without a traceback."""
    text = script.read_text(encoding="utf-8")
    read = set(re.findall(VARIABLE, text.partition('"""\n\nimport')[2]))
    told = str(ast.get_docstring(ast.parse(text)))
    assert read == set(re.findall(VARIABLE, told))
    needed = " ".join(told.split()).partition("Needed: ")[2].partition(" Changed by: ")[0]
    for name in sorted(one for one in read if one in needed):
        rest = {key: value for key, value in environ.items() if key != name}
        done = subprocess.run([sys.executable, script], env=rest, capture_output=True, text=True, check=False)
        assert done.stderr == f"set {name}: the first lines of this script say what each is for\n"
        assert done.returncode == 1
