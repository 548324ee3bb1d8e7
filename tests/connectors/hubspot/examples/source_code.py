"""Files of the developer's file system, and the functions of workflow actions."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

AT = "/cms/v3/source-code/{environment}/content/{path+}"
HOME = "acme/templates/home.html"
LOGO = "acme/logo.png"
NEW = "acme/templates/new.html"
FUNCTIONS = "/automation/v4/actions/{appId}/{definitionId}/functions/{functionType}"
APP, ACTION = 4711, "7901"
BEFORE, AFTER = "PRE_FETCH_OPTIONS", "POST_FETCH_OPTIONS"
BYTES = b"\x00mine\xff"


def bring(upload: Callable[..., Any], path: str, content: bytes) -> Any:
    """Upload bytes to a path of the draft."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path.rpartition("/")[2]
        place.write_bytes(content)
        return upload("draft", path, file=str(place))


def put(hubspot: Client, path: str, content: bytes = BYTES) -> Any:
    """Write a file over what is there."""
    return bring(hubspot.cms.source_code.content_api.create_or_update, path, content)


def write(hubspot: Client, kind: str, source: str = "exports.main = () => 'mine';") -> Any:
    """Write a function of a kind."""
    return hubspot.automation.actions.functions_api.create_or_replace_by_function_type(ACTION, kind, APP, source)


def write_named(hubspot: Client, name: str, source: str = "exports.main = () => 'ä';") -> Any:
    """Write a function that has a name."""
    return hubspot.automation.actions.functions_api.create_or_replace(ACTION, AFTER, name, APP, source)


EXAMPLES = (
    Example(
        f"POST {AT}",
        lambda h: bring(h.cms.source_code.content_api.create, NEW, BYTES),
        foreign=lambda h: put(h, NEW, b"theirs"),
    ),
    Example(
        f"PUT {AT}",
        lambda h: put(h, LOGO),
        foreign=lambda h: put(h, LOGO, b"theirs"),
        beside=lambda h: put(h, HOME, b"theirs"),
        name="over one",
    ),
    Example(f"PUT {AT}", lambda h: put(h, NEW), foreign=lambda h: put(h, NEW, b"theirs"), name="a new one"),
    Example(
        f"DELETE {AT}",
        lambda h: h.cms.source_code.content_api.archive("draft", LOGO),
        foreign=lambda h: put(h, LOGO, b"theirs"),
    ),
    Example(
        f"PUT {FUNCTIONS}",
        lambda h: write(h, BEFORE),
        foreign=lambda h: write(h, BEFORE, "theirs"),
        beside=lambda h: write_named(h, "ring", "theirs"),
        name="over one",
    ),
    Example(
        f"PUT {FUNCTIONS}/{{functionId}}",
        lambda h: write_named(h, "new"),
        foreign=lambda h: write_named(h, "new", "theirs"),
        name="a new one",
    ),
    Example(
        f"DELETE {FUNCTIONS}",
        lambda h: h.automation.actions.functions_api.archive_by_function_type(ACTION, BEFORE, APP),
        foreign=lambda h: write(h, BEFORE, "theirs"),
    ),
    Example(
        f"DELETE {FUNCTIONS}/{{functionId}}",
        lambda h: h.automation.actions.functions_api.archive(ACTION, AFTER, "ring", APP),
        foreign=lambda h: write_named(h, "ring", "theirs"),
    ),
)
