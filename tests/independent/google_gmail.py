"""What agents do in Gmail, in the words of google-api-python-client."""

from __future__ import annotations

import base64
from email import message_from_bytes
from email.message import EmailMessage
from typing import Any

from tests.independent.story import Story

ME = {"userId": "me"}


def raw(subject: str, text: str = "Hello") -> str:
    """A mail as Gmail takes it."""
    mail = EmailMessage()
    mail["To"], mail["From"], mail["Subject"] = "team@example.com", "testuser@example.com", subject
    mail.set_content(text)
    return base64.urlsafe_b64encode(mail.as_bytes()).decode()


def said(message: dict[str, Any]) -> list[Any]:
    """The subject and the text of a mail."""
    padded = message["raw"] + "=" * (-len(message["raw"]) % 4)
    mail = message_from_bytes(base64.urlsafe_b64decode(padded))
    return [mail["Subject"], str(mail.get_payload()).strip()]


def mail(gmail: Any) -> list[str]:
    """The ids of all mails, those in the trash too."""
    told = gmail.users().messages().list(**ME, includeSpamTrash=True).execute().get("messages", [])
    return sorted(one["id"] for one in told)


def seen(gmail: Any) -> dict[str, Any]:
    """What a person sees of the mailbox."""
    users = gmail.users()
    labels = users.labels().list(**ME).execute()["labels"]
    names = {one["id"]: one["name"] for one in labels}
    shown = {}
    for one in (each for each in labels if each["type"] == "user"):
        told = users.labels().get(**ME, id=one["id"]).execute()
        shown[one["name"]] = [told.get("labelListVisibility"), told.get("messageListVisibility"), told.get("color")]
    filters = users.settings().filters().list(**ME).execute().get("filter", [])
    drafts = users.drafts().list(**ME).execute().get("drafts", [])
    texts = [users.drafts().get(**ME, id=one["id"], format="raw").execute()["message"] for one in drafts]
    letters = {}
    for id in mail(gmail):
        told = users.messages().get(**ME, id=id, format="minimal").execute()
        if "DRAFT" not in told.get("labelIds", ()):  # a draft that is written back is another message
            letters[id] = sorted(names.get(label, label) for label in told.get("labelIds", ()))
    return {
        "labels": shown,
        "mail": letters,
        "drafts": sorted(map(said, texts)),
        "filters": [[one["criteria"], one["action"]] for one in filters],
    }


def label_of(gmail: Any, name: str) -> str:
    """The id of a label."""
    labels = gmail.users().labels().list(**ME).execute()["labels"]
    return str(next(one["id"] for one in labels if one["name"] == name))


def prepare(gmail: Any) -> None:
    """What was there before: three mails, two labels, a draft, a filter."""
    users = gmail.users()
    for name in ("Team", "Later"):
        body = {"name": name, "labelListVisibility": "labelShow", "messageListVisibility": "show"}
        users.labels().create(**ME, body=body).execute()
    for subject in ("Offer", "Invoice", "Minutes"):
        body = {"raw": raw(subject), "labelIds": ["INBOX", "UNREAD"]}
        users.messages().insert(**ME, body=body).execute()
    users.drafts().create(**ME, body={"message": {"raw": raw("Plan", "first")}}).execute()
    body = {"criteria": {"from": "news@example.com"}, "action": {"removeLabelIds": ["INBOX"]}}
    users.settings().filters().create(**ME, body=body).execute()


def letters(gmail: Any) -> list[str]:
    """The mails that the agent works on."""
    found = gmail.users().messages().list(**ME, labelIds=["INBOX"]).execute()["messages"]
    return sorted(one["id"] for one in found)


def labels(gmail: Any) -> None:
    """Labels made, renamed and hidden."""
    service = gmail.users().labels()
    body = {"name": "Triage", "labelListVisibility": "labelShow", "messageListVisibility": "show"}
    made = service.create(**ME, body=body).execute()
    service.patch(**ME, id=made["id"], body={"name": "Triage/now"}).execute()
    service.patch(**ME, id=label_of(gmail, "Team"), body={"name": "Crew", "messageListVisibility": "hide"}).execute()


def triage(gmail: Any) -> None:
    """Mails labelled, read, put away and into the trash."""
    service, (one, two, *_) = gmail.users().messages(), letters(gmail)
    team, later = label_of(gmail, "Team"), label_of(gmail, "Later")
    service.modify(**ME, id=one, body={"addLabelIds": [team, "STARRED"], "removeLabelIds": ["UNREAD"]}).execute()
    body = {"ids": [one, two], "addLabelIds": [later], "removeLabelIds": ["INBOX"]}
    service.batchModify(**ME, body=body).execute()
    service.trash(**ME, id=two).execute()


def threads(gmail: Any) -> None:
    """The same for whole threads."""
    service, messages = gmail.users().threads(), gmail.users().messages()
    one, two, *_ = (messages.get(**ME, id=id, format="minimal").execute()["threadId"] for id in letters(gmail))
    service.modify(**ME, id=one, body={"addLabelIds": [label_of(gmail, "Team")]}).execute()
    service.trash(**ME, id=two).execute()


def drafts(gmail: Any) -> None:
    """A draft made and rewritten, one that is there rewritten."""
    service = gmail.users().drafts()
    old = service.list(**ME).execute()["drafts"][0]["id"]
    made = service.create(**ME, body={"message": {"raw": raw("Offer", "one")}}).execute()
    service.update(**ME, id=made["id"], body={"message": {"raw": raw("Offer", "two")}}).execute()
    service.update(**ME, id=old, body={"message": {"raw": raw("Plan", "second")}}).execute()


def written(gmail: Any) -> None:
    """A draft made, one that is there deleted."""
    service = gmail.users().drafts()
    old = service.list(**ME).execute()["drafts"][0]["id"]
    service.create(**ME, body={"message": {"raw": raw("Offer", "one")}}).execute()
    service.delete(**ME, id=old).execute()


def filters(gmail: Any) -> None:
    """A filter made, one that is there deleted."""
    service = gmail.users().settings().filters()
    old = service.list(**ME).execute()["filter"][0]["id"]
    body = {"criteria": {"subject": "invoice"}, "action": {"addLabelIds": ["STARRED"]}}
    service.create(**ME, body=body).execute()
    service.delete(**ME, id=old).execute()


STORIES = {
    "labels": Story(prepare, labels, seen, 3),
    "triage": Story(prepare, triage, seen, 3),
    "threads": Story(prepare, threads, seen, 2),
    "drafts": Story(prepare, drafts, seen, 3),
    "written": Story(prepare, written, seen, 2),
    "filters": Story(prepare, filters, seen, 2),
}
