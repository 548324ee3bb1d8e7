"""Barriers, sessions, and settings of connectors, with the token of an administrator."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, BOB, Act, both, said

SUBJECTS = ["im", "mpim", "call"]
APP = "A0APP"


def barrier(slack: WebClient, number: int = 0) -> str:
    """The id of a barrier."""
    return str(slack.admin_barriers_list()["barriers"][number]["id"])


def part(one: str, *others: str) -> Act:
    """A barrier between groups."""
    return lambda slack: slack.admin_barriers_create(
        primary_usergroup_id=one, barriered_from_usergroup_ids=others, restricted_subjects=SUBJECTS
    )


def change(one: str, *others: str, number: int = 0) -> Act:
    """A barrier is changed."""
    return lambda slack: slack.admin_barriers_update(
        barrier_id=barrier(slack, number),
        primary_usergroup_id=one,
        barriered_from_usergroup_ids=others,
        restricted_subjects=SUBJECTS,
    )


def signed_in(duration: int, *people: str) -> Act:
    """People stay signed in for so long."""
    return lambda slack: slack.admin_users_session_setSettings(user_ids=people, duration=duration)


OF_ADMINS = (
    Example("admin.barriers.create", part("S1", "S3", "S2"), foreign=change("S9", "S2"), beside=part("S7", "S8")),
    Example(
        "admin.barriers.update",
        change("S1", "S4"),
        prepare=part("S1", "S3", "S2"),
        foreign=change("S1", "S9"),
        beside=part("S7", "S8"),
    ),
    Example(
        "admin.barriers.delete",
        lambda slack: slack.admin_barriers_delete(barrier_id=barrier(slack)),
        prepare=both(part("S1", "S3", "S2"), part("S5", "S6")),
        alone="nobody can change a barrier that is gone",
        beside=part("S7", "S8"),
    ),
    Example(
        "admin.users.session.setSettings",
        lambda slack: slack.admin_users_session_setSettings(
            user_ids=[ADA, BOB], duration=86_400, desktop_app_browser_quit=True
        ),
        prepare=signed_in(28_800, ADA),
        foreign=signed_in(604_800, ADA, BOB),
        beside=said(),
    ),
    Example(
        "admin.users.session.clearSettings",
        lambda slack: slack.admin_users_session_clearSettings(user_ids=[ADA]),
        prepare=signed_in(28_800, ADA),
        foreign=signed_in(604_800, ADA),
        beside=signed_in(28_800, BOB),
    ),
    Example(
        "admin.apps.config.set",
        lambda slack: slack.admin_apps_config_set(
            app_id=APP,
            workflow_auth_strategy="end_user_only",
            domain_restrictions={"urls": ["acme.example"], "emails": []},
        ),
        foreign=lambda slack: slack.admin_apps_config_set(
            app_id=APP, domain_restrictions={"urls": ["theirs.example"], "emails": []}
        ),
        beside=said(),
    ),
)
