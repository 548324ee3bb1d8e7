"""docs/compensation.md names only tests and pages that there are, and answers each demand with both."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from docs_kit import DOCS, ROOT, anchors, links, text_of

TEXT = text_of(DOCS / "compensation.md")
ROWS = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| **")]
DEMANDS = (
    "Pairing at registration",
    "Last in, first out",
    "Idempotence",
    "Target state",
    "Write-ahead",
    "Checkpoint outside the process, versioned",
    "Resume",
    "Escalation to a person",
    "Dry run",
    "Gate before the irreversible",
    "Least privilege",
    "Audit of completeness",
)


def names(file: Path) -> set[str]:
    """The tests of a file."""
    found = ast.walk(ast.parse(text_of(file)))
    return {one.name for one in found if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_demand_is_answered() -> None:
    """Each has a row with an answer, a page and a test."""
    assert [re.findall(r"\*\*(.*?)\*\*", row[0])[0] for row in ROWS] == list(DEMANDS)
    assert all(len(row) == 4 and "](" in row[2] and "`tests/" in row[3] for row in ROWS)


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`(tests/[^`]+)`", TEXT))))
def test_named_test_exists(named: str) -> None:
    """The file is there, and the test in it, where one is named."""
    file, _, test = named.partition("::")
    assert (ROOT / file).is_file()
    assert test in names(ROOT / file) or (not test and any(name.startswith("test_") for name in names(ROOT / file)))


@pytest.mark.parametrize("named", sorted(set(links(TEXT))))
def test_named_page_exists(named: str) -> None:
    """The page is there, and the chapter on it, where one is named."""
    page, _, chapter = named.partition("#")
    assert (DOCS / page).is_file()
    assert not chapter or chapter in anchors(text_of(DOCS / page))
