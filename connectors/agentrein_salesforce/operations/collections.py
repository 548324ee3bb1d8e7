"""Several records in one call: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite.htm."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, batch, computed, of_items, op, read, sent
from agentrein_salesforce.collections import (
    MOST,
    changed_records,
    deleted_records,
    grown_records,
    ids_and_fields,
    image_of,
    new_records,
    one_object,
    results,
    tree_results,
    upserted_records,
)
from agentrein_salesforce.operations.places import KEYED, OBJECT, RECORD, REST

COLLECTION = "/composite/sobjects"

_EACH = "What stays of each record is what its own row says."

ROWS = (
    op(
        f"POST {COLLECTION}",
        sdk="Salesforce.restful",
        says="create {count} records",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(f"POST {OBJECT}", split=new_records, answers=results, most=MOST),
        residue=_EACH,
        why="Each record that the answer says was made is deleted. "
        f"{REST}/resources_composite_sobjects_collections_create.htm",
    ),
    op(
        f"PATCH {COLLECTION}",
        sdk="Salesforce.restful",
        says="update {count} records",
        tier=of_items(REVERSIBLE, COSTLY, IRREVERSIBLE),
        batch=batch(
            f"PATCH {RECORD}",
            split=changed_records,
            answers=results,
            before=read(
                f"POST {COLLECTION}/{{sobject}}",
                body=computed(ids_and_fields, sent()),
                sobject=computed(one_object, sent()),
            ),
            cut=image_of,
            most=MOST,
        ),
        residue=_EACH,
        why="All old values are read at once, and written back record by record. "
        f"{REST}/resources_composite_sobjects_collections_update.htm",
    ),
    op(
        f"DELETE {COLLECTION}",
        sdk="Salesforce.restful",
        says="delete {count} records",
        tier=of_items(COSTLY, IRREVERSIBLE),
        batch=batch(f"DELETE {RECORD}", split=deleted_records, answers=results, most=MOST),
        query=("ids", "allOrNone"),
        residue=_EACH,
        why="Each record comes back from the Recycle Bin, if those of its object do. The id must tell which object it "
        "is, which those of custom objects do not. "
        f"{REST}/resources_composite_sobjects_collections_delete.htm",
    ),
    op(
        f"PATCH {COLLECTION}/{{sobject}}/{{field}}",
        sdk="Salesforce.restful",
        says="upsert {count} {sobject} by {field}",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(f"PATCH {KEYED}", split=upserted_records, answers=results, most=MOST),
        residue=_EACH,
        why="The answer says of each record whether it is new: then it is deleted, else its old values are written "
        "back. "
        f"{REST}/resources_composite_sobjects_collections_upsert.htm",
    ),
    op(
        "POST /composite/tree/{sobject}",
        sdk="Salesforce.restful",
        says="create {count} records in trees of {sobject}",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(f"POST {OBJECT}", split=grown_records, answers=tree_results, most=MOST),
        residue=_EACH,
        why="All records of a tree are made or none, and each is deleted, those that hang on others first. "
        f"{REST}/resources_composite_sobject_tree.htm",
    ),
)
