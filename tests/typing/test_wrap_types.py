"""What a type checker sees through the gate; mypy and pyright check this file, pytest runs what needs no ledger."""

from typing import assert_type

from github import Github
from github.Issue import Issue
from github.Repository import Repository

import agentrein as rein


def test_wrap_gives_the_vendors_own_client_back() -> None:
    """`wrap` changes neither the static type of a client nor what `isinstance` says of it."""
    client = rein.wrap(Github())

    assert_type(client, Github)
    assert is_a(client, Github)


def is_a(thing: object, cls: type) -> bool:
    """Say at run time what a type checker would call evident."""
    return isinstance(thing, cls)


def run_and_revert(gh: Github) -> rein.Report:
    """Hold the types of a run, its step and its report; checked, never run."""
    with rein.run("triage", because="ticket 812") as run:
        assert_type(run, rein.Run)
        repo = rein.wrap(gh).get_repo("acme/app")
        assert_type(repo, Repository)
        with run.step("file the issue"):
            assert_type(repo.create_issue("Flaky test"), Issue)
        run.note("the model chose the template")

    assert_type(run.id, str)
    for action in run.actions:
        assert_type(action.seq, int)
    report = rein.revert(run.id)
    assert_type(report, rein.Report)
    return report


async def run_and_revert_async() -> rein.Report:
    """Hold the same types for a run that is entered, and reverted, asynchronously; checked, never run."""
    async with rein.run("triage") as run:
        assert_type(run, rein.Run)
    report = await rein.arevert(run.id)
    assert_type(report, rein.Report)
    return report
