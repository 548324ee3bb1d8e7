"""Mails as Gmail keeps them: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages."""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import format_datetime, formataddr, getaddresses

ORIGINAL = "X-Google-Original-Message-ID"


def decoded(raw: str) -> bytes | None:
    """The bytes of what was sent as base64url, None where it is none."""
    try:
        return base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return None


def encoded(content: bytes) -> str:
    """Bytes as base64url."""
    return base64.urlsafe_b64encode(content).decode()


def parsed(content: bytes) -> Message:
    """A mail with its headers."""
    return message_from_bytes(content, policy=policy.compat32)


def header(content: bytes, name: str) -> str:
    """One header of a mail, empty if it has none."""
    return str(parsed(content).get(name) or "")


def recipients(content: bytes) -> list[str]:
    """The addresses that it goes to."""
    mail = parsed(content)
    lines = [str(line) for name in ("to", "cc", "bcc") for line in mail.get_all(name, [])]
    return [address for _, address in getaddresses(lines) if address]


def completed(content: bytes, sender: str, number: int, at: float, *, keeps_id: bool = True) -> bytes:
    """The mail with the headers that Gmail adds where it has none; a Message-ID may be replaced, and is kept."""
    mail = parsed(content)
    if not mail.get("From"):
        mail["From"] = formataddr(("", sender))
    if not mail.get("Date"):
        mail["Date"] = format_datetime(datetime.fromtimestamp(at, UTC))
    own = f"<CA{number:08d}@mail.gmail.com>"
    if mail.get("Message-ID") and not keeps_id:
        mail[ORIGINAL] = str(mail["Message-ID"])
        mail.replace_header("Message-ID", own)
    elif not mail.get("Message-ID"):
        mail["Message-ID"] = own
    return mail.as_bytes()


def written(to: str, subject: str, text: str, **more: str) -> bytes:
    """A mail of plain text."""
    mail = EmailMessage()
    mail["To"], mail["Subject"] = to, subject
    for name, value in more.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def text_of(content: bytes) -> str:
    """What a mail says, without what is added on its way."""
    mail = parsed(content)
    part = next((one for one in mail.walk() if one.get_content_maintype() == "text"), mail)
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace").strip() if isinstance(payload, bytes) else ""
