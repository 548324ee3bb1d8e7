"""The content of a page as markdown: what a change of it would lose, and the request that takes it back.

https://developers.notion.com/guides/data-apis/working-with-markdown-content
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_notion.lists import Steps, Stopped, all_of
from agentrein_notion.others import MOST_COMMENTED, Found, comments_on
from agentrein_notion.texts import are_writable

PLAIN = frozenset(
    {
        *("bulleted_list_item", "code", "divider", "heading_1", "heading_2", "heading_3"),
        *("numbered_list_item", "paragraph", "quote", "to_do"),
    }
)
"""Blocks that come back from their markdown as they were."""


# --- pure


def command_of(call: Any) -> Mapping[str, Any]:
    """What a call says under its own type; nothing where it is malformed, which Notion refuses."""
    command = call.get(str(call.get("type"))) if isinstance(call, Mapping) else None
    return command if isinstance(command, Mapping) else {}


def only_adds(call: Any) -> bool:
    """Whether a call inserts at the start or at the end, which touches no block that is there.

    What becomes of a block in which a selection ends is not documented.
    """
    return isinstance(call, Mapping) and call.get("type") == "insert_content" and not command_of(call).get("after")


def wanted(call: Mapping[str, Any], was: str) -> str | None:
    """The text that a call makes of a page's; None where that takes Notion's own reading of a selection."""
    command = command_of(call)
    if only_adds(call):
        added = str(command.get("content"))
        at_start = (command.get("position") or {}).get("type") == "start"
        return f"{added}\n{was}" if at_start else f"{was}\n{added}"
    if "content_updates" in command:
        for one in command["content_updates"]:
            was = was.replace(one["old_str"], one["new_str"])
        return was
    return str(command["new_str"]) if "new_str" in command else None


def same_text(one: str, other: str) -> bool:
    """Whether two texts differ at most in where child pages and databases stand: moved back, they come last."""
    return one == other or _without_children(one) == _without_children(other)


def _without_children(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.lstrip().startswith(("<page url=", "<database url="))]


def request(now: str, was: str, left: str | None = None) -> dict[str, Any]:
    """The request that brings a text back: the lines that differ, with as many around them as make the place plain.

    A text to be found is not empty, and stands there once. What differs is what a call `left`, else what stands now.
    """
    has, had = (now if left is None else left).split("\n"), was.split("\n")
    least = min(len(has), len(had))
    front = next((n for n in range(least) if has[n] != had[n]), least)
    most = least - front
    back = next((n for n in range(most) if has[-1 - n] != had[-1 - n]), most)
    while True:
        old, new = ("\n".join(lines[front : len(lines) - back]) for lines in (has, had))
        if len(had) == front + back:  # lines that go, go with the break that parts them from the others
            old = f"\n{old}" if front else f"{old}\n"
        if old and now.count(old) == 1:
            return {"type": "update_content", "update_content": {"content_updates": [{"old_str": old, "new_str": new}]}}
        if not front and not back and left not in (None, now):
            return request(now, was)
        if not front and not back:
            return {"type": "replace_content", "replace_content": {"new_str": was}}
        front, back = (front - 1, back) if front else (front, back - 1)


def _names_what_stays(undo: Mapping[str, Any]) -> bool:
    return any(one["new_str"] for one in command_of(undo).get("content_updates", ()))


def _squeezed(text: str) -> str:
    """A text without blanks and escapes, which Notion writes its own way."""
    return "".join("".join(_without_children(text)).split()).replace("\\", "")


# --- readings


def page_text(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page's markdown with the ids of its `blocks`, and what of them a replacement could `lose`.

    What is only inserted, at the start or at the end, loses nothing.
    """
    try:
        blocks = yield from _blocks(str(body.get("id")))
        lost = [] if only_adds(given["call"]) else (yield from _lost(blocks))
    except Stopped as stopped:
        return stopped.answer
    return {**body, "blocks": [one["id"] for one in blocks], "lost": lost}


def _blocks(page: str) -> Generator[Read, Answer, list[Any]]:
    found: list[Any] = []
    for one in (yield from all_of(Read("GET /v1/blocks/{block_id}/children", {"block_id": page}))):
        found.append(one)
        if one.get("has_children") and one.get("type") not in {"child_page", "child_database"}:
            found += yield from _blocks(str(one["id"]))
    return found


def _lost(blocks: list[Any]) -> Generator[Read, Answer, list[str]]:
    """What would not come back: blocks that are more than plain text, and comments, also where they cannot be read."""
    lost = [f"{one.get('type')} {one['id']}" for one in blocks if not _is_plain(one)]
    if lost or len(blocks) > MOST_COMMENTED:
        return lost or [f"more than {MOST_COMMENTED} blocks"]
    for one in blocks:
        answer = yield Read("GET /v1/comments", {"block_id": one["id"]})
        found = answer.body.get("results") if answer.status == 200 and isinstance(answer.body, Mapping) else None
        if found != []:
            return [f"comments on {one['id']}" if found else "comments that cannot be read"]
    return []


def _is_plain(block: Mapping[str, Any]) -> bool:
    texts = [(block.get(str(block.get("type"))) or {}).get(name) for name in ("rich_text", "caption")]
    return block.get("type") in PLAIN and not block.get("has_children") and all(map(are_writable, texts))


def text_since(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page's markdown, as a call `left` it, with the `request` that brings it back to what it `was`.

    With it come the comments on blocks that were not among those that it `had`. Where what was only inserted stands
    there twice, the request names lines around it, which are written again: that must lose nothing, either.
    """
    if body.get("truncated"):
        return Answer(error=OverflowError("the page is too long to be read as a whole"))
    found = Found(given["by"])
    now, was, left = (str(one) for one in (body["markdown"], given["was"], given["left"]))
    if same_text(now, was):
        shown, undo = was, {}
    elif same_text(now, left):
        shown, undo = left, request(now, was, left)
    else:
        shown, undo = now, request(now, was)
    try:
        blocks = yield from _blocks(str(body.get("id")))
        for one in blocks:
            if one["id"] not in given["had"]:
                yield from comments_on(found, str(one["id"]))
        around = only_adds(given["call"]) and _names_what_stays(undo)
        lost = (yield from _lost(blocks)) if around and not found.others else []
    except Stopped as stopped:
        return stopped.answer
    if lost:
        return Answer(error=LookupError(f"the inserted text stands there twice, and {lost[0]} could be lost with it"))
    return {**body, "markdown": shown, "others": found.others, "edited": found.edited, "request": undo}


def text_as_asked(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page's markdown with `landed`: whether it is what a call made of what it `was`. A third text tells nothing."""
    yield from ()
    text = wanted(given["call"], given["was"])
    landed = not same_text(body["markdown"], given["was"])
    if landed and (text is None or _squeezed(text) != _squeezed(body["markdown"])):
        return Answer(error=LookupError("the page reads neither as it did nor as the call would have it"))
    return {**body, "landed": landed}


READINGS_OF_MARKDOWN = {"page text": page_text, "text since": text_since, "text as asked": text_as_asked}
"""The readings that rows name, with what they are given."""
