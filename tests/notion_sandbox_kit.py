"""What the tests of Notion's stand-in share: rich text as one writes it, and the errors that Notion answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from notion_client.errors import APIResponseError


def text(content: str) -> list[dict[str, Any]]:
    """A rich text as one writes it."""
    return [{"text": {"content": content}}]


def paragraph(content: str, **more: Any) -> dict[str, Any]:
    """A paragraph as one appends it."""
    return {"type": "paragraph", "paragraph": {"rich_text": text(content), **more}}


def refused(status: int, code: str, message: str | None = None) -> pytest.RaisesExc[APIResponseError]:
    """The block below is answered with this error, whose message contains this text."""
    match = None if message is None else re.escape(message)
    return pytest.raises(APIResponseError, match=match, check=lambda e: (e.status, e.code) == (status, code))
