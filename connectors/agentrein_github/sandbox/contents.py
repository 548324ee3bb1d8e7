"""Files through the contents API: read, create, update, delete.

https://docs.github.com/rest/repos/contents
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import git_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed
from agentrein_github.sandbox.pull_rules import move_ref
from agentrein_github.sandbox.store import FILE_MODE, Commit, Files, Signature

CONTENTS = f"{REPO}/contents/{{path+}}"
routes = Routes()
_DOCS = f"{DOCS}/repos/contents"


@routes.on(f"GET {REPO}/contents")
def get_root(ask: Ask) -> Answer:
    """The files at the root.

    https://docs.github.com/rest/repos/contents#get-repository-content
    """
    return get_contents(ask, "")


@routes.on(f"GET {CONTENTS}")
def get_contents(ask: Ask, path: str) -> Answer:
    """A file with its content, or a directory's entries.

    https://docs.github.com/rest/repos/contents#get-repository-content
    """
    ref = ask.query.get("ref") or ask.repo.default_branch
    commit = ask.repo.git.resolve(ref)
    if commit is None:
        raise fail(404, f"No commit found for the ref {ref}", f"{_DOCS}#get-repository-content")
    files, path = ask.repo.git.files(commit.tree), path.strip("/")
    if path in files:
        return _file(ask, path, files[path][1], ref)
    entries = _directory(ask, commit, path)
    if not entries and path:
        raise fail(404, "Not Found", f"{_DOCS}#get-repository-content")
    return Answer(200, [shapes.entry_json(ask, where, kind, sha, ref) for where, kind, sha in entries])


def _file(ask: Ask, path: str, sha: str, ref: str) -> Answer:
    if "raw" in ask.request.headers.get("accept", ""):
        return Answer(200, ask.repo.git.blobs[sha], media="application/vnd.github.raw; charset=utf-8")
    return Answer(200, shapes.file_json(ask, path, sha, ref))


def _directory(ask: Ask, commit: Commit, path: str) -> list[tuple[str, str, str]]:
    tree: str | None = commit.tree
    for part in path.split("/") if path else []:
        found = [e.sha for e in ask.repo.git.trees[tree or ""] if e.name == part and e.kind == "tree"]
        if not found:
            return []
        tree = found[0]
    prefix = f"{path}/" if path else ""
    kinds = {"tree": "dir", "blob": "file"}
    return [(prefix + entry.name, kinds[entry.kind], entry.sha) for entry in ask.repo.git.trees[tree or ""]]


@routes.on(f"PUT {CONTENTS}")
def put_file(ask: Ask, path: str) -> Answer:
    """Create (201) or update (200) a file by a commit.

    https://docs.github.com/rest/repos/contents#create-or-update-file-contents
    """
    ask.require("push")
    message = ask.text("message", _DOCS, needed=True) or ""
    data = _decoded(ask.text("content", _DOCS, needed=True) or "")
    branch, tip = _branch(ask)
    files = ask.repo.git.files(tip.tree)
    known = files.get(path)
    _require_current(path, known[1] if known else None, ask.text("sha", _DOCS))
    files[path] = (known[0] if known else FILE_MODE, ask.repo.git.blob(data))
    commit = _commit(ask, branch, tip, files, message)
    content = shapes.entry_json(ask, path, "file", files[path][1], branch)
    return Answer(200 if known else 201, {"content": content, "commit": shapes.git_commit_json(ask, commit)})


@routes.on(f"DELETE {CONTENTS}")
def delete_file(ask: Ask, path: str) -> Answer:
    """Delete a file by a commit; the parameters come in the body or the query.

    https://docs.github.com/rest/repos/contents#delete-a-file
    """
    ask.require("push")
    message, sha = _parameter(ask, "message"), _parameter(ask, "sha")
    for name, value in (("message", message), ("sha", sha)):
        if value is None:
            raise malformed(f'"{name}" wasn\'t supplied.', f"{_DOCS}#delete-a-file")
    branch, tip = _branch(ask)
    files = ask.repo.git.files(tip.tree)
    if path not in files:
        raise fail(404, "Not Found", f"{_DOCS}#delete-a-file")
    _require_current(path, files[path][1], sha)
    del files[path]
    commit = _commit(ask, branch, tip, files, message or "")
    return Answer(200, {"content": None, "commit": shapes.git_commit_json(ask, commit)})


def _parameter(ask: Ask, name: str) -> str | None:
    return ask.text(name, _DOCS) or ask.query.get(name)


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode("".join(content.split()), validate=True)
    except binascii.Error:
        raise fail(422, "content is not valid Base64", _DOCS) from None


def _branch(ask: Ask) -> tuple[str, Commit]:
    """The branch that the request names, or the default one, with its tip."""
    branch = (_parameter(ask, "branch") or ask.repo.default_branch).removeprefix("refs/heads/")
    tip = ask.repo.git.tip(branch)
    if tip is None:
        raise fail(404, f"Branch {branch} not found", _DOCS)
    return branch, tip


def _require_current(path: str, known: str | None, sent: str | None) -> None:
    """The sha is a compare-and-swap: 422 if it is missing for a file that exists, 409 if it is another file's."""
    if known is not None and sent is None:
        raise malformed('"sha" wasn\'t supplied.', _DOCS)
    if sent is not None and sent != known:
        raise fail(409, f"{path} does not match {sent}", _DOCS)


def _commit(ask: Ask, branch: str, tip: Commit, files: Files, message: str) -> Commit:
    git = ask.repo.git
    committer = _signature(ask, "committer", ask.world.signature(ask.me))
    author = _signature(ask, "author", committer)
    commit = git.commit(git.write_files(files), (tip.sha,), message, author, committer=committer, login=ask.me.login)
    move_ref(ask.repo, f"refs/heads/{branch}", commit.sha)
    ask.repo.updated_at = ask.world.now()
    return commit


def _signature(ask: Ask, name: str, default: Signature) -> Signature:
    sent: Any = ask.fields.get(name)
    if not sent:
        return default
    return Signature(sent.get("name", default.name), sent.get("email", default.email), sent.get("date", default.date))
