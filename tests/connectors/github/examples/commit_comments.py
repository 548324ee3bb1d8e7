"""Comments on commits."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, commented_commit, commit_comment, repo, tip

EXAMPLES = (
    Example(
        f"POST {REPO}/commits/{{commit_sha}}/comments",
        lambda gh: repo(gh).get_commit(tip(gh)).create_comment("Why {this}?"),
        foreign=lambda gh: commit_comment(gh).edit("Their words"),
        beside=lambda gh: repo(gh).get_commit(tip(gh)).create_comment("Why not?"),
    ),
    Example(
        f"POST {REPO}/commits/{{commit_sha}}/comments",
        lambda gh: repo(gh).get_commit(tip(gh)).create_comment("Nice.", path="README.md", position=1),
        prepare=lambda gh: repo(gh).get_commit(tip(gh)).create_comment("Nice.", path="README.md", position=1),
        foreign=lambda gh: commit_comment(gh).edit("Their words"),
        beside=lambda gh: repo(gh).get_commit(tip(gh)).create_comment("Nice.", path="README.md", position=1),
        name="on a line, the same text as others",
    ),
    Example(
        f"PATCH {REPO}/comments/{{comment_id}}",
        lambda gh: commit_comment(gh).edit("Agent's words"),
        prepare=commented_commit,
        foreign=lambda gh: commit_comment(gh).edit("Their words"),
        beside=lambda gh: commit_comment(gh).create_reaction("eyes"),
    ),
)
