"""Slack as `emulate` plays it, behind a recorder that mends what it is known to answer wrongly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from tests.independent import emulate
from tests.independent.recorder import Recorded, Recorder, recording

TOKEN = "xoxp-octocat"
"""Of a person, so that archiving a channel can be undone."""
SEED: dict[str, object] = {
    "tokens": {TOKEN: {"login": "octocat", "scopes": ["repo", "user"]}},
    "slack": {
        "team": {"name": "Acme", "domain": "acme"},
        "users": [
            {"name": "octocat", "real_name": "Octo", "email": "octo@example.com"},
            {"name": "helper", "real_name": "Helper", "email": "helper@example.com"},
            {"name": "spare", "real_name": "Spare", "email": "spare@example.com"},
        ],
        "channels": [{"name": "general"}, {"name": "random"}],
        "bots": [{"name": "agent-bot"}],
    },
}


@contextmanager
def serving(folder: Path) -> Iterator[Recorder]:
    """A freshly started stand-in."""
    with emulate.serving("slack", SEED, folder) as url, recording(url, mend, turn) as made:
        yield made


def turn(request: Recorded) -> Recorded:
    """Put arguments of a query into a form, the only place besides JSON where the stand-in looks for them.

    https://docs.slack.dev/apis/web-api lets both be used, and GET; the SDK's async client does.
    """
    if not request.query or "json" in dict(request.headers).get("content-type", ""):
        return request
    form = {"content-type": "application/x-www-form-urlencoded"}
    headers = tuple((dict(request.headers) | form).items())
    body = "&".join(part for part in (request.query, request.body) if part)
    return replace(request, method="POST", query="", headers=headers, body=body)


def mend(request: Recorded, content: bytes) -> bytes:
    """Leave out messages that lie outside of what was asked for, which the stand-in gives whatever was asked.

    https://docs.slack.dev/reference/methods/conversations.history says what `oldest` and `latest` mean.
    """
    if request.path.rpartition("/")[2] != "conversations.history":
        return content
    body, asked = json.loads(content), arguments(request)
    oldest, latest = float(asked.get("oldest") or 0), float(asked.get("latest") or "inf")
    if body.get("ok") and not asked.get("inclusive"):
        body["messages"] = [one for one in body["messages"] if oldest < float(one["ts"]) < latest]
    elif body.get("ok"):
        body["messages"] = [one for one in body["messages"] if oldest <= float(one["ts"]) <= latest]
    return json.dumps(body).encode()


def arguments(request: Recorded) -> dict[str, Any]:
    """What a request asks, wherever it says so."""
    media = dict(request.headers).get("content-type", "")
    body = json.loads(request.body) if "json" in media and request.body else dict(parse_qsl(request.body))
    return {**dict(parse_qsl(request.query)), **body}
