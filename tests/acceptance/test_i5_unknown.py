"""I5: what is said of a write whose answer was lost is true: found, not found, or a question that names what it is."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
import requests
from github import Github

import agentrein as rein
from acceptance_kit import Boom, plain, python, sent, states
from agentrein.testing import Request
from agentrein.testing.crash import Killed, killed_at, run_until_killed
from agentrein_github.sandbox import GitHubSandbox

LOST = requests.exceptions.ConnectionError


def lose(sb: GitHubSandbox, gh: Github, title: str = "Same", fault: str = "lost") -> None:
    """Open an issue whose answer never comes; with the fault `refuse` the request does not arrive either."""
    sb.faults.add(fault, method="POST", path="*/issues")
    with pytest.raises(LOST):
        gh.get_repo("acme/app").create_issue(title)


def message(report: rein.Report, seq: int) -> str:
    """What the report says of one action."""
    return next(action.message for action in report.actions if action.seq == seq)


# --- what nothing can undo


def test_a_lost_irreversible_write_that_is_found_needs_a_person(sb: GitHubSandbox, gh: Github) -> None:
    """An allowed delete whose answer was lost did happen, and nothing brings the comment back: each undo says so."""
    [comment] = gh.get_repo("acme/app").get_issue(1).get_comments()
    with rein.run("x", policy={"irreversible": "allow"}) as run:
        sb.faults.add("lost", method="DELETE")
        with pytest.raises(LOST):
            comment.delete()
    for report in (rein.revert(run.id, plan=True), rein.revert(run.id), rein.revert(run.id)):
        assert states(report) == {1: "needs_attention"}
        assert "nothing can undo it" in message(report, 1)
        assert report.exit == 1
    assert rein.revert(run.id, keep=[1]).exit == 0


def test_a_lost_irreversible_write_that_never_arrived_did_not_happen(sb: GitHubSandbox, gh: Github) -> None:
    """Where the probe sees the comment as it was, nothing is left."""
    [comment] = gh.get_repo("acme/app").get_issue(1).get_comments()
    with rein.run("x", policy={"irreversible": "allow"}) as run:
        sb.faults.add("refuse", method="DELETE")
        with pytest.raises(LOST):
            comment.delete()
    assert states(rein.revert(run.id)) == {1: "rejected"}


def test_what_was_found_and_is_already_undone_did_happen(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """An issue that a person closed before the recovery was found: it is called undone, not `did not happen`."""
    run_until_killed(lambda _: gh.get_repo("acme/app").create_issue("T"), "after_send")
    person.get_repo("acme/app").get_issue(2).edit(state="closed", state_reason="not_planned")
    [report] = rein.recover()
    assert states(report) == {1: "compensated"}
    assert "already so" in message(report, 1)


# --- which of several


def test_an_entry_that_two_runs_may_have_made_is_a_question(sb: GitHubSandbox, gh: Github) -> None:
    """Run A's answer was lost and run B's request, too: the one issue may be either's, so B's undo leaves it."""
    with rein.run("A") as first:
        lose(sb, gh)
    with pytest.raises(Boom) as boom, rein.run("B"):
        lose(sb, gh, fault="refuse")
        raise Boom
    report = boom.value.__rein__  # type: ignore[attr-defined]
    assert states(report) == {1: "needs_attention"}
    assert f"#1 of run {first.id}" in message(report, 1)
    assert plain(sb).get_repo("acme/app").get_issue(2).state == "open"


def test_a_step_does_not_undo_what_the_rest_of_the_run_may_have_made(sb: GitHubSandbox, gh: Github) -> None:
    """A retry in a step that never arrived leaves the issue of the first try; the whole run's undo closes it once."""
    with rein.run("C") as run:
        lose(sb, gh)
        with pytest.raises(Boom) as boom, run.step("retry"):
            lose(sb, gh, fault="refuse")
            raise Boom
        assert states(boom.value.__rein__) == {2: "needs_attention"}  # type: ignore[attr-defined]
        assert plain(sb).get_repo("acme/app").get_issue(2).state == "open"
    report = rein.revert(run.id)
    assert states(report) == {1: "rejected", 2: "compensated"}
    assert sent(sb)[-1:] == ["PATCH /repos/acme/app/issues/2"]


def test_two_lost_writes_of_one_run_get_one_entry_each(sb: GitHubSandbox, gh: Github) -> None:
    """The newest action gets the newest issue, in the plan as in the revert."""
    with rein.run("x") as run:
        lose(sb, gh)
        lose(sb, gh)
    for report in (rein.revert(run.id, plan=True), rein.revert(run.id)):
        assert states(report) == {1: "compensated", 2: "compensated"}
        numbers = {one.seq: [call.params["issue_number"] for call in one.sent] for one in report.actions}
        assert numbers == {1: [2], 2: [3]}


def test_as_many_entries_as_lost_writes_are_shared_out(sb: GitHubSandbox, gh: Github) -> None:
    """Two runs that lost one answer each, and two issues: each undo closes its own."""
    with rein.run("A"):
        lose(sb, gh)
    with rein.run("B") as second:
        lose(sb, gh)
    assert states(rein.revert(second.id)) == {1: "compensated"}
    assert [plain(sb).get_repo("acme/app").get_issue(n).state for n in (2, 3)] == ["open", "closed"]


# --- what a person made, or changed


def test_an_issue_from_before_the_call_is_not_ours(sb: GitHubSandbox, gh: Github) -> None:
    """The same account opened one with the same words seconds before: the vendor's own clock tells them apart."""
    number = plain(sb).get_repo("acme/app").create_issue("Weekly report").number
    time.sleep(4)
    run_until_killed(lambda _: gh.get_repo("acme/app").create_issue("Weekly report"), "after_plan")
    [report] = rein.recover()
    assert states(report) == {1: "rejected"}
    assert plain(sb).get_repo("acme/app").get_issue(number).state == "open"


def test_an_issue_that_was_edited_since_is_a_question(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Somebody gave the lost issue another title: nothing matches, so the one that may be it is named."""
    run_until_killed(lambda _: gh.get_repo("acme/app").create_issue("Flaky", body="b"), "after_send")
    person.get_repo("acme/app").get_issue(2).edit(title="[triaged] Flaky")
    [report] = rein.recover()
    assert states(report) == {1: "needs_attention"}
    assert "issue:2" in message(report, 1)


def test_others_issues_and_our_own_known_ones_raise_no_question(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """A create that never arrived did not happen, whatever others, or the same run, opened meanwhile."""
    person.get_repo("acme/app").create_issue("Another")
    with rein.run("x") as run:
        gh.get_repo("acme/app").create_issue("Known")
        lose(sb, gh, fault="refuse")
        lose(sb, gh, "Other words")
    assert states(rein.revert(run.id)) == {1: "compensated", 2: "rejected", 3: "compensated"}


def test_an_account_is_one_in_any_case(sb: GitHubSandbox) -> None:
    """GitHub's logins ignore case, so an account that wrap was told in capitals is the issue's author."""
    client = rein.wrap(plain(sb), account="Octocat")
    with pytest.raises(Boom) as boom, rein.run("x"):
        lose(sb, client)
        raise Boom
    assert states(boom.value.__rein__) == {1: "compensated"}  # type: ignore[attr-defined]


def test_an_account_that_made_nothing_is_a_question(sb: GitHubSandbox) -> None:
    """A told account that fits no entry says nothing about whether the issue was opened."""
    client = rein.wrap(plain(sb), account="somebody-else")
    with pytest.raises(Boom) as boom, rein.run("x"):
        lose(sb, client)
        raise Boom
    report = boom.value.__rein__  # type: ignore[attr-defined]
    assert states(report) == {1: "needs_attention"}
    assert "somebody-else" in message(report, 1)


# --- keeping, and telling what was sent


def test_what_is_kept_survives_a_crash_of_the_revert(sb: GitHubSandbox, gh: Github) -> None:
    """`--keep` is written before anything is undone, so the recovery keeps it, too."""
    with rein.run("x") as run:
        gh.get_repo("acme/app").create_issue("keep me")
        gh.get_repo("acme/app").create_issue("two")
    with pytest.raises(Killed), killed_at("undo_after_outcome"):
        rein.revert(run.id, keep=[1])
    [report] = rein.recover()
    assert states(report) == {1: "kept", 2: "compensated"}
    assert plain(sb).get_repo("acme/app").get_issue(2).state == "open"


def test_a_report_tells_what_was_sent_before_it_broke_off(sb: GitHubSandbox, gh: Github) -> None:
    """The title went back before the credentials were refused: the report names both calls, and the exit is not 3."""
    with rein.run("x") as run:
        gh.get_repo("acme/app").get_issue(1).edit(title="NEW", labels=["customer"])
    before = len(sb.writes)
    sb.faults.add("error", method="POST", path="*/labels", status=401, times=None, body={"message": "Bad credentials"})
    report = rein.revert(run.id)
    assert [call.address.partition(" ")[0] for call in report.actions[0].sent] == ["PATCH", "POST"]
    assert len(sb.writes) - before == 2
    assert report.exit == 1


# --- a run that ended as it should


@pytest.mark.parametrize(("fault", "state"), [("lost", "landed"), ("refuse", "rejected")])
def test_a_completed_runs_open_question_is_answered_and_nothing_undone(
    sb: GitHubSandbox, gh: Github, fault: str, state: str
) -> None:
    """The caller lived with a lost answer: recovery finds out what became of it; bare `rein` lists it until then."""
    with rein.run("x") as run:
        gh.get_repo("acme/app").create_issue("Known")
        lose(sb, gh, fault=fault)
        sb.faults.add(fault, method="PATCH")
        with pytest.raises(LOST):
            gh.get_repo("acme/app").get_issue(1).edit(title="NEW")
    assert run.status == "completed"
    assert [one["id"] for one in waiting()] == [run.id]
    before = len(sb.writes)
    [report] = rein.recover()
    assert states(report) == {2: state, 3: state}
    assert (report.exit, report.left, report.status, run.status) == (0, [], "completed", "completed")
    assert states(run) == {1: "landed", 2: state, 3: state}
    assert len(sb.writes) == before
    assert (waiting(), rein.recover()) == ([], [])
    assert rein.revert(run.id).status == "reverted"
    assert plain(sb).get_repo("acme/app").get_issue(1).title == "First issue"


def test_a_question_that_nothing_answers_stays_one(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The issue was edited since: the recovery says so, leaves the run as it is, and it goes on waiting."""
    with rein.run("x") as run:
        lose(sb, gh)
    person.get_repo("acme/app").get_issue(2).edit(title="Other")
    [report] = rein.recover()
    assert states(report) == {1: "unknown"}
    assert (report.exit, run.status) == (1, "completed")
    assert "issue:2" in message(report, 1)
    assert [one["id"] for one in waiting()] == [run.id]


def test_the_command_says_what_it_found_out(sb: GitHubSandbox, gh: Github) -> None:
    """`rein recover` reports a completed run as completed, and that nothing was undone."""
    with rein.run("x"):
        lose(sb, gh)
    done = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "recover"], capture_output=True, text=True, check=True
    )
    assert "COMPLETED" in done.stdout
    assert "Nothing was undone" in done.stdout
    assert plain(sb).get_repo("acme/app").get_issue(2).state == "open"


def test_one_run_that_raises_does_not_stop_the_recovery_of_others(sb: GitHubSandbox, gh: Github) -> None:
    """Another process takes one of three runs meanwhile: the others are recovered, then the first error is raised."""
    oldest, middle, newest = (
        run_until_killed(lambda _, title=title: gh.get_repo("acme/app").create_issue(title), "after_send")
        for title in ("one", "two", "three")
    )
    others = []

    def take(request: Request) -> None:
        if not others:
            others.append(python(TAKES, middle.id))
            assert others[0].stdout is not None
            others[0].stdout.readline()

    sb.before_answer(take)
    with pytest.raises(rein.errors.RunOwned) as error:
        rein.recover()
    others[0].communicate("")
    assert (oldest.status, middle.status, newest.status) == ("reverted", "open", "reverted")
    assert [oldest.id in note for note in error.value.__notes__] == [False, True]


TAKES = """
import sys
from agentrein.ledger import open_ledger
from agentrein.owner import owner
open_ledger(None).take_over(sys.argv[1], owner())
print("taken", flush=True)
sys.stdin.read()
"""


def waiting() -> list[dict[str, object]]:
    """What bare `rein` lists."""
    done = subprocess.run([sys.executable, "-m", "agentrein.cli", "--json"], capture_output=True, text=True, check=True)
    found: list[dict[str, object]] = json.loads(done.stdout)["waiting"]
    return found
