"""Approvals, over REST and SOAP: a record that is submitted is locked until somebody decides, or recalls it.

https://developer.salesforce.com/docs/platform/api-rest/guide/resources-process-approvals-post.html
https://developer.salesforce.com/docs/platform/api/guide/sforce-api-calls-process.html
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.world import Mail

routes = Routes()
_DECIDED = {"Approve": "Approved", "Reject": "Rejected", "Removed": "Removed"}


@routes.on("POST /services/data/{version}/process/approvals")
def process(ask: Ask) -> Answer:
    """Submit records, or decide about what waits."""
    try:
        told = [_one(ask, one) for one in ask.body.get("requests") or []]
    except Broken as broken:
        raise broken.stop from broken
    return Answer(200, told)


def _one(ask: Ask, said: Mapping[str, Any]) -> dict[str, Any]:
    action = said.get("actionType")
    if action == "Removed":
        raise Broken("INVALID_ENUM_VALUE", "actionType is one of Submit, Approve and Reject")
    return submit(ask, said.get("contextId")) if action == "Submit" else decide(ask, said.get("contextId"), str(action))


@routes.on("POST /services/data/{version}/actions/standard/submit")
def act(ask: Ask) -> Answer:
    """The same submission as an action."""
    told = []
    for one in ask.body.get("inputs") or []:
        try:
            made = submit(ask, one.get("objectId"))
        except Broken as broken:
            told.append({"isSuccess": False, "errors": broken.result["errors"], "outputValues": None})
        else:
            shown = {name: made[name] for name in ("entityId", "instanceId", "instanceStatus")}
            told.append({"isSuccess": True, "errors": None, "outputValues": shown})
    failed = any(not one["isSuccess"] for one in told)
    return Answer(400 if failed else 200, [{"actionName": "submit", **one} for one in told])


def submit(ask: Ask, context: Any) -> dict[str, Any]:
    """Begin the approval of a record; raises Broken."""
    world, target = ask.world, ask.world.get(context)
    if target is None:
        raise Broken("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    if any(p["TargetObjectId"] == target["Id"] and p["Status"] == "Pending" for p in world.of("ProcessInstance")):
        raise Broken("ALREADY_IN_PROCESS", "This record is currently in an approval process")
    instance = _made(ask, "ProcessInstance", TargetObjectId=target["Id"], Status="Pending")
    _made(ask, "ProcessInstanceWorkitem", ProcessInstanceId=instance["Id"])
    world.mails.append(Mail("the approver", f"{target['Id']} waits for approval"))
    return _told(ask, instance)


def _made(ask: Ask, kind: str, **values: Any) -> dict[str, Any]:
    world = ask.world
    made: dict[str, Any] = {one.name: None for one in world.objects[kind].fields.values()}
    made |= {"type": kind, "Id": world.new_id(kind), "IsDeleted": False, **values}
    made |= {"CreatedById": ask.user, "CreatedDate": world.moment()}
    world.touch(made, ask.user)
    world.records[made["Id"]] = made
    return made


def decide(ask: Ask, workitem: Any, action: str) -> dict[str, Any]:
    """Approve, reject or recall what waits, by its work item, which is gone then; raises Broken."""
    item = ask.world.get(workitem)
    if item is None or item["type"] != "ProcessInstanceWorkitem":
        raise Broken("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    if action not in _DECIDED:
        raise Broken("INVALID_ENUM_VALUE", f"{action} is no action")
    instance = ask.world.records[item["ProcessInstanceId"]]
    if action == "Removed" and ask.user != instance["CreatedById"]:
        raise Broken("INSUFFICIENT_ACCESS_OR_READONLY", "only the submitter may recall")
    instance |= {"Status": _DECIDED[action], "LastActorId": ask.user}
    ask.world.touch(instance, ask.user)
    del ask.world.records[item["Id"]]
    return _told(ask, instance)


def _told(ask: Ask, instance: Mapping[str, Any]) -> dict[str, Any]:
    items = [one["Id"] for one in ask.world.of("ProcessInstanceWorkitem") if one["ProcessInstanceId"] == instance["Id"]]
    told = {"entityId": instance["TargetObjectId"], "instanceId": instance["Id"], "instanceStatus": instance["Status"]}
    return {**told, "success": True, "errors": None, "newWorkitemIds": items, "actorIds": []}
