"""Posts, authors, tags, pages and folders: the rows that they have in common, each tried with its own methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

GONE = "nobody changes what is gone"
IN_A_LIST = "new ones are looked for in a list: one that was changed since is not told from what others made"


@dataclass(frozen=True)
class Family:
    """One kind: its address, the SDK's object for it, and the ids that it starts with."""

    base: str
    api: Callable[[Client], Any]
    languages: Callable[[Client], Any]
    first: int
    name: str = "name"
    required: tuple[tuple[str, Any], ...] = ()
    drafts: bool = True
    several: Callable[[Client], Any] | None = None

    def batches(self, hubspot: Client) -> Any:
        """The SDK's object for several at once."""
        return (self.several or self.api)(hubspot)

    @property
    def one(self) -> str:
        """The address of one of them."""
        return f"{self.base}/{{objectId}}"

    def id(self, at: int) -> str:
        """The id of the first, second, third or fourth."""
        return str(self.first + at)

    def named(self, hubspot: Client, name: str) -> Any:
        """The newest one of a name."""
        found = [one for one in self.api(hubspot).get_page(limit=300).results if getattr(one, self.attribute) == name]
        return max(found, key=lambda one: int(one.id)).id

    @property
    def inner(self) -> str:
        """The id of the one that is translated from the first."""
        return self.id(2 if self.drafts else 1)

    @property
    def alone(self) -> str:
        """The id of the one that is in no group."""
        return self.id(3 if self.drafts else 2)

    @property
    def attribute(self) -> str:
        """What the SDK calls the name."""
        return {"name": "name", "fullName": "full_name"}[self.name]

    def new(self, name: str, **more: Any) -> dict[str, Any]:
        """The body of a new one."""
        return {self.name: name, **dict(self.required), **more}


def made(family: Family) -> list[Example]:
    """Creating, editing and archiving."""
    field = "slug" if family.drafts or family.name == "fullName" else "name"
    return [
        Example(
            f"POST {family.base}",
            lambda h: family.api(h).create(family.new("Mine")),
            foreign=lambda h: family.api(h).update(family.named(h, "Mine"), {field: "theirs"}),
            beside=lambda h: family.api(h).update(family.id(1), {field: "theirs"}),
        ),
        Example(
            f"PATCH {family.one}",
            lambda h: family.api(h).update(family.id(0), {family.name: "Mine", "language": "en-gb"}),
            foreign=lambda h: family.api(h).update(family.id(0), {family.name: "Theirs"}),
            beside=lambda h: family.api(h).update(family.id(0), {"slug": "theirs"}),
        ),
        Example(f"DELETE {family.one}", lambda h: family.api(h).archive(family.alone), alone=GONE),
    ]


def several(family: Family) -> list[Example]:
    """Two at once."""
    batches, first, api = f"{family.base}/batch", family.id(0), family.batches

    def call(hubspot: Client, verb: str, inputs: list[Any]) -> Any:
        methods = api(hubspot)
        method = getattr(methods, f"{verb}_batch", None) or getattr(methods, verb)
        return method({"inputs": inputs})

    return [
        Example(
            f"POST {batches}/create",
            lambda h: call(h, "create", [family.new("Mine"), family.new("More")]),
            foreign=lambda h: family.api(h).update(family.named(h, "More"), {"slug": "theirs"}),
            untold=IN_A_LIST,
        ),
        Example(
            f"POST {batches}/update",
            lambda h: call(
                h, "update", [{"id": first, family.name: "Mine"}, {"id": family.alone, family.name: "More"}]
            ),
            foreign=lambda h: family.api(h).update(family.alone, {family.name: "Theirs"}),
        ),
        Example(
            f"POST {batches}/archive",
            lambda h: call(h, "archive", [family.alone, family.inner]),
            alone=GONE,
        ),
    ]


def drafted(family: Family) -> list[Example]:
    """Drafts and revisions of the first, which is live and has a draft."""
    first, api, versions = family.id(0), family.api, f"{family.one}/revisions/{{revisionId}}"
    return [
        Example(
            f"POST {family.base}/clone",
            lambda h: api(h).clone({"id": first, "cloneName": "Copy"}),
            foreign=lambda h: api(h).update_draft(family.named(h, "Copy"), {"slug": "theirs"}),
        ),
        Example(
            f"PATCH {family.one}/draft",
            lambda h: api(h).update_draft(first, {"metaDescription": "Mine", "htmlTitle": "Mine"}),
            foreign=lambda h: api(h).update_draft(first, {"metaDescription": "Theirs"}),
            beside=lambda h: api(h).update(family.id(1), {"slug": "theirs"}),
        ),
        Example(
            f"POST {family.one}/draft/reset",
            lambda h: api(h).reset_draft(first),
            foreign=lambda h: api(h).update_draft(first, {"metaDescription": "Theirs"}),
        ),
        Example(
            f"POST {family.one}/draft/push-live",
            lambda h: api(h).push_live(first),
            foreign=lambda h: api(h).update(first, {"metaDescription": "Theirs"}),
        ),
        Example(
            f"POST {versions}/restore",
            lambda h: api(h).restore_previous_version(first, oldest(h, family)),
            foreign=lambda h: api(h).update_draft(first, {"metaDescription": "Theirs"}),
        ),
        Example(
            f"POST {versions}/restore-to-draft",
            lambda h: api(h).restore_previous_version_to_draft(first, int(oldest(h, family))),
            foreign=lambda h: api(h).update_draft(first, {"metaDescription": "Theirs"}),
        ),
    ]


def oldest(hubspot: Client, family: Family) -> str:
    """The first revision of the one that is live."""
    return str(family.api(hubspot).get_previous_versions(family.id(0)).results[-1].id)


def spoken(family: Family) -> list[Example]:
    """Language groups."""
    first, inner, alone = family.id(0), family.inner, family.alone
    said, group = family.languages, f"{family.base}/multi-language"
    own = {"blogAuthor": {"fullName": "Uno"}} if family.name == "fullName" else {}

    def join(id: str, primary: str, language: str) -> Callable[[Client], Any]:
        return lambda h: said(h).attach_to_lang_group({"id": id, "primaryId": primary, "language": language})

    return [
        Example(
            f"POST {group}/create-language-variation",
            lambda h: said(h).create_lang_variation({"id": first, "language": "it", "name": "Uno", **own}),
            foreign=lambda h: family.api(h).update(family.named(h, "Uno"), {"slug": "theirs"}),
        ),
        Example(
            f"POST {group}/attach-to-lang-group",
            join(alone, first, "fr"),
            prepare=lambda h: family.api(h).create(family.new("Other")),
            foreign=lambda h: join(alone, family.named(h, "Other"), "fr")(h),
        ),
        Example(
            f"POST {group}/detach-from-lang-group",
            lambda h: said(h).detach_from_lang_group({"id": inner}),
            foreign=join(inner, alone, "de"),
        ),
        Example(
            f"PUT {group}/set-new-lang-primary",
            lambda h: said(h).set_lang_primary({"id": inner}),
            prepare=join(alone, first, "fr"),
            foreign=lambda h: said(h).set_lang_primary({"id": alone}),
        ),
        Example(
            f"POST {group}/update-languages",
            lambda h: said(h).update_langs({"primaryId": first, "languages": {first: "en-us", inner: "de-at"}}),
            foreign=lambda h: said(h).update_langs({"primaryId": first, "languages": {inner: "de-ch"}}),
        ),
    ]
