"""Reading, appending, editing and deleting blocks.

https://developers.notion.com/reference/patch-block-children
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox import contents
from agentrein_notion.sandbox.ask import ARCHIVED, Ask, invalid, unfit
from agentrein_notion.sandbox.shapes import show_block
from agentrein_notion.sandbox.world import Block, Database, Page, Thing

routes = Routes()
_BLOCK = "/v1/blocks/{block_id}"


@routes.on(f"GET {_BLOCK}")
def retrieve(ask: Ask, block_id: str) -> Answer:
    """A block, one in the trash too."""
    ask.may("read")
    return Answer(200, show_block(ask, ask.block_of(block_id)))


@routes.on(f"GET {_BLOCK}/children")
def children(ask: Ask, block_id: str) -> Answer:
    """The blocks of one level that are not in the trash."""
    ask.may("read")
    return ask.page(_live(ask, ask.block_of(block_id)), lambda block: show_block(ask, block), "block")


def _live(ask: Ask, thing: Thing) -> list[Block | Page | Database]:
    found = [ask.world.things[id] for id in thing.inside]
    return [one for one in found if isinstance(one, Block | Page | Database) and not one.trashed]


@routes.on(f"PATCH {_BLOCK}/children")
def append(ask: Ask, block_id: str) -> Answer:
    """Add blocks at the end or after another one; the answer lists those of the first level."""
    ask.may("insert")
    parent = ask.block_of(block_id)
    ask.only("children", "after", "position")
    given = ask.body.get("children")
    if given is None:
        raise unfit("body.children", "should be defined")
    drafts = contents.read_children(ask, given, "body.children")
    ask.require_live(parent)
    if not contents.can_hold(parent):
        raise invalid("Block does not support children.")
    made = contents.put(ask, parent, drafts, contents.place_of(ask, parent))
    ask.world.touch(parent, ask.me)
    shown = [show_block(ask, block) for block in made]
    return Answer(
        200, {"object": "list", "results": shown, "next_cursor": None, "has_more": False, "type": "block", "block": {}}
    )


@routes.on(f"PATCH {_BLOCK}")
def update(ask: Ask, block_id: str) -> Answer:
    """Edit the fields that are given, or move into and out of the trash; the type stays.

    https://developers.notion.com/reference/update-a-block
    """
    ask.may("update")
    block = ask.block_of(block_id)
    trash = ask.trash_asked()
    edits = {name: value for name, value in ask.body.items() if name not in {"in_trash", "archived", "type", "object"}}
    changed = _changes(ask, block, edits)
    if edits and trash is not False:
        ask.require_live(block)
    if trash is not None and trash == block.trashed and trash:
        raise invalid(ARCHIVED)
    ask.retrash(block)
    if isinstance(block, Block) and edits:
        block.content = {**block.content, **changed}
        ask.world.touch(block, ask.me)
    return Answer(200, show_block(ask, block))


def _changes(ask: Ask, block: Block | Page | Database, edits: dict[str, Any]) -> dict[str, Any]:
    if not edits:
        return {}
    kind = block.type if isinstance(block, Block) else f"child_{block.kind}"
    value = edits.get(kind)
    if not isinstance(block, Block) or not isinstance(value, dict):
        raise unfit(f"body.{kind}", "should be defined" if isinstance(block, Block) else "should be not present")
    strange = next((name for name in edits if name != kind), None)
    if strange is not None:
        raise unfit(f"body.{strange}", "should be not present", edits[strange])
    return contents.read_content(ask, kind, value, f"body.{kind}")


@routes.on(f"DELETE {_BLOCK}")
def delete(ask: Ask, block_id: str) -> Answer:
    """Move a block, page or database to the trash; 400 if it is there already.

    https://developers.notion.com/reference/delete-a-block
    """
    ask.may("update")
    block = ask.block_of(block_id)
    ask.require_live(block)
    block.trashed = True
    ask.world.touch(block, ask.me)
    return Answer(200, show_block(ask, block))
