"""Every row of Gmail's table in use, with the SDK's own methods."""

from __future__ import annotations

from connectors.gmail.examples import addresses, drafts, messages, settings

EXAMPLES = (*messages.EXAMPLES, *drafts.EXAMPLES, *settings.EXAMPLES, *addresses.EXAMPLES)
"""All of them."""
