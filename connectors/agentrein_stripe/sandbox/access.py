"""What gives access for a while, or only looks: sessions, links, keys, tokens and reports; none of it does more.

https://docs.stripe.com/api/customer_sessions, https://docs.stripe.com/api/account_sessions
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, missing

routes = Routes()


@routes.on("POST /v1/customer_sessions")
def create_customer_session(ask: Ask) -> Answer:
    """A secret with which a page shows what a customer holds; it expires by itself."""
    if "components" not in ask.given:
        raise missing("components")
    customer = ask.named("customer", ask.given.get("customer"), "customer")
    shown = {"object": "customer_session", "components": {}, "created": ask.now, "expires_at": ask.now + 1800}
    secret = f"{customer['id']}_secret_{ask.world.new_id('')}"
    return Answer(200, {**shown, "client_secret": secret, "customer": customer["id"], "livemode": ask.world.livemode})


@routes.on("POST /v1/ephemeral_keys")
def create_ephemeral_key(ask: Ask) -> Answer:
    """A key with which an app reads one customer for an hour."""
    customer = ask.named("customer", ask.given.get("customer"), "customer")
    id = ask.world.new_id("ephkey_")
    associated = [{"id": customer["id"], "type": "customer"}]
    shown = {"id": id, "object": "ephemeral_key", "created": ask.now, "expires": ask.now + 3600}
    ask.world.of("ephemeral_key")[id] = {**shown, "livemode": ask.world.livemode, "associated_objects": associated}
    return Answer(200, {**ask.world.of("ephemeral_key")[id], "secret": f"ek_test_{id}"})


@routes.on("DELETE /v1/ephemeral_keys/{id}")
def delete_ephemeral_key(ask: Ask, id: str) -> Answer:
    """End it early; the answer shows the key, expired."""
    key = ask.find("ephemeral_key", id)
    del ask.world.of("ephemeral_key")[id]
    return Answer(200, {**key, "expires": ask.now})


@routes.on("POST /v1/account_sessions")
def create_account_session(ask: Ask) -> Answer:
    """A secret with which a page shows what an account holds."""
    for name in ("account", "components"):
        if name not in ask.given:
            raise missing(name)
    secret = f"accs_secret_{ask.world.new_id('')}"
    shown = {"object": "account_session", "account": ask.given["account"], "client_secret": secret, "components": {}}
    return Answer(200, {**shown, "expires_at": ask.now + 1800, "livemode": ask.world.livemode})


@routes.on("POST /v1/account_links")
def create_account_link(ask: Ask) -> Answer:
    """A link with which an account is set up, once."""
    for name in ("account", "type"):
        if name not in ask.given:
            raise missing(name)
    return Answer(200, _link(ask, "account_link", expires_at=ask.now + 300))


@routes.on("POST /v1/accounts/{account}/login_links")
def create_login_link(ask: Ask, account: str) -> Answer:
    """A link to an account's dashboard, once."""
    return Answer(200, _link(ask, "login_link") | {"url": f"https://connect.example/{account}"})


def _link(ask: Ask, kind: str, **more: int) -> dict[str, object]:
    return {"object": kind, "created": ask.now, "url": f"https://connect.example/{ask.world.new_id('')}", **more}


@routes.on("POST /v2/core/account_links")
def create_account_link_v2(ask: Ask) -> Answer:
    """A link with which an account of API v2 is set up, once."""
    for name in ("account", "use_case"):
        if name not in ask.given:
            raise missing(name)
    return Answer(200, _link(ask, "v2.core.account_link"))


@routes.on("POST /v2/core/account_tokens", "POST /v2/core/accounts/{account}/person_tokens")
def create_token_v2(ask: Ask, account: str = "") -> Answer:
    """A token that holds what was entered, until it is used."""
    kind = "person" if account else "account"
    return Answer(200, {"id": ask.world.new_id(f"{kind[:3]}tok_"), "object": f"v2.core.{kind}_token", "used": False})


@routes.on("POST /v1/reporting/report_runs")
def create_report_run(ask: Ask) -> Answer:
    """A report, which is made a little later."""
    if "report_type" not in ask.given:
        raise missing("report_type")
    id = ask.world.new_id("frr_")
    shown = {"id": id, "object": "reporting.report_run", "status": "pending", "result": None}
    return Answer(200, {**shown, "created": ask.now, "report_type": ask.given["report_type"]})
