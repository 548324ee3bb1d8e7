"""Uploads in several requests: the beginning and all chunks but the last prepare the action that the last one is.

The URL of a session is a capability: whoever has it can end the upload. It is recorded nowhere; a digest of it tells
whether this very request was given it while its client was armed.
"""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import urlsplit

from agentrein.connector import Request
from agentrein_google.answers import UPLOAD
from agentrein_google.proxy.decode import decode, method_of, refused
from agentrein_google.proxy.service import Service

SESSION = "_rein_session"


class Legs:
    """What the request lines of one `next_chunk` mean."""

    def __init__(self, service: Service, request: Any) -> None:
        self.service, self.request = service, request
        self.method = method_of(service, request)[0]
        if not str(request.uri).startswith(service.upload):
            raise refused(service, request, "a file in chunks goes to the upload address only")
        uri = request.resumable_uri
        if uri is not None and request.__dict__.get(SESSION) != _digest(str(uri)):
            problem = "its upload was begun where no armed client saw it, so nobody can tell what it ends"
            raise refused(service, request, problem, "begin it anew, or pickle the request to go on with it elsewhere")
        self._asked = False

    def decode(self, uri: str, verb: str) -> Request:
        """The session's beginning, the question how far it is, a chunk, or the last chunk: the action itself."""
        request = self.request
        if request.resumable_uri is None:
            return self._part(uri, verb, {"begins": request.resumable.size()})
        self._check_session(uri)
        if request._in_error_state and not self._asked:
            self._asked = True
            return Request("GET", "/upload", verb=verb, url=_plain(uri))
        begin = request.resumable_progress
        if not self._is_last(begin):
            return self._part(uri, verb, {"from": begin})
        whole = decode(self.service, request)
        return Request(whole.method, "", whole.params, whole.body, {}, verb=verb, url=_plain(uri))

    def _check_session(self, uri: str) -> None:
        """Raise Refused where the session lies elsewhere than the upload itself."""
        here = urlsplit(str(self.request.uri))
        there = urlsplit(uri)
        if (there.scheme, there.netloc) != (here.scheme, here.netloc):
            raise refused(self.service, self.request, f"its upload would go on at {there.scheme}://{there.hostname}")

    def _part(self, uri: str, verb: str, body: dict[str, Any]) -> Request:
        return Request(f"{self.method.id}{UPLOAD}", "", {}, body, {}, verb=verb, url=_plain(uri))

    def _is_last(self, begin: int) -> bool:
        """Whether a chunk that begins here ends the file, by the SDK's own rule."""
        upload = self.request.resumable
        size, chunk = upload.size(), upload.chunksize()
        if size is not None:
            return bool(chunk == -1 or begin + chunk >= size)
        return bool(len(upload.getbytes(begin, chunk)) < chunk)


def _plain(uri: str) -> str:
    return uri.partition("?")[0]


def note_session(request: Any) -> None:
    """Note with a request which session it was given; only a digest of the URL."""
    uri = request.resumable_uri
    if uri is not None:
        request.__dict__[SESSION] = _digest(str(uri))


def _digest(uri: str) -> str:
    return hashlib.sha256(uri.encode()).hexdigest()
