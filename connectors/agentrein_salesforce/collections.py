"""Collections and trees taken apart: each record as the call that it would be alone, and what the answer says to it.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from agentrein.connector import Answer, Call, Request
from agentrein_salesforce import soql
from agentrein_salesforce.credentials import holds_credentials
from agentrein_salesforce.ids import is_like_id, long_id
from agentrein_salesforce.prefixes import object_of
from agentrein_salesforce.values import read_names, sets_stage

MOST = 200
"""Records of one call. https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_create.htm."""


def record_path(sobject: Any, *rest: Any) -> str:
    """The path of an object or of one of its records; raises ValueError for what would lead elsewhere."""
    if holds_credentials(sobject):
        message = f"the records of {sobject} hold credentials, which would be recorded"
        raise ValueError(message)
    parts = [soql.name(sobject), *(str(one) for one in rest)]
    if not all(parts[1:]):
        message = "a record without an id"
        raise ValueError(message)
    return "/sobjects/" + "/".join(quote(one, safe="") for one in parts)


def id_of(value: Any) -> str:
    """The id of a record; raises ValueError for what is none."""
    if not is_like_id(value):
        message = f"{str(value)[:20]!r} is no id of a record"
        raise ValueError(message)
    return str(value)


def _plain(record: Mapping[str, Any], *without: str) -> dict[str, Any]:
    left_out = {"attributes", *(one.lower() for one in without)}
    return {name: value for name, value in record.items() if name.lower() not in left_out}


def _type(record: Mapping[str, Any]) -> Any:
    return record["attributes"]["type"]


def _id(record: Mapping[str, Any]) -> str:
    ids = [value for name, value in record.items() if name.lower() == "id"]
    if len(ids) != 1:
        message = "a record with several ids" if ids else "a record without an id"
        raise ValueError(message)
    return id_of(ids[0])


# --- collections


def new_records(call: Call) -> list[Request]:
    """Records to be made."""
    return [Request("POST", record_path(_type(one)), {}, _plain(one)) for one in call.body["records"]]


def changed_records(call: Call) -> list[Request]:
    """Records to be changed, each by its id."""
    records = call.body["records"]
    return [Request("PATCH", record_path(_type(one), _id(one)), {}, _plain(one, "id")) for one in records]


def upserted_records(call: Call) -> list[Request]:
    """Records to be changed or made, each by the external id that it holds."""
    sobject, key = call.params["sobject"], str(call.params["field"])
    requests = []
    for one in call.body["records"]:
        value = next(value for name, value in one.items() if name.lower() == key.lower())
        requests.append(Request("PATCH", record_path(sobject, key, value), {}, _plain(one, key)))
    return requests


def deleted_records(call: Call) -> list[Request]:
    """Records to be deleted."""
    ids = [one.strip() for one in str(call.params["ids"]).split(",") if one.strip()]
    return [Request("DELETE", record_path(object_of(one), one)) for one in ids]


def results(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a collection answers to each record."""
    return [result(one, request) for one, request in zip(answer.body, requests, strict=True)]


def result(one: Any, request: Request) -> Answer:
    """One result as the call alone would have been answered."""
    if one.get("success") is not True:
        errors = [{**error, "errorCode": error.get("statusCode")} for error in one.get("errors") or [{}]]
        return Answer(400, errors)
    if request.method == "POST" or one.get("created") is True:
        return Answer(201, one)
    return Answer(200 if "created" in one else 204, one if "created" in one else None)


# --- all before-images in one read


def one_object(call: Mapping[str, Any]) -> str:
    """The object of the records of a call; of several that of the first, for the others are read alone."""
    return soql.name(_type(call["records"][0]))


def ids_and_fields(call: Mapping[str, Any]) -> dict[str, Any]:
    """The body of the read of all records that a call changes."""
    sobject = one_object(call)
    mine = [one for one in call["records"] if _type(one) == sobject]
    names = dict.fromkeys(name for one in mine for name in read_names(_plain(one, "id")).split(",") if name)
    return {"ids": [_id(one) for one in mine], "fields": list(dict.fromkeys(["Id", *names]))}


def image_of(body: Any, request: Request) -> Any:
    """What such a read shows of one record; None for one that is read alone."""
    _, _, sobject, id = request.path.split("/")
    if not isinstance(body, list) or sets_stage({"sobject": sobject, **(request.body or {})}):
        return None
    there = [one for one in body if one is not None]
    shown = [one for one in there if long_id(one.get("Id")) == long_id(unquote(id))]
    if not shown and any(_type(one) == sobject for one in there):
        return Answer(404, [{"errorCode": "NOT_FOUND"}])
    return Answer(200, shown[0]) if shown else None


# --- trees


def grown_records(call: Call) -> list[Request]:
    """Every record of a tree, parents before what hangs on them."""
    return [Request("POST", record_path(_type(one)), {}, _leaf(one)) for one in _in_tree(call.body["records"])]


def _in_tree(records: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    for one in records:
        yield one
        for value in one.values():
            if _is_branch(value):
                yield from _in_tree(value["records"])


def _leaf(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in _plain(record).items() if not _is_branch(value)}


def _is_branch(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("records"), list)


def tree_results(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a tree answers to each record, in the order of the tree; where anything failed, nothing was made."""
    if answer.status != 201 or answer.body.get("hasErrors"):
        return [answer for _ in requests]
    listed = answer.body["results"]
    return [Answer(201, {"id": one["id"], "success": True}) for one, _ in zip(listed, requests, strict=True)]
