"""Financial accounts, what moved in them, and the ways out of them. https://docs.stripe.com/api/v2/money-management."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox import v2
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.vault import archiving
from agentrein_stripe.sandbox.world import Thing

_ALL = "/v2/money_management"
_NAMED = ("canceled", "succeeded")

ACCOUNTS = v2.kind_of("v2.money_management.financial_account", "fa_")
TRANSACTIONS = v2.kind_of("v2.money_management.transaction", "trxn_")
METHODS = v2.kind_of("v2.money_management.payout_method", "pm_", hidden=("latest_outbound_setup_intent",))
INTENTS = v2.kind_of(
    "v2.money_management.outbound_setup_intent",
    "osi_",
    hidden=("payout_method",),
    compensated=lambda snapshot: snapshot["status"] in _NAMED,
)

routes = Routes()


# --- accounts and what moves


@routes.on(f"POST {_ALL}/financial_accounts")
def open_account(ask: Ask) -> Answer:
    """Open an account that holds money."""
    v2.checked(ask, "display_name", "metadata", "storage", "type", required=("type",))
    name, metadata = ask.given.get("display_name"), ask.given.get("metadata") or {}
    shown = {"country": "US", "status": "open", "type": ask.given["type"]}
    return Answer(200, v2.made(ask, ACCOUNTS, display_name=name, metadata=metadata, **shown))


@routes.on(f"GET {_ALL}/financial_accounts")
def accounts(ask: Ask) -> Answer:
    """All of them."""
    return v2.listed(ask.world.of(ACCOUNTS.kind).values())


@routes.on(f"GET {_ALL}/financial_accounts/{{id}}")
def account(ask: Ask, id: str) -> Answer:
    """One of them."""
    return Answer(200, v2.found(ask, ACCOUNTS, id))


@routes.on(f"POST {_ALL}/financial_accounts/{{id}}")
def change_account(ask: Ask, id: str) -> Answer:
    """Call it otherwise."""
    return v2.changed(ask, v2.found(ask, ACCOUNTS, id), "display_name")


@routes.on(f"POST {_ALL}/inbound_transfers")
def move_in(ask: Ask) -> Answer:
    """Take money in, which is a transaction of the account."""
    v2.checked(ask, "amount", "description", "from", "to", required=("amount", "from", "to"))
    held = v2.found(ask, ACCOUNTS, str(ask.given["to"].get("financial_account")))
    shown = {"amount": ask.given["amount"], "financial_account": held["id"], "status": "posted"}
    v2.made(ask, TRANSACTIONS, category="inbound_transfer", description=None, metadata={}, **shown)
    return Answer(200, {"id": ask.world.new_id("ibt_"), "object": "v2.money_management.inbound_transfer", **shown})


@routes.on(f"GET {_ALL}/transactions")
def transactions(ask: Ask) -> Answer:
    """What moved."""
    return v2.listed(ask.world.of(TRANSACTIONS.kind).values())


@routes.on(f"GET {_ALL}/transactions/{{id}}")
def transaction(ask: Ask, id: str) -> Answer:
    """One movement."""
    return Answer(200, v2.found(ask, TRANSACTIONS, id))


@routes.on(f"POST {_ALL}/transactions/{{id}}")
def change_transaction(ask: Ask, id: str) -> Answer:
    """Note something about a movement."""
    return v2.changed(ask, v2.found(ask, TRANSACTIONS, id), "description")


@routes.on(f"POST {_ALL}/transactions/{{id}}/refresh_regulatory_receipt")
def receipt(ask: Ask, id: str) -> Answer:
    """A new link to a receipt."""
    thing = v2.found(ask, TRANSACTIONS, id)
    link = {"url": f"https://receipts.example/{ask.world.new_id('')}", "url_expires_at": v2.moment(ask)}
    return Answer(200, {**thing, "regulatory_receipt": link})


@routes.on("POST /v2/test_helpers/money_management/recipient_verifications")
def verification(ask: Ask) -> Answer:
    """A verification with a result of the caller's choice."""
    v2.checked(ask, "match_result", "payout_method", "recipient", required=("match_result", "payout_method"))
    id = ask.world.new_id("rv_")
    return Answer(200, {"id": id, "object": "v2.money_management.recipient_verification", **ask.given})


# --- ways out


def _method(ask: Ask, data: dict[str, Any]) -> Thing:
    bank = data.get("bank_account") or {}
    shown = {"bank_name": "Stripe Test Bank", "country": bank.get("country")}
    usable = {"payments": "eligible", "transfers": "ineligible"}
    return v2.made(
        ask, METHODS, archived=False, type=data["type"],
        bank_account={**shown, "last4": str(bank.get("account_number"))[-4:]},
        card=None, latest_outbound_setup_intent=None, restricted=False, usage_status=usable,
    )  # fmt: skip


@routes.on(f"POST {_ALL}/outbound_setup_intents")
def set_up(ask: Ask) -> Answer:
    """Set up a payout method: a new one of what is told, or one that is there; a bank account is ready at once."""
    v2.checked(ask, "payout_method", "payout_method_data", "usage_intent")
    named, data = ask.given.get("payout_method"), ask.given.get("payout_method_data")
    method = v2.found(ask, METHODS, named) if named else _method(ask, data) if data else None
    status = "requires_payout_method" if method is None else "succeeded"
    thing = v2.made(ask, INTENTS, status=status, usage_intent=ask.given.get("usage_intent", "payment"))
    if method is not None:
        method["latest_outbound_setup_intent"] = thing["id"]
        if method["type"] == "card":
            thing["status"] = "requires_action"
    thing["payout_method"] = None if method is None else method["id"]
    return Answer(200, _shown(ask, thing))


def _shown(ask: Ask, intent: Thing) -> Thing:
    """An intent with its payout method as it is."""
    return {**intent, "payout_method": ask.world.of(METHODS.kind).get(str(intent["payout_method"]))}


@routes.on(f"GET {_ALL}/outbound_setup_intents")
def intents(ask: Ask) -> Answer:
    """All of them."""
    return v2.listed([_shown(ask, one) for one in ask.world.of(INTENTS.kind).values()])


@routes.on(f"GET {_ALL}/outbound_setup_intents/{{id}}")
def intent(ask: Ask, id: str) -> Answer:
    """One of them."""
    return Answer(200, _shown(ask, v2.found(ask, INTENTS, id)))


@routes.on(f"POST {_ALL}/outbound_setup_intents/{{id}}")
def change_intent(ask: Ask, id: str) -> Answer:
    """Tell an intent its payout method."""
    thing = v2.found(ask, INTENTS, id)
    v2.checked(ask, "payout_method", "payout_method_data")
    thing["payout_method"], thing["status"] = ask.given["payout_method"], "succeeded"
    return Answer(200, _shown(ask, thing))


@routes.on(f"POST {_ALL}/outbound_setup_intents/{{id}}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """Cancel what is not set up yet."""
    thing = v2.found(ask, INTENTS, id)
    if thing["status"] in _NAMED:
        raise conflict(f"The setup intent is {thing['status']}.", "not_cancelable")
    thing["status"] = "canceled"
    return Answer(200, _shown(ask, thing))


@routes.on(f"GET {_ALL}/payout_methods")
def methods(ask: Ask) -> Answer:
    """The ways out."""
    return v2.listed(ask.world.of(METHODS.kind).values())


@routes.on(f"GET {_ALL}/payout_methods/{{id}}")
def method(ask: Ask, id: str) -> Answer:
    """One of them."""
    return Answer(200, v2.found(ask, METHODS, id))


archiving(f"{_ALL}/payout_methods/{{id}}", METHODS, routes)
