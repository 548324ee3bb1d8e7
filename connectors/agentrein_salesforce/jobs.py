"""Bulk jobs taken apart: each row as the call that it would be alone, and what became of it.

A job is opened, gets its rows, and does them later; what was sent to prepare it tells what it does.
https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_intro.htm
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from agentrein.connector import Answer, Call, Prepared, Read, Request
from agentrein_salesforce.collections import id_of, record_path, result
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.readings import Steps, Stopped, ask

MOST = 200
"""Rows of one job that are taken: each one's before-image stands in the ledger."""

OPERATIONS = ("insert", "update", "upsert", "delete")
DELIMITERS = {"COMMA": ",", "SEMICOLON": ";", "TAB": "\t", "PIPE": "|", "CARET": "^", "BACKQUOTE": "`"}
EMPTY = "#N/A"
"""What a cell says for an empty value; an empty cell leaves the field as it is.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/datafiles_csv_valid_record_rows.htm
"""

Row = Mapping[str, Any]


def uploaded_rows(call: Call, prepared: Sequence[Prepared]) -> list[Request]:
    """The rows of a job whose upload is complete."""
    job = call.params["job"]
    said = _opened(prepared, "POST /jobs/ingest#", job)
    texts = [one.call.body["csv"] for one in prepared if _is_upload(one, job)]
    if not texts:
        message = "the run has uploaded nothing to this job"
        raise ValueError(message)
    delimiter = DELIMITERS[said.get("columnDelimiter") or "COMMA"]
    rows = [row for text in texts for row in csv.DictReader(io.StringIO(text), delimiter=delimiter)]
    return [_request(said, row, cells(row)) for row in rows]


def _is_upload(one: Prepared, job: Any) -> bool:
    return one.call.address == "PUT /jobs/ingest/{job}/batches" and one.call.params["job"] == job


def batch_rows(call: Call, prepared: Sequence[Prepared]) -> list[Request]:
    """The rows of one batch of a job of the first Bulk API."""
    said = _opened(prepared, "POST /async/job#", call.params["job"])
    return [_request(said, row, dict(row)) for row in call.body]


def _opened(prepared: Sequence[Prepared], address: str, job: Any) -> Row:
    """What the call said that opened a job; raises ValueError where another run did that."""
    for one in prepared:
        told = one.answer if isinstance(one.answer, Mapping) else {}
        if one.call.address.startswith(address) and long_id(told.get("id")) == long_id(job):
            return dict(one.call.body)
    message = f"this run has not opened the job {job}"
    raise ValueError(message)


def cells(row: Row) -> dict[str, Any]:
    """The fields that a row of a CSV sets; `Account.Ext__c` names a record by its external id."""
    said: dict[str, Any] = {}
    for name, value in row.items():
        if value not in ("", None):
            head, _, key = str(name).partition(".")
            said[head] = {key: value} if key else None if value == EMPTY else value
    return said


def _request(job: Row, row: Row, said: dict[str, Any]) -> Request:
    """One row as a call of its own; raises ValueError for one that does not name its record."""
    sobject, operation = job["object"], job["operation"]
    fields = {name: value for name, value in said.items() if name.lower() not in {"id", "attributes"}}
    if operation == "insert":
        return Request("POST", record_path(sobject), {}, fields)
    if operation == "upsert":
        key = str(job["externalIdFieldName"])
        value = next((value for name, value in row.items() if name.lower() == key.lower()), "")
        rest = {name: one for name, one in fields.items() if name.lower() != key.lower()}
        return Request("PATCH", record_path(sobject, key, value), {}, rest)
    id = id_of(next((value for name, value in row.items() if name.lower() == "id"), None))
    if operation == "delete":
        return Request("DELETE", record_path(sobject, id))
    if operation != "update":
        message = f"{operation!r} is nothing that is taken apart"
        raise ValueError(message)
    return Request("PATCH", record_path(sobject, id), {}, fields)


# --- what became of them


def job_results(body: Any, given: Row) -> Steps:  # noqa: ARG001 - a reading takes both
    """A job with its `rows`: done, failed, and those that it did not come to; an error while it is at work.

    One that is still open was never started, so that it has none.
    """
    if body.get("state") == "Open":
        return {**body, "rows": None}
    if body.get("state") not in {"JobComplete", "Failed", "Aborted"}:
        return Answer(409, [{"errorCode": "INPROGRESS", "message": f"the job is {body.get('state')}"}])
    rows: list[Row] = []
    try:
        for which in ("successfulResults", "failedResults", "unprocessedRecords"):
            found = yield from ask(Read(f"GET /jobs/ingest/{{job}}/{which}"))
            rows += [{**row, "told by": which} for row in (found or {}).get("rows", [])]
    except Stopped as stopped:
        return stopped.answer
    return {**body, "rows": rows}


def job_answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a job did with each row; its results come in no order, and repeat what each row said."""
    if answer.body["rows"] is None:
        return [Answer(400, [{"errorCode": "NOT_STARTED"}]) for _ in requests]
    left = list(answer.body["rows"])
    return [_taken(left, request) for request in requests]


def _taken(left: list[Row], request: Request) -> Answer:
    """The answer to one row, whose result is not looked at again; none where no result is that row's."""
    found = next((row for row in left if _is_of(row, request)), None)
    if found is None:
        return Answer()
    left.remove(found)
    return _row_answer(found, request)


def _is_of(row: Row, request: Request) -> bool:
    said = {name: value for name, value in row.items() if name not in {"sf__Id", "sf__Created", "sf__Error", "told by"}}
    if request.method == "POST":
        return bool({n: v for n, v in cells(said).items() if n.lower() != "id"} == request.body)
    *_, key, value = (unquote(one) for one in request.path.split("/"))
    if request.method == "DELETE" or request.path.count("/") == 3:
        return bool(long_id(_cell(said, "id") or row.get("sf__Id")) == long_id(value))
    return bool(_cell(said, key) == value)


def _cell(row: Row, name: str) -> Any:
    return next((value for key, value in row.items() if key.lower() == name.lower()), None)


def _row_answer(row: Row, request: Request) -> Answer:
    if row["told by"] != "successfulResults":
        code, _, text = str(row.get("sf__Error") or "UNPROCESSED").partition(":")
        return Answer(400, [{"errorCode": code, "message": text}])
    created = row.get("sf__Created") == "true"
    upserts = request.method == "PATCH" and request.path.count("/") == 4
    return result({"id": row["sf__Id"], "success": True, **({"created": created} if upserts else {})}, request)


def batch_results(body: Any, given: Row) -> Steps:  # noqa: ARG001 - a reading takes both
    """A batch of the first Bulk API with its `results`, in the order of its rows; an error while it is worked on."""
    state = body.get("state")
    if state not in {"Completed", "Failed", "Not Processed", "NotProcessed"}:
        return Answer(409, [{"errorCode": "INPROGRESS", "message": f"the batch is {state}"}])
    if state != "Completed":
        return {**body, "results": None}
    try:
        found = yield from ask(Read("GET /async/job/{job}/batch/{batch}/result"))
    except Stopped as stopped:
        return stopped.answer
    return {**body, "results": found}


def batch_answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a batch did with each row; one that failed as a whole did nothing."""
    found = answer.body["results"]
    if found is None:
        return [Answer(400, [{"errorCode": "BATCH_FAILED"}]) for _ in requests]
    return [_old_answer(one, request) for one, request in zip(found, requests, strict=True)]


def _old_answer(one: Row, request: Request) -> Answer:
    """A result of the first Bulk API, which tells of every row whether it is new."""
    upserts = request.method == "PATCH" and request.path.count("/") == 4
    return result({name: value for name, value in one.items() if name != "created" or upserts}, request)


READINGS_OF_JOBS: Mapping[str, Callable[[Any, Row], Iterator[Any]]] = {
    "job results": job_results,
    "batch results": batch_results,
}
"""The readings that rows name."""
