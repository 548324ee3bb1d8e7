"""Forms."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

FORMS = "/marketing/v3/forms"
FORM = f"{FORMS}/{{formId}}"


def form(name: str, **more: Any) -> dict[str, Any]:
    """A form as a whole."""
    return {
        "formType": "hubspot",
        "name": name,
        "createdAt": "2026-01-01T00:00:00.000Z",
        "updatedAt": "2026-01-01T00:00:00.000Z",
        "archived": False,
        "fieldGroups": [],
        "configuration": {"language": "de", "cloneable": True},
        "displayOptions": {"renderRawHtml": False, "theme": "default_style"},
        "legalConsentOptions": {"type": "none"},
        **more,
    }


def named(hubspot: Client, name: str) -> str:
    """The id of a form."""
    return str(next(one.id for one in hubspot.marketing.forms.forms_api.get_page().results if one.name == name))


EXAMPLES = (
    Example(
        f"POST {FORMS}",
        lambda h: h.marketing.forms.forms_api.create(form("Mine")),
        foreign=lambda h: h.marketing.forms.forms_api.update(named(h, "Mine"), {"fieldGroups": [{"fields": []}]}),
    ),
    Example(
        f"PATCH {FORM}",
        lambda h: h.marketing.forms.forms_api.update("7601", {"name": "Mine", "fieldGroups": []}),
        foreign=lambda h: h.marketing.forms.forms_api.update("7601", {"name": "Theirs"}),
        beside=lambda h: h.marketing.forms.forms_api.update("7601", {"configuration": {"language": "fr"}}),
    ),
    Example(
        f"PUT {FORM}",
        lambda h: h.marketing.forms.forms_api.replace("7601", form("Mine", id="7601")),
        foreign=lambda h: h.marketing.forms.forms_api.update("7601", {"name": "Theirs"}),
    ),
    Example(
        f"DELETE {FORM}",
        lambda h: h.marketing.forms.forms_api.archive("7601"),
        alone="nobody changes a form that is archived",
    ),
)
