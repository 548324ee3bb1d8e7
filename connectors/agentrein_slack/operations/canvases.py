"""Canvases: https://docs.slack.dev/surfaces/canvases."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    actor,
    answer,
    computed,
    do,
    field,
    find,
    found,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    when,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_places import bare

_SCOPES = ("canvases:write", "canvases:read", "files:read")
_MADE = read("files.info", "file", maybe=True, completed="canvas", file=answer("canvas_id"))


def renames(body: Any) -> bool:
    """Whether all that an edit changes is the title."""
    return set(_operations(body)) == {"rename"}


def said(body: Any) -> str:
    """What a new canvas is to say."""
    document = body.get("document_content") if isinstance(body, dict) else None
    return str(document.get("markdown") or "") if isinstance(document, dict) else ""


def letters(body: Any) -> str:
    """The same letter by letter."""
    return bare(said(body))


def changed(body: Any, image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """The one field of an edit, unless it changes text and title at once, which one change cannot bring back."""
    operations = set(_operations(body))
    return () if not operations or ("rename" in operations and len(operations) > 1) else (_CHANGES,)


def _operations(body: Any) -> list[str]:
    changes = body.get("changes") if isinstance(body, dict) else None
    return [str(one.get("operation")) for one in changes or () if isinstance(one, dict)]


_CHANGES = field("changes", alike="same canvas")
_EDITED = when(
    computed(renames, sent()),
    read("files.info", completed="canvas title", file=sent("canvas_id")),
    read("canvases.getContent", completed="canvas text", canvas_id=sent("canvas_id")),
)


def _create(address: str, where: str) -> Any:
    """The row that makes a canvas, alone or in a channel."""
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=f"make a canvas{where}",
        tier=REVERSIBLE,
        object=path("slack:file:", answer("canvas_id")),
        inverse=do(
            "canvases.delete",
            {"canvas_id": answer("canvas_id")},
            goal=gone(_MADE, parent="auth.test"),
            still={"content": computed(said, sent()), "title": sent("title")},
            alike={"content": "same markdown", "title": "same title"},
            ok=(404,),
        ),
        probe=find(
            read(
                "files.list",
                "files",
                completed="canvases",
                given={
                    "title": sent("title"),
                    "by": actor("account"),
                },
                user=actor("account"),
            ),
            same={"letters": computed(letters, sent())},
            mine="user",
            since="created",
            effect={"canvas_id": found("id")},
        ),
        residue="Whoever opened it meanwhile has seen it; comments in it go with it.",
        if_stuck="Somebody else wrote in the canvas: ask there whether it may be deleted.",
        scopes=_SCOPES,
        why="Deleted while it says what was sent, letter by letter: no answer tells the form in which Slack keeps it, "
        f"so a change of the layout alone is not seen. {METHODS}/canvases.delete",
    )


ROWS = (
    _create("canvases.create", ""),
    _create("conversations.canvases.create", " in channel {channel_id}"),
    op(
        "canvases.edit",
        sdk="WebClient.canvases_edit",
        says="edit canvas {canvas_id}",
        tier=COMPENSABLE,
        object=path("slack:file:", sent("canvas_id")),
        faithful=False,
        inverse=restore(_EDITED, "canvases.edit", changed, keep=("canvas_id",)),
        residue="The text went through Slack's editor: its sections have new ids, and comments on them and what "
        "Markdown cannot say may be lost.",
        if_stuck="Somebody else wrote in the canvas: mend it there, by the text in the record.",
        scopes=("canvases:write", ("canvases:read", "files:read")),
        why="The whole text, or the title, is replaced by what it was, while it still reads as the edit left it. After "
        "a lost answer only an edit that replaced all of it is known again. "
        f"{METHODS}/canvases.edit",
    ),
    op(
        "canvases.delete",
        sdk="WebClient.canvases_delete",
        says="delete canvas {canvas_id}",
        tier=IRREVERSIBLE,
        object=path("slack:file:", sent("canvas_id")),
        why=f"A deleted canvas is gone for everybody. {METHODS}/canvases.delete",
    ),
)
