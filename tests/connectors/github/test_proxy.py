from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import responses
from github import Auth, BadCredentialsException, Github, GithubRetry, UnknownObjectException
from github.Requester import Requester

import agentrein as rein
from agentrein.connector import ClientError, Options, Refused, State, UsageError, Verdict
from agentrein_github.proxy import GatedRequester, arm, client_of, from_environment
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE, armed, plain, states


def test_the_client_stays_itself(sb: GitHubSandbox) -> None:
    """Wrapping gives the same object back: same class, same requester, no new attributes on the client."""
    client = plain(sb.url)
    requester, attributes = client.requester, set(vars(client))
    assert rein.wrap(client) is client
    assert type(client) is Github
    assert client.requester is requester
    assert isinstance(requester, Requester)
    assert set(vars(client)) == attributes
    client.close()


def test_arming_twice_is_harmless(sb: GitHubSandbox) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain(sb.url)
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="somebody"))
    assert client_of(client).options == Options()
    client.close()


def test_a_subclass_of_the_client_works(sb: GitHubSandbox) -> None:
    """A user's own Github class is armed like the SDK's."""

    class Mine(Github):
        pass

    client = rein.wrap(Mine(auth=Auth.Token("token-octocat"), base_url=sb.url, **NO_PAUSE))
    assert type(client) is Mine
    with pytest.raises(Refused):
        client.get_repo("acme/app").create_issue("T")
    client.close()


def test_a_requester_of_the_user_s_is_refused(sb: GitHubSandbox) -> None:
    """A class of its own below the SDK could go around the gate, so it is refused and the client left alone."""

    class Mine(Requester):
        pass

    client = plain(sb.url)
    client.requester.__class__ = Mine
    with pytest.raises(UsageError, match="Requester of PyGithub's own"):
        rein.wrap(client)
    assert type(client.requester) is Mine
    client.close()


def test_objects_made_before_wrap_are_covered(sb: GitHubSandbox) -> None:
    """A repository fetched from the plain client writes through the gate once that client is armed."""
    client = plain(sb.url)
    repo = client.get_repo("acme/app")
    rein.wrap(client)
    with pytest.raises(Refused):
        repo.create_issue("T")
    with rein.run("t") as run:
        repo.create_issue("T")
    assert states(run) == [State.LANDED]
    client.close()


def test_unmarked_clients_are_untouched(sb: GitHubSandbox) -> None:
    """Another client in the same process writes as ever."""
    with armed(sb.url):
        other = plain(sb.url)
        assert type(other.requester) is Requester
        assert type(other.withLazy(lazy=True).requester) is Requester
        other.get_repo("acme/app").create_issue("T")
        other.close()


def duplicates(client: Github) -> list[Github]:
    """The client, copied in every way that Python knows."""
    return [copy.copy(client), copy.deepcopy(client), pickle.loads(pickle.dumps(client))]  # noqa: S301 - our own bytes


@pytest.mark.parametrize("way", [0, 1, 2])
def test_a_copy_with_another_token_is_gated(sb: GitHubSandbox, way: int) -> None:
    """A copied client is armed, and the wire carries the token that the copy was given."""
    with armed(sb.url) as client:
        client.get_repo("acme/app")
        clone = duplicates(client)[way]
        clone.requester._Requester__auth = Auth.Token("token-helper")  # type: ignore[attr-defined]
        with pytest.raises(Refused):
            clone.get_repo("acme/app").create_issue("T")
        sb.clear_requests()
        with rein.run("t") as run:
            clone.get_repo("acme/app").create_issue("T")
        assert [w.actor for w in sb.writes] == ["helper"]
        assert states(run) == [State.LANDED]
        clone.close()


def test_a_pickle_is_armed_in_another_process(sb: GitHubSandbox, tmp_path: Path) -> None:
    """Unpickling the client where nobody called wrap installs the gate with it."""
    with armed(sb.url) as client:
        (tmp_path / "client").write_bytes(pickle.dumps(client))
    code = (
        "import pickle, sys; gh = pickle.load(open(sys.argv[1], 'rb'))\n"
        "try: gh.withLazy(lazy=True).get_repo('acme/app').create_issue('T')\n"
        "except Exception as error: print(type(error).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "client"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "Refused"
    assert not sb.writes


def test_reads_of_an_armed_client_are_the_sdk_s(gh: Github, sb: GitHubSandbox) -> None:
    """Reads need no run and leave no record; the SDK's own exceptions come out unchanged."""
    assert gh.get_user().login == "octocat"
    with pytest.raises(UnknownObjectException):
        gh.get_repo("acme/none")
    gh.requester._Requester__auth = Auth.Token("nobody")  # type: ignore[attr-defined]
    with pytest.raises(BadCredentialsException):
        gh.get_user().login  # noqa: B018 - reading it sends
    assert not sb.writes


def test_it_works_under_responses() -> None:
    """A test double that patches the transport sees the SDK's requests as before."""
    with responses.RequestsMock() as mock, armed("https://api.github.com") as client:
        mock.get("https://api.github.com:443/repos/o/r", json={"id": 9, "name": "r", "url": "/repos/o/r"})
        mock.get("https://api.github.com:443/user", json={"login": "octocat"})
        mock.post("https://api.github.com:443/repos/o/r/issues", json={"id": 5, "number": 7, "title": "T"}, status=201)
        with rein.run("t") as run:
            assert client.get_repo("o/r").create_issue("T").number == 7
        assert states(run) == [State.LANDED]


def test_the_identity_follows_the_credential(sb: GitHubSandbox) -> None:
    """Another token is another identity, the same one is the same, and none of them shows the token."""
    with armed(sb.url) as one, armed(sb.url) as two:
        assert client_of(one).identity == client_of(two).identity
        two.requester._Requester__auth = Auth.Token("token-helper")  # type: ignore[attr-defined]
        assert client_of(one).identity != client_of(two).identity
        assert "token" not in client_of(one).identity
        assert client_of(one).kind == "token"


LIMITED = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=5.0)


@pytest.mark.parametrize(
    ("retry", "attempt", "seconds"),
    [
        (None, 0, None),
        (0, 0, None),
        (3, 0, 5.0),
        (3, 3, None),
        (GithubRetry(total=2), 1, 5.0),
        (GithubRetry(total=2), 2, None),
        (GithubRetry(max_rate_limit_wait=4.0), 0, None),
    ],
)
def test_it_waits_as_the_user_s_retry_says(sb: GitHubSandbox, retry: Any, attempt: int, seconds: float | None) -> None:
    """How often and how long a request that was not executed is repeated is the user's own setting."""
    with armed(sb.url, retry=retry) as client:
        assert client_of(client).wait(LIMITED, attempt) == seconds


def test_it_never_waits_longer_than_a_quarter_of_an_hour(sb: GitHubSandbox) -> None:
    """Beyond that the answer goes to the caller."""
    long = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=1000.0)
    with armed(sb.url) as client:
        assert client_of(client).wait(long, 0) is None


def test_a_client_is_built_from_the_environment(sb: GitHubSandbox) -> None:
    """The usual variables make an armed client that paces nothing on this machine itself."""
    found = from_environment({"GH_TOKEN": "token-octocat", "GITHUB_API_URL": sb.url})
    assert (found.endpoint, found.kind) == (sb.url, "token")
    assert found._requester.kwargs["seconds_between_writes"] is None
    real = from_environment({"GITHUB_TOKEN": "x"})
    assert (real.endpoint, real._requester.kwargs["seconds_between_writes"]) == ("https://api.github.com", 1.0)


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "GITHUB_TOKEN"),
        ({"GITHUB_APP_ID": "7", "GITHUB_APP_PRIVATE_KEY": "secret"}, "GITHUB_APP_INSTALLATION_ID"),
        (
            {"GITHUB_APP_ID": "7", "GITHUB_APP_PRIVATE_KEY": "secret", "GITHUB_APP_INSTALLATION_ID": "x"},
            "GITHUB_APP_INSTALLATION_ID",
        ),
        ({"GITHUB_TOKEN": "secret", "GITHUB_API_URL": "api.github.com"}, "GITHUB_API_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)


def test_an_app_is_built_from_the_environment() -> None:
    """Three variables name an installation of an app."""
    names = ("GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_INSTALLATION_ID")
    found = from_environment(dict(zip(names, ("7", "-----BEGIN KEY-----", "5"), strict=True)))
    assert found.kind == "installation"
    assert isinstance(found._requester.auth.requester, GatedRequester)  # type: ignore[union-attr]
