"""I2: a request that is neither a declared read nor a known write is refused, through every door of the SDK."""

from __future__ import annotations

import contextvars
import copy
import inspect
import io
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.GitRef import GitRef
from github.Issue import Issue
from github.IssueComment import IssueComment
from github.PullRequest import PullRequest
from github.Repository import Repository
from github.Requester import Requester

import agentrein as rein
from acceptance_kit import AGENT, PERSON, Boom, entries, plain, sent, states
from agentrein import faults
from agentrein.table import READ, Match
from agentrein.testing import Request
from agentrein_github import connector
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples import EXAMPLES

MERGE = "github: PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"


@pytest.fixture
def pull(sb: GitHubSandbox, person: Github) -> PullRequest:
    """A pull request of a person's that could be merged."""
    repo = person.get_repo("acme/app")
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("new.txt", "add", "text", branch="feat")
    made = repo.create_pull("main", "feat", title="Ready")
    sb.clear_requests()
    return made


# --- addresses


@pytest.mark.parametrize(
    ("way", "arrives"),
    [
        (lambda repo: repo.create_file("../pulls/1/merge", "m", "x"), "PUT /repos/acme/app/pulls/1/merge"),
        (lambda repo: repo.update_file("a/../../pulls/1/merge", "m", "x", "s"), "PUT /repos/acme/app/pulls/1/merge"),
        (lambda repo: repo.delete_file("../releases/5", "m", "s"), "DELETE /repos/acme/app/releases/5"),
        (lambda repo: repo.create_file("./../pulls/1/merge", "m", "x"), "PUT /repos/acme/app/pulls/1/merge"),
    ],
)
def test_a_file_that_would_arrive_elsewhere_is_refused(
    sb: GitHubSandbox, gh: Github, way: Callable[[Repository], object], arrives: str
) -> None:
    """Scenarios 5 and 6: the path looks like a file and would arrive as a merge; the message shows where."""
    with rein.run("triage") as run, pytest.raises(rein.Refused) as refused:
        way(gh.get_repo("acme/app"))
    assert arrives in str(refused.value)
    assert refused.value.reason == "address"
    assert sent(sb) == []
    assert states(run) == {}


@pytest.mark.parametrize("path", ["%2e%2e/pulls/1/merge", "%2E./pulls/1/merge", "a//b", ".", "a/./b"])
def test_an_encoded_way_out_of_the_folder_is_refused(sb: GitHubSandbox, gh: Github, path: str) -> None:
    """Dots may come encoded or single, and a segment may be empty: the address must be the one that it shows."""
    body = {"message": "m", "content": ""}
    with rein.run("triage"), pytest.raises(rein.Refused) as refused:
        gh.requester.requestJsonAndCheck("PUT", f"/repos/acme/app/contents/{path}", input=body)
    assert refused.value.reason == "address"
    assert sent(sb) == []


def test_what_no_row_knows_is_refused_with_the_nearest_that_are(sb: GitHubSandbox, gh: Github) -> None:
    """An unknown write is refused within a run too, and the message names known addresses that resemble it."""
    with rein.run("triage"), pytest.raises(rein.Refused, match=r"nearest known: .*issues") as refused:
        gh.requester.requestJsonAndCheck("POST", "/repos/acme/app/issues/1/unheard-of", input={})
    assert refused.value.reason == "unknown"
    assert sent(sb) == []


@pytest.mark.parametrize(
    "door",
    [
        lambda send: send.requestMultipart("POST", "/repos/acme/app/issues", input={"title": "T"}),
        lambda send: send.requestBlob("PUT", "/repos/acme/app/contents/a", input=__file__),
        lambda send: send.requestMemoryBlobAndCheck(
            "PUT", "/repos/acme/app/contents/a", None, {"Content-Type": "text/plain"}, io.BytesIO(b"x")
        ),
    ],
)
def test_an_upload_to_a_known_address_is_refused(
    sb: GitHubSandbox, gh: Github, door: Callable[[Requester], object]
) -> None:
    """A body that cannot be read as the row's cannot be recorded either, so the known address does not let it out."""
    with rein.run("triage") as run, pytest.raises(rein.Refused, match="upload") as refused:
        door(gh.requester)
    assert refused.value.reason == "unknown"
    assert sent(sb) == []
    assert states(run) == {}


# --- copies of the client


def by_copy(client: Github) -> Github:
    """A shallow copy."""
    return copy.copy(client)


def by_deepcopy(client: Github) -> Github:
    """A deep copy."""
    return copy.deepcopy(client)


def by_pickle(client: Github) -> Github:
    """A copy through bytes."""
    return pickle.loads(pickle.dumps(client))  # type: ignore[no-any-return] # noqa: S301 - our own bytes


def by_lazy(client: Github) -> Github:
    """The SDK's own way to make another client of one."""
    return client.withLazy(lazy=True)


COPIES = [by_copy, by_deepcopy, by_pickle, by_lazy]


@pytest.fixture
def made(gh: Github) -> Iterator[list[Github]]:
    """Copies to be closed at the end."""
    clients: list[Github] = []
    yield clients
    for client in clients:
        client.close()


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_with_another_token_is_gated_and_sends_that_token(
    sb: GitHubSandbox, gh: Github, made: list[Github], way: Callable[[Github], Github]
) -> None:
    """Scenario 9: the copy refuses outside of a run, is recorded within, and the wire carries the changed token."""
    gh.get_repo("acme/app")
    made.append(way(gh))
    made[0].requester._Requester__auth = Auth.Token(PERSON)  # type: ignore[attr-defined]
    repo = made[0].get_repo("acme/app")
    with pytest.raises(rein.Refused, match="no run is open"):
        repo.create_issue("T")
    with rein.run("triage") as run:
        repo.create_issue("T")
    assert [request.actor for request in sb.writes] == ["helper"]
    assert [action.actor.account for action in run.actions if action.actor] == ["helper"]


def test_a_changed_token_is_another_actor(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 9: a token that changes within a run is read anew, so that the undo knows who did what."""
    repo = gh.get_repo("acme/app")
    with pytest.raises(Boom), rein.run("triage") as run:
        repo.create_issue("T")
        gh.requester._Requester__auth = Auth.Token(PERSON)  # type: ignore[attr-defined]
        repo.create_issue("U")
        gh.requester._Requester__auth = Auth.Token(AGENT)  # type: ignore[attr-defined]
        raise Boom
    assert [action.actor.account for action in run.actions if action.actor] == ["octocat", "helper"]
    assert states(run)[1] == "compensated"
    assert "wrong credentials" in str(run.report)


class Mine(Github):
    """A user's own client."""

    def open_issue(self, title: str) -> Issue:
        """What users add to it."""
        return self.get_repo("acme/app").create_issue(title)


def test_a_user_s_subclass_works(sb: GitHubSandbox) -> None:
    """Scenario 9: the methods of a user's subclass are gated like the SDK's own."""
    settings: dict[str, Any] = {"seconds_between_requests": None, "seconds_between_writes": None}
    client = rein.wrap(Mine(auth=Auth.Token(AGENT), base_url=sb.url, **settings))
    assert type(client) is Mine
    with pytest.raises(rein.Refused):
        client.open_issue("T")
    with pytest.raises(Boom), rein.run("triage") as run:
        client.open_issue("T")
        raise Boom
    assert states(run) == {1: "compensated"}
    client.close()


# --- merging


def merge_by_the_object(client: Github) -> object:
    """The SDK's method."""
    return client.get_repo("acme/app").get_pull(2).merge()


def merge_by_the_requester(client: Github) -> object:
    """A raw request."""
    return client.requester.requestJsonAndCheck("PUT", "/repos/acme/app/pulls/2/merge")


def merge_by_id(client: Github) -> object:
    """A raw request that names the repository by its id, with an absolute address."""
    return client.requester.requestJson("PUT", f"{client.requester.base_url}/repositories/9/pulls/2/merge", input={})


def merge_by_slash(client: Github) -> object:
    """A raw request with a slash at its end."""
    return client.requester.requestJson("PUT", "/repos/acme/app/pulls/2/merge/", input={})


def merge_by_mutation(client: Github) -> object:
    """GraphQL."""
    return client.requester.graphql_named_mutation("mergePullRequest", {"pullRequestId": "x"}, "clientMutationId")


def merge_by_document(client: Github) -> object:
    """GraphQL as text, under an alias."""
    document = 'mutation M { innocent: mergePullRequest(input: {pullRequestId: "x"}) { clientMutationId } }'
    return client.requester.graphql_query(document, {})


def merge_by_automerge(client: Github) -> object:
    """GitHub merges by itself once it is armed to."""
    return client.get_repo("acme/app").get_pull(2).enable_automerge("MERGE")


def merge_by_branches(client: Github) -> object:
    """Merging the branch has the same effect."""
    return client.get_repo("acme/app").merge("main", "feat")


MERGES = [
    merge_by_the_object,
    merge_by_the_requester,
    merge_by_id,
    merge_by_slash,
    merge_by_mutation,
    merge_by_document,
    merge_by_automerge,
    merge_by_branches,
]


@pytest.mark.parametrize("door", MERGES)
def test_a_merge_is_refused_through_every_door(
    sb: GitHubSandbox, gh: Github, pull: PullRequest, door: Callable[[Github], object]
) -> None:
    """Nothing un-merges, so no form of a merge leaves an armed client unless somebody allows it."""
    with rein.run("triage"), pytest.raises(rein.Refused) as refused:
        door(gh)
    assert refused.value.reason in {"policy", "unknown"}
    assert sent(sb) == []
    pull.update()
    assert not pull.merged


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_cannot_merge(
    sb: GitHubSandbox, gh: Github, pull: PullRequest, made: list[Github], way: Callable[[Github], Github]
) -> None:
    """A copy of the client is as closed as the client."""
    made.append(way(gh))
    with rein.run("triage"), pytest.raises(rein.Refused, match="cannot un-merge"):
        made[0].get_repo("acme/app").get_pull(2).merge()
    assert sent(sb) == []


def test_an_object_made_before_wrap_cannot_merge(sb: GitHubSandbox, pull: PullRequest) -> None:
    """Arming covers what the client handed out before."""
    client = plain(sb)
    early = client.get_repo("acme/app").get_pull(2)
    lazy = client.withLazy(lazy=True).get_repo("acme/app").get_pull(2)
    rein.wrap(client)
    with rein.run("triage"), pytest.raises(rein.Refused, match="cannot un-merge"):
        early.merge()
    assert sent(sb) == []
    lazy.requester.close()
    client.close()


def test_a_refusal_says_what_why_where_and_what_now(sb: GitHubSandbox, gh: Github, pull: PullRequest) -> None:
    """For people: the sentence, the method, the reason, the step and line, the rule. For a model: one sentence."""
    with rein.run("triage") as run, run.step("ship it"), pytest.raises(rein.Refused) as refused:
        gh.get_repo("acme/app").get_pull(2).merge()
    what, why, where, now = str(refused.value).split("\n")
    assert what == "REIN-R102 refused: merge pull request acme/app#2 (PullRequest.merge)"
    assert why.startswith("  why    irreversible: GitHub cannot un-merge")
    assert why.endswith("Nothing was sent.")
    assert where.startswith(f'  where  run triage {run.id}, step "ship it", test_i2_fail_closed.py:')
    assert now.endswith(f'rein.run(policy={{"{MERGE}": "ask"}})')
    assert refused.value.for_model() == (
        "Not done: merge pull request acme/app#2: irreversible: GitHub cannot un-merge: a revert is another pull "
        "request. Do not retry; continue with other work or finish."
    )
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own bytes
    assert (str(again), again.reason) == (str(refused.value), "policy")
    assert isinstance(refused.value, Exception)


def test_a_refusal_is_noted_beside_the_actions(gh: Github, ledger: Path, pull: PullRequest) -> None:
    """What the agent tried and was not let do stands in the ledger."""
    with rein.run("triage"), pytest.raises(rein.Refused):
        gh.get_repo("acme/app").get_pull(2).merge()
    [noted] = entries(ledger, "refused")
    assert noted["payload"]["says"] == "merge pull request acme/app#2"
    assert noted["payload"]["tier"] == "irreversible"


# --- policy


def test_an_allowed_merge_is_sent_recorded_and_counts_as_left(gh: Github, pull: PullRequest) -> None:
    """A rule for the operation lets it out; nothing can undo it, so it is left until a person keeps it."""
    with rein.run("ship", policy={MERGE: "allow"}) as run:
        assert gh.get_repo("acme/app").get_pull(2).merge().merged
    report = rein.revert(run.id)
    assert states(report) == {1: "needs_attention"}
    assert (report.left, report.exit, run.status) == ([1], 1, "needs_attention")
    assert "cannot un-merge" in report.actions[0].message
    kept = rein.revert(run.id, keep=[1])
    assert (states(kept), kept.exit, run.status) == ({1: "kept"}, 0, "reverted")


@pytest.mark.parametrize(
    ("policy", "refused"),
    [
        ({}, False),
        ({"compensable": "refuse"}, True),
        ({"reversible": "refuse"}, False),
        ({"github: POST /repos/{owner}/{repo}/issues": "refuse"}, True),
        ({"github: POST /repos/{owner}/{repo}/*": "refuse"}, True),
        ({"github: *": "refuse"}, True),
        ({"github: DELETE *": "refuse"}, False),
        ({"github: *": "refuse", "github: POST /repos/{owner}/{repo}/issues": "allow"}, False),
        ({"github: *": "refuse", "github: POST *": "allow"}, False),
        ({"compensable": "refuse", "github: POST *": "allow"}, False),
        ({"compensable": "allow", "github: POST *": "refuse"}, True),
    ],
)
def test_a_policy_decides_by_name_pattern_and_tier(
    sb: GitHubSandbox, gh: Github, policy: dict[str, str], *, refused: bool
) -> None:
    """The operation's own name wins over a pattern, a longer pattern over a shorter one, any of them over the tier."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage", policy=policy):
        if refused:
            with pytest.raises(rein.Refused, match="the run's policy refuses it") as error:
                repo.create_issue("T")
            assert error.value.reason == "policy"
        else:
            repo.create_issue("T")
    assert len(sb.writes) == (0 if refused else 1)


def test_a_refusal_by_policy_reads_nothing_where_the_arguments_decide(sb: GitHubSandbox, gh: Github) -> None:
    """No actor, no lookup, no before-image is read for a call that is refused anyway."""
    repo = gh.withLazy(lazy=True).get_repo("acme/app")
    with rein.run("triage", policy={"compensable": "refuse"}), pytest.raises(rein.Refused):
        repo.create_issue("T")
    assert sb.requests == []


def test_a_file_too_large_to_come_back_is_irreversible(sb: GitHubSandbox, gh: Github) -> None:
    """The tier depends on the state: GitHub shows no content over 1 MB, so the old bytes could not be written back."""
    sb.add_repo("acme/large", files={"big.bin": b"x" * (1024 * 1024 + 1), "small.txt": b"x"})
    repo = gh.get_repo("acme/large")
    shas = {entry.path: entry.sha for entry in repo.get_contents("")}  # type: ignore[union-attr]
    with rein.run("triage") as run:
        for path in ("big.bin", "small.txt"):
            with nullcontext() if path == "small.txt" else pytest.raises(rein.Refused, match="irreversible"):
                repo.update_file(path, "change", "y", shas[path])
    assert sent(sb) == ["PUT /repos/acme/large/contents/small.txt"]
    assert [action.planned["tier"] for action in run.actions] == ["compensable"]


@pytest.mark.parametrize(
    ("verb", "path", "body", "says"),
    [
        ("PATCH", "/repos/acme/app/issues/1", {"title": "T", "unheard_of": 1}, "unheard_of"),
        ("POST", "/repos/acme/app/pulls", {"issue": 1, "head": "feat", "base": "main"}, "irreversible"),
    ],
)
def test_what_the_arguments_make_irreversible_is_refused(
    sb: GitHubSandbox, gh: Github, verb: str, path: str, body: dict[str, object], says: str
) -> None:
    """A field without a declared reading could not be put back; an issue that became a pull request stays one."""
    with rein.run("triage") as run, pytest.raises(rein.Refused, match=says) as refused:
        gh.requester.requestJsonAndCheck(verb, path, input=body)
    assert refused.value.reason == "policy"
    assert "irreversible" in refused.value.why
    assert sent(sb) == []
    assert states(run) == {}


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ({"irreversible": "maybe"}, "'maybe' is no verdict"),
        ({"irreversible": {"over": 5}}, "a limit says over and then"),
        ({"github: POST /repos/{owner}/{repo}/issues": {"over": 5, "then": "ask"}}, "nothing tells how much"),
        ({"dangerous": "refuse"}, "neither a tier nor an operation"),
        ({"*": "refuse"}, "neither a tier nor an operation"),
        ({"github: POST /repos/{owner}/{repo}/issue": "refuse"}, "names no operation"),
        ({"github: PURGE *": "refuse"}, "names no operation"),
        ({"githob: POST /repos/{owner}/{repo}/issues": "refuse"}, "no connector is called 'githob'"),
        ("refuse", "is no mapping"),
        ({7: "refuse"}, "neither a tier nor an operation"),
    ],
)
def test_a_policy_that_cannot_mean_anything_is_an_error(policy: Any, says: str) -> None:
    """A typo in a rule must not let anything out, so it is refused before the run opens, saying what would be right."""
    with pytest.raises(rein.UsageError, match=says) as error:
        rein.run("triage", policy=policy)
    assert error.value.now


# --- runs


def test_a_write_outside_of_a_run_is_refused_with_the_line_to_add(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 15: with no run open nothing is sent, and the message holds the line."""
    with pytest.raises(rein.Refused, match=r'with rein\.run\("name"\)') as refused:
        gh.get_repo("acme/app").create_issue("T")
    assert refused.value.reason == "outside a run"
    assert sent(sb) == []


def test_a_tool_thread_s_write_belongs_to_the_only_run(gh: Github, sb: GitHubSandbox) -> None:
    """Scenario 15: a pool thread that knows no run writes for the one that is open, and is undone with it."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with ThreadPoolExecutor(1) as pool, pytest.raises(Boom), rein.run("triage") as run:
        pool.submit(repo.create_issue, "T").result()
        raise Boom
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


def test_a_tool_thread_between_two_runs_is_refused_by_name(gh: Github, sb: GitHubSandbox) -> None:
    """Scenario 15: with two runs open a thread that belongs to none is refused, and both are named."""
    repo = gh.get_repo("acme/app")
    with ThreadPoolExecutor(1) as pool, rein.run("triage") as one:
        other = rein.run("labels")
        contextvars.Context().run(other.__enter__)
        with pytest.raises(rein.Refused) as refused:
            pool.submit(repo.create_issue, "T").result()
        contextvars.Context().run(other.__exit__, None, None, None)
        repo.create_issue("U")
    assert f"{one.id} 'triage'" in str(refused.value)
    assert f"{other.id} 'labels'" in str(refused.value)
    assert len(sb.writes) == 1
    assert (states(one), states(other)) == ({1: "landed"}, {})


def test_a_late_write_of_a_closed_run_is_refused(gh: Github, sb: GitHubSandbox) -> None:
    """A thread that carries the run's context and writes after the end does not write into nowhere."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        carried = contextvars.copy_context()
    sb.clear_requests()
    with pytest.raises(rein.Refused, match=f"run {run.id} is over") as refused:
        carried.run(repo.create_issue, "T")
    assert refused.value.reason == "run closed"
    assert sb.requests == [], "it is refused before anything is read for it"


def test_a_write_while_the_run_is_being_undone_is_refused(gh: Github, sb: GitHubSandbox) -> None:
    """Scenario 48: a sibling tool that writes during the undo is refused, and the report is complete."""
    repo = gh.get_repo("acme/app")
    refusals: list[rein.Refused] = []

    @sb.before_answer
    def meanwhile(request: Request) -> None:
        if request.method == "PATCH" and not refusals:
            with pytest.raises(rein.Refused, match="is being undone") as refused:
                carried[0].run(repo.create_issue, "late")
            refusals.append(refused.value)

    with pytest.raises(Boom), rein.run("triage") as run:
        repo.create_issue("T")
        carried = [contextvars.copy_context()]
        raise Boom
    assert [one.reason for one in refusals] == ["run closed"]
    assert states(run) == {1: "compensated"}
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]


# --- every callable of part 7


def new_ref(repo: Repository) -> GitRef:
    """A branch of the agent's own."""
    return repo.create_git_ref("refs/heads/mine", repo.get_branch("main").commit.sha)


def new_pull(repo: Repository) -> PullRequest:
    """A pull request of the agent's own."""
    new_ref(repo)
    repo.create_file("mine.txt", "add", "text", branch="mine")
    return repo.create_pull("main", "mine", title="Mine")


def the_comment(repo: Repository) -> IssueComment:
    """The seeded comment of issue 1."""
    return repo.get_issue(1).get_comments()[0]


def readme(repo: Repository) -> str:
    """The blob id of the README."""
    return repo.get_contents("README.md").sha  # type: ignore[union-attr]


def moved(repo: Repository) -> None:
    """A branch that moves to a commit of its own."""
    ref = new_ref(repo)
    repo.create_file("mine.txt", "add", "text", branch="mine")
    ref.edit(repo.get_branch("main").commit.sha, force=True)


def labelled(pull: PullRequest) -> PullRequest:
    """The pull request with a label."""
    pull.add_to_labels("bug")
    return pull


def without_branch(pull: PullRequest) -> PullRequest:
    """The pull request without its branch."""
    pull.delete_branch(force=True)
    return pull


CALLS: dict[str, Callable[[Repository], object]] = {
    "Repository.create_issue": lambda repo: repo.create_issue("T", body="B", labels=["bug"], assignees=["helper"]),
    "Repository.create_git_ref": new_ref,
    "Repository.create_pull": new_pull,
    "Repository.create_file": lambda repo: repo.create_file("new.txt", "add", "text"),
    "Repository.update_file": lambda repo: repo.update_file("README.md", "change", "text", readme(repo)),
    "Repository.delete_file": lambda repo: repo.delete_file("README.md", "delete", readme(repo)),
    "Issue.edit": lambda repo: repo.get_issue(1).edit(
        title="N", body="B", labels=["bug"], assignees=[], milestone=None
    ),
    "Issue.edit close": lambda repo: repo.get_issue(1).edit(state="closed", state_reason="completed"),
    "Issue.create_comment": lambda repo: repo.get_issue(1).create_comment("hello"),
    "Issue.add_to_labels": lambda repo: repo.get_issue(1).add_to_labels("bug", "security"),
    "Issue.remove_from_labels": lambda repo: repo.get_issue(1).remove_from_labels("bug"),
    "Issue.set_labels": lambda repo: repo.get_issue(1).set_labels("customer"),
    "Issue.delete_labels": lambda repo: repo.get_issue(1).delete_labels(),
    "Issue.add_to_assignees": lambda repo: repo.get_issue(1).add_to_assignees("helper"),
    "Issue.remove_from_assignees": lambda repo: repo.get_issue(1).remove_from_assignees("helper"),
    "Issue.lock": lambda repo: repo.get_issue(1).lock("spam"),
    "Issue.unlock": lambda repo: repo.get_issue(1).unlock(),
    "IssueComment.edit": lambda repo: the_comment(repo).edit("changed"),
    "IssueComment.delete": lambda repo: the_comment(repo).delete(),
    "GitRef.edit": moved,
    "GitRef.delete": lambda repo: new_ref(repo).delete(),
    "PullRequest.edit": lambda repo: new_pull(repo).edit(title="N", body="B", state="closed"),
    "PullRequest.merge": lambda repo: new_pull(repo).merge(),
    "PullRequest.create_issue_comment": lambda repo: new_pull(repo).create_issue_comment("hello"),
    "PullRequest.add_to_labels": lambda repo: new_pull(repo).add_to_labels("bug"),
    "PullRequest.remove_from_labels": lambda repo: labelled(new_pull(repo)).remove_from_labels("bug"),
    "PullRequest.set_labels": lambda repo: new_pull(repo).set_labels("bug"),
    "PullRequest.delete_labels": lambda repo: new_pull(repo).delete_labels(),
    "PullRequest.add_to_assignees": lambda repo: new_pull(repo).add_to_assignees("helper"),
    "PullRequest.remove_from_assignees": lambda repo: new_pull(repo).remove_from_assignees("helper"),
    "PullRequest.as_issue": lambda repo: new_pull(repo).as_issue().edit(state="closed"),
    "PullRequest.delete_branch": lambda repo: new_pull(repo).delete_branch(force=True),
    "PullRequest.restore_branch": lambda repo: without_branch(new_pull(repo)).restore_branch(),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_request_of_a_public_write_is_known_and_recorded(
    sb: GitHubSandbox, gh: Github, ledger: Path, name: str
) -> None:
    """Scenario 16: each request on the wire is a declared read, or the one write that the last committed entry says."""
    seen: list[tuple[Request, dict[str, Any]]] = []
    sb.before_answer(lambda request: seen.append((request, entries(ledger)[-1])) if request.is_write else None)
    start = sb.state()
    with pytest.raises((Boom, rein.Refused)), rein.run("everything") as run:
        CALLS[name](gh.get_repo("acme/app"))
        raise Boom
    forward = [(request, entry) for request, entry in seen if entry["kind"] == "planned"]
    undo = [entry for _, entry in seen if entry["kind"] == "undo_intent"]
    assert len(forward) + len(undo) == len(seen), "a write arrived whose entry was not the last one"
    for request, entry in forward:
        known = connector.table.match(request.method, request.path, request.body)
        assert isinstance(known, Match)
        assert known.address == entry["payload"]["call"]["address"]
    assert [entry["seq"] for _, entry in forward] == [action.seq for action in run.actions]
    reads = [request for request in sb.requests if not request.is_write]
    assert all(connector.reads(r.method, r.path) or connector.table.match(r.method, r.path) is READ for r in reads)
    assert sb.left(start, ignore=["repo:9/label:*"]) == []


def test_every_method_that_the_table_names_is_called() -> None:
    """A row that names another SDK method needs a call of it in the list above, or an example of its own."""
    shown = {example.address for example in EXAMPLES}
    rows = [row for row in connector.operations if row.address not in shown and row.inverse is not None]
    named = {name.strip() for row in rows for name in row.sdk.split("/")}
    assert named <= {name.split(" ")[0] for name in CALLS}, named - set(CALLS)


@pytest.mark.parametrize("kind", [GitRef, Issue, IssueComment, PullRequest])
def test_every_public_method_that_writes_is_named(kind: type) -> None:
    """The SDK has no public method on these classes that writes and is neither called above nor named by a row."""
    methods = [
        name for name, method in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_" and writes(method)
    ]
    known = " / ".join([*(row.sdk for row in connector.operations), *(line.sdk for line in connector.refused)])
    assert len(methods) >= 2
    assert [n for n in methods if f"{kind.__name__}.{n}" not in known and f"{kind.__name__}.{n}" not in CALLS] == []


def writes(method: Callable[..., object]) -> bool:
    """Whether the method's own code sends a write."""
    code = inspect.getsource(method)
    return any(f'"{verb}"' in code for verb in ("POST", "PUT", "PATCH", "DELETE")) or "mutation" in code


# --- versions


def test_an_untested_version_of_the_sdk_is_refused_and_the_client_untouched(
    sb: GitHubSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 14: `wrap` names the installed version, the tested range and the install line; the client is plain."""
    fake = tmp_path / "PyGithub-3.0.0.dist-info"
    fake.mkdir()
    (fake / "METADATA").write_text("Metadata-Version: 2.1\nName: PyGithub\nVersion: 3.0.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    client = plain(sb)
    requester, kind = client.requester, type(client.requester)
    with pytest.raises(rein.UntestedVersion, match=r"PyGithub 3\.0\.0 is installed.*>=2\.10,<2\.11") as error:
        rein.wrap(client)
    assert error.value.now == "pip install 'PyGithub>=2.10,<2.11'"
    assert client.requester is requester
    assert type(client.requester) is kind
    client.get_repo("acme/app").create_issue("T")
    client.close()


def test_an_untested_version_reverts_nothing(
    sb: GitHubSandbox, gh: Github, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 14, later: a revert with an SDK outside of the tested range sends nothing and says so."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
    fake = tmp_path / "PyGithub-3.0.0.dist-info"
    fake.mkdir()
    (fake / "METADATA").write_text("Metadata-Version: 2.1\nName: PyGithub\nVersion: 3.0.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "landed"}, 3)
    assert "PyGithub 3.0.0" in report.problems[0]
    assert len(sb.writes) == 1


def test_concurrent_runs_in_threads_keep_their_writes_apart(gh: Github, sb: GitHubSandbox) -> None:
    """Each thread's run has its own writes, whatever the others do at the same time."""
    repo = gh.get_repo("acme/app")
    barrier = threading.Barrier(3, timeout=10)

    def work(number: int) -> tuple[dict[int, str], list[str]]:
        with rein.run(f"run {number}") as run:
            barrier.wait()
            repo.create_issue(f"{number} a")
            repo.create_issue(f"{number} b")
        return states(run), [action.says for action in run.actions]

    with ThreadPoolExecutor(3) as pool:
        for number, (found, says) in enumerate(pool.map(work, range(3))):
            assert found == {1: "landed", 2: "landed"}
            assert says == [f'open issue "{number} {which}" in acme/app' for which in "ab"]
    assert faults.listener is None
