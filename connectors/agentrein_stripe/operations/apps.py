"""Apps that an account has installed, and bank accounts that its customers let it see.

https://docs.stripe.com/api/apps/installs and https://docs.stripe.com/api/financial_connections
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    adding,
    answer,
    depends,
    do,
    each,
    gone,
    leave,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
)
from agentrein_stripe.operations.shapes import ACCOUNT, as_made, event, like
from agentrein_stripe.said import shown

INSTALLS = "/v1/apps/installs"
INSTALL = f"{INSTALLS}/{{id}}"
LINKED = "/v1/financial_connections/accounts/{account}"
_DOCS = "https://docs.stripe.com/api/financial_connections/accounts"

_OWN = ("app", "channel", "endpoints_granted", "permissions_granted")
_OF_LINKED = path("stripe:financial_connections_account:", sent("account"))
_MAY_LINK = ("financial connections: write", "financial connections: read")

SUBSCRIPTIONS = members(
    "features",
    read="subscriptions[]",
    add=do(f"POST {LINKED}/subscribe", {"features": [each]}),
    remove=do(f"POST {LINKED}/unsubscribe", {"features": [each]}),
)
"""What Stripe asks the owner's bank for, again and again."""


@depends(COSTLY, IRREVERSIBLE)
def install_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new app is uninstalled; one that was there is brought to its newest version, which nothing turns back."""
    return IRREVERSIBLE if shown(image, "data") != [] else COSTLY


ROWS = (
    op(
        f"POST {INSTALLS}",
        sdk="apps.installs.create",
        says="install app {app}",
        tier=install_tier,
        object=path("stripe:app_install:", answer("id")),
        before=read(f"GET {INSTALLS}", app=sent("app"), limit=1),
        inverse=do(
            f"POST {INSTALL}/uninstall",
            id=answer("id"),
            goal=gone(read(f"GET {INSTALL}", maybe=True, id=answer("id")), parent=ACCOUNT),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ok=(404,),
        ),
        probe=event("apps.install.created"),
        residue="What the app read and did meanwhile stays, and so does what it was told of the account.",
        if_stuck="Stripe uninstalls an app a little later: look at the installed apps, or revert again.",
        scopes=("apps: write", "apps: read"),
        why="An app that was not there is uninstalled again; that its install is not found any more then is inferred. "
        "https://docs.stripe.com/api/apps/installs/uninstall",
    ),
    op(
        f"POST {INSTALL}/uninstall",
        sdk="apps.installs.uninstall",
        says="uninstall app {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:app_install:", sent("id")),
        why="Which of an app's settings and secrets come back when it is installed again is not documented. "
        "https://docs.stripe.com/api/apps/installs/uninstall",
    ),
    op(
        f"POST {LINKED}/subscribe",
        sdk="financial_connections.accounts.subscribe",
        says="let Stripe ask the bank of {account} for {features} regularly",
        tier=COSTLY,
        object=_OF_LINKED,
        inverse=restore(f"GET {LINKED}", None, adding(SUBSCRIPTIONS, sent("features"))),
        residue="What the bank told meanwhile stays, and may be billed.",
        scopes=_MAY_LINK,
        why=f"What was not subscribed to before is unsubscribed from. {_DOCS}/unsubscribe",
    ),
    op(
        f"POST {LINKED}/unsubscribe",
        sdk="financial_connections.accounts.unsubscribe",
        says="let Stripe ask the bank of {account} for {features} no more",
        tier=COSTLY,
        object=_OF_LINKED,
        inverse=restore(f"GET {LINKED}", None, removing(SUBSCRIPTIONS, sent("features"))),
        residue="What the bank would have told meanwhile is missed.",
        scopes=_MAY_LINK,
        why=f"What was subscribed to before is subscribed to again. {_DOCS}/subscribe",
    ),
    op(
        "POST /v1/financial_connections/sessions",
        sdk="financial_connections.sessions.create",
        says="let somebody link bank accounts",
        tier=COMPENSABLE,
        object=path("stripe:financial_connections_session:new"),
        inverse=leave("a session expires within hours, and only who was given its secret can use it"),
        residue="Until it expires, who has the secret can link accounts, which then stay linked.",
        scopes=_MAY_LINK,
        why="No call ends it; that it expires is inferred from other sessions. "
        "https://docs.stripe.com/api/financial_connections/sessions",
    ),
)
