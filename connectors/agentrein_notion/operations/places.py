"""What the rows share: the things they touch, the reads they rest on, and the pure functions they use.

Pages and databases are blocks of the same id, so all three have one kind of identity, however a call addresses them:
https://developers.notion.com/reference/block
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import actor, answer, computed, field, look, looked, path, read, sent, when
from agentrein_notion.texts import text_of, title_of
from agentrein_notion.values import dashed, in_path, no_id

PAGE = "/v1/pages/{page_id}"
BLOCK = "/v1/blocks/{block_id}"
CHILDREN = f"{BLOCK}/children"
DATABASE = "/v1/databases/{database_id}"
SOURCE = "/v1/data_sources/{data_source_id}"
QUERY = f"{SOURCE}/query"
COMMENT = "/v1/comments/{comment_id}"

CONTENT = ("read content", "update content")
"""What a connection needs to take content to the trash, or back, or to write an old value, and to read it back.

https://developers.notion.com/reference/capabilities
"""

UNTRASH = {"untrash": sent("in_trash")}
"""What a reading is given that marks what stands in a thing when it comes out of the trash."""

BY = {"by": actor("account")}
"""What a reading is given that tells what others did."""

NOTHING_THERE: Mapping[str, Any] = {"": None}
"""What a read shows of a thing that is absent: all of it is null."""


def block(id: Any) -> Any:
    """The identity of a page, database or block that the call names."""
    return path("notion:block:", computed(dashed, id))


def source(id: Any) -> Any:
    """The identity of a data source that the call names."""
    return path("notion:data_source:", computed(dashed, id))


NEW_BLOCK = path("notion:block:", answer("id"))
NEW_SOURCE = path("notion:data_source:", answer("id"))
NEW_COMMENT = path("notion:comment:", answer("id"))

PARENTS = (
    block(sent("parent.page_id")),
    block(sent("parent.block_id")),
    block(sent("parent.database_id")),
    source(sent("parent.data_source_id")),
)
"""What a new thing stands in, as far as the call says it."""

AROUND = (
    look("in_page", f"GET {BLOCK}", "parent.page_id"),
    look("in_block", f"GET {BLOCK}", "parent.block_id"),
)
"""What a block stands in; one read tells both."""

AROUND_OBJECTS = (path("notion:block:", looked("in_page")), path("notion:block:", looked("in_block")))


def inside(name: str) -> Any:
    """The id of the parent that the call names, for a path."""
    return computed(in_path, sent(f"parent.{name}"))


def made_in(listed: Any) -> Any:
    """The list in which a new thing is looked for; where the call names what is no id as its parent, an empty one."""
    nowhere = read("GET /v1/users/me", at="results", completed="made nowhere")
    return when(computed(no_id, sent("parent")), nowhere, listed)


PARENT_READ = when(
    sent("parent.page_id"),
    read(f"GET {PAGE}", page_id=inside("page_id")),
    when(
        sent("parent.block_id"),
        read(f"GET {BLOCK}", block_id=inside("block_id")),
        when(
            sent("parent.data_source_id"),
            read(f"GET {SOURCE}", data_source_id=inside("data_source_id")),
            when(
                sent("parent.database_id"),
                read(f"GET {DATABASE}", database_id=inside("database_id")),
                read("GET /v1/users/me"),
            ),
        ),
    ),
)
"""What must still be readable where a new thing is not: else it may be hidden rather than gone."""


# --- pure functions


def trash_field(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The trash as an edit sets it; what it takes out is not put there again with what others did to it since."""
    if "in_trash" not in body:
        return ()
    comes_back = body["in_trash"] is False and bool((image or {}).get("in_trash"))
    return (field("in_trash", read="standing", alike="unused since") if comes_back else field("in_trash"),)


def call_title(call: Mapping[str, Any]) -> str:
    """The title that a call gives to a new database, data source or page; empty if it gives none."""
    if "title" in call:
        return text_of(call["title"])
    given = title_of(call.get("properties"))
    return given or _heading(call.get("markdown"))


def _heading(markdown: Any) -> str:
    """Notion takes the first heading of a page that is made from Markdown as its title."""
    lines = markdown.splitlines() if isinstance(markdown, str) else []
    return next((line[2:].strip() for line in lines if line.startswith("# ")), "")


def trash_by_one_name(body: Any) -> Any:
    """The request with `in_trash` for its older name.

    https://developers.notion.com/guides/get-started/upgrade-guide-2026-03-11
    """
    if not isinstance(body, dict) or "archived" not in body:
        return body
    rest = {key: value for key, value in body.items() if key != "archived"}
    return rest if body["archived"] is None else {"in_trash": body["archived"], **rest}


TITLE = computed(call_title, sent())
