"""The sources of workflow actions' functions: https://developers.hubspot.com/docs/api-reference/legacy/automation/actions-v4/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    Operation,
    before,
    computed,
    do,
    either,
    gone,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.operations.app_settings import NOTHING_THERE
from agentrein_hubspot.operations.automation import ACTION, DOCS

_SOURCE = "functionSource"
_MEANWHILE = "Workflows that ran meanwhile ran with what the call left."
_IS = ("app:", sent("appId"), "/action:", sent("definitionId"), "/function:", sent("functionType"))


def was_there(image: Any) -> bool:
    """Whether a function stood there before."""
    return image is not None


def function_body(body: Any) -> dict[str, str]:
    """The body, which must be a source that is sent as plain text."""
    return {_SOURCE: body[_SOURCE]}


def _rows(at: str, method: str, said: str, identity: tuple[Any, ...]) -> tuple[Operation, ...]:
    """The rows of a function, which is named by its kind, or by that and an id."""
    one = f"GET {at}"
    shared: Mapping[str, Any] = {"tier": REVERSIBLE, "object": path("hubspot:", *identity), "residue": _MEANWHILE}
    put = do(
        f"PUT {at}",
        {_SOURCE: before(_SOURCE)},
        goal=shows(maybe(one), functionSource=before(_SOURCE)),
        still={_SOURCE: sent(_SOURCE)},
    )
    take_out = do(f"DELETE {at}", goal=gone(one, parent=f"GET {ACTION}"), still={_SOURCE: sent(_SOURCE)}, ok=(404,))
    return (
        op(
            f"PUT {at}",
            sdk=f"automation.actions.functions_api.create_or_replace{method}",
            says=f"write {said}",
            takes=function_body,
            before=maybe(one),
            inverse=either({True: put, False: take_out}, by=computed(was_there, before())),
            probe=stands(maybe(one), {_SOURCE: sent(_SOURCE)}),
            why="The old source is written again, or the function taken out where there was none, if it still reads "
            f"as the call left it. {DOCS}",
            **shared,
        ),
        op(
            f"DELETE {at}",
            sdk=f"automation.actions.functions_api.archive{method}",
            says=f"take out {said}",
            before=read(one),
            inverse=do(
                f"PUT {at}",
                {_SOURCE: before(_SOURCE)},
                goal=shows(maybe(one), functionSource=before(_SOURCE)),
                still=None,
            ),
            probe=stands(maybe(one), NOTHING_THERE),
            why=f"The source is written again, if no other stands there. {DOCS}",
            **shared,
        ),
    )


_KIND = f"{ACTION}/functions/{{functionType}}"

ROWS = (
    *_rows(
        _KIND,
        "_by_function_type",
        "the {functionType} function of workflow action {definitionId} of app {appId}",
        _IS,
    ),
    *_rows(
        f"{_KIND}/{{functionId}}",
        "",
        "the {functionType} function {functionId} of workflow action {definitionId} of app {appId}",
        (*_IS, "/id:", sent("functionId")),
    ),
)
