"""The proxy for slack_sdk: `arm` puts a mark on a client, on which the seams in the SDK's classes act.

The seams stand where method, URL and body are final and above the SDK's retry loop, so that pages, streams and
uploads pass them too; `api_call` would be too high.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from agentrein.connector import Options, UsageError
from agentrein_slack.proxy.client import Armed, SlackClient
from agentrein_slack.proxy.decode import endpoint_of
from agentrein_slack.proxy.environment import slack
from agentrein_slack.proxy.mark import MARK, Mark, family_of, mark, mark_of, marked
from agentrein_slack.proxy.seam import check_seams

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a client of any of the three classes; raises UsageError if it is armed with other options."""
    family = family_of(client)
    if family is None:
        raise UsageError(
            f"{type(client).__qualname__} is no client of slack_sdk",
            now="wrap a WebClient, AsyncWebClient or LegacyWebClient",
        )
    armed_with = mark_of(client)
    if armed_with is None:
        made = mark(family, options, endpoint_of(client))
        check_seams(client)
        client.__dict__[MARK] = made
    elif armed_with.options != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or wrap a client of its own for the other options",
        )
    return client


def client_of(client: Any) -> Armed:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    found = mark_of(client)
    if found is None:
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    if found.family.endswith(".AsyncBaseClient"):
        from agentrein_slack.proxy.aio import AsyncSlackClient  # it costs an import of aiohttp

        return AsyncSlackClient(client, found)
    return SlackClient(client, found)


def from_environment(environ: Mapping[str, str]) -> SlackClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    client = arm(slack(environ), Options())
    return SlackClient(client, marked(client))


__all__ = ["Armed", "Mark", "SlackClient", "arm", "client_of", "from_environment"]
