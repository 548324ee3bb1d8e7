"""The checker itself: what is wrong is reported, at the place where it is wrong, and what is right is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.independent import contracts
from tests.independent.recorder import Recorded

JSON, FORM = "application/json;charset=utf-8", "application/x-www-form-urlencoded"
ISSUE, PAGE, BLOCK = "/repos/acme/app/issues", "/v1/pages/p1", "/v1/blocks/b1/children"
TEXT = [{"text": {"content": "T"}}]


def github(method: str, path: str, body: Any = None, query: str = "") -> Recorded:
    """A request as PyGithub sends it."""
    return Recorded(method, path, query, (("content-type", JSON),), "" if body is None else json.dumps(body))


def slack(method: str, body: Any, *, media: str = JSON) -> Recorded:
    """A request as slack_sdk sends it."""
    text = body if isinstance(body, str) else json.dumps(body)
    return Recorded("POST", f"/api/{method}", "", (("content-type", media),), text)


def notion(method: str, path: str, body: Any = None, query: str = "", version: str = "2025-09-03") -> Recorded:
    """A request as notion-client sends it."""
    headers = (("notion-version", version), ("content-type", JSON))
    return Recorded(method, path, query, headers, "" if body is None else json.dumps(body))


def stripe(method: str, path: str, body: str = "", query: str = "") -> Recorded:
    """A request as stripe sends it."""
    return Recorded(method, f"/v1/{path}", query, (("content-type", FORM),), body)


RIGHT = {
    "github": [
        github("POST", ISSUE, {"title": "T", "labels": ["bug"]}),
        github("PATCH", f"{ISSUE}/1", {"state": "closed", "state_reason": "not_planned"}),
        github("GET", ISSUE, query="state=all&per_page=100&sort=created"),
        github("PUT", "/repos/acme/app/contents/a/b.txt", {"message": "m", "content": "eA=="}),
        github("PATCH", "/repos/acme/app/git/refs/heads/a/b", {"sha": "abc", "force": True}),
    ],
    "slack": [
        slack("chat.postMessage", {"channel": "C1", "text": "T"}),
        slack("chat.update", {"channel": "C1", "ts": "1.2", "text": "T", "blocks": [], "attachments": []}),
        slack("conversations.history", "channel=C1&limit=1&inclusive=1&latest=1.2", media=FORM),
        slack("conversations.invite", "channel=C1&users=U1%2CU2", media=FORM),
        slack("auth.test", "", media=FORM),
    ],
    "notion": [
        notion("PATCH", PAGE, {"in_trash": True}),
        notion("PATCH", PAGE, {"properties": {"a": {"select": {"id": "x"}}, "b": {"number": None}}}),
        notion("PATCH", BLOCK, {"children": [{"paragraph": {"rich_text": TEXT}}]}),
        notion("GET", BLOCK, query="page_size=100&start_cursor=c"),
        notion("POST", "/v1/comments", {"parent": {"page_id": "p1"}, "rich_text": TEXT}),
    ],
    "stripe": [
        stripe("POST", "customers/cus_1", "name=&metadata%5Bplan%5D="),
        stripe("POST", "products/prod_1", "images=&active=false"),
        stripe("POST", "subscriptions/sub_1", "items%5B0%5D%5Bid%5D=si_1&items%5B0%5D%5Bquantity%5D=2"),
        stripe("GET", "customers", query="limit=3&created%5Bgte%5D=12"),
        stripe("DELETE", "coupons/c1"),
    ],
}

WRONG = {
    "github": [
        (github("POST", ISSUE, {"titel": "T"}), "/", "titel"),
        (github("POST", ISSUE, {"title": "T", "labels": "bug"}), "/labels", "must be array"),
        (github("PATCH", f"{ISSUE}/1", {"state": "shut"}), "/state", "allowed values"),
        (github("POST", f"{ISSUE}/1/comments", {}), "/", "'body'"),
        (github("POST", f"{ISSUE}/1/comments"), "/", "a body is required"),
        (github("DELETE", "/repos/acme/app/contents/a.txt", {"message": "m"}), "/", "'sha'"),
        (github("PATCH", "/repos/acme/app/git/refs/heads/a", {"sha": "abc", "force": "yes"}), "/force", "boolean"),
        (github("GET", ISSUE, query="state=none"), "?state", "allowed values"),
        (github("GET", ISSUE, query="page_size=1"), "?page_size", "no such query parameter"),
        (github("GET", ISSUE, query="per_page=many"), "?per_page", "integer"),
        (github("PUT", f"{ISSUE}/1", {}), "method", "no such method"),
        (github("GET", "/repos/acme/app/issue/1"), "path", "no such path"),
    ],
    "slack": [
        (slack("chat.postMessage", {"chanel": "C1", "text": "T"}), '"chanel"', "does not exist"),
        (slack("chat.postMessage", {"channel": "C1"}), "", "missing"),
        (slack("chat.update", {"channel": "C1", "text": "T"}), "", "is missing"),
        (slack("chat.update", {"channel": "C1", "ts": 1.2, "text": "T"}), '"ts"', "'string'"),
        (slack("chat.update", {"channel": "C1", "ts": "1", "text": "T", "parse": "some"}), '"parse"', "some"),
        (slack("chat.update", {"channel": "C1", "ts": "1", "text": "T", "blocks": {}}), '"blocks"', "Block"),
        (slack("reactions.add", "channel=C1&timestamp=1.2&emoji=eyes", media=FORM), '"emoji"', "does not exist"),
        (slack("reactions.add", "channel=C1&timestamp=1.2", media=FORM), "", "'name'"),
        (slack("conversations.history", "channel=C1&limit=few", media=FORM), '"limit"', "'number'"),
        (slack("conversations.topic", "channel=C1&topic=T", media=FORM), "path", "does not exist"),
        (slack("bookmarks.remove", "channel=C1&bookmark_id=B1", media=FORM), '"channel"', "does not exist"),
        (slack("chat.scheduleMessage", {"channel": "C1", "text": "T"}), "", "is missing"),
    ],
    "notion": [
        (notion("PATCH", PAGE, {"trash": True}), "/trash", "no such field"),
        (notion("PATCH", PAGE, {"in_trash": "yes"}), '"in_trash"', "boolean"),
        (notion("PATCH", PAGE, {"in_trash": True}, version="2022-06-28"), "notion-version", "2025-09-03"),
        (notion("PATCH", PAGE, {"properties": {"a": {"number": "1"}}}), '"number"', "'number'"),
        (notion("PATCH", "/v1/databases/d1", {"icon": None}), '"icon"', "null"),
        (notion("PATCH", "/v1/databases/d1", {"properties": {}}), "/properties", "no such field"),
        (
            notion("PATCH", BLOCK, {"children": [{"paragraph": {"rich_text": [{"text": {"cont": "T"}}]}}]}),
            '"cont"',
            "not exist",
        ),
        (notion("GET", BLOCK, query="page_size=all"), '"page_size"', "'number'"),
        (notion("GET", BLOCK, query="limit=3"), "?limit", "no such query parameter"),
        (notion("POST", "/v1/comments", {"rich_text": TEXT}), "", "is missing"),
        (notion("POST", "/v1/pages", {"properties": {}, "parent": {"page": "p1"}}), '"page"', "does not exist"),
        (notion("PUT", PAGE, {}), "path", "no such operation"),
    ],
    "stripe": [
        (stripe("POST", "customers", "nme=A"), "body", "nme"),
        (stripe("POST", "customers/cus_1", "preferred_locales="), "body.preferred_locales", "array"),
        (stripe("POST", "customers", "metadata=x"), "body.metadata", "not valid"),
        (stripe("POST", "coupons", "percent_off=many"), "body.percent_off", "number"),
        (stripe("POST", "coupons", "duration=ever"), "body.duration", "not one of"),
        (stripe("POST", "prices", "unit_amount=900"), "body", "currency"),
        (stripe("POST", "products/prod_1", "active=maybe"), "body.active", "boolean"),
        (stripe("POST", "subscriptions/sub_1", "items%5B0%5D%5Bquantity%5D=x"), "body.items.0.quantity", "integer"),
        (stripe("GET", "customers", query="lim=3"), "query.lim", "no parameter"),
        (stripe("GET", "customers", query="limit=few"), "query.limit", "integer"),
        (stripe("POST", "nothing"), "path", "no operation"),
        (stripe("PUT", "customers/cus_1", "name=A"), "path", "no operation"),
    ],
}


@pytest.mark.parametrize("vendor", RIGHT)
def test_what_is_right_passes(vendor: str) -> None:
    """Requests as the vendors' documents show them have no problem."""
    found, operations = contracts.problems(vendor, RIGHT[vendor])
    assert not found, "\n".join(map(str, found))
    assert "" not in operations


@pytest.mark.parametrize("vendor", WRONG)
def test_what_is_wrong_is_reported(vendor: str) -> None:
    """Each of a dozen wrong requests is reported, where it is wrong, and nothing on the list admits it."""
    found, _ = contracts.problems(vendor, [request for request, _, _ in WRONG[vendor]])
    left, _ = contracts.split(vendor, found)
    for request, where, what in WRONG[vendor]:
        mine = [one for one in left if one.request == request]
        assert any(where in one.where and what in one.what for one in mine), (request, where, what, mine)
