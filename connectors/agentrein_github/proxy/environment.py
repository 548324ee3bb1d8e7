"""A client for a revert, from the environment."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from github import Auth, Consts, Github

from agentrein.connector import ClientError

_APP = ("GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_INSTALLATION_ID")
_TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")


def github(environ: Mapping[str, str]) -> Github:
    """A GitHub client from the usual variables; raises ClientError naming those that are missing.

    GitHub asks for a second between requests that create content, and for no pause between reads; on this machine
    itself (a sandbox) there is nobody to spare.
    https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests
    """
    base_url = environ.get("GITHUB_API_URL") or Consts.DEFAULT_BASE_URL
    pause = None if _is_loopback(_host(base_url)) else Consts.DEFAULT_SECONDS_BETWEEN_WRITES
    auth = _auth(environ)
    return Github(auth=auth, base_url=base_url, seconds_between_requests=None, seconds_between_writes=pause)


def _host(base_url: str) -> str:
    """The host of the base URL; raises ClientError, which never shows the value: a credential may stand in it."""
    now = "for example https://api.github.com"
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError("GITHUB_API_URL cannot be read as a web address", now=now) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("GITHUB_API_URL does not begin with http:// or https://", now=now)
    if not host:
        raise ClientError("GITHUB_API_URL names no host", now=now)
    return host


def _auth(environ: Mapping[str, str]) -> Auth.Auth:
    given = [name for name in _APP if environ.get(name)]
    if len(given) == len(_APP):
        return _app(environ)
    token = next((environ[name] for name in _TOKENS if environ.get(name)), None)
    if token is not None:
        return Auth.Token(token)
    if given:
        missing = ", ".join(name for name in _APP if name not in given)
        raise ClientError("a GitHub App is named only in part", now=f"set {missing} too")
    raise ClientError(
        "no credentials for GitHub",
        now=f"set GITHUB_TOKEN (or GH_TOKEN), or {', '.join(_APP)}; GITHUB_API_URL for another server",
    )


def _app(environ: Mapping[str, str]) -> Auth.Auth:
    app_id, key, installation = (environ[name] for name in _APP)
    if not installation.isdigit():
        raise ClientError(
            "GITHUB_APP_INSTALLATION_ID is no number", now="it is the number at the end of the app's page"
        )
    return Auth.AppAuth(app_id, key.replace("\\n", "\n")).get_installation_auth(int(installation))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
