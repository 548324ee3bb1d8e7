"""The bytes of a file, read for a before-image: never more than may be recorded, and never with a credential elsewhere.

The file manager gives bytes only by an address that it signs, mostly at another host. That address is as good as a
credential for a while, so it is shown and recorded nowhere, not even in an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

from urllib3.util.retry import Retry

from agentrein.connector import Answer
from agentrein_hubspot.proxy.bodies import told_of
from agentrein_hubspot.proxy.once import TIMEOUT

MOST = 10 * 1024 * 1024
"""How many bytes a before-image holds at most; the tables say so, too."""

SIGNED = "GET /files/v3/files/{fileId}/signed-url#content"
"""The read of a file's bytes: the address that is signed for them, and what stands there."""

_SOURCE_CODE = re.compile(r"/cms/v3/source-code/[^/]+/content/.+")
_PIECE = 65536
_HOPS = 3


class UnreachableError(OSError):
    """A file's bytes could not be fetched; the address at which they stand is not said."""


def are_bytes(path: str) -> bool:
    """Whether a read of this path is answered with a file as it stands."""
    return _SOURCE_CODE.fullmatch(path) is not None


def fetched(pool: Any, url: str, headers: Mapping[str, str]) -> Answer:
    """What stands at an address, and what tells it from anything else; too much of it is not kept."""
    response = pool.request(
        "GET",
        url,
        headers={**headers, "Accept-Encoding": "identity"},
        preload_content=False,
        redirect=False,
        retries=Retry(0, redirect=False),
        timeout=TIMEOUT,
    )
    try:
        content = _read(response)
    finally:
        response.close()
    shown = {name.lower(): value for name, value in response.headers.items()}
    if response.status != 200:
        return Answer(response.status, _data_of(content), shown)
    if content is None:
        return Answer(200, {"content": None, "too_large": True}, shown)
    return Answer(200, {"content": content, **told_of(content)}, shown)


def _read(response: Any) -> bytes | None:
    content = bytearray()
    for piece in response.stream(_PIECE, decode_content=True):
        content += piece
        if len(content) > MOST:
            return None
    return bytes(content)


def _data_of(content: bytes | None) -> Any:
    try:
        return json.loads(content or b"")
    except ValueError:
        return None


def fetched_elsewhere(pool: Any, url: str, own: str) -> Answer:
    """What stands at a signed address, asked for without any credential; raises UnreachableError."""
    try:
        for _ in range(_HOPS):
            _check(url, own)
            answer = fetched(pool, url, {"User-Agent": "agentrein"})
            if answer.status not in {301, 302, 303, 307, 308}:
                return answer if answer.status == 200 else _not_there(answer.status)
            url = urljoin(url, answer.headers["location"])
    except Exception as error:  # noqa: BLE001 - any of them may show the address
        kind = type(error).__name__
    else:
        kind = "too many redirects"
    raise UnreachableError(f"the bytes of the file could not be fetched ({kind})") from None


def _not_there(status: int | None) -> Answer:
    """A refusal of another host, which says nothing of the file itself: no answer that would mean that it is gone."""
    return Answer(409, {"message": f"the bytes of the file could not be fetched (answered {status})"})


def _check(url: str, own: str) -> None:
    """Raise ValueError unless the address is encrypted, or lies where the client itself acts."""
    parts, ours = urlsplit(url), urlsplit(own)
    at_home = (parts.scheme, parts.netloc) == (ours.scheme, ours.netloc)
    if "@" in parts.netloc or not (parts.scheme == "https" or at_home):
        raise ValueError
