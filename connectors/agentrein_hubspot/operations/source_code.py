"""Files of the developer's file system: https://developers.hubspot.com/docs/api-reference/latest/cms/source-code/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    gone,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)

DOCS = "https://developers.hubspot.com/docs/api-reference/latest/cms/source-code/guide"
CONTENT = "/cms/v3/source-code/{environment}/content/{path+}"
METADATA = "/cms/v3/source-code/{environment}/metadata/{path+}"
SCOPES = ("content",)

_NOTHING_THERE = {"": None}
_PLACE = {"environment": sent("environment"), "path": sent("path")}
_THIS = path("hubspot:source:", sent("environment"), "/file:", sent("path"))
_SHOWN = read(f"GET {METADATA}", maybe=True, completed="source file", given=_PLACE)
_MEANWHILE = "Pages that use the file showed it as the call left it meanwhile; folders that it made stay."


@depends(REVERSIBLE, IRREVERSIBLE)
def write_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file comes back only if its bytes were recorded."""
    return REVERSIBLE if image is None or image.get("content") is not None else IRREVERSIBLE


def was_there(image: Any) -> bool:
    """Whether a file stood there before."""
    return image is not None


def file_again(at: str, content: Any) -> dict[str, Any]:
    """The file as an upload brings it."""
    return {"name": at.rpartition("/")[2], "content": content}


_OLD = {"file": computed(file_again, sent("path"), before("content"))}
_AS_BEFORE = shows(_SHOWN, sha256=before("sha256"))
_OURS = {"hash": answer("hash")}
_TAKE_OUT = do(
    f"DELETE {CONTENT}",
    goal=gone(f"GET {METADATA}", parent=read("GET /cms/v3/pages/site-pages", limit=1)),
    still=_OURS,
    ok=(404,),
)
_LANDED = stands(_SHOWN, {"sha256": sent("file.sha256")})

ROWS = (
    op(
        f"POST {CONTENT}",
        sdk="cms.source_code.content_api.create",
        says="put a file at {path} of the {environment} environment",
        tier=REVERSIBLE,
        object=_THIS,
        before=maybe(f"GET {METADATA}"),
        inverse=either({True: None, False: _TAKE_OUT}, by=computed(was_there, before())),
        probe=_LANDED,
        residue=_MEANWHILE,
        scopes=SCOPES,
        why=f"The file is deleted again while its hash is that which the call left; what was there is refused. {DOCS}",
    ),
    op(
        f"PUT {CONTENT}",
        sdk="cms.source_code.content_api.create_or_update",
        says="write the file {path} of the {environment} environment",
        tier=write_tier,
        object=_THIS,
        before=_SHOWN,
        inverse=either(
            {True: do(f"PUT {CONTENT}", _OLD, goal=_AS_BEFORE, still=_OURS), False: _TAKE_OUT},
            by=computed(was_there, before()),
        ),
        probe=_LANDED,
        residue=_MEANWHILE,
        scopes=SCOPES,
        why="The old bytes are uploaded again, or the file deleted where there was none, while its hash is that which "
        f"the call left. What is larger than 10 MB is not recorded, so such a call is irreversible. {DOCS}",
    ),
    op(
        f"DELETE {CONTENT}",
        sdk="cms.source_code.content_api.archive",
        says="delete the file {path} of the {environment} environment",
        tier=write_tier,
        object=_THIS,
        before=read(f"GET {METADATA}", completed="source file", given=_PLACE),
        inverse=do(f"PUT {CONTENT}", _OLD, goal=_AS_BEFORE, still=None),
        probe=stands(_SHOWN, _NOTHING_THERE),
        residue="Pages that use the file went without it meanwhile.",
        scopes=SCOPES,
        why="The old bytes are uploaded again, if no other file stands there. A folder, and what is larger than 10 MB, "
        f"is not recorded, so such a call is irreversible. {DOCS}",
    ),
)
