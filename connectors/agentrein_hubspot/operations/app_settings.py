"""Settings of an app, of which there is one or none: one definition for the rows of each kind.

https://developers.hubspot.com/docs/api-reference/legacy/webhooks/guide
"""

from __future__ import annotations

from collections.abc import Mapping
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
    computed,
    depends,
    do,
    either,
    field,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)

NOTHING_THERE = {"": None}
EVERYWHERE = "Every account that installed the app saw the change."


def was_there(image: Any) -> bool:
    """Whether there were settings before."""
    return image is not None


def said(image: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """What settings are written with again: those of these that read as anything."""
    return {name: image[name] for name in names if image.get(name) is not None}


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is new is taken away again; what becomes of settings that are there already is not documented."""
    return REVERSIBLE if image is None else IRREVERSIBLE


class Settings:
    """One kind of settings: its address, its fields, what people and the SDK call it, and what can be read beside."""

    def __init__(self, at: str, fields: tuple[str, ...], noun: str, sdk: str, docs: str, parent: str) -> None:
        self.at, self.fields, self.noun, self.sdk, self.docs, self.parent = at, fields, noun, sdk, docs, parent
        self.this = path("hubspot:app:", sent("appId"), f"/{noun.replace(' ', '_')}")
        self.shown = read(f"GET {at}", maybe=True, completed="an object")

    def _answered(self, source: Any) -> dict[str, Any]:
        return {name: source(name) for name in self.fields}

    def _taken_away(self) -> Any:
        return do(
            f"DELETE {self.at}",
            goal=gone(self.shown, parent=read(f"GET {self.parent}")),
            still=self._answered(answer),
            ok=(404,),
        )

    def _put_again(self, verb: str, *, still: Any) -> Any:
        return do(
            f"{verb} {self.at}",
            computed(said, before(), list(self.fields)),
            goal=shows(self.shown, want=self._answered(before)),
            still=still,
        )

    def create(self, name: str = "create") -> Operation:
        """The row that makes them where there are none."""
        return op(
            f"POST {self.at}",
            sdk=f"{self.sdk}.{name}",
            says=f"make the {self.noun} settings of app {{appId}}",
            tier=create_tier,
            object=self.this,
            before=self.shown,
            inverse=self._taken_away(),
            probe=stands(self.shown, self._answered(sent)),
            residue=EVERYWHERE,
            why=f"They are taken away again while they are as they were made. {self.docs}",
        )

    def replace(self, name: str = "replace") -> Operation:
        """The row that writes them as a whole, whether there were any or not."""
        return op(
            f"PUT {self.at}",
            sdk=f"{self.sdk}.{name}",
            says=f"set {{fields}} of the {self.noun} settings of app {{appId}}",
            tier=REVERSIBLE,
            object=self.this,
            before=self.shown,
            inverse=either(
                {True: self._put_again("PUT", still=self._answered(answer)), False: self._taken_away()},
                by=computed(was_there, before()),
            ),
            probe=stands(self.shown, self._answered(sent), status=(200, 200)),
            residue=EVERYWHERE,
            why=f"They are written again as they were, or taken away if there were none. {self.docs}",
        )

    def update(self, name: str = "update") -> Operation:
        """The row that changes some of them."""
        return op(
            f"PATCH {self.at}",
            sdk=f"{self.sdk}.{name}",
            says=f"change {{fields}} of the {self.noun} settings of app {{appId}}",
            tier=REVERSIBLE,
            object=self.this,
            inverse=restore(f"GET {self.at}", f"PATCH {self.at}", *(field(one) for one in self.fields)),
            residue=EVERYWHERE,
            why=f"Each is written back if it still reads as the call left it. {self.docs}",
        )

    def clear(self, verb: str, name: str = "archive") -> Operation:
        """The row that takes them away; `verb` writes them again."""
        return op(
            f"DELETE {self.at}",
            sdk=f"{self.sdk}.{name}",
            says=f"take away the {self.noun} settings of app {{appId}}",
            tier=COSTLY,
            object=self.this,
            before=read(f"GET {self.at}", completed="an object"),
            inverse=self._put_again(verb, still=None),
            probe=stands(self.shown, NOTHING_THERE),
            residue="The accounts that installed the app did without meanwhile, and what happened then was not told.",
            why=f"They are written again as they were. {self.docs}",
        )
