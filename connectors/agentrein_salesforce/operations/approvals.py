"""Submissions for approval: https://developer.salesforce.com/docs/platform/api-rest/guide/resources-process-approvals-post.html."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    computed,
    depends,
    do,
    find,
    found,
    join,
    op,
    path,
    read,
    seen,
    sent,
    shows,
)
from agentrein_salesforce import soql
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.operations.places import DOCS

PROCESS = "POST /Soap/u#process"

_RECALL_PAGE = f"{DOCS}/platform/api/guide/sforce-api-calls-process.html"
_WHY = (
    "The approval is recalled by the SOAP API, with the work item that waits for it, unless somebody has approved or "
    "rejected it by then. That it shows nobody as its last actor before is inferred. "
)
_RESIDUE = (
    "The approvers were notified, and the history of the record shows the submission and the recall; what the process "
    "did to the record on either stays."
)
_BY_HAND = "Look at the approval history of the record; recall it there if it still waits, then keep the action."


def submissions(target: Any) -> str:
    """The query of the approvals of a record, those that began last first."""
    names = ("Id", "TargetObjectId", "Status", "CreatedById", "CreatedDate")
    where = f"TargetObjectId = {soql.quoted(long_id(target))}"
    return soql.select(names, "ProcessInstance", where, rest="ORDER BY CreatedDate DESC, Id DESC")


def _listed(call: Call, name: str) -> Any:
    return call.body.get(name) if isinstance(call.body, Mapping) else None


@depends(COMPENSABLE, IRREVERSIBLE)
def submit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One submission is recalled; several in one call could not be told apart if the answer was lost."""
    given = _listed(call, "requests") or _listed(call, "inputs")
    return COMPENSABLE if isinstance(given, list) and len(given) == 1 else IRREVERSIBLE


def _recall(instance: Any) -> Any:
    """Take a submission back, as long as it waits."""
    query = "SELECT Id, Status, LastActorId, (SELECT Id FROM Workitems) FROM ProcessInstance WHERE Id = '"
    shown = read(
        "GET /query", q=join(query, instance, "'"), at="records.0", completed="approval", given={"by": actor("account")}
    )
    return do(
        PROCESS,
        {
            "actions": {
                "@type": "ProcessWorkitemRequest",
                "comments": "The work that this was submitted in was undone.",
                "action": "Removed",
                "workitemId": seen("Workitems.records.0.Id"),
            }
        },
        goal=shows(shown, Status="Removed"),
        still={"Status": "Pending", "acted": []},
    )


def _submit(address: str, says: str, target: Any, instance: str, page: str, shape: Any) -> Any:
    """The row of a call that submits a record, whose answer shows the approval at `instance`."""
    return op(
        address,
        sdk="Salesforce.restful",
        says=says,
        names=told,
        tier=submit_tier,
        object=path("salesforce:record:", answer(instance)),
        parents=(path("salesforce:record:", computed(long_id, target)),),
        inverse=_recall(answer(instance)),
        probe=find(
            read("GET /query", q=computed(submissions, target), at="records"),
            same={"TargetObjectId": computed(long_id, target)},
            mine="CreatedById",
            since="CreatedDate",
            newest=True,
            effect=shape,
        ),
        residue=_RESIDUE,
        if_stuck=_BY_HAND,
        why=f"{_WHY}{_RECALL_PAGE} and {page}",
    )


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """The record that is submitted."""
    given = call.get("requests") or call.get("inputs") or [{}]
    return {"record": given[0].get("contextId") or given[0].get("objectId")}


ROWS = (
    _submit(
        "POST /process/approvals#Submit",
        "submit {record} for approval",
        sent("requests.0.contextId"),
        "0.instanceId",
        f"{DOCS}/platform/api-rest/guide/resources-process-approvals-post.html",
        [{"instanceId": found("Id")}],
    ),
    _submit(
        "POST /actions/standard/submit",
        "submit {record} for approval",
        sent("inputs.0.objectId"),
        "0.outputValues.instanceId",
        f"{DOCS}/atlas.en-us.api_action.meta/api_action/actions_obj_submit_approval.htm",
        [{"outputValues": {"instanceId": found("Id")}}],
    ),
    op(
        PROCESS,
        sdk="SOAP process",
        says="decide about approvals",
        tier=IRREVERSIBLE,
        why=f"Approvals notify people, and final actions run at once. {_RECALL_PAGE}",
    ),
)
