"""Runs of several writes, for the agent and for the tests that look at what became of them."""

from __future__ import annotations

from collections.abc import Callable

from github import Github


def three_writes(gh: Github) -> None:
    """Three writes, the later two on what the first made, so that the order of their undo can be seen."""
    issue = gh.get_repo("acme/app").create_issue("Flaky test", body="Again.")
    issue.edit(title="Flaky test on main")
    issue.create_comment("Seen twice today.")


def then_another(gh: Github) -> None:
    """A write, and another one after it."""
    repo = gh.get_repo("acme/app")
    repo.create_issue("Flaky test")
    repo.get_issue(1).edit(title="A late one")


STORIES: dict[str, Callable[[Github], object]] = {"three writes": three_writes, "then another": then_another}
