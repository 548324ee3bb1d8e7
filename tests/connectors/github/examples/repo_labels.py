"""Labels of a repository."""

from __future__ import annotations

from typing import Any

from github import Github
from github.Label import Label

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, issue, repo

LABEL = f"{REPO}/labels/{{name+}}"


def label(gh: Github, name: str) -> Label:
    """A label of the repository."""
    return repo(gh).get_label(name)


def labelled_issues(gh: Github) -> Any:
    """Two issues with the label bug, one of them closed."""
    repo(gh).create_issue("Second", labels=["bug"]).edit(state="closed")


EXAMPLES = (
    Example(
        f"POST {REPO}/labels",
        lambda gh: repo(gh).create_label("area/ui {x}", "AABBCC"),
        foreign=lambda gh: label(gh, "area/ui {x}").edit("area/ui {x}", "111111", "theirs"),
        beside=lambda gh: label(gh, "bug").edit("bug", "000000"),
        name="name and colour",
    ),
    Example(
        f"POST {REPO}/labels",
        lambda gh: repo(gh).create_label("triaged", "aabbcc", "Somebody looked"),
        foreign=lambda gh: issue(gh).add_to_labels("triaged"),
        untold="an issue that has the label does not tell who made it",
        name="used by people",
    ),
    Example(
        f"POST {REPO}/labels",
        lambda gh: repo(gh).create_label("triaged", "aabbcc", "Somebody looked"),
        foreign=lambda gh: label(gh, "triaged").edit("theirs", "aabbcc", "Somebody looked"),
        untold="nothing tells a label by its former name",
        name="renamed by people",
    ),
    Example(
        f"PATCH {LABEL}",
        lambda gh: label(gh, "bug").edit("defect", "AABBCC", "Wrong"),
        alone="the sandbox's state calls a label by its name; the next examples change one field",
        beside=lambda gh: issue(gh).add_to_labels("security"),
        name="every field",
    ),
    Example(
        f"PATCH {LABEL}",
        lambda gh: label(gh, "bug").edit("bug", "aabbcc"),
        foreign=lambda gh: label(gh, "bug").edit("bug", "111111"),
        beside=lambda gh: label(gh, "bug").edit("bug", "aabbcc", "theirs"),
        name="colour",
    ),
    Example(
        f"PATCH {LABEL}",
        lambda gh: label(gh, "bug").edit("BUG", "d73a4a"),
        foreign=lambda gh: label(gh, "BUG").edit("bugs", "d73a4a"),
        unforced="it is written by the name that the call gave it",
        name="the case of the name",
    ),
    Example(f"PATCH {LABEL}", lambda gh: label(gh, "bug").edit("bug", "d73a4a"), nothing=True, name="as it was"),
    Example(
        f"DELETE {LABEL}",
        lambda gh: label(gh, "bug").delete(),
        prepare=labelled_issues,
        foreign=lambda gh: repo(gh).create_label("bug", "111111"),
        unforced="a label of that name stands there again",
        beside=lambda gh: issue(gh).edit(title="Theirs"),
        name="on issues",
    ),
    Example(
        f"DELETE {LABEL}",
        lambda gh: label(gh, "security").delete(),
        foreign=lambda gh: repo(gh).create_label("Security", "b60205"),
        unforced="a label of that name stands there again",
        beside=lambda gh: issue(gh).add_to_labels("customer"),
        name="on none",
    ),
)
