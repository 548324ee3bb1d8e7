"""Content as markdown: headings, lists, to-dos, quotes, code and paragraphs, without marks inside the text.

https://developers.notion.com/guides/data-apis/working-with-markdown-content
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, invalid, unfit
from agentrein_notion.sandbox.contents import FIELDS, Draft, put
from agentrein_notion.sandbox.shapes import title_of
from agentrein_notion.sandbox.texts import plain, rich
from agentrein_notion.sandbox.world import Block, Database, Page, Thing

routes = Routes()
_MARKS: tuple[tuple[str, str], ...] = (
    ("heading_1", "# "),
    ("heading_2", "## "),
    ("heading_3", "### "),
    ("bulleted_list_item", "- "),
    ("numbered_list_item", "1. "),
    ("quote", "> "),
)
_TODO = re.compile(r"- \[([ x])\] ?(.*)")
_EMPTY = "<empty-block/>"
"""A paragraph without text; lines without any are no blocks."""
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
    kind, mark = next((pair for pair in _MARKS if f"{line} ".startswith(pair[1])), ("paragraph", ""))
    return _draft(kind, "" if line == _EMPTY else f"{line} ".removeprefix(mark).removesuffix(" "))


def _draft(kind: str, text: str, **more: object) -> Draft:
    return Draft(kind, {**FIELDS[kind], "rich_text": rich(text), **more})


def heading(drafts: list[Draft]) -> str | None:
    """The text of the first heading of level 1, which titles a page that has no other title; it is taken out."""
    found = next((draft for draft in drafts if draft.type == "heading_1"), None)
    if found is None:
        return None
    drafts.remove(found)
    return plain(found.content["rich_text"])


_MARKDOWN = "/v1/pages/{page_id}/markdown"
_Segments = list[tuple[Thing, list[str]]]


@routes.on(f"GET {_MARKDOWN}")
def retrieve(ask: Ask, page_id: str) -> Answer:
    """The content of a page as markdown; what has no markdown is named by id.

    https://developers.notion.com/reference/retrieve-page-markdown
    """
    ask.may("read")
    return _show(ask, ask.page_of(page_id))


def _show(ask: Ask, page: Page) -> Answer:
    unknown: list[str] = []
    text = _joined(_segments(ask, page, unknown))
    body = {"object": "page_markdown", "id": page.id, "markdown": text, "truncated": False}
    return Answer(200, {**body, "unknown_block_ids": unknown})


def _joined(segments: _Segments) -> str:
    return "\n".join(line for _, lines in segments for line in lines)


def _segments(ask: Ask, page: Page, unknown: list[str]) -> _Segments:
    """What stands in a page with the lines that it is written in; none for what has no markdown."""
    things = (ask.world.things[id] for id in page.inside)
    return [(one, list(_written(ask, one, unknown))) for one in things if not one.trashed]


def _written(ask: Ask, thing: Thing, unknown: list[str], indent: str = "") -> Iterator[str]:
    if isinstance(thing, Page | Database):
        url = f"https://www.notion.so/{thing.id.replace('-', '')}"
        yield f'<{thing.kind} url="{url}">{title_of(thing)}</{thing.kind}>'
    if not isinstance(thing, Block):
        return
    if thing.type != "divider" and "rich_text" not in thing.content:
        unknown.append(thing.id)
        return
    yield from (indent + line for line in _text(thing).splitlines() or [""])
    for inner in (ask.world.things[id] for id in thing.inside):
        if not inner.trashed:
            yield from _written(ask, inner, unknown, indent + "\t")


def _text(block: Block) -> str:
    if block.type == "divider":
        return "---"
    text = plain(block.content["rich_text"])
    if block.type == "to_do":
        return f"- [{'x' if block.content['checked'] else ' '}] {text}"
    if block.type == "code":
        return f"{_FENCE}{block.content['language']}\n{text}\n{_FENCE}"
    return (dict(_MARKS).get(block.type, "") + text) or _EMPTY


@routes.on(f"PATCH {_MARKDOWN}")
def update(ask: Ask, page_id: str) -> Answer:
    """Insert or replace text. Blocks whose lines stay keep their ids; the others go, and their comments with them.

    https://developers.notion.com/reference/update-page-markdown
    """
    ask.may("update")
    page = ask.page_of(page_id)
    ask.require_live(page)
    ask.only("type", *_EDITS)
    kind = ask.body.get("type")
    command = ask.body.get(str(kind)) if kind in _EDITS else None
    if not isinstance(command, dict):
        raise unfit("body.type", f"should be one of {', '.join(_EDITS)}", kind)
    segments = _segments(ask, page, [])
    _rewrite(ask, page, segments, _EDITS[str(kind)](_joined(segments), command), command)
    ask.world.touch(page, ask.me)
    return _show(ask, page)


def _string(command: dict[str, Any], name: str) -> str:
    value = command.get(name)
    if not isinstance(value, str):
        raise unfit(f"body.{name}", "should be a string", value)
    return value


def _range(text: str, selection: str) -> tuple[int, int]:
    """Where a selection of the form `start text...end text` begins and ends."""
    first, _, last = selection.partition("...")
    begin = text.find(first)
    end = text.find(last or first, begin)
    if begin < 0 or end < 0:
        raise invalid("The selection does not match any content in the page.")
    return begin, end + len(last or first)


def _insert(text: str, command: dict[str, Any]) -> str:
    content = _string(command, "content")
    if "after" in command and "position" in command:
        raise invalid("Provide only one of after and position.")
    if "after" in command:
        end = _range(text, command["after"])[1]
        return f"{text[:end]}\n{content}{text[end:]}"
    at_start = (command.get("position") or {}).get("type") == "start"
    parts = [content, text] if at_start else [text, content]
    return "\n".join(part for part in parts if part)


def _replace_range(text: str, command: dict[str, Any]) -> str:
    begin, end = _range(text, _string(command, "content_range"))
    return text[:begin] + _string(command, "content") + text[end:]


def _search(text: str, command: dict[str, Any]) -> str:
    for one in command.get("content_updates") or []:
        old, new = _string(one, "old_str"), _string(one, "new_str")
        count = text.count(old) if old else 0
        if count == 0 or (count > 1 and not one.get("replace_all_matches")):
            raise invalid(f"old_str matches {count} locations in the page.")
        text = text.replace(old, new)
    return text


_EDITS: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "insert_content": _insert,
    "replace_content_range": _replace_range,
    "update_content": _search,
    "replace_content": lambda _text, command: _string(command, "new_str"),
}


def _rewrite(ask: Ask, page: Page, segments: _Segments, wanted: str, command: dict[str, Any]) -> None:
    """Bring the page to the text that is wanted: what stands in front of and behind all changes stays as it is."""
    lines = [line for line in wanted.split("\n") if line.strip()]
    front, lines = _same(segments, lines)
    back, lines = _same([(one, said[::-1]) for one, said in segments[front:][::-1]], lines[::-1])
    lines, middle = lines[::-1], segments[front : len(segments) - back]
    kept = [one for one, said in middle if not isinstance(one, Block) and said[0] in lines]
    lost = [one for one, _ in middle if one not in kept]
    if not command.get("allow_deleting_content") and any(not isinstance(one, Block) for one in lost):
        raise invalid("This would delete child pages or databases; set allow_deleting_content to allow that.")
    drafts = read_markdown("\n".join(line for line in lines if not line.startswith(("<page", "<database"))))
    for one in lost:
        if isinstance(one, Block):
            ask.world.delete(one, "block", page.id, _text(one) if "rich_text" in one.content else one.id)
        else:
            one.trashed = True
    place = page.inside.index(segments[front - 1][0].id) + 1 if front else 0
    for block in put(ask, page, drafts, place):
        block.alias = ask.world.made_again("block", page.id, _text(block))


def _same(segments: _Segments, lines: list[str]) -> tuple[int, list[str]]:
    """How many of the segments stand at the beginning of the lines, and the lines behind them."""
    count = 0
    for _, said in segments:
        if lines[: len(said)] != said:
            break
        count, lines = count + 1, lines[len(said) :]
    return count, lines
