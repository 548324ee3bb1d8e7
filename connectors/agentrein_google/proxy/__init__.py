"""The proxy for google-api-python-client: `arm` puts a mark on a client, on which the seams in the SDK's classes act.

The mark stands in the client's `http`, which everything that the client made before shares, and in every request that
an armed client builds, whichever `http` that gets. So requests, nested clients and batches are gated whenever they
were made, and `execute(http=other)`, copies and pickles stay so.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any, TypeVar

from googleapiclient.discovery import Resource  # type: ignore[import-untyped]

from agentrein.connector import ClientError, Options, UsageError
from agentrein_google.proxy.client import GoogleClient
from agentrein_google.proxy.environment import acting
from agentrein_google.proxy.mark import mark, mark_of_client, put
from agentrein_google.proxy.service import service_of

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a client of any API; raises UsageError if it is armed with other options."""
    if not isinstance(client, Resource):
        raise UsageError(
            f"{type(client).__qualname__} is no client of google-api-python-client",
            now='wrap what build("drive", "v3") gives',
        )
    put(client, mark(options, service_of(client)))
    return client


def client_of(client: Any) -> GoogleClient:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    found = mark_of_client(client) if isinstance(client, Resource) else None
    if found is None:
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    key = getattr(client, "_developerKey", None)
    return GoogleClient(found, client._http, f"?key={key}" if key else "")


def gmail(environ: Mapping[str, str]) -> GoogleClient:
    """An armed client of Gmail for a revert; raises ClientError naming the variables that are missing."""
    return _from(environ, "gmail", "v1")


def sheets(environ: Mapping[str, str]) -> GoogleClient:
    """An armed client of Google Sheets for a revert; raises ClientError naming the variables that are missing."""
    return _from(environ, "sheets", "v4")


def drive(environ: Mapping[str, str]) -> GoogleClient:
    """An armed client of Google Drive for a revert; raises ClientError naming the variables that are missing."""
    return _from(environ, "drive", "v3")


def unknown(environ: Mapping[str, str]) -> GoogleClient:  # noqa: ARG001 - as the others
    """No client: of an API without a table nothing was written, so there is nothing to undo."""
    raise ClientError(
        "an API of Google's without a table of its own has nothing to undo",
        now="nothing: what it has no table for only reads",
    )


def _from(environ: Mapping[str, str], api: str, version: str) -> GoogleClient:
    service, http = acting(environ, api, version)
    found = GoogleClient(mark(Options(), service), http)
    weakref.finalize(found, http.close)  # nobody else knows when the undo is done with its connections
    return found


__all__ = ["GoogleClient", "arm", "client_of", "drive", "gmail", "sheets", "unknown"]
