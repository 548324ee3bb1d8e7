"""Which object an id belongs to, for calls that name records by nothing else.

The first three characters tell; those of standard objects are the same in every organization, those of custom ones are
not: https://help.salesforce.com/s/articleView?id=000385203
"""

from __future__ import annotations

from typing import Any

from agentrein_salesforce.ids import is_like_id

STANDARD = {
    "001": "Account",
    "002": "Note",
    "003": "Contact",
    "005": "User",
    "006": "Opportunity",
    "00P": "Attachment",
    "00Q": "Lead",
    "00T": "Task",
    "00U": "Event",
    "00a": "CaseComment",
    "00k": "OpportunityLineItem",
    "00v": "CampaignMember",
    "01M": "AccountTeamMember",
    "01s": "Pricebook2",
    "01t": "Product2",
    "01u": "PricebookEntry",
    "02i": "Asset",
    "02s": "EmailMessage",
    "069": "ContentDocument",
    "06A": "ContentDocumentLink",
    "07k": "AccountContactRelation",
    "0D5": "FeedItem",
    "0D7": "FeedComment",
    "0Q0": "Quote",
    "0QL": "QuoteLineItem",
    "500": "Case",
    "501": "Solution",
    "701": "Campaign",
    "800": "Contract",
    "801": "Order",
    "802": "OrderItem",
}


def object_of(id: Any) -> str:
    """The object of a record; raises ValueError for one of an object that is not known by its ids."""
    known = STANDARD.get(str(id)[:3]) if is_like_id(id) else None
    if known is None:
        message = f"{str(id)[:20]!r} does not tell which object it belongs to"
        raise ValueError(message)
    return known
