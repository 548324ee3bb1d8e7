"""What of Drive an undo is to bring back, by path."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from agentrein_google.drive.sandbox.world import Item, World


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Files with their sharing, comments and approvals; drives; channels."""
    found: dict[str, dict[str, Any]] = {}
    for item in world.items.values():
        place = f"file:{item.id}"
        found[place] = {**_item(item), "trashed": world.is_trashed(item)}
        for id, one in item.permissions.items():
            if one["role"] == "owner":  # whose it is, is said with the file
                continue
            found[f"{place}/permission:{id}"] = dict(one)
        for id, one in item.comments.items():
            found[f"{place}/comment:{id}"] = _said(one)
            for reply, said in one["replies"].items():
                gone = said["deleted"] or one["deleted"]
                found[f"{place}/comment:{id}/reply:{reply}"] = {**_said(said), "deleted": gone}
        for id, one in item.approvals.items():
            found[f"{place}/approval:{id}"] = {"status": one["status"], "reviewers": dict(one["reviewers"])}
    for id, one in world.drives.items():
        shown = {name: copy.copy(value) for name, value in one.items() if name not in {"created", "restrictions"}}
        found[f"drive:{id}"] = {**shown, **one["restrictions"], "hidden": sorted(world.hidden.get(id, set()))}
    return found | {f"channel:{id}": dict(one) for id, one in world.channels.items()}


def _item(item: Item) -> dict[str, Any]:
    head = item.head
    fields = {name: value for name, value in item.fields.items() if value not in (None, False, {}, [])}
    for one in fields.pop("contentRestrictions", []):
        fields["locked"] = {name: value for name, value in one.items() if name != "restrictionTime"}
    for name in ("properties", "appProperties"):
        fields |= {f"{name}.{key}": value for key, value in fields.pop(name, {}).items()}
    return {
        **copy.deepcopy(fields),
        "mimeType": item.media,
        "parent": item.parent,
        "drive": item.drive,
        "owner": item.owner,
        "starred": sorted(item.starred),
        "viewed": dict(item.viewed),
        "target": item.target,
        "content": head.md5 if head is not None else None,
        "filename": head.name if head is not None else None,
        **{f"label.{id}": copy.deepcopy(fields) for id, fields in item.labels.items()},
        "published": sorted(name for name, value in head.published.items() if value) if head is not None else [],
        "kept": sum(one.keep for one in item.revisions),
    }


def _said(one: Mapping[str, Any]) -> dict[str, Any]:
    names = ("author", "content", "deleted", "resolved", "action")
    shown = {name: one[name] for name in names if name in one}
    return {**shown, "resolved": bool(one["resolved"])} if "resolved" in one else shown


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """What lies in the trash counts as undone, and a comment that was deleted, and an approval that was cancelled."""
    if snapshot.get("trashed") or snapshot.get("deleted"):
        return True
    return snapshot.get("status") == "CANCELLED"
