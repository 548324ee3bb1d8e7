"""Every row of the Salesforce table in use, with simple-salesforce's own methods."""

from __future__ import annotations

from connectors.salesforce.examples import chatter, collections, records, subrequests

EXAMPLES = (*records.EXAMPLES, *collections.EXAMPLES, *subrequests.EXAMPLES, *chatter.EXAMPLES)
"""All of them."""
