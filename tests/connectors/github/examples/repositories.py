"""Settings of a repository."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, branch, issue, repo

PATCH = f"PATCH {REPO}"
ON_OR_OFF = "it is on or off: who changes it back undoes it"
ON = "enabled"


def edited(**fields: Any) -> Any:
    """The repository with these fields changed, and its name sent along, as PyGithub does."""
    return lambda gh: repo(gh).edit(**fields)


def renamed(name: str) -> Any:
    """The repository with another name."""
    return lambda gh: gh.requester.requestJsonAndCheck("PATCH", "/repositories/9", input={"name": name})


def alerts(gh: Github) -> None:
    """Dependabot's alerts, which its security updates need, on."""
    repo(gh).enable_vulnerability_alert()


def fixes(gh: Github) -> None:
    """Dependabot's security updates on."""
    alerts(gh)
    repo(gh).enable_automated_security_fixes()


def security(**features: str) -> Any:
    """Security features on or off."""
    return edited(security_and_analysis={name: {"status": status} for name, status in features.items()})


EXAMPLES = (
    Example(
        PATCH,
        edited(description="An {owner} of [brackets]", homepage="https://app.example", has_wiki=False),
        foreign=edited(description="Their words"),
        beside=edited(has_projects=False),
        name="texts and a switch",
    ),
    Example(
        PATCH,
        edited(description="", has_issues=False, allow_squash_merge=False, squash_merge_commit_title="PR_TITLE"),
        foreign=edited(has_issues=True, squash_merge_commit_title="COMMIT_OR_PR_TITLE", description="Their words"),
        beside=edited(homepage="https://theirs.example"),
        name="switches and words for merges",
    ),
    Example(
        PATCH,
        edited(archived=True),
        alone=ON_OR_OFF,
        name="archive",
    ),
    Example(
        PATCH,
        edited(archived=False),
        prepare=edited(archived=True),
        alone=ON_OR_OFF,
        beside=lambda gh: issue(gh).create_comment("At last."),
        name="unarchive",
    ),
    Example(
        PATCH,
        edited(archived=True, description="Not cared for any more", has_wiki=False),
        foreign=lambda gh: (edited(archived=False)(gh), edited(description="Still cared for")(gh)),
        name="archive, and say so",
    ),
    Example(
        PATCH,
        edited(name="tool", description="A tool"),
        foreign=renamed("thing"),
        beside=lambda gh: gh.get_repo("acme/tool").get_issue(1).create_comment("Where is it?"),
        name="rename",
    ),
    Example(
        PATCH,
        edited(default_branch="feat"),
        prepare=lambda gh: (branch(gh), branch(gh, "other")),
        foreign=edited(default_branch="other"),
        beside=edited(description="Their words"),
        name="the default branch",
    ),
    Example(
        PATCH,
        security(secret_scanning=ON, advanced_security=ON),
        prepare=security(dependabot_security_updates=ON),
        alone=ON_OR_OFF,
        beside=security(secret_scanning_push_protection=ON),
        name="security features",
    ),
    Example(
        PATCH,
        edited(description="The application", private=False, visibility="public"),
        beside=edited(description="Their words"),
        nothing=True,
        name="nothing new",
    ),
    Example(
        f"PUT {REPO}/topics",
        lambda gh: repo(gh).replace_topics(["Python", "agents"]),
        prepare=lambda gh: repo(gh).replace_topics(["web"]),
        foreign=lambda gh: repo(gh).replace_topics(["python", "agents", "theirs"]),
        beside=edited(description="Their words"),
    ),
    Example(
        f"PUT {REPO}/topics",
        lambda gh: repo(gh).replace_topics([]),
        prepare=lambda gh: repo(gh).replace_topics(["web", "app"]),
        foreign=lambda gh: repo(gh).replace_topics(["theirs"]),
        name="none",
    ),
    Example(f"PUT {REPO}/vulnerability-alerts", alerts, alone=ON_OR_OFF, beside=edited(description="Their words")),
    Example(f"PUT {REPO}/vulnerability-alerts", alerts, prepare=alerts, nothing=True, name="on already"),
    Example(
        f"DELETE {REPO}/vulnerability-alerts",
        lambda gh: repo(gh).disable_vulnerability_alert(),
        prepare=alerts,
        alone=ON_OR_OFF,
        beside=edited(description="Their words"),
    ),
    Example(
        f"DELETE {REPO}/vulnerability-alerts",
        lambda gh: repo(gh).disable_vulnerability_alert(),
        nothing=True,
        name="off already",
    ),
    Example(
        f"PUT {REPO}/automated-security-fixes",
        lambda gh: repo(gh).enable_automated_security_fixes(),
        prepare=alerts,
        alone=ON_OR_OFF,
        beside=edited(description="Their words"),
    ),
    Example(
        f"PUT {REPO}/automated-security-fixes",
        lambda gh: repo(gh).enable_automated_security_fixes(),
        prepare=fixes,
        nothing=True,
        name="on already",
    ),
    Example(
        f"DELETE {REPO}/automated-security-fixes",
        lambda gh: repo(gh).disable_automated_security_fixes(),
        prepare=fixes,
        alone=ON_OR_OFF,
        beside=edited(description="Their words"),
    ),
    Example(
        f"DELETE {REPO}/automated-security-fixes",
        lambda gh: repo(gh).disable_automated_security_fixes(),
        prepare=alerts,
        nothing=True,
        name="off already",
    ),
)
