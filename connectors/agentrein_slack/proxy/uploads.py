"""The URLs to which bytes may be posted: those that Slack gave to an armed client of this process, and no other.

Such a URL is a secret, whoever has it can upload. So only keyed digests of it are kept, and only of the latest ones.
https://docs.slack.dev/reference/methods/files.getUploadURLExternal
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from typing import Any

MOST = 10_000

_KEY = secrets.token_bytes(32)
_given: dict[bytes, None] = {}
_guard = threading.Lock()


def remember(method: str, body: Any) -> None:
    """Note the URL of an answer to the method that gives one, and forget the oldest beyond `MOST`."""
    if method != "files.getUploadURLExternal" or not isinstance(body, dict):
        return
    url = body.get("upload_url")
    if isinstance(url, str):
        with _guard:
            _given[_digest(url)] = None
            if len(_given) > MOST:
                del _given[next(iter(_given))]


def given(url: Any) -> bool:
    """Whether Slack gave this URL to an armed client of this process."""
    return isinstance(url, str) and _digest(url) in _given


def _digest(url: str) -> bytes:
    return hashlib.blake2b(url.encode(), key=_KEY, digest_size=16).digest()
