"""Settings of a repository: https://docs.github.com/rest/repos/repos."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    depends,
    field,
    looked,
    op,
    path,
    read,
    restore,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT, SCOPES
from agentrein_github.operations.switches import off, on

_OBJECT = path(*REPO_OBJECT)
_TOPICS, _ALERTS = f"{REPO}/topics", f"{REPO}/vulnerability-alerts"
_FIXES = f"{REPO}/automated-security-fixes"
_FOR_ADMINISTRATORS = f"GET {REPO}/autolinks"
"""A read that needs the same right: GitHub answers 404 for what is off, and for what one may not see."""

_HAS_ALERTS = read(f"GET {_ALERTS}", maybe=True, completed="there")
_HAS_FIXES = read(f"GET {_FIXES}", maybe=True, completed="enabled")
_SWITCHES = (
    "has_issues",
    "has_projects",
    "has_wiki",
    "has_discussions",
    "has_downloads",
    "is_template",
    "allow_squash_merge",
    "allow_merge_commit",
    "allow_rebase_merge",
    "allow_auto_merge",
    "allow_update_branch",
    "allow_forking",
    "delete_branch_on_merge",
    "use_squash_pr_title_as_default",
    "web_commit_signoff_required",
    "squash_merge_commit_title",
    "squash_merge_commit_message",
    "merge_commit_title",
    "merge_commit_message",
)
_SECURITY = (
    "advanced_security",
    "code_security",
    "secret_scanning",
    "secret_scanning_push_protection",
    "secret_scanning_ai_detection",
    "secret_scanning_non_provider_patterns",
    "dependabot_security_updates",
)


def lower_names(body: Any) -> Any:
    """The request with its topics in lower case, each once, as GitHub keeps them."""
    names = body.get("names") if isinstance(body, dict) else None
    known = isinstance(names, list) and all(isinstance(one, str) for one in names)
    return {**body, "names": list(dict.fromkeys(map(str.lower, names or [])))} if known else body


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Who may see a repository cannot be undone: stars and forks are lost, or what was private was seen.

    https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/managing-repository-settings/setting-repository-visibility
    """
    body, image = call.body, image if isinstance(image, dict) else {}
    if not isinstance(body, dict) or not _same(body, image, "private") or not _same(body, image, "visibility"):
        return IRREVERSIBLE
    renamed = not _same(body, image, "name")
    return COSTLY if renamed or "security_and_analysis" in body else REVERSIBLE


def _same(body: dict[str, Any], image: dict[str, Any], name: str) -> bool:
    return name not in body or body[name] == image.get(name)


ROWS = (
    op(
        f"PATCH {REPO}",
        sdk="Repository.edit",
        says="edit {fields} of {owner}/{repo}",
        tier=edit_tier,
        object=_OBJECT,
        inverse=restore(
            read(f"GET {REPO.by_id}", repo_id=looked("repo_id")),
            f"PATCH {REPO}",
            field("archived"),
            field("name"),
            field("description", clear="", same=(None, "")),
            field("homepage", clear="", same=(None, "")),
            field("default_branch"),
            field("private"),
            field("visibility"),
            *map(field, _SWITCHES),
            *(field(one, inside="security_and_analysis") for one in _SECURITY),
            apart=True,
        ),
        residue="Links to the other name redirect until something takes it; while the repository was archived, or a "
        "feature off, nobody could use it; advanced security may have been billed.",
        if_stuck="Where somebody took the old name, or deleted the old default branch, choose another one.",
        scopes=SCOPES,
        why="Each field is written back if it still reads as the call left it. PyGithub sends the name each time: one "
        "that is old would rename the repository, and is put back. Open pull requests keep the base that they have. "
        "https://docs.github.com/rest/repos/repos#update-a-repository",
    ),
    op(
        f"PUT {_TOPICS}",
        sdk="Repository.replace_topics",
        says="set the topics of {owner}/{repo} to {names}",
        tier=REVERSIBLE,
        takes=lower_names,
        object=_OBJECT,
        inverse=restore(f"GET {_TOPICS}", f"PUT {_TOPICS}", field("names", clear=[], same=(None, []))),
        scopes=SCOPES,
        why="GitHub replaces topics only all at once, so they are written back while they are as the call left them. "
        "https://docs.github.com/rest/repos/repos#replace-all-repository-topics",
    ),
    on(
        _ALERTS,
        _HAS_ALERTS,
        _FOR_ADMINISTRATORS,
        sdk="Repository.enable_vulnerability_alert",
        says="switch on Dependabot alerts for {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        residue="People were notified of vulnerabilities that were found meanwhile.",
        scopes=SCOPES,
        why="Alerts are switched off again unless they were on. "
        "https://docs.github.com/rest/repos/repos#enable-vulnerability-alerts",
    ),
    off(
        _ALERTS,
        _HAS_ALERTS,
        sdk="Repository.disable_vulnerability_alert",
        says="switch off Dependabot alerts for {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        residue="Security updates that needed the alerts may have to be switched on again.",
        scopes=SCOPES,
        why="Alerts are switched on again if they were on. "
        "https://docs.github.com/rest/repos/repos#disable-vulnerability-alerts",
    ),
    on(
        _FIXES,
        _HAS_FIXES,
        _FOR_ADMINISTRATORS,
        sdk="Repository.enable_automated_security_fixes",
        says="let Dependabot open pull requests in {owner}/{repo}",
        tier=COSTLY,
        object=_OBJECT,
        residue="Pull requests that Dependabot opened meanwhile stay.",
        scopes=SCOPES,
        why="Security updates are switched off again unless they were on. "
        "https://docs.github.com/rest/repos/repos#enable-dependabot-security-updates",
    ),
    off(
        _FIXES,
        _HAS_FIXES,
        sdk="Repository.disable_automated_security_fixes",
        says="let Dependabot open no pull requests in {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        scopes=SCOPES,
        why="Security updates are switched on again if they were on. "
        "https://docs.github.com/rest/repos/repos#disable-dependabot-security-updates",
    ),
)
