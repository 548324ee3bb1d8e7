"""The git database: references, blobs, trees, commits.

https://docs.github.com/rest/git
"""

from __future__ import annotations

import base64
import binascii
import re

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import git_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.pull_rules import drop_ref, move_ref
from agentrein_github.sandbox.shapes import repo_url
from agentrein_github.sandbox.store import DIRECTORY_MODE, FILE_MODE, Entry, Files

REF = f"{REPO}/git/refs/{{ref+}}"
routes = Routes()
_REFS = f"{DOCS}/git/refs"
_BAD_NAME = re.compile(r"[\x00-\x20~^:?*\[\\\x7f]|\.\.|@\{|//|\.lock$|\.$|/$")


# References


def is_ref_name(ref: str) -> bool:
    """Whether git takes this as the whole name of a reference."""
    return re.fullmatch(r"refs/[^/]+/.+", ref) is not None and _BAD_NAME.search(ref) is None


@routes.on(f"GET {REPO}/git/ref/{{ref+}}", f"GET {REF}")
def get_ref(ask: Ask, ref: str) -> Answer:
    """One reference by its whole name.

    https://docs.github.com/rest/git/refs#get-a-reference
    """
    if f"refs/{ref}" not in ask.repo.git.refs:
        raise not_found(f"{_REFS}#get-a-reference")
    return Answer(200, shapes.ref_json(ask, f"refs/{ref}"))


@routes.on(f"GET {REPO}/git/refs", f"GET {REPO}/git/matching-refs")
def list_refs(ask: Ask) -> Answer:
    """All references.

    https://docs.github.com/rest/git/refs#list-matching-references
    """
    return matching_refs(ask, "")


@routes.on(f"GET {REPO}/git/matching-refs/{{ref+}}")
def matching_refs(ask: Ask, ref: str) -> Answer:
    """The references whose names begin so.

    https://docs.github.com/rest/git/refs#list-matching-references
    """
    found = sorted(name for name in ask.repo.git.refs if name.startswith(f"refs/{ref}"))
    return ask.page(found, lambda name: shapes.ref_json(ask, name))


@routes.on(f"POST {REPO}/git/refs")
def create_ref(ask: Ask) -> Answer:
    """Make a reference to a commit that exists.

    https://docs.github.com/rest/git/refs#create-a-reference
    """
    ask.require("push")
    docs = f"{_REFS}#create-a-reference"
    ref, sha = ask.text("ref", docs, needed=True) or "", ask.text("sha", docs, needed=True) or ""
    if not is_ref_name(ref):
        raise fail(422, f"{ref} is not a valid ref name.", docs)
    if sha not in (ask.repo.git.tags if ref.startswith("refs/tags/") else ()) and sha not in ask.repo.git.commits:
        raise fail(422, "Object does not exist", docs)
    if ref in ask.repo.git.refs:
        raise fail(422, "Reference already exists", docs)
    move_ref(ask.repo, ref, sha)
    body = shapes.ref_json(ask, ref)
    return Answer(201, body, {"Location": body["url"]})


@routes.on(f"PATCH {REF}")
def update_ref(ask: Ask, ref: str) -> Answer:
    """Move a reference, forward only unless forced.

    https://docs.github.com/rest/git/refs#update-a-reference
    """
    ask.require("push")
    docs, name = f"{_REFS}#update-a-reference", f"refs/{ref}"
    sha = ask.text("sha", docs, needed=True) or ""
    if name not in ask.repo.git.refs:
        raise fail(422, "Reference does not exist", docs)
    if sha not in ask.repo.git.commits:
        raise fail(422, "Object does not exist", docs)
    if ask.fields.get("force") is not True and not ask.repo.git.is_ancestor(ask.repo.git.refs[name], sha):
        raise fail(422, "Update is not a fast forward", docs)
    move_ref(ask.repo, name, sha)
    return Answer(200, shapes.ref_json(ask, name))


@routes.on(f"DELETE {REF}")
def delete_ref(ask: Ask, ref: str) -> Answer:
    """Delete a reference; a branch takes its open pull requests along.

    https://docs.github.com/rest/git/refs#delete-a-reference
    """
    ask.require("push")
    docs, name = f"{_REFS}#delete-a-reference", f"refs/{ref}"
    if name not in ask.repo.git.refs:
        raise fail(422, "Reference does not exist", docs)
    if name == f"refs/heads/{ask.repo.default_branch}":
        raise fail(422, "Cannot delete the default branch", docs)
    drop_ref(ask, name)
    return Answer(204)


# Objects


@routes.on(f"GET {REPO}/git/commits/{{sha}}")
def get_git_commit(ask: Ask, sha: str) -> Answer:
    """A commit as git has it.

    https://docs.github.com/rest/git/commits#get-a-commit-object
    """
    if sha not in ask.repo.git.commits:
        raise not_found(f"{DOCS}/git/commits#get-a-commit-object")
    return Answer(200, shapes.git_commit_json(ask, ask.repo.git.commits[sha]))


@routes.on(f"POST {REPO}/git/commits")
def create_git_commit(ask: Ask) -> Answer:
    """Make a commit that no reference has yet.

    https://docs.github.com/rest/git/commits#create-a-commit
    """
    ask.require("push")
    docs, git = f"{DOCS}/git/commits#create-a-commit", ask.repo.git
    message, tree = ask.text("message", docs, needed=True) or "", ask.text("tree", docs, needed=True) or ""
    parents = tuple(ask.fields.get("parents", ()))
    if tree not in git.trees:
        raise fail(422, "Tree SHA does not exist", docs)
    if not all(parent in git.commits for parent in parents):
        raise fail(422, "Parent SHA does not exist or is not a commit object", docs)
    commit = git.commit(tree, parents, message, ask.world.signature(ask.me), login=ask.me.login)
    return Answer(201, shapes.git_commit_json(ask, commit))


@routes.on(f"GET {REPO}/git/blobs/{{sha}}")
def get_blob(ask: Ask, sha: str) -> Answer:
    """A blob with its content.

    https://docs.github.com/rest/git/blobs#get-a-blob
    """
    data = ask.repo.git.blobs.get(sha)
    if data is None:
        raise not_found(f"{DOCS}/git/blobs#get-a-blob")
    content = {"content": shapes.wrapped_base64(data), "encoding": "base64", "size": len(data)}
    return Answer(200, {"sha": sha, "node_id": f"B_kwDO{sha}", "url": _blob_url(ask, sha), **content})


@routes.on(f"POST {REPO}/git/blobs")
def create_blob(ask: Ask) -> Answer:
    """Make a blob that no tree has yet.

    https://docs.github.com/rest/git/blobs#create-a-blob
    """
    ask.require("push")
    docs = f"{DOCS}/git/blobs#create-a-blob"
    content = (ask.text("content", docs, needed=True) or "").encode()
    if ask.text("encoding", docs) == "base64":
        try:
            content = base64.b64decode(content)
        except binascii.Error:
            raise fail(422, "content is not valid Base64", docs) from None
    sha = ask.repo.git.blob(content)
    return Answer(201, {"sha": sha, "url": _blob_url(ask, sha)})


def _blob_url(ask: Ask, sha: str) -> str:
    return f"{repo_url(ask.url, ask.repo)}/git/blobs/{sha}"


@routes.on(f"GET {REPO}/git/trees/{{name+}}")
def get_tree(ask: Ask, name: str) -> Answer:
    """A tree by its id, or by a commit's name.

    https://docs.github.com/rest/git/trees#get-a-tree
    """
    commit = ask.repo.git.resolve(name)
    sha = commit.tree if commit else name
    if sha not in ask.repo.git.trees:
        raise not_found(f"{DOCS}/git/trees#get-a-tree")
    return Answer(200, shapes.tree_json(ask, sha, _entries(ask, sha, "", deep="recursive" in ask.query)))


def _entries(ask: Ask, sha: str, prefix: str, *, deep: bool) -> list[tuple[str, Entry]]:
    found: list[tuple[str, Entry]] = []
    for entry in ask.repo.git.trees[sha]:
        found.append((prefix + entry.name, entry))
        if deep and entry.kind == "tree":
            found += _entries(ask, entry.sha, f"{prefix}{entry.name}/", deep=True)
    return found


@routes.on(f"POST {REPO}/git/trees")
def create_tree(ask: Ask) -> Answer:
    """Make a tree, from a base tree if one is named.

    https://docs.github.com/rest/git/trees#create-a-tree
    """
    ask.require("push")
    docs, git = f"{DOCS}/git/trees#create-a-tree", ask.repo.git
    base, sent = ask.text("base_tree", docs), ask.fields.get("tree")
    if not isinstance(sent, list) or (base is not None and base not in git.trees):
        raise malformed('"tree" wasn\'t supplied.', docs) if base is None else fail(422, "base_tree is invalid", docs)
    files = git.files(base) if base else {}
    for item in sent:
        _put_entry(ask, files, item)
    sha = git.write_files(files)
    return Answer(201, shapes.tree_json(ask, sha, _entries(ask, sha, "", deep=False)))


def _put_entry(ask: Ask, files: Files, item: dict[str, str | None]) -> None:
    """Add, replace or (with a null sha) remove one path of a tree being made."""
    git, path = ask.repo.git, item.get("path") or ""
    mode, sha, content = item.get("mode") or FILE_MODE, item.get("sha"), item.get("content")
    if content is not None:
        sha = git.blob(content.encode())
    if sha is None:
        files.pop(path, None)
    elif mode == DIRECTORY_MODE and sha in git.trees:
        files.update(git.files(sha, f"{path}/"))
    elif sha in git.blobs:
        files[path] = (mode, sha)
    else:
        raise fail(422, "tree.sha is not a valid object", f"{DOCS}/git/trees#create-a-tree")
