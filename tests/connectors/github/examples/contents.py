"""Files, written one commit each."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    REPO,
    branch,
    branch_ahead,
    contents,
    delete,
    issue,
    repo,
    tip,
    write,
)

_CONTENTS = f"PUT {REPO}/contents/{{path+}}"

EXAMPLES = (
    Example(
        _CONTENTS,
        lambda gh: repo(gh).create_file("docs/new/a.txt", "add", "a"),
        foreign=lambda gh: repo(gh).update_file(
            "docs/new/a.txt", "theirs", "x", repo(gh).get_contents("docs/new/a.txt").sha
        ),
        beside=lambda gh: repo(gh).create_git_ref("refs/heads/theirs", tip(gh)),
        name="a new file",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).create_file("a.txt", "add", "a", branch="feat"),
        prepare=branch,
        foreign=lambda gh: write(gh, "a.txt", "theirs", "feat"),
        name="a new file on a branch",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file("README.md", "change", "changed", repo(gh).get_contents("README.md").sha),
        foreign=lambda gh: write(gh, "README.md", "theirs"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="another text",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file(
            "b.txt", "change", bytes(range(256)), contents(gh, "b.txt", "feat"), branch="feat"
        ),
        prepare=branch_ahead,
        foreign=lambda gh: delete(gh, "b.txt", "feat"),
        name="other bytes on a branch",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file("README.md", "same", "hello\n", contents(gh, "README.md")),
        beside=lambda gh: write(gh, "README.md", "theirs"),
        nothing=True,
        name="the same text",
    ),
    Example(
        f"DELETE {REPO}/contents/{{path+}}",
        lambda gh: repo(gh).delete_file("docs/guide.md", "rm", contents(gh, "docs/guide.md")),
        foreign=lambda gh: repo(gh).create_file("docs/guide.md", "theirs", "Their guide"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
    ),
    Example(
        f"DELETE {REPO}/contents/{{path+}}",
        lambda gh: repo(gh).delete_file("b.txt", "rm", contents(gh, "b.txt", "feat"), branch="feat"),
        prepare=branch_ahead,
        foreign=lambda gh: write(gh, "b.txt", "theirs", "feat"),
        name="on a branch",
    ),
)
