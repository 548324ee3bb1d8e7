"""The answer to a write as the ledger keeps it for a run that resumes: body and headers, never a credential."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from agentrein.model import Answer, State
from agentrein.secret import MASK, masked_by_name, scrubbed

KEPT = frozenset({State.LANDED, State.PARTIAL, State.ACCEPTED})
"""The outcomes whose answers are kept: with any other one the call is sent again."""

_HEADERS = frozenset({"content-type", "etag", "last-modified", "link", "location", "request-id"})
"""Headers that an SDK may read; what else a vendor sends, such as cookies and limits, is of that moment."""


CARD = 12
"""Digits from which a number may be that of a card or an account."""


def kept(state: State, answer: Answer) -> dict[str, Any]:
    """What the outcome entry says besides, so that a later leg can be given this answer; nothing for most outcomes.

    The body is kept as text, because some SDKs give the members of an object in their order, which an entry has not.
    Of an answer that shows a credential, or of which data do not show all, only what it lacks is kept.
    """
    if state not in KEPT or answer.error is not None:
        return {}
    headers = {name: value for name, value in answer.headers.items() if name in _HEADERS and scrubbed(value) == value}
    secrets = [*dict.fromkeys(_hidden(answer.body, masked_by_name(answer.body)))]
    lacks = [*secrets, *([answer.lacks] if answer.lacks else [])]
    if lacks:
        return {"answer": {"status": answer.status, "lacks": lacks}}
    return {"answer": {"status": answer.status, "headers": headers, "body": json.dumps(answer.body)}}


def answer_of(entry: Mapping[str, Any]) -> Answer:
    """The answer that an entry keeps, for the proxy to make the SDK's own response of it."""
    return Answer(entry["status"], json.loads(entry["body"]), entry["headers"])


def _hidden(plain: Any, masked: Any, at: str = "") -> Iterator[str]:
    """The paths at which a masked body differs from the plain one."""
    if isinstance(plain, dict) and isinstance(masked, dict):
        for name, value in plain.items():
            yield from _hidden(value, masked[name], f"{at}.{name}" if at else str(name))
    elif isinstance(plain, list) and isinstance(masked, list):
        for value, other in zip(plain, masked, strict=True):
            yield from _hidden(value, other, f"{at}[]")
    elif plain != masked and _opens(at.rpartition(".")[2], str(plain)):
        yield at or MASK


def _opens(name: str, value: str) -> bool:
    """Whether a value could open something: not one that is empty or starred out, nor the number of an invoice."""
    shown = value.strip("*•· xX")
    return bool(shown) and not (name == "number" and sum(map(str.isdigit, shown)) < CARD)
