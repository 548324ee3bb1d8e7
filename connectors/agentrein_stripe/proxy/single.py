"""Siblings of stripe's http clients that send a request once: no resend, no redirect, everything else the user's own.

The user's http client, its sessions and connections are shared and never touched.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any
from urllib.request import HTTPRedirectHandler, build_opener

from stripe._http_client import (
    AIOHTTPClient,
    HTTPClient,
    PycurlClient,
    RequestsClient,
    UrllibClient,
    new_default_http_client,
)


def single(http: Any) -> Any:
    """A shallow copy of an http client that sends once; one of the user's own making is used as it is."""
    if not isinstance(http, HTTPClient):
        return http
    sibling = copied(http)
    if isinstance(http, RequestsClient):
        sibling._thread_local = _OfThisThread(http._thread_local)
    elif isinstance(http, PycurlClient):
        sibling._curl = _Fresh(http._curl, http.pycurl)
    elif isinstance(http, UrllibClient):
        sibling._opener = _unredirected_opener(http)
    return sibling


def single_async(http: Any) -> Any:
    """The same for async code; a session of aiohttp cannot be had without a running loop."""
    if not isinstance(http, HTTPClient):
        return http
    sibling = copied(http)
    if http._async_fallback_client is not None:
        sibling._async_fallback_client = single_async(http._async_fallback_client)
    if isinstance(http, AIOHTTPClient):
        sibling._cached_session = _OfAiohttp(http._session)
    return sibling


def is_closed(http: Any) -> bool:
    """Whether the user has closed what async code sends through: an undo may come after that."""
    inner = getattr(http, "_async_fallback_client", None) or http
    session = getattr(inner, "_client_async", None) or getattr(inner, "_cached_session", None)
    return getattr(session, "is_closed", False) is True or getattr(session, "closed", False) is True


def blocking(http: Any) -> Any:
    """What sends without async code in the place of an http client: its own way, or a client made as it was."""
    if isinstance(http, RequestsClient | PycurlClient | UrllibClient):
        return http
    return new_default_http_client(verify_ssl_certs=http._verify_ssl_certs, proxy=http._proxy)


def copied(thing: Any, **changed: Any) -> Any:
    """A shallow copy, made without asking the thing's class how it would like to be copied."""
    copy = object.__new__(type(thing))
    copy.__dict__.update(thing.__dict__, **changed)
    return copy


class _Standing:
    """Stands for a thing, and passes everything on that it does not do otherwise."""

    def __init__(self, thing: Any) -> None:
        self.__dict__["_thing"] = thing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thing, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._thing, name, value)


class _OfThisThread(_Standing):
    """The thread's own part of a RequestsClient, with a session that sends once."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        return _Unredirected(_unrepeated(found)) if name == "session" and found is not None else found


class _Unredirected(_Standing):
    """A session of requests that takes a redirect for the answer."""

    def request(self, method: str, url: str, **sent: Any) -> Any:
        """Send, and follow nothing."""
        return self._thing.request(method, url, **sent, allow_redirects=False)


def _unrepeated(session: Any) -> Any:
    """A session of requests whose adapters repeat nothing; the session itself where it repeats nothing anyway."""
    adapters = getattr(session, "adapters", None)
    if not isinstance(adapters, dict) or not any(map(_repeats, adapters.values())):
        return session
    return copied(session, adapters=OrderedDict((prefix, _quiet(one)) for prefix, one in adapters.items()))


def _repeats(adapter: Any) -> bool:
    """Whether an adapter sends again after anything; a limit for one cause counts where there is none for all."""
    retries = getattr(adapter, "max_retries", None)
    return any(getattr(retries, cause, None) for cause in ("total", "read", "status", "other", "redirect"))


def _quiet(adapter: Any) -> Any:
    from urllib3.util import Retry  # it is there with requests

    return copied(adapter, max_retries=Retry(0, read=False)) if _repeats(adapter) else adapter


class _OfAiohttp(_Standing):
    """A session of aiohttp that takes a redirect for the answer, and sends nothing again.

    On its own it sends a DELETE twice when a kept connection was closed.
    """

    async def request(self, method: str, url: str, **sent: Any) -> Any:
        """Send once, and follow nothing."""
        session, own = self._thing, "_retry_connection" in getattr(self._thing, "__dict__", {})
        once = copied(session, _retry_connection=False) if own else session
        try:
            return await once.request(method, url, **sent, allow_redirects=False)
        finally:
            if own:
                once._connector = None  # it is the user's session's, and a session without one has nothing to close


class _Fresh(_Standing):
    """A handle of pycurl that takes a new connection: curl sends again on its own when a kept one was closed."""

    def __init__(self, curl: Any, pycurl: Any) -> None:
        super().__init__(curl)
        self.__dict__["_pycurl"] = pycurl

    def perform(self) -> None:
        """Send through a connection that nobody used before."""
        self._thing.setopt(self._pycurl.FRESH_CONNECT, 1)
        self._thing.perform()


class _Never(HTTPRedirectHandler):
    """A redirect is the answer."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


def _unredirected_opener(http: Any) -> Any:
    """An opener of urllib as the user's, which follows no redirect."""
    given = http._opener
    return build_opener(_Never(), *(() if given is None else (_proxies(given),)))


def _proxies(opener: Any) -> Any:
    from urllib.request import ProxyHandler

    return next(one for one in opener.handlers if isinstance(one, ProxyHandler))
