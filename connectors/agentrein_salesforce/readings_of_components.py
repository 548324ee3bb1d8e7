"""Readings of components: what others did to one since, what lies in it, and how it reads against what was there.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_listmetadata.htm
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_salesforce import soql
from agentrein_salesforce.components import folded
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.readings import Steps, Stopped, ask
from agentrein_salesforce.soap import KIND

_ADDRESS = "POST /Soap/m"
_INSIDE = ("CustomField", "ValidationRule", "RecordType")
"""What goes along with a custom object; one call lists at most three kinds.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_listmetadata.htm
"""

_COMPUTED = frozenset({"Summary"})
"""Types of fields that hold nothing of their own, as those with a formula do."""


def made_component(body: Any, given: Mapping[str, Any]) -> Steps:
    """A component that a call made, with what happened to it since `by` others, or by the account in another way.

    `made` says whether it is the account's, and nothing stood there before (`had`); `by others` and `otherwise` list
    what was changed, `in it` the data that would go with it.
    """
    shown = list(body.get("records") or [])
    if not shown:
        return body
    component, by = given["set"], long_id(given["by"])
    kind, name = str(component[KIND]), str(component["fullName"])
    try:
        listed = yield from _listed([kind], name, given["version"])
        mine = _entry(listed, name)
        others = list(_by_others(mine, by))
        if kind == "CustomObject":
            others += yield from _added(name, by, given["version"])
        held = yield from _held(kind, name, shown[0])
    except Stopped as stopped:
        return stopped.answer
    otherwise = [f"{name} {one}" for one in _otherwise(component, shown[0])]
    made = given.get("had") is None and mine is not None and long_id(mine.get("createdById")) == by
    told = {"made": made, "mine": made, "by others": others, "otherwise": otherwise, "in it": held}
    return {"records": [{**shown[0], **told}]}


def _listed(kinds: list[str], name: str, version: Any) -> Generator[Read, Answer, list[Any]]:
    """The components of some kinds, with who made and changed them; those of some lie in folders."""
    folder = {"folder": name.rpartition("/")[0]} if "/" in name else {}
    queries = [{**folder, "type": kind} for kind in kinds]
    asked = {"operation": "listMetadata", "queries": queries, "asOfVersion": version}
    body = yield from ask(Read(_ADDRESS, body=asked))
    return [one for one in body.get("results") or [] if isinstance(one, Mapping)]


def _entry(listed: list[Any], name: Any) -> Mapping[str, Any] | None:
    return next((one for one in listed if folded(one.get("fullName")) == folded(name)), None)


def _by_others(listed: Mapping[str, Any] | None, by: Any) -> Iterator[str]:
    editor = long_id((listed or {}).get("lastModifiedById"))
    if editor not in (None, "", by):
        yield f"changed by {editor} at {(listed or {}).get('lastModifiedDate')}"


def _added(name: str, by: Any, version: Any) -> Generator[Read, Answer, list[str]]:
    """What others added to a custom object."""
    found = yield from _listed(list(_INSIDE), "", version)
    inside = [one for one in found if folded(one.get("fullName")).startswith(f"{folded(name)}.")]
    makers = [(one, long_id(one.get("createdById"))) for one in inside]
    return [f"{one.get('fullName')} by {maker}" for one, maker in makers if maker not in (None, "", by)]


def _held(kind: str, name: str, shown: Mapping[str, Any]) -> Generator[Read, Answer, list[str]]:
    """The data that would go with a component; raises Stopped where that cannot be counted."""
    if kind == "CustomObject" and folded(name).endswith("__c"):
        query = soql.select(["COUNT()"], name)
    elif kind == "CustomField" and not _is_computed(shown):
        sobject, _, column = name.partition(".")
        query = soql.select(["COUNT()"], sobject, f"{soql.name(column)} {_is_set(shown)}")
    else:
        return []
    counted = yield from ask(Read("GET /query", {"q": query}))
    return [f"{name} holds data in {counted['totalSize']} records"] if counted["totalSize"] else []


def _is_computed(shown: Mapping[str, Any]) -> bool:
    return bool(shown.get("formula")) or shown.get("type") in _COMPUTED


def _is_set(shown: Mapping[str, Any]) -> str:
    """How a query tells the records for which somebody set a field: a checkbox is never empty."""
    if shown.get("type") != "Checkbox":
        return "!= null"
    return "= false" if shown.get("defaultValue") == "true" else "= true"


def _otherwise(asked: Any, now: Any, at: str = "") -> Iterator[str]:
    """What reads otherwise than a call said it; what Salesforce fills in beside that is no change."""
    if isinstance(asked, Mapping):
        shown = now if isinstance(now, Mapping) else {}
        for name, value in asked.items():
            if name != KIND:
                yield from _otherwise(value, shown.get(name), f"{at}.{name}".strip("."))
    elif isinstance(asked, list):
        shown_as = now if isinstance(now, list) else [now]
        for value in asked:
            if all(next(_otherwise(value, one), None) is not None for one in shown_as):
                yield f"{at}: {_short(value)} was set"
    elif not same_text(asked, now):
        yield f"{at}: {_short(asked)} was set, it is {_short(now)}"


def same_text(asked: Any, now: Any) -> bool:
    """Whether two texts of definitions are one: numbers however they are written, nothing as empty."""
    if asked in (None, "") or now in (None, ""):
        return asked in (None, "") and now in (None, "")
    one, other = str(asked).strip(), str(now).strip()
    return one == other or _number(one) == _number(other) is not None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _short(value: Any) -> str:
    return repr(value)[:60]


# --- a component that was there before


def compared_component(body: Any, given: Mapping[str, Any]) -> Steps:
    """A component held against what an upsert `set` and what was there before (`had`).

    `as before` says that it reads as it was, `changed` which parts read as neither. Where it is asked whether the
    account did that (`by`), `mine` says so; what reads neither as before nor as the account left it tells nothing.
    """
    shown = list(body.get("records") or [])
    had, by = given.get("had"), long_id(given.get("by"))
    if not shown:
        return body
    if had is None:
        return _or_nothing((yield from made_component(body, given)), "mine")
    component, now = given["set"], shown[0]
    changed = [name for name in dict.fromkeys((*had, *now, *component)) if not _is_either(name, component, had, now)]
    told = {**now, "as before": dict(now) == dict(had), "changed": changed}
    if "by" not in given:
        return {"records": [told]}
    try:
        listed = yield from _listed([str(component[KIND])], str(component["fullName"]), given["version"])
    except Stopped as stopped:
        return stopped.answer
    entry = _entry(listed, component["fullName"])
    as_set = next(_otherwise(component, now), None) is None
    mine = as_set and next(_by_others(entry, by), None) is None
    return _or_nothing({"records": [{**told, "mine": mine}]}, "mine", "as before")


def _or_nothing(told: Any, *names: str) -> Any:
    """What was told where it says one of these, else that nothing tells whether the call happened."""
    shown = told["records"][0] if isinstance(told, Mapping) else {}
    if isinstance(told, Answer) or any(shown[name] for name in names):
        return told
    return Answer(error=LookupError("it reads neither as before nor as the call would have left it"))


def _is_either(name: str, component: Any, had: Any, now: Any) -> bool:
    """Whether a part reads as before, or as the call set it; one that it left out may be gone with that."""
    if now.get(name) == had.get(name) or name == KIND:
        return True
    if name not in component:
        return now.get(name) in (None, "")
    return next(_otherwise(component[name], now.get(name)), None) is None


# --- a component that got another name


def renamed_component(body: Any, given: Mapping[str, Any]) -> Steps:
    """Whether a component stands under its `old` name, and under its `new` one, and who changed that last (`by`)."""
    names = {folded(one.get("fullName")) for one in body.get("records") or []}
    stands = {"old": folded(given["old"]) in names, "new": folded(given["new"]) in names}
    try:
        listed = yield from _listed([str(given["kind"])], str(given["new"]), given["version"])
    except Stopped as stopped:
        return stopped.answer
    there = _entry(listed, given["new"]) or {}
    return {**stands, "by": long_id(there.get("lastModifiedById"))}


READINGS_OF_COMPONENTS = {
    "made component": made_component,
    "compared component": compared_component,
    "renamed component": renamed_component,
}
"""The readings that rows name, with what they are given."""
