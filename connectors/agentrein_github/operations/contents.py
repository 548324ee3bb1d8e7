"""Files, written one commit each: https://docs.github.com/rest/repos/contents."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    found,
    gone,
    op,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import (
    BRANCH_NAME,
    CONTENTS,
    DEFAULT_BRANCH,
    FILE_OBJECT,
    FILE_OR_NOT,
    FILE_THERE,
    NOTHING_THERE,
    SCOPES,
    UNDO,
    git_blob_sha,
    not_renamed,
    one_line,
)


@depends(COMPENSABLE, IRREVERSIBLE)
def file_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file comes back only if the before-image holds its bytes: over 1 MB GitHub leaves them out."""
    if image is None:
        return COMPENSABLE
    whole = isinstance(image, dict) and image.get("type") == "file" and image.get("encoding") == "base64"
    return COMPENSABLE if whole else IRREVERSIBLE


_BEFORE_CONTENT = computed(one_line, before("content"))
_OUR_SHA = answer("content.sha")
_RESIDUE = "The history of the branch keeps both commits, what was in them too; workflows may have run on each."

ROWS = (
    op(
        f"PUT {CONTENTS}",
        sdk="Repository.create_file / Repository.update_file",
        says="write {path} in {owner}/{repo}: {message!r}",
        tier=file_tier,
        lookups=DEFAULT_BRANCH,
        object=FILE_OBJECT,
        before=FILE_OR_NOT,
        inverse=either(
            {
                201: do(
                    f"DELETE {CONTENTS}",
                    {"message": UNDO, "sha": seen("sha"), "branch": BRANCH_NAME},
                    goal=gone(f"GET {CONTENTS}", parent=not_renamed(BRANCH_NAME), ref=BRANCH_NAME),
                    still={"sha": _OUR_SHA},
                    changed=(409,),
                ),
                200: do(
                    f"PUT {CONTENTS}",
                    {"message": UNDO, "content": _BEFORE_CONTENT, "sha": seen("sha"), "branch": BRANCH_NAME},
                    goal=shows(FILE_OR_NOT, sha=before("sha")),
                    still={"sha": _OUR_SHA},
                    changed=(409,),
                ),
            }
        ),
        probe=stands(
            f"GET {CONTENTS}",
            {"sha": computed(git_blob_sha, sent("content"))},
            effect={"content": {"sha": found("sha")}},
            status=(201, 200),
            ref=BRANCH_NAME,
        ),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="A second commit deletes the file or writes its old bytes, if it still is ours; the blob id that it names, "
        "as read right before, makes GitHub refuse it (409) if somebody changes the file in between. https://docs.github.com/rest/repos/contents#create-or-update-file-contents",
    ),
    op(
        f"DELETE {CONTENTS}",
        sdk="Repository.delete_file",
        says="delete {path} in {owner}/{repo}: {message!r}",
        tier=file_tier,
        lookups=DEFAULT_BRANCH,
        object=FILE_OBJECT,
        before=FILE_THERE,
        inverse=do(
            f"PUT {CONTENTS}",
            {"message": UNDO, "content": _BEFORE_CONTENT, "sha": seen("sha"), "branch": BRANCH_NAME},
            goal=shows(FILE_OR_NOT, sha=before("sha")),
            still=None,
            changed=(409, 422),
        ),
        probe=stands(f"GET {CONTENTS}", NOTHING_THERE, ref=BRANCH_NAME),
        residue=f"{_RESIDUE} An executable file comes back without its executable bit.",
        scopes=SCOPES,
        why="A second commit writes the bytes again, if no file is there; without a blob id GitHub refuses it (422) if "
        "somebody makes one in between. "
        "https://docs.github.com/rest/repos/contents#delete-a-file",
    ),
)
