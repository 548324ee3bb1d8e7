from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import respx
from notion_client import (
    APIErrorCode,
    APIResponseError,
    AsyncClient,
    Client,
)
from notion_client.client import RetryOptions
from notion_client.helpers import async_collect_paginated_api, collect_paginated_api, iterate_paginated_api

import agentrein as rein
from agentrein.connector import Call, ClientError, Options, Refused, State, UsageError, Verdict
from agentrein.testing import Answer
from agentrein_notion.proxy import arm, client_of, from_environment
from notion_kit import ALLOW, PAGE, Echo, aarmed, aplain, armed, plain, states, text


def test_the_client_stays_itself(echo: Echo) -> None:
    """Wrapping gives the same object back: same class, same httpx client of the same class, same endpoints."""
    client = plain(echo.url)
    http, pages = client.client, client.pages
    assert rein.wrap(client) is client
    assert type(client) is Client
    assert client.client is http
    assert type(http) is httpx.Client
    assert client.pages is pages
    client.close()


def test_arming_twice_is_harmless(echo: Echo) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain(echo.url)
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="somebody"))
    assert client_of(client).options == Options()
    client.close()


def test_a_subclass_of_the_client_works(echo: Echo) -> None:
    """A user's own class is armed like the SDK's, and what it overrides is still called."""

    class Mine(Client):
        def request(self, *args: Any, **kwargs: Any) -> Any:
            return {**super().request(*args, **kwargs), "mine": True}

    with Mine(auth="secret_agent", base_url=echo.url) as client:
        assert type(rein.wrap(client)) is Mine
        assert client.users.me()["mine"]
        with pytest.raises(Refused):
            client.comments.delete(PAGE)
        with rein.run("t", policy=ALLOW) as run:
            assert client.comments.delete(PAGE)["mine"]
        assert states(run) == [State.LANDED]


def test_a_subclass_that_stands_where_the_gate_would_is_refused(echo: Echo) -> None:
    """A class that replaces the very method of the seam could go around the gate, so it is refused and left alone."""

    class Mine(Client):
        def _execute_with_retry(self, *args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError

    client = Mine(auth="secret_agent", base_url=echo.url)
    with pytest.raises(UsageError, match="_execute_with_retry"):
        rein.wrap(client)
    assert "_rein_options" not in vars(client)
    client.close()


def test_endpoints_taken_before_wrap_are_covered(echo: Echo) -> None:
    """A method taken from the plain client writes through the gate once that client is armed."""
    client = plain(echo.url)
    delete = client.views.delete
    rein.wrap(client)
    with pytest.raises(Refused):
        delete(PAGE)
    assert not echo.writes
    client.close()


def test_unmarked_clients_are_untouched(echo: Echo) -> None:
    """Another client in the same process writes as ever, even one that shares the httpx client of an armed one."""
    http = httpx.Client()
    with armed(echo.url, client=http):
        other, shared = plain(echo.url), plain(echo.url, client=http)
        assert "_rein_door" not in vars(other.client)
        other.comments.delete(PAGE)
        shared.comments.delete(PAGE)
        other.close()
    assert len(echo.writes) == 2


def test_a_copy_is_gated_and_carries_its_own_token(echo: Echo) -> None:
    """A copied client is armed, and the wire carries the token that the copy's httpx client was given."""
    with armed(echo.url) as client:
        clone = copy.copy(client)
        clone.client.headers["Authorization"] = "Bearer secret_other"
        with pytest.raises(Refused):
            clone.comments.delete(PAGE)
        with rein.run("t", policy=ALLOW) as run:
            clone.comments.delete(PAGE)
        assert [w.actor for w in echo.writes] == ["other"]
        assert states(run) == [State.LANDED]


@pytest.mark.parametrize("make", [plain, aplain])
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_a_client_survives_stays_the_same(make: Callable[[str], Any], way: Callable[[Any], Any]) -> None:
    """Copying and pickling an armed client works, or fails with the same error, as before."""
    client = make("http://127.0.0.1:1")
    before = outcome(way, client)
    assert outcome(way, rein.wrap(client)) == before


def outcome(way: Callable[[Any], Any], client: Any) -> str:
    """What comes of copying a client."""
    try:
        return type(way(client)).__name__
    except TypeError as error:
        return f"TypeError: {error}"


def test_a_token_of_one_call_is_the_identity_of_that_call(echo: Echo) -> None:
    """`auth=` of a call is what goes, and whose account is read first; the client's own token is left alone."""
    with armed(echo.url) as client, rein.run("t", policy=ALLOW) as run:
        client.comments.delete(PAGE)
        client.comments.delete(PAGE, auth="secret_second")
        client.comments.delete(PAGE)
    assert [r.actor for r in echo.requests if r.method == "GET"] == ["agent", "second"]
    assert [r.actor for r in echo.writes] == ["agent", "second", "agent"]
    assert states(run) == [State.LANDED] * 3


def test_the_identity_follows_the_credential(echo: Echo) -> None:
    """Another token is another identity, the same one is the same, and none of them shows the token."""
    with armed(echo.url) as one, armed(echo.url) as two, armed(echo.url, auth="secret_second") as three:
        assert client_of(one).identity == client_of(two).identity != client_of(three).identity
        assert "secret" not in client_of(one).identity


@pytest.mark.parametrize(
    ("auth", "kind"),
    [("ntn_1", "bot"), ("secret_1", "bot"), ("v02:user:1", "token"), (None, "anonymous")],
)
def test_the_kind_of_a_credential_is_told_by_its_beginning(echo: Echo, auth: str | None, kind: str) -> None:
    """An internal connection's token begins with `ntn_`, or with `secret_` as it did in former days."""
    with armed(echo.url, auth=auth) as client:
        assert client_of(client).kind == kind


def test_the_version_is_recorded_and_kept(echo: Echo) -> None:
    """The version that a call was sent with is part of it, and what the core sends for it goes with the same one."""
    with armed(echo.url, notion_version="2026-03-11") as client:
        with rein.run("t", policy=ALLOW) as run:
            client.comments.delete(PAGE)
        assert run.actions[0].planned["call"]["headers"] == {"notion-version": "2026-03-11"}
    with armed(echo.url) as client:
        call = Call("notion", "GET /v1/users", {"page_size": 2}, headers={"notion-version": "2026-03-11"})
        assert client_of(client).request(call, None).status == 200
        client.users.list()
    assert [r.headers["notion-version"] for r in echo.requests[-2:]] == ["2026-03-11", "2025-09-03"]
    assert echo.requests[-2].query == {"page_size": "2"}


def test_reads_of_an_armed_client_are_the_sdk_s(echo: Echo) -> None:
    """Reads, also those that are sent as POST, need no run and leave no record; exceptions come out unchanged."""
    with armed(echo.url) as client:
        assert client.users.me()["name"] == "agent"
        assert client.search(query="x")["results"] == []
        assert client.data_sources.query(PAGE)["results"] == []
        echo.faults.add("error", status=401, body={"code": "unauthorized", "message": "API token is invalid."})
        with pytest.raises(APIResponseError, match="API token is invalid") as error:
            client.pages.retrieve(PAGE)
        assert error.value.code is APIErrorCode.Unauthorized


def test_reads_keep_the_user_s_retries(echo: Echo) -> None:
    """A read that is answered 500 is sent again as often as the client's own setting says."""
    retry = RetryOptions(max_retries=2, initial_retry_delay_ms=1)
    with armed(echo.url, retry=retry) as client:
        echo.faults.add("error", times=2)
        client.users.list()
        echo.faults.add("rate_limited", retry_after=0)
        client.search()
    assert [r.status for r in echo.requests] == [500, 500, 200, 429, 200]


def test_the_sdk_s_helpers_go_through_the_gate() -> None:
    """What pages through the API takes an armed method as any other."""
    pages = {None: ("a", "2"), "2": ("b", None)}

    def listed(request: Any) -> Answer:
        name, cursor = pages[request.query.get("start_cursor") or (request.body or {}).get("start_cursor")]
        return Answer(200, {"results": [name], "has_more": cursor is not None, "next_cursor": cursor})

    async def several(url: str) -> list[Any]:
        async with aarmed(url) as client:
            return await async_collect_paginated_api(client.data_sources.query, data_source_id=PAGE)

    with Echo(listed) as echo, armed(echo.url) as client:
        assert list(iterate_paginated_api(client.users.list)) == ["a", "b"]
        assert collect_paginated_api(client.data_sources.query, data_source_id=PAGE) == ["a", "b"]
        assert asyncio.run(several(echo.url)) == ["a", "b"]


def test_a_with_block_is_gated(echo: Echo) -> None:
    """The fresh httpx client that a block puts in place is behind the gate, and so is the former one afterwards."""
    client = rein.wrap(plain(echo.url))
    with client as inner:
        assert inner is client
        with pytest.raises(Refused):
            client.comments.delete(PAGE)
        with pytest.raises(Refused):
            client.client.delete(f"comments/{PAGE}")
        with rein.run("t", policy=ALLOW) as run:
            client.comments.delete(PAGE)
    with pytest.raises(Refused):
        client.comments.delete(PAGE)
    assert states(run) == [State.LANDED]
    client.close()


def test_an_async_with_block_is_gated(echo: Echo) -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with rein.wrap(aplain(echo.url)) as client:
            with pytest.raises(Refused):
                await client.comments.delete(PAGE)
            with pytest.raises(Refused):
                await client.client.delete(f"comments/{PAGE}")
            async with rein.run("t", policy=ALLOW) as run:
                await client.comments.delete(PAGE)
        return run

    assert states(asyncio.run(main())) == [State.LANDED]
    assert len(echo.writes) == 1


def test_it_works_under_respx() -> None:
    """A test double that patches the transport sees the SDK's requests as before."""
    with respx.mock(base_url="https://api.notion.com/v1", assert_all_called=True) as mock:
        mock.get("/users/me").respond(json={"id": PAGE, "type": "bot", "bot": {}})
        mock.post("/comments").respond(json={"object": "comment", "id": PAGE})
        with armed("https://api.notion.com") as client, rein.run("t", policy=ALLOW) as run:
            assert client.comments.create(parent={"page_id": PAGE}, rich_text=text("V"))["id"] == PAGE
        assert states(run) == [State.LANDED]


LIMITED = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=5.0)
UNTOLD = Verdict(State.REJECTED, "limit", not_executed=True, transient=True)
LONG = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=300.0)


@pytest.mark.parametrize(
    ("retry", "verdict", "attempt", "seconds"),
    [
        (False, LIMITED, 0, None),
        (RetryOptions(max_retries=0), LIMITED, 0, None),
        (RetryOptions(), LIMITED, 0, 5.0),
        (RetryOptions(), LIMITED, 1, 5.0),
        (RetryOptions(), LIMITED, 2, None),
        (RetryOptions(), LONG, 0, 60.0),
        (RetryOptions(max_retry_delay_ms=2000), LIMITED, 0, 2.0),
        (RetryOptions(initial_retry_delay_ms=0), UNTOLD, 0, 0.0),
    ],
)
def test_it_waits_as_the_user_s_client_would(
    echo: Echo, retry: Any, verdict: Verdict, attempt: int, seconds: float | None
) -> None:
    """How often and how long a request that was not executed is repeated is the user's own setting."""
    with armed(echo.url, retry=retry) as client:
        assert client_of(client).wait(verdict, attempt) == seconds


def test_a_client_is_built_from_the_environment(echo: Echo) -> None:
    """Token and base URL make an armed client, whatever the base URL ends with."""
    for base_url in (echo.url, f"{echo.url}/", f"{echo.url}/v1"):
        found = from_environment({"NOTION_TOKEN": "secret_agent", "NOTION_BASE_URL": base_url})
        assert (found.endpoint, found.kind) == (echo.url, "bot")
        assert found.request(Call("notion", "GET /v1/users/me"), None).body["name"] == "agent"
    assert from_environment({"NOTION_TOKEN": "x"}).endpoint == "https://api.notion.com"


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "NOTION_TOKEN"),
        ({"NOTION_TOKEN": "secret", "NOTION_BASE_URL": "api.notion.com"}, "NOTION_BASE_URL"),
        ({"NOTION_TOKEN": "secret", "NOTION_BASE_URL": "https://"}, "NOTION_BASE_URL"),
        ({"NOTION_TOKEN": "secret", "NOTION_BASE_URL": "http://[secret"}, "NOTION_BASE_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)


def test_the_async_client_asks_asynchronously(echo: Echo) -> None:
    """What the core asks through an async client is awaited, and gives the same answer."""

    async def main() -> None:
        async with aarmed(echo.url) as client:
            assert isinstance(client, AsyncClient)
            assert asyncio.iscoroutinefunction(client_of(client).request)
            answer = await client_of(client).request(Call("notion", "GET /v1/users/me"), None)
            assert answer.body["name"] == "agent"
            with pytest.raises(APIResponseError):
                echo.faults.add("error", status=404, body={"code": "object_not_found", "message": "m"})
                await client.pages.retrieve(PAGE)

    asyncio.run(main())
