"""Write anew what the pages of docs/ show as printed, and their tables: python scripts/pages.py [tables | PAGE ...].

Only what differs by more than ids, times and ports is changed. Read the diff: a page must still say what it shows.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import connector_pages_kit  # noqa: E402 - found by the line above
import docs_kit  # noqa: E402 - as above
import tables_page_kit  # noqa: E402 - as above
from agentrein.registry import connector, load  # noqa: E402 - as above

PAGES = ("start", "concepts", "runs", "cannot-be-undone", "security")
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
            new = "".join(f"$ {line}\n{reader.type(line)}" for line, _ in docs_kit.commands(block))
        if docs_kit.plain(target.text) != docs_kit.plain(new):
            tidy = re.sub(r"\bada@\S+", "ada@laptop", new).strip("\n")
            changed.append((target.line, target.text.count("\n"), tidy))
    return changed


def write(name: str) -> None:
    """Follow one page and write what was printed."""
    path = docs_kit.DOCS / f"{name}.md"
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        sandboxes = {v: running.enter_context(load(connector(v).sandbox)()) for v in ("github", "slack", "notion")}
        reader = docs_kit.Reader.at(sandboxes, folder / "ledger.sqlite3")
        os.environ.update(reader.exported)
        if name != "start":
            reader.names.update(docs_kit.clients(reader.urls))
        page = docs_kit.text_of(path)
        changed = edits(page, reader)
    lines = page.split("\n")
    for line, count, new in reversed(changed):
        lines[line - 1 : line - 1 + count] = new.split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(changed)} blocks changed")


def write_tables() -> None:
    """Bring what is made of the connectors' tables up to date."""
    for page, text in connector_pages_kit.pages().items():
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding="utf-8")
    path = docs_kit.DOCS / "cannot-be-undone.md"
    path.write_text(tables_page_kit.filled(docs_kit.text_of(path)), encoding="utf-8")


if __name__ == "__main__":
    write_tables()
    for given in [] if sys.argv[1:] == ["tables"] else sys.argv[1:] or PAGES:
        write(given)
