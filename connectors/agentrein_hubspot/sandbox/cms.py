"""Posts, pages, authors, tags and folders: the requests that all of them answer alike.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox import cms_languages, cms_seed, cms_tests
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.cms_world import Content, Family, content_of
from agentrein_hubspot.sandbox.shelf import Thing, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
Handled = Callable[..., Answer]
_MOST = 100


def each(address: str, *, drafts: bool = False, versions: bool = False) -> Callable[[Handled], Handled]:
    """Register a function for every kind, or those with drafts or versions; `{base}` is where a kind is found."""
    kinds = [one for one in Content().families if (one.drafts or not drafts) and (one.versions or not versions)]
    return routes.on(*(address.format(base=one.base, object="{object}", revision="{revision}") for one in kinds))


def family(ask: Ask) -> Family:
    """The kind that the request is about."""
    return content_of(ask.world).of(ask.request.path)


def _checked(kind: Family, body: dict[str, Any]) -> dict[str, Any]:
    if "name" in body and not body["name"]:
        raise invalid("name must not be empty")
    return {name: None if value == "" else value for name, value in written(kind.fields, body).items()}


@each("GET {base}")
def listed(ask: Ask) -> Answer:
    """A page of the list; the times can be asked for."""
    kind = family(ask)
    since = ask.query.get("createdAfter", "")
    shown = [one for one in kind.shelf.listed(ask) if one["created"] > since]
    if ask.query.get("sort") == "-createdAt":
        shown.sort(key=lambda one: (one["created"], int(one["id"])), reverse=True)
    return ask.page(shown, dict, limit=100, most=300)


@each("POST {base}")
def create(ask: Ask) -> Answer:
    """Make a new one."""
    kind = family(ask)
    ask.required(*kind.required)
    return Answer(201, kind.make(ask.world, _checked(kind, ask.body), ask.caller.user_id))


@each("GET {base}/{object}")
def one(ask: Ask, object: str) -> Answer:
    """One of them."""
    return Answer(200, family(ask).shelf.one(object, archived=ask.archived))


@each("PATCH {base}/{object}")
def update(ask: Ask, object: str) -> Answer:
    """Change what is live; what lies in the bin comes out of it."""
    kind = family(ask)
    thing = kind.shelf.one(object, archived=ask.archived)
    fields = _checked(kind, ask.body)
    if ask.archived and ask.body.get("archived") is False:
        thing = kind.shelf.bring_back(object)
        fields[kind.deleted] = kind.never
    return Answer(200, kind.edit(ask, thing, fields))


@each("DELETE {base}/{object}")
def archive(ask: Ask, object: str) -> Answer:
    """Put one into the bin."""
    kind = family(ask)
    thing = kind.shelf.one(object)
    if any(one.get("translatedFromId") == thing["id"] for one in kind.shelf.things.values()):
        raise invalid(f"{kind.kind} {object} is the primary language of others.")
    kind.shelf.archive(object)
    thing[kind.deleted] = ask.world.moment() if kind.never else int(ask.world.clock() * 1000)
    return Answer(204)


@each("POST {base}/clone", drafts=True)
def clone(ask: Ask) -> Answer:
    """Copy one, as a draft."""
    kind = family(ask)
    ask.required("id")
    was = kind.shelf.one(ask.body["id"])
    name = ask.body.get("cloneName") or f"{was['name']} - Copy"
    return Answer(200, kind.make(ask.world, {**was, "name": name, "slug": None}, ask.caller.user_id))


# --- several at once: all of them, or none


def _inputs(ask: Ask) -> list[Any]:
    inputs = ask.body.get("inputs")
    if not isinstance(inputs, list) or not 1 <= len(inputs) <= _MOST:
        raise invalid(f"inputs must be a list of 1 to {_MOST}")
    return inputs


def _answered(ask: Ask, status: int, results: list[Thing]) -> Answer:
    now = ask.world.moment()
    times = {"startedAt": now, "completedAt": now, "requestedAt": now}
    return Answer(status, {"status": "COMPLETE", "results": results, **times})


@each("POST {base}/batch/create")
def create_several(ask: Ask) -> Answer:
    """Make several."""
    kind, inputs = family(ask), _inputs(ask)
    for one in inputs:
        ask.required(*kind.required, of=one)
    made = [kind.make(ask.world, _checked(kind, one), ask.caller.user_id) for one in inputs]
    return _answered(ask, 201, made)


@each("POST {base}/batch/update")
def update_several(ask: Ask) -> Answer:
    """Change several."""
    kind = family(ask)
    things = [(kind.shelf.one(str(one["id"])), _checked(kind, one)) for one in _inputs(ask)]
    return _answered(ask, 200, [kind.edit(ask, thing, fields) for thing, fields in things])


@each("POST {base}/batch/read")
def read_several(ask: Ask) -> Answer:
    """Several, by their ids."""
    kind = family(ask)
    return _answered(ask, 200, [kind.shelf.things[str(id)] for id in _inputs(ask) if str(id) in kind.shelf.things])


@each("POST {base}/batch/archive")
def archive_several(ask: Ask) -> Answer:
    """Put several into the bin."""
    kind = family(ask)
    for thing in [kind.shelf.one(str(id)) for id in _inputs(ask)]:
        kind.shelf.archive(thing["id"])
    return Answer(204)


# --- drafts


@each("GET {base}/{object}/draft", drafts=True)
def draft(ask: Ask, object: str) -> Answer:
    """How the draft reads."""
    kind = family(ask)
    return Answer(200, kind.drafted(kind.shelf.one(object)))


@each("PATCH {base}/{object}/draft", drafts=True)
def edit_draft(ask: Ask, object: str) -> Answer:
    """Change the draft; what is live stays."""
    kind = family(ask)
    thing = kind.shelf.one(object)
    _write_draft(kind, thing, _checked(kind, ask.body))
    return Answer(200, kind.drafted(thing))


def _write_draft(kind: Family, thing: Thing, fields: dict[str, Any]) -> None:
    written_now = {**kind.draft.get(thing["id"], {}), **fields}
    kind.draft[thing["id"]] = {name: value for name, value in written_now.items() if value != thing.get(name)}


@each("POST {base}/{object}/draft/reset", drafts=True)
def reset_draft(ask: Ask, object: str) -> Answer:
    """Give the draft up."""
    kind = family(ask)
    kind.draft.pop(kind.shelf.one(object)["id"], None)
    return Answer(204)


@each("POST {base}/{object}/draft/push-live", drafts=True)
def push_live(ask: Ask, object: str) -> Answer:
    """Publish the draft."""
    kind = family(ask)
    kind.publish(ask, kind.shelf.one(object))
    return Answer(204)


# --- revisions


@each("GET {base}/{object}/revisions", versions=True)
def revisions(ask: Ask, object: str) -> Answer:
    """What was live, the newest first."""
    kind = family(ask)
    return ask.page(kind.revisions.get(kind.shelf.one(object)["id"], []), dict, limit=100)


@each("GET {base}/{object}/revisions/{revision}", versions=True)
def revision(ask: Ask, object: str, revision: str) -> Answer:
    """One of them."""
    kind = family(ask)
    return Answer(200, kind.version(kind.shelf.one(object), revision))


@each("POST {base}/{object}/revisions/{revision}/restore", versions=True)
def restore(ask: Ask, object: str, revision: str) -> Answer:
    """Make a revision live again."""
    kind = family(ask)
    thing = kind.shelf.one(object)
    kind.return_to(ask, thing, revision)
    return Answer(200, thing)


@each("POST {base}/{object}/revisions/{revision}/restore-to-draft", drafts=True)
def restore_to_draft(ask: Ask, object: str, revision: str) -> Answer:
    """Make a revision the draft."""
    kind = family(ask)
    thing = kind.shelf.one(object)
    old = kind.version(thing, revision)["object"]
    _write_draft(kind, thing, {name: old.get(name) for name in kind.fields})
    return Answer(200, kind.drafted(thing))


def state(world: World) -> State:
    """All of it that is not in the bin."""
    return {path: fields for kind in content_of(world).families for path, fields in kind.state().items()}


AREA = Area(Routes(routes, cms_languages.routes, cms_tests.routes), cms_seed.seed, state)
