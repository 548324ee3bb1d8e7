"""Whose session it is, and who calls: a session itself tells neither."""

from __future__ import annotations

import threading
import weakref
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from agentrein.connector import Options
from agentrein_salesforce.proxy import gated
from agentrein_salesforce.proxy.decode import endpoint_of

OPTIONS = "_rein_options"
"""The attribute that makes a `Salesforce` armed: what `wrap` was told."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls Salesforce: the client, the name that the SDK gives to an error, and the URL of its object if any."""

    owner: Any
    name: str
    base_url: str = ""

    @property
    def may_renew(self) -> bool:
        """Whether the SDK would log in anew where the session is over."""
        return self.owner._salesforce_login_partial is not None

    def leaves(self, url: str) -> bool:
        """Whether a URL lies outside of the object that was called."""
        if not self.base_url:
            return False
        same = endpoint_of(url) == endpoint_of(self.base_url)
        return not (same and urlsplit(url).path.startswith(urlsplit(self.base_url).path))


caller: ContextVar[Caller | None] = ContextVar("agentrein_salesforce_caller", default=None)

_owners: weakref.WeakKeyDictionary[Any, weakref.WeakSet[Any]] = weakref.WeakKeyDictionary()
_guard = threading.Lock()


def options_of(client: Any) -> Options | None:
    """What `wrap` was told of a client; None where it was not wrapped."""
    found: Options | None = vars(client).get(OPTIONS)
    return found


def endpoints_of(client: Any) -> tuple[str, ...]:
    """Where a client acts: after it logged in anew, its objects may lie at another instance than its other calls."""
    return tuple(dict.fromkeys((endpoint_of(client.base_url), endpoint_of(f"https://{client.sf_instance}"))))


def note(client: Any, options: Options) -> None:
    """See that the session which an armed client has by now is gated, and remember whose it is."""
    endpoints = endpoints_of(client)
    if not gated.is_gated(client.session) or not {*endpoints} <= {*gated.mark_of(client.session).endpoints}:
        for endpoint in endpoints:
            gated.gate(client.session, options, endpoint, _org(client.session_id))
    if client not in _owners.get(client.session, ()):
        with _guard:
            _owners.setdefault(client.session, weakref.WeakSet()).add(client)


def known(session: Any) -> list[Any]:
    """The clients that live and have this session."""
    with _guard:
        return list(_owners.get(session, ()))


def is_ours(session: Any, credential: str) -> bool:
    """Whether a credential is that of a client of this session, or of another one in its org."""
    of_an_org = bool(_org(credential)) and _org(credential) in gated.mark_of(session).orgs
    return of_an_org or any(one.session_id == credential for one in known(session))


def stands_in(session: Any, url: str) -> bool:
    """Whether an address holds the session id of a client of this session."""
    return any(one.session_id and one.session_id in unquote(url) for one in known(session))


def _org(credential: str) -> str:
    """The org that stands before a session id, and is no secret; empty where none does."""
    org, mark, _ = credential.partition("!")
    return org if mark else ""


def owner_of(session: Any, credential: str, endpoint: str) -> Any:
    """The client whose session id this is; None where no client that lives has it."""
    same = (one for one in known(session) if one.session_id == credential and endpoint in endpoints_of(one))
    return next(same, None)
