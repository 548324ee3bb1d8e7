"""Blocks, the content of pages: https://developers.notion.com/reference/block."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    either,
    field,
    found,
    items,
    op,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_notion.made import told_blocks
from agentrein_notion.operations import told
from agentrein_notion.operations.places import (
    AROUND,
    AROUND_OBJECTS,
    BLOCK,
    BY,
    CHILDREN,
    CONTENT,
    DATABASE,
    PAGE,
    UNTRASH,
    block,
    trash_by_one_name,
    trash_field,
)
from agentrein_notion.values import is_lossy_part

_NAME = re.compile(r"\w+")
_WHOLE_VALUES = {"link_to_page"}
"""Contents whose parts exclude one another, so that they are written as one."""


def block_edit(body: Any) -> Any:
    """The request with the trash by its one name, without what only says the block's own type."""
    body = trash_by_one_name(body)
    return (
        {key: value for key, value in body.items() if key not in {"type", "object"}} if isinstance(body, dict) else body
    )


def block_fields(body: Any, image: Any) -> tuple[Any, ...]:
    """The fields that an edit of a block sets: single parts of its content, which Notion leaves alone if not named."""
    fields: list[Any] = []
    for name, parts in body.items():
        if name == "in_trash":
            fields += trash_field(body, image)
        elif name in _WHOLE_VALUES or not isinstance(parts, dict):
            fields.append(field(name, alike="as asked"))
        else:
            fields += [_part(name, part, image or {}) for part in parts]
    return tuple(fields)


def _part(kind: str, part: str, image: Mapping[str, Any]) -> Any:
    here = image.get("type") == kind and _NAME.fullmatch(part) is not None
    return field(
        part,
        read=f"writable.{part}" if here else "writable.nothing",  # Notion refuses another type than the block's own
        lossy=here and is_lossy_part(image, part),
        inside=kind,
        alike="as asked",
    )


@depends(REVERSIBLE, IRREVERSIBLE)
def block_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The content of a block is written back; what happens to the blocks that a synced block shows is not known."""
    return IRREVERSIBLE if isinstance(call.body, dict) and "synced_block" in call.body else REVERSIBLE


def brought_back(shown: Mapping[str, Any]) -> str:
    """Whether a block is brought back as a page, as a database or as a block; not at all from a trash it was in."""
    if shown.get("in_trash"):
        return "nothing"
    return {"child_page": "page", "child_database": "database"}.get(str(shown.get("type")), "block")


def _bring_back(address: str, name: str) -> Any:
    place: dict[str, Any] = {name: sent("block_id")}
    return do(
        f"PATCH {address}",
        {"in_trash": False},
        goal=shows(f"GET {address}", in_trash=False),
        still={"in_trash": True},
        **place,
    )


_ADDED = {
    **BY,
    "was": answer("results"),
    "before": before("results[].id"),
    "told": computed(told_blocks, sent("children")),
}

ROWS = (
    op(
        f"PATCH {CHILDREN}",
        sdk="blocks.children.append",
        says="add blocks to {block_id}",
        tier=REVERSIBLE,
        lookups=AROUND,
        object=block(sent("block_id")),
        parents=AROUND_OBJECTS,
        before=read(f"GET {CHILDREN}", completed="all inside", page_size=100),
        inverse=items(
            do(
                f"DELETE {BLOCK}",
                block_id=each,
                goal=shows(
                    read(f"GET {BLOCK}", completed="block and others", given=_ADDED),
                    in_trash=True,
                    parent=shows(
                        read(f"GET {CHILDREN}", completed="written again", given={**_ADDED, "id": each}, page_size=100),
                        again=[],
                    ),
                ),
                still={"others": [], "edited": []},
                alike={"edited": "own work"},
                ok=(404,),
            ),
            over=answer("results[].id"),
            unless=before("results[].id"),
        ),
        probe=stands(
            read(
                f"GET {CHILDREN}",
                completed="added inside",
                given={**BY, "children": sent("children"), "before": before("results[].id")},
                page_size=100,
            ),
            {"appended": True},
            effect={"results": found("made")},
        ),
        residue="The blocks stay in the trash of the page.",
        if_stuck="Look for the blocks in Notion; delete those that are there, then keep the action.",
        scopes=CONTENT,
        why="The answer lists every block of the first level that was made; those that were not there before go to the "
        "trash, the last one first, unless others edited them or put something into them. "
        "https://developers.notion.com/reference/patch-block-children",
    ),
    op(
        f"PATCH {BLOCK}",
        sdk="blocks.update",
        says="{does} block {block_id}",
        names=told.edit,
        tier=block_tier,
        takes=block_edit,
        lookups=AROUND,
        object=block(sent("block_id")),
        parents=AROUND_OBJECTS,
        inverse=restore(read(f"GET {BLOCK}", completed="whole block", given=UNTRASH), f"PATCH {BLOCK}", block_fields),
        residue="The history of the page shows both edits.",
        scopes=CONTENT,
        why="Notion changes only the parts that a request names, so only those are written back; a block never changes "
        "its type. https://developers.notion.com/reference/update-a-block",
    ),
    op(
        f"DELETE {BLOCK}",
        sdk="blocks.delete",
        says="delete block {block_id}",
        tier=REVERSIBLE,
        lookups=AROUND,
        object=block(sent("block_id")),
        parents=AROUND_OBJECTS,
        before=read(f"GET {BLOCK}"),
        inverse=either(
            {
                "page": _bring_back(PAGE, "page_id"),
                "database": _bring_back(DATABASE, "database_id"),
                "block": _bring_back(BLOCK, "block_id"),
                "nothing": None,
            },
            by=computed(brought_back, before()),
        ),
        probe=stands(f"GET {BLOCK}", {"in_trash": True}),
        residue="That it comes back at its old place is what Notion does, not what it promises.",
        scopes=CONTENT,
        why="Deleting moves a block to the trash with everything in it, under the same id, and it is taken out again. "
        "https://developers.notion.com/reference/delete-a-block",
    ),
)
