"""Releases: https://docs.github.com/rest/releases/releases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
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
    field,
    find,
    gone,
    join,
    op,
    path,
    read,
    restore,
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REF, REFS, REPO, REPO_OBJECT, SCOPES

RELEASE = f"{REPO}/releases/{{release_id}}"
RELEASE_OBJECT = path(*REPO_OBJECT, "/release:", sent("release_id"))


def release_body(body: Any) -> Any:
    """The request with what GitHub takes for granted where it is not said."""
    return {"draft": False, "prerelease": False, **body} if isinstance(body, dict) else body


def kind(call: Mapping[str, Any]) -> dict[str, str]:
    """Whether people will see it at once, in a word."""
    return {"kind": "draft" if call.get("draft") else "published"}


def makes_tag(draft: Any, tag: Any) -> bool:
    """Whether a new release makes its tag: a draft does not, and neither does one for a tag that is there."""
    return not draft and tag is None


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Nobody hears of a draft; an immutable release keeps its tag's name for good, and a discussion stays."""
    body = call.body if isinstance(call.body, dict) else {}
    if body.get("draft"):
        return REVERSIBLE
    bound = image is None or image["immutable"] or body.get("discussion_category_name")
    unknown = image is None or (image["tag"] is None and image["commit"] is None)
    return IRREVERSIBLE if bound or unknown else COSTLY


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A draft that is published cannot be called back; another tag, or a draft made of a release, is seen by people."""
    if not isinstance(call.body, dict) or not isinstance(image, dict):
        return IRREVERSIBLE
    draft, tag = call.body.get("draft", image.get("draft")), call.body.get("tag_name", image.get("tag_name"))
    if image.get("draft"):
        return REVERSIBLE if draft else IRREVERSIBLE
    return COSTLY if draft or tag != image.get("tag_name") else REVERSIBLE


_TAG_REF = join("tags/", sent("tag_name"))
_AS_LEFT = {name: answer(name) for name in ("name", "body", "draft", "prerelease", "tag_name")}
_ITS_TAG = read(
    f"GET {REF}",
    maybe=True,
    completed="tag of a release",
    given={"id": answer("id"), "tag": sent("tag_name"), "left": _AS_LEFT},
    ref=_TAG_REF,
)

ROWS = (
    op(
        f"POST {REPO}/releases",
        sdk="Repository.create_git_release / Repository.create_git_tag_and_release",
        says="create the {kind} release {tag_name} in {owner}/{repo}",
        names=kind,
        tier=create_tier,
        takes=release_body,
        object=path(*REPO_OBJECT, "/release:", answer("id")),
        before=read(
            f"GET {REPO}",
            completed="release ground",
            given={"tag": sent("tag_name"), "target": sent("target_commitish"), "draft": sent("draft")},
        ),
        inverse=either(
            {
                True: do(
                    f"DELETE {REFS}",
                    ref=_TAG_REF,
                    goal=gone(_ITS_TAG, parent=f"GET {REPO}"),
                    still={"object.sha": before("commit"), "release": None},
                    alike={"release": "own release"},
                ),
                False: None,
            },
            by=computed(makes_tag, sent("draft"), before("tag")),
        ),
        also=do(
            f"DELETE {RELEASE}",
            release_id=answer("id"),
            goal=gone(f"GET {RELEASE}", parent=f"GET {REPO}/releases"),
            still={**_AS_LEFT, "assets[].name": []},
            alike={"assets[].name": "own release files"},
            ok=(404,),
        ),
        probe=find(
            f"GET {REPO}/releases",
            same=("tag_name", "draft", "prerelease"),
            mine="author.login",
            key="id",
            unless=before("releases"),
            newest=True,
            pages="page",
            params={"per_page": 100},
        ),
        residue="Of a published release watchers were mailed, feeds show it, and workflows that start on one may have "
        "run; which release is the latest is told by GitHub's own rule again.",
        if_stuck="Delete the release on the website, then its tag if nothing else needs it.",
        scopes=SCOPES,
        why="The release is deleted, then the tag that GitHub made for it, while both are as the call left them and no "
        "file of others goes with it. Where releases are immutable the tag's name could never be used again. "
        "https://docs.github.com/rest/releases/releases#create-a-release",
    ),
    op(
        f"PATCH {RELEASE}",
        sdk="GitRelease.update_release",
        says="edit {fields} of release {release_id} in {owner}/{repo}",
        tier=edit_tier,
        object=RELEASE_OBJECT,
        inverse=restore(
            f"GET {RELEASE}",
            f"PATCH {RELEASE}",
            field("tag_name"),
            field("target_commitish"),
            field("name", clear="", same=(None, "")),
            field("body", clear="", same=(None, "")),
            field("draft"),
            field("prerelease"),
            field("make_latest", lossy=True),
            field("discussion_category_name", lossy=True),
        ),
        residue="A tag that GitHub made for the other name stays; a release that was a draft meanwhile has another "
        "date, and people were told of it again.",
        scopes=SCOPES,
        why="Each field is written back if it still reads as the call left it; GitHub does not show which release was "
        "made the latest, and PyGithub publishes a draft unless told otherwise. "
        "https://docs.github.com/rest/releases/releases#update-a-release",
    ),
    op(
        f"DELETE {RELEASE}",
        sdk="GitRelease.delete_release",
        says="delete release {release_id} of {owner}/{repo} with its files",
        tier=IRREVERSIBLE,
        object=RELEASE_OBJECT,
        probe=stands(f"GET {RELEASE}", NOTHING_THERE),
        why="Its id, files, download counts and reactions are lost; the tag stays. "
        "https://docs.github.com/rest/releases/releases#delete-a-release",
    ),
)
