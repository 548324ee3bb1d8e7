"""Custom properties where an undo must be careful: defaults, choices, what people use by now, names that changed."""

from __future__ import annotations

from typing import Any

import pytest
from github import Github
from github.OrganizationCustomProperty import CustomProperty

import agentrein as rein
from agentrein.connector import Answer
from agentrein_github.property_shape import definition, definitions, set_values, values
from agentrein_github.readings_of_properties import one_definition, values_of_repositories, values_of_repository
from agentrein_github.sandbox import GitHubSandbox

pytestmark = pytest.mark.usefixtures("credential")


def stage(*allowed: str, **said: Any) -> CustomProperty:
    """A choice among these stages."""
    return CustomProperty("stage", "single_select", allowed_values=list(allowed), **said)


def told(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_property_goes_with_the_values_that_the_run_gave(sb: GitHubSandbox, gh: Github) -> None:
    """They are unset first, so that no repository has one any more; plan and undo agree."""
    start, org = sb.state(), gh.get_organization("acme")
    with rein.run("classify") as run:
        org.create_custom_property(stage("dev", "prod"))
        gh.get_repo("acme/app").update_custom_properties({"stage": "dev"})
        org.create_repo("web", custom_properties={"stage": "prod"})
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert told(planned) == told(report) == ["reverted"] * 3
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert sb.left(start) == []


def test_a_property_that_people_use_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Their values would be lost with it, in whichever repository."""
    with rein.run("classify") as run:
        gh.get_organization("acme").create_custom_property(stage("dev", "prod"))
    person.get_organization("acme").create_repo("web").update_custom_properties({"stage": "dev"})
    report = rein.revert(run.id)
    assert told(report) == ["conflict"]
    assert report.actions[0].conflicts[0].now == ["stage: dev"]
    assert sb.state()["repo:10/property:stage"] == {"value": "dev"}


def test_a_default_that_all_repositories_show_is_no_use(sb: GitHubSandbox, gh: Github) -> None:
    """A required property shows its default everywhere, which nobody set."""
    start = sb.state()
    with rein.run("classify") as run:
        made = stage("dev", "prod", required=True, default_value="dev")
        gh.get_organization("acme").create_custom_property(made)
    assert told(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_what_a_definition_does_not_say_is_put_back_too(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub replaces all of it, so that what the call leaves out falls back to the defaults."""
    before = stage("dev", "prod", description="Where it runs", values_editable_by="org_and_repo_actors")
    person.get_organization("acme").create_custom_property(before)
    start = sb.state()
    with rein.run("classify") as run:
        gh.get_organization("acme").create_custom_property(stage("dev", "prod", "test"))
    assert sb.state() != start
    assert told(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


@pytest.mark.parametrize("narrower", [stage("prod"), CustomProperty("stage", "string")])
def test_values_that_may_be_lost_are_not_risked(
    sb: GitHubSandbox, gh: Github, person: Github, narrower: CustomProperty
) -> None:
    """A choice that is no longer allowed, or another type, may take values from repositories."""
    person.get_organization("acme").create_custom_property(stage("dev", "prod"))
    writes = len(sb.writes)
    with rein.run("classify") as run:
        with pytest.raises(rein.Refused):
            gh.get_organization("acme").create_custom_property(narrower)
        with pytest.raises(rein.Refused):
            gh.get_organization("acme").create_custom_properties([narrower])
    assert (len(sb.writes), run.actions) == (writes, [])


def test_a_property_is_not_removed(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The values of every repository would go with it."""
    person.get_organization("acme").create_custom_property(stage("dev"))
    with rein.run("classify"), pytest.raises(rein.Refused):
        gh.get_organization("acme").remove_custom_property("stage")
    assert "stage" in sb.world.orgs[sb.world.repos[9].owner.id].properties


def test_repositories_are_found_by_their_ids(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """One was renamed, and a new one took its name: the values of the first are unset, those of the other stay."""
    person.get_organization("acme").create_custom_property(stage("dev", "prod"))
    with rein.run("classify") as run:
        gh.get_organization("acme").create_custom_property_values(["app"], {"stage": "dev"})
    sb.rename_repo("acme/app", "acme/core")
    sb.add_repo("acme/app")
    person.get_repo("acme/app").update_custom_properties({"stage": "dev"})
    report = rein.revert(run.id)
    assert told(report) == ["reverted"]
    assert report.actions[0].sent[0].body["repository_names"] == ["core"]
    assert "repo:9/property:stage" not in sb.state()
    assert sb.state()["repo:10/property:stage"] == {"value": "dev"}


def test_a_renamed_organisation_is_found_by_its_id(sb: GitHubSandbox, gh: Github) -> None:
    """The undo of a definition goes to the organisation, whatever it is called by now."""
    with rein.run("classify") as run:
        gh.get_organization("acme").create_custom_properties([stage("dev"), CustomProperty("team", "string")])
    org = sb.world.orgs[sb.world.repos[9].owner.id]
    with sb.lock:
        org.account.login = "acme-inc"
    assert told(rein.revert(run.id)) == ["reverted"]
    assert org.properties == {}


def test_one_value_that_somebody_changed_keeps_none_of_the_others(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """Each property is undone by itself."""
    people = person.get_organization("acme")
    people.create_custom_properties([stage("dev", "prod"), CustomProperty("team", "string")])
    with rein.run("classify") as run:
        gh.get_repo("acme/app").update_custom_properties({"stage": "dev", "team": "core"})
    person.get_repo("acme/app").update_custom_properties({"team": "theirs"})
    assert told(rein.revert(run.id)) == ["conflict"]
    assert "repo:9/property:stage" not in sb.state()
    assert sb.state()["repo:9/property:team"] == {"value": "theirs"}


@pytest.mark.parametrize(
    ("reading", "body", "given"),
    [
        (values_of_repository, [], {"asked": [{"name": "a", "value": None}], "org": "acme"}),
        (values_of_repositories, [], {"asked": [], "org": "acme", "repos": ["app"]}),
        (one_definition, [{"property_name": "a", "value_type": "string"}], {"key": "a"}),
    ],
)
def test_a_reading_ends_where_github_does_not_tell(reading: Any, body: Any, given: dict[str, Any]) -> None:
    """Nothing is concluded from a part: the answer that failed is what the reading gives."""
    steps, failed = reading(body, given), Answer(403)
    next(steps)
    with pytest.raises(StopIteration) as end:
        steps.send(failed)
    assert end.value.value == failed


def test_properties_are_read_in_one_form() -> None:
    """Names without regard to case, choices without their order, each property as it is named last."""
    assert values([{"property_name": "Tags", "value": ["b", "a"]}]) == {"tags": ["a", "b"]}
    assert values(None) == {}
    assert set_values({"properties": [{"property_name": "a", "value": None}]}) == [{"name": "a", "value": None}]
    assert set_values({}) == []
    twice = [{"property_name": "a", "value": "x"}, {"property_name": "a", "value": "y"}]
    assert set_values({"properties": twice}) == [{"name": "a", "value": "y"}]
    assert definition({"value_type": "true_false", "allowed_values": ["true", "false"]})["allowed_values"] is None
    named = {"custom_property_name": "a", "value_type": "string"}
    assert definitions(named) == definitions({"properties": [{"property_name": "a", "value_type": "string"}]})
