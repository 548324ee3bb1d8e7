"""Deployments of packages."""

from __future__ import annotations

import base64
import io
from typing import Any

from simple_salesforce.api import Salesforce

from agentrein.testing.conformance import Example
from agentrein_salesforce.packages import packed
from connectors.salesforce.examples.things import Act

_XML = '<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">{}</Package>'


def package(*classes: str, words: str = "mine", types: str = "", **files: str) -> bytes:
    """A package of Apex classes, and of whatever else is told."""
    listed = "".join(f"<members>{name}</members>" for name in classes)
    held = {f"classes/{name}.cls": f"class {name} {{ /* {words} */ }}" for name in classes}
    held |= {f"classes/{name}.cls-meta.xml": "<ApexClass/>" for name in classes}
    manifest = _XML.format(types or f"<types>{listed}<name>ApexClass</name></types><version>59.0</version>")
    whole = {"package.xml": manifest, **held, **files}
    return base64.b64decode(packed({name: text.encode() for name, text in whole.items()}))


def deploy(content: bytes, *, sandbox: bool = False, **options: Any) -> Act:
    """Deploy a package."""

    def act(sf: Salesforce) -> Any:
        return sf.deploy(io.BytesIO(content), sandbox=sandbox, **options)

    return act


EXAMPLES = (
    Example(
        "POST /Soap/m#deploy",
        deploy(package("Rates", "Taxes")),
        foreign=deploy(package("Rates", words="theirs")),
    ),
)
