"""Kinds of records: the many names under which a path may call one, and the one identity behind them.

https://developers.hubspot.com/docs/guides/crm/understanding-the-crm
"""

from __future__ import annotations

import re

_SINGULARS = {
    "0-1": "contact",
    "0-2": "company",
    "0-3": "deal",
    "0-5": "ticket",
    "0-7": "product",
    "0-8": "line_item",
    "0-14": "quote",
    "0-18": "communication",
    "0-19": "feedback_submission",
    "0-27": "task",
    "0-46": "note",
    "0-47": "meeting",
    "0-48": "call",
    "0-49": "email",
    "0-53": "invoice",
    "0-69": "subscription",
    "0-72": "deal_split",
    "0-74": "goal_target",
    "0-84": "discount",
    "0-85": "fee",
    "0-86": "tax",
    "0-101": "commerce_payment",
    "0-116": "postal_mail",
    "0-123": "order",
    "0-136": "lead",
    "0-142": "cart",
    "0-162": "service",
    "0-410": "course",
    "0-420": "listing",
    "0-421": "appointment",
}
"""HubSpot's own kinds, by the id that is the same in every portal."""

_PLURALS = {"0-2": "companies", "0-86": "taxes", "0-116": "postal_mail"}
_IDS = {name: id for id, name in _SINGULARS.items()}
_IDS |= {_PLURALS.get(id, f"{name}s"): id for id, name in _SINGULARS.items()}
_OF_A_PORTAL = re.compile(r"p\d+_")

CONTACT, COMPANY, DEAL, TICKET, QUOTE, EMAIL, INVOICE = "0-1", "0-2", "0-3", "0-5", "0-14", "0-49", "0-53"


def kind_of(name: str) -> str:
    """The id of the kind that is called so; of a kind of the portal's own its short name, unless it is called by id.

    Which id a portal gave to its own kind only a read would tell.
    """
    said = name.lower()
    return _IDS.get(said) or _OF_A_PORTAL.sub("", said, count=1)


def called(name: str) -> str:
    """What people call one record of the kind."""
    kind = kind_of(name)
    return _SINGULARS.get(kind, kind).replace("_", " ")
