"""Write anew what docs/ shows as printed, and the tables: python scripts/pages.py [tables | requests | PAGE ...].

The tables are docs/connectors/*.md, docs/gaps.md and those of cannot-be-undone; the other pages are in PAGES. Only what
differs by more than ids, times and ports is changed. Read the diff: a page must still say what it shows. `requests` is
docs/extra-requests.md: it tries every example of every connector, which takes some minutes, and only if it is named.
The output on writing-a-connector, ledger, testing and in the README is changed by hand; their tests show how it
differs.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import connector_pages_kit  # noqa: E402 - found by the line above
import docs_kit  # noqa: E402 - as above
import extra_requests_kit  # noqa: E402 - as above
import operating_kit  # noqa: E402 - as above
import own_page_kit  # noqa: E402 - as above
import tables_page_kit  # noqa: E402 - as above
from operating_scenes import ACTS  # noqa: E402 - as above

SCENES = ("operations", "commands")
OWN = "own-actions"
PAGES = (*docs_kit.PROGRAMS, *SCENES, OWN)
Edit = tuple[int, int, str]
"""The line on which a block's text begins, how many lines it has, and its new text."""


def edits(page: str, reader: docs_kit.Reader) -> list[Edit]:
    """What has to be changed on a page, from its top to its end."""
    found, changed = docs_kit.blocks(page), list[Edit]()
    for number, block in enumerate(found):
        if block.why or block.kind not in {"python", "console"}:
            continue
        target = block
        if block.kind == "python":
            new, target = reader.run(block), found[number + 1] if number + 1 < len(found) else block
            if target.kind != "text":
                continue
        else:
            new = "".join(f"$ {line}\n{reader.type(line)}" for line, *_ in docs_kit.commands(block.text))
        if docs_kit.plain(target.text) != docs_kit.plain(new):
            tidy = re.sub(r"\bada@\S+", "ada@laptop", new).strip("\n")
            changed.append((target.line, target.text.count("\n"), tidy))
    return changed


def write(name: str) -> None:
    """Follow one page and write what was printed."""
    path = docs_kit.DOCS / f"{name}.md"
    if name == OWN:
        count = own_page_kit.write(path)
    else:
        count = operating_kit.write(path, ACTS) if name in SCENES else write_program(name, path)
    print(f"{path.relative_to(ROOT)}: {count} blocks changed")


def write_program(name: str, path: Path) -> int:
    """Run one page from its top to its end; gives how many blocks were changed."""
    with tempfile.TemporaryDirectory() as folder, docs_kit.stand_ins() as sandboxes:
        reader = docs_kit.Reader.at(sandboxes, Path(folder) / "ledger.sqlite3")
        os.chdir(folder)  # where the page's files are
        os.environ.update(reader.exported)
        if name != "start":
            reader.names.update(docs_kit.clients(reader.urls))
        page = docs_kit.text_of(path)
        changed = edits(page, reader)
        os.chdir(ROOT)
        os.environ.pop("AGENTREIN_KEY", None)  # a page may set it
    lines = page.split("\n")
    for line, count, new in reversed(changed):
        lines[line - 1 : line - 1 + count] = new.split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")
    return len(changed)


def write_tables() -> None:
    """Bring what is made of the connectors' tables up to date."""
    for page, text in connector_pages_kit.pages().items():
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding="utf-8")
    path = docs_kit.DOCS / "cannot-be-undone.md"
    path.write_text(tables_page_kit.filled(docs_kit.text_of(path)), encoding="utf-8")


def write_requests() -> None:
    """Count the requests that are added to each write, and say so."""
    found = extra_requests_kit.counted()
    extra_requests_kit.PAGE.write_text(extra_requests_kit.page(found), encoding="utf-8")
    print(f"{extra_requests_kit.PAGE.relative_to(ROOT)}: {len(found)} examples counted")


if __name__ == "__main__":
    wanted = sys.argv[1:] or PAGES
    if "requests" in wanted:
        write_requests()
    if {*wanted} != {"requests"}:
        write_tables()
    for given in wanted:
        if given not in {"tables", "requests"}:
            write(given)
