"""Deploy keys: https://docs.github.com/rest/deploy-keys/deploy-keys, and autolinks."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    Operation,
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
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES, made_again

_KEYS = f"{REPO}/keys"
_AUTOLINKS = f"{REPO}/autolinks"
_AUTOLINK = f"{_AUTOLINKS}/{{autolink_id}}"


def bare_key(key: str) -> str:
    """A public key as GitHub shows it: without its comment."""
    return " ".join(key.split()[:2])


def add_key(keys: str, **row: Any) -> Operation:
    """The row that adds a key to a list of them."""
    key = f"{keys}/{{key_id}}"
    return op(
        f"POST {keys}",
        inverse=do(f"DELETE {key}", key_id=answer("id"), goal=gone(f"GET {key}", parent=f"GET {keys}"), ok=(404,)),
        probe=find(
            f"GET {keys}",
            same={"key": computed(bare_key, sent("key"))},
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        **row,
    )


def delete_key(keys: str, *fields: str, **row: Any) -> Operation:
    """The row that deletes a key, which is added again with these fields."""
    key = f"{keys}/{{key_id}}"
    return op(
        f"DELETE {key}",
        before=read(f"GET {key}"),
        inverse=made_again(keys, "key_id", "key", fields),
        probe=stands(f"GET {key}", NOTHING_THERE),
        **row,
    )


ROWS = (
    add_key(
        _KEYS,
        sdk="Repository.create_key",
        says="add the deploy key {title!r} to {owner}/{repo}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/key:", answer("id")),
        residue="Administrators were mailed; who has the private key could use it meanwhile.",
        scopes=SCOPES,
        why="A deploy key cannot be edited, only deleted, and no other of GitHub's has the same key. "
        "https://docs.github.com/rest/deploy-keys/deploy-keys#create-a-deploy-key",
    ),
    delete_key(
        _KEYS,
        "title",
        "key",
        "read_only",
        sdk="RepositoryKey.delete",
        says="delete deploy key {key_id} of {owner}/{repo}",
        tier=COSTLY,
        object=path(*REPO_OBJECT, "/key:", sent("key_id")),
        residue="The key has another id, and is one of whoever undid it; what uses it was refused meanwhile.",
        if_stuck="Where the key is in use elsewhere by now, the machine needs another one.",
        scopes=SCOPES,
        why="The public part is readable, so the same key is added again; 422 says that it is in use elsewhere. "
        "https://docs.github.com/rest/deploy-keys/deploy-keys#delete-a-deploy-key",
    ),
    op(
        f"POST {_AUTOLINKS}",
        sdk="Repository.create_autolink",
        says="link {key_prefix} in texts of {owner}/{repo} to {url_template}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/autolink:", answer("id")),
        before=read(f"GET {_AUTOLINKS}"),
        inverse=do(
            f"DELETE {_AUTOLINK}",
            autolink_id=answer("id"),
            goal=gone(f"GET {_AUTOLINK}", parent=f"GET {_AUTOLINKS}"),
            ok=(404,),
        ),
        probe=find(
            f"GET {_AUTOLINKS}",
            same=("key_prefix", "url_template"),
            key="id",
            unless=before("[].id"),
        ),
        scopes=SCOPES,
        why="An autolink cannot be edited, only deleted, and there is one for a prefix. "
        "https://docs.github.com/rest/repos/autolinks#create-an-autolink-reference-for-a-repository",
    ),
    op(
        f"DELETE {_AUTOLINK}",
        sdk="Repository.remove_autolink",
        says="delete autolink {autolink_id} of {owner}/{repo}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/autolink:", sent("autolink_id")),
        before=read(f"GET {_AUTOLINK}"),
        inverse=made_again(
            _AUTOLINKS, "autolink_id", "key_prefix", ("key_prefix", "url_template", "is_alphanumeric"), paged=False
        ),
        probe=stands(f"GET {_AUTOLINK}", NOTHING_THERE),
        residue="The autolink has another id.",
        scopes=SCOPES,
        why="The same prefix is linked again, unless somebody linked it otherwise meanwhile. "
        "https://docs.github.com/rest/repos/autolinks#delete-an-autolink-reference-from-a-repository",
    ),
)
