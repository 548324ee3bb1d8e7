"""Files and the links to them. https://docs.stripe.com/api/files, https://docs.stripe.com/api/file_links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    computed,
    depends,
    do,
    either,
    leave,
    now,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import back, event, fields, listed
from agentrein_stripe.said import is_true, said
from agentrein_stripe.written import flat

FILES = "/v1/files"
LINKS = "/v1/file_links"
LINK = f"{LINKS}/{{link}}"

_WHY = "No call deletes a file."


def links(call: Mapping[str, Any]) -> bool:
    """Whether an upload makes a link besides."""
    data = call.get("file_link_data")
    return isinstance(data, Mapping) and is_true(data.get("create"))


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """Whether an upload can be reached by everybody who has its link."""
    return {"linked": ", with a link to it" if links(call) else ""}


@depends(REVERSIBLE, IRREVERSIBLE)
def link_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A link that has expired stays so."""
    return IRREVERSIBLE if said(call, "expires_at") == "now" else REVERSIBLE


_FIRST_LINK = read(f"GET {LINKS}", at="data.-1", file=answer("id"), limit=100)
"""The link that an upload made: the oldest of the file, for a list begins with the newest."""


def _expire(link: Any, source: Any) -> Any:
    """Let a link end now; what it led to was there for who had it."""
    return do(f"POST {LINK}", {"expires_at": "now"}, link=link, goal=shows(source, expired=True), ends=True)


ROWS = (
    op(
        f"POST {FILES}",
        sdk="files.create",
        says="upload a file for {purpose}{linked}",
        names=told,
        tier=COMPENSABLE,
        object=path("stripe:file:", answer("id")),
        inverse=either(
            {
                True: _expire(now(_FIRST_LINK, "id"), _FIRST_LINK),
                False: leave("nobody reaches a file without a key of the account or a link"),
            },
            by=computed(links, sent()),
        ),
        probe=event("file.created"),
        residue="The file stays in the account. Who had its link may have loaded it.",
        why=f"{_WHY} A link to it is ended. https://docs.stripe.com/api/files",
    ),
    op(
        f"POST {LINKS}",
        sdk="file_links.create",
        says="make a link to file {file}",
        tier=COMPENSABLE,
        object=path("stripe:file_link:", answer("id")),
        inverse=_expire(answer("id"), read(f"GET {LINK}", link=answer("id"))),
        probe=listed(f"GET {LINKS}", "file"),
        residue="The expired link stays listed. Who had it may have loaded the file.",
        scopes=("files: write", "files: read"),
        why="No call deletes a link, but it can be ended now. It has no events, so that a lost answer is looked for by "
        "its file and time. https://docs.stripe.com/api/file_links/update",
    ),
    op(
        f"POST {LINK}",
        sdk="file_links.update",
        says="set {fields} of file link {link}",
        tier=link_tier,
        takes=flat(),
        object=path("stripe:file_link:", sent("link")),
        inverse=back(LINK, fields("expires_at")),
        residue="While the link was open longer, who had it may have loaded the file.",
        scopes=("files: write", "files: read"),
        why="A link that has expired can no longer be changed. https://docs.stripe.com/api/file_links/update",
    ),
)
