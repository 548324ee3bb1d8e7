"""A client for a revert, from the environment.

GOOGLE_APPLICATION_CREDENTIALS is a file with credentials: of a service account, whose own `token_uri` is asked for a
token, of a user (`authorized_user`), or of another kind that google-auth reads. GOOGLE_API_ROOT replaces the root of
all APIs; their paths stay. https://cloud.google.com/docs/authentication/application-default-credentials
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import google.auth
import google.auth.exceptions
from google.oauth2 import service_account
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp  # type: ignore[import-untyped]
from googleapiclient.http import build_http  # type: ignore[import-untyped]

from agentrein.connector import ClientError
from agentrein_google.proxy.service import Service, service_at

FILE, ROOT = "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_API_ROOT"

_SCOPES = {
    "gmail": ("https://www.googleapis.com/auth/gmail.modify", "https://www.googleapis.com/auth/gmail.settings.basic"),
    "sheets": ("https://www.googleapis.com/auth/drive", "https://www.googleapis.com/auth/spreadsheets"),
    "drive": ("https://www.googleapis.com/auth/drive",),
}
"""The scopes for which a service account asks."""


def acting(environ: Mapping[str, str], api: str, version: str) -> tuple[Service, AuthorizedHttp]:
    """An API and an `http` with credentials, which is all of a client that an undo needs.

    Raises ClientError naming what is missing.
    """
    root = environ.get(ROOT, "").strip()
    if root:
        _check(root)
    return service_at(api, version, root), AuthorizedHttp(_credentials(environ, api), http=build_http())


def _credentials(environ: Mapping[str, str], api: str) -> Any:
    file = environ.get(FILE, "").strip()
    if not file:
        raise ClientError(
            "no credentials for Google",
            now=f"set {FILE} to a file with credentials of the account of the run; {ROOT} for another server",
        )
    try:
        return _loaded(json.loads(Path(file).read_text(encoding="utf-8")), file, _SCOPES[api])
    except (
        google.auth.exceptions.GoogleAuthError,
        AttributeError,
        LookupError,
        OSError,
        TypeError,
        ValueError,
    ) as problem:
        raise ClientError(
            f"{FILE} names no file with credentials that can be read ({type(problem).__name__})",
            now="name the JSON file of a service account, or one that gcloud has written for a user",
        ) from None


def _loaded(told: dict[str, Any], file: str, scopes: tuple[str, ...]) -> Any:
    """The credentials of a file, of any kind that google-auth knows; a user has granted what he has granted."""
    kind = told.get("type")
    if kind == "service_account":
        return service_account.Credentials.from_service_account_info(told, scopes=scopes)  # type: ignore[no-untyped-call]
    if kind == "authorized_user":
        return Credentials.from_authorized_user_info(told)  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():  # people name their own file here, of which the function warns
        warnings.simplefilter("ignore", DeprecationWarning)
        return google.auth.load_credentials_from_file(file, scopes=scopes)[0]  # type: ignore[no-untyped-call]


def _check(root: str) -> None:
    """Raise ClientError for what is no web address; it is never shown: a credential may stand in it."""
    now = "for example https://www.googleapis.com/"
    try:
        parts = urlsplit(root)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError(f"{ROOT} cannot be read as a web address", now=now) from None
    if parts.scheme not in {"http", "https"} or not host:
        raise ClientError(f"{ROOT} names no http:// or https:// address", now=now)
