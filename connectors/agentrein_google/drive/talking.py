"""How far comments and replies can be undone, and what is written for that. Pure.

https://developers.google.com/workspace/drive/api/guides/manage-comments
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, Actor, Call, Tier, depends
from agentrein_google.drive.readings_of_talk import is_mine


@depends(COMPENSABLE, IRREVERSIBLE)
def end_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A comment of one's own can be written again; one with replies loses them for good."""
    shown = image or {}
    alone = is_mine(shown) and not shown.get("answers") and shown.get("content")
    return COMPENSABLE if alone else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def end_reply_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A reply of one's own can be written again, unless it resolved the comment or opened it."""
    shown = image or {}
    return COMPENSABLE if is_mine(shown) and shown.get("content") and not shown.get("action") else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only the author writes a text, and the old one back."""
    body = call.body if isinstance(call.body, dict) else {}
    return REVERSIBLE if is_mine(image or {}) and set(body) <= {"content"} else IRREVERSIBLE


@depends(COSTLY, COMPENSABLE)
def answer_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A reply is deleted; that it resolved the comment stays seen beside the reply that opens it again."""
    body = call.body if isinstance(call.body, dict) else {}
    return COMPENSABLE if does(body, image) == "acts" else COSTLY


def opposite(action: Any) -> dict[str, str]:
    """The reply that takes back what one did to the comment."""
    return {"action": "reopen" if action == "resolve" else "resolve"}


def resolved_before(action: Any) -> bool:
    """Whether the comment was resolved before a reply that acts: one only opens what was."""
    return bool(action != "resolve")


def does(said: Any, comment: Any) -> str:
    """Whether a reply changes what its comment is, or only says something."""
    resolved = bool((comment or {}).get("resolved"))
    changes = {"resolve": not resolved, "reopen": resolved}.get(str(said.get("action")), False)
    return "acts" if changes else "says"


def written_again(shown: Any) -> dict[str, Any]:
    """A comment in the form in which it is made."""
    names = ("content", "anchor", "quotedFileContent")
    return {name: shown[name] for name in names if shown.get(name) is not None}
