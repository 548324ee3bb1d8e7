"""Pipelines and stages."""

from __future__ import annotations

from typing import Any

from hubspot import HubSpot

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import write

ALL = "/crm/v3/pipelines/{objectType}"
ONE = f"{ALL}/{{pipelineId}}"
STAGES = f"{ONE}/stages"
STAGE = f"{STAGES}/{{stageId}}"
OTHERS = write("contacts", portal.LEAD, jobtitle="Head")
IN_THE_BIN = "nobody changes what lies in the recycle bin"
NEW = {
    "label": "Ours",
    "displayOrder": 7,
    "stages": [{"label": "Begun", "displayOrder": 0, "metadata": {"probability": "0.1"}}],
}
STAGE_OF_OURS = {"label": "Halfway", "displayOrder": 5, "metadata": {"probability": "0.5"}}


def pipeline(hs: HubSpot, label: str) -> str:
    """The id of a pipeline for deals."""
    found = hs.crm.pipelines.pipelines_api.get_all("deals").results
    return str(next(one.id for one in found if one.label == label))


def stage(hs: HubSpot, label: str) -> str:
    """The id of a stage of the pipeline for deals that is there at the start."""
    found = hs.crm.pipelines.pipeline_stages_api.get_all("deals", "default").results
    return str(next(one.id for one in found if one.label == label))


def rename_stage(hs: HubSpot, id: str, **fields: Any) -> Any:
    """Change a stage."""
    return hs.crm.pipelines.pipeline_stages_api.update("deals", "default", id, fields)


EXAMPLES = (
    Example(
        f"POST {ALL}",
        lambda hs: hs.crm.pipelines.pipelines_api.create("deals", NEW),
        foreign=lambda hs: hs.crm.pipelines.pipelines_api.update("deals", pipeline(hs, "Ours"), {"label": "Theirs"}),
        beside=OTHERS,
    ),
    Example(
        f"PATCH {ONE}",
        lambda hs: hs.crm.pipelines.pipelines_api.update("deals", "partners", {"label": "Friends", "displayOrder": 9}),
        foreign=lambda hs: hs.crm.pipelines.pipelines_api.update("deals", "partners", {"label": "Theirs"}),
        beside=OTHERS,
    ),
    Example(
        f"DELETE {ONE}",
        lambda hs: hs.crm.pipelines.pipelines_api.archive("deals", "partners"),
        alone=IN_THE_BIN,
        beside=OTHERS,
    ),
    Example(
        f"POST {STAGES}",
        lambda hs: hs.crm.pipelines.pipeline_stages_api.create("deals", "default", STAGE_OF_OURS),
        foreign=lambda hs: rename_stage(hs, stage(hs, "Halfway"), label="Theirs"),
        beside=OTHERS,
    ),
    Example(
        f"PATCH {STAGE}",
        lambda hs: rename_stage(hs, "contractsent", label="Signed", metadata={"probability": "0.95"}),
        foreign=lambda hs: rename_stage(hs, "contractsent", label="Theirs"),
        beside=lambda hs: rename_stage(hs, "contractsent", displayOrder=8),
    ),
    Example(
        f"PUT {STAGE}",
        lambda hs: hs.crm.pipelines.pipeline_stages_api.replace(
            "deals",
            "default",
            "contractsent",
            {"label": "Signed", "displayOrder": 4, "metadata": {"probability": "0.95"}},
        ),
        foreign=lambda hs: rename_stage(hs, "contractsent", label="Theirs"),
        beside=OTHERS,
    ),
    Example(
        f"DELETE {STAGE}",
        lambda hs: hs.crm.pipelines.pipeline_stages_api.archive("deals", "default", "closedlost"),
        alone=IN_THE_BIN,
        beside=OTHERS,
    ),
)
