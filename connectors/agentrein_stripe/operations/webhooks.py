"""Webhook endpoints. https://docs.stripe.com/api/webhook_endpoints."""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, REVERSIBLE, answer, op, path, sent
from agentrein_stripe.operations.shapes import back, delete, fields, listed
from agentrein_stripe.written import flat

ENDPOINTS = "/v1/webhook_endpoints"
ENDPOINT = f"{ENDPOINTS}/{{webhook_endpoint}}"

_THIS = path("stripe:webhook_endpoint:", sent("webhook_endpoint"))
_SCOPES = ("webhook endpoints: write", "webhook endpoints: read")

ROWS = (
    op(
        f"POST {ENDPOINTS}",
        sdk="webhook_endpoints.create",
        says="send {enabled_events} to {url}",
        tier=REVERSIBLE,
        object=path("stripe:webhook_endpoint:", answer("id")),
        inverse=delete(
            ENDPOINT, "description", "enabled_events", "metadata", "status", "url", webhook_endpoint=answer("id")
        ),
        probe=listed(f"GET {ENDPOINTS}", "url", "enabled_events"),
        residue="Events that happened meanwhile went to the address.",
        scopes=_SCOPES,
        why="An endpoint is deleted again; its secret is shown once, to the caller only. It has no events of its own, "
        "so that a lost answer is looked for by address and time. https://docs.stripe.com/api/webhook_endpoints/delete",
    ),
    op(
        f"POST {ENDPOINT}",
        sdk="webhook_endpoints.update",
        says="set {fields} of webhook endpoint {webhook_endpoint}",
        tier=REVERSIBLE,
        takes=flat(),
        object=_THIS,
        inverse=back(ENDPOINT, fields("description", "disabled", "enabled_events", "url")),
        residue="Events that happened meanwhile went where the call sent them, or nowhere.",
        scopes=_SCOPES,
        why="Every part of an endpoint but its version is written back. "
        "https://docs.stripe.com/api/webhook_endpoints/update",
    ),
    op(
        f"DELETE {ENDPOINT}",
        sdk="webhook_endpoints.delete",
        says="delete webhook endpoint {webhook_endpoint}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why="A new endpoint would have another secret, so that its receiver refuses what comes, and no read tells "
        "whether the old one got the events of connected accounts. "
        "https://docs.stripe.com/api/webhook_endpoints/create",
    ),
)
