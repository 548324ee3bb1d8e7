"""The connector for every other of Google's APIs: what reads passes, and every write is refused as unknown."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Connector
from agentrein_google.answers import CLIENTS, CREDENTIALS, SDK, VERSIONS, api_of, classify, reading, who

OWN = frozenset({"gmail", "sheets", "drive"})
"""The APIs that have a connector of their own."""


def _is_other(client: Any) -> bool:
    return api_of(client) not in OWN


connector = Connector(
    name="google",
    title="Google",
    sdk=SDK,
    versions=VERSIONS,
    clients=CLIENTS,
    serves=_is_other,
    proxy="agentrein_google.proxy:arm",
    build="agentrein_google.proxy:unknown",
    operations=(),
    reads=reading(frozenset()),
    classify=classify,
    who=who("google.account", "emailAddress"),
    credentials=CREDENTIALS,
)
