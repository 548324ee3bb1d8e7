"""Several rows of HubDB in one call: https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import COMPENSABLE, REVERSIBLE, Operation, batch, of_items, op
from agentrein_hubspot.batches import each_done
from agentrein_hubspot.batches_of_content import (
    by_id,
    copied_rows,
    edited_rows,
    new_ones,
    new_rows,
    purged_rows,
    replaced_rows,
)
from agentrein_hubspot.operations.hubdb_rows import DOCS, ROW, ROWS_AT

MOST = 100


def _row(verb: str, sdk: str, alone: str, says: str, why: str, **more: Any) -> Operation:
    split, answers = more.pop("split"), more.pop("answers")
    return op(
        f"POST {ROWS_AT}/draft/batch/{verb}",
        sdk=f"cms.hubdb.rows_batch_api.{sdk}",
        says=f"{says} in the draft of table {{tableIdOrName}}",
        batch=batch(alone, split=split, answers=answers, most=MOST),
        why=f"{why} {DOCS}",
        **{"tier": of_items(REVERSIBLE), **more},
    )


ROWS = (
    _row(
        "create",
        "create_draft_table_rows",
        f"POST {ROWS_AT}",
        "add {count} rows",
        "Each row is deleted again while it is as it was made.",
        split=new_rows,
        answers=new_ones,
    ),
    _row(
        "clone",
        "clone_draft_table_rows",
        f"POST {ROW}/clone",
        "copy {count} rows",
        "Each copy is deleted again while it is as it was made.",
        split=copied_rows,
        answers=new_ones,
    ),
    _row(
        "update",
        "update_draft_table_rows",
        f"PATCH {ROW}",
        "change {count} rows",
        "Each cell is written back if it still reads as the call left it.",
        split=edited_rows,
        answers=by_id,
    ),
    _row(
        "replace",
        "replace_draft_table_rows",
        f"PUT {ROW}",
        "write {count} rows anew",
        "Each row is written again as a whole.",
        split=replaced_rows,
        answers=by_id,
    ),
    _row(
        "purge",
        "purge_draft_table_rows",
        f"DELETE {ROW}",
        "delete {count} rows",
        "Each row is made again with what it held.",
        split=purged_rows,
        answers=each_done,
        tier=of_items(COMPENSABLE),
        residue="The rows have other ids and stand at the end.",
    ),
)
