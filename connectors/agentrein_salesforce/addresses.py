"""How the vendor's paths read in the table: without the API's version and the root in which a resource lies.

`/services/data/v59.0/sobjects/Contact/003…` is `/sobjects/Contact/003…` there, `/services/async/59.0/job` is
`/async/job`, and whatever follows the version of a SOAP endpoint is left out, because the body names the operation.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

VERSION = "api-version"
"""The name under which a call records the version of the API, which decides how it is read."""

UNCHANGED_SINCE = "unchanged-since"
"""The header of a call of our own that is to be refused where the record was changed since then."""

LAST_MODIFIED = "@lastModified"
"""Under which name a record that is read for an undo tells when it was changed last, where the vendor says so."""

_NUMBER = r"\d{1,3}\.\d"
_DATA = re.compile(rf"/services/data(?:/v(?P<version>{_NUMBER})(?P<rest>/.*)?)?/?")
_ASYNC = re.compile(rf"/services/async/(?P<version>{_NUMBER})(?P<rest>/.*)")
_SOAP = re.compile(rf"/services/Soap/(?P<api>[a-zA-Z]+)/(?P<version>{_NUMBER})(?:/.*)?")
_APART = re.compile(r"/services/(?P<rest>(?:apexrest|oauth2)(?:/.*)?)")
_IDENTITY = re.compile(r"/id/.+")
_ROOTS = frozenset({"async", "soap", "apexrest", "oauth2", "id"})
"""First segments of addresses that are no resource of the data API, so that none of its paths may begin with one."""


def canonical(path: str) -> tuple[str, str]:
    """The path as the table writes it, with the version; an empty path for what is no place of the API."""
    data = _DATA.fullmatch(path)
    if data is not None:
        rest = data["rest"] or "/"
        return ("" if _first(rest) in _ROOTS else rest), data["version"] or ""
    jobs = _ASYNC.fullmatch(path)
    if jobs is not None:
        return f"/async{jobs['rest']}", jobs["version"]
    soap = _SOAP.fullmatch(path)
    if soap is not None:
        return f"/Soap/{soap['api']}", soap["version"]
    apart = _APART.fullmatch(path)
    if apart is not None:
        return f"/{apart['rest']}", ""
    return (path if _IDENTITY.fullmatch(path) else ""), ""


def wire(path: str, version: str) -> str:
    """The path under which the vendor takes what the table writes so."""
    root, _, rest = path.removeprefix("/").partition("/")
    if root == "async":
        return f"/services/async/{version}/{rest}"
    if root == "Soap":
        return f"/services/Soap/{rest}/{version}"
    if root in {"apexrest", "oauth2"}:
        return f"/services{path}"
    return path if root == "id" else f"/services/data/v{version}{path}"


def _first(path: str) -> str:
    return unquote(path).removeprefix("/").partition("/")[0].lower()
