"""Files and the links to them. https://docs.stripe.com/api/files, https://docs.stripe.com/api/file_links."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, missing
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import NEVER, Field, hash_of, metadata, moment, reference, text
from agentrein_stripe.sandbox.world import Thing


def _link_made(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    thing["url"] = f"https://files.example/links/{thing['id']}"
    thing["expired"] = _is_past(ask, thing)


def _link_changed(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    if thing["expired"]:
        raise conflict("This file link has expired and cannot be updated.", param="expires_at")
    thing["expired"] = _is_past(ask, thing)


def _is_past(ask: Ask, thing: Thing) -> bool:
    return thing["expires_at"] is not None and thing["expires_at"] <= ask.now


LINKS = Resource(
    "file_link",
    "link_",
    "/v1/file_links",
    moment("expires_at", "now", empty=None),
    reference("file", "file", on=("create",), required=True),
    metadata(),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"expired": False, "url": ""},
    filters=("expired", "file"),
    hooks=Hooks(made=_link_made, changed=_link_changed),
    compensated=lambda snapshot: bool(snapshot.get("expired")),
)

FILES = Resource(
    "file",
    "file_",
    "/v1/files",
    text("purpose", empty=NEVER, required=True),
    Field("file", lambda _ask, value, _place, _old: value, shown=None, required=True),
    hash_of("file_link_data", text("create", required=True), moment("expires_at"), metadata(), shown=None),
    does=("retrieve", "list"),
    shows={"expires_at": None, "filename": "", "size": 0, "title": None, "type": None, "url": ""},
    filters=("purpose",),
    expands={
        "links": lambda ask, thing: {
            "object": "list",
            "data": [one for one in ask.world.of("file_link").values() if one["file"] == thing["id"]],
            "has_more": False,
            "url": f"/v1/file_links?file={thing['id']}",
        }
    },
)


@FILES.routes.on("POST /v1/files")
def upload(ask: Ask) -> Answer:
    """Keep a file; there is no call that deletes it."""
    if "file" not in ask.files:
        raise missing("file")
    name, data = ask.files["file"]
    given, expand = taken_out(ask.given)
    kind = name.rpartition(".")[2]
    thing = FILES.create(ask, given, filename=name, size=len(data), type=kind)
    thing["url"] = f"https://files.example/{thing['id']}/contents"
    ask.world.files[thing["id"]] = data
    link = given.get("file_link_data")
    if link and link.get("create") == "true":
        LINKS.create(ask, {k: v for k, v in link.items() if k != "create"} | {"file": thing["id"]})
        expand.append("links")
    return FILES.shown(ask, thing, expand)


routes = Routes(FILES.routes, LINKS.routes)
