"""Readings that take more than one answer, or more than what Gmail answers says at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein_google.gmail import readings_of_labels as labels
from agentrein_google.gmail import readings_of_mail as mail
from agentrein_google.gmail import readings_of_settings as settings

READINGS: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "message": labels.one_message,
    "labels of messages": labels.labels_of,
    "group of messages": labels.group,
    "messages touched": labels.touched,
    "thread touched": labels.thread_touched,
    "thread moved": labels.thread_moved,
    "label in use": labels.label_in_use,
    "label and its mail": labels.label_and_mail,
    "label of a name": labels.label_named,
    "carrying again": labels.carrying_again,
    "draft": mail.draft,
    "draft to send": mail.draft_to_send,
    "draft among others": mail.draft_among_others,
    "draft again": mail.draft_again,
    "drafts since": mail.drafts_since,
    "mail since": mail.mail_since,
    "sent mail": mail.sent_mail,
    "sent draft": mail.sent_draft,
    "sent since": mail.sent_since,
    "filters": settings.filters,
    "one filter": settings.one_filter,
    "alias": settings.alias,
    "certificates": settings.certificates,
    "members": settings.members,
}
