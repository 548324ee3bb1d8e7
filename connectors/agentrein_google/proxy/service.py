"""One Google API as its discovery document describes it: which methods there are, and which one a URL calls.

https://developers.google.com/discovery/v1/reference/apis
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import unquote, urlsplit

from googleapiclient.discovery import STACK_QUERY_PARAMETERS  # type: ignore[import-untyped]
from googleapiclient.discovery_cache import get_static_doc  # type: ignore[import-untyped]

_VARIABLE = re.compile(r"\{(\+?)(\w+)\}")


@dataclass(frozen=True)
class Method:
    """One method: how it looks on the wire, its parameters with their types, and the names that its answer has."""

    id: str
    verb: str
    path: str
    types: Mapping[str, tuple[str, bool]]
    in_path: frozenset[str]
    answers: tuple[str, ...]
    uploads: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What its path looks like, below the service, with its variables as groups."""
        return re.compile("".join(_pattern(self.path)))

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How exact its path is, segment by segment: a literal is more so than a variable."""
        return tuple(2 if "{" not in part else 1 if "{+" not in part else 0 for part in self.path.split("/"))


def _pattern(path: str) -> Iterator[str]:
    at = 0
    for found in _VARIABLE.finditer(path):
        yield re.escape(path[at : found.start()])
        yield f"(?P<{found[2]}>.+)" if found[1] else f"(?P<{found[2]}>[^/]+)"
        at = found.end()
    yield re.escape(path[at:])


@dataclass(frozen=True)
class Service:
    """One API at one place: `base` is where its methods lie, `root` what batches and uploads are told from."""

    name: str
    version: str
    base: str
    root: str
    path: str
    batch_path: str
    methods: Mapping[str, Method] = field(repr=False, compare=False)
    common: frozenset[str] = field(repr=False, compare=False, default=frozenset(STACK_QUERY_PARAMETERS))

    def __deepcopy__(self, memo: Any) -> Service:
        """Itself: it is never changed."""
        return self

    @cached_property
    def host(self) -> str:
        """Scheme and host at which its methods lie."""
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc}"

    @cached_property
    def endpoint(self) -> str:
        """The beginning that the addresses of all methods share, such as https://gmail.googleapis.com/gmail/v1."""
        firsts = [_literals(method.path) for method in self.methods.values()]
        shared = firsts[0] if firsts else []
        for one in firsts[1:]:
            same = [a == b for a, b in zip(shared, one, strict=False)]
            shared = shared[: same.index(False) if False in same else len(same)]
        return "/".join([self.base.rstrip("/"), *shared])

    @cached_property
    def upload(self) -> str:
        """Where files are sent to: the SDK takes the scheme of the document, and the host of the client."""
        told = urlsplit(self.root)
        return f"{told.scheme}://{urlsplit(self.base).netloc}{told.path}upload/{self.path}"

    @cached_property
    def batch(self) -> str:
        """Where batches are sent to, whatever the endpoint of the client is."""
        return f"{self.root}{self.batch_path}"

    def owns(self, uri: str) -> bool:
        """Whether a URL leads to a place of this API, however it is written."""
        if not uri.lower().startswith(self._hosts):
            return False
        arrives = "/" + posixpath.normpath(unquote(urlsplit(uri).path)).lstrip("/") + "/"
        return arrives.startswith(self._places) or arrives == f"{urlsplit(self.batch).path.rstrip('/')}/"

    @cached_property
    def _hosts(self) -> tuple[str, ...]:
        told = {
            f"{parts.scheme}://{parts.netloc}".lower() for parts in map(urlsplit, (self.base, self.upload, self.root))
        }
        return tuple(f"{host}{end}" for host in told for end in (":443/", ":80/", "./", "/"))

    @cached_property
    def _places(self) -> tuple[str, ...]:
        places = (self.endpoint, f"{self.upload}{self._rest}")
        return tuple(f"{urlsplit(one).path.rstrip('/')}/" for one in places)

    @cached_property
    def _rest(self) -> str:
        return self.endpoint.removeprefix(self.base.rstrip("/")).lstrip("/")

    def resolve(self, verb: str, url: str) -> tuple[Method, dict[str, str]] | None:
        """The method that a URL without its query calls, with the variables of its path; a literal segment wins."""
        for start, upload in ((self.base, False), (self.upload, True)):
            if url.startswith(start):
                found = self._find(verb, url[len(start) :], upload=upload)
                if found is not None:
                    return found
        return None

    def _find(self, verb: str, path: str, *, upload: bool) -> tuple[Method, dict[str, str]] | None:
        best: tuple[Method, dict[str, str]] | None = None
        for method in self.methods.values():
            if method.verb != verb or (upload and not method.uploads):
                continue
            found = method.pattern.fullmatch(path)
            if found is not None and (best is None or method.shape > best[0].shape):
                best = method, found.groupdict()
        return best


def _literals(path: str) -> list[str]:
    """The literal segments at the beginning of a path, without the last one: it is the thing, not its place."""
    found = []
    for part in path.split("/")[:-1]:
        if "{" in part:
            break
        found.append(part)
    return found


def service_of(client: Any) -> Service:
    """The API of a client, as its own discovery document describes it and with the base URL that it really uses."""
    document, base = client._rootDesc, str(client._baseUrl)
    key = (id(document), base)
    known = _known.get(key)
    if known is not None and known[0] is document:
        return known[1]
    if len(_known) > _MOST:
        _known.clear()
    made = described(document, base)
    _known[key] = (document, made)
    return made


_known: dict[tuple[int, str], tuple[Any, Service]] = {}
_MOST = 64


@lru_cache(maxsize=16)
def service_at(api: str, version: str, root: str) -> Service:
    """An API as the SDK's own copy of its document describes it; `root` replaces its own root, if not empty."""
    document = json.loads(get_static_doc(api, version))
    if root:
        document["rootUrl"] = root.rstrip("/") + "/"
    return described(document, f"{document['rootUrl']}{document['servicePath']}")


def drive_beside(service: Service) -> Service:
    """Drive where another API is: at the same root, unless that is Google's own of the other API."""
    own = service.root.rstrip("/") if service.root.startswith(service.host) else service.host
    return service_at("drive", "v3", "" if own == _SHEETS_ROOT else own)


_SHEETS_ROOT = "https://sheets.googleapis.com"


def described(document: Mapping[str, Any], base: str) -> Service:
    """An API by its discovery document."""
    methods = {one["id"]: _method(one, document) for one in _methods(document)}
    return Service(
        name=str(document.get("name", "")),
        version=str(document.get("version", "")),
        base=base if base.endswith("/") else f"{base}/",
        root=str(document["rootUrl"]),
        path=str(document.get("servicePath", "")),
        batch_path=str(document.get("batchPath", "batch")),
        methods=methods,
        common=frozenset(document.get("parameters", {})) | frozenset(STACK_QUERY_PARAMETERS),
    )


def _methods(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from resource.get("methods", {}).values()
    for one in resource.get("resources", {}).values():
        yield from _methods(one)


def _method(told: Mapping[str, Any], document: Mapping[str, Any]) -> Method:
    common = document.get("parameters", {}).keys() | set(STACK_QUERY_PARAMETERS)
    parameters = {  # to which the SDK adds those that every method has, and its own, as soon as it builds the method
        name: one for name, one in told.get("parameters", {}).items() if name not in common and "location" in one
    }
    answered = document.get("schemas", {}).get(told.get("response", {}).get("$ref", ""), {})
    return Method(
        id=told["id"],
        verb=told["httpMethod"],
        path=told["path"],
        types={name: (one.get("type", "string"), bool(one.get("repeated"))) for name, one in parameters.items()},
        in_path=frozenset(name for _, name in _VARIABLE.findall(told["path"])),
        answers=tuple(answered.get("properties", {})),
        uploads="mediaUpload" in told,
    )
