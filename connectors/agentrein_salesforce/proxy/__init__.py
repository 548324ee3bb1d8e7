"""The proxy for simple-salesforce: `arm` puts the gate into a client's session; importing this installs the seams."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any, TypeVar

from simple_salesforce.api import Salesforce

from agentrein.connector import Options, UsageError
from agentrein_salesforce.proxy import owners, seams
from agentrein_salesforce.proxy.client import SalesforceClient
from agentrein_salesforce.proxy.environment import salesforce

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a `Salesforce`; raises UsageError if it is armed with other options."""
    if not isinstance(client, Salesforce):
        raise UsageError(
            f"{type(client).__qualname__} is no client of simple-salesforce", now="wrap a simple_salesforce.Salesforce"
        )
    seams.arm(client, options)
    return client


def client_of(client: Any) -> SalesforceClient:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    if not isinstance(client, Salesforce) or owners.options_of(client) is None:
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    return seams.client_for(client)


def from_environment(environ: Mapping[str, str]) -> SalesforceClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    client = salesforce(environ)
    found = client_of(arm(client, Options()))
    weakref.finalize(found, client.session.close)  # nobody else knows when the undo is done with its connections
    return found


seams.install()

__all__ = ["SalesforceClient", "arm", "client_of", "from_environment"]
