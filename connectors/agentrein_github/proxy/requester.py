"""The seam: the `Requester` behind an armed client, whose every request passes here as method, URL and body.

It overrides the one method of PyGithub 2.10 in which the URL is final, the body encoded and the token minted, and
through which redirects pass again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from io import BufferedReader
from typing import Any

from github import Auth
from github.Requester import Requester

from agentrein.connector import Answer, Options, Refused, Request, UsageError, armed, enter, rehearsing
from agentrein_github import connector
from agentrein_github.graphql import graphql_root
from agentrein_github.proxy.client import GitHubClient, answered, native
from agentrein_github.proxy.decode import decode, endpoint_of, mints_token, overrides, refuse_override
from agentrein_github.proxy.once import Once, like, private

_MARK, _IDLE = "_rein_options", "_rein_idle"


class _Moved(Exception):
    """The SDK is about to follow a 301 with a second write, which is a passage of its own."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


class GatedRequester(Requester):
    """PyGithub's `Requester`, with the gate in front of every request that is no GET."""

    def _Requester__requestRaw(
        self,
        cnx: Any,
        verb: str,
        url: str,
        requestHeaders: dict[str, str],
        input: Any | None,  # noqa: A002 - the SDK's name
        stream: bool = False,  # noqa: FBT001, FBT002 - as the SDK calls it
        follow_302_redirect: bool = False,  # noqa: FBT001, FBT002 - as the SDK calls it
    ) -> tuple[int, dict[str, Any], Any]:
        if (verb == "GET" or verb == "HEAD") and not (rehearsing() and cnx is None):  # noqa: PLR1714 - the quick way out
            if overrides(requestHeaders):
                refuse_override(verb, url, requestHeaders)
            return super()._Requester__requestRaw(  # type: ignore[misc,no-any-return] # its name is mangled
                cnx, verb, url, requestHeaders, input, stream, follow_302_redirect
            )
        if isinstance(cnx, Once):
            if cnx.started:
                raise _Moved(url)
            cnx.started = True
            return self._rein_plain(cnx, verb, url, requestHeaders, input, stream)
        if mints_token(self, cnx, verb, url):
            return self._rein_plain(cnx, verb, url, requestHeaders, input, stream)
        return self._rein_gated(cnx, verb, url, requestHeaders, input, stream)

    def _rein_plain(self, *arguments: Any) -> tuple[int, dict[str, Any], Any]:
        return super()._Requester__requestRaw(*arguments)  # type: ignore[misc,no-any-return] # its name is mangled

    def _rein_gated(self, cnx: Any, *sent: Any) -> tuple[int, dict[str, Any], Any]:
        try:
            return self._rein_passed(cnx, *sent)
        except Refused:
            if isinstance(sent[3], BufferedReader):
                sent[3].close()  # the SDK opened it, and closes it after an answer only
            raise

    def _rein_passed(self, cnx: Any, *sent: Any) -> tuple[int, dict[str, Any], Any]:
        verb, url, headers, data, stream = sent
        request = decode(self, cnx, verb, url, headers, data)
        once = request.opaque or not isinstance(data, str | None)  # a file is read, and closed, by the first send
        client = GitHubClient(self, verb, resends=not once)

        def send(check: Callable[[], None]) -> Answer:
            if _only_reads(request):  # it keeps the SDK's own retries
                return answered(*self._rein_plain(cnx, verb, url, headers, data, stream))
            return self.rein_once(
                cnx, check, lambda once: self._Requester__requestRaw(once, verb, url, headers, data, stream)
            )

        answer = enter(client, request, send)
        if isinstance(answer.native, _Moved):
            return self._Requester__requestRaw(cnx, verb, answer.native.url, headers, data, stream)
        return native(answer)

    # --- connections of our own

    def rein_once(
        self, given: Any, check: Callable[[], None] | None, exchange: Callable[[Any], tuple[int, dict[str, Any], Any]]
    ) -> Answer:
        """One request on a connection of our own, and its answer, whatever is raised."""
        try:
            once = self._rein_take(given, check)
        except Exception as error:  # noqa: BLE001 - the gate raises it again
            return Answer(error=error, sent=False)
        try:
            answer = answered(*exchange(once))
        except _Moved as moved:
            answer = Answer(once.status, None, once.headers, native=moved)
        except BaseException as error:  # noqa: BLE001 - the gate raises it again
            once.close()
            return Answer(once.status, None, once.headers, error, once.sent(error))
        self._rein_give_back(once)
        return answer

    def _rein_take(self, given: Any, check: Callable[[], None] | None) -> Once:
        """A connection for one request, used by nobody else meanwhile."""
        idle: deque[Once] = self.__dict__.setdefault(_IDLE, deque())
        while given is None and idle:
            once = idle.pop()
            if not once.stale:
                once.reset(check)
                return once
            once.close()
        once = like(self, given)
        once.reset(check)
        once.kept = given is None and private(self, "persist")
        return once

    def _rein_give_back(self, once: Once) -> None:
        """Keep the connection for the next request, as the SDK keeps its own."""
        if once.kept:
            self.__dict__.setdefault(_IDLE, deque()).append(once)
        else:
            once.close()

    def close(self) -> None:
        """Close the SDK's connections and ours."""
        super().close()
        idle: deque[Once] = self.__dict__.get(_IDLE, deque())
        while idle:
            idle.pop().close()

    def __getstate__(self) -> dict[str, Any]:
        """Without our connections, which no copy may share."""
        state = super().__getstate__()
        state.pop(_IDLE, None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Known to the tripwire in this process too, which may never have wrapped a client."""
        super().__setstate__(state)
        armed(connector, endpoint_of(self))

    # --- siblings that the SDK makes

    @property
    def rein_options(self) -> Options:
        """The mark: what `wrap` was told."""
        return self.__dict__[_MARK]  # type: ignore[no-any-return]

    def withAuth(self, auth: Auth.Auth | None) -> Requester:
        """As the SDK's, armed."""
        return arm_requester(super().withAuth(auth), self.rein_options)

    def withLazy(self, lazy: Any) -> Requester:
        """As the SDK's, armed."""
        return arm_requester(super().withLazy(lazy), self.rein_options)

    def withApiVersion(self, api_version: str | None) -> Requester:
        """As the SDK's, armed."""
        return arm_requester(super().withApiVersion(api_version), self.rein_options)


def _only_reads(request: Request) -> bool:
    """Whether a request that the gate let out only reads: a GraphQL query, or a POST that computes something."""
    if request.path == "/graphql":
        return graphql_root(request.body) is None
    return connector.reads(request.method, request.path)


def options_of(requester: Any) -> Options | None:
    """The mark of an armed requester, None for any other."""
    return requester.rein_options if isinstance(requester, GatedRequester) else None


def arm_requester(requester: Requester, options: Options) -> Requester:
    """Arm a requester where it stands, so that every object that holds it is covered; raises UsageError."""
    armed_with = options_of(requester)
    if armed_with is None:
        if type(requester) is not Requester:
            raise UsageError(
                f"this client sends through {type(requester).__qualname__}, which is no Requester of PyGithub's own",
                now="wrap a client with PyGithub's own Requester; a subclass of Github is fine",
            )
        requester.__dict__[_MARK] = options
        requester.__class__ = GatedRequester
        armed(connector, endpoint_of(requester))
    elif armed_with != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or wrap a client of its own for the other options",
        )
    for inner in _inner(requester.auth):
        if type(inner) is Requester:
            inner.__dict__[_MARK] = options
            inner.__class__ = GatedRequester
    return requester


def _inner(auth: Auth.Auth | None) -> list[Requester]:
    """The requesters with which an auth gets its tokens; they are public, so they are doors as well."""
    if isinstance(auth, Auth.AppInstallationAuth):
        return [auth.requester, auth._AppInstallationAuth__integration.requester]  # type: ignore[attr-defined]
    if isinstance(auth, Auth.AppUserAuth):
        return [auth.requester, auth._AppUserAuth__app.requester]  # type: ignore[attr-defined]
    return []
