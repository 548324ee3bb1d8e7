"""I8: the vendor's client stays the vendor's client."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import requests
import responses
from github import Auth, Github, GithubException, RateLimitExceededException, UnknownObjectException
from github.Issue import Issue
from github.Requester import Requester

import agentrein as rein
from acceptance_kit import AGENT, Boom, plain, sent, states
from agentrein_github.sandbox import GitHubSandbox


def test_wrap_gives_the_same_object_back(sb: GitHubSandbox) -> None:
    """Scenario 44: the very client, of the very class, with the requester that it had and no attribute more."""
    client = plain(sb)
    before = (type(client), client.requester, set(vars(client)), repr(client))
    assert rein.wrap(client) is client
    assert (type(client), client.requester, set(vars(client)), repr(client)) == before
    assert isinstance(client, Github)
    assert isinstance(client.requester, Requester)
    client.close()


def test_arming_twice_is_harmless_and_with_other_options_an_error(sb: GitHubSandbox) -> None:
    """The second time changes nothing; other options are refused and leave the first in force."""
    client = rein.wrap(rein.wrap(plain(sb)))
    with pytest.raises(rein.UsageError, match="other options"):
        rein.wrap(client, account="somebody")
    with rein.run("triage") as run:
        client.get_repo("acme/app").create_issue("T")
    assert [action.actor.account for action in run.actions if action.actor] == ["octocat"]
    client.close()


def test_results_are_the_sdk_s_own_objects(sb: GitHubSandbox, gh: Github) -> None:
    """What an armed client answers is what a plain one answers, field by field."""
    with rein.run("triage"):
        made = gh.get_repo("acme/app").create_issue("T", labels=["bug"])
    assert type(made) is Issue
    bare = plain(sb)
    assert made.raw_data == bare.get_repo("acme/app").get_issue(made.number).raw_data
    bare.close()


def failure(client: Github, call: Any) -> GithubException:
    """What a call raises."""
    with pytest.raises(GithubException) as raised:
        call(client.get_repo("acme/app"))
    return raised.value


@pytest.mark.parametrize(
    "call",
    [
        lambda repo: repo.get_issue(999),
        lambda repo: repo.create_pull("main", "nowhere", title="T"),
        lambda repo: repo.get_git_ref("heads/nowhere").delete(),
        lambda repo: repo.update_file("README.md", "m", "x", "0" * 40),
        lambda repo: repo.get_issue(1).create_comment(""),
    ],
)
def test_exceptions_are_the_sdk_s_own(sb: GitHubSandbox, call: Any) -> None:
    """Scenario 44: class, status, data, headers, message, cause and context are those of a plain client."""
    bare, armed = plain(sb), rein.wrap(plain(sb))
    theirs = failure(bare, call)
    with rein.run("triage", on_failure="keep"):
        ours = failure(armed, call)
    assert type(ours) is type(theirs)
    assert (ours.status, ours.data, str(ours)) == (theirs.status, theirs.data, str(theirs))
    assert set(ours.headers or {}) == set(theirs.headers or {})
    assert (ours.__cause__, ours.__context__) == (theirs.__cause__, theirs.__context__)
    assert not hasattr(ours, "__notes__")
    bare.close()
    armed.close()


def test_a_connection_error_keeps_its_context(sb: GitHubSandbox) -> None:
    """Scenario 44: the chain below an exception of the HTTP library is what it is without us."""
    chains = []
    for client in (plain(sb), rein.wrap(plain(sb))):
        repo = client.get_repo("acme/app")
        sb.faults.add("refuse", method="POST")
        with (
            rein.run("triage", on_failure="keep"),
            rein.outside("one of the two is a plain client"),
            pytest.raises(requests.exceptions.ConnectionError) as raised,
        ):
            repo.create_issue("T")
        chains.append(chain(raised.value))
        client.close()
    assert chains[0] == chains[1]
    assert len(chains[0]) > 1


def chain(error: BaseException | None) -> list[type]:
    """The classes of an exception and of those in whose handling it was raised."""
    found = []
    while error is not None:
        found.append(type(error))
        error = error.__cause__ or error.__context__
    return found


def test_the_exception_of_a_block_leaves_as_the_same_object(sb: GitHubSandbox, gh: Github) -> None:
    """It is raised unchanged, with its own cause, the report as a note and as `__rein__`."""
    cause = KeyError("why")
    original = Boom("the agent's own words")
    with pytest.raises(Boom) as raised, rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
        raise original from cause
    assert raised.value is original
    assert raised.value.__cause__ is cause
    assert raised.value.__context__ is None or raised.value.__context__ is cause
    assert raised.value.args == ("the agent's own words",)
    assert raised.value.__notes__ == [str(run.report)]
    assert raised.value.__rein__ is run.report  # type: ignore[attr-defined]


def test_an_exception_that_takes_no_attributes_leaves_all_the_same(sb: GitHubSandbox, gh: Github) -> None:
    """An exception class with slots or with its own ideas cannot keep the revert from happening."""

    class Closed(Exception):
        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(name)

        def add_note(self, note: str) -> None:
            raise AttributeError(note)

    with pytest.raises(Closed), rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
        raise Closed
    assert states(run) == {1: "compensated"}


def test_copies_and_pickles_work_as_before(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 44: copying and pickling give working clients, and objects pickle too."""
    repo = gh.get_repo("acme/app")
    for clone in (copy.copy(gh), copy.deepcopy(gh), pickle.loads(pickle.dumps(gh))):  # noqa: S301 - our own bytes
        assert clone.get_repo("acme/app").full_name == "acme/app"
        clone.close()
    again = pickle.loads(pickle.dumps(repo))  # noqa: S301 - our own bytes
    assert again.get_issue(1).title == "First issue"
    with pytest.raises(rein.Refused):
        again.create_issue("T")
    again.requester.close()
    assert sent(sb) == []


def test_a_pickle_is_armed_where_nobody_called_wrap(sb: GitHubSandbox, gh: Github, tmp_path: Path) -> None:
    """Scenario 9: the mark travels with the pickle, and installs the gate in the other process."""
    file = tmp_path / "client.pickle"
    file.write_bytes(pickle.dumps(gh))
    code = """
import pickle, sys
gh = pickle.load(open(sys.argv[1], "rb"))
repo = gh.get_repo("acme/app")
try:
    repo.create_issue("T")
except Exception as error:
    print(type(error).__name__)
import agentrein
with agentrein.run("there") as run:
    repo.create_issue("T")
print([action.state.value for action in run.actions])
"""
    done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["Refused", "['landed']"]
    assert len(sb.writes) == 1


def test_an_armed_client_works_under_responses(ledger: Path) -> None:
    """Scenario 44: a test double on the transport sees the requests of an armed client as it always did."""
    with responses.RequestsMock() as mock:
        at = "https://api.github.com:443"
        mock.get(f"{at}/repos/o/r", json={"id": 9, "name": "r", "url": "/repos/o/r", "owner": {"login": "o"}})
        mock.get(f"{at}/user", json={"login": "octocat"})
        mock.post(f"{at}/repos/o/r/issues", json={"id": 5, "number": 7, "title": "T"}, status=201)
        mock.post(f"{at}/repos/o/r/issues", json={"message": "no"}, status=422)
        client = rein.wrap(Github(auth=Auth.Token(AGENT), seconds_between_requests=None, seconds_between_writes=None))
        with rein.run("triage") as run:
            repo = client.get_repo("o/r")
            assert repo.create_issue("T").number == 7
            with pytest.raises(GithubException, match="422"):
                repo.create_issue("U")
        client.close()
    assert states(run) == {1: "landed", 2: "rejected"}


def test_reads_need_no_run_and_leave_no_record(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Reads pass at once, also paginated, lazy and raw ones; a ledger is not even made for them."""
    repo = gh.get_repo("acme/app")
    assert [issue.title for issue in repo.get_issues()] == ["First issue"]
    assert repo.get_contents("README.md").decoded_content == b"hello\n"  # type: ignore[union-attr]
    assert gh.requester.requestJsonAndCheck("GET", "/user")[1]["login"] == "octocat"
    with pytest.raises(UnknownObjectException):
        gh.get_repo("acme/none")
    assert not ledger.exists()


def test_a_rate_limit_reaches_a_user_who_set_no_retry(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 44: without a retry setting the SDK's own exception comes at once, and the write is rejected."""
    repo = gh.get_repo("acme/app")
    sb.faults.add("rate_limited", method="POST", status=403, retry_after=60)
    with rein.run("triage") as run, pytest.raises(RateLimitExceededException):
        repo.create_issue("T")
    assert states(run) == {1: "rejected"}


def test_an_unarmed_client_is_untouched(sb: GitHubSandbox, gh: Github) -> None:
    """Another client of the process writes as ever outside of runs, and in one where that is said; unrecorded."""
    other = plain(sb)
    assert type(other.requester) is Requester
    other.get_repo("acme/app").create_issue("T")
    with pytest.raises(Boom), rein.run("triage") as run:
        with rein.outside("a script of ours"):
            other.get_repo("acme/app").create_issue("U")
        raise Boom
    assert states(run) == {}
    assert len(sb.writes) == 2
    other.close()
