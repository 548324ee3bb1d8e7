"""Pipelines and stages of deals and tickets.

https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, fail, invalid, is_true, not_found
from agentrein_hubspot.sandbox.definitions import staged
from agentrein_hubspot.sandbox.pipes import Pipeline, Pipelines, Stage, pipelines_of
from agentrein_hubspot.sandbox.records import records_of
from agentrein_hubspot.sandbox.types import ObjectType, type_of, types_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()

PIPES = "/crm/v3/pipelines/{kind}"
PIPE = f"{PIPES}/{{pipeline}}"
STAGES = f"{PIPE}/stages"
STAGE = f"{STAGES}/{{stage}}"
_DELETED = ("validateReferencesBeforeDelete", "validateDealStageUsagesBeforeDelete")


def _pipe(ask: Ask, kind: str, id: str, *, archived: bool | None = False) -> Pipeline:
    found = pipelines_of(ask.world, type_of(ask.world, kind)).get(id)
    if found is None or (archived is not None and found.archived != archived):
        raise not_found(f"Pipeline with id {id} was not found.")
    return found


def _step(ask: Ask, kind: str, pipeline: str, id: str, *, archived: bool | None = False) -> Stage:
    found = _pipe(ask, kind, pipeline).stages.get(id)
    if found is None or (archived is not None and found.archived != archived):
        raise not_found(f"Stage with id {id} was not found.")
    return found


def show_stage(world: World, stage: Stage) -> dict[str, Any]:
    """A stage."""
    body = {
        "id": stage.id,
        "label": stage.label,
        "displayOrder": stage.order,
        "metadata": dict(stage.metadata),
        "writePermissions": "CRM_PERMISSIONS_ENFORCEMENT",
        "createdAt": world.moment(stage.made),
        "updatedAt": world.moment(stage.changed),
        "archived": stage.archived,
    }
    return body | ({"archivedAt": world.moment(stage.archived_at)} if stage.archived else {})


def show(world: World, pipeline: Pipeline) -> dict[str, Any]:
    """A pipeline with its stages in their order, without archived ones."""
    stages = sorted((one for one in pipeline.stages.values() if not one.archived), key=lambda one: one.order)
    body = {
        "id": pipeline.id,
        "label": pipeline.label,
        "displayOrder": pipeline.order,
        "stages": [show_stage(world, one) for one in stages],
        "createdAt": world.moment(pipeline.made),
        "updatedAt": world.moment(pipeline.changed),
        "archived": pipeline.archived,
    }
    return body | ({"archivedAt": world.moment(pipeline.archived_at)} if pipeline.archived else {})


# --- pipelines


@routes.on(f"GET {PIPES}")
def listed(ask: Ask, kind: str) -> Answer:
    """The pipelines of a kind, in their order."""
    found = [one for one in pipelines_of(ask.world, type_of(ask.world, kind)).values() if not one.archived]
    return Answer(200, {"results": [show(ask.world, one) for one in sorted(found, key=lambda one: one.order)]})


@routes.on(f"GET {PIPE}")
def get(ask: Ask, kind: str, pipeline: str) -> Answer:
    """One pipeline, an archived one too."""
    return Answer(200, show(ask.world, _pipe(ask, kind, pipeline, archived=None)))


@routes.on(f"POST {PIPES}")
def create(ask: Ask, kind: str) -> Answer:
    """A new pipeline with its stages."""
    ask.only("label", "displayOrder", "stages", "pipelineId")
    ask.required("label", "displayOrder", "stages")
    found = type_of(ask.world, kind)
    _check_label(ask, found, ask.body["label"], None)
    made = Pipeline(ask.world.new_id(), ask.body["label"], int(ask.body["displayOrder"]), made=ask.world.clock())
    made.changed = made.made
    for given in ask.body["stages"]:
        _add_stage(ask, found, made, given)
    pipelines_of(ask.world, found)[made.id] = made
    return Answer(201, show(ask.world, made))


def _check_label(ask: Ask, kind: ObjectType, label: str, own: Pipeline | None) -> None:
    taken = [one for one in pipelines_of(ask.world, kind).values() if not one.archived and one is not own]
    if any(one.label == label for one in taken):
        raise conflict(f"A pipeline with the label {label} already exists")


@routes.on(f"PATCH {PIPE}")
def update(ask: Ask, kind: str, pipeline: str) -> Answer:
    """Change a pipeline, or take it out of the recycle bin: then `archived` stands alone in the body.

    https://developers.hubspot.com/docs/api-reference/2026-03/crm/pipelines/update-pipeline
    """
    ask.only("label", "displayOrder", "archived")
    found = _pipe(ask, kind, pipeline, archived=None)
    if "archived" in ask.body:
        if ask.body["archived"] is not False or len(ask.body) > 1 or not found.archived:
            raise invalid("archived should only be provided when restoring a deleted pipeline, and then alone")
        found.archived = False
        return Answer(200, show(ask.world, found))
    if found.archived:
        raise not_found(f"Pipeline with id {pipeline} was not found.")
    if "label" in ask.body:
        _check_label(ask, type_of(ask.world, kind), ask.body["label"], found)
    found.label = ask.body.get("label", found.label)
    found.order = ask.body.get("displayOrder", found.order)
    found.changed = ask.world.clock()
    return Answer(200, show(ask.world, found))


@routes.on(f"PUT {PIPE}")
def replace(ask: Ask, kind: str, pipeline: str) -> Answer:
    """Build a pipeline anew: its stages get new ids."""
    ask.only("label", "displayOrder", "stages")
    ask.required("label", "displayOrder", "stages")
    found, of = _pipe(ask, kind, pipeline), type_of(ask.world, kind)
    _check_used(ask, of, list(found.stages))
    found.label, found.order, found.stages = ask.body["label"], int(ask.body["displayOrder"]), {}
    for given in ask.body["stages"]:
        _add_stage(ask, of, found, given)
    found.changed = ask.world.clock()
    return Answer(200, show(ask.world, found))


@routes.on(f"DELETE {PIPE}")
def delete(ask: Ask, kind: str, pipeline: str) -> Answer:
    """Into the recycle bin; where that is asked for, not while records stand in it."""
    found = _pipe(ask, kind, pipeline)
    _check_used(ask, type_of(ask.world, kind), list(found.stages))
    found.archived, found.archived_at = True, ask.world.clock()
    return Answer(204)


def _check_used(ask: Ask, kind: ObjectType, stages: list[str]) -> None:
    """End with 400 if the request asks for it and records stand in one of these stages."""
    if not any(is_true(ask.query.get(name)) for name in _DELETED):
        return
    held = _holding(ask.world, kind, stages)
    if held:
        raise fail(
            400,
            "VALIDATION_ERROR",
            f"Stage IDs: {stages} are being referenced by object IDs: {held}",
            subCategory="PipelineError.STAGE_ID_IN_USE",
            context={"objectIds": held},
        )


def _holding(world: World, kind: ObjectType, stages: list[str]) -> list[str]:
    _, name = staged(kind) or ("", "")
    return [one.id for one in records_of(world, kind) if one.values.get(name) in stages and not one.archived]


# --- stages


def _add_stage(ask: Ask, kind: ObjectType, pipeline: Pipeline, given: dict[str, Any]) -> Stage:
    ask.only("label", "displayOrder", "metadata", "stageId", of=given)
    ask.required("label", "displayOrder", of=given)
    metadata = {name: str(value) for name, value in (given.get("metadata") or {}).items()}
    if kind.id == "0-3" and "probability" not in metadata:
        raise invalid("A stage of a deal pipeline needs the metadata `probability`")
    _check_stage_label(pipeline, given["label"], None)
    made = Stage(ask.world.new_id(), given["label"], int(given["displayOrder"]), metadata, made=ask.world.clock())
    made.changed = made.made
    pipeline.stages[made.id] = made
    return made


def _check_stage_label(pipeline: Pipeline, label: str, own: Stage | None) -> None:
    if any(one.label == label for one in pipeline.stages.values() if not one.archived and one is not own):
        raise conflict(f"A stage with the label {label} already exists in this pipeline")


@routes.on(f"GET {STAGES}")
def listed_stages(ask: Ask, kind: str, pipeline: str) -> Answer:
    """The stages of a pipeline."""
    return Answer(200, {"results": show(ask.world, _pipe(ask, kind, pipeline))["stages"]})


@routes.on(f"GET {STAGE}")
def get_stage(ask: Ask, kind: str, pipeline: str, stage: str) -> Answer:
    """One stage, an archived one too."""
    return Answer(200, show_stage(ask.world, _step(ask, kind, pipeline, stage, archived=None)))


@routes.on(f"POST {STAGES}")
def create_stage(ask: Ask, kind: str, pipeline: str) -> Answer:
    """A new stage."""
    made = _add_stage(ask, type_of(ask.world, kind), _pipe(ask, kind, pipeline), ask.body)
    return Answer(201, show_stage(ask.world, made))


@routes.on(f"PATCH {STAGE}")
def update_stage(ask: Ask, kind: str, pipeline: str, stage: str) -> Answer:
    """Change a stage, or take it out of the recycle bin."""
    ask.only("label", "displayOrder", "metadata", "archived")
    found = _step(ask, kind, pipeline, stage, archived=None)
    if found.archived and ask.body.get("archived") is not False:
        raise not_found(f"Stage with id {stage} was not found.")
    if "label" in ask.body:
        _check_stage_label(_pipe(ask, kind, pipeline), ask.body["label"], found)
    found.archived = False
    found.label = ask.body.get("label", found.label)
    found.order = ask.body.get("displayOrder", found.order)
    found.metadata |= {name: str(value) for name, value in (ask.body.get("metadata") or {}).items()}
    found.changed = ask.world.clock()
    return Answer(200, show_stage(ask.world, found))


@routes.on(f"PUT {STAGE}")
def replace_stage(ask: Ask, kind: str, pipeline: str, stage: str) -> Answer:
    """Write all of a stage."""
    ask.only("label", "displayOrder", "metadata")
    ask.required("label", "displayOrder", "metadata")
    found = _step(ask, kind, pipeline, stage)
    _check_stage_label(_pipe(ask, kind, pipeline), ask.body["label"], found)
    found.label, found.order = ask.body["label"], ask.body["displayOrder"]
    found.metadata = {name: str(value) for name, value in ask.body["metadata"].items()}
    found.changed = ask.world.clock()
    return Answer(200, show_stage(ask.world, found))


@routes.on(f"DELETE {STAGE}")
def delete_stage(ask: Ask, kind: str, pipeline: str, stage: str) -> Answer:
    """Into the recycle bin; records keep its id."""
    found = _step(ask, kind, pipeline, stage)
    found.archived, found.archived_at = True, ask.world.clock()
    return Answer(204)


# --- the start


_DEALS = {"appointmentscheduled": "0.2", "contractsent": "0.9", "closedwon": "1.0", "closedlost": "0.0"}
_PARTNERS = {"first_talk": "0.1", "signed": "1.0"}


def seed(world: World) -> None:
    """Two pipelines for deals, one for tickets."""
    deals, tickets = types_of(world).get("0-3"), types_of(world).get("0-5")
    for kind in ("0-3", "0-5"):
        world.kept(Pipelines).by_kind.setdefault(kind, {})
    if deals is None or tickets is None:
        return
    _seeded(world, deals, "default", "Sales", {name: {"probability": odds} for name, odds in _DEALS.items()})
    _seeded(world, deals, "partners", "Partners", {name: {"probability": odds} for name, odds in _PARTNERS.items()})
    states = {"1": "OPEN", "2": "OPEN", "3": "OPEN", "4": "CLOSED"}
    _seeded(world, tickets, "0", "Support", {name: {"ticketState": state} for name, state in states.items()})


def _seeded(world: World, kind: ObjectType, id: str, label: str, stages: dict[str, dict[str, str]]) -> None:
    made = Pipeline(id, label, len(pipelines_of(world, kind)), made=world.clock(), changed=world.clock())
    for order, (name, metadata) in enumerate(stages.items()):
        made.stages[name] = Stage(name, f"Stage {name}", order, metadata, made=made.made, changed=made.made)
    pipelines_of(world, kind)[id] = made


def state(world: World) -> State:
    """Pipelines and stages."""
    found: State = {}
    for kind, pipelines in world.kept(Pipelines).by_kind.items():
        for one in pipelines.values():
            found[f"pipeline:{kind}:{one.id}"] = {"label": one.label, "order": one.order, "archived": one.archived}
            for stage in one.stages.values():
                fields = {"label": stage.label, "order": stage.order, "archived": stage.archived or one.archived}
                found[f"pipeline:{kind}:{one.id}/stage:{stage.id}"] = fields | dict(stage.metadata)
    return found


AREA = Area(routes, seed, state)
