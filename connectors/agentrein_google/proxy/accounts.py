"""Who acts where Sheets, which has no call for that, is all that is known.

The credentials themselves name a service account. For a user Drive is asked with the same token, and where that has no
scope for Drive, the user info of OpenID Connect. Where none of them tells, nothing is guessed.
https://developers.google.com/workspace/drive/api/reference/rest/v3/about/get
https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.connector import Answer
from agentrein_google.proxy import credential
from agentrein_google.proxy.service import Service, drive_beside

Get = Callable[[str], Answer]


def account(http: Any, service: Service, get: Get) -> Answer:
    """An answer whose body shows the account at `emailAddress`, or the last one that did not."""
    named = credential.account_of(http)
    if named:
        return Answer(200, {"emailAddress": named})
    root = drive_beside(service).root.rstrip("/")
    answer = Answer(404)
    for url, shown in ((f"{root}/drive/v3/about?alt=json&fields=user", _user), (f"{root}/oauth2/v3/userinfo", _email)):
        answer = get(url)
        email = shown(answer.body) if answer.status == 200 and isinstance(answer.body, dict) else None
        if email:
            return Answer(200, {"emailAddress": str(email)}, answer.headers)
        if answer.status not in {200, 401, 403, 404}:
            return answer
    return Answer(404, None, answer.headers) if answer.status == 200 else answer


def _user(body: dict[str, Any]) -> Any:
    user = body.get("user")
    return user.get("emailAddress") if isinstance(user, dict) else None


def _email(body: dict[str, Any]) -> Any:
    return body.get("email")
