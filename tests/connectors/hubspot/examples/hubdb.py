"""Tables of HubDB and their rows."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example
from connectors.hubspot.examples.content import IN_A_LIST

TABLES = "/cms/v3/hubdb/tables"
TABLE = f"{TABLES}/{{tableIdOrName}}"
ROWS = f"{TABLE}/rows"
ROW = f"{ROWS}/{{rowId}}/draft"
SHOP, PLANS = "8201", "8202"
GONE = "nobody changes what is gone"
NEW = {"name": "price", "label": "Price", "type": "NUMBER"}


def columns(hubspot: Client, table: str) -> list[dict[str, Any]]:
    """The columns of a draft, as they are written again."""
    found = hubspot.cms.hubdb.tables_api.get_draft_table_details_by_id(table).columns
    return [
        {"id": int(one.id), "name": one.name, "label": one.label, "type": one.type, "options": options(one)}
        for one in found
    ]


def options(column: Any) -> list[dict[str, Any]]:
    """The options of a column."""
    shared = {"type": "option", "order": 0}
    return [{"id": one.id, "name": one.name, "label": one.label, **shared} for one in column.options]


def add(hubspot: Client, title: str, table: str = PLANS) -> Any:
    """Add a row."""
    return hubspot.cms.hubdb.rows_api.create_table_row(table, {"values": {"title": title, "colour": {"name": "red"}}})


def last(hubspot: Client, table: str = PLANS) -> str:
    """The id of the newest row."""
    found = hubspot.cms.hubdb.rows_api.read_draft_table_rows(table).results
    return str(max(found, key=lambda one: int(one.id) % 8300).id)


def newest(hubspot: Client) -> str:
    """The id of the row that was made last."""
    found = hubspot.cms.hubdb.rows_api.read_draft_table_rows(SHOP).results
    return str(max(found, key=lambda one: one.created_at).id)


EXAMPLES = (
    Example(
        f"POST {TABLES}",
        lambda h: h.cms.hubdb.tables_api.create_table({"name": "mine", "label": "Mine", "columns": [NEW]}),
        foreign=lambda h: h.cms.hubdb.rows_api.create_table_row("mine", {"values": {"price": 1}}),
    ),
    Example(
        f"POST {TABLE}/draft/clone",
        lambda h: h.cms.hubdb.tables_api.clone_draft_table(PLANS, {"newName": "copy", "copyRows": True}),
        foreign=lambda h: h.cms.hubdb.tables_api.publish_draft_table("copy"),
    ),
    Example(
        f"PATCH {TABLE}/draft",
        lambda h: h.cms.hubdb.tables_api.update_draft_table(
            PLANS, {"label": "Mine", "columns": [*columns(h, PLANS), NEW]}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(PLANS, "8320", {"values": {"price": 7}}),
        name="a new column",
    ),
    Example(
        f"PATCH {TABLE}/draft",
        lambda h: h.cms.hubdb.tables_api.update_draft_table(SHOP, {"label": "Mine", "useForPages": True}),
        foreign=lambda h: h.cms.hubdb.tables_api.update_draft_table(SHOP, {"label": "Theirs"}),
        beside=lambda h: h.cms.hubdb.tables_api.update_draft_table(SHOP, {"allowChildTables": True}),
        name="settings",
    ),
    Example(f"DELETE {TABLE}", lambda h: h.cms.hubdb.tables_api.archive_table(PLANS), alone=GONE, name="a draft"),
    Example(f"DELETE {TABLE}", lambda h: h.cms.hubdb.tables_api.archive_table(SHOP), alone=GONE, name="published"),
    Example(
        f"POST {TABLE}/draft/publish",
        lambda h: h.cms.hubdb.tables_api.publish_draft_table(PLANS),
        alone="who unpublishes it wants what the undo wants",
        beside=lambda h: add(h, "Theirs"),
    ),
    Example(f"POST {TABLE}/draft/reset", lambda h: h.cms.hubdb.tables_api.reset_draft_table(SHOP), nothing=True),
    Example(
        f"POST {TABLE}/unpublish",
        lambda h: h.cms.hubdb.tables_api.unpublish_table(SHOP),
        foreign=lambda h: add(h, "Theirs", SHOP),
        leaves=(f"hubdb:{SHOP}/*/row:1*",),
    ),
    Example(
        f"POST {ROWS}",
        lambda h: add(h, "Mine"),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(PLANS, last(h), {"values": {"size": 7}}),
    ),
    Example(
        f"POST {ROW}/clone",
        lambda h: h.cms.hubdb.rows_api.clone_draft_table_row(PLANS, "8320", name="Copy"),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(PLANS, last(h), {"values": {"size": 7}}),
    ),
    Example(
        f"PATCH {ROW}",
        lambda h: h.cms.hubdb.rows_api.update_draft_table_row(
            SHOP, "8310", {"values": {"title": "Mine", "size": None}}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8310", {"values": {"title": "Theirs"}}),
        beside=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8310", {"values": {"colour": None}}),
    ),
    Example(
        f"PUT {ROW}",
        lambda h: h.cms.hubdb.rows_api.replace_draft_table_row(SHOP, "8310", {"values": {"title": "Mine"}}),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8310", {"values": {"title": "Theirs"}}),
    ),
    Example(f"DELETE {ROW}", lambda h: h.cms.hubdb.rows_api.purge_draft_table_row(PLANS, "8320"), alone=GONE),
    Example(
        f"POST {ROWS}/draft/batch/create",
        lambda h: h.cms.hubdb.rows_batch_api.create_draft_table_rows(
            PLANS, {"inputs": [{"values": {"title": "Mine"}}, {"values": {"title": "More"}}]}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(PLANS, last(h), {"values": {"size": 7}}),
        untold=IN_A_LIST,
    ),
    Example(
        f"POST {ROWS}/draft/batch/clone",
        lambda h: h.cms.hubdb.rows_batch_api.clone_draft_table_rows(
            SHOP, {"inputs": [{"id": "8310", "name": "One"}, {"id": "8311", "name": "Two"}]}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, newest(h), {"values": {"size": 7}}),
        untold=IN_A_LIST,
    ),
    Example(
        f"POST {ROWS}/draft/batch/update",
        lambda h: h.cms.hubdb.rows_batch_api.update_draft_table_rows(
            SHOP, {"inputs": [{"id": "8310", "values": {"title": "Mine"}}, {"id": "8311", "values": {"size": None}}]}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8311", {"values": {"size": 7}}),
        beside=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8310", {"values": {"size": 7}}),
    ),
    Example(
        f"POST {ROWS}/draft/batch/replace",
        lambda h: h.cms.hubdb.rows_batch_api.replace_draft_table_rows(
            SHOP, {"inputs": [{"id": "8310", "values": {"title": "Mine"}}, {"id": "8311", "values": {"size": 3}}]}
        ),
        foreign=lambda h: h.cms.hubdb.rows_api.update_draft_table_row(SHOP, "8311", {"values": {"size": 7}}),
    ),
    Example(
        f"POST {ROWS}/draft/batch/purge",
        lambda h: h.cms.hubdb.rows_batch_api.purge_draft_table_rows(SHOP, {"inputs": ["8310", "8311"]}),
        alone=GONE,
    ),
)
