"""People in workspaces, decisions on apps, workflows, the catalog of skills, and channels, with an admin's token."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.admins import IN_OR_OUT, TEAM
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, MEMBER, OTHER, Act, both, channel_named, said

ELSEWHERE, APP = "T02CD", "A0NEW"
FIRST, SECOND = "Wf0A", "Wf0B"


def role(kind: str) -> Act:
    """Ada is made this."""
    return lambda slack: getattr(slack, f"admin_users_set{kind}")(team_id=TEAM, user_id=ADA)


def put_in(**more: Any) -> Act:
    """Ada is put into the other workspace."""
    return lambda slack: slack.admin_users_assign(team_id=ELSEWHERE, user_id=ADA, **more)


def approve(app: str = APP) -> Act:
    """An app is approved."""
    return lambda slack: slack.admin_apps_approve(app_id=app, team_id=TEAM)


def restrict(app: str = APP) -> Act:
    """An app is restricted."""
    return lambda slack: slack.admin_apps_restrict(app_id=app, team_id=TEAM)


def clear(app: str = APP) -> Act:
    """The decision on an app is taken back."""
    return lambda slack: slack.admin_apps_clearResolution(app_id=app, team_id=TEAM)


def hand(workflows: list[str], *people: str) -> Act:
    """People become collaborators."""
    return lambda slack: slack.admin_workflows_collaborators_add(workflow_ids=workflows, collaborator_ids=people)


def take(workflows: list[str], *people: str) -> Act:
    """They are none any more."""
    return lambda slack: slack.admin_workflows_collaborators_remove(workflow_ids=workflows, collaborator_ids=people)


def write(*skills: str) -> Act:
    """Ada has written skills."""

    def act(slack: WebClient) -> None:
        for name in skills:
            slack.slackbot_skills_create(display_name=name, instructions="Say hello.", token=MEMBER)

    return act


def skills(slack: WebClient, *names: str) -> list[str]:
    """The ids of skills of Ada's."""
    listed = slack.slackbot_skills_list(filter="owned", token=MEMBER)["skills"]
    return [str(one["id"]) for one in listed if one["display_name"] in names]


def publish(*names: str) -> Act:
    """Skills are put into the catalog."""
    return lambda slack: slack.admin_slackbot_skills_publish(skill_ids=skills(slack, *names))


def unpublish(*names: str) -> Act:
    """Skills are taken out of the catalog."""
    return lambda slack: slack.admin_slackbot_skills_unpublish(skill_ids=skills(slack, *names))


def share(*teams: str, **more: Any) -> Act:
    """The channel is set to be in these workspaces."""
    return lambda slack: slack.admin_conversations_setTeams(channel_id=DEPLOYS, target_team_ids=teams, **more)


def mentions(form: str) -> Act:
    """Mentions of everybody are turned on or off."""
    prefs = {"enable_at_channel": form, "enable_at_here": form}
    return lambda slack: slack.admin_conversations_setConversationPrefs(channel_id=DEPLOYS, prefs=prefs)


OF_ADMINS = (
    Example("admin.users.assign", put_in(), alone="whoever takes the person out has undone it", beside=said()),
    Example(
        "admin.users.assign",
        put_in(is_restricted=True),
        foreign=lambda slack: slack.admin_users_setRegular(team_id=ELSEWHERE, user_id=ADA),
        beside=said(),
        name="as a guest",
    ),
    Example("admin.users.setAdmin", role("Admin"), foreign=role("Owner"), beside=said()),
    Example("admin.users.setOwner", role("Owner"), prepare=role("Admin"), foreign=role("Regular"), beside=said()),
    Example("admin.users.setRegular", role("Regular"), prepare=role("Admin"), foreign=role("Owner"), beside=said()),
    Example("admin.users.setAdmin", role("Admin"), prepare=role("Admin"), nothing=True, name="who is one"),
    Example("admin.apps.approve", approve(), foreign=restrict(), beside=approve("A0OTH")),
    Example("admin.apps.approve", approve(), prepare=restrict(), foreign=clear(), beside=said(), name="restricted"),
    Example("admin.apps.approve", approve(), prepare=approve(), nothing=True, name="approved"),
    Example("admin.apps.restrict", restrict(), prepare=approve(), foreign=clear(), beside=restrict("A0OTH")),
    Example("admin.apps.clearResolution", clear(), prepare=approve(), foreign=restrict(), beside=approve("A0OTH")),
    Example(
        "admin.workflows.collaborators.add",
        hand([FIRST, SECOND], ADA, BOB),
        alone=IN_OR_OUT,
        beside=hand([SECOND], OTHER),
    ),
    Example(
        "admin.workflows.collaborators.remove",
        take([FIRST, SECOND], ADA),
        prepare=hand([FIRST], ADA),
        alone=IN_OR_OUT,
        beside=hand([SECOND], OTHER),
    ),
    Example(
        "admin.slackbot.skills.publish",
        publish("Daily", "Weekly"),
        prepare=both(write("Daily", "Weekly"), publish("Daily", "Weekly"), unpublish("Daily")),
        alone=IN_OR_OUT,
        beside=said(),
    ),
    Example(
        "admin.slackbot.skills.unpublish",
        unpublish("Daily", "Weekly"),
        prepare=both(write("Daily", "Weekly"), publish("Daily", "Weekly"), unpublish("Weekly")),
        alone=IN_OR_OUT,
        beside=said(),
    ),
    Example(
        "admin.conversations.create",
        lambda slack: slack.admin_conversations_create(name="incident-7", is_private=False, team_id=TEAM),
        foreign=lambda slack: slack.conversations_join(channel=channel_named(slack, "incident-7"), token=MEMBER),
        untold="a channel is known by its name and its maker, whoever joined it since",
        beside=said(),
    ),
    Example(
        "admin.conversations.setTeams",
        share(TEAM, ELSEWHERE),
        prepare=share(TEAM, team_id=TEAM),
        foreign=share(ELSEWHERE),
        beside=said(),
    ),
    Example(
        "admin.conversations.setConversationPrefs",
        mentions("enabled:false"),
        alone="a switch is on or off: whoever turns it has undone it",
        beside=said(),
    ),
    Example(
        "admin.conversations.setConversationPrefs",
        lambda slack: slack.admin_conversations_setConversationPrefs(
            channel_id=DEPLOYS, prefs="{'can_huddle':'false'}"
        ),
        alone="a switch is on or off: whoever turns it has undone it",
        beside=mentions("enabled:false"),
        name="as Slack's page writes it",
    ),
)
"""What only an administrator's token may do."""
