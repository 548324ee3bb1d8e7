"""Approvals: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_process_approvals.htm."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_salesforce.sandbox.ask import Ask, fail
from agentrein_salesforce.sandbox.world import Mail

routes = Routes()


@routes.on("POST /services/data/{version}/process/approvals")
def process(ask: Ask) -> Answer:
    """Submit records, which are locked then, or decide about them."""
    return Answer(200, [_one(ask, one) for one in ask.body.get("requests") or []])


def _one(ask: Ask, said: dict[str, Any]) -> dict[str, Any]:
    world, target = ask.world, ask.world.get(said.get("contextId"))
    if target is None:
        raise fail(400, "INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    pending = [
        p for p in world.of("ProcessInstance") if p["TargetObjectId"] == target["Id"] and p["Status"] == "Pending"
    ]
    if said.get("actionType") == "Submit":
        if pending:
            raise fail(400, "ALREADY_IN_PROCESS", "This record is currently in an approval process")
        made: dict[str, Any] = {one.name: None for one in world.objects["ProcessInstance"].fields.values()}
        made |= {"type": "ProcessInstance", "Id": world.new_id("ProcessInstance"), "IsDeleted": False}
        made |= {
            "TargetObjectId": target["Id"],
            "Status": "Pending",
            "CreatedById": ask.user,
            "CreatedDate": world.moment(),
        }
        world.touch(made, ask.user)
        world.records[made["Id"]] = made
        world.mails.append(Mail("the approver", f"{target['Id']} waits for approval"))
    else:
        if not pending:
            raise fail(400, "NO_APPLICABLE_PROCESS", "No applicable approval process was found.")
        made = pending[0]
        made["Status"] = {"Approve": "Approved", "Reject": "Rejected"}.get(str(said.get("actionType")), "Pending")
    told = {"entityId": target["Id"], "instanceId": made["Id"], "instanceStatus": made["Status"]}
    return {**told, "success": True, "errors": None, "newWorkitemIds": [], "actorIds": []}
