"""Marketing e-mails: what they say, their drafts and revisions, and whether they are out.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-emails/guide
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, plain, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/marketing/v3/emails"
_EMAIL = f"{_AT}/{{email}}"
_FIELDS = (
    "name",
    "subject",
    "language",
    "campaign",
    "activeDomain",
    "businessUnitId",
    "content",
    "from",
    "to",
    "webversion",
    "subscriptionDetails",
    "testing",
    "rssData",
    "jitterSendTime",
    "sendOnPublish",
    "publishDate",
)


@dataclass
class Emails:
    """All e-mails."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Marketing email"))
    drafts: dict[str, Thing] = field(default_factory=dict)
    revisions: dict[str, list[Thing]] = field(default_factory=dict)

    def note(self, world: World, thing: Thing) -> None:
        """Keep how it reads as a revision."""
        kept = {"id": world.new_id(), "updatedAt": world.moment(), "user": {"id": "9001"}}
        self.revisions.setdefault(thing["id"], []).insert(0, {**kept, "object": copy.deepcopy(thing)})

    def drafted(self, thing: Thing) -> Thing:
        """How its draft reads."""
        return {**thing, **self.drafts.get(thing["id"], {})}

    def write_draft(self, thing: Thing, fields: Mapping[str, Any]) -> None:
        """Write the draft; what reads as what is out is none."""
        now = {**self.drafts.get(thing["id"], {}), **fields}
        self.drafts[thing["id"]] = {name: value for name, value in now.items() if value != thing.get(name)}


def _kept(world: World) -> Emails:
    return world.kept(Emails)


def _make(world: World, fields: Mapping[str, Any], id: str = "") -> Thing:
    blank: Thing = {**dict.fromkeys(_FIELDS), "type": "BATCH_EMAIL", "state": "DRAFT", "isPublished": False}
    blank |= {"content": {}, "from": {}, "to": {}, "webversion": {}, "subscriptionDetails": {}}
    blank |= {"sendOnPublish": True, "jitterSendTime": False, "archived": False, "subcategory": "batch"}
    blank |= {"activeDomain": "acme.example", "campaign": "0", "language": "en", "subject": ""}
    thing = _kept(world).shelf.add(world, {**blank, **written(_FIELDS, fields)}, id)
    _kept(world).note(world, thing)
    return thing


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of them."""
    shown = _kept(ask.world).shelf.listed(ask)
    if ask.query.get("sort") == "-createdAt":
        shown.sort(key=lambda one: (one["createdAt"], int(one["id"])), reverse=True)
    return ask.page(shown, dict, limit=20, most=100)


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Make an e-mail; nothing is sent."""
    ask.required("name")
    return Answer(201, _make(ask.world, ask.body))


@routes.on(f"POST {_AT}/clone")
def clone(ask: Ask) -> Answer:
    """Copy one."""
    ask.required("id")
    was = _kept(ask.world).shelf.one(ask.body["id"])
    return Answer(200, _make(ask.world, {**was, "name": ask.body.get("cloneName") or f"{was['name']} (copy)"}))


@routes.on(f"POST {_AT}/ab-test/create-variation")
def vary(ask: Ask) -> Answer:
    """Make the variation of an e-mail; that one is the master of a test from then on."""
    ask.required("contentId", "variationName")
    master = _kept(ask.world).shelf.one(ask.body["contentId"])
    made = _make(ask.world, {**master, "name": ask.body["variationName"]})
    test = ask.world.new_id()
    master["testing"] = {"testId": test, "abStatus": "master"}
    made["testing"] = {"testId": test, "abStatus": "variant"}
    return Answer(200, made)


@routes.on(f"GET {_EMAIL}")
def get(ask: Ask, email: str) -> Answer:
    """One of them."""
    return Answer(200, _kept(ask.world).shelf.one(email, archived=ask.archived))


@routes.on(f"PATCH {_EMAIL}")
def update(ask: Ask, email: str) -> Answer:
    """Change one."""
    kept = _kept(ask.world)
    thing = kept.shelf.change(ask.world, kept.shelf.one(email), written(_FIELDS, ask.body))
    kept.note(ask.world, thing)
    return Answer(200, thing)


@routes.on(f"DELETE {_EMAIL}")
def archive(ask: Ask, email: str) -> Answer:
    """Archive one."""
    _kept(ask.world).shelf.one(email)
    _kept(ask.world).shelf.archive(email)
    return Answer(204)


@routes.on(f"GET {_EMAIL}/draft")
def draft(ask: Ask, email: str) -> Answer:
    """How the draft reads."""
    kept = _kept(ask.world)
    return Answer(200, kept.drafted(kept.shelf.one(email)))


@routes.on(f"PATCH {_EMAIL}/draft")
def edit_draft(ask: Ask, email: str) -> Answer:
    """Change the draft."""
    kept = _kept(ask.world)
    thing = kept.shelf.one(email)
    kept.write_draft(thing, written(_FIELDS, ask.body))
    return Answer(200, kept.drafted(thing))


@routes.on(f"POST {_EMAIL}/draft/reset")
def reset_draft(ask: Ask, email: str) -> Answer:
    """Give the draft up."""
    kept = _kept(ask.world)
    kept.drafts.pop(kept.shelf.one(email)["id"], None)
    return Answer(204)


@routes.on(f"GET {_EMAIL}/revisions")
def revisions(ask: Ask, email: str) -> Answer:
    """How it read, the newest first."""
    kept = _kept(ask.world)
    page = ask.page(kept.revisions[kept.shelf.one(email)["id"]], dict, limit=100)
    page.body["total"] = len(page.body["results"])
    return page


def _version(kept: Emails, thing: Thing, revision: str) -> Thing:
    for one in kept.revisions[thing["id"]]:
        if one["id"] == revision:
            return one
    raise invalid(f"There is no revision {revision}.")


@routes.on(f"GET {_EMAIL}/revisions/{{revision}}")
def revision(ask: Ask, email: str, revision: str) -> Answer:
    """One of them."""
    kept = _kept(ask.world)
    return Answer(200, _version(kept, kept.shelf.one(email), revision))


@routes.on(f"POST {_EMAIL}/revisions/{{revision}}/restore")
def restore(ask: Ask, email: str, revision: str) -> Answer:
    """Make a revision what the e-mail says; the draft is given up."""
    kept = _kept(ask.world)
    thing = kept.shelf.one(email)
    old = _version(kept, thing, revision)["object"]
    kept.drafts.pop(email, None)
    kept.note(ask.world, kept.shelf.change(ask.world, thing, {name: old.get(name) for name in _FIELDS}))
    return Answer(204)


@routes.on(f"POST {_EMAIL}/revisions/{{revision}}/restore-to-draft")
def restore_to_draft(ask: Ask, email: str, revision: str) -> Answer:
    """Make a revision the draft."""
    kept = _kept(ask.world)
    thing = kept.shelf.one(email)
    old = _version(kept, thing, revision)["object"]
    kept.write_draft(thing, {name: old.get(name) for name in _FIELDS})
    return Answer(200, kept.drafted(thing))


def seed(world: World) -> None:
    """The e-mails 7801, with a draft and an earlier revision, and 7802, which is out."""
    kept = _kept(world)
    first = _make(world, {"name": "News", "subject": "News of May", "content": {"templatePath": "news.html"}}, "7801")
    kept.revisions["7801"] = []
    kept.note(world, {**first, "subject": "News"})
    kept.note(world, first)
    kept.drafts["7801"] = {"subject": "News of June"}
    _make(world, {"name": "Welcome", "subject": "Welcome"}, "7802").update(
        state="AUTOMATED", isPublished=True, type="AUTOMATED_EMAIL"
    )


def state(world: World) -> State:
    """What each says, and its draft."""
    kept, found = _kept(world), State()
    for one in kept.shelf.things.values():
        draft = {f"draft of {name}": plain(value) for name, value in kept.drafts.get(one["id"], {}).items()}
        found[f"email:{one['id']}"] = {**{name: plain(one[name]) for name in (*_FIELDS, "state")}, **draft}
    return found


AREA = Area(routes, seed, state)
