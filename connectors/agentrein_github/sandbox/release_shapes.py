"""How GitHub shows releases and their assets, as JSON.

https://docs.github.com/rest/releases/releases#get-a-release
"""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from agentrein_github.sandbox.kept import Asset, Release
from agentrein_github.sandbox.shapes import SITE, Json, repo_url, user_json
from agentrein_github.sandbox.world import Repo


def uploads_url(url: str) -> str:
    """Where files are uploaded: another place than the API on an Enterprise server, the same one elsewhere here.

    https://docs.github.com/enterprise-server/rest/releases/assets#upload-a-release-asset
    """
    return f"{url.removesuffix('/api/v3')}/api/uploads" if url.endswith("/api/v3") else url


def release_json(url: str, repo: Repo, release: Release) -> Json:
    """A release."""
    here = f"{repo_url(url, repo)}/releases/{release.id}"
    shown = f"untagged-{release.id}" if release.draft else release.tag_name
    return {
        "url": here,
        "assets_url": f"{here}/assets",
        "upload_url": f"{repo_url(uploads_url(url), repo)}/releases/{release.id}/assets{{?name,label}}",
        "html_url": f"{SITE}/{repo.full_name}/releases/tag/{quote(shown)}",
        "id": release.id,
        "node_id": f"RE_kwDO{release.id}",
        "author": user_json(url, release.author),
        "tag_name": release.tag_name,
        "target_commitish": release.target_commitish,
        "name": release.name,
        "body": release.body,
        "draft": release.draft,
        "prerelease": release.prerelease,
        "immutable": release.immutable,
        "created_at": release.created_at,
        "published_at": release.published_at,
        "assets": [asset_json(url, repo, asset) for asset in release.assets.values()],
        "tarball_url": f"{repo_url(url, repo)}/tarball/{quote(release.tag_name)}",
        "zipball_url": f"{repo_url(url, repo)}/zipball/{quote(release.tag_name)}",
        **({"discussion_url": release.discussion} if release.discussion else {}),
    }


def asset_json(url: str, repo: Repo, asset: Asset) -> Json:
    """A file of a release.

    https://docs.github.com/rest/releases/assets#get-a-release-asset
    """
    return {
        "url": f"{repo_url(url, repo)}/releases/assets/{asset.id}",
        "browser_download_url": f"{SITE}/{repo.full_name}/releases/download/{asset.id}/{quote(asset.name)}",
        "id": asset.id,
        "node_id": f"RA_kwDO{asset.id}",
        "name": asset.name,
        "label": asset.label,
        "state": "uploaded",
        "content_type": asset.content_type,
        "size": len(asset.content),
        "digest": f"sha256:{hashlib.sha256(asset.content).hexdigest()}",
        "download_count": 0,
        "created_at": asset.created_at,
        "updated_at": asset.created_at,
        "uploader": user_json(url, asset.uploader),
    }
