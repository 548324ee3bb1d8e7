"""A/B tests of pages: a page, the master, and a variation that some visitors see.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide#a-b-testing
"""

from __future__ import annotations

from collections.abc import Callable

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.cms_world import Content, Family, content_of
from agentrein_hubspot.sandbox.shelf import Thing

routes = Routes()
_KINDS = [Content().site_pages, Content().landing_pages]


def _each(name: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    return routes.on(*(f"POST {one.base}/ab-test/{name}" for one in _KINDS))


def _family(ask: Ask) -> Family:
    return content_of(ask.world).of(ask.request.path)


def _sides(kind: Family, test: str) -> list[Thing]:
    sides = [one for one in kind.shelf.things.values() if one["abTestId"] == test]
    if not sides:
        raise invalid(f"There is no A/B test {test}.")
    return sides


@_each("create-variation")
def vary(ask: Ask) -> Answer:
    """Make the variation of a page."""
    kind = _family(ask)
    ask.required("contentId", "variationName")
    master = kind.shelf.one(ask.body["contentId"])
    if master["abStatus"]:
        raise invalid(f"Page {master['id']} is part of an A/B test.")
    made = kind.make(ask.world, {**master, "name": ask.body["variationName"]}, ask.caller.user_id)
    test = ask.world.new_id()
    master.update(abTestId=test, abStatus="master")
    made.update(abTestId=test, abStatus="variant")
    return Answer(201, made)


@_each("end")
def end(ask: Ask) -> Answer:
    """End a test: the winner is what visitors see."""
    kind = _family(ask)
    ask.required("abTestId", "winnerId")
    for one in _sides(kind, ask.body["abTestId"]):
        one["abStatus"] = "master" if one["id"] == ask.body["winnerId"] else "loser_variant"
    return Answer(204)


@_each("rerun")
def rerun(ask: Ask) -> Answer:
    """Begin an ended test again."""
    kind = _family(ask)
    ask.required("abTestId", "variationId")
    for one in _sides(kind, ask.body["abTestId"]):
        one["abStatus"] = "variant" if one["id"] == ask.body["variationId"] else "master"
    return Answer(204)
