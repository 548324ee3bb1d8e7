"""Bulk jobs of both kinds: https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_intro.htm."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, answer, batch, of_items, op, read
from agentrein_salesforce.jobs import (
    MOST,
    OPERATIONS,
    batch_answers,
    batch_rows,
    job_answers,
    uploaded_rows,
)
from agentrein_salesforce.operations.places import DOCS, KEYED, OBJECT, RECORD

_BULK = f"{DOCS}/atlas.en-us.api_asynch.meta/api_asynch"
_ANY = of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE)
_ROWS = (f"POST {OBJECT}", f"PATCH {RECORD}", f"PATCH {KEYED}", f"DELETE {RECORD}")
_EACH = "The job and its results stay for seven days. What stays of each record is what its own row says."
_WHY = (
    "A job tells which rows it did, and each of those is undone as if it had been a call of its own, for at most "
    f"{MOST} rows: the old values of each stand in the ledger. "
)
_START, _BATCH = "PATCH /jobs/ingest/{job}#UploadComplete", "POST /async/job/{job}/batch#records"

START = op(
    _START,
    sdk="SFBulk2Type.insert / update / upsert / delete",
    says="start job {job} of {count} rows",
    tier=_ANY,
    batch=batch(
        *_ROWS,
        split=uploaded_rows,
        answers=job_answers,
        most=MOST,
        prepared=True,
        later=read("GET /jobs/ingest/{job}", completed="job results"),
    ),
    residue=_EACH,
    why=f"{_WHY}{_BULK}/close_job.htm",
)
BATCH = op(
    _BATCH,
    sdk="SFBulkType.insert / update / upsert / delete",
    says="add a batch of {count} rows to job {job}",
    tier=_ANY,
    batch=batch(
        *_ROWS,
        split=batch_rows,
        answers=batch_answers,
        most=MOST,
        prepared=True,
        later=read("GET /async/job/{job}/batch/{batch}", batch=answer("id"), completed="batch results"),
    ),
    residue=_EACH,
    why=f"{_WHY}{_BULK}/asynch_api_batches_create.htm",
)
OPENED = tuple(
    op(
        f"POST /jobs/ingest#{operation}",
        sdk=f"SFBulk2Type.{operation}",
        says=f"open a job to {operation} {{object}}",
        part=_START,
        why=f"An open job changes no record. {_BULK}/create_job.htm",
    )
    for operation in OPERATIONS
)
OLD = tuple(
    op(
        f"POST /async/job#{operation}",
        sdk=f"SFBulkType.{operation}",
        says=f"open a job to {operation} {{object}}",
        part=_BATCH,
        why=f"An open job changes no record. {_BULK}/asynch_api_jobs_create.htm",
    )
    for operation in OPERATIONS
)
UPLOAD = op(
    "PUT /jobs/ingest/{job}/batches",
    sdk="SFBulk2Type.insert / update / upsert / delete",
    says="upload rows to job {job}",
    part=_START,
    why=f"Rows are done only when the upload is said to be complete. {_BULK}/upload_job_data.htm",
)

ROWS = (*OPENED, UPLOAD, START, *OLD, BATCH)
