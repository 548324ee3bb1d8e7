"""Deployments and retrievals of the stand-in: packages of files, done at once, and said to be done when looked at.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_deploy.htm
"""

from __future__ import annotations

import base64
import io
import re
import zipfile
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree  # noqa: ICN001 - the parser, by its name
from xml.sax.saxutils import escape

from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.definitions import Element, local, said
from agentrein_salesforce.sandbox.world import File, World

_FOLDERS = {
    "ApexClass": ("classes", "cls"),
    "StaticResource": ("staticresources", "resource"),
    "Layout": ("layouts", "layout"),
}
"""Where the files of a kind lie, and how their names end; a class and a resource have a second file beside."""

_BESIDE = frozenset({"ApexClass", "StaticResource"})


@dataclass
class Deployment:
    """A deployment, or a retrieval, that somebody began; `looks` is how often it was asked about."""

    id: str
    by: str
    at: str
    check_only: bool = False
    problems: list[str] = field(default_factory=list)
    zip: str = ""
    shown: str = ""
    looks: int = 0


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """What an undo is to bring back of the files."""
    return {f"File:{name}": {"type": "File", "content": repr(one.content)} for name, one in world.files.items()}


def paths(kind: str, name: str) -> list[str]:
    """The files of a component."""
    folder, end = _FOLDERS[kind]
    first = f"{folder}/{name}.{end}"
    return [first, f"{first}-meta.xml"] if kind in _BESIDE else [first]


def _members(text: bytes) -> list[tuple[str, str]]:
    root = ElementTree.fromstring(text)  # noqa: S314 - the stand-in's own tests write what it reads
    return [
        (said(types, "name") or "", one.text or "")
        for types in root
        if local(types.tag) == "types"
        for one in types
        if local(one.tag) == "members"
    ]


# --- deployments


def deploy(ask: Ask, call: Element) -> str:
    """Begin a deployment."""
    options = next(one for one in call if local(one.tag) == "DeployOptions")
    made = Deployment(_id(ask.world), ask.user, ask.world.moment(), _is_true(options, "checkOnly"))
    ask.world.deployments[made.id] = made
    before = dict(ask.world.files)
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(said(call, "ZipFile") or ""))) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        _put(ask, files, made)
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError) as error:
        made.problems.append(f"the package cannot be read: {type(error).__name__}")
    if made.check_only or (made.problems and _is_true(options, "rollbackOnError")):
        ask.world.files = before
    return f"<result><done>false</done><id>{made.id}</id><state>Queued</state></result>"


def _is_true(element: Element, name: str) -> bool:
    return (said(element, name) or "").lower() == "true"


def _id(world: World) -> str:
    return f"0Afgl{len(world.deployments):010}AAA"


def _put(ask: Ask, files: dict[str, bytes], made: Deployment) -> None:
    named = _members(files["package.xml"])
    for kind, name in named:
        if kind not in _FOLDERS or not set(paths(kind, name)) <= set(files):
            made.problems.append(f"{kind} {name} is named in package.xml, and is not in the package")
            continue
        for path in paths(kind, name):
            content = files[path].strip() + b"\n"  # Salesforce writes files in its own way
            ask.world.files[path] = File(kind, name, content, ask.user, ask.world.moment())
    known = {path for kind, name in named if kind in _FOLDERS for path in paths(kind, name)}
    made.problems += [
        f"{path} is in the package, and is not named" for path in files if "/" in path and path not in known
    ]
    for kind, name in _members(files["destructiveChanges.xml"]) if "destructiveChanges.xml" in files else []:
        for path in paths(kind, name):
            ask.world.files.pop(path, None)


def _is_done(world: World, one: Deployment) -> bool:
    one.looks += 1
    return one.looks > world.looks


def status(ask: Ask, call: Element) -> str:
    """How a deployment ended."""
    one = _begun(ask.world, call)
    if not _is_done(ask.world, one):
        return (
            f"<result><done>false</done><id>{one.id}</id><status>InProgress</status><success>false</success></result>"
        )
    ended = "Failed" if one.problems else "Succeeded"
    failures = "".join(
        f"<componentFailures><problem>{escape(text)}</problem></componentFailures>" for text in one.problems
    )
    told = f"<completedDate>{one.at}</completedDate><details>{failures}</details><done>true</done><id>{one.id}</id>"
    return (
        f"<result>{told}<numberComponentErrors>{len(one.problems)}</numberComponentErrors><status>{ended}</status>"
        f"<success>{str(not one.problems).lower()}</success></result>"
    )


def _begun(world: World, call: Element) -> Deployment:
    found: Deployment | None = world.deployments.get(said(call, "asyncProcessId") or "")
    if found is None:
        raise Broken("INVALID_ID_FIELD", "no such process")
    return found


def requests(ask: Ask, text: str) -> list[dict[str, Any]]:
    """What the Tooling API shows of deployments: those under way, or all, the newest first."""
    begun = [one for one in ask.world.deployments.values() if not one.shown]
    if re.search(r"WHERE Status IN", text):
        begun = [one for one in begun if not one.looks]
    return [
        {"Id": one.id, "CheckOnly": one.check_only, "CreatedById": one.by, "CreatedDate": one.at}
        for one in reversed(begun)
    ]


# --- retrievals


def retrieve(ask: Ask, call: Element) -> str:
    """Begin a retrieval of members that are named."""
    [request] = [one for one in call if local(one.tag) == "retrieveRequest"]
    [unpackaged] = [one for one in request if local(one.tag) == "unpackaged"]
    wanted = {(kind, name) for kind, name in _members(ElementTree.tostring(unpackaged))}
    found = {path: one for path, one in ask.world.files.items() if (one.kind, one.name) in wanted}
    made = Deployment(_id(ask.world), ask.user, ask.world.moment())
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr("package.xml", "<Package/>")
        for path, one in found.items():
            packed.writestr(path, one.content)
    made.zip = base64.b64encode(held.getvalue()).decode()
    made.shown = "".join(_properties(path, one) for path, one in found.items() if not path.endswith("-meta.xml"))
    made.shown += _properties("package.xml", File("Package", "unpackaged/package.xml", b"", ask.user, made.at))
    ask.world.deployments[made.id] = made
    return f"<result><done>false</done><id>{made.id}</id><state>Queued</state></result>"


def _properties(path: str, one: File) -> str:
    told = {
        "fileName": f"unpackaged/{path}" if path == "package.xml" else path,
        "fullName": one.name,
        "lastModifiedById": one.editor,
        "lastModifiedDate": one.edited,
        "type": one.kind,
    }
    return (
        f"<fileProperties>{''.join(f'<{name}>{escape(text)}</{name}>' for name, text in told.items())}</fileProperties>"
    )


def retrieved(ask: Ask, call: Element) -> str:
    """What was retrieved."""
    one = _begun(ask.world, call)
    if not _is_done(ask.world, one):
        return (
            f"<result><done>false</done><id>{one.id}</id><status>InProgress</status><success>false</success></result>"
        )
    held = f"<zipFile>{one.zip}</zipFile>" if _is_true(call, "includeZip") else ""
    told = f"<done>true</done>{one.shown}<id>{one.id}</id><status>Succeeded</status><success>true</success>"
    return f"<result>{told}{held}</result>"
