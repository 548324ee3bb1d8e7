"""The content of a page as markdown: https://developers.notion.com/reference/update-page-markdown."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    depends,
    do,
    found,
    now,
    op,
    read,
    sent,
    shows,
    stands,
)
from agentrein_notion.operations import told
from agentrein_notion.operations.places import BY, CONTENT, PAGE, block
from agentrein_notion.readings_of_markdown import command_of, only_adds

MARKDOWN = f"{PAGE}/markdown"


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def text_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is inserted is taken out again; replaced text is written again where nothing but text can be lost."""
    image, later = image or {}, isinstance(call.body, dict) and call.body.get("allow_async")
    if image.get("truncated") is not False or image.get("lost") != [] or later:
        return IRREVERSIBLE
    if only_adds(call.body):
        return REVERSIBLE
    return IRREVERSIBLE if command_of(call.body).get("allow_deleting_content") else COMPENSABLE


_SINCE = read(
    f"GET {MARKDOWN}",
    completed="text since",
    given={**BY, "had": before("blocks"), "was": before("markdown"), "call": sent(), "left": answer("markdown")},
)

ROWS = (
    op(
        f"PATCH {MARKDOWN}",
        sdk="pages.update_markdown",
        says="{does} page {page_id}",
        names=told.text_edit,
        tier=text_tier,
        object=block(sent("page_id")),
        before=read(f"GET {MARKDOWN}", completed="page text", given={**BY, "call": sent()}),
        inverse=do(
            f"PATCH {MARKDOWN}",
            now(_SINCE, "request"),
            goal=shows(_SINCE, markdown=before("markdown")),
            still={"markdown": answer("markdown"), "others": [], "edited": []},
            alike={"markdown": "own content", "edited": "own work"},
        ),
        probe=stands(
            read(f"GET {MARKDOWN}", completed="text as asked", given={"was": before("markdown"), "call": sent()}),
            {"landed": True},
            effect=found(),
        ),
        residue="Text that was replaced comes back in new blocks: links to the old ones, and resolved comments on "
        "them, are lost.",
        scopes=CONTENT,
        why="The lines that a call put there are taken out, and those that it replaced are written again, if the page "
        "still reads as the call left it. Refused are a replacement in a page with anything but plain text "
        "(child pages, nested blocks, files, mentions that cannot be written), with open comments or too long to be "
        "read as a whole, and one that may delete child pages. "
        "https://developers.notion.com/reference/update-page-markdown",
    ),
)
