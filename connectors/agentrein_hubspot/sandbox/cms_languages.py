"""Groups of one content in several languages: who is the primary, and who is translated from it.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide#multi-language-management
"""

from __future__ import annotations

from collections.abc import Callable

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.cms_world import Content, Family, content_of
from agentrein_hubspot.sandbox.shelf import Thing

routes = Routes()
_KINDS = [one for one in Content().families if one.kind != "page_folder"]


def _each(verb: str, name: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    return routes.on(*(f"{verb} {one.base}/multi-language/{name}" for one in _KINDS))


def _family(ask: Ask) -> Family:
    return content_of(ask.world).of(ask.request.path)


def _group(kind: Family, primary: Thing) -> list[Thing]:
    """A primary and those that are translated from it."""
    return [primary, *(one for one in kind.shelf.things.values() if one["translatedFromId"] == primary["id"])]


def _check_free(kind: Family, primary: Thing, language: str, besides: Thing) -> None:
    if any(one["language"] == language and one is not besides for one in _group(kind, primary)):
        raise invalid(f"The language group of {primary['id']} already has the language {language}.")


@_each("POST", "attach-to-lang-group")
def attach(ask: Ask) -> Answer:
    """Put one into the group of a primary."""
    kind = _family(ask)
    ask.required("id", "primaryId", "language")
    thing, primary = kind.shelf.one(ask.body["id"]), kind.shelf.one(ask.body["primaryId"])
    if thing is primary or primary["translatedFromId"]:
        raise invalid(f"{primary['id']} is no primary language.")
    if ask.body.get("primaryLanguage"):
        primary["language"] = ask.body["primaryLanguage"]
    _check_free(kind, primary, ask.body["language"], thing)
    kind.edit(ask, thing, {"translatedFromId": primary["id"], "language": ask.body["language"]})
    return Answer(204)


@_each("POST", "detach-from-lang-group")
def detach(ask: Ask) -> Answer:
    """Take one out of its group; it keeps its language."""
    kind = _family(ask)
    ask.required("id")
    thing = kind.shelf.one(ask.body["id"])
    others = [one for one in _group(kind, thing) if one is not thing]
    for one in others:
        one["translatedFromId"] = None if one is others[0] else others[0]["id"]
    kind.edit(ask, thing, {"translatedFromId": None})
    return Answer(204)


@_each("POST", "create-language-variation")
def vary(ask: Ask) -> Answer:
    """Make one for another language, as a draft with the same content."""
    kind = _family(ask)
    ask.required("id")
    primary = kind.shelf.one(ask.body["id"])
    language = ask.body.get("language") or "und"
    _check_free(kind, primary, language, primary)
    own = ask.body.get("blogAuthor") or {}
    fields = {**primary, **own, "language": language, "slug": None}
    fields["name"] = ask.body.get("name") or own.get("name") or primary.get("name")
    made = kind.make(ask.world, fields, ask.caller.user_id)
    made["translatedFromId"] = primary["id"]
    return Answer(200, made)


@_each("PUT", "set-new-lang-primary")
def set_primary(ask: Ask) -> Answer:
    """Make one of a group its primary."""
    kind = _family(ask)
    ask.required("id")
    thing = kind.shelf.one(ask.body["id"])
    if thing["translatedFromId"]:
        for one in _group(kind, kind.shelf.one(thing["translatedFromId"])):
            kind.edit(ask, one, {"translatedFromId": None if one is thing else thing["id"]})
    return Answer(204)


@_each("POST", "update-languages")
def update_languages(ask: Ask) -> Answer:
    """Set the language of each in a group."""
    kind = _family(ask)
    ask.required("primaryId", "languages")
    group = {one["id"]: one for one in _group(kind, kind.shelf.one(ask.body["primaryId"]))}
    languages = ask.body["languages"]
    if set(languages) - set(group):
        raise invalid("languages names what is not in the group")
    for id, language in languages.items():
        kind.edit(ask, group[id], {"language": language})
    return Answer(204)
