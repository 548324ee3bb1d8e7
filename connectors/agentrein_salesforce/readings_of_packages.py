"""The reading of what the members of a package are now: retrieved, once no deployment is under way.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_retrieve.htm
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from datetime import timedelta
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_salesforce import packages
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.packages import Members
from agentrein_salesforce.readings import Steps, Stopped, ask
from agentrein_salesforce.values import moment_of

_ADDRESS = "POST /Soap/m"
_SOON = timedelta(seconds=60)
"""How long after a deployment its members may show another time (inferred)."""


def package(body: Any, given: Mapping[str, Any]) -> Steps:
    """The `members` that are there of those that a package named, with their `zipFile` and `files`.

    Held against what was there `before`: `as before`, and `by others`, what reads otherwise and was changed by somebody
    else, or after the `deployment`.
    """
    try:
        for one in body.get("records") or []:
            yield from _result(one["Id"])
        done = (yield from _result(given["deployment"])) if "deployment" in given else {}
        found = yield from _retrieved(given["members"], given["version"])
        files = packages.files_of(found["zipFile"])
    except Stopped as stopped:
        return stopped.answer
    except (KeyError, ValueError) as problem:
        return Answer(error=LookupError(f"the package was not retrieved: {problem}"))
    listed = [one for one in _listed(found.get("fileProperties")) if one.get("type") in given["members"]]
    members: Members = {}
    for one in listed:
        members.setdefault(str(one["type"]), []).append(str(one["fullName"]))
    now = packages.digests(files)
    told = {"members": members, "zipFile": found["zipFile"], "files": now}
    if "before" not in given:
        return told
    others = list(_by_others(listed, now, given, done))
    return {**told, "as before": now == given["before"], "by others": others}


def _result(id: Any) -> Generator[Read, Answer, Any]:
    """How a deployment ended; one that has not is waited for."""
    asked = {"operation": "checkDeployStatus", "asyncProcessId": id, "includeDetails": False}
    return (yield from _done(asked))


def _retrieved(members: Members, version: Any) -> Generator[Read, Answer, Any]:
    types = [{"members": names, "name": kind} for kind, names in members.items()]
    request = {"apiVersion": version, "singlePackage": True, "unpackaged": {"types": types, "version": version}}
    begun = yield from ask(Read(_ADDRESS, body={"operation": "retrieve", "retrieveRequest": request}))
    id = begun["results"][0]["id"]
    return (yield from _done({"operation": "checkRetrieveStatus", "asyncProcessId": id, "includeZip": True}))


def _done(asked: Mapping[str, Any]) -> Generator[Read, Answer, Any]:
    """What a check tells of what is done later, as soon as that is done; raises Stopped where it does not end."""
    body = yield from ask(Read(_ADDRESS, body=asked))
    [told] = body["results"]
    if told.get("done") != "true":
        raise Stopped(Answer(error=TimeoutError(f"{asked['operation']} does not tell yet what became of it")))
    return told


def _listed(given: Any) -> list[Mapping[str, Any]]:
    found = given if isinstance(given, list) else [given]
    return [one for one in found if isinstance(one, Mapping)]


def _by_others(
    listed: list[Mapping[str, Any]], now: Mapping[str, str], given: Mapping[str, Any], done: Mapping[str, Any]
) -> Iterator[str]:
    ended, by = moment_of(done.get("completedDate")), long_id(given["by"])
    for one in listed:
        name, editor = str(one.get("fileName")).removeprefix("unpackaged/"), long_id(one.get("lastModifiedById"))
        if now.get(name) == given["before"].get(name):
            continue
        at = moment_of(one.get("lastModifiedDate"))
        if editor != by or (ended is not None and at is not None and at - ended > _SOON):
            yield f"{name} by {editor} at {one.get('lastModifiedDate')}"


READINGS_OF_PACKAGES = {"package": package}
"""The readings that rows name, with what they are given."""
