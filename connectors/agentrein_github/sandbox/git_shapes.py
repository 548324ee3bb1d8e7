"""How GitHub shows commits, references and files, as JSON.

https://docs.github.com/rest/git
"""

from __future__ import annotations

import base64
import difflib
from typing import Any
from urllib.parse import quote

from agentrein_github.sandbox.ask import Ask
from agentrein_github.sandbox.shapes import SITE, Json, repo_url, user_json
from agentrein_github.sandbox.store import Commit, Entry, Files

_UNSIGNED = {"verified": False, "reason": "unsigned", "signature": None, "payload": None, "verified_at": None}
_COLUMNS = 60
LARGEST_SHOWN = 1024 * 1024
"""Bytes of a file up to which its content is shown."""


def _api(ask: Ask) -> str:
    return repo_url(ask.url, ask.repo)


def _site(ask: Ask) -> str:
    return f"{SITE}/{ask.repo.full_name}"


def git_commit_json(ask: Ask, commit: Commit) -> Json:
    """A commit as git has it.

    https://docs.github.com/rest/git/commits
    """
    api = _api(ask)
    return {
        "sha": commit.sha,
        "node_id": f"C_kwDO{commit.sha}",
        "url": f"{api}/git/commits/{commit.sha}",
        "html_url": f"{_site(ask)}/commit/{commit.sha}",
        "author": commit.author.as_json(),
        "committer": commit.committer.as_json(),
        "tree": {"sha": commit.tree, "url": f"{api}/git/trees/{commit.tree}"},
        "message": commit.message,
        "parents": [
            {"sha": sha, "url": f"{api}/git/commits/{sha}", "html_url": f"{_site(ask)}/commit/{sha}"}
            for sha in commit.parents
        ],
        "verification": _UNSIGNED,
    }


def commit_json(ask: Ask, commit: Commit) -> Json:
    """A commit with the accounts behind it.

    https://docs.github.com/rest/commits/commits
    """
    api = _api(ask)
    account = ask.world.user(commit.login) if commit.login else None
    who = user_json(ask.url, account) if account else None
    inner = git_commit_json(ask, commit)
    here = f"{api}/commits/{commit.sha}"
    names = ("author", "committer", "message", "tree", "url", "verification")
    return {
        "sha": commit.sha,
        "node_id": inner["node_id"],
        "commit": {**{name: inner[name] for name in names}, "comment_count": 0},
        "url": here,
        "html_url": inner["html_url"],
        "comments_url": f"{here}/comments",
        "author": who,
        "committer": who,
        "parents": [parent | {"url": f"{api}/commits/{parent['sha']}"} for parent in inner["parents"]],
    }


def ref_json(ask: Ask, ref: str) -> Json:
    """A reference.

    https://docs.github.com/rest/git/refs
    """
    api, sha = _api(ask), ask.repo.git.refs[ref]
    kind = "tag" if sha in ask.repo.git.tags else "commit"
    return {
        "ref": ref,
        "node_id": f"REF_kwDO{ref}",
        "url": f"{api}/git/{quote(ref)}",
        "object": {"type": kind, "sha": sha, "url": f"{api}/git/{kind}s/{sha}"},
    }


def branch_json(ask: Ask, name: str, tip: Commit, *, whole: bool = False) -> Json:
    """A branch, in a list or by itself.

    https://docs.github.com/rest/branches/branches
    """
    here = f"{_api(ask)}/branches/{quote(name)}"
    checks = {"enabled": False, "required_status_checks": {"enforcement_level": "off", "contexts": [], "checks": []}}
    commit = commit_json(ask, tip) if whole else {"sha": tip.sha, "url": f"{_api(ask)}/commits/{tip.sha}"}
    branch = {"name": name, "commit": commit, "protected": name in ask.repo.protection}
    links = {"self": here, "html": f"{_site(ask)}/tree/{name}"}
    more = {"_links": links, "protection": checks, "protection_url": f"{here}/protection"}
    return {**branch, **more} if whole else branch


def entry_json(ask: Ask, path: str, kind: str, sha: str, ref: str) -> Json:
    """A file or directory without its content.

    https://docs.github.com/rest/repos/contents
    """
    api, where = _api(ask), "blob" if kind == "file" else "tree"
    here = f"{api}/contents/{quote(path)}?ref={quote(ref)}"
    html, git = f"{_site(ask)}/{where}/{ref}/{quote(path)}", f"{api}/git/{where}s/{sha}"
    raw = f"https://raw.githubusercontent.com/{ask.repo.full_name}/{ref}/{quote(path)}"
    return {
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": sha,
        "size": len(ask.repo.git.blobs.get(sha, b"")),
        "url": here,
        "html_url": html,
        "git_url": git,
        "download_url": raw if kind == "file" else None,
        "type": kind,
        "_links": {"self": here, "git": git, "html": html},
    }


def file_json(ask: Ask, path: str, sha: str, ref: str) -> Json:
    """A file with its content, base64 in lines of 60 columns; over 1 MB the content is left out.

    https://docs.github.com/rest/repos/contents#get-repository-content
    """
    data = ask.repo.git.blobs[sha]
    shown = {"content": "", "encoding": "none"}
    if len(data) <= LARGEST_SHOWN:
        shown = {"content": wrapped_base64(data), "encoding": "base64"}
    return {**entry_json(ask, path, "file", sha, ref), **shown}


def wrapped_base64(data: bytes) -> str:
    """Base64 as GitHub sends it: a line break after every 60 characters."""
    text = base64.b64encode(data).decode()
    return "".join(text[start : start + _COLUMNS] + "\n" for start in range(0, len(text), _COLUMNS))


def tree_json(ask: Ask, sha: str, entries: list[tuple[str, Entry]]) -> Json:
    """A tree with its entries by path.

    https://docs.github.com/rest/git/trees
    """
    api, blobs = _api(ask), ask.repo.git.blobs
    lines: list[dict[str, Any]] = []
    for path, entry in entries:
        line = {"path": path, "mode": entry.mode, "type": entry.kind, "sha": entry.sha}
        size = {"size": len(blobs[entry.sha])} if entry.kind == "blob" else {}
        lines.append({**line, **size, "url": f"{api}/git/{entry.kind}s/{entry.sha}"})
    return {"sha": sha, "url": f"{api}/git/trees/{sha}", "tree": lines, "truncated": False}


def changed_files(ask: Ask, old: Files, new: Files) -> list[Json]:
    """What differs between two trees, file by file, with the numbers of lines."""
    return [
        _changed_file(ask, path, old.get(path), new.get(path))
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path)
    ]


def _changed_file(ask: Ask, path: str, old: tuple[str, str] | None, new: tuple[str, str] | None) -> Json:
    blobs = ask.repo.git.blobs
    before, after = (blobs[side[1]].splitlines() if side else [] for side in (old, new))
    steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    deleted = sum(b - a for step, a, b, _, _ in steps if step != "equal")
    added = sum(d - c for step, _, _, c, d in steps if step != "equal")
    status = "added" if old is None else "removed" if new is None else "modified"
    sha = (new or old or ("", ""))[1]
    return {
        "sha": sha,
        "filename": path,
        "status": status,
        "additions": added,
        "deletions": deleted,
        "changes": added + deleted,
        "contents_url": f"{_api(ask)}/contents/{quote(path)}",
        "blob_url": f"{_site(ask)}/blob/{sha}/{quote(path)}",
        "raw_url": f"{_site(ask)}/raw/{sha}/{quote(path)}",
    }
