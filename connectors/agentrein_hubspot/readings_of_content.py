"""What further reads complete about posts and pages: their drafts, what was live, and their languages."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_hubspot.content_fields import writable

Steps = Generator[Read, Answer, Any]


def as_draft(body: Any, given: Mapping[str, Any]) -> Any:
    """A draft under a name of its own, so that its fields are told from those of what is live."""
    return {"id": body.get("id"), "draft": body, "writable": writable(given["base"], body)}


def with_draft(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read of the draft of a thing, and tell what can be written of both.

    `settled` is whether they read as one did and as `given`: what was pushed live, or as it was before.
    """
    base = given["base"]
    answer = yield Read(f"GET {base}/{{objectId}}/draft", {"objectId": body["id"]})
    if answer.status != 200:
        return answer
    both = {"live": writable(base, body), "draft": writable(base, answer.body)}
    return {**body, **both, "both": both, "settled": _settled(both, given)}


def _settled(both: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    pushed, live = given.get("pushed"), given.get("live")
    if pushed is None:
        return False
    return both in ({"live": pushed, "draft": pushed}, {"live": live, "draft": live}, {"live": live, "draft": pushed})


def with_revision(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of a thing's draft and revisions, and tell which revision is the one that is live."""
    thing = yield from with_draft(body, given)
    if isinstance(thing, Answer):
        return thing
    base = given["base"]
    answer = yield Read(f"GET {base}/{{objectId}}/revisions", {"objectId": body["id"], "limit": 100})
    if answer.status != 200:
        return answer
    fitting = [one["id"] for one in answer.body["results"] if writable(base, one["object"]) == thing["live"]]
    return {**thing, "revision": next(iter(fitting), None)}


def with_version(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the same reads, and that of the revision that a call names: what it makes of the thing."""
    thing = yield from with_revision(body, given)
    if isinstance(thing, Answer):
        return thing
    base, where = given["base"], {"objectId": body["id"], "revisionId": given["revision"]}
    answer = yield Read(f"GET {base}/{{objectId}}/revisions/{{revisionId}}", where)
    if answer.status != 200:
        return answer
    old = writable(base, answer.body["object"])
    return {**thing, "old": {**thing["live"], **old}}


def folder_with_version(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read of the revision of a folder that a call names."""
    where = {"objectId": body["id"], "revisionId": given["revision"]}
    answer = yield Read(f"GET {given['base']}/{{objectId}}/revisions/{{revisionId}}", where)
    if answer.status != 200:
        return answer
    return {**body, "old": writable(given["base"], answer.body["object"])}


def in_group(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read of the primary of a language group that a call names."""
    answer = yield Read(f"GET {given['base']}/{{objectId}}", {"objectId": given["primary"]})
    if answer.status != 200:
        return answer
    return {**body, "primary": {"id": answer.body["id"], "language": answer.body.get("language")}}


def alone_or_not(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the list that tell whether others are translated from a thing."""
    params: dict[str, Any] = {"limit": 100}
    while True:
        answer = yield Read(f"GET {given['base']}", dict(params))
        if answer.status != 200:
            return answer
        if any(str(one.get("translatedFromId")) == str(body["id"]) for one in answer.body["results"]):
            return {**body, "isPrimary": True}
        after = ((answer.body.get("paging") or {}).get("next") or {}).get("after")
        if after is None:
            return {**body, "isPrimary": False}
        params["after"] = after


def languages(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the contents that a call names, and tell their languages."""
    found = {}
    for id in given["ids"]:
        answer = yield Read(f"GET {given['base']}/{{objectId}}", {"objectId": id})
        if answer.status != 200:
            return answer
        found[str(id)] = answer.body.get("language")
    return {"id": body["id"], "languages": found}


def other_side(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the list that find the two sides of the A/B test of a page, and tell the one that varies."""
    params: dict[str, Any] = {"limit": 100}
    sides: dict[str, Any] = {}
    while True:
        answer = yield Read(f"GET {given['base']}", dict(params))
        if answer.status != 200:
            return answer
        found = (one for one in answer.body["results"] if one.get("abTestId") == given["test"])
        sides |= {one["id"]: one.get("abStatus") for one in found}
        after = ((answer.body.get("paging") or {}).get("next") or {}).get("after")
        if after is None:
            return {"id": body.get("id"), "sides": sides, **_roles(sides)}
        params["after"] = after


def _roles(sides: Mapping[str, Any]) -> dict[str, Any]:
    masters = [id for id, role in sides.items() if role == "master"]
    return {
        "master": masters[0] if len(masters) == 1 else None,
        "variation": next((id for id, role in sides.items() if role == "variant"), None),
        "loser": next((id for id, role in sides.items() if role == "loser_variant"), None),
    }


def own_words(ours: Any, now: Any, own: Own) -> bool:  # noqa: ARG001 - a comparison takes all three
    """In a plan: whether the run itself wrote what a draft says now, there or in what is live, and takes it back."""
    bodies = [call.body for call in own.sent if isinstance(call.body, Mapping)]
    return own.plan and any(value == now for body in bodies for value in body.values())


READINGS = {
    "as draft": as_draft,
    "with draft": with_draft,
    "with revision": with_revision,
    "with version": with_version,
    "folder with version": folder_with_version,
    "in group": in_group,
    "alone or not": alone_or_not,
    "languages": languages,
    "sides of a test": other_side,
}
COMPARISONS = {"own words": own_words}
