from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from notion_client import AsyncClient, Client
from notion_client.errors import InvalidPathParameterError

import agentrein as rein
from agentrein.connector import Refused, State
from notion_kit import ALLOW, PAGE, Echo, aarmed, armed, states


@pytest.mark.parametrize(
    "door",
    [
        lambda notion: notion.comments.delete(PAGE),
        lambda notion: notion.pages.create(parent={"page_id": PAGE}),
        lambda notion: notion.views.parent.request("views", "POST", body={}),
        lambda notion: notion.request(f"comments/{PAGE}", "delete"),
        lambda notion: notion.request(f"/comments/{PAGE}", "DELETE"),
        lambda notion: notion.request(f"{notion.client.base_url}comments/{PAGE}", "DELETE"),
        lambda notion: notion._execute_with_retry("DELETE", f"comments/{PAGE}", None, None, None, None),
        lambda notion: notion.file_uploads.send(PAGE, file=("a.txt", io.BytesIO(b"x"))),
        lambda notion: notion.oauth.revoke("id", "secret", token="ntn_x"),
        lambda notion: notion.client.delete(f"comments/{PAGE}"),
        lambda notion: notion.client.request("DELETE", f"comments/{PAGE}"),
        lambda notion: notion.client.send(notion.client.build_request("PATCH", f"comments/{PAGE}", json={})),
        lambda notion: notion.client.stream("POST", "views", json={}).__enter__(),
        lambda notion: notion.client.post(f"{notion.client.base_url}views", content=b"{}"),
        lambda notion: notion.client.post(f"{notion.options.base_url}/v2/views", json={}),
    ],
)
def test_no_door_leads_around_the_gate(views: Client, echo: Echo, door: Callable[[Client], Any]) -> None:
    """Methods, raw requests, uploads and the httpx client are refused outside of a run; nothing is sent."""
    with pytest.raises(Refused):
        door(views)
    assert not echo.requests


@pytest.mark.parametrize(
    "door",
    [
        lambda notion: notion.comments.delete(PAGE),
        lambda notion: notion.request(f"comments/{PAGE}", "DELETE"),
        lambda notion: notion._execute_with_retry("DELETE", f"comments/{PAGE}", None, None, None, None),
        lambda notion: notion.file_uploads.send(PAGE, file=("a.txt", io.BytesIO(b"x"))),
        lambda notion: notion.client.delete(f"comments/{PAGE}"),
        lambda notion: notion.client.send(notion.client.build_request("PATCH", f"comments/{PAGE}", json={})),
    ],
)
def test_no_door_of_the_async_client_does(echo: Echo, door: Callable[[AsyncClient], Any]) -> None:
    """The same for the async client."""

    async def main() -> None:
        async with aarmed(echo.url) as client:
            with pytest.raises(Refused):
                await door(client)

    asyncio.run(main())
    assert not echo.requests


@pytest.mark.parametrize(
    "door",
    [
        lambda notion: notion.request("unheard-of", "POST", body={}),
        lambda notion: notion.request("pages", "POST", form_data={"name": "V"}),
        lambda notion: notion.request(f"comments/{PAGE}", "PUT", body={}),
        lambda notion: notion.client.post("unheard-of"),
        lambda notion: notion.pages.update(f"{PAGE}/move", properties={}),
    ],
)
def test_what_no_row_knows_is_refused_in_a_run(views: Client, echo: Echo, door: Callable[[Client], Any]) -> None:
    """An address without a row, or an id that makes another address, does not leave within a run either."""
    with rein.run("t", policy=ALLOW) as run, pytest.raises(Refused) as refused:
        door(views)
    assert refused.value.reason in {"unknown", "irreversible"}
    assert not echo.writes
    assert not run.actions


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/v1/views",
        "//x/../../views",
        "views/./x",
        "views//x",
        "views/%2e%2e/x",
        "views/a?b=c",
        "views/a#b",
    ],
)
def test_an_address_that_is_not_what_it_shows_is_refused(views: Client, echo: Echo, path: str) -> None:
    """Another host, dots, empty segments, a query or a fragment in an id are refused before a byte leaves."""
    with rein.run("t", policy=ALLOW), pytest.raises((Refused, InvalidPathParameterError)) as refused:
        views.request(path, "PATCH", body={})
    with rein.run("t", policy=ALLOW), pytest.raises(Refused) as low:
        views._execute_with_retry("PATCH", path, None, {}, None, None)
    assert low.value.reason == "address"
    assert "Nothing was sent" in str(low.value) or isinstance(refused.value, InvalidPathParameterError)
    assert not echo.requests


@pytest.mark.parametrize("scheme", ["http://127.0.0.1:1", "https://{host}", "http://name:word@{host}"])
def test_another_server_gets_neither_write_nor_token(views: Client, echo: Echo, scheme: str) -> None:
    """Another port or scheme, or a name in the address, is refused for reads as well: the token would go along."""
    address = scheme.format(host=echo.url.removeprefix("http://"))
    for method in ("GET", "POST"):
        with pytest.raises(Refused) as refused:
            views.request(f"{address}/v1/views", method)
        assert refused.value.reason == "address"
    assert not echo.requests


def test_a_base_path_is_kept_and_checked(echo: Echo) -> None:
    """Behind a proxy the API has a path of its own: what lies outside of it is refused, the rest is told without it."""
    with armed(f"{echo.url}/proxy") as client:
        with rein.run("t", policy=ALLOW) as run:
            client.comments.delete(PAGE)
        with pytest.raises(Refused, match="outside of the API") as refused:
            client.request(f"{echo.url}/v1/views", "POST")
        assert refused.value.reason == "address"
        with pytest.raises(Refused, match="outside of the API"):
            client.request(f"{echo.url}/proxy/v2/views", "POST")
        client.client.post(f"{echo.url}/elsewhere", json={})
    call = run.actions[0].planned["call"]
    assert (call["address"], call["endpoint"]) == ("DELETE /v1/comments/{comment_id}", f"{echo.url}/proxy")
    assert [w.path for w in echo.writes] == [f"/proxy/v1/comments/{PAGE}", "/elsewhere"]


def test_an_id_that_makes_another_address_is_refused(views: Client, echo: Echo) -> None:
    """`abc/move` as a page's id would move the page; the address that it would arrive at is in the message."""
    with rein.run("t"), pytest.raises(Refused, match="/v1/views/abc/move"):
        views.views.update("abc/move", name="V")
    with rein.run("t"), pytest.raises(Refused, match=r"`\?`"):
        views.comments.delete(f"{PAGE}?force=true")
    with rein.run("t"), pytest.raises(InvalidPathParameterError):
        views.comments.delete("../pages")
    assert not echo.requests


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "x_http_method"])
def test_a_method_override_is_refused(views: Client, echo: Echo, name: str) -> None:
    """A header that asks to be read as another method would make a delete of a question."""
    for method in ("GET", "POST"):
        with pytest.raises(Refused) as refused:
            views.client.request(method, "search", headers={name: "DELETE"})
        assert refused.value.reason == "address"
    views.client.headers[name] = "DELETE"
    with pytest.raises(Refused):
        views.search()
    with pytest.raises(Refused):
        views.users.list()
    assert not echo.requests


@pytest.mark.parametrize("query", [{"token": "planted"}, {"_method": "DELETE"}])
def test_a_query_that_does_not_belong_there_is_refused(views: Client, echo: Echo, query: dict[str, str]) -> None:
    """A credential in the query would be recorded, and a method in it would change the address."""
    with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="query") as refused:
        views.request(f"comments/{PAGE}", "DELETE", query=query)
    assert refused.value.reason == "address"
    assert "planted" not in str(refused.value)
    assert not echo.requests


def test_raw_writes_are_recorded_like_the_method_s(views: Client, echo: Echo) -> None:
    """A write by path, by full address or through the httpx client has its entry, and its caller gets what it would."""
    with rein.run("t", policy=ALLOW) as run:
        views.comments.delete(PAGE)
        assert views.request(f"comments/{PAGE}", "delete")["id"] == PAGE
        views.request(f"{echo.url}/v1/comments/{PAGE}", "DELETE")
        response = views.client.delete(f"comments/{PAGE}")
        assert isinstance(response, httpx.Response)
        assert response.json()["id"] == PAGE
    assert states(run) == [State.LANDED] * 4
    assert {a.planned["address"] for a in run.actions} == {"DELETE /v1/comments/{comment_id}"}
    assert len(echo.writes) == 4


def test_raw_writes_of_the_async_client_are_recorded(echo: Echo) -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with aarmed(echo.url) as client, rein.run("t", policy=ALLOW) as run:
            await client.comments.delete(PAGE)
            await client.request(f"comments/{PAGE}", "delete")
            response = await client.client.delete(f"comments/{PAGE}")
            assert response.json()["id"] == PAGE
        return run

    assert states(asyncio.run(main())) == [State.LANDED] * 3
    assert len(echo.writes) == 3


def test_a_raw_write_that_fails_gives_httpx_s_own(views: Client, echo: Echo) -> None:
    """Through the httpx client an error status is an answer, as ever, and a lost connection httpx's exception."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error", method="DELETE", status=400)
        assert views.client.delete(f"comments/{PAGE}").status_code == 400
        echo.faults.add("refuse", method="DELETE")
        with pytest.raises(httpx.RemoteProtocolError):
            views.client.delete(f"comments/{PAGE}")
    assert states(run) == [State.REJECTED, State.UNKNOWN]


def test_raw_reads_and_other_places_pass(views: Client, echo: Echo) -> None:
    """What only reads leaves the httpx client at once, and so does what goes elsewhere."""
    assert views.client.get("users/me").json()["type"] == "bot"
    assert views.client.post("search", json={}).status_code == 200
    with views.client.stream("POST", "search", json={}) as response:
        assert b"results" in b"".join(response.iter_raw())
    with Echo() as other:
        views.client.post(f"{other.url}/anything", json={})
        assert len(other.writes) == 1


def test_an_auth_of_httpx_is_refused_for_a_write(views: Client, echo: Echo) -> None:
    """The httpx client would put another credential in the place of the one that the run records."""
    with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="auth="):
        views.client.delete(f"comments/{PAGE}", auth=("name", "word"))
    assert not echo.requests


def test_an_upload_is_recorded_by_its_name(views: Client, echo: Echo) -> None:
    """Part of a file goes as a form: the bytes arrive as they are, and the record holds the file's name only."""
    with rein.run("t", policy=ALLOW) as run:
        views.file_uploads.send(PAGE, file=("a.txt", io.BytesIO(b"people's data")), part_number=2)
    assert run.actions[0].planned["call"]["body"] == {"file": "a.txt", "part_number": "2"}
    assert b"people's data" in echo.writes[0].raw


def test_an_upload_is_repeated_only_if_it_can_be_rewound(echo: Echo) -> None:
    """A file that is read once is not sent a second time, empty; one that can be rewound goes whole."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    with armed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep"):
        echo.faults.add("rate_limited", method="POST", retry_after=0)
        client.file_uploads.send(PAGE, file=("a.txt", io.BytesIO(b"whole")))
        echo.faults.add("rate_limited", method="POST", retry_after=0)
        with pytest.raises(Exception, match="m"):
            client.file_uploads.send(PAGE, file=("a.txt", Pipe(b"whole")))
    assert [(w.status, b"whole" in w.raw) for w in echo.writes] == [(429, True), (200, True), (429, True)]


def test_unknown_keywords_vanish_and_the_record_shows_what_left(views: Client, echo: Echo) -> None:
    """The SDK drops a keyword that it does not know: what is recorded is the empty body that really left."""
    with rein.run("t", policy=ALLOW) as run, pytest.warns(UserWarning, match="names nothing to change"):
        views.views.update(PAGE, is_archived=True)
    assert run.actions[0].planned["call"]["body"] == {}
    assert echo.writes[0].body == {}


def test_no_credential_is_recorded(views: Client, echo: Echo, ledger: Path) -> None:
    """Tokens that are revoked, client secrets and tokens of one call are nowhere in the ledger."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        views.oauth.revoke("client-1", "planted-secret", token="planted-token")
        views.comments.delete(PAGE, auth="planted-auth")
    assert states(run)[1] is State.LANDED
    assert echo.writes[0].body == {"token": "planted-token"}
    held = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert b"planted" not in held


def test_what_is_recorded_is_what_leaves(views: Client, echo: Echo) -> None:
    """A body that is changed while its passage is under way leaves as it was recorded."""
    body: dict[str, Any] = {"name": "as given"}
    echo.before_answer(lambda request: body.update(name="changed meanwhile"))
    with rein.run("t", policy=ALLOW) as run:
        views.request("views", "POST", body=body)
    assert body == {"name": "changed meanwhile"}
    assert run.actions[0].planned["call"]["body"] == echo.writes[0].body == {"name": "as given"}
