"""Components of metadata: what a call says of one, calls of several taken apart, and what no undo could bring back.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_calls_intro.htm
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agentrein.connector import Answer, Call, CannotPlan, Request, field, together
from agentrein_salesforce.soap import KIND, OPERATION

SOAP = "/Soap/m"
MOST = 200
"""Components of one call; of most kinds Salesforce takes 10.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_createMetadata.htm
"""

Component = Mapping[str, Any]


def one_component(body: Any) -> dict[str, Any]:
    """A message about one component, with the component as such; raises CannotPlan for one that nobody could name."""
    [component] = body["metadata"]
    names = (component[KIND], component["fullName"])
    if not all(isinstance(one, str) and one.strip() for one in names):
        raise CannotPlan("a component without a kind or a name")
    if not all(name == KIND or name.isidentifier() for name in component):
        raise CannotPlan("a component with parts that no kind has")
    return {OPERATION: body[OPERATION], "metadata": component}


def folded(name: Any) -> str:
    """A full name as Salesforce compares it: without regard to case."""
    return str(name).casefold()


def owner_of(kind: Any, name: Any) -> str | None:
    """The custom object that a component is a part of; None for what stands alone."""
    object_, dot, _ = folded(name).partition(".")
    return object_ if dot and kind != "CustomMetadata" else None


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """Kind and full name of the component of a call."""
    component = call.get("metadata") or {}
    return {"kind": component.get(KIND), "name": component.get("fullName")}


# --- several in one call


def each_component(call: Call) -> list[Request]:
    """The components of a call, each as the call that it would be alone."""
    operation = call.body[OPERATION]
    return [Request("POST", SOAP, {}, {OPERATION: operation, "metadata": [one]}) for one in call.body["metadata"]]


def each_answer(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What the answer says to each component, in the order of the call."""
    return [Answer(200, {"results": [one]}) for one, _ in zip(answer.body["results"], requests, strict=True)]


def all_names(call: Mapping[str, Any]) -> list[str]:
    """The full names of all components of a call."""
    return [str(one["fullName"]) for one in call["metadata"]]


def shown_of(body: Any, request: Request) -> Answer:
    """What a read of several components shows of one."""
    wanted = folded(request.body["metadata"][0]["fullName"])
    return Answer(200, {"records": [one for one in body["records"] if folded(one.get("fullName")) == wanted]})


# --- a definition that is put back


def definition(body: Any, image: Any) -> tuple[Any, ...]:
    """The parts of a definition, which are put back all together: a call that lacks one may clear it."""
    before: Component = image if isinstance(image, Mapping) else {}
    names = dict.fromkeys((*before, *body["metadata"]))
    return together(*(field(name, read=name, inside="metadata", same=(None, "")) for name in names))


# --- how far it can be undone

_NEVER = ("__b", "__e", "__x")
"""Ends of names of objects whose records cannot be counted, or lie elsewhere."""

_UNDELETABLE = frozenset({"RecordType"})
"""Kinds of which no call deletes a component (inferred)."""

_PARTS = frozenset({"fields"})
_SHAPE = ("type", "length", "precision", "scale")
"""What of a field decides which data it can hold."""

_NAMED_BY = (
    "fullName",
    "name",
    "application",
    "apexClass",
    "apexPage",
    "field",
    "object",
    "tab",
    "recordType",
    "layout",
)
_MERGED = frozenset(
    {
        "AssignmentRules",
        "AutoResponseRules",
        "CustomLabels",
        "CustomObject",
        "CustomObjectTranslation",
        "EscalationRules",
        "MatchingRules",
        "MutingPermissionSet",
        "PermissionSet",
        "Profile",
        "SharingRules",
        "Translations",
        "Workflow",
    }
)
"""Kinds of which an update leaves alone what it does not name, so that nothing it added would go again (inferred)."""


def may_be_made(component: Component) -> bool:
    """Whether a component that a call makes can be deleted again, as long as nobody puts anything into it."""
    kind, name = component.get(KIND), folded(component.get("fullName"))
    object_ = name.partition(".")[0]
    return kind not in _UNDELETABLE and not (kind in {"CustomObject", "CustomField"} and object_.endswith(_NEVER))


def may_be_changed(component: Component, before: Any) -> bool:
    """Whether the definition before, put back as a whole, undoes a change: no data is cut off, nothing is left over."""
    kind = str(component.get(KIND))
    if not isinstance(before, Mapping) or kind.endswith("Settings"):
        return False
    if kind == "CustomField" and not _holds_the_same(component, before):
        return False
    return kind not in _MERGED or all(_was_there(key, one, before) for key, one in _entries(component))


def _entries(component: Component) -> Iterator[tuple[str, Component]]:
    for key, value in component.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Mapping) and key != "nameField":
                yield key, one


def _was_there(key: str, one: Component, before: Component) -> bool:
    """Whether an entry stood there before under the same name; that of a field can hold what it held."""
    same = [other for kept, other in _entries(before) if kept == key and _name_of(other) == _name_of(one)]
    return bool(same) and (key not in _PARTS or _holds_the_same(one, same[0]))


def _name_of(one: Component) -> Any:
    return next((folded(one[name]) for name in _NAMED_BY if name in one), str(sorted(one.items())))


def _holds_the_same(one: Component, before: Component) -> bool:
    return all(str(one[name]) == str(before.get(name)) for name in _SHAPE if name in one)
