"""Gists: https://docs.github.com/rest/gists/gists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE
from agentrein_github.operations.switches import off, on
from agentrein_github.readings_of_gists import contents_of, names_of

GIST = "/gists/{gist_id}"
GIST_OBJECT = path("github:gist:", sent("gist_id"))
GIST_SCOPES = (("gist",),)
_WHOLE = read(f"GET {GIST}", completed="gist contents")
_STARRED = read(f"GET {GIST}/star", maybe=True, completed="there")


def gist_body(body: Any) -> Any:
    """The request with what GitHub takes for granted where it is not said."""
    return {"description": None, "public": False, **body} if isinstance(body, dict) else body


def named(call: Mapping[str, Any]) -> dict[str, str]:
    """The names of the files, for people."""
    files = call.get("files")
    return {"named": ", ".join(names_of(files)) if isinstance(files, dict) else "nothing"}


def edited_gist(body: Any) -> Any:
    """The request with each of its files as it will stand: a new name is one file gone and another there."""
    files = body.get("files") if isinstance(body, dict) else None
    if not isinstance(files, dict):
        return body
    after: dict[str, Any] = {}
    for name, change in files.items():
        renamed = isinstance(change, dict) and change.get("filename") not in {None, name}
        if renamed:
            after |= {name: None, change["filename"]: {"content": change["content"]} if "content" in change else {}}
        elif isinstance(change, dict):
            after[name] = {key: value for key, value in change.items() if key != "filename"}
        else:
            after[name] = change
    rest = {name: value for name, value in body.items() if name != "files"}
    return {**rest, "files": after} if after else rest


def gist_files(body: Any, image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of a restore takes both
    """A field for each file that an edit names; of a name with brackets no reading can be declared."""
    files = body.get("files") if isinstance(body, dict) else None
    names = [name for name in files if {"[", "]"}.isdisjoint(name)] if isinstance(files, dict) else []
    return tuple(field(name, inside="files", read=f"contents[filename={name}].value") for name in names)


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file comes back only if the before-image holds all of it: over a megabyte, and after 300, it does not."""
    if not isinstance(call.body, dict) or not isinstance(image, dict) or image.get("truncated"):
        return IRREVERSIBLE
    named = set(call.body.get("files") or {})
    cut = {one["filename"] for one in image.get("contents") or [] if "content" not in one["value"]}
    return IRREVERSIBLE if named & cut else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def fork_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Who has a fork already may be given that one, which is nobody's to delete."""
    by = image.get("forked_by") if isinstance(image, dict) else None
    return REVERSIBLE if actor is not None and by is not None and actor.account.casefold() not in by else IRREVERSIBLE


def _delete(contents: Any) -> Any:
    """Deletes the gist that the call made, while its files are these and nobody commented."""
    return do(
        f"DELETE {GIST}",
        gist_id=answer("id"),
        goal=gone(read(f"GET {GIST}", maybe=True, completed="gist contents"), parent="GET /user"),
        still={"description": answer("description"), "contents": contents, "commented_by": []},
        alike={"contents": "own gist files", "commented_by": "own remarks"},
        ok=(404,),
    )


ROWS = (
    op(
        "POST /gists",
        sdk="AuthenticatedUser.create_gist",
        says="create a gist of {named}",
        names=named,
        tier=REVERSIBLE,
        takes=gist_body,
        object=path("github:gist:", answer("id")),
        inverse=_delete(computed(contents_of, sent("files"))),
        probe=find(
            read("GET /gists", completed="gists", per_page=100),
            same={
                "description": sent("description"),
                "public": sent("public"),
                "names": computed(names_of, sent("files")),
            },
            mine="owner.login",
            since="created_at",
            newest=True,
            pages="page",
        ),
        residue="Who read the gist meanwhile has its text; forks of it stay.",
        scopes=GIST_SCOPES,
        why="A gist is deleted while its files are those of the call and nobody commented. "
        "https://docs.github.com/rest/gists/gists#create-a-gist",
    ),
    op(
        f"PATCH {GIST}",
        sdk="Gist.edit",
        says="edit {fields} of gist {gist_id}",
        tier=edit_tier,
        takes=edited_gist,
        object=GIST_OBJECT,
        inverse=restore(_WHOLE, f"PATCH {GIST}", field("description", clear="", same=(None, "")), gist_files),
        residue="The revisions of the gist show the change and its undo.",
        scopes=GIST_SCOPES,
        why="Each file is written back if it still reads as the call left it; a null deletes one that was not there. "
        "https://docs.github.com/rest/gists/gists#update-a-gist",
    ),
    op(
        f"DELETE {GIST}",
        sdk="Gist.delete",
        says="delete gist {gist_id}",
        tier=IRREVERSIBLE,
        object=GIST_OBJECT,
        probe=stands(f"GET {GIST}", NOTHING_THERE),
        why="Comments, stars and revisions of the gist are lost. "
        "https://docs.github.com/rest/gists/gists#delete-a-gist",
    ),
    on(
        f"{GIST}/star",
        _STARRED,
        f"GET {GIST}",
        sdk="Gist.set_starred",
        says="star gist {gist_id}",
        tier=REVERSIBLE,
        object=path("github:user:", actor("account"), "/gist_star:", sent("gist_id")),
        scopes=GIST_SCOPES,
        why="The star is taken away unless it was there before. https://docs.github.com/rest/gists/gists#star-a-gist",
    ),
    off(
        f"{GIST}/star",
        _STARRED,
        sdk="Gist.reset_starred",
        says="take the star from gist {gist_id}",
        tier=REVERSIBLE,
        object=path("github:user:", actor("account"), "/gist_star:", sent("gist_id")),
        residue="The star has another date.",
        scopes=GIST_SCOPES,
        why="The gist is starred again if it was. https://docs.github.com/rest/gists/gists#unstar-a-gist",
    ),
    op(
        f"POST {GIST}/forks",
        sdk="Gist.create_fork",
        says="fork gist {gist_id}",
        tier=fork_tier,
        object=path("github:gist:", answer("id")),
        before=read(f"GET {GIST}", completed="gist forks"),
        inverse=_delete(before("contents")),
        probe=find(
            f"GET {GIST}/forks",
            same={"owner.login": actor("account")},
            mine="owner.login",
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="The owner of the gist may have been told of the fork.",
        scopes=GIST_SCOPES,
        why="A fork is a gist of the account's own; it is deleted while it reads as what it was forked from. Whether "
        "GitHub makes a second one is not told. https://docs.github.com/rest/gists/gists#fork-a-gist",
    ),
)
