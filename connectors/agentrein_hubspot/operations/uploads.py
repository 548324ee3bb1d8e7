"""What brings bytes into the file manager: https://developers.hubspot.com/docs/api-reference/legacy/files/guide."""

from __future__ import annotations

import json
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
    find,
    gone,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_hubspot.operations.file_folders import FOLDER
from agentrein_hubspot.operations.files import DOCS, FILE, FILES, SCOPES

_TASK = f"{FILES}/import-from-url/async/tasks/{{taskId}}/status"
_KEPT = ("name", "parentFolderId", "access", "fileMd5")
_LASTING = ("fileMd5", "access", "expiresAt")
_SOME = read(f"GET {FILES}/search", limit=1)
_COPIES = "Who had its address may have a copy of the file."
_LOOK = "Look for the file in HubSpot; if it is there, delete it, then keep the action."


def options_of(body: Any) -> Mapping[str, Any] | None:
    """The options of a form, which stand there as JSON; None for what cannot be read."""
    try:
        options = json.loads(body.get("options") or "{}")
    except (AttributeError, TypeError, ValueError):
        return None
    return options if isinstance(options, dict) else None


def _comes_back(options: Mapping[str, Any], image: Mapping[str, Any]) -> bool:
    """Whether the image holds the bytes, and no date of deletion is set where there was none."""
    ends = options.get("ttl") is not None or options.get("expiresAt") is not None
    return image.get("content") is not None and not (ends and image.get("expiresAt") is None)


def _is_new(options: Mapping[str, Any]) -> bool:
    """Whether an upload makes a file, rather than to give one that was there already."""
    return options.get("duplicateValidationStrategy") in {None, "NONE", "REJECT"}


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def upload_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new file is deleted again; what it overwrites comes back only if its bytes were recorded."""
    options = options_of(call.body)
    if options is None or not _is_new(options):
        return IRREVERSIBLE
    if image is None:
        return REVERSIBLE
    return COSTLY if _comes_back(options, image) else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def replace_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is replaced comes back only if its bytes were recorded."""
    options = options_of(call.body)
    return COSTLY if options is not None and _comes_back(options, image or {}) else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def import_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file of a name of its own is deleted again; what it would overwrite is not read before."""
    asked = call.body if isinstance(call.body, dict) else {}
    return REVERSIBLE if asked.get("name") and not asked.get("overwrite") and _is_new(asked) else IRREVERSIBLE


def overwrites(options: Any) -> bool | None:
    """Whether an upload may overwrite a file; None where its options do not ask for that."""
    told = options_of({"options": options})
    return True if told is not None and told.get("overwrite") else None


def name_of(form: Mapping[str, Any]) -> str:
    """The name that an upload gives its file."""
    return str(form.get("fileName") or form["file"]["name"])


def told_name(told: Mapping[str, Any]) -> dict[str, Any]:
    """The name of the file, for people."""
    return {"name": name_of(told)}


def told_import(told: Mapping[str, Any]) -> dict[str, Any]:
    """The name that an import gives its file, for people."""
    return {"name": told.get("name") or "a file"}


def path_of(form: Mapping[str, Any]) -> str:
    """The path at which an upload puts its file."""
    return f"{form.get('folderPath') or ''}/{name_of(form)}".strip("/")


def was_there(image: Any) -> bool:
    """Whether a file stood there before."""
    return image is not None


def named(image: Any) -> dict[str, Any]:
    """A file of the image as an upload brings it; None where there was none."""
    was = image or {}
    return {"name": f"{was.get('name')}.{was.get('extension')}", "content": was.get("content")}


def options_again(image: Any) -> str:
    """The options with which a file is as it was: its access, and when it ends if it does."""
    was = image or {}
    ends = {} if was.get("expiresAt") is None else {"expiresAt": was["expiresAt"]}
    return json.dumps({"access": was.get("access"), **ends})


def _there(*bytes_too: str) -> Any:
    """The file at the place of an upload, which names its folder by id or by path."""
    inside = read(
        f"GET {FOLDER}",
        maybe=True,
        completed=" ".join(("file in folder", *bytes_too)),
        given={"name": computed(name_of, sent())},
        folderId=computed(str, sent("folderId")),
    )
    by_path = read(
        f"GET {FILES}/stat/{{path+}}",
        maybe=True,
        completed=" ".join(("file at path", *bytes_too)),
        path=computed(path_of, sent()),
    )
    return when(sent("folderId"), inside, by_path)


_OVERWRITES = computed(overwrites, sent("options"))
_OURS = {name: answer(name) for name in (*_LASTING, "name", "parentFolderId")}
_BYTES_AGAIN = do(
    f"PUT {FILE}",
    {"file": computed(named, before()), "options": computed(options_again, before())},
    fileId=before("id"),
    goal=shows(f"GET {FILE}", want={name: before(name) for name in _LASTING}),
    still=_OURS,
)
_TIMES = {"made": answer("createdAt"), "edited": answer("updatedAt")}
_DELETE = do(
    f"DELETE {FILE}",
    fileId=answer("id"),
    goal=gone(read(f"GET {FILE}", completed="new or older file", given=_TIMES, fileId=answer("id")), parent=_SOME),
    still={**{name: answer(name) for name in _KEPT}, "was_new": True},
    ok=(404,),
)


def _uploaded(**given: Any) -> Any:
    """The files of that name that were made since."""
    return find(
        read(
            f"GET {FILES}/search",
            at="results",
            completed="uploaded files",
            given=given,
            limit=100,
            sort="-createdAt",
        ),
        same={"uploaded": True},
        since="createdAt",
        newest=True,
        pages="after",
        next="paging.next.after",
        status=201,
    )


ROWS = (
    op(
        f"POST {FILES}",
        sdk="files.files_api.upload",
        says="upload {name!r}",
        names=told_name,
        tier=upload_tier,
        object=path("hubspot:file:", answer("id")),
        before=when(_OVERWRITES, _there("with bytes"), None),
        inverse=either({True: _BYTES_AGAIN, False: _DELETE}, by=computed(was_there, before())),
        probe=when(
            _OVERWRITES,
            stands(_there(), {"fileMd5": sent("file.md5")}),
            _uploaded(file=sent("file.name"), name=sent("fileName")),
        ),
        residue=_COPIES,
        if_stuck=_LOOK,
        scopes=SCOPES,
        why="A file is deleted again while it is as it was uploaded; what it overwrites gets its old bytes again. Over "
        "10 MB these are not recorded, and where HubSpot may give a file that was there already, nothing tells: such "
        f"calls are irreversible. {DOCS}",
    ),
    op(
        f"PUT {FILE}",
        sdk="files.files_api.replace",
        says="replace the bytes of file {fileId}",
        tier=replace_tier,
        object=path("hubspot:file:", sent("fileId")),
        before=read(f"GET {FILE}", completed="file with bytes"),
        inverse=_BYTES_AGAIN,
        probe=stands(f"GET {FILE}", {"fileMd5": sent("file.md5")}),
        residue=f"{_COPIES} Caches show the bytes of the call for a while.",
        scopes=SCOPES,
        why="The old bytes are uploaded again, with the access and the end that the file had, while it is as the call "
        f"left it. What is larger than 10 MB is not recorded, so such a call is irreversible. {DOCS}",
    ),
    op(
        f"POST {FILES}/import-from-url/async",
        sdk="files.files_api.import_from_url",
        says="import {name!r} from an address",
        names=told_import,
        tier=import_tier,
        object=path("hubspot:file_import:", answer("id")),
        inverse=either(
            {
                202: do(
                    f"DELETE {FILE}",
                    fileId=now(f"GET {_TASK}", "result.id", taskId=answer("id")),
                    goal=gone(f"GET {FILE}", parent=_SOME),
                    still={name: now(f"GET {_TASK}", f"result.{name}", taskId=answer("id")) for name in _KEPT},
                    ok=(404,),
                ),
                201: _DELETE,
            }
        ),
        probe=_uploaded(name=sent("name")),
        residue=_COPIES,
        if_stuck=_LOOK,
        secret=("url",),
        scopes=SCOPES,
        why="The task tells which file it made, which is deleted again while it is as it was. An address may be "
        f"signed, so it is not recorded. Without a name, a lost answer would not tell which file it is. {DOCS}",
    ),
)
