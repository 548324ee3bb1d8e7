"""Deploy keys: https://docs.github.com/rest/deploy-keys/deploy-keys, and autolinks."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    find,
    gone,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES

KEYS = f"{REPO}/keys"
KEY = f"{KEYS}/{{key_id}}"
AUTOLINKS = f"{REPO}/autolinks"
AUTOLINK = f"{AUTOLINKS}/{{autolink_id}}"


def bare_key(key: str) -> str:
    """A public key as GitHub shows it: without its comment."""
    return " ".join(key.split()[:2])


def same_entry(source: str, by: str, **params: Any) -> Any:
    """The entry of a list that shows at a path what the before-image shows there."""
    given = {"by": by, "value": before(by)}
    return read(f"GET {source}", at="entry", maybe=True, completed="entry", given=given, **params)


_KEY_BEFORE = {name: before(name) for name in ("title", "key", "read_only")}
_LINK_BEFORE = {name: before(name) for name in ("key_prefix", "url_template", "is_alphanumeric")}

ROWS = (
    op(
        f"POST {KEYS}",
        sdk="Repository.create_key",
        says="add the deploy key {title!r} to {owner}/{repo}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/key:", answer("id")),
        inverse=do(f"DELETE {KEY}", key_id=answer("id"), goal=gone(f"GET {KEY}", parent=f"GET {KEYS}"), ok=(404,)),
        probe=find(
            f"GET {KEYS}",
            same={"key": computed(bare_key, sent("key"))},
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="Administrators were mailed; who has the private key could use it meanwhile.",
        scopes=SCOPES,
        why="A deploy key cannot be edited, only deleted, and no other of GitHub's has the same key. "
        "https://docs.github.com/rest/deploy-keys/deploy-keys#create-a-deploy-key",
    ),
    op(
        f"DELETE {KEY}",
        sdk="RepositoryKey.delete",
        says="delete deploy key {key_id} of {owner}/{repo}",
        tier=COSTLY,
        object=path(*REPO_OBJECT, "/key:", sent("key_id")),
        before=read(f"GET {KEY}"),
        inverse=do(
            f"POST {KEYS}",
            _KEY_BEFORE,
            goal=shows(same_entry(KEYS, "key", per_page=100), want=_KEY_BEFORE),
            still=None,
            changed=(422,),
        ),
        probe=stands(f"GET {KEY}", NOTHING_THERE),
        residue="The key has another id, and is one of whoever undid it; what uses it was refused meanwhile.",
        if_stuck="Where the key is in use elsewhere by now, the machine needs another one.",
        scopes=SCOPES,
        why="The public part is readable, so the same key is added again; 422 says that it is in use elsewhere. "
        "https://docs.github.com/rest/deploy-keys/deploy-keys#delete-a-deploy-key",
    ),
    op(
        f"POST {AUTOLINKS}",
        sdk="Repository.create_autolink",
        says="link {key_prefix} in texts of {owner}/{repo} to {url_template}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/autolink:", answer("id")),
        before=read(f"GET {AUTOLINKS}"),
        inverse=do(
            f"DELETE {AUTOLINK}",
            autolink_id=answer("id"),
            goal=gone(f"GET {AUTOLINK}", parent=f"GET {AUTOLINKS}"),
            ok=(404,),
        ),
        probe=find(
            f"GET {AUTOLINKS}",
            same=("key_prefix", "url_template"),
            key="id",
            unless=before("[].id"),
        ),
        scopes=SCOPES,
        why="An autolink cannot be edited, only deleted, and there is one for a prefix. "
        "https://docs.github.com/rest/repos/autolinks#create-an-autolink-reference-for-a-repository",
    ),
    op(
        f"DELETE {AUTOLINK}",
        sdk="Repository.remove_autolink",
        says="delete autolink {autolink_id} of {owner}/{repo}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/autolink:", sent("autolink_id")),
        before=read(f"GET {AUTOLINK}"),
        inverse=do(
            f"POST {AUTOLINKS}",
            _LINK_BEFORE,
            goal=shows(same_entry(AUTOLINKS, "key_prefix"), want=_LINK_BEFORE),
            still=None,
            changed=(422,),
        ),
        probe=stands(f"GET {AUTOLINK}", NOTHING_THERE),
        residue="The autolink has another id.",
        scopes=SCOPES,
        why="The same prefix is linked again, unless somebody linked it otherwise meanwhile. "
        "https://docs.github.com/rest/repos/autolinks#delete-an-autolink-reference-from-a-repository",
    ),
)
