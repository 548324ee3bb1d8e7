"""The proxy for hubspot-api-client: `arm` puts the gate into a client; importing this installs the seams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hubspot import Client  # type: ignore[import-untyped]

from agentrein.connector import Options, UsageError
from agentrein_hubspot.proxy import environment, raw, seams
from agentrein_hubspot.proxy.client import Credential, HubSpotClient, pool_of
from agentrein_hubspot.proxy.decode import endpoint_of
from agentrein_hubspot.proxy.mark import API, MARK, Mark, mark, unmarked

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a `Client`; raises UsageError if it is armed with other options."""
    if not isinstance(client, Client):
        raise UsageError(f"{type(client).__qualname__} is no client of hubspot-api-client", now="wrap a hubspot.Client")
    config: dict[str, Any] = client.config
    known: Mark | None = config.get(MARK)
    if known is None:
        config[MARK] = mark(options, tuple(dict.fromkeys(map(endpoint_of, _endpoints(config)))))
    elif known.options != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or wrap a client of its own for the other options",
        )
    return client


def _endpoints(config: Mapping[str, Any]) -> tuple[str, str]:
    """Where a client acts: through its API objects, and through `api_request`."""
    return config.get("host") or API, config.get("base_url") or API


def client_of(client: Any) -> HubSpotClient:
    """An armed client as the core sees it, with its token, else its key; raises UsageError if it is not armed."""
    config: Mapping[str, Any] = client.config
    known: Mark | None = config.get(MARK)
    if known is None:
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    token = config.get("access_token")
    held = Credential({"Authorization": f"Bearer {token}"}) if token else Credential({}, config.get("api_key"))
    return HubSpotClient(known.options, endpoint_of(_endpoints(config)[0]), held, lambda: pool_of(unmarked(config)))


def from_environment(environ: Mapping[str, str]) -> HubSpotClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    return client_of(arm(environment.client(environ), Options()))


seams.install()
raw.install()

__all__ = ["HubSpotClient", "arm", "client_of", "from_environment"]
