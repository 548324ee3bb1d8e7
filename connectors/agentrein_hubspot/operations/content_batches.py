"""Several posts, pages, authors, tags or folders in one call.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

from agentrein.connector import COSTLY, IRREVERSIBLE, REVERSIBLE, Operation, batch, of_items, op
from agentrein_hubspot.batches import each_done
from agentrein_hubspot.batches_of_content import archives, by_id, creates, edits, new_ones
from agentrein_hubspot.operations.content import Kind

MOST = 100


def create(kind: Kind) -> Operation:
    """The row that makes several."""
    return op(
        f"POST {kind.base}/batch/create",
        sdk=kind.sdk("create_batch"),
        says=f"create {{count}} {kind.noun}s",
        tier=of_items(REVERSIBLE),
        batch=batch(f"POST {kind.base}", split=creates, answers=new_ones, most=MOST),
        residue="They stay among the deleted content.",
        why=f"Each is archived while nobody touched it. {kind.docs}",
    )


def edit(kind: Kind) -> Operation:
    """The row that changes several."""
    return op(
        f"POST {kind.base}/batch/update",
        sdk=kind.sdk("update_batch"),
        says=f"edit {{count}} {kind.noun}s",
        tier=of_items(REVERSIBLE, COSTLY) if kind.drafts else of_items(REVERSIBLE),
        query=("archived",),
        batch=batch(f"PATCH {kind.one}", split=edits, answers=by_id, most=MOST),
        residue="Visitors saw it meanwhile.",
        why=f"Each field of each is written back if it still reads as the edit left it. {kind.docs}",
    )


def archive(kind: Kind) -> Operation:
    """The row that archives several."""
    return op(
        f"POST {kind.base}/batch/archive",
        sdk=kind.sdk("archive_batch"),
        says=f"archive {{count}} {kind.noun}s",
        tier=of_items(COSTLY),
        batch=batch(f"DELETE {kind.one}", split=archives, answers=each_done, most=MOST),
        residue="Their addresses answered 404 meanwhile.",
        why=f"Each is brought back by itself, which is inferred and read back. {kind.docs}",
    )


def archive_for_good(kind: Kind) -> Operation:
    """The row that archives several of a kind which nothing brings back."""
    return op(
        f"POST {kind.base}/batch/archive",
        sdk=kind.sdk("archive_batch"),
        says=f"archive several {kind.noun}s",
        tier=IRREVERSIBLE,
        why=f"HubSpot documents no way back. {kind.docs}",
    )


def rows(kind: Kind) -> tuple[Operation, ...]:
    """All of them for one kind."""
    return (create(kind), edit(kind), archive(kind))
