"""What the content management starts with: a blog, a site, and landing pages in folders."""

from __future__ import annotations

from typing import Any

from agentrein_hubspot.sandbox.cms_world import Family, content_of
from agentrein_hubspot.sandbox.world import World

ANNA = 9001
_BLOG = "7100"


def seed(world: World) -> None:
    """Posts 7001 (live, with a draft) and 7002 (a draft), their German twin 7003, and one in French alone, 7004.

    Authors 7011 to 7013 and tags 7021 to 7023, the second of each in the group of the first; site pages 7031 to 7034
    and landing pages 7041 to 7044 like the posts; folders 7051, and 7052 in it.
    """
    content = content_of(world)
    _written(world, content.posts, 7001, contentGroupId=_BLOG, postBody="<p>Hello</p>", metaDescription="First")
    _written(world, content.site_pages, 7031, templatePath="home.html", metaDescription="First")
    _written(world, content.landing_pages, 7041, templatePath="land.html", metaDescription="First")
    _named(world, content.authors, 7011, "fullName", email="anna@acme.example", bio="Writes")
    _named(world, content.tags, 7021, "name")
    content.folders.make(world, {"name": "Campaigns", "parentFolderId": 0}, ANNA, "7051")
    content.folders.make(world, {"name": "Spring", "parentFolderId": 7051}, ANNA, "7052")


def _written(world: World, kind: Family, first: int, **fields: Any) -> None:
    """Four with drafts: live, unpublished, a German one of the group, a French one alone."""
    names = {"English": "en", "Unseen": None, "Deutsch": "de", "Français": "fr"}
    made = [
        kind.make(world, {**fields, "name": name, "slug": name.lower(), "language": language}, ANNA, str(first + at))
        for at, (name, language) in enumerate(names.items())
    ]
    live = {"state": "PUBLISHED", "currentState": "PUBLISHED", "currentlyPublished": True}
    for thing in made[:1] + made[2:]:
        thing.update(live)
    made[2]["translatedFromId"] = made[0]["id"]
    for thing in made:
        kind.revisions[thing["id"]] = []
    kind.note(world, {**made[0], "htmlTitle": "Long ago"})
    for thing in made:
        kind.note(world, thing)
    kind.draft[made[0]["id"]] = {"metaDescription": "Being written"}


def _named(world: World, kind: Family, first: int, name: str, **fields: Any) -> None:
    """Three without drafts: the second in the group of the first, the third alone."""
    for at, language in enumerate(("en", "de", "fr")):
        kind.make(world, {**fields, name: f"One in {language}", "language": language}, ANNA, str(first + at))
    kind.shelf.one(str(first + 1))["translatedFromId"] = str(first)
