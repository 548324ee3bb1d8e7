"""People, apps, workflows, skills and channels that administrators set, in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.connector import Actor, Call, Tier
from agentrein.testing.crash import no_waiting
from agentrein_slack.operations.admin_apps import decision_tier, publish_tier
from agentrein_slack.operations.admin_settings import prefs, prefs_tier, teams_tier
from agentrein_slack.operations.staff import joins_as, lower_tier, raise_tier
from agentrein_slack.readings_of_staff import in_form, role_of
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.admins import TEAM
from connectors.slack.examples.staff import APP, ELSEWHERE, FIRST, SECOND, publish, skills, unpublish, write
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, OTHER, PERSON
from slack_kit import armed
from slack_sandbox_kit import client, refused


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def bob(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client with the token of an administrator, and his credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", PERSON)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, PERSON)
    assert sb.failures == []


@pytest.fixture
def person(sb: SlackSandbox) -> WebClient:
    """A plain client of the same administrator."""
    return WebClient(PERSON, base_url=sb.api_url)


def refuses(sb: SlackSandbox, act: Any, *arguments: Any) -> None:
    """The call is refused inside a run, and not sent."""
    sb.clear_requests()
    with rein.run("careless") as run, pytest.raises(rein.Refused):
        act(*arguments)
    assert (sb.writes, run.actions) == ([], [])


# --- people


@pytest.mark.parametrize("role", ["guest", "primary owner"])
def test_nobody_is_made_what_nothing_makes_again(sb: SlackSandbox, bob: WebClient, role: str) -> None:
    """A guest, and the one primary owner, could not be made that again."""
    sb.world.teams[TEAM][ADA] = role
    refuses(sb, lambda: bob.admin_users_setRegular(team_id=TEAM, user_id=ADA))
    refuses(sb, lambda: bob.admin_users_setAdmin(team_id=TEAM, user_id=ADA))


def test_an_administrator_does_not_lower_itself(sb: SlackSandbox, bob: WebClient) -> None:
    """Who is no owner any more could not make itself one again."""
    refuses(sb, lambda: bob.admin_users_setRegular(team_id=TEAM, user_id=BOB))


def test_somebody_who_is_not_in_the_workspace_is_refused(sb: SlackSandbox, bob: WebClient) -> None:
    """Of whom Slack shows nothing, nothing could be put back."""
    refuses(sb, lambda: bob.admin_users_setAdmin(team_id=ELSEWHERE, user_id=ADA))


def test_taking_somebody_out_is_refused(sb: SlackSandbox, bob: WebClient) -> None:
    """Assigning the person again would bring neither channels nor sessions back."""
    refuses(sb, lambda: bob.admin_users_remove(team_id=TEAM, user_id=ADA))


def test_nothing_is_sent_about_more_people_than_one_can_look_through(sb: SlackSandbox, bob: WebClient) -> None:
    """A part of a workspace tells nothing of who is in it."""
    for number in range(2_001):
        sb.add_user(f"U9{number:04d}", f"person-{number}")
        sb.world.teams[TEAM][f"U9{number:04d}"] = "regular"
    with rein.run("careless") as run, pytest.raises(SlackApiError):
        bob.admin_users_setAdmin(team_id=TEAM, user_id=ADA)
    assert (sb.writes, run.actions) == ([], [])


def test_steps_up_and_down_are_undone_in_order(sb: SlackSandbox, bob: WebClient) -> None:
    """An admin, an owner, a regular member: the person ends as it began."""
    with suppress(Boom), rein.run("roles") as run:
        bob.admin_users_setAdmin(team_id=TEAM, user_id=ADA)
        bob.admin_users_setOwner(team_id=TEAM, user_id=ADA)
        bob.admin_users_setRegular(team_id=TEAM, user_id=ADA)
        raise Boom
    assert (run.status, sb.world.teams[TEAM][ADA]) == ("reverted", "regular")


def test_somebody_who_was_there_stays(sb: SlackSandbox, bob: WebClient) -> None:
    """A call that Slack rejected because of it takes nobody out."""
    with suppress(Boom), rein.run("assign") as run:
        with pytest.raises(SlackApiError, match="user_already_team_member"):
            bob.admin_users_assign(team_id=TEAM, user_id=ADA)
        raise Boom
    assert [one.state for one in run.actions] == ["rejected"]
    assert sb.world.teams[TEAM][ADA] == "regular"


def test_an_admin_who_is_no_owner_makes_none(sb: SlackSandbox, person: WebClient) -> None:
    """Slack lets only owners make owners, and nobody touches the primary one."""
    sb.world.teams[TEAM][BOB] = "admin"
    with pytest.raises(SlackApiError, match="not_an_owner"):
        person.admin_users_setOwner(team_id=TEAM, user_id=ADA)
    sb.world.teams[TEAM][ADA] = "primary owner"
    with pytest.raises(SlackApiError, match="cannot_modify_primary_owner"):
        person.admin_users_remove(team_id=TEAM, user_id=ADA)
    with pytest.raises(SlackApiError, match="user_is_bot"):
        person.admin_users_assign(team_id=ELSEWHERE, user_id=OTHER)
    with pytest.raises(SlackApiError, match="team_not_found"):
        person.admin_users_list(team_id="T0NONE")


def test_what_a_role_can_go_back_to() -> None:
    """Only roles that a method gives, of somebody else than the actor."""
    call, other = Call("slack", "admin.users.setAdmin", body={"user_id": ADA}), Actor(BOB, TEAM, "user")
    assert [raise_tier(call, {"role": role}, other) for role in ("regular", "owner", "guest", None)] == [
        *(Tier.REVERSIBLE, Tier.REVERSIBLE),
        *(Tier.IRREVERSIBLE, Tier.IRREVERSIBLE),
    ]
    assert lower_tier(call, {"role": "admin"}, other) is Tier.COSTLY
    assert lower_tier(call, {"role": "admin"}, Actor(ADA, TEAM, "user")) is Tier.IRREVERSIBLE
    assert lower_tier(call, {"role": "admin"}, None) is Tier.IRREVERSIBLE
    assert lower_tier(call, None, other) is Tier.IRREVERSIBLE


def test_a_role_is_what_allows_most() -> None:
    """An owner is an admin too; a guest of either kind is a guest."""
    assert role_of({"is_admin": True, "is_owner": True, "is_primary_owner": True}) == "primary owner"
    assert role_of({"is_admin": True, "is_owner": True}) == "owner"
    assert (role_of({"is_admin": True}), role_of({"is_ultra_restricted": True}), role_of({})) == (
        *("admin", "guest"),
        "regular",
    )
    assert (joins_as({"is_restricted": "1"}), joins_as({"is_restricted": "0"}), joins_as(None)) == (
        *("guest", "regular"),
        "regular",
    )


# --- apps


def test_what_an_answered_request_decides_stays(sb: SlackSandbox, bob: WebClient) -> None:
    """Who asked was told, and a rule for further installations shows nowhere."""
    refuses(sb, lambda: bob.admin_apps_approve(request_id="Ar1", team_id=TEAM))
    refuses(sb, lambda: bob.admin_apps_restrict(request_id="Ar1", team_id=TEAM))
    refuses(sb, lambda: bob.admin_apps_approve(app_id=APP, team_id=TEAM, allow_child_auto_install=True))


def test_other_scopes_of_an_approved_app_are_refused(sb: SlackSandbox, bob: WebClient) -> None:
    """Those that were approved before could not be told from those that are."""
    sb.world.decisions[APP, TEAM] = "approved"
    refuses(sb, lambda: bob.admin_apps_approve(app_id=APP, team_id=TEAM, bot_scopes="chat:write"))


def test_a_decision_elsewhere_is_another(sb: SlackSandbox, bob: WebClient) -> None:
    """What the organization decided of the same app stays out of it."""
    sb.world.decisions[APP, "E01"] = "restricted"
    with suppress(Boom), rein.run("apps"):
        bob.admin_apps_approve(app_id=APP, team_id=TEAM)
        bob.admin_apps_clearResolution(app_id=APP, enterprise_id="E01")
        raise Boom
    assert sb.world.decisions == {(APP, "E01"): "restricted"}


def test_which_decisions_can_be_taken_back() -> None:
    """One that was read, of an app that the call names."""
    call = Call("slack", "admin.apps.approve", body={"app_id": APP})
    assert decision_tier(call, {"is": "undecided"}, None) is Tier.COSTLY
    assert decision_tier(call, {}, None) is Tier.IRREVERSIBLE
    assert decision_tier(Call("slack", "admin.apps.approve"), {"is": "approved"}, None) is Tier.IRREVERSIBLE


# --- workflows


def test_collaborators_of_before_stay(sb: SlackSandbox, bob: WebClient) -> None:
    """Of several people and workflows only the pairs go that the call made."""
    with suppress(Boom), rein.run("workflows"):
        bob.admin_workflows_collaborators_add(workflow_ids=[FIRST, SECOND], collaborator_ids=[BOB, ADA])
        bob.admin_workflows_collaborators_remove(workflow_ids=[FIRST], collaborator_ids=[BOB])
        raise Boom
    assert sb.world.workflows == {FIRST: [BOB], SECOND: []}


def test_an_error_about_some_of_them_is_looked_into(sb: SlackSandbox, bob: WebClient) -> None:
    """Slack adds those that it can: what the others' error hides is a question, and nothing is taken away unseen."""
    with no_waiting():
        with rein.run("workflows") as run, pytest.raises(SlackApiError, match="error_adding_collaborators"):
            bob.admin_workflows_collaborators_add(workflow_ids=[FIRST, "Wf0GONE"], collaborator_ids=[ADA])
        assert [one.state for one in run.actions] == ["unknown"]
        assert rein.revert(run.id).exit == 1
    assert sb.world.workflows[FIRST] == [BOB, ADA]


# --- skills


def test_a_skill_that_only_some_may_read_is_not_published(sb: SlackSandbox, bob: WebClient, person: WebClient) -> None:
    """Its instructions would stay open to everybody; one that nobody here may read is the same."""
    write("Daily")(person)
    refuses(sb, publish("Daily"), bob)
    refuses(sb, lambda: bob.admin_slackbot_skills_publish(skill_ids=["F0NONE"]))


def test_a_skill_that_was_closed_since_is_not_unpublished(sb: SlackSandbox, bob: WebClient, person: WebClient) -> None:
    """To put it back would open it to everybody again."""
    write("Daily")(person)
    publish("Daily")(person)
    sb.world.skills[skills(person, "Daily")[0]]["visibility"] = "invite_only"
    refuses(sb, unpublish("Daily"), bob)


def test_some_skills_that_failed_leave_a_question(sb: SlackSandbox, bob: WebClient, person: WebClient) -> None:
    """Of several skills those that Slack could publish stay published, whatever it says of the others."""
    write("Daily", "Weekly")(person)
    publish("Daily", "Weekly")(person)
    unpublish("Daily", "Weekly")(person)
    first, second = skills(person, "Daily", "Weekly")
    with no_waiting():
        allowed: dict[str, str] = {"irreversible": "allow"}
        with (
            rein.run("skills", policy=allowed) as run,
            pytest.raises(SlackApiError, match="some_skills_failed"),
        ):
            bob.admin_slackbot_skills_publish(skill_ids=[first, second, "F0NONE"])
        assert [one.state for one in run.actions] == ["unknown"]
    assert sb.world.catalog == {first, second}
    assert publish_tier(Call("slack", "x"), {"open": None}, None) is Tier.IRREVERSIBLE


# --- channels


def test_a_channel_that_an_admin_made_is_given_up(sb: SlackSandbox, bob: WebClient) -> None:
    """It is archived under another name, and its own name is free again."""
    with suppress(Boom), rein.run("channel") as run:
        made = bob.admin_conversations_create(name="incident-7", is_private=True, team_id=TEAM)["channel_id"]
        bob.admin_conversations_invite(channel_id=made, user_ids=ADA)
        raise Boom
    channel = sb.channel(made)
    assert (run.status, channel.archived, channel.name.startswith("zz-reverted-")) == ("reverted", True, True)
    with rein.run("again"):
        assert bob.admin_conversations_create(name="incident-7", is_private=False, team_id=TEAM)["ok"]


def test_a_plan_counts_an_admin_s_invitations_as_the_runs_own(sb: SlackSandbox, bob: WebClient) -> None:
    """Whom the run itself brought in is nobody else."""
    with rein.run("channel") as run:
        made = bob.admin_conversations_create(name="incident-7", is_private=False, team_id=TEAM)["channel_id"]
        bob.admin_conversations_invite(channel_id=made, user_ids=[ADA])
    assert rein.revert(run.id, plan=True).exit == 0
    assert rein.revert(run.id).exit == 0


def test_a_channel_of_one_workspace_is_not_shared(sb: SlackSandbox, bob: WebClient, person: WebClient) -> None:
    """Nothing is known to make it one of a single workspace again, or to take it from the whole organization."""
    sb.clear_requests()
    with rein.run("share") as run, pytest.raises(SlackApiError, match="channel_not_found"):
        bob.admin_conversations_setTeams(channel_id=DEPLOYS, team_id=TEAM, target_team_ids=[ELSEWHERE])
    assert (sb.writes, run.actions) == ([], [])
    person.admin_conversations_setTeams(channel_id=DEPLOYS, team_id=TEAM, target_team_ids=[TEAM])
    refuses(sb, lambda: bob.admin_conversations_setTeams(channel_id=DEPLOYS, org_channel=True))
    call = Call("slack", "admin.conversations.setTeams", body={"target_team_ids": TEAM})
    assert teams_tier(call, {"target_team_ids": ELSEWHERE}, None) is Tier.COSTLY
    assert teams_tier(call, {"target_team_ids": ""}, None) is Tier.IRREVERSIBLE


def test_who_may_post_is_not_set(sb: SlackSandbox, bob: WebClient) -> None:
    """Slack does not show which groups might post before."""
    act = bob.admin_conversations_setConversationPrefs
    refuses(sb, lambda: act(channel_id=DEPLOYS, prefs={"who_can_post": "type:admin"}))
    refuses(sb, lambda: act(channel_id=DEPLOYS, prefs={"who_can_post": "type:admin", "can_huddle": "false"}))
    refuses(sb, lambda: act(channel_id=DEPLOYS, prefs="'what is this'"))


def test_a_switch_goes_back_in_the_form_in_which_it_came(sb: SlackSandbox, bob: WebClient) -> None:
    """Both mentions go together, as Slack wants it, and a switch of another kind by itself."""
    with suppress(Boom), rein.run("switches") as run:
        bob.admin_conversations_setConversationPrefs(
            channel_id=DEPLOYS, prefs="\"{'enable_at_channel':'enabled:false','enable_at_here':'enabled:false'}\""
        )
        bob.admin_conversations_setConversationPrefs(channel_id=DEPLOYS, prefs={"can_huddle": "false"})
        raise Boom
    assert run.status == "reverted"
    assert sb.world.prefs[DEPLOYS] == {"enable_at_channel": True, "enable_at_here": True, "can_huddle": True}
    sent = [one.body["prefs"] for one in sb.writes if one.call.endswith("setConversationPrefs")][-1]
    assert "enabled:true" in str(sent)


def test_a_switch_in_any_form() -> None:
    """Text, a JSON value, and what tells no form."""
    assert [in_form(like, value=False) for like in ("Enabled:TRUE", {"enabled": True}, "on", None)] == [
        *("Enabled:false", {"enabled": False}),
        *(None, None),
    ]
    assert (in_form("true", value=True), in_form("true", value=None)) == ("true", None)
    assert in_form(like=False, value=True) is True
    assert prefs({"prefs": "{'a':'true'}"}) == {"prefs": {"a": "true"}}
    assert (prefs({"prefs": "a"}), prefs({"prefs": "1"}), prefs(None)) == ({"prefs": "a"}, {"prefs": "1"}, None)
    call = Call("slack", "admin.conversations.setConversationPrefs", body={"prefs": {"can_huddle": "false"}})
    assert prefs_tier(call, {"prefs": {"can_huddle": "true"}}, None) is Tier.REVERSIBLE
    assert prefs_tier(call, {"prefs": {"can_huddle": None}}, None) is Tier.IRREVERSIBLE
    assert prefs_tier(call, None, None) is Tier.IRREVERSIBLE


def test_the_sandbox_says_no_as_slack_does(sb: SlackSandbox) -> None:
    """Arguments that do not fit, and people who are no administrators, meet Slack's own errors."""
    bob = client(sb, "bob")
    with refused("channel_mention_sync_required"):
        bob.admin_conversations_setConversationPrefs(channel_id=DEPLOYS, prefs={"enable_at_here": "true"})
    for wrong in ("", "{}", {"can_huddle": "maybe"}):
        with refused("invalid_value"):
            bob.admin_conversations_setConversationPrefs(channel_id=DEPLOYS, prefs=wrong)
    with refused("team_id_or_org_required"):
        bob.admin_conversations_create(name="incident-7", is_private=False)
    with refused("name_taken"):
        bob.admin_conversations_create(name="deploys", is_private=False, org_wide=True)
    with refused("invalid_target_team"):
        bob.admin_conversations_setTeams(channel_id=DEPLOYS, team_id=TEAM, target_team_ids=["T0NONE"])
    with refused("channel_not_found"):
        bob.admin_conversations_setTeams(channel_id=DEPLOYS, target_team_ids=[TEAM])
    with refused("too_many_teams_provided"):
        bob.admin_apps_approved_list(team_id=TEAM, enterprise_id="E01")
    with refused("too_many_ids_provided"):
        bob.api_call("admin.apps.approve", params={"app_id": APP, "request_id": "Ar1"})
    with refused("request_id_or_app_id_is_required"):
        bob.api_call("admin.apps.approve")
    with refused("no_resolution_found"):
        bob.admin_apps_clearResolution(app_id=APP)
    with refused("invalid_arguments"):
        bob.admin_slackbot_skills_publish(skill_ids=[])
    with refused("invalid_arguments"):
        bob.admin_users_list(team_id=TEAM, limit=101)
    with refused("not_an_admin"):
        client(sb, "ada").admin_users_list(team_id=TEAM)
    assert bob.admin_workflows_search()["workflows"] == []
