"""Field cases: what went wrong for others, and must not here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from github import Github
from github.Issue import Issue

import agentrein as rein
from acceptance_kit import Boom, sent, states
from agentrein_github.sandbox import GitHubSandbox

ISSUE = "/repos/acme/app/issues/2"


@pytest.fixture
def seven(sb: GitHubSandbox, person: Github) -> int:
    """An issue that a person labelled bug and customer."""
    made = person.get_repo("acme/app").create_issue("Seven", labels=["bug", "customer"])
    sb.clear_requests()
    return made.number


def labels(sb: GitHubSandbox, number: int) -> list[str]:
    """The labels of an issue."""
    return sb.state()[f"repo:9/issue:{number}"]["labels"]  # type: ignore[no-any-return]


# --- C02: the label was already there


def test_c02_only_the_label_that_was_new_is_removed(sb: GitHubSandbox, gh: Github, person: Github, seven: int) -> None:
    """The bot's own label goes; those of people stay, also one that somebody added meanwhile."""
    with pytest.raises(Boom), rein.run("triage"):
        gh.get_repo("acme/app").get_issue(seven).add_to_labels("bug", "triaged")
        person.get_repo("acme/app").get_issue(seven).add_to_labels("security")
        raise Boom
    assert sent(sb)[2:] == [f"DELETE {ISSUE}/labels/triaged"]
    assert labels(sb, seven) == ["bug", "customer", "security"]


def test_c02_labels_that_were_all_there_change_nothing(sb: GitHubSandbox, gh: Github, seven: int) -> None:
    """There is no inverse, and the report says that it changed nothing."""
    with pytest.raises(Boom), rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(seven).add_to_labels("bug", "customer")
        raise Boom
    assert states(run) == {1: "unchanged"}
    assert run.report is not None
    assert run.report.counts["nothing"] == 1
    assert sent(sb) == [f"POST {ISSUE}/labels"]


def test_c02_a_label_that_a_person_removed_is_done(sb: GitHubSandbox, gh: Github, person: Github, seven: int) -> None:
    """It is gone already: the read shows it, nothing is sent, and that is no conflict."""
    with pytest.raises(Boom), rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(seven).add_to_labels("bug", "triaged")
        person.get_repo("acme/app").get_issue(seven).remove_from_labels("triaged")
        raise Boom
    assert states(run) == {1: "reverted"}
    assert sent(sb) == [f"POST {ISSUE}/labels", f"DELETE {ISSUE}/labels/triaged"]
    assert labels(sb, seven) == ["bug", "customer"]


def test_c02_a_label_removed_between_the_read_and_the_undo_is_done(
    sb: GitHubSandbox, gh: Github, person: Github, seven: int
) -> None:
    """GitHub answers 404 to the inverse, and the re-read shows the label gone."""
    raced: list[Issue] = []
    issue = person.get_repo("acme/app").get_issue(seven)

    @sb.before_answer
    def race(request: object) -> None:
        if getattr(request, "method", "") == "DELETE" and not raced:
            raced.append(issue)
            issue.remove_from_labels("triaged")

    with pytest.raises(Boom), rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(seven).add_to_labels("bug", "triaged")
        raise Boom
    assert states(run) == {1: "reverted"}
    assert labels(sb, seven) == ["bug", "customer"]
    assert raced


def test_c02_set_labels_is_undone_by_its_difference(sb: GitHubSandbox, gh: Github, person: Github, seven: int) -> None:
    """Not the old list is written back, which would erase `security`, but what came and went."""
    with pytest.raises(Boom), rein.run("triage"):
        gh.get_repo("acme/app").get_issue(seven).set_labels("triaged")
        person.get_repo("acme/app").get_issue(seven).add_to_labels("security")
        raise Boom
    undo = sb.writes[2:]
    added = [name for request in undo if request.method == "POST" for name in request.body["labels"]]
    assert sorted(added) == ["bug", "customer"]
    assert [request.path for request in undo if request.method == "DELETE"] == [f"{ISSUE}/labels/triaged"]
    assert {request.method for request in undo} == {"POST", "DELETE"}
    assert labels(sb, seven) == ["bug", "customer", "security"]


# --- C05: the agent catches the error, tries again, and the run fails after all


def loop(gh: Github, between: Callable[[], object] = lambda: None) -> rein.Run:
    """An agent that swallows the failure of each attempt, and fails in the end."""
    repo = gh.get_repo("acme/app")
    with pytest.raises(Boom), rein.run("order") as run:
        for number in (1, 2):
            with suppress(Exception), run.step(f"try {number}"):
                repo.create_issue("Order 7")
                repo.create_pull("main", "nowhere", title="rejected by the vendor")
            if number == 1:
                between()
        raise Boom
    return run


def test_c05_each_attempt_is_undone_once(sb: GitHubSandbox, gh: Github) -> None:
    """Two issues, closed once each when their step fails; the rejected calls need nothing, nor does the run's end."""
    start = sb.state()
    run = loop(gh)
    assert states(run) == {1: "compensated", 2: "rejected", 3: "compensated", 4: "rejected"}
    issues = "/repos/acme/app/issues"
    assert [one for one in sent(sb) if "pulls" not in one] == [
        f"POST {issues}",
        f"PATCH {issues}/2",
        f"POST {issues}",
        f"PATCH {issues}/3",
    ]
    assert [action.planned["step"] for action in run.actions] == ["try 1", "try 1", "try 2", "try 2"]
    assert sb.left(start) == []


def test_c05_what_a_person_reopened_stays_open(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """After the first attempt was undone a person found its issue useful: the run's failure leaves it alone."""
    run = loop(gh, lambda: person.get_repo("acme/app").get_issue(2).edit(state="open"))
    assert states(run)[1] == "compensated"
    found = sb.state()
    assert (found["repo:9/issue:2"]["state"], found["repo:9/issue:3"]["state"]) == ("open", "closed")


# --- C22: the repository was renamed


@pytest.mark.parametrize("lazy", [True, False])
def test_c22a_a_write_to_the_stale_name_created_nothing(sb: GitHubSandbox, gh: Github, lazy: bool) -> None:  # noqa: FBT001
    """307: the caller gets what the SDK gives, the ledger says so, and nothing is undone."""
    repo = (gh.withLazy(lazy=True) if lazy else gh).get_repo("acme/app")
    start = sb.state()
    sb.rename_repo("acme/app", "acme/new")
    with pytest.raises(Boom), rein.run("a") as run:
        made = repo.create_issue("T")
        assert made.raw_data["message"] == "Moved Permanently"
        raise Boom
    assert states(run) == {1: "rejected"}
    assert run.actions[0].reason.startswith("answered 307, nothing was created")
    assert sent(sb) == ["POST /repos/acme/app/issues"]
    assert set(sb.state()) == set(start)


def test_c22b_the_undo_follows_the_repository_by_its_id(sb: GitHubSandbox, gh: Github) -> None:
    """Renamed after the landing: one PATCH on issue 2 of repository 9, read back the same way."""
    with rein.run("b") as run:
        gh.get_repo("acme/app").create_issue("T")
    sb.rename_repo("acme/app", "acme/new")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "compensated"}, 0)
    [patch] = sb.writes
    assert patch.path in {"/repositories/9/issues/2", "/repos/acme/new/issues/2"}
    assert patch.body == {"state": "closed", "state_reason": "not_planned"}
    assert patch.status == 200
    issue = sb.state()["repo:9/issue:2"]
    assert (issue["state"], issue["state_reason"]) == ("closed", "not_planned")


def test_c22b_a_new_repository_of_the_old_name_is_never_written_to(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """Somebody else's issue has the old address now: it stays open, and ours is found by the id."""
    with rein.run("b") as run:
        gh.get_repo("acme/app").create_issue("T")
        gh.get_repo("acme/app").get_issue(1).edit(title="New")
    sb.rename_repo("acme/app", "acme/new")
    other = sb.add_repo("acme/app")
    for title in ("one", "two"):
        person.get_repo("acme/app").create_issue(title)
    theirs = {path: value for path, value in sb.state().items() if path.startswith(f"repo:{other}")}
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "compensated", 2: "reverted"}, 0)
    assert {path: value for path, value in sb.state().items() if path.startswith(f"repo:{other}")} == theirs
    assert all(not request.path.startswith("/repos/acme/app/") for request in sb.writes)


def test_c22b_a_repository_renamed_while_it_is_undone_is_not_called_done(sb: GitHubSandbox, gh: Github) -> None:
    """A 3xx to an inverse is no success: the action needs attention, and the next revert finds the new name."""
    with rein.run("b") as run:
        gh.get_repo("acme/app").create_issue("T")

    @sb.before_answer
    def rename(request: object) -> None:
        if getattr(request, "method", "") == "PATCH" and "acme/app" in sb.world.names:
            sb.on_request.clear()
            sb.rename_repo("acme/app", "acme/new")

    report = rein.revert(run.id)
    assert states(report) == {1: "needs_attention"}
    assert "answered 307" in report.actions[0].message
    assert rein.revert(run.id).exit == 0
    assert sb.state()["repo:9/issue:2"]["state"] == "closed"
