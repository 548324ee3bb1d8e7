"""What a mail says, read out of its bytes: the same for two of which one went through Gmail.

Gmail adds headers (Date, Message-ID, Received), and may replace a Message-ID: only what the writer meant counts.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from typing import Any

ORIGINAL = "X-Google-Original-Message-ID"
"""Where the Message-ID of the writer stands, where Gmail replaced it (seen over SMTP)."""

_ADDRESSED = ("to", "cc", "bcc", "reply-to")
_NAMED = ("subject", "in-reply-to", "references")


def mail_of(raw: Any) -> Message | None:
    """The mail that a base64url text holds; None where it holds none."""
    if not isinstance(raw, str) or not raw:
        return None
    try:
        content = base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return None
    return message_from_bytes(content, policy=policy.compat32)


def size_of(raw: Any) -> int:
    """How many bytes a base64url text holds."""
    return len(str(raw or "")) * 3 // 4


def words(raw: Any) -> str:
    """A digest of what a mail says to people: addressees, subject, texts and attachments, whatever Gmail adds to it."""
    mail = mail_of(raw)
    if mail is None:
        return ""
    told = [f"{name}: {','.join(sorted(addresses(mail, name)))}" for name in _ADDRESSED]
    told += [f"{name}: {' '.join(text_of(mail, name).split())}" for name in _NAMED]
    told += [_said(part) for part in mail.walk() if not part.is_multipart()]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def _said(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else str(payload).encode()
    if part.get_content_maintype() == "text":
        content = b"\n".join(line.rstrip() for line in content.strip().splitlines())
    return f"{part.get_content_type()} {part.get_filename() or ''} {hashlib.sha256(content).hexdigest()}"


def addresses(mail: Message, *names: str) -> list[str]:
    """The addresses in some headers of a mail, in lower case."""
    lines = [str(line) for name in names for line in mail.get_all(name, [])]
    return [address.lower() for _, address in getaddresses(lines) if address]


def text_of(mail: Message, name: str) -> str:
    """A header as people read it, empty if there is none."""
    value = mail.get(name)
    return "" if value is None else str(make_header(decode_header(str(value))))


def message_id(raw: Any) -> str:
    """The Message-ID that the writer gave a mail, empty if none."""
    mail = mail_of(raw)
    return "" if mail is None else bare_id(mail.get(ORIGINAL) or mail.get("Message-ID"))


def bare_id(value: Any) -> str:
    """A Message-ID without its brackets."""
    return str(value or "").strip().strip("<>")


def envelope(raw: Any) -> dict[str, str]:
    """To whom a mail goes, and its subject, for a sentence; a mail that is uploaded is not looked into."""
    mail = mail_of(raw)
    if mail is None:
        return {"to": "the addressees in it", "subject": "(uploaded)"}
    return {"to": ", ".join(addresses(mail, "to", "cc", "bcc")) or "nobody", "subject": text_of(mail, "subject")}
