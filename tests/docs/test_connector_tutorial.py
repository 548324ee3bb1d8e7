from __future__ import annotations

import ast
import importlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_kit import Block, blocks
from page_kit import Reader, plain

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-connector.md").read_text(encoding="utf-8")
MISTAKES = "10. Mistakes, and what they say"


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """Somebody in an empty folder."""
    with Reader(tmp_path / "memo") as somebody:
        yield somebody


def is_as_said(reader: Reader, block: Block) -> None:
    """Do what a block says, and compare what its commands print with the page."""
    for command in reader.follow(block):
        assert plain(command.printed) == plain(command.said), command.line


def test_the_tutorial_works_as_it_is_written(reader: Reader) -> None:
    """Every file and command of the page, in its order: from eight lines to a connector that survives `kill -9`.

    The packages are built as wheels and installed in a place of their own, where the entry point makes the connector
    known; the conformance test runs on it, a run fails, one is killed and recovered, one is reverted later.
    """
    for block in blocks(PAGE):
        if block.heading != MISTAKES:
            is_as_said(reader, block)
    _every_row_is_listed(reader)
    _what_a_person_changed_stays(reader)


def _every_row_is_listed(reader: Reader) -> None:
    listed = json.loads(reader.run("rein ops memo --json"))
    assert {one["connector"] for one in listed} == {"memo"}
    assert {one["sdk"]: (one["tier"], one["inverse"]) for one in listed} == {
        "Memo.create_note": ("reversible", ["DELETE /notes/{note}"]),
        "Memo.delete_note": ("irreversible", []),
        "Memo.edit_note": ("reversible", ["PATCH /notes/{note}"]),
        "Memo.add_tags": ("reversible", ["POST /notes/{note}/tags", "DELETE /notes/{note}/tags/{tag}"]),
        "Memo.remove_tag": ("reversible", ["POST /notes/{note}/tags", "DELETE /notes/{note}/tags/{tag}"]),
        "Memo.rename_book": ("reversible", []),
        "Memo.attach": ("irreversible", []),
    }


def _what_a_person_changed_stays(reader: Reader) -> None:
    """A run that was killed is recovered around what bob wrote meanwhile; a second recovery has nothing to do."""
    reader.run("python agent.py --crash")
    meanwhile = (
        "import os; from memo_sdk import Memo; Memo(os.environ['MEMO_URL'], 'token-bob').edit_note(1, text='Rice')"
    )
    reader.run(f'python -c "{meanwhile}"')
    [report] = json.loads(reader.run("rein recover --json 2>/dev/null"))
    assert {one["seq"]: one["state"] for one in report["actions"]} == {3: "reverted", 2: "reverted", 1: "conflict"}
    [conflict] = report["actions"][-1]["conflicts"]
    assert conflict == {"field": "text", "before": "Buy milk", "ours": "Buy oat milk", "now": "Rice"}
    assert (report["left"], report["exit"]) == ([1], 1)
    assert json.loads(reader.run("rein recover --json 2>/dev/null")) == []
    assert reader.run("python texts.py") == "['Rice']\n"


def test_each_mistake_says_what_the_page_shows(reader: Reader) -> None:
    """A mistake in a row, in the connector or in the package is told with its place and what to do, as printed."""
    page = blocks(PAGE)
    before = page.index(next(block for block in page if block.heading == MISTAKES))
    for block in page[:before]:
        if block.file or "pip install" in block.text or "serve.py" in block.text:
            reader.follow(block)
    mistakes = [block for block in page if block.heading == MISTAKES]
    assert len(mistakes) > 20
    for change, console in zip(mistakes[::2], mistakes[1::2], strict=True):
        path = reader.folder / change.file
        as_it_was = path.read_text(encoding="utf-8")
        reader.follow(change)
        is_as_said(reader, console)
        path.write_text(as_it_was, encoding="utf-8")
        reader.stale = True
    assert reader.run("rein ops memo").startswith("7 operations of memo")


def test_it_begins_with_eight_lines() -> None:
    """The first Python of one's own is eight lines long."""
    first = next(block for block in blocks(PAGE) if block.file == "agentrein_memo/__init__.py")
    assert len(first.text.splitlines()) == 8


def test_it_imports_only_what_is_public() -> None:
    """Of AgentRein the tutorial's connector needs `agentrein.connector`, its tests `agentrein.testing` besides."""
    for block in blocks(PAGE):
        for found in ast.walk(ast.parse(block.text)) if block.kind == "python" and block.file else ():
            if isinstance(found, ast.ImportFrom) and str(found.module).partition(".")[0] == "agentrein":
                public = importlib.import_module(str(found.module))
                assert {one.name for one in found.names} <= {*public.__all__}, block.file
                assert found.module == "agentrein.connector" or block.file.startswith(
                    ("tests/", "agentrein_memo/sandbox")
                )
