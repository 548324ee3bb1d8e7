"""Files of releases: https://docs.github.com/rest/releases/assets."""

from __future__ import annotations

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    computed,
    do,
    field,
    find,
    gone,
    op,
    path,
    restore,
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES
from agentrein_github.operations.releases import RELEASE
from agentrein_github.readings_of_releases import asset_name

ASSET = f"{REPO}/releases/assets/{{asset_id}}"
_ASSET_OBJECT = path(*REPO_OBJECT, "/asset:", sent("asset_id"))

ROWS = (
    op(
        f"POST {RELEASE}/assets",
        sdk="GitRelease.upload_asset / GitRelease.upload_asset_from_memory",
        says="upload {name} to release {release_id} of {owner}/{repo}",
        tier=REVERSIBLE,
        query=("name", "label"),
        object=path(*REPO_OBJECT, "/asset:", answer("id")),
        parents=(path(*REPO_OBJECT, "/release:", sent("release_id")),),
        inverse=do(
            f"DELETE {ASSET}",
            asset_id=answer("id"),
            goal=gone(f"GET {ASSET}", parent=f"GET {RELEASE}"),
            still={"name": answer("name"), "label": answer("label")},
            ok=(404,),
        ),
        probe=find(
            f"GET {RELEASE}/assets",
            same={"name": computed(asset_name, sent("name"))},
            mine="uploader.login",
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="Who downloaded the file meanwhile has it.",
        if_stuck="Delete the file on the release's page; an upload that broke off may have left an empty one.",
        scopes=SCOPES,
        why="A file can be deleted again; names are unique in a release, and GitHub replaces special characters in "
        "them, by a rule that it does not tell in full. The bytes go to another host; what is recorded of them is "
        "their size, type and digest. https://docs.github.com/rest/releases/assets#upload-a-release-asset",
    ),
    op(
        f"PATCH {ASSET}",
        sdk="GitReleaseAsset.update_asset",
        says="edit {fields} of the release file {asset_id} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=_ASSET_OBJECT,
        inverse=restore(f"GET {ASSET}", f"PATCH {ASSET}", field("name"), field("label", clear="", same=(None, ""))),
        residue="Links with the other name led nowhere meanwhile.",
        scopes=SCOPES,
        why="Name and label are written back if they still read as the call left them. "
        "https://docs.github.com/rest/releases/assets#update-a-release-asset",
    ),
    op(
        f"DELETE {ASSET}",
        sdk="GitReleaseAsset.delete_asset",
        says="delete the release file {asset_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_ASSET_OBJECT,
        probe=stands(f"GET {ASSET}", NOTHING_THERE),
        why="Its bytes are not kept; uploading them again makes another file, with a count of its own. "
        "https://docs.github.com/rest/releases/assets#delete-a-release-asset",
    ),
)
