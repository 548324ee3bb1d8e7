"""As much of SOQL as clients of the stand-in ask: one object, conditions, order, limit, and queries of children.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select.htm
"""

from __future__ import annotations

from typing import Any

from agentrein_salesforce.sandbox.ask import Ask
from agentrein_salesforce.sandbox.schema import Record, SObject
from agentrein_salesforce.sandbox.shapes import shown
from agentrein_salesforce.sandbox.soql_text import Query, Reader, at, child_relation, object_of


def run(ask: Ask, text: str, *, deleted: bool) -> tuple[SObject, list[dict[str, Any]], int]:
    """The object of a query, its records as they are shown, and how many there are; raises Broken."""
    query = Reader(ask, text).whole()
    kind = object_of(ask, query.sobject)
    found = _matching(ask, kind, query, deleted=deleted)
    if query.count:
        return kind, [], len(found)
    return kind, [_row(ask, kind, query, one, deleted=deleted) for one in found], len(found)


def _matching(ask: Ask, kind: SObject, query: Query, *, deleted: bool) -> list[Record]:
    found = [one for one in ask.world.of(kind.name, deleted=deleted) if ask.sees(one) and query.test(one)]
    for name, down in reversed(query.order):
        found.sort(key=lambda one: _sortable(at(ask, kind, one, name)), reverse=down)
    found = found[query.offset :]
    return found if query.limit is None else found[: query.limit]


def _sortable(one: Any) -> tuple[bool, Any]:
    return (one is not None, "" if one is None else one.lower() if isinstance(one, str) else one)


def _row(ask: Ask, kind: SObject, query: Query, record: Record, *, deleted: bool) -> dict[str, Any]:
    row = shown(kind, record, ask.version, [])
    for name in query.fields:
        head, _, rest = name.partition(".")
        if rest:
            parent = _parent_row(ask, kind, record, head, rest)
            row[head] = parent and {**(row.get(head) or {}), **parent}
        else:
            row |= {key: said for key, said in shown(kind, record, ask.version, [name]).items() if key != "attributes"}
    for child in query.children:
        row[child.sobject] = _children(ask, kind, record, child, deleted=deleted)
    return row


def _parent_row(ask: Ask, kind: SObject, record: Record, head: str, rest: str) -> Any:
    one = next(f for f in kind.fields.values() if f.to and f.relation == head)
    parent = ask.world.records.get(record.get(one.name) or "")
    return None if parent is None else shown(ask.world.objects[parent["type"]], parent, ask.version, [rest])


def _children(ask: Ask, kind: SObject, record: Record, query: Query, *, deleted: bool) -> Any:
    """The result of a query inside another one; null where there is nothing, as Salesforce has it."""
    child, by = child_relation(ask, kind, query.sobject)
    inner = Query(child.name, query.fields, [], test=query.test, order=query.order, limit=query.limit)
    found = _matching(ask, child, inner, deleted=deleted)
    mine = [one for one in found if one.get(by.name) == record["Id"]]
    rows = [_row(ask, child, inner, one, deleted=deleted) for one in mine]
    return {"totalSize": len(rows), "done": True, "records": rows} if rows else None
