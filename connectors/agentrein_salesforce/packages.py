"""Packages of a deployment: what they hold, and the package that puts back what was there before.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/file_based_zip_file.htm
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from agentrein.connector import CannotPlan
from agentrein_salesforce.credentials import is_credential

MOST = 10 * 1024 * 1024
"""Bytes of a package that are taken, packed; both packages stand in the ledger."""

_UNPACKED = 100 * 1024 * 1024
MANIFEST = "package.xml"
_HOLDS_DATA = frozenset({"CustomField", "CustomMetadata", "CustomObject", "RecordType"})
_NAMESPACE = "http://soap.sforce.com/2006/04/metadata"
_SLOTS = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same files make the same package."""

Members = dict[str, list[str]]


def files_of(text: Any) -> dict[str, bytes]:
    """The files of a package by their names; raises CannotPlan for what is none, or larger than is taken."""
    content = base64.b64decode("".join(str(text).split()), validate=True)
    if len(content) > MOST:
        raise CannotPlan(f"a package of more than {MOST} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            listed = [one for one in packed.infolist() if not one.is_dir()]
            names = [one.filename for one in listed]
            if len(set(names)) < len(names) or sum(one.file_size for one in listed) > _UNPACKED:
                raise CannotPlan("a package that holds a file twice, or too much")
            return {one.filename: packed.read(one) for one in listed}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise CannotPlan("a package that cannot be read") from error


def members_of(files: Mapping[str, bytes]) -> Members:
    """The members that a package names, by type; raises CannotPlan for a package that cannot be undone."""
    if MANIFEST not in files or any("destructivechanges" in name.lower() for name in files):
        raise CannotPlan("a package without a manifest, or one that deletes")
    text = files[MANIFEST].decode("utf-8")
    if "<!DOCTYPE" in text:
        raise CannotPlan("a manifest with a document type")
    found: Members = {}
    try:
        root = ET.fromstring(text)  # noqa: S314 - without a document type there is nothing to expand
    except ET.ParseError as error:
        raise CannotPlan("a manifest that cannot be read") from error
    for types in root.iter(f"{{{_NAMESPACE}}}types"):
        said = [(one.tag.rpartition("}")[2], (one.text or "").strip()) for one in types]
        [kind] = [value for name, value in said if name == "name"]
        found.setdefault(kind, []).extend(value for name, value in said if name == "members")
    _check(found)
    return found


def _check(found: Members) -> None:
    for kind, members in found.items():
        if kind in _HOLDS_DATA or kind.endswith("Settings") or is_credential(kind):
            raise CannotPlan(f"components of the kind {kind} may hold data")
        if not all(members) or any("*" in one for one in members):
            raise CannotPlan("members that are not named one by one")
    if not found:
        raise CannotPlan("a package without members")


def wanted(call: Mapping[str, Any]) -> Members:
    """The members that a deployment names; raises CannotPlan for one that cannot be undone."""
    options = call["DeployOptions"]
    if str(options.get("singlePackage")).lower() != "true":
        raise CannotPlan("several packages in one")
    return members_of(files_of(call["ZipFile"]))


_SECRET = frozenset(
    {
        "authproviders",
        "certs",
        "connectedapps",
        "datasources",
        "externalclientapps",
        "externalcredentials",
        "namedcredentials",
        "samlssoconfigs",
    }
)
"""Folders, in small letters, whose files may be credentials."""


def holds_credentials(body: Any) -> bool:
    """Whether a deployment's package has a file that may be a credential, so that it is not recorded."""
    try:
        files = files_of(body["ZipFile"]) if isinstance(body, Mapping) and "ZipFile" in body else {}
    except (CannotPlan, ValueError):
        return False
    return any(not _SECRET.isdisjoint(name.lower().split("/")) for name in files)


def told(body: Any) -> Any:
    """A deployment as it is recorded: of a package that cannot be read, which may hold anything, its digest only."""
    if not isinstance(body, Mapping) or "ZipFile" not in body:
        return body
    try:
        files_of(body["ZipFile"])
    except (CannotPlan, ValueError):
        return {**body, "ZipFile": f"sha256:{hashlib.sha256(str(body['ZipFile']).encode()).hexdigest()}"}
    return body


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """What each file holds, in short; the manifest is not one of what it lists."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != MANIFEST}


def package_before(image: Mapping[str, Any], call: Mapping[str, Any], version: Any) -> str:
    """The package that puts back what a retrieval found, and takes away what was not there then."""
    found = files_of(image["zipFile"]) if image["members"] else {}
    there = {kind: list(names) for kind, names in image["members"].items()}
    known = {(kind, name.casefold()) for kind, names in there.items() for name in names}
    asked = wanted(call)
    new = {kind: [name for name in names if (kind, name.casefold()) not in known] for kind, names in asked.items()}
    files = {name: content for name, content in found.items() if name != MANIFEST}
    files[MANIFEST] = _manifest(there, version)
    if any(new.values()):
        files["destructiveChanges.xml"] = _manifest(new, None)
    return packed(files)


def packed(files: Mapping[str, bytes]) -> str:
    """A package of these files, as a message holds it."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, _SLOTS), content)
    return base64.b64encode(held.getvalue()).decode("ascii")


def _manifest(members: Mapping[str, list[str]], version: Any) -> bytes:
    listed = "".join(
        f"<types>{''.join(f'<members>{escape(one)}</members>' for one in names)}<name>{escape(kind)}</name></types>"
        for kind, names in members.items()
        if names
    )
    told = "" if version is None else f"<version>{escape(str(version))}</version>"
    return f'<?xml version="1.0" encoding="UTF-8"?><Package xmlns="{_NAMESPACE}">{listed}{told}</Package>'.encode()
