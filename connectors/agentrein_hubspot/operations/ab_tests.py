"""A/B tests of pages: https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide#a-b-testing."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    answer,
    before,
    depends,
    do,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_hubspot.operations.content import Kind, made, unmade


@depends(COSTLY, IRREVERSIBLE)
def end_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A test that runs can be begun again; whether one runs, and what varies, the two pages tell."""
    shown = image or {}
    return COSTLY if shown.get("master") and shown.get("variation") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def rerun_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A test that had ended is ended again, with the winner that it had."""
    shown, body = image or {}, call.body if isinstance(call.body, dict) else {}
    same = str(body.get("variationId")) == str(shown.get("loser"))
    return COSTLY if shown.get("master") and shown.get("loser") and same else IRREVERSIBLE


def _sides(kind: Kind) -> Any:
    return read(
        f"GET {kind.base}",
        completed="sides of a test",
        given={"base": kind.base, "test": sent("abTestId")},
        limit=1,
    )


def _object(kind: Kind) -> Any:
    return path(f"hubspot:{kind.name}_test:", sent("abTestId"))


def vary(kind: Kind) -> Operation:
    """The row that makes the variation of a page."""
    return op(
        f"POST {kind.base}/ab-test/create-variation",
        sdk=kind.sdk("create_ab_test_variation"),
        says=f"make {{variationName!r}}, a variation of {kind.noun} {{contentId}}",
        tier=COSTLY,
        object=kind.object(answer("id")),
        parents=(kind.object(sent("contentId")),),
        inverse=unmade(kind),
        probe=made(kind, name=sent("variationName")),
        residue="The page stays marked as the master of a test until somebody ends that.",
        if_stuck="End the test in HubSpot, then keep the action.",
        scopes=("content",),
        why=f"The variation is archived while nobody touched it. {kind.docs}",
    )


def end(kind: Kind) -> Operation:
    """The row that ends a test."""
    return op(
        f"POST {kind.base}/ab-test/end",
        sdk=kind.sdk("end_active_ab_test"),
        says="end A/B test {abTestId}; {winnerId} wins",
        tier=end_tier,
        object=_object(kind),
        before=_sides(kind),
        inverse=do(
            f"POST {kind.base}/ab-test/rerun",
            {"abTestId": sent("abTestId"), "variationId": before("variation")},
            goal=shows(_sides(kind), sides=before("sides")),
            still={"master": sent("winnerId"), "variation": None},
        ),
        residue="Visitors saw the winner alone meanwhile, and the numbers of the test have a gap.",
        scopes=("content",),
        why=f"The test is begun again with its variation. {kind.docs}",
    )


def rerun(kind: Kind) -> Operation:
    """The row that begins an ended test again."""
    return op(
        f"POST {kind.base}/ab-test/rerun",
        sdk=kind.sdk("rerun_previous_ab_test"),
        says="begin A/B test {abTestId} again with {variationId}",
        tier=rerun_tier,
        object=_object(kind),
        before=_sides(kind),
        inverse=do(
            f"POST {kind.base}/ab-test/end",
            {"abTestId": sent("abTestId"), "winnerId": before("master")},
            goal=shows(_sides(kind), sides=before("sides")),
            still={"variation": sent("variationId")},
        ),
        residue="Some visitors saw the variation meanwhile.",
        scopes=("content",),
        why=f"The test is ended with the winner that it had. {kind.docs}",
    )


def rows(kind: Kind) -> tuple[Operation, ...]:
    """All of them for one kind of page."""
    return (vary(kind), end(kind), rerun(kind))
