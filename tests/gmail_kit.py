"""What the tests of the Gmail connector share: clients at the sandbox, mails, and what a run did."""

from __future__ import annotations

import base64
from email.message import EmailMessage
from typing import Any

import agentrein as rein
import google_kit
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_google.proxy.service import described

ME = {"userId": "me"}
AGENT, OWNER, SENDER = "ya29.agent", "ya29.owner", "ya29.sender"
ACCOUNT = "agent@acme.example"
INBOX_MAIL, ARCHIVED_MAIL, TRASHED_MAIL, REPLY = (f"18c000000000000{n}" for n in "1234")
LABEL = "Label_7"


def plain(url: str, token: str = OWNER) -> Any:
    """A client of the SDK as a user makes it."""
    return google_kit.plain("gmail", url, token)


def armed(url: str, token: str = AGENT, *, scopes: list[str] | None = None, **options: Any) -> Any:
    """An armed client; with `scopes`, its credentials say that they have these and no others."""
    http = google_kit.authorized(token, scopes=scopes) if scopes else None
    return rein.wrap(google_kit.plain("gmail", url, token, http=http), **options)


def mail(subject: str, text: str = "Hello.", *, to: str = "bob@else.example", **headers: str) -> str:
    """A mail as the API takes it."""
    made = EmailMessage()
    made["To"], made["Subject"] = to, subject
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return base64.urlsafe_b64encode(made.as_bytes()).decode()


def messages(gmail: Any) -> Any:
    """The resource of messages."""
    return gmail.users().messages()


def change(gmail: Any, message: str, *, add: tuple[str, ...] = (), remove: tuple[str, ...] = ()) -> Any:
    """Change the labels of a message."""
    body = {name: list(labels) for name, labels in (("addLabelIds", add), ("removeLabelIds", remove)) if labels}
    return messages(gmail).modify(**ME, id=message, body=body).execute()


def labels_of(gmail: Any, message: str) -> set[str]:
    """The labels of a message now."""
    return set(messages(gmail).get(**ME, id=message, format="minimal").execute().get("labelIds", ()))


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


def calls(sandbox: Any) -> list[tuple[str, Any]]:
    """What was written, by the end of its path, with its body."""
    return [(request.path.removeprefix("/gmail/v1/users/me/"), request.body) for request in sandbox.writes]


def called(request: Request) -> tuple[str, str]:
    """The method that a request calls, by its id in the discovery document, which is all of an address."""
    if request.path == "/batch":
        return "gmail.batch", ""
    found = _SERVICE.resolve(request.method, f"{_ROOT}{request.path}")
    return ("" if found is None else found[0].id), ""


_ROOT = "http://gmail"
_SERVICE = described(google_kit.document("gmail", _ROOT), f"{_ROOT}/")
