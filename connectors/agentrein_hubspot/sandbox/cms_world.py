"""What HubSpot remembers of posts, pages, authors, tags and folders: live, as a draft, and as it was before.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox import cms_fields
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, plain, written
from agentrein_hubspot.sandbox.world import World

_SHOWN = ("state", "translatedFromId", "abStatus")
NEVER = "1970-01-01T00:00:00Z"
"""What a time reads that never came."""


@dataclass
class Family:
    """One kind of content: where it is found, what can be written, and whether it has drafts and revisions."""

    base: str
    kind: str
    fields: tuple[str, ...]
    required: tuple[str, ...]
    deleted: str = "deletedAt"
    drafts: bool = False
    versions: bool = False
    never: Any = NEVER
    shelf: Shelf = field(default_factory=lambda: Shelf("Content", "created", "updated"))
    draft: dict[str, Thing] = field(default_factory=dict)
    """What is written and not live yet, by id."""
    revisions: dict[str, list[Thing]] = field(default_factory=dict)
    """What was live, the newest first, by id."""

    def make(self, world: World, fields: Mapping[str, Any], user: int, id: str = "") -> Thing:
        """Keep a new one: as a draft that nobody sees, where the kind has drafts."""
        shown: Thing = {"language": None, "translatedFromId": None, self.deleted: self.never}
        if self.drafts:
            shown |= {"state": "DRAFT", "currentState": "DRAFT", "currentlyPublished": False}
            shown |= {"abStatus": None, "abTestId": None, "createdById": str(user), "updatedById": str(user)}
        thing = self.shelf.add(world, {**dict.fromkeys(self.fields), **shown, **written(self.fields, fields)}, id)
        self.note(world, thing)
        return thing

    def edit(self, ask: Ask, thing: Thing, fields: Mapping[str, Any]) -> Thing:
        """Change what is live."""
        self.shelf.change(ask.world, thing, fields)
        if self.drafts:
            thing["updatedById"] = str(ask.caller.user_id)
        self.note(ask.world, thing)
        return thing

    def note(self, world: World, thing: Thing) -> None:
        """Keep how it reads now as a revision."""
        if self.versions:
            kept = {"id": world.new_id(), "updatedAt": world.moment(), "user": {"id": thing.get("updatedById")}}
            self.revisions.setdefault(thing["id"], []).insert(0, {**kept, "object": copy.deepcopy(thing)})

    def drafted(self, thing: Thing) -> Thing:
        """How the draft reads: as what is live, with what was written since."""
        return {**thing, **self.draft.get(thing["id"], {})}

    def publish(self, ask: Ask, thing: Thing) -> None:
        """Make the draft live."""
        fields = self.draft.pop(thing["id"], {})
        live = {"state": "PUBLISHED", "currentState": "PUBLISHED", "currentlyPublished": True}
        self.edit(ask, thing, {**fields, **live})

    def return_to(self, ask: Ask, thing: Thing, revision: str) -> None:
        """Make what was live once live again; the draft is given up."""
        old = self.version(thing, revision)["object"]
        self.draft.pop(thing["id"], None)
        self.edit(ask, thing, {name: old.get(name) for name in self.fields})

    def version(self, thing: Thing, revision: str) -> Thing:
        """One revision; 400 where there is none of the id."""
        for one in self.revisions.get(thing["id"], []):
            if one["id"] == revision:
                return one
        raise invalid(f"{self.kind} {thing['id']} has no version {revision}.")

    def state(self) -> dict[str, Thing]:
        """What an undo is to bring back: what is live, and what is written."""
        found = {}
        for thing in self.shelf.things.values():
            live = {name: plain(thing.get(name)) for name in (*self.fields, *_SHOWN)}
            draft = {f"draft of {name}": plain(value) for name, value in self.draft.get(thing["id"], {}).items()}
            found[f"{self.kind}:{thing['id']}"] = {**live, **draft}
        return found


@dataclass
class Content:
    """Everything that the content management keeps."""

    posts: Family = field(
        default_factory=lambda: Family(
            "/cms/v3/blogs/posts",
            "post",
            cms_fields.POST,
            ("name", "contentGroupId"),
            "archivedAt",
            drafts=True,
            versions=True,
            never=0,
        )
    )
    authors: Family = field(
        default_factory=lambda: Family("/cms/v3/blogs/authors", "author", cms_fields.AUTHOR, ("fullName",))
    )
    tags: Family = field(default_factory=lambda: Family("/cms/v3/blogs/tags", "tag", cms_fields.TAG, ("name",)))
    site_pages: Family = field(
        default_factory=lambda: Family(
            "/cms/v3/pages/site-pages",
            "site_page",
            cms_fields.PAGE,
            ("name",),
            "archivedAt",
            drafts=True,
            versions=True,
        )
    )
    landing_pages: Family = field(
        default_factory=lambda: Family(
            "/cms/v3/pages/landing-pages",
            "landing_page",
            cms_fields.PAGE,
            ("name",),
            "archivedAt",
            drafts=True,
            versions=True,
        )
    )
    folders: Family = field(
        default_factory=lambda: Family(
            "/cms/v3/pages/landing-pages/folders", "page_folder", cms_fields.FOLDER, ("name",), versions=True
        )
    )

    @property
    def families(self) -> tuple[Family, ...]:
        """Each kind."""
        return (self.posts, self.authors, self.tags, self.site_pages, self.landing_pages, self.folders)

    def of(self, path: str) -> Family:
        """The kind that a path is about: the longest address that it begins with."""
        fitting = [one for one in self.families if f"{path}/".startswith(f"{one.base}/")]
        return max(fitting, key=lambda one: len(one.base))


def content_of(world: World) -> Content:
    """What the content management keeps."""
    return world.kept(Content)
