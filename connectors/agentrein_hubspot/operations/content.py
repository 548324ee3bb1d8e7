"""What posts, authors, tags, pages and folders have in common: one definition for the rows of each kind.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    answer,
    before,
    days,
    depends,
    do,
    field,
    find,
    gone,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.content_fields import OTHERS, READ_ONLY, TEXTS

NOTHING_THERE = {"": None}
BIN = "HubSpot's pages bring deleted content back for 90 days."
SEEN = "Visitors saw it meanwhile."


class Kind:
    """One kind of content: where it is found, what people call it, and the SDK's names.

    `methods` are names of the SDK that differ from those of the others; `id` is what the addresses call the id, `made`
    what a read calls the time of the beginning.
    """

    def __init__(
        self,
        base: str,
        name: str,
        noun: str,
        sdk: str,
        docs: str,
        *,
        drafts: bool = True,
        methods: Mapping[str, str] = MappingProxyType({}),
        id: str = "objectId",
        made: str = "created",
    ) -> None:
        self.base, self.name, self.noun, self.drafts, self.made = base, name, noun, drafts, made
        self.one = f"{base}/{{{id}}}"
        self.draft = f"{self.one}/draft"
        self.docs = f"https://developers.hubspot.com/docs/api-reference/{docs}/guide"
        self._sdk, self._methods, self._id = sdk, methods, id

    def sdk(self, method: str) -> str:
        """What the SDK calls a method."""
        return f"{self._sdk}.{self._methods.get(method, method)}"

    def at(self, id: Any) -> dict[str, Any]:
        """The variable of the addresses that holds an id."""
        return {self._id: id}

    @property
    def id(self) -> Any:
        """The id that the address names."""
        return sent(self._id)

    @property
    def said(self) -> str:
        """How a sentence names it."""
        return f"{self.noun} {{{self._id}}}"

    def object(self, id: Any) -> Any:
        """The identity of one of the kind."""
        return path(f"hubspot:{self.name}:", id)

    @property
    def this(self) -> Any:
        """The one that the address names."""
        return self.object(self.id)

    def fields(self, inside: str = "") -> list[Any]:
        """All that can be written, in what is live or in the draft; there the answer shows it without that name."""
        at = f"{inside}." if inside else ""
        texts = [field(name, read=f"{at}{name}", after=name, clear="", same=(None, "")) for name in TEXTS[self.base]]
        return [*texts, *(field(name, read=f"{at}{name}", after=name) for name in OTHERS[self.base])]

    def whole(self, id: Any, completed: str = "with draft", **given: Any) -> Any:
        """The read of one with its draft, where the kind has drafts."""
        if not self.drafts:
            return read(f"GET {self.one}", **self.at(id))
        return read(f"GET {self.one}", completed=completed, given={"base": self.base, **given}, **self.at(id))

    @property
    def as_made(self) -> dict[str, Any]:
        """What a new one shows as long as nobody touched it."""
        names = (*TEXTS[self.base], *OTHERS[self.base])
        live = {name: answer(name) for name in names}
        if not self.drafts:
            return live
        return {**live, "state": answer("state"), **{f"draft.{name}": answer(name) for name in names}}


def is_live(image: Any) -> bool:
    """Whether visitors see it."""
    shown = image or {}
    state = str(shown.get("currentState") or shown.get("state") or "")
    return state.startswith("PUBLISHED") or bool(shown.get("currentlyPublished") or shown.get("isPublished"))


@depends(REVERSIBLE, COSTLY)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is live was seen by visitors."""
    return COSTLY if is_live(image) else REVERSIBLE


# --- made, edited, archived


def unmade(kind: Kind) -> Any:
    """What undoes a new one: it is archived while it is as it was made."""
    id = answer("id")
    return do(
        f"DELETE {kind.one}",
        **kind.at(id),
        goal=gone(kind.whole(id), parent=read(f"GET {kind.base}", limit=1)),
        still=kind.as_made,
        alike={path: "own words" for path in kind.as_made if path.startswith("draft.")},
        ok=(404,),
    )


def made(kind: Kind, **same: Any) -> Any:
    """Where a new one is looked for."""
    return find(
        read(
            f"GET {kind.base}",
            at="results",
            completed="made once",
            given={"like": same, "made": kind.made},
            limit=100,
            sort="-createdAt",
        ),
        same=same,
        since=kind.made,
        newest=True,
        pages="after",
        next="paging.next.after",
    )


def create(kind: Kind, by: str = "name") -> Operation:
    """The row that makes one."""
    return op(
        f"POST {kind.base}",
        sdk=kind.sdk("create"),
        says=f"create {kind.noun} {{{by}!r}}",
        tier=REVERSIBLE,
        object=kind.object(answer("id")),
        inverse=unmade(kind),
        probe=made(kind, **{by: sent(by)}),
        secret=("password",) if kind.drafts else (),
        residue="It stays among the deleted content, and its id is not given again.",
        if_stuck=f"Look for the {kind.noun} in HubSpot; if it is there, delete it, then keep the action.",
        scopes=("content",),
        why=f"It is archived while nobody touched it. {kind.docs}",
    )


def edit(kind: Kind) -> Operation:
    """The row that changes what is live."""
    return op(
        f"PATCH {kind.one}",
        sdk=kind.sdk("update"),
        says=f"edit {{fields}} of {kind.said}",
        tier=edit_tier if kind.drafts else REVERSIBLE,
        object=kind.this,
        ignores=READ_ONLY,
        query=("archived",),
        inverse=restore(f"GET {kind.one}", f"PATCH {kind.one}", *kind.fields()),
        secret=("password",) if kind.drafts else (),
        residue=f"{SEEN} Both edits are among the revisions." if kind.drafts else "Lists and pages show it meanwhile.",
        scopes=("content",),
        why="Each field is written back if it still reads as the edit left it; a password does not read as it was "
        f"written, so it is not changed. {kind.docs}",
    )


def archive(kind: Kind) -> Operation:
    """The row that archives one."""
    return op(
        f"DELETE {kind.one}",
        sdk=kind.sdk("archive"),
        says=f"archive {kind.said}",
        tier=COSTLY,
        object=kind.this,
        query=("archived",),
        before=read(f"GET {kind.one}"),
        inverse=do(
            f"PATCH {kind.one}",
            {"archived": False},
            archived=True,
            goal=shows(f"GET {kind.one}", id=kind.id, name=before("name"), state=before("state")),
            until=days(90),
            ends=False,
        ),
        probe=stands(maybe(f"GET {kind.one}"), NOTHING_THERE),
        residue="Its address answered 404 meanwhile, and what pointed to it did without.",
        if_stuck=BIN,
        scopes=("content",),
        why="An update with archived=true is documented to change what was deleted; that archived: false brings it "
        f"back is inferred, so it is read back. {kind.docs}",
    )


def archive_for_good(kind: Kind) -> Operation:
    """The row that archives what nothing is documented to bring back."""
    return op(
        f"DELETE {kind.one}",
        sdk=kind.sdk("archive"),
        says=f"archive {kind.said}",
        tier=IRREVERSIBLE,
        object=kind.this,
        query=("archived",),
        why=f"HubSpot documents no way back. {kind.docs}",
    )


def clone(kind: Kind) -> Operation:
    """The row that copies one."""
    return op(
        f"POST {kind.base}/clone",
        sdk=kind.sdk("clone"),
        says=f"copy {kind.noun} {{id}} as {{cloneName!r}}",
        tier=REVERSIBLE,
        object=kind.object(answer("id")),
        inverse=unmade(kind),
        probe=made(kind, name=sent("cloneName")),
        residue="The copy stays among the deleted content.",
        if_stuck=f"Look for the copy in HubSpot; if it is there, delete it, then keep the action. {BIN}",
        scopes=("content",),
        why=f"The copy is archived while nobody touched it. {kind.docs}",
    )
