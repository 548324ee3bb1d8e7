"""Branches and tags."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    REFS,
    REPO,
    STANDS,
    branch,
    branch_ahead,
    loose_commit,
    other_commit,
    ref,
    repo,
    spare_branch,
    tip,
    write,
)

EXAMPLES = (
    Example(
        f"POST {REPO}/git/refs",
        lambda gh: repo(gh).create_git_ref("refs/heads/feat", tip(gh)),
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="a branch",
    ),
    Example(
        f"POST {REPO}/git/refs",
        lambda gh: repo(gh).create_git_ref("refs/tags/v1", tip(gh)),
        prepare=spare_branch,
        foreign=lambda gh: ref(gh, "tags/v1").edit(loose_commit(gh), force=True),
        name="a tag",
    ),
    Example(
        f"PATCH {REFS}",
        lambda gh: ref(gh).edit(loose_commit(gh)),
        prepare=spare_branch,
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="forward",
    ),
    Example(
        f"PATCH {REFS}",
        lambda gh: ref(gh).edit(tip(gh), force=True),
        prepare=branch_ahead,
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        name="back, by force",
    ),
    Example(
        f"DELETE {REFS}",
        lambda gh: ref(gh).delete(),
        prepare=branch_ahead,
        foreign=branch,
        unforced=STANDS,
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="a branch",
    ),
    Example(
        f"DELETE {REFS}",
        lambda gh: ref(gh, "tags/v1").delete(),
        prepare=lambda gh: repo(gh).create_git_ref("refs/tags/v1", tip(gh)),
        foreign=lambda gh: repo(gh).create_git_ref("refs/tags/v1", other_commit(gh)),
        unforced=STANDS,
        beside=branch,
        name="a tag",
    ),
)
