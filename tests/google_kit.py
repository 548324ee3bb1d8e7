"""What the tests of Google's connectors share: clients of the real SDK at a loopback server, and its credentials."""

from __future__ import annotations

import contextlib
import gc
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import google.oauth2.credentials
import httplib2
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.http import build_http

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer
from agentrein.tripwire_places import forget
from agentrein_google.sandbox import batches
from agentrein_google.sandbox.errors import error_body

AGENT = "ya29.agent"
"""The token of the agent in every sandbox."""

VERSIONS = {"gmail": "v1", "sheets": "v4", "drive": "v3"}


@cache
def _document(api: str, version: str) -> str:
    text: str = get_static_doc(api, version)
    return text


def document(api: str, url: str, version: str = "") -> dict[str, Any]:
    """The discovery document that the SDK brings along, with its root at a server."""
    told: dict[str, Any] = json.loads(_document(api, version or VERSIONS[api]))
    told["rootUrl"] = f"{url.rstrip('/')}/"
    told.pop("mtlsRootUrl", None)
    return told


def authorized(token: str = AGENT, http: httplib2.Http | None = None, **further: Any) -> AuthorizedHttp:
    """An `http` with a user's token, as `build` makes one."""
    credentials = google.oauth2.credentials.Credentials(token, **further)
    made = AuthorizedHttp(credentials, http=http or build_http())
    _OPENED.append(made)
    return made


_OPENED: list[Any] = []
_BUILT = count(1)
_COLLECTED_AFTER = 5
"""Clients: each is a cycle that holds the texts of its document, 17 MB for Sheets, until the collector comes round."""


def close_all() -> None:
    """Close the connections of every `http` that was made: httplib2 leaves them open."""
    while _OPENED:
        _OPENED.pop().close()


def plain(api: str, url: str, token: str = AGENT, *, version: str = "", http: Any = None, **settings: Any) -> Any:
    """A client of the SDK as a user makes it, at a server."""
    if next(_BUILT) % _COLLECTED_AFTER == 0:
        gc.collect()
    told = document(api, url, version)
    return build_from_document(told, http=http if http is not None else authorized(token), **settings)


def armed(api: str, url: str, token: str = AGENT, **settings: Any) -> Any:
    """An armed client."""
    return rein.wrap(plain(api, url, token, **settings))


@cache
def _key() -> str:
    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form, plain_text = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return made.private_bytes(serialization.Encoding.PEM, form, plain_text).decode()


def service_account(folder: Path, url: str, email: str) -> Path:
    """A file with a service account's credentials that asks a sandbox for tokens."""
    told = {
        "type": "service_account",
        "project_id": "p",
        "private_key_id": "1",
        "private_key": _key(),
        "client_email": email,
        "token_uri": f"{url}/token",
    }
    file = folder / "service-account.json"
    file.write_text(json.dumps(told))
    return file


def set_environment(setenv: Callable[[str, str], object], folder: Path, url: str, email: str) -> None:
    """What people export so that another process finds the client of this account."""
    setenv("GOOGLE_APPLICATION_CREDENTIALS", str(service_account(folder, url, email)))
    setenv("GOOGLE_API_ROOT", url)


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


# --- a server without a state


Reply = tuple[int, Any] | tuple[int, Any, dict[str, str]] | None
"""Status, body and headers; None drops the connection."""


@dataclass(frozen=True)
class Seen:
    """One request as the stub saw it."""

    verb: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    content: bytes = field(repr=False)

    @property
    def line(self) -> str:
        """Verb and path."""
        return f"{self.verb} {self.path}"

    @property
    def token(self) -> str:
        """The token that it carried."""
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def body(self) -> Any:
        """Its JSON, None for what is none."""
        try:
            return json.loads(self.content) if self.content else None
        except ValueError:
            return None


class Stub:
    """A loopback server that counts what reaches it and answers by a function of what it saw.

    `connections` are the ports from which it was reached.
    """

    def __init__(self, answer: Callable[[Seen], Reply]) -> None:
        self.seen: list[Seen] = []
        self.connections: set[int] = set()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # an answer in one packet: for a second one the client would wait for an acknowledgement

            def do(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                parts = urlsplit(self.path)
                content = self.rfile.read(int(headers.get("content-length", 0)))
                seen = Seen(self.command, parts.path, parse_qs(parts.query), headers, content)
                stub.seen.append(seen)
                stub.connections.add(self.client_address[1])
                reply = answer(seen)
                if reply is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, body, *more = reply
                self.send_response(status)
                data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
                told = {
                    "content-type": "application/json",
                    **(more[0] if more else {}),
                    "content-length": str(len(data)),
                }
                for name, value in told.items():
                    self.send_header(name, value)
                with contextlib.suppress(ConnectionError):  # the client may have gone
                    self.end_headers()
                    self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do  # noqa: N815 - http.server asks for these names

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def lines(self) -> list[str]:
        """Verb and path of each request."""
        return [seen.line for seen in self.seen]

    @property
    def writes(self) -> list[Seen]:
        """The requests that are no GET."""
        return [seen for seen in self.seen if seen.verb != "GET" and "x-http-method-override" not in seen.headers]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        forget(self.url)
        self.stop()

    def stop(self) -> None:
        """Listen no longer; harmless when stopped."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


def batched(seen: Seen, *answers: tuple[int, Any]) -> Reply:
    """The answer to a batch, part by part; parts without one are left out."""
    parts = batches.requests_in(seen.content, seen.headers["content-type"])
    told = batches.answers_of([(p, Answer(status, body)) for p, (status, body) in zip(parts, answers, strict=False)])
    return told.status, told.content, {"content-type": told.media}


def error(status: int, reason: str) -> Reply:
    """One of Google's errors."""
    return status, error_body(status, reason, f"told {reason}")


LABELS = "/gmail/v1/users/me/labels"


def mailbox(arrived: Callable[[Seen], Reply] | None = None) -> Stub:
    """A stub of a mailbox without labels, in which labels can be made.

    `arrived` may answer a write itself, with `False` for what it leaves to the stub.
    """

    def answer(seen: Seen) -> Reply:
        own: Any = False if arrived is None or seen.verb == "GET" else arrived(seen)
        if own is not False:
            reply: Reply = own
            return reply
        if seen.path.endswith("/profile"):
            return 200, {"emailAddress": "agent@acme.example", "historyId": "1"}
        if seen.verb == "GET":
            return 200, {"labels": []}
        if seen.path.startswith("/batch"):
            parts = batches.requests_in(seen.content, seen.headers["content-type"])
            return batched(seen, *((200, {"id": f"Label_{n}"}) for n in range(len(parts))))
        return 200, {"id": "Label_1", **(seen.body or {})}

    return Stub(answer)


def label(client: Any, name: str = "Triage", **further: Any) -> Any:
    """The request that makes a label, not sent yet."""
    return client.users().labels().create(userId="me", body={"name": name}, **further)
