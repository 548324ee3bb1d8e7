"""Pull requests."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    REFS,
    REPO,
    STANDS,
    both,
    branch,
    branch_ahead,
    branch_with_pull,
    issue,
    pull,
    repo,
    write,
)

EXAMPLES = (
    Example(
        f"POST {REPO}/pulls",
        lambda gh: repo(gh).create_pull("main", "feat", title="Better", body=""),
        prepare=branch_ahead,
        foreign=lambda gh: pull(gh).merge(),
        unforced="nothing undoes a merge",
        beside=lambda gh: pull(gh).create_issue_comment("Nice."),
        name="title only",
    ),
    Example(
        f"POST {REPO}/pulls",
        lambda gh: repo(gh).create_pull("main", "acme:feat", title="Better", body="Much", draft=True),
        prepare=branch_ahead,
        alone="a draft cannot be merged, and closing it overwrites nothing",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="every field",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(title="Worse", body=""),
        prepare=branch_with_pull,
        foreign=lambda gh: pull(gh).edit(body="Their text"),
        beside=lambda gh: issue(gh, 2).add_to_labels("security"),
        name="title and text",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(state="closed", title="Closed"),
        prepare=branch_with_pull,
        foreign=lambda gh: pull(gh).edit(title="Not closed"),
        beside=lambda gh: pull(gh).create_issue_comment("Why?"),
        name="close",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(state="open"),
        prepare=both(branch_with_pull, lambda gh: pull(gh).edit(state="closed")),
        alone="open or closed: whoever closes it has undone it",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="reopen",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(base="other"),
        prepare=both(lambda gh: branch(gh, "other"), lambda gh: branch(gh, "third"), branch_with_pull),
        foreign=lambda gh: pull(gh).edit(base="third"),
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="base",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(maintainer_can_modify=True),
        prepare=branch_with_pull,
        alone="it is on or off: whoever switches it off has undone it",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="maintainer_can_modify",
    ),
    Example(
        f"PUT {REPO}/pulls/{{pull_number}}/update-branch",
        lambda gh: pull(gh).update_branch(),
        prepare=both(branch_with_pull, lambda gh: write(gh, "c.txt", "c")),
        foreign=lambda gh: write(gh, "d.txt", "d", "feat"),
        beside=lambda gh: pull(gh).edit(title="Their title"),
    ),
    Example(
        f"DELETE {REFS}",
        lambda gh: pull(gh).delete_branch(),
        prepare=both(branch_with_pull, lambda gh: pull(gh).edit(state="closed")),
        foreign=branch,
        unforced=STANDS,
        name="of a pull request",
    ),
)
