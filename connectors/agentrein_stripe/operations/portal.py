"""The portal in which customers help themselves, and the reasons to leave that it offers.

https://docs.stripe.com/api/customer_portal/configurations and https://docs.stripe.com/api/billing/feedback-option
"""

from __future__ import annotations

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    do,
    find,
    leave,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import EVENTS, all_there, archive, as_made, back, event, fields, like
from agentrein_stripe.written import flat

OPTIONS = "/v1/billing/feedback_options"
OPTION = f"{OPTIONS}/{{id}}"
PORTALS = "/v1/billing_portal/configurations"
PORTAL = f"{PORTALS}/{{configuration}}"
DOCS = "https://docs.stripe.com/api/billing"

_OPTIONS = ("feedback options: write", "feedback options: read")
_PORTALS = ("customer portal: write", "customer portal: read")
_OWN_PORTAL = ("active", "business_profile", "default_return_url", "features", "login_page", "metadata", "name")

ROWS = (
    op(
        f"POST {OPTIONS}",
        sdk="billing.feedback_options.create",
        says="offer {description!r} as a reason to leave",
        tier=COMPENSABLE,
        object=path("stripe:feedback_option:", answer("id")),
        before=all_there(f"GET {OPTIONS}"),
        inverse=do(
            f"POST {OPTION}/deactivate",
            id=answer("id"),
            goal=shows(f"GET {OPTION}", status="inactive"),
            still=as_made("status", "description"),
            alike=like("description"),
            ends=True,
        ),
        probe=find(
            read(f"GET {OPTIONS}", at="data", limit=100),
            same=("description",),
            key="id",
            unless=before("data[].id"),
            pages="starting_after",
            next="data.-1.id",
        ),
        residue="The option stays, inactive.",
        scopes=_OPTIONS,
        why="Nothing deletes a feedback option; it is deactivated for good. It shows no time: a lost one is told from "
        f"those that were there. {DOCS}/feedback-option/deactivate",
    ),
    op(
        f"POST {OPTION}",
        sdk="billing.feedback_options.update",
        says="call feedback option {id} {description!r}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:feedback_option:", sent("id")),
        inverse=back(OPTION, fields(kept=("description",))),
        residue="Customers saw the option as it was meanwhile.",
        scopes=_OPTIONS,
        why=f"The words are put back. {DOCS}/feedback-option/update",
    ),
    op(
        f"POST {OPTION}/deactivate",
        sdk="billing.feedback_options.deactivate",
        says="deactivate feedback option {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:feedback_option:", sent("id")),
        why=f"No call activates it again. {DOCS}/feedback-option/deactivate",
    ),
    op(
        f"POST {PORTALS}",
        sdk="billing_portal.configurations.create",
        says="configure a customer portal",
        tier=COMPENSABLE,
        object=path("stripe:portal_configuration:", answer("id")),
        inverse=archive(PORTAL, *_OWN_PORTAL, configuration=answer("id")),
        probe=event("billing_portal.configuration.created"),
        residue=f"The configuration stays, inactive. {EVENTS}",
        scopes=_PORTALS,
        why="Nothing deletes a configuration; it is deactivated. "
        "https://docs.stripe.com/api/customer_portal/configurations/update",
    ),
    op(
        f"POST {PORTAL}",
        sdk="billing_portal.configurations.update",
        says="set {fields} of portal configuration {configuration}",
        tier=REVERSIBLE,
        takes=flat("business_profile"),
        object=path("stripe:portal_configuration:", sent("configuration")),
        inverse=back(PORTAL, fields("active", "business_profile", "default_return_url", "name", kept=("login_page",))),
        residue=f"Customers saw the portal as it was meanwhile. {EVENTS}",
        scopes=_PORTALS,
        why="Each of these reads as it is written; features do not. "
        "https://docs.stripe.com/api/customer_portal/configurations/update",
    ),
    op(
        "POST /v1/billing_portal/sessions",
        sdk="billing_portal.sessions.create",
        says="let {customer} into the customer portal",
        tier=COMPENSABLE,
        object=path("stripe:portal_session:new"),
        inverse=leave("a link into the portal that nobody follows ends by itself"),
        residue="Whoever has the link may act for the customer until it ends.",
        why="A session cannot be ended. https://docs.stripe.com/api/customer_portal/sessions/create",
    ),
)
