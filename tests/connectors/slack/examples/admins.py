"""What administrators set, with the token of one."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, GENERAL, OTHER, Act, both, said

TEAM = "T01AB"
IN_OR_OUT = "it is in the set or out of it: whoever changes that has undone it"
ON_OR_OFF = "a channel is archived or not: whoever changes that has undone it"
PICTURE = "https://acme.example/parrot.png"


def renamed(name: str) -> Act:
    """Another administrator renames the channel."""
    return lambda slack: slack.admin_conversations_rename(channel_id=DEPLOYS, name=name)


def emoji(name: str = "parrot") -> Act:
    """An emoji, from before."""
    return lambda slack: slack.admin_emoji_add(name=name, url=PICTURE)


def role(*people: str) -> Act:
    """People have a role."""
    return lambda slack: slack.admin_roles_addAssignments(role_id="Rl0A", entity_ids=[TEAM], user_ids=people)


def defaults(*channels: str) -> Act:
    """Default channels of a group."""
    return lambda slack: slack.admin_usergroups_addChannels(usergroup_id="S01", channel_ids=channels)


def policy(*people: str) -> Act:
    """People for whom a policy holds."""
    return lambda slack: slack.admin_auth_policy_assignEntities(
        policy_name="email_password", entity_type="USER", entity_ids=people
    )


def access(group: str) -> Act:
    """A group that may be in the channel."""
    return lambda slack: slack.admin_conversations_restrictAccess_addGroup(channel_id=DEPLOYS, group_id=group)


def workspace(name: str) -> Act:
    """The workspace has a name."""
    return lambda slack: slack.admin_teams_settings_setName(team_id=TEAM, name=name)


def newcomers(*channels: str) -> Act:
    """The channels into which newcomers come."""
    return lambda slack: slack.admin_teams_settings_setDefaultChannels(team_id=TEAM, channel_ids=channels)


OF_ADMINS = (
    Example("admin.conversations.rename", renamed("shipping"), foreign=renamed("theirs"), beside=said()),
    Example(
        "admin.conversations.archive",
        lambda slack: slack.admin_conversations_archive(channel_id=DEPLOYS),
        alone=ON_OR_OFF,
        beside=said(channel=GENERAL),
    ),
    Example(
        "admin.conversations.unarchive",
        lambda slack: slack.admin_conversations_unarchive(channel_id=DEPLOYS),
        prepare=lambda slack: slack.admin_conversations_archive(channel_id=DEPLOYS),
        alone=ON_OR_OFF,
        beside=said(),
    ),
    Example(
        "admin.conversations.invite",
        lambda slack: slack.admin_conversations_invite(channel_id=DEPLOYS, user_ids=[OTHER, ADA]),
        alone=IN_OR_OUT,
        beside=lambda slack: slack.conversations_kick(channel=DEPLOYS, user=ADA),
    ),
    Example(
        "admin.usergroups.addChannels",
        defaults(DEPLOYS, GENERAL),
        prepare=defaults(GENERAL),
        alone=IN_OR_OUT,
        beside=defaults("C0PRIV"),
    ),
    Example(
        "admin.usergroups.removeChannels",
        lambda slack: slack.admin_usergroups_removeChannels(usergroup_id="S01", channel_ids=[DEPLOYS]),
        prepare=defaults(GENERAL, DEPLOYS),
        alone=IN_OR_OUT,
        beside=defaults("C0PRIV"),
    ),
    Example("admin.auth.policy.assignEntities", policy(ADA, BOB), prepare=policy(BOB), alone=IN_OR_OUT, beside=said()),
    Example(
        "admin.auth.policy.removeEntities",
        lambda slack: slack.admin_auth_policy_removeEntities(
            policy_name="email_password", entity_type="USER", entity_ids=[ADA]
        ),
        prepare=policy(BOB, ADA),
        alone=IN_OR_OUT,
        beside=policy(OTHER),
    ),
    Example(
        "admin.conversations.restrictAccess.addGroup",
        access("S02"),
        prepare=access("S01"),
        alone=IN_OR_OUT,
        beside=access("S03"),
    ),
    Example(
        "admin.conversations.restrictAccess.removeGroup",
        lambda slack: slack.admin_conversations_restrictAccess_removeGroup(
            channel_id=DEPLOYS, group_id="S01", team_id=TEAM
        ),
        prepare=both(access("S01"), access("S02")),
        alone=IN_OR_OUT,
        beside=access("S03"),
    ),
    Example("admin.roles.addAssignments", role(ADA, OTHER), prepare=role(ADA), alone=IN_OR_OUT, beside=role(BOB)),
    Example(
        "admin.roles.removeAssignments",
        lambda slack: slack.admin_roles_removeAssignments(role_id="Rl0A", entity_ids=[TEAM], user_ids=[ADA, OTHER]),
        prepare=role(ADA, BOB),
        alone=IN_OR_OUT,
        beside=role("U0BOT"),
    ),
    Example("admin.teams.settings.setName", workspace("Acme & co"), foreign=workspace("Theirs"), beside=said()),
    Example(
        "admin.teams.settings.setDefaultChannels",
        newcomers(GENERAL, DEPLOYS),
        prepare=newcomers(GENERAL),
        foreign=newcomers("C0PRIV"),
        beside=said(),
    ),
    Example("admin.emoji.add", emoji(), alone=IN_OR_OUT, beside=emoji("fox")),
    Example(
        "admin.emoji.addAlias",
        lambda slack: slack.admin_emoji_addAlias(name=":bird:", alias_for="parrot"),
        prepare=emoji(),
        alone=IN_OR_OUT,
        beside=emoji("fox"),
    ),
    Example(
        "admin.emoji.rename",
        lambda slack: slack.admin_emoji_rename(name="parrot", new_name="bird"),
        prepare=both(emoji()),
        alone="an emoji has one name: whoever gives it the old one back has undone it",
        beside=emoji("fox"),
    ),
)
"""What only an administrator's token may do."""
