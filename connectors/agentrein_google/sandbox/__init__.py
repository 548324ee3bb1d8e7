"""The base of the stand-ins for Google's APIs: tokens, masks, batches, uploads and errors, as all of them have them.

Written from the public documentation (https://developers.google.com/workspace/drive/api/guides/performance and
https://developers.google.com/workspace/gmail/api/guides/batch).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

from agentrein.testing import Answer, Fault, Request, Routes, Sandbox, Stop
from agentrein_google.masks import parsed, shown
from agentrein_google.sandbox import batches, tokens, uploads
from agentrein_google.sandbox.errors import error_body, failure
from agentrein_google.sandbox.wire import (
    COMMON,
    OVERRIDE,
    Asked,
    GoogleRequest,
    Media,
    json_of,
    pairs_of,
    related,
    token_of,
)

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_FORM = "application/x-www-form-urlencoded"


class GoogleSandbox(Sandbox):
    """A stand-in for one of Google's APIs; clients are built from its discovery document with `rootUrl` at `sb.url`.

    A vendor's own says in `routes` which paths there are (`GET /drive/v3/files/{file}`), in `act` what becomes of a
    request, in `accounts` whose token is whose. What a handler gives is the body of a 200, an Answer, or None for a
    204. `POST /token` gives a token to whoever names an account in an assertion, as google-auth does.
    """

    routes: ClassVar[Routes] = Routes()
    batch_path: ClassVar[str] = "/batch"
    reads_by_post: ClassVar[tuple[str, ...]] = ()
    """Ends of the paths of POSTs that only read."""

    # What one API says

    def accounts(self) -> Mapping[str, str]:
        """The address of the account of each token."""
        return {}

    def act(self, asked: Asked, handler: Callable[..., Any], variables: Mapping[str, str]) -> Any:
        """Let a handler act."""
        return handler(asked, **variables)

    # What all of them do

    @property
    def sessions(self) -> uploads.Sessions:
        """The uploads that are going on."""
        found: uploads.Sessions = self.__dict__.setdefault("_sessions", uploads.Sessions())
        return found

    def reset(self) -> None:
        """Restore the seed, and forget the uploads."""
        super().reset()
        self.__dict__.pop("_sessions", None)

    def is_write(self, request: Request) -> bool:
        """Whether a request writes: the HTTP method tells, but for long GETs, batches of them, and a few POSTs."""
        if request.method in _SAFE or request.headers.get(OVERRIDE) in _SAFE or request.path == "/token":
            return False
        if request.path == self.batch_path and isinstance(request, GoogleRequest):
            return any(part["method"] not in _SAFE for part in (request.body or {}).get("requests", []))
        return not request.path.endswith(self.reads_by_post) if self.reads_by_post else True

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:
        """The request without its credential; a batch and a long GET taken apart."""
        known = {one.name: getattr(request, one.name) for one in dataclasses.fields(Request)}
        pairs = request.pairs
        if request.headers.get(OVERRIDE) and headers.get("content-type", "").startswith(_FORM):
            pairs = (*pairs, *pairs_of(content.decode("utf-8")))
        token = token_of(headers, request.query)
        kept = pairs_of(pairs)
        known |= {"pairs": kept, "query": dict(kept), "credentialed": bool(token), "raw": b""}
        known["headers"] = {name: value for name, value in request.headers.items() if name != "x-goog-api-key"}
        known["actor"] = self.accounts().get(token)
        if request.path == "/token":
            known["body"] = None
        elif request.path == self.batch_path:
            known["body"] = _shown_batch(content, headers)
        return GoogleRequest(**known, token=token, upload=request.query.get("upload_id", ""), content=content)

    def answer(self, request: Request) -> Answer:
        """Answer a request, a batch, a chunk or a wish for a token."""
        assert isinstance(request, GoogleRequest)  # noqa: S101 - understood() made it
        if request.path == "/token":
            return tokens.answer(request.content, self.accounts())
        if request.path == self.batch_path and request.method == "POST":
            return self._batch(request)
        if request.upload:
            return self._chunk(request)
        return self._one(request)

    def _one(self, request: GoogleRequest) -> Answer:
        method = request.headers.get(OVERRIDE, request.method)
        content = b"" if OVERRIDE in request.headers else request.content
        return self._acted(method, request.path, request, content)

    def _acted(self, method: str, path: str, request: GoogleRequest, content: bytes) -> Answer:
        actor = self._actor(request)
        upload = path.startswith("/upload/")
        found = self.routes.find(method, path.removeprefix("/upload") if upload else path)
        if found is None:
            raise failure(404, "notFound", f"No method {method} {path}")
        kind, media, body = request.headers.get("content-type", ""), None, None
        type_ = request.query.get("uploadType", "") if upload else ""
        if type_ == "resumable":
            return self._begin(method, path, request, content)
        if type_ == "multipart":
            body, media = related(content, kind)
        elif type_ == "media":
            media = Media(kind, content)
        else:
            body = json_of(content)
        own = tuple(pair for pair in request.pairs if pair[0] not in COMMON)
        asked = Asked(actor, request.token, dict(own), own, body, media, *_told(request.query))
        return self._carried(asked, *found)

    def _carried(self, asked: Asked, handler: Callable[..., Any], variables: Mapping[str, str]) -> Answer:
        try:
            mask = parsed(asked.fields) if asked.fields else {}
        except ValueError as problem:
            raise failure(400, "invalidParameter", str(problem), location="fields") from None
        told = self.act(asked, handler, variables)
        if told is None:
            return Answer(204)
        answer = told if isinstance(told, Answer) else Answer(200, told)
        if isinstance(answer.body, dict) and answer.status < 300:
            answer = dataclasses.replace(answer, body=shown(mask, answer.body))
        return answer

    def _actor(self, request: GoogleRequest) -> str:
        actor = self.accounts().get(request.token)
        if actor is None:
            raise failure(401, "authError", "Invalid Credentials", location="Authorization", locationType="header")
        return actor

    # batches

    def _batch(self, request: GoogleRequest) -> Answer:
        answers = []
        for part in batches.requests_in(request.content, request.headers.get("content-type", "")):
            target = urlsplit(part.target)
            pairs = pairs_of(target.query)
            token = token_of(part.headers, dict(pairs)) or request.token
            inner = dataclasses.replace(
                request,
                method=part.method,
                path=target.path,
                query=dict(pairs),
                pairs=pairs,
                headers=dict(part.headers),
                token=token,
                content=part.content,
            )
            answers.append((part, self._stopped(inner)))
        return batches.answers_of(answers)

    def _stopped(self, request: GoogleRequest) -> Answer:
        fault = self.part_faults.pop(0) if self.part_faults else None
        if fault is not None:
            return Answer(fault, self._error(fault))
        try:
            if request.path.startswith("/upload/"):
                raise failure(400, "badRequest", "Media requests cannot be batched.")
            return self._one(request)
        except Stop as stop:
            return stop.answer

    @property
    def part_faults(self) -> list[int | None]:
        """Statuses with which the next parts of batches fail; None for one that does not."""
        found: list[int | None] = self.__dict__.setdefault("_part_faults", [])
        return found

    # uploads in chunks

    def _begin(self, method: str, path: str, request: GoogleRequest, content: bytes) -> Answer:
        size = request.headers.get("x-upload-content-length")
        fields, _ = _told(request.query)
        own = tuple(pair for pair in request.pairs if pair[0] not in COMMON)
        kind = request.headers.get("x-upload-content-type", "application/octet-stream")
        session = uploads.Session(
            method=method,
            path=path,
            query=dict(own),
            pairs=own,
            body=json_of(content),
            kind=kind,
            actor=self._actor(request),
            token=request.token,
            fields=fields,
            size=None if size is None else int(size),
        )
        return self.sessions.begin(session, self.url)

    def _chunk(self, request: GoogleRequest) -> Answer:
        session = self.sessions.of(request.upload)
        if request.method != "PUT":
            raise failure(400, "badRequest", "A chunk is sent with PUT.")
        if session.done is not None:
            return session.done
        if not uploads.taken(session, request.content, request.headers):
            return uploads.goes_on(session)
        found = self.routes.find(session.method, session.path.removeprefix("/upload"))
        assert found is not None  # noqa: S101 - it was there when the upload began
        media = Media(session.kind, bytes(session.data))
        asked = Asked(
            session.actor, session.token, session.query, session.pairs, session.body, media, session.fields, "json"
        )
        session.done = self._carried(asked, *found)
        return session.done

    # faults

    def fault_body(self, fault: Fault) -> Any:
        """Google's form of an error: a limit, a trouble of its own, or a call that it does not take."""
        return self._error(fault.status)

    def _error(self, status: int) -> dict[str, Any]:
        reason = {429: "rateLimitExceeded", 401: "authError", 403: "forbidden", 404: "notFound"}.get(status)
        return error_body(status, reason or ("backendError" if status >= 500 else "badRequest"), f"injected {status}")


def _told(query: Mapping[str, str]) -> tuple[str, str]:
    return query.get("fields", ""), query.get("alt", "json")


def _shown_batch(content: bytes, headers: Mapping[str, str]) -> dict[str, Any] | None:
    """What a record holds of a batch: its requests, without their credentials."""
    try:
        found = batches.requests_in(content, headers.get("content-type", ""))
    except Stop:
        return None
    shown_parts = []
    for part in found:
        target = urlsplit(part.target)
        try:
            body = json_of(part.content)
        except Stop:
            body = None
        told = {"method": part.method, "path": target.path, "query": dict(pairs_of(target.query)), "body": body}
        shown_parts.append(told)
    return {"requests": shown_parts}


__all__ = ["Asked", "GoogleSandbox", "Media", "error_body", "failure"]
