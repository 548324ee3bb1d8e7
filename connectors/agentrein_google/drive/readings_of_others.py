"""Approvals and channels.

https://developers.google.com/workspace/drive/api/guides/approvals
https://developers.google.com/workspace/drive/api/guides/push
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer


def made_approvals(body: Mapping[str, Any], _given: Mapping[str, Any]) -> Any:
    """The approvals of a file with `by`, the account that began each, and `reviewers`, whom it asked."""
    return {**body, "items": [_told(one) for one in body.get("items") or []]}


def _told(one: Mapping[str, Any]) -> dict[str, Any]:
    reviewers = [(each.get("reviewer") or {}).get("emailAddress") for each in one.get("reviewerResponses") or []]
    return {**one, "by": (one.get("initiator") or {}).get("emailAddress"), "reviewers": sorted(map(str, reviewers))}


def no_channels(_body: Any, _given: Mapping[str, Any]) -> Any:
    """What tells of a channel: nothing does."""
    return Answer(error=LookupError("Drive lists no channels"))
