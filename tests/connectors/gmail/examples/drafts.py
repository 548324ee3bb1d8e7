"""Drafts and labels."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.gmail.examples.messages import star
from connectors.gmail.examples.things import draft, first_draft, label_named, rewrite
from gmail_kit import INBOX_MAIL, LABEL, ME, change

D, L = "gmail.users.drafts", "gmail.users.labels"
COLOR = {"textColor": "#ffffff", "backgroundColor": "#16a766"}


def labels(gmail: Any) -> Any:
    """The resource of labels."""
    return gmail.users().labels()


def make(gmail: Any, name: str) -> Any:
    """Make a label."""
    return labels(gmail).create(**ME, body={"name": name}).execute()


EXAMPLES = (
    Example(
        f"{D}.create",
        lambda g: draft(g, "Mine"),
        prepare=lambda g: draft(g, "Mine"),
        foreign=lambda g: rewrite(g, "Theirs"),
        untold="a draft that says something else than what was sent may be anybody's",
    ),
    Example(
        f"{D}.update",
        lambda g: rewrite(g, "Mine"),
        prepare=lambda g: draft(g, "Before"),
        foreign=lambda g: rewrite(g, "Theirs"),
    ),
    Example(
        f"{D}.delete",
        lambda g: g.users().drafts().delete(**ME, id=first_draft(g)).execute(),
        prepare=lambda g: draft(g, "Before"),
        alone="a draft that says the same is as good, whoever wrote it",
    ),
    Example(
        f"{L}.create",
        lambda g: make(g, "Mine"),
        foreign=lambda g: change(g, INBOX_MAIL, add=(label_named(g, "Mine"),)),
    ),
    Example(
        f"{L}.patch",
        lambda g: labels(g).patch(**ME, id=LABEL, body={"name": "Mine", "color": COLOR}).execute(),
        foreign=lambda g: labels(g).patch(**ME, id=LABEL, body={"name": "Theirs"}).execute(),
        beside=lambda g: labels(g).patch(**ME, id=LABEL, body={"messageListVisibility": "hide"}).execute(),
    ),
    Example(
        f"{L}.update",
        lambda g: labels(g).update(**ME, id=LABEL, body={"name": "Mine", "labelListVisibility": "labelHide"}).execute(),
        foreign=lambda g: labels(g).patch(**ME, id=LABEL, body={"name": "Theirs"}).execute(),
    ),
    Example(
        f"{L}.delete",
        lambda g: labels(g).delete(**ME, id=label_named(g, "Empty")).execute(),
        prepare=lambda g: make(g, "Empty"),
        foreign=lambda g: labels(g).create(**ME, body={"name": "Empty", "messageListVisibility": "hide"}).execute(),
        unforced="a second label of that name cannot be made",
    ),
)

CARRIED = Example(
    f"{L}.delete",
    lambda g: labels(g).delete(**ME, id=LABEL).execute(),
    foreign=lambda g: labels(g).create(**ME, body={"name": "Triage", "messageListVisibility": "hide"}).execute(),
    unforced="a second label of that name cannot be made",
    beside=star,
    name="with the mail that carried it",
)
"""A plan of this cannot name the id that the label will have, so that it differs there from what is sent."""
