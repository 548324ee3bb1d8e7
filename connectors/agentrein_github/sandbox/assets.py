"""Files of releases; they are uploaded as bare bytes, with their name in the query.

https://docs.github.com/rest/releases/assets
"""

from __future__ import annotations

import re

from agentrein.testing import Answer, Request, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found, unprocessable
from agentrein_github.sandbox.kept import Asset, Release
from agentrein_github.sandbox.release_shapes import asset_json
from agentrein_github.sandbox.releases import RELEASE, release_of

ASSET = f"{REPO}/releases/assets/{{asset_id}}"
routes = Routes()
_DOCS = f"{DOCS}/releases/assets"
_UPLOAD = re.compile(r"(/repos/[^/]+/[^/]+|/repositories/\d+)/releases/\d+/assets/?")
_SPECIAL = re.compile(r"[^A-Za-z0-9._@+-]")


def takes_bytes(request: Request) -> bool:
    """Whether the body of a request is a file, whatever it looks like."""
    return request.method == "POST" and _UPLOAD.fullmatch(request.path) is not None


def _shown(ask: Ask, asset: Asset, status: int = 200) -> Answer:
    return Answer(status, asset_json(ask.url, ask.repo, asset))


def _asset(ask: Ask, asset_id: str) -> tuple[Release, Asset]:
    wanted = int(asset_id) if asset_id.isdecimal() else 0
    release = next((one for one in ask.repo.releases.values() if wanted in one.assets), None)
    if release is None or (release.draft and not ask.may("push")):
        raise not_found(f"{_DOCS}#get-a-release-asset")
    return release, release.assets[wanted]


def _name(release: Release, name: str | None, own: Asset | None = None) -> str:
    """The name as GitHub keeps it: special characters and periods at its ends are replaced."""
    kept = _SPECIAL.sub(".", name or "").strip(".")
    if not kept:
        raise unprocessable("ReleaseAsset", "name", "missing_field", _DOCS)
    if any(one.name == kept and one is not own for one in release.assets.values()):
        raise unprocessable("ReleaseAsset", "name", "already_exists", _DOCS)
    return kept


def _require_mutable(release: Release) -> None:
    if release.immutable:
        raise fail(422, "Cannot change the assets of an immutable release.", _DOCS)


@routes.on(f"GET {RELEASE}/assets")
def list_assets(ask: Ask, release_id: str) -> Answer:
    """The files of a release.

    https://docs.github.com/rest/releases/assets#list-release-assets
    """
    return ask.page(
        list(release_of(ask, release_id).assets.values()), lambda asset: asset_json(ask.url, ask.repo, asset)
    )


@routes.on(f"POST {RELEASE}/assets")
def upload_asset(ask: Ask, release_id: str) -> Answer:
    """Upload a file.

    https://docs.github.com/rest/releases/assets#upload-a-release-asset
    """
    ask.require("push")
    release = release_of(ask, release_id)
    _require_mutable(release)
    kind = ask.request.headers.get("content-type")
    if kind is None:
        raise malformed("Content-Type is missing.", _DOCS)
    name, now = _name(release, ask.query.get("name")), ask.world.now()
    made = Asset(ask.world.new_id(), name, ask.me, ask.request.raw, kind, now, ask.query.get("label") or None)
    release.assets[made.id] = made
    return _shown(ask, made, 201)


@routes.on(f"GET {ASSET}")
def get_asset(ask: Ask, asset_id: str) -> Answer:
    """One file: what it is, or its bytes for a client that asks for them.

    https://docs.github.com/rest/releases/assets#get-a-release-asset
    """
    asset = _asset(ask, asset_id)[1]
    if ask.request.headers.get("accept") == "application/octet-stream":
        return Answer(200, asset.content, media=asset.content_type)
    return _shown(ask, asset)


@routes.on(f"PATCH {ASSET}")
def edit_asset(ask: Ask, asset_id: str) -> Answer:
    """Rename a file, or change its label.

    https://docs.github.com/rest/releases/assets#update-a-release-asset
    """
    release, asset = _asset(ask, asset_id)
    ask.require("push")
    _require_mutable(release)
    name = _name(release, ask.text("name", _DOCS), asset) if ask.fields.get("name") else asset.name
    if "label" in ask.fields:
        asset.label = ask.text("label", _DOCS) or None
    asset.name = name
    return _shown(ask, asset)


@routes.on(f"DELETE {ASSET}")
def delete_asset(ask: Ask, asset_id: str) -> Answer:
    """Delete a file for good.

    https://docs.github.com/rest/releases/assets#delete-a-release-asset
    """
    release, asset = _asset(ask, asset_id)
    ask.require("push")
    _require_mutable(release)
    del release.assets[asset.id]
    return Answer(204)
