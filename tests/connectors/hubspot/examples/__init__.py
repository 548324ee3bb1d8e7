"""Every row of the HubSpot table in use, with hubspot-api-client's own methods."""

from __future__ import annotations

from connectors.hubspot.examples import (
    blog,
    emails,
    extensions,
    files,
    forms,
    hubdb,
    labels,
    links,
    lists,
    marketing_events,
    objects,
    pages,
    people,
    pipelines,
    properties,
    record_batches,
    redirects,
    schemas,
    source_code,
    splits,
    updates,
    webhooks,
)

EXAMPLES = (
    *blog.EXAMPLES,
    *emails.EXAMPLES,
    *extensions.EXAMPLES,
    *files.EXAMPLES,
    *forms.EXAMPLES,
    *hubdb.EXAMPLES,
    *labels.EXAMPLES,
    *links.EXAMPLES,
    *lists.EXAMPLES,
    *marketing_events.EXAMPLES,
    *objects.EXAMPLES,
    *pages.EXAMPLES,
    *people.EXAMPLES,
    *pipelines.EXAMPLES,
    *properties.EXAMPLES,
    *record_batches.EXAMPLES,
    *redirects.EXAMPLES,
    *schemas.EXAMPLES,
    *source_code.EXAMPLES,
    *splits.EXAMPLES,
    *updates.EXAMPLES,
    *webhooks.EXAMPLES,
)
"""All of them."""
TWINS = (*blog.TWINS, *emails.TWINS, *extensions.TWINS, *marketing_events.TWINS, *pages.TWINS)
"""Rows that one definition makes with those of others, one kind of which keeps every rule: these keep the main ones."""
