"""Content as markdown: headings, lists, to-dos, quotes, code and paragraphs, without marks inside the text.

https://developers.notion.com/guides/data-apis/working-with-markdown-content
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask
from agentrein_notion.sandbox.contents import FIELDS, Draft
from agentrein_notion.sandbox.texts import plain, rich
from agentrein_notion.sandbox.world import Block, Thing

routes = Routes()
_MARKS: tuple[tuple[str, str], ...] = (
    ("heading_1", "# "),
    ("heading_2", "## "),
    ("heading_3", "### "),
    ("bulleted_list_item", "- "),
    ("numbered_list_item", "1. "),
    ("quote", "> "),
)
_TODO = re.compile(r"- \[([ x])\] (.*)")
_FENCE = "```"


def read_markdown(text: str) -> list[Draft]:
    """The blocks that a markdown text stands for, one for each line; lines between fences are one block of code."""
    drafts: list[Draft] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(_FENCE):
            code = "\n".join(_until_fence(lines))
            drafts.append(_draft("code", code, language=line.removeprefix(_FENCE) or "plain text"))
        elif line.strip():
            drafts.append(_line(line.strip()))
    return drafts


def _until_fence(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line.startswith(_FENCE):
            return
        yield line


def _line(line: str) -> Draft:
    todo = _TODO.fullmatch(line)
    if todo is not None:
        return _draft("to_do", todo[2], checked=todo[1] == "x")
    if line == "---":
        return Draft("divider", {})
    kind, mark = next((pair for pair in _MARKS if line.startswith(pair[1])), ("paragraph", ""))
    return _draft(kind, line.removeprefix(mark))


def _draft(kind: str, text: str, **more: object) -> Draft:
    return Draft(kind, {**FIELDS[kind], "rich_text": rich(text), **more})


def heading(drafts: list[Draft]) -> str | None:
    """The text of the first heading of level 1, which titles a page that has no other title; it is taken out."""
    found = next((draft for draft in drafts if draft.type == "heading_1"), None)
    if found is None:
        return None
    drafts.remove(found)
    return plain(found.content["rich_text"])


@routes.on("GET /v1/pages/{page_id}/markdown")
def retrieve(ask: Ask, page_id: str) -> Answer:
    """The content of a page as markdown; what has no markdown is named by id.

    https://developers.notion.com/reference/retrieve-page-markdown
    """
    ask.may("read")
    page = ask.page_of(page_id)
    unknown: list[str] = []
    text = "\n".join(_written(ask, page, unknown))
    body = {"object": "page_markdown", "id": page.id, "markdown": text, "truncated": False}
    return Answer(200, {**body, "unknown_block_ids": unknown})


def _written(ask: Ask, thing: Thing, unknown: list[str], indent: str = "") -> Iterator[str]:
    for id in thing.inside:
        inner = ask.world.things[id]
        if not isinstance(inner, Block) or inner.trashed:
            continue
        if inner.type != "divider" and "rich_text" not in inner.content:
            unknown.append(id)
            continue
        yield indent + _text(inner)
        yield from _written(ask, inner, unknown, indent + "\t")


def _text(block: Block) -> str:
    if block.type == "divider":
        return "---"
    text = plain(block.content["rich_text"])
    if block.type == "to_do":
        return f"- [{'x' if block.content['checked'] else ' '}] {text}"
    if block.type == "code":
        return f"{_FENCE}{block.content['language']}\n{text}\n{_FENCE}"
    return dict(_MARKS).get(block.type, "") + text
