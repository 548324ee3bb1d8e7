from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import http.client
import io
import json
import os
import pickle
import subprocess
import sys
from array import array
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest
import requests

import agentrein as rein
from agentrein.connector import armed
from agentrein.ledger import open_ledger
from agentrein.tripwire import ticket
from board.connector import connector as board
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient
from tripwire_kit import DOORS, Door, Server, by_aiohttp, by_httpx, by_requests, by_urllib, by_urllib3, forget_places

LINE = b"POST /v1/notes HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"


READ = b"GET /v1/a HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(autouse=True)
def _nothing_armed(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_places(monkeypatch)


@pytest.fixture
def vendor(rein_ledger: Path) -> Iterator[Server]:
    """A loopback server under whose path `/v1` an armed client acts, and beside which it does not."""
    with Server() as server:
        armed(board, f"{server.url}/v1")
        yield server


@pytest.fixture
def other(rein_ledger: Path) -> Iterator[Server]:
    """A loopback server at which no armed client acts."""
    with Server() as server:
        yield server


def kinds(run: rein.Run) -> list[str]:
    """The kinds of a run's entries but for those that every run has."""
    found = [entry.kind for entry in open_ledger(None).entries(run.id)]
    return [kind for kind in found if kind not in {"opened", "status"}]


# --- doors


@pytest.mark.parametrize("door", DOORS)
def test_a_write_past_the_gate_is_stopped_at_every_door(vendor: Server, door: Door) -> None:
    """Before a byte of it left; the run says what was stopped and where."""
    with rein.run("triage", on_failure="keep") as run, pytest.raises(rein.Tripped) as tripped:
        door("POST", f"{vendor.url}/v1/notes?key=secret")
    assert vendor.seen == []
    assert tripped.value.code == "REIN-T500"
    assert f"POST {vendor.at}/v1/notes: it went past the gate" in str(tripped.value)
    assert "tripwire_kit.py:" in str(tripped.value)
    assert "rein.wrap" in str(tripped.value)
    assert "secret" not in str(tripped.value)
    assert kinds(run) == ["refused"]


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_write_at_the_place_leaves(vendor: Server, other: Server, door: Door) -> None:
    """Reads, other paths of the host, other hosts, and everything outside of a run."""
    with rein.run("triage"):
        assert door("GET", f"{vendor.url}/v1/notes") == 200
        assert door("HEAD", f"{vendor.url}/v1/notes") == 200
        assert door("POST", f"{vendor.url}/v10/notes") == 200
        assert door("POST", f"{other.url}/v1/notes") == 200
    assert door("POST", f"{vendor.url}/v1/notes") == 200
    assert vendor.writes[-2:] == [("POST", "/v10/notes"), ("POST", "/v1/notes")]


@pytest.mark.parametrize("door", DOORS)
def test_outside_opens_it_and_is_recorded(vendor: Server, door: Door) -> None:
    """With its reason and the line of code; afterwards it is closed again."""
    with rein.run("triage", on_failure="keep") as run:
        with rein.outside("the nightly export"):
            assert door("POST", f"{vendor.url}/v1/notes") == 200
        with pytest.raises(rein.Tripped):
            door("POST", f"{vendor.url}/v1/notes")
    assert len(vendor.writes) == 1
    told = next(entry.payload for entry in open_ledger(None).entries(run.id) if entry.kind == "outside")
    assert told is not None
    assert told["why"] == "the nightly export"
    assert told["where"].startswith("test_tripwire.py:")


@pytest.mark.parametrize("path", ["/v1/../v1/notes", "/%761/notes", "/x/../v1/notes", "//v1/notes"])
def test_a_path_counts_as_it_arrives(vendor: Server, path: str) -> None:
    """Encoded, or on a way round."""
    with rein.run("triage", on_failure="keep"), pytest.raises(rein.Tripped):
        raw(vendor, b"POST " + path.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
    assert vendor.seen == []


def test_a_redirect_is_a_request_of_its_own(vendor: Server, other: Server) -> None:
    """A write that another host sends on to the vendor is stopped at the hop; a read follows."""
    url = f"{other.url}/to/{vendor.url}/v1/notes"
    with rein.run("triage", on_failure="keep"):
        for door in (by_requests, by_urllib3, by_aiohttp):
            with pytest.raises(rein.Tripped):
                door("POST", url)
            assert door("GET", url) == 200
    assert vendor.writes == []
    assert len(other.writes) == 3


# --- connections


def connection(stub: Server) -> closing[http.client.HTTPConnection]:
    """A connection to a stub."""
    return closing(http.client.HTTPConnection(stub.at, timeout=5))


def raw(stub: Server, *pieces: Any) -> int:
    """Send pieces on one connection and give the status of the first answer."""
    with connection(stub) as http_:
        for piece in pieces:
            http_.send(piece)
        answer = http.client.HTTPResponse(http_.sock)
        answer.begin()
        return answer.status


@pytest.mark.parametrize(
    "body",
    [LINE, io.BytesIO(LINE), iter([LINE]), memoryview(LINE), array("b", LINE)],
    ids=lambda body: type(body).__name__,
)
def test_a_body_that_begins_like_a_request_is_none(vendor: Server, body: Any) -> None:
    """On a connection that was used before and is used again, whatever the body is made of."""
    with rein.run("triage"), connection(vendor) as http_:
        for method, path, content in (("GET", "/v1/a", None), ("POST", "/free", body), ("GET", "/v1/b", None)):
            http_.request(method, path, content, {} if content is None else {"Content-Length": str(len(LINE))})
            assert http_.getresponse().read() == b"{}"
    assert [path for _, path in vendor.seen] == ["/v1/a", "/free", "/v1/b"]
    assert vendor.bodies[1] == LINE


@pytest.mark.parametrize(
    "pieces",
    [
        [LINE],
        [READ + LINE],
        [READ + LINE.replace(b"POST", b"DELETE").replace(b"Content-Length: 0\r\n", b"")],
        [b"POST /free HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(READ), READ, LINE],
        [b"GET /v1/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n", b"{}", LINE],
        [b"GET /v1/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n", b"{}" + LINE],
        [bytearray(LINE)],
        [io.BytesIO(LINE)],
        [io.StringIO(LINE.decode())],
        [[LINE[:3], LINE[3:]]],
        [LINE[:3], LINE[3:]],
    ],
)
def test_a_request_is_one_however_it_is_sent(vendor: Server, pieces: list[Any]) -> None:
    """Behind another one, behind a body, from a file, in parts: it never arrives."""
    with rein.run("triage", on_failure="keep"), pytest.raises(rein.Tripped):
        raw(vendor, *pieces)
    assert [path for _, path in vendor.writes if path != "/free"] == []


def test_a_new_connection_begins_with_a_request(vendor: Server) -> None:
    """What was still to come of a body on the old one does not hide the first request on the new one."""
    with rein.run("triage", on_failure="keep"), connection(vendor) as http_:
        http_.send(b"POST /free HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n")
        http_.close()
        http_.connect()
        with pytest.raises(rein.Tripped):
            http_.request("POST", "/v1/notes", b"{}")


def test_a_body_that_outlives_its_run_hides_nothing_of_the_next(vendor: Server) -> None:
    """Its end is followed, so that the next run sees where a request begins on the same connection."""
    with connection(vendor) as http_:
        with rein.run("triage"):
            http_.send(b"POST /free HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n")
        http_.send(b"x" * 999)
        answer = http.client.HTTPResponse(http_.sock)
        answer.begin()
        answer.read()
        with rein.run("triage", on_failure="keep"), pytest.raises(rein.Tripped):
            http_.send(LINE)
    assert vendor.writes == [("POST", "/free")]


LATE = """
import sys
import agentrein as rein
from github import Github
rein.wrap(Github(base_url=sys.argv[1]))
assert "httpx" not in sys.modules and "aiohttp" not in sys.modules
import httpx
with rein.run("triage", on_failure="keep"):
    try:
        httpx.post(sys.argv[1] + "/notes")
    except rein.Tripped as tripped:
        print(tripped.code)
"""


def test_a_library_that_is_imported_after_a_client_was_armed_is_seen(vendor: Server, rein_ledger: Path) -> None:
    """The opening of a run puts the net on whatever is loaded by then."""
    done = subprocess.run(
        [sys.executable, "-c", LATE, f"{vendor.url}/v1"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "REIN-T500\n", done.stderr
    assert vendor.writes == []


def test_a_connection_is_usable_after_it_was_stopped(vendor: Server) -> None:
    """It was closed, so that nothing half sent stands on it, and opens again for a read."""
    with rein.run("triage", on_failure="keep"), connection(vendor) as http_:
        http_.request("GET", "/v1/a")
        http_.getresponse().read()
        with pytest.raises(rein.Tripped):
            http_.request("POST", "/v1/notes", b"{}")
        assert http_.sock is None
        http_.request("GET", "/v1/b")
        assert http_.getresponse().status == 200
    assert [path for _, path in vendor.seen] == ["/v1/a", "/v1/b"]


def test_a_session_goes_on_after_it_was_stopped(vendor: Server) -> None:
    """The pools of requests and httpx serve the next read."""
    with rein.run("triage", on_failure="keep"), requests.Session() as session, httpx.Client() as client:
        for send in (session.request, client.request):
            with pytest.raises(rein.Tripped):
                send("POST", f"{vendor.url}/v1/notes", json={})
            assert send("GET", f"{vendor.url}/v1/notes").status_code == 200
    assert vendor.writes == []


def test_the_only_connection_of_a_pool_is_given_back_when_it_was_stopped(vendor: Server) -> None:
    """A pool of aiohttp or httpx that may hold one connection serves the next read."""

    async def main() -> None:
        one, pool = httpx.Limits(max_connections=1), aiohttp.TCPConnector(limit=1)
        async with aiohttp.ClientSession(connector=pool) as session, httpx.AsyncClient(limits=one) as client:
            async with rein.run("triage", on_failure="keep"), asyncio.timeout(10):
                for send in (session.request, client.request):
                    with pytest.raises(rein.Tripped):
                        await send("POST", f"{vendor.url}/v1/notes", json={})
                    (await send("GET", f"{vendor.url}/v1/notes")).raise_for_status()

    asyncio.run(main())
    assert vendor.writes == []


# --- contexts


def test_threads_and_tasks(vendor: Server) -> None:
    """A task and a copied context belong to the run; a thread without the context does not."""
    url = f"{vendor.url}/v1/notes"

    async def main() -> None:
        with pytest.raises(rein.Tripped):
            await asyncio.to_thread(by_requests, "POST", url)
        async with aiohttp.ClientSession() as session:
            task = asyncio.create_task(session.post(url)._coro)
            with pytest.raises(rein.Tripped):
                await task

    with rein.run("triage", on_failure="keep"), ThreadPoolExecutor() as pool:
        asyncio.run(main())
        with pytest.raises(rein.Tripped):
            pool.submit(contextvars.copy_context().run, by_httpx, "POST", url).result()
        assert vendor.writes == []
        assert pool.submit(by_httpx, "POST", url).result() == 200


def test_a_run_that_is_over_stops_nothing(vendor: Server) -> None:
    """A task that outlives the run in whose context it was begun writes as ever."""

    async def main() -> int:
        gate = asyncio.Event()

        async def later() -> int:
            await gate.wait()
            return await asyncio.to_thread(by_requests, "POST", f"{vendor.url}/v1/notes")

        async with rein.run("triage"):
            task = asyncio.create_task(later())
            await asyncio.sleep(0)
        gate.set()
        return await task

    assert asyncio.run(main()) == 200


def test_a_forked_child_is_in_the_context(vendor: Server) -> None:
    """What it inherits is the context; its writes would be as little recorded as its parent's."""
    with rein.run("triage", on_failure="keep") as run:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                by_urllib("POST", f"{vendor.url}/v1/notes")
            except rein.Tripped:
                code = 42
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42
    assert vendor.seen == []
    assert kinds(run) == []


def test_what_was_let_out_ends_with_its_block(vendor: Server) -> None:
    """A task that was begun under a ticket or in an opening has neither when the block is over."""
    url = f"{vendor.url}/v1/notes"

    async def main(opening: Any) -> None:
        with opening:
            tasks = [asyncio.create_task(asyncio.to_thread(by_requests, "POST", url))]
            await asyncio.wait(tasks)
            late = contextvars.copy_context()
        assert tasks[0].result() == 200
        with pytest.raises(rein.Tripped):
            late.run(by_requests, "POST", url)

    with rein.run("triage", on_failure="keep"):
        asyncio.run(main(rein.outside("a script")))
        asyncio.run(main(ticket()))
    assert len(vendor.writes) == 2


def test_openings_nest(vendor: Server) -> None:
    """The outer one holds until its own end, also for a context that was copied in the inner one."""
    url = f"{vendor.url}/v1/notes"
    with rein.run("triage", on_failure="keep") as run:
        with rein.outside("outer"):
            with rein.outside("inner"):
                copied = contextvars.copy_context()
            assert by_requests("POST", url) == 200
            assert copied.run(by_requests, "POST", url) == 200
        with pytest.raises(rein.Tripped):
            copied.run(by_requests, "POST", url)
    assert kinds(run) == ["outside", "outside", "refused"]


def test_outside_wants_a_reason_and_is_entered_once() -> None:
    """Both are said with what to write; outside of a run it is harmless."""
    with pytest.raises(rein.UsageError, match="needs a reason"):
        rein.outside(" ")
    with rein.outside("no run is open") as opening, pytest.raises(rein.UsageError, match="open already"):
        opening.__enter__()


# --- what a connector declares


def test_hosts_credentials_and_requests_that_execute(rein_ledger: Path) -> None:
    """Further places count as the endpoint does, credentials may be fetched, and a GET may be a write."""
    with Server() as api, Server() as files:
        connector = dataclasses.replace(
            board,
            name="declared",
            hosts=(f"{files.at}/services", "/upload/v1"),
            credentials=("POST /oauth/{app}/token",),
            executes=lambda method, path: path.startswith("/run/"),
        )
        armed(connector, f"{api.url}/v1")
        with rein.run("triage", on_failure="keep") as run:
            stopped = [
                ("POST", f"{api.url}/upload/v1/file"),
                ("GET", f"{api.url}/v1/run/7"),
                ("POST", f"{files.url}/services/T1/hook-secret"),
                ("POST", f"{api.url}/v1/oauth/app/token/revoke"),
                ("DELETE", f"{api.url}/v1/oauth/app/token"),
            ]
            for method, url in stopped:
                with pytest.raises(rein.Tripped) as tripped:
                    by_requests(method, url)
                assert "hook-secret" not in str(tripped.value)
            passed = [
                ("GET", f"{api.url}/v1/walk/7"),
                ("POST", f"{api.url}/v1/oauth/app/token"),
                ("POST", f"{files.url}/other"),
            ]
            for method, url in passed:
                assert by_requests(method, url) == 200
        assert [*api.seen, *files.seen] == [
            ("GET", "/v1/walk/7"),
            ("POST", "/v1/oauth/app/token"),
            ("POST", "/other"),
        ]
        texts = json.dumps([entry.payload for entry in open_ledger(None).entries(run.id)])
        assert "hook-secret" not in texts


def test_tripped_is_no_exception_and_pickles() -> None:
    """No `except Exception` takes it, and it comes whole out of a worker process."""
    error = pickle.loads(pickle.dumps(rein.Tripped("what", where="where", now="now")))  # noqa: S301 - our own
    assert not isinstance(error, Exception)
    assert (error.what, error.where, error.now) == ("what", "where", "now")


# --- armed clients


def test_an_armed_client_s_own_requests_pass(board: BoardSandbox, ada: BoardClient) -> None:
    """Reads, the write, its look-ups, the undo of a step in the run's own context; the same for the async client."""
    with rein.run("sync") as run, suppress(ZeroDivisionError), run.step("a"):
        ada.post("c1", "Hello")
        raise ZeroDivisionError
    assert [one.state.value for one in run.actions] == ["compensated"]

    async def main() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        async with rein.run("async") as run:
            with suppress(ZeroDivisionError):
                async with run.step("a"):
                    await client.post("c1", "Hello")
                    1 / 0  # noqa: B018 - it raises
        await client.aclose()
        return run

    assert [one.state.value for one in asyncio.run(main()).actions] == ["compensated"]


class Twice(httpx.Auth):
    """Sends each write a second time, as a retry that hides in an HTTP library does."""

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """One request, then the same one."""
        yield request
        if request.method != "GET":
            yield request


def test_a_hidden_resend_is_stopped(board: BoardSandbox) -> None:
    """The second request line under one passage does not leave; whether the first landed is found out later."""

    async def main() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        client.http.auth = Twice()
        async with rein.run("triage", on_failure="keep") as run:
            with pytest.raises(rein.Tripped, match="a second time under one passage"):
                await client.post("c1", "Hello")
        client.http.auth = None
        await client.aclose()
        return run

    run = asyncio.run(main())
    assert len(board.writes) == 1
    assert [one.state.value for one in run.actions] == ["unknown"]
    assert [one.state.value for one in rein.revert(run.id).actions] == ["compensated"]


def test_another_write_inside_a_passage_is_stopped(board: BoardSandbox) -> None:
    """What the SDK's own code sends besides the committed call does not slip out with it; the call did not either."""

    async def main() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))

        async def besides(request: httpx.Request) -> None:
            if request.method != "GET":
                await asyncio.to_thread(by_requests, "POST", f"{board.url}/boards/b1/cards")

        client.http.event_hooks["request"].append(besides)
        async with rein.run("triage", on_failure="keep") as run:
            with pytest.raises(rein.Tripped, match=r"not the call that was committed, POST .*/channels/c1/messages"):
                await client.post("c1", "Hello")
        await client.aclose()
        return run

    run = asyncio.run(main())
    assert board.writes == []
    assert [one.state.value for one in run.actions] == ["rejected"]


def test_the_port_of_a_stopped_sandbox_is_nobodys(board: BoardSandbox, ada: BoardClient) -> None:
    """The system may give it to another server; what comes back there is watched from its client's next write on."""
    url = board.url
    with rein.run("t"):
        ada.create_card("ideas", "Mine")
        with pytest.raises(rein.Tripped):
            by_requests("POST", f"{url}/boards/ideas/cards")
    board.stop()
    with pytest.raises(requests.ConnectionError), rein.run("t"):
        by_requests("POST", f"{url}/boards/ideas/cards")
    board.start()
    with rein.run("t"):
        ada.create_card("ideas", "Mine")
        with pytest.raises(rein.Tripped):
            by_requests("POST", f"{url}/boards/ideas/cards")
