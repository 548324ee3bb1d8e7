from __future__ import annotations

import time
from typing import Any

import pytest

from agentrein.connector import Actor, Answer, Call, ClientError, NotCanonical, Own, State
from agentrein_github.answers import SECONDARY, classify, code, own_commits, who
from agentrein_github.graphql import graphql_root

ISSUES = Call("github", "POST /repos/{owner}/{repo}/issues")
GRAPHQL = Call("github", "POST /graphql#minimizeComment")


def said(status: int, message: str = "", **headers: str) -> Answer:
    """An answer of GitHub's with this status, message and headers."""
    return Answer(status, {"message": message}, {name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_success_has_landed(status: int) -> None:
    """Every 2xx answer to a write of one step means that it landed."""
    assert classify(ISSUES, Answer(status)).state is State.LANDED


def test_a_branch_is_renamed_later_whatever_the_answer_says() -> None:
    """GitHub answers 201 at once, and is still at it for a while."""
    call = Call("github", "POST /repos/{owner}/{repo}/branches/{branch}/rename")
    assert classify(call, Answer(201)).state is State.ACCEPTED


def test_an_asynchronous_202_is_accepted() -> None:
    """What GitHub does later has not landed yet; a fork is there at once, only its commits come later."""
    assert classify(Call("github", "POST /repos/{owner}/{repo}/transfer"), Answer(202)).state is State.ACCEPTED
    assert classify(Call("github", "POST /repos/{owner}/{repo}/forks"), Answer(202)).state is State.LANDED


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_created_nothing(status: int) -> None:
    """A write to a renamed repository is rejected, and the reason says so in words."""
    verdict = classify(ISSUES, Answer(status, headers={"location": "https://api.github.com/repositories/9"}))
    assert verdict.state is State.REJECTED
    assert verdict.reason.startswith(f"answered {status}, nothing was created")


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 410, 412, 413, 415, 422, 451])
def test_a_client_error_did_not_happen(status: int) -> None:
    """Every other 4xx is rejected for good and shows GitHub's message."""
    verdict = classify(ISSUES, said(status, "Validation Failed"))
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, False, False)
    assert "Validation Failed" in verdict.reason


def test_a_revoked_token_concerns_the_whole_client() -> None:
    """401 ends the undo of everything that this client did."""
    verdict = classify(ISSUES, said(401, "Bad credentials"))
    assert (verdict.state, verdict.client_wide) == (State.REJECTED, True)


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_error_is_unknown(status: int) -> None:
    """GitHub answers 5xx after creating too, so it is never guessed."""
    verdict = classify(ISSUES, Answer(status))
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.UNKNOWN, True, False)


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        (said(403, "You have exceeded a secondary rate limit.", retry_after="7"), 7.0),
        (said(403, "You have exceeded a secondary rate limit."), 60.0),
        (said(403, "Forbidden", retry_after="3"), 3.0),
        (said(429, "Too many requests", retry_after="2"), 2.0),
        (said(429, "Too many requests"), None),
    ],
)
def test_a_limit_means_not_executed(answer: Answer, wait: float | None) -> None:
    """After a rate limit the same request may be sent again, once the wait that GitHub asks for is over."""
    verdict = classify(ISSUES, answer)
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, True, True)
    assert verdict.retry_after == wait


def test_the_primary_limit_waits_for_its_reset() -> None:
    """The primary limit names no seconds but the moment at which it is reset."""
    reset = str(int(time.time()) + 100)
    verdict = classify(
        ISSUES, said(403, "API rate limit exceeded for user", x_ratelimit_remaining="0", x_ratelimit_reset=reset)
    )
    assert verdict.not_executed
    assert verdict.retry_after == pytest.approx(100, abs=3)
    assert verdict.reason != SECONDARY


def test_an_error_before_sending_did_not_happen() -> None:
    """When no request line left, nothing happened; it may be tried again."""
    verdict = classify(ISSUES, Answer(error=ConnectionError("refused"), sent=False))
    assert (verdict.state, verdict.transient) == (State.REJECTED, True)


def test_a_lost_answer_is_unknown() -> None:
    """A dropped connection says nothing about what GitHub did."""
    verdict = classify(ISSUES, Answer(error=ConnectionError("reset")))
    assert (verdict.state, verdict.transient) == (State.UNKNOWN, True)


def test_a_status_decides_over_what_was_raised_later() -> None:
    """PyGithub raises after some redirects; the status that came still tells that nothing was created."""
    assert classify(ISSUES, Answer(301, error=RuntimeError("redirected"))).state is State.REJECTED


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ({"data": None, "errors": [{"message": "no"}]}, State.REJECTED),
        ({"data": {"minimizeComment": None}, "errors": [{"message": "no"}]}, State.REJECTED),
        ({"data": {"minimizeComment": {"id": "1"}}, "errors": [{"message": "partly"}]}, State.LANDED),
        ({"data": {"minimizeComment": {"id": "1"}}}, State.LANDED),
    ],
)
def test_graphql_tells_errors_in_a_200(body: Any, state: State) -> None:
    """A GraphQL answer with errors and no data did not happen, whatever its status."""
    assert classify(GRAPHQL, Answer(200, body)).state is state


def test_the_code_of_an_answer_is_its_status() -> None:
    """Rows name answers by status."""
    assert code(Answer(410)) == 410


def actor(kind: str, *answers: Answer) -> tuple[Actor, list[str]]:
    """What `who` makes of these answers, and the reads that it asked for."""
    steps, asked = who(kind), []
    try:
        read = next(steps)
        for one in answers:
            asked.append(read.address)
            read = steps.send(one)
    except StopIteration as end:
        return end.value, asked
    pytest.fail(f"it asked for {read.address} too")


def test_a_token_acts_for_its_user() -> None:
    """One read tells a user's login; GitHub has no test mode."""
    found, asked = actor("token", Answer(200, {"login": "octocat"}))
    assert (found, asked) == (Actor("octocat", "live", "token"), ["GET /user"])


def test_an_installation_is_told_by_graphql() -> None:
    """An installation may not read /user, so GraphQL names its bot."""
    bot = Answer(200, {"data": {"viewer": {"login": "triage[bot]"}}})
    found, asked = actor("installation", said(403, "Resource not accessible by integration"), bot)
    assert found == Actor("triage[bot]", "live", "installation")
    assert asked == ["GET /user", "POST /graphql"]


def test_an_app_is_told_by_its_slug() -> None:
    """The app itself has no user."""
    assert actor("app", Answer(200, {"slug": "triage"}))[0].account == "triage"


@pytest.mark.parametrize(
    "answers",
    [
        (said(401, "Bad credentials"),),
        (said(403), said(403)),
        (said(403), Answer(200, {"data": {"viewer": None}, "errors": [{"message": "no"}]})),
    ],
)
def test_an_actor_is_never_guessed(answers: tuple[Answer, ...]) -> None:
    """When GitHub does not tell whose credential it is, that is said, with what to do."""
    with pytest.raises(ClientError, match="account="):
        actor("token", *answers)


@pytest.mark.parametrize(
    ("body", "root"),
    [
        ({"query": "query { viewer { login } }"}, None),
        ({"query": "{ viewer { login } }"}, None),
        ({"query": 'mutation { closeIssue(input: {issueId: "1"}) { clientMutationId } }'}, "closeIssue"),
        ({"query": "mutation M($i: X!) { harmless: deleteIssue(input: $i) { id } }", "variables": {}}, "deleteIssue"),
        ({"query": "query A { viewer { id } } mutation B { mergeBranch { id } }", "operationName": "B"}, "mergeBranch"),
        ({"query": "query A { viewer { id } } mutation B { mergeBranch { id } }", "operationName": "A"}, None),
        ({"query": "query A { ...F } fragment F on Query { viewer { id } }"}, None),
    ],
)
def test_the_document_names_the_operation(body: Any, root: str | None) -> None:
    """A mutation is known by the real name of its one root field, whatever it is called; a query is a read."""
    assert graphql_root(body) == root


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"query": "mutation { a { id } b { id } }"}, "2 root fields"),
        ({"query": "mutation { ...F } fragment F on Mutation { deleteIssue { id } }"}, "fragment"),
        ({"query": "mutation { ... on Mutation { deleteIssue { id } } }"}, "fragment"),
        ({"query": "query A { a } mutation B { b { id } }"}, "no operationName"),
        ({"query": "query A { a }", "operationName": "B"}, "0 operations named 'B'"),
        ({"query": "subscription { issue { id } }"}, "subscription"),
        ({"query": "mutation {"}, "cannot be parsed"),
        ({"query": "{" * 5000}, "cannot be parsed"),
        ({"query": 7}, "no document"),
        ([{"query": "mutation { b { id } }"}], "no document"),
        (None, "no document"),
    ],
)
def test_what_hides_its_operation_is_refused(body: Any, reason: str) -> None:
    """A document whose executed operation is not plain to see is no address at all."""
    with pytest.raises(NotCanonical, match=reason):
        graphql_root(body)


# --- commits on top of ours


def commit(sha: str, parents: str, by: str | None = "octocat", said: str = "add", tree: str = "t") -> dict[str, Any]:
    """A commit as GitHub shows it, with the trimmings that are read."""
    return {
        "sha": sha,
        "author": None if by is None else {"login": by},
        "commit": {"message": said, "tree": {"sha": tree}},
        "parents": [{"sha": parent} for parent in parents.split()],
    }


def looked(*commits: dict[str, Any], calls: int = 1, planned: bool = False) -> bool:
    """What is said of `now` against `ours`, where GitHub holds these commits."""
    sent = tuple(Call("github", "PUT /x", body={"message": "add"}) for _ in range(calls))
    known = {one["sha"]: Answer(200, one) for one in commits}
    steps = own_commits("ours", "now", Own(Actor("Octocat"), sent, planned))
    try:
        read = next(steps)
        while True:
            read = steps.send(known.get(read.params["sha"], Answer(404)))
    except StopIteration as end:
        return bool(end.value)


OURS = commit("ours", "", by="helper", said="a person's")
UNDONE = commit("now", "a", said="Undone by AgentRein")


def test_own_commits_that_were_undone_are_ours() -> None:
    """The write and its undo are by the run's account, say what it sent, and leave the same files."""
    assert looked(UNDONE, commit("a", "ours", tree="u"), OURS)


@pytest.mark.parametrize(
    "commits",
    [
        pytest.param([commit("now", "a", tree="u"), commit("a", "ours", tree="u")], id="not undone"),
        pytest.param([UNDONE, commit("a", "ours", by="helper")], id="a person's author"),
        pytest.param([UNDONE, commit("a", "ours", by=None)], id="nobody's"),
        pytest.param([UNDONE, commit("a", "ours", said="amended")], id="another message"),
        pytest.param([UNDONE, commit("a", "ours b")], id="a merge"),
        pytest.param([UNDONE, commit("a", "")], id="another history"),
        pytest.param([UNDONE, commit("a", "b"), commit("b", "ours")], id="more than were sent"),
        pytest.param([UNDONE], id="hidden"),
        pytest.param([], id="unknown"),
    ],
)
def test_other_commits_are_not_ours(commits: list[dict[str, Any]]) -> None:
    """What a person may have made is never taken for the run's."""
    assert not looked(*commits, OURS)


def test_a_plan_takes_own_commits_for_undone() -> None:
    """In a plan the undo is still to come, and only then."""
    tip = commit("now", "ours", tree="u")
    assert (looked(tip, OURS, planned=True), looked(tip, OURS)) == (True, False)
