"""Approvals, and requests for access: https://developers.google.com/workspace/drive/api/guides/approvals."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found
from agentrein_google.drive.sandbox.world import Item, stamp

routes = Routes()
F = "/drive/v3/files/{file}"


def _item(ask: Ask, file: str, role: str = "reader") -> Item:
    return ask.in_any_drive().item(file, role)


def _shown(ask: Ask, one: dict[str, Any]) -> dict[str, Any]:
    shown = {name: value for name, value in one.items() if name not in {"initiator", "reviewers"}}
    reviewers = [
        {"kind": "drive#reviewerResponse", "reviewer": shapes.user_of(ask.world, id, ask.user), "response": said}
        for id, said in one["reviewers"].items()
    ]
    return {
        "kind": "drive#approval",
        **shown,
        "initiator": shapes.user_of(ask.world, one["initiator"], ask.user),
        "reviewerResponses": reviewers,
    }


@routes.on(f"GET {F}/approvals")
def listed(ask: Ask, file: str) -> Any:
    """The approvals of a file."""
    return {"kind": "drive#approvalList", "items": [_shown(ask, one) for one in _item(ask, file).approvals.values()]}


@routes.on(f"GET {F}/approvals/{{approval}}")
def get(ask: Ask, file: str, approval: str) -> Any:
    """One of them."""
    return _shown(ask, _one(_item(ask, file), approval))


def _one(item: Item, id: str) -> dict[str, Any]:
    if id not in item.approvals:
        raise not_found(id, "Approval")
    return item.approvals[id]


@routes.on(f"POST {F}/approvals:start")
def start(ask: Ask, file: str) -> Any:
    """Ask people to approve a file; only one approval goes on at a time."""
    item = _item(ask, file, "writer")
    found = [ask.world.user_of(str(one)) for one in ask.body.get("reviewerEmails") or []]
    if not found or None in found:
        raise invalid("The reviewers are required.")
    if any(one["status"] == "IN_PROGRESS" for one in item.approvals.values()):
        raise fail(403, "approvalInProgress", "Another approval is in progress.")
    id, now = ask.world.id("app"), stamp(ask.world.time())
    item.approvals[id] = {
        "approvalId": id,
        "targetFileId": item.id,
        "createTime": now,
        "modifyTime": now,
        "status": "IN_PROGRESS",
        "initiator": ask.user.id,
        "reviewers": {one.id: "NO_RESPONSE" for one in found if one is not None},
        **{name: ask.body[name] for name in ("dueTime", "fileContentChangeBehavior") if name in ask.body},
    }
    return _shown(ask, item.approvals[id])


@routes.on(f"POST {F}/approvals/{{named}}")
def act(ask: Ask, file: str, named: str) -> Any:
    """Approve, decline, cancel, comment or reassign: the part behind the colon."""
    id, _, action = named.partition(":")
    one = _one(_item(ask, file), id)
    if one["status"] != "IN_PROGRESS":
        raise fail(400, "failedPrecondition", "The approval is complete.")
    if action in {"approve", "decline"}:
        if ask.user.id not in one["reviewers"]:
            raise fail(403, "forbidden", "Only reviewers respond.")
        one["reviewers"][ask.user.id] = action.upper() + "D"
        one["status"] = "DECLINED" if action == "decline" else "APPROVED"
    elif action == "cancel":
        if one["initiator"] != ask.user.id:
            raise fail(403, "forbidden", "Only the initiator cancels an approval.")
        one["status"] = "CANCELLED"
    elif action not in {"comment", "reassign"}:
        raise not_found(named, "Method")
    one["modifyTime"] = stamp(ask.world.time())
    return _shown(ask, one)


# --- requests for access


@routes.on(f"GET {F}/accessproposals")
def proposals(ask: Ask, file: str) -> Any:
    """Who asks for access."""
    return {"accessProposals": list(_item(ask, file, "writer").proposals.values())}


@routes.on(f"GET {F}/accessproposals/{{proposal}}")
def proposal(ask: Ask, file: str, proposal: str) -> Any:
    """One of them."""
    found = _item(ask, file, "writer").proposals.get(proposal)
    if found is None:
        raise not_found(proposal, "Proposal")
    return found


@routes.on(f"POST {F}/accessproposals/{{named}}")
def resolve(ask: Ask, file: str, named: str) -> Any:
    """Accept or deny it; either way it is closed."""
    item, id = _item(ask, file, "writer"), named.partition(":")[0]
    found = item.proposals.pop(id, None)
    if found is None:
        raise not_found(id, "Proposal")
    user = ask.world.user_of(str(found["recipientEmailAddress"]))
    if ask.body.get("action") == "ACCEPT" and user is not None:
        role = (ask.body.get("role") or ["reader"])[0]
        item.permissions[user.id] = {"type": "user", "role": role, "emailAddress": user.email}
    return Answer(204)
