"""Pipelines and their stages: https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.kinds import called, kind_of
from agentrein_hubspot.operations.places import DOCS

GUIDE = f"{DOCS}/crm-pipelines-v3/guide"
ALL = "/crm/v3/pipelines/{objectType}"
ONE = f"{ALL}/{{pipelineId}}"
STAGES = f"{ONE}/stages"
STAGE = f"{STAGES}/{{stageId}}"
CHECKED = ("validateReferencesBeforeDelete", "validateDealStageUsagesBeforeDelete")
"""Parameters by which a deletion is refused while records stand in it."""

_KIND = computed(kind_of, sent("objectType"))
_PIPELINE = ("hubspot:pipeline:", _KIND, ":")


# --- pure functions


def what(call: Mapping[str, Any]) -> dict[str, Any]:
    """What records of the kind are called."""
    return {"what": called(str(call.get("objectType")))}


def metadata_fields(body: Any, image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """The metadata that a call sets, each by itself."""
    given = body.get("metadata")
    return tuple(field(name, inside="metadata", clear="") for name in (given if isinstance(given, Mapping) else ()))


@depends(COSTLY, IRREVERSIBLE)
def stage_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A stage comes out of the bin again, but not what ran on the records that stood in it."""
    return COSTLY if (image or {}).get("used") == 0 else IRREVERSIBLE


def _stage_fields() -> tuple[Any, ...]:
    return field("label"), field("displayOrder")


ROWS = (
    op(
        f"POST {ALL}",
        sdk="crm.pipelines.pipelines_api.create",
        says="create pipeline {label!r} for {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path(*_PIPELINE, answer("id")),
        inverse=do(
            f"DELETE {ONE}",
            pipelineId=answer("id"),
            validateReferencesBeforeDelete=True,
            goal=shows(f"GET {ONE}", archived=True),
            still={
                "label": answer("label"),
                "displayOrder": answer("displayOrder"),
                "stages[].id": answer("stages[].id"),
                "stages[].label": answer("stages[].label"),
            },
            ok=(404,),
            changed=(400,),
            ends=True,
        ),
        probe=find(
            read(f"GET {ALL}", at="results"),
            same={"label": sent("label"), "displayOrder": sent("displayOrder")},
            since="createdAt",
        ),
        residue="The pipeline lies in the recycle bin.",
        if_stuck="Move the records out of the pipeline in HubSpot, then delete it there.",
        why=f"It is deleted while no record stands in it and nobody changed it. {GUIDE}",
    ),
    op(
        f"PATCH {ONE}",
        sdk="crm.pipelines.pipelines_api.update",
        says="change pipeline {pipelineId} of {what} records",
        names=what,
        tier=REVERSIBLE,
        query=CHECKED,
        object=path(*_PIPELINE, sent("pipelineId")),
        inverse=restore(f"GET {ONE}", f"PATCH {ONE}", field("label"), field("displayOrder")),
        why=f"Label and place are written back; taking a pipeline out of the bin is undone by nothing here. {GUIDE}",
    ),
    op(
        f"PUT {ONE}",
        sdk="crm.pipelines.pipelines_api.replace",
        says="build pipeline {pipelineId} of {what} records anew as {label!r}",
        names=what,
        tier=IRREVERSIBLE,
        query=CHECKED,
        why=f"The stages get new ids, and records keep the ids of stages that are no more (inferred). {GUIDE}",
    ),
    op(
        f"DELETE {ONE}",
        sdk="crm.pipelines.pipelines_api.archive",
        says="delete pipeline {pipelineId} of {what} records",
        names=what,
        tier=REVERSIBLE,
        query=CHECKED,
        object=path(*_PIPELINE, sent("pipelineId")),
        inverse=do(f"PATCH {ONE}", {"archived": False}, goal=shows(f"GET {ONE}", archived=False)),
        probe=stands(f"GET {ONE}", {"archived": True}),
        residue="Records that stood in it kept its stages; what lists or counts them did without meanwhile.",
        why="A deleted pipeline is restored by a call that says nothing but that. "
        f"{DOCS}/2026-03/crm/pipelines/update-pipeline",
    ),
    op(
        f"POST {STAGES}",
        sdk="crm.pipelines.pipeline_stages_api.create",
        says="create stage {label!r} in pipeline {pipelineId} of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path(*_PIPELINE, sent("pipelineId"), "/stage:", answer("id")),
        inverse=do(
            f"DELETE {STAGE}",
            stageId=answer("id"),
            goal=shows(
                read(
                    f"GET {STAGE}", completed="stage in use", given={"kind": sent("objectType")}, stageId=answer("id")
                ),
                archived=True,
            ),
            still={
                "label": answer("label"),
                "displayOrder": answer("displayOrder"),
                "metadata": answer("metadata"),
                "used": 0,
            },
            ok=(404,),
            ends=True,
        ),
        probe=find(
            read(f"GET {STAGES}", at="results"),
            same={"label": sent("label"), "displayOrder": sent("displayOrder")},
            since="createdAt",
        ),
        residue="The stage lies in the recycle bin.",
        if_stuck="Move the records out of the stage in HubSpot, then delete it there.",
        why=f"It is deleted while nobody changed it and the search finds no record in it. {GUIDE}",
    ),
    op(
        f"PATCH {STAGE}",
        sdk="crm.pipelines.pipeline_stages_api.update",
        says="change stage {stageId} of pipeline {pipelineId} of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path(*_PIPELINE, sent("pipelineId"), "/stage:", sent("stageId")),
        inverse=restore(f"GET {STAGE}", f"PATCH {STAGE}", *_stage_fields(), metadata_fields),
        why=f"Each part is written back. {GUIDE}",
    ),
    op(
        f"PUT {STAGE}",
        sdk="crm.pipelines.pipeline_stages_api.replace",
        says="change all of stage {stageId} of pipeline {pipelineId} of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path(*_PIPELINE, sent("pipelineId"), "/stage:", sent("stageId")),
        inverse=restore(f"GET {STAGE}", f"PATCH {STAGE}", *_stage_fields(), metadata_fields),
        why=f"Each part is written back. {GUIDE}",
    ),
    op(
        f"DELETE {STAGE}",
        sdk="crm.pipelines.pipeline_stages_api.archive",
        says="delete stage {stageId} of pipeline {pipelineId} of {what} records",
        names=what,
        tier=stage_tier,
        object=path(*_PIPELINE, sent("pipelineId"), "/stage:", sent("stageId")),
        before=read(f"GET {STAGE}", completed="stage in use", given={"kind": sent("objectType")}),
        inverse=do(
            f"PATCH {STAGE}",
            {"archived": False, "metadata": before("metadata")},
            goal=shows(f"GET {STAGE}", archived=False),
        ),
        probe=stands(f"GET {STAGE}", {"archived": True}),
        residue="What shows the stages did without it meanwhile.",
        if_stuck="Restore the stage in HubSpot by hand.",
        why=f"A deleted stage is restored as a pipeline is (inferred), if the search found no record in it. {GUIDE}",
    ),
)
"""Pipelines and stages."""
