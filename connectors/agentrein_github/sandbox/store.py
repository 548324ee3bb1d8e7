"""Git's object model in memory: blobs, trees and commits under the ids that git itself would give them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

FILE_MODE = "100644"
DIRECTORY_MODE = "040000"
Files = dict[str, tuple[str, str]]
"""Path to (mode, blob id): a whole tree, flat."""


@dataclass(frozen=True)
class Entry:
    """One line of a tree."""

    mode: str
    name: str
    sha: str

    @property
    def kind(self) -> str:
        """`tree` or `blob`."""
        return "tree" if self.mode == DIRECTORY_MODE else "blob"


@dataclass(frozen=True)
class Signature:
    """Who wrote a commit, and when (ISO 8601, UTC)."""

    name: str
    email: str
    date: str

    def as_json(self) -> dict[str, str]:
        """The signature as the API shows it."""
        return {"name": self.name, "email": self.email, "date": self.date}

    def line(self) -> str:
        """The signature as git writes it into a commit."""
        moment = datetime.fromisoformat(self.date)
        seconds = int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
        return f"{self.name} <{self.email}> {seconds} +0000"


@dataclass(frozen=True)
class Commit:
    """One commit; `login` is the account that made it, which is no part of its id."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    message: str
    author: Signature
    committer: Signature
    login: str | None = None


@dataclass(frozen=True)
class Tag:
    """An annotated tag: it points to a commit."""

    sha: str
    name: str
    object: str
    message: str
    tagger: Signature


class Conflict(Exception):
    """Two trees change the same path differently."""


def object_id(kind: str, data: bytes) -> str:
    """The id that git gives an object of this kind with these bytes."""
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data, usedforsecurity=False).hexdigest()


class Store:
    """The objects and references of one repository."""

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}
        self.trees: dict[str, tuple[Entry, ...]] = {}
        self.commits: dict[str, Commit] = {}
        self.tags: dict[str, Tag] = {}
        self.refs: dict[str, str] = {}

    # Objects

    def blob(self, data: bytes) -> str:
        """Keep these bytes and return their id."""
        sha = object_id("blob", data)
        self.blobs[sha] = data
        return sha

    def tree(self, entries: list[Entry]) -> str:
        """Keep a directory and return its id; git sorts a directory as if its name ended in a slash."""
        ordered = sorted(entries, key=lambda e: (e.name + "/" if e.kind == "tree" else e.name).encode())
        data = b"".join(f"{e.mode.lstrip('0')} {e.name}\0".encode() + bytes.fromhex(e.sha) for e in ordered)
        sha = object_id("tree", data)
        self.trees[sha] = tuple(ordered)
        return sha

    def write_files(self, files: Mapping[str, tuple[str, str]]) -> str:
        """Keep the tree, with its subtrees, that holds exactly these files; return its id."""
        here: list[Entry] = []
        below: dict[str, Files] = {}
        for path, (mode, sha) in files.items():
            first, slash, rest = path.partition("/")
            if slash:
                below.setdefault(first, {})[rest] = (mode, sha)
            else:
                here.append(Entry(mode, first, sha))
        here += [Entry(DIRECTORY_MODE, name, self.write_files(inside)) for name, inside in below.items()]
        return self.tree(here)

    def files(self, tree: str, prefix: str = "") -> Files:
        """Every file below a tree."""
        found: Files = {}
        for entry in self.trees[tree]:
            if entry.kind == "tree":
                found.update(self.files(entry.sha, f"{prefix}{entry.name}/"))
            else:
                found[prefix + entry.name] = (entry.mode, entry.sha)
        return found

    def commit(
        self,
        tree: str,
        parents: tuple[str, ...],
        message: str,
        author: Signature,
        *,
        committer: Signature | None = None,
        login: str | None = None,
    ) -> Commit:
        """Keep a commit and return it."""
        committer = committer or author
        lines = [f"tree {tree}", *(f"parent {p}" for p in parents), f"author {author.line()}"]
        text = "\n".join([*lines, f"committer {committer.line()}", "", message])
        made = Commit(object_id("commit", text.encode()), tree, parents, message, author, committer, login)
        return self.commits.setdefault(made.sha, made)

    def tag(self, name: str, commit: str, message: str, tagger: Signature) -> Tag:
        """Keep the object of a tag and return it."""
        text = f"object {commit}\ntype commit\ntag {name}\ntagger {tagger.line()}\n\n{message}\n"
        made = Tag(object_id("tag", text.encode()), name, commit, message, tagger)
        return self.tags.setdefault(made.sha, made)

    def copy_objects(self, other: Store) -> None:
        """Keep everything that another repository keeps: forks share their objects."""
        self.blobs |= other.blobs
        self.trees |= other.trees
        self.commits |= other.commits
        self.tags |= other.tags

    # Names

    def resolve(self, name: str) -> Commit | None:
        """The commit that a branch, tag, reference or (unique, 7 digits or more) commit id names."""
        for ref in (f"refs/heads/{name}", f"refs/tags/{name}", f"refs/{name}", name):
            if ref in self.refs:
                sha = self.refs[ref]
                return self.commits.get(self.tags[sha].object if sha in self.tags else sha)
        if name in self.commits:
            return self.commits[name]
        found = [sha for sha in self.commits if sha.startswith(name)] if len(name) >= 7 else []
        return self.commits[found[0]] if len(found) == 1 else None

    def tip(self, branch: str) -> Commit | None:
        """The newest commit of a branch, None if there is no such branch."""
        return self.commits.get(self.refs.get(f"refs/heads/{branch}", ""))

    def branches(self) -> Iterator[tuple[str, Commit]]:
        """The branches by name, with their tips."""
        for ref in sorted(self.refs):
            if ref.startswith("refs/heads/"):
                yield ref.removeprefix("refs/heads/"), self.commits[self.refs[ref]]

    # History

    def history(self, sha: str) -> list[Commit]:
        """A commit and all its ancestors, each once, children before parents."""
        seen: dict[str, Commit] = {}
        waiting = [sha]
        while waiting:
            current = waiting.pop(0)
            if current not in seen:
                seen[current] = self.commits[current]
                waiting += self.commits[current].parents
        return list(seen.values())

    def is_ancestor(self, old: str, new: str) -> bool:
        """Whether `old` is `new` or one of its ancestors."""
        return any(commit.sha == old for commit in self.history(new))

    def between(self, base: str, head: str) -> list[Commit]:
        """The commits of `head` that `base` lacks, newest first."""
        known = {commit.sha for commit in self.history(base)}
        return [commit for commit in self.history(head) if commit.sha not in known]

    def fork_point(self, one: str, other: str) -> str | None:
        """The newest commit that both have in their history."""
        known = {commit.sha for commit in self.history(one)}
        return next((commit.sha for commit in self.history(other) if commit.sha in known), None)

    def merged_tree(self, ours: str, theirs: str) -> str:
        """The tree of a merge of two commits, file by file; raises Conflict where both changed one."""
        fork = self.fork_point(ours, theirs)
        base = self.files(self.commits[fork].tree) if fork else {}
        mine, other = self.files(self.commits[ours].tree), self.files(self.commits[theirs].tree)
        merged: Files = {}
        for path in {*base, *mine, *other}:
            chosen = _merged(path, base.get(path), mine.get(path), other.get(path))
            if chosen is not None:
                merged[path] = chosen
        return self.write_files(merged)


def _merged(
    path: str, base: tuple[str, str] | None, mine: tuple[str, str] | None, other: tuple[str, str] | None
) -> tuple[str, str] | None:
    if other in (mine, base):
        return mine
    if mine == base:
        return other
    raise Conflict(path)
