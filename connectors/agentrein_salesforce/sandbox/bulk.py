"""Bulk jobs of both kinds: CSV in jobs of records, and JSON in batches of a job.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_intro.htm. A job is done as soon
as its upload is complete: the stand-in does not wait.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from agentrein.testing import Answer, Routes, Stop
from agentrein_salesforce.sandbox import soql
from agentrein_salesforce.sandbox.ask import NOT_FOUND, Ask, Broken, fail
from agentrein_salesforce.sandbox.records import upserted
from agentrein_salesforce.sandbox.world import Job
from agentrein_salesforce.sandbox.writes import create, delete, standing, update

routes = Routes()
JOBS = "/services/data/{version}/jobs"
INGEST = f"{JOBS}/ingest"
ASYNC = "/services/async/{version}/job"
DELIMITERS = {"COMMA": ",", "SEMICOLON": ";", "TAB": "\t", "PIPE": "|", "CARET": "^", "BACKQUOTE": "`"}
NULL = "#N/A"
"""What a CSV says for an empty value; an empty cell leaves the field as it is."""


def process(ask: Ask, job: Job, row: dict[str, Any]) -> dict[str, Any]:
    """Do what a job does to one of its rows."""
    kind, id = ask.sobject(job.sobject), str(row.get("Id") or row.get("id") or "")
    rest = {name: value for name, value in row.items() if name.lower() != "id"}
    try:
        match job.operation:
            case "insert":
                return {"id": create(ask, kind, rest)["Id"], "success": True, "created": True, "errors": []}
            case "update":
                update(ask, kind, standing(ask, kind, id), rest)
            case "upsert":
                key = str(row.get(job.external))
                rest.pop(job.external, None)
                id, created = upserted(ask, kind, job.external, key, rest)
                return {"id": id, "success": True, "created": created, "errors": []}
            case _:
                delete(ask, kind, standing(ask, kind, id))
                if job.operation == "hardDelete":
                    ask.world.records.pop(id, None)
    except Broken as broken:
        return {"id": id or None, "created": False, **broken.result}
    except Stop as stop:
        return {"id": None, "created": False, **Broken("DUPLICATE_EXTERNAL_ID", str(stop.answer.body)).result}
    return {"id": id, "success": True, "created": False, "errors": []}


def _job(ask: Ask, id: str) -> Job:
    if id not in ask.world.jobs:
        raise NOT_FOUND
    return ask.world.jobs[id]


def _open(ask: Ask, operation: str) -> Job:
    said = ask.body
    number = len(ask.world.jobs) + 1
    job = Job(f"750gl{number:010}AAA", str(said.get("object", "")), operation, ask.user)
    job.external = str(said.get("externalIdFieldName") or "")
    ask.world.jobs[job.id] = job
    return job


# --- jobs of records


@routes.on(f"POST {INGEST}")
def open_job(ask: Ask) -> Answer:
    """Open a job."""
    ask.sobject(str(ask.body.get("object")))
    job = _open(ask, str(ask.body.get("operation")))
    job.query = str(ask.body.get("columnDelimiter") or "COMMA")
    return Answer(200, _info(ask, job))


def _info(ask: Ask, job: Job) -> dict[str, Any]:
    failed = sum(not one["success"] for one in job.results)
    return {
        "id": job.id,
        "operation": job.operation,
        "object": job.sobject,
        "state": job.state,
        "createdById": job.by,
        "contentType": "CSV",
        "apiVersion": ask.version,
        "contentUrl": f"services/data/v{ask.version:.1f}/jobs/ingest/{job.id}/batches",
        "externalIdFieldName": job.external or None,
        "numberRecordsProcessed": len(job.results),
        "numberRecordsFailed": failed,
    }


@routes.on(f"PUT {INGEST}/{{id}}/batches")
def upload(ask: Ask, id: str) -> Answer:
    """Upload the rows of a job."""
    job = _job(ask, id)
    if job.state != "Open" or job.rows:
        raise fail(400, "INVALIDJOBSTATE", "the job takes no data")
    text = ask.request.raw.decode()
    job.rows = [dict(one) for one in csv.DictReader(io.StringIO(text), delimiter=DELIMITERS[job.query])]
    return Answer(201)


@routes.on(f"PATCH {INGEST}/{{id}}")
def set_state(ask: Ask, id: str) -> Answer:
    """Start a job, or end it."""
    job, state = _job(ask, id), ask.body.get("state")
    if job.state not in {"Open", *(("UploadComplete", "InProgress") if state == "Aborted" else ())}:
        raise fail(400, "INVALIDJOBSTATE", f"the job is {job.state}")
    if state == "UploadComplete":
        for row in job.rows:
            said = {name: None if value == NULL else value for name, value in row.items() if value != ""}
            job.results.append(process(ask, job, said))
        told = {**_info(ask, job), "state": state}
        job.state = "JobComplete"
        return Answer(200, told)
    job.state = "Aborted"
    return Answer(200, _info(ask, job))


@routes.on(f"GET {INGEST}/{{id}}")
def job_info(ask: Ask, id: str) -> Answer:
    """How a job stands."""
    return Answer(200, _info(ask, _job(ask, id)))


@routes.on(f"DELETE {INGEST}/{{id}}", f"DELETE {JOBS}/query/{{id}}")
def drop_job(ask: Ask, id: str) -> Answer:
    """Forget a job and its results."""
    del ask.world.jobs[_job(ask, id).id]
    return Answer(204)


@routes.on(*(f"GET {INGEST}/{{id}}/{which}" for which in ("successfulResults", "failedResults", "unprocessedRecords")))
def results(ask: Ask, id: str) -> Answer:
    """The rows of a job by what became of them."""
    job, which = _job(ask, id), ask.request.path.rpartition("/")[2]
    pairs = list(zip(job.rows, job.results, strict=False))
    if which == "unprocessedRecords":
        return _csv(job.rows[len(job.results) :], list(job.rows[0]) if job.rows else [])
    if which == "successfulResults":
        rows = [
            {"sf__Id": r["id"], "sf__Created": str(r["created"]).lower(), **row} for row, r in pairs if r["success"]
        ]
        return _csv(rows, ["sf__Id", "sf__Created", *(job.rows[0] if job.rows else [])])
    rows = [{"sf__Id": r["id"] or "", "sf__Error": _said(r), **row} for row, r in pairs if not r["success"]]
    return _csv(rows, ["sf__Id", "sf__Error", *(job.rows[0] if job.rows else [])])


def _said(result: dict[str, Any]) -> str:
    first = result["errors"][0]
    return f"{first['statusCode']}:{first['message']}:{' '.join(first['fields'])}--"


def _csv(rows: list[dict[str, Any]], names: list[str], headers: dict[str, str] | None = None) -> Answer:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return Answer(200, text.getvalue().encode(), headers or {}, media="text/csv")


@routes.on(f"POST {JOBS}/query")
def open_query(ask: Ask) -> Answer:
    """Open a job that asks."""
    job = _open(ask, str(ask.body.get("operation")))
    job.query, job.state = str(ask.body.get("query")), "UploadComplete"
    told = _info(ask, job)
    job.state = "JobComplete"
    return Answer(200, told)


@routes.on(f"GET {JOBS}/query/{{id}}")
def query_info(ask: Ask, id: str) -> Answer:
    """How such a job stands."""
    return Answer(200, _info(ask, _job(ask, id)))


@routes.on(f"GET {JOBS}/query/{{id}}/results")
def query_results(ask: Ask, id: str) -> Answer:
    """What it found."""
    rows = _found(ask, _job(ask, id))
    flat = [{name: "" if value is None else value for name, value in row.items()} for row in rows]
    count = {"Sforce-Locator": "null", "Sforce-NumberOfRecords": str(len(flat))}
    return _csv(flat, list(flat[0]) if flat else [], count)


def _found(ask: Ask, job: Job) -> list[dict[str, Any]]:
    try:
        _, rows, _ = soql.run(ask, job.query, deleted=job.operation == "queryAll")
    except Broken as broken:
        raise broken.stop from broken
    return [{name: value for name, value in row.items() if name != "attributes"} for row in rows]


# --- batches of a job


@routes.on(f"POST {ASYNC}")
def open_old(ask: Ask) -> Answer:
    """Open a job."""
    return Answer(201, _brief(_open(ask, str(ask.body.get("operation")))))


def _brief(job: Job) -> dict[str, Any]:
    return {"id": job.id, "operation": job.operation, "object": job.sobject, "state": job.state}


@routes.on(f"POST {ASYNC}/{{id}}")
def close_old(ask: Ask, id: str) -> Answer:
    """Close a job, or end it."""
    job = _job(ask, id)
    job.state = str(ask.body.get("state"))
    return Answer(200, _brief(job))


@routes.on(f"GET {ASYNC}/{{id}}")
def old_info(ask: Ask, id: str) -> Answer:
    """How a job stands."""
    return Answer(200, _brief(_job(ask, id)))


@routes.on(f"POST {ASYNC}/{{id}}/batch")
def add_batch(ask: Ask, id: str) -> Answer:
    """Add rows to a job, which are done at once; of a job that asks, the query."""
    job = _job(ask, id)
    if job.state != "Open":
        raise fail(400, "InvalidJobState", "the job is closed")
    name = f"751gl{len(job.batches) + 1:010}AAA"
    if job.operation in {"query", "queryAll"}:
        job.query, job.batches[name] = ask.request.raw.decode(), []
    else:
        rows = list(ask.request.body or [])
        done = [process(ask, job, row) for row in rows]
        job.rows, job.results = [*job.rows, *rows], [*job.results, *done]
        job.batches[name] = done
    return Answer(201, {"id": name, "jobId": id, "state": "Queued"})


@routes.on(f"GET {ASYNC}/{{id}}/batch/{{batch}}")
def batch_info(ask: Ask, id: str, batch: str) -> Answer:
    """How a batch stands."""
    count = len(_job(ask, id).batches[batch])
    return Answer(200, {"id": batch, "jobId": id, "state": "Completed", "numberRecordsProcessed": count})


@routes.on(f"GET {ASYNC}/{{id}}/batch/{{batch}}/result")
def batch_result(ask: Ask, id: str, batch: str) -> Answer:
    """What became of the rows of a batch; of a job that asks, where its result is."""
    job = _job(ask, id)
    return Answer(200, ["752gl0000000001"] if job.query else job.batches[batch])


@routes.on(f"GET {ASYNC}/{{id}}/batch/{{batch}}/result/{{result}}")
def batch_rows(ask: Ask, id: str, batch: str, result: str) -> Answer:  # noqa: ARG001 - a route takes its variables
    """What a job that asks found."""
    return Answer(200, _found(ask, _job(ask, id)))
