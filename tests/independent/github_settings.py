"""What agents set on GitHub, one story per area: of a repository, of the account, of an organisation."""

from __future__ import annotations

from typing import Any

from github import Github
from github.Team import Team

from tests.independent.github_stories import repo, tip
from tests.independent.story import Story

SECRET = {"encrypted_value": "aGVsbG8=", "key_id": "1", "visibility": "all"}


def hook(name: str) -> dict[str, str]:
    """Where a webhook delivers to: nowhere."""
    return {"url": f"http://127.0.0.1:9/{name}", "content_type": "json"}


def shown(hooks: Any) -> list[Any]:
    """What a person sees of webhooks; one that was made again has another id."""
    return sorted((one.config["url"], one.active, sorted(one.events)) for one in hooks)


def put(gh: Github, path: str, body: dict[str, str]) -> None:
    """A secret, whose value PyGithub would have to encrypt with a key that the stand-in does not give."""
    gh.requester.requestJsonAndCheck("PUT", path, input=body)


def set_before(gh: Github) -> None:
    """Webhooks and a check that goes on."""
    for name in ("old", "gone"):
        repo(gh).create_hook("web", hook(name), ["push"], active=False)
    repo(gh).create_check_run("lint", tip(gh), status="in_progress")


def settings(gh: Github) -> None:
    """Webhooks, checks, a secret, what a repository and the account say of themselves."""
    here = repo(gh)
    there = {one.config["url"].rpartition("/")[2]: one for one in here.get_hooks()}
    here.create_hook("web", hook("new"), ["push"], active=False)
    there["old"].edit("web", hook("older"), ["push", "issues"], active=False)
    there["gone"].delete()
    here.create_check_run("style", tip(gh), status="in_progress")
    next(one for one in here.get_commit(tip(gh)).get_check_runs() if one.name == "lint").edit(external_id="7")
    put(gh, f"{here.url}/actions/secrets/KEY", {name: SECRET[name] for name in ("encrypted_value", "key_id")})
    here.edit(description="A greeting", homepage="https://example.com", has_wiki=False, allow_merge_commit=False)
    gh.get_user().edit(bio="An agent", company="Acme", location="Rome")


def settings_seen(gh: Github) -> dict[str, Any]:
    """What a person sees of settings; checks that were called off are left out, no text and an empty one look alike."""
    here, me = repo(gh), gh.get_user()
    checks = here.get_commit(tip(gh)).get_check_runs()
    return {
        "hooks": shown(here.get_hooks()),
        "checks": [(one.name, one.status, one.external_id) for one in checks if one.conclusion != "cancelled"],
        "secrets": [one.name for one in here.get_secrets()],
        "repository": (here.description or "", here.homepage or "", here.has_wiki, here.allow_merge_commit),
        "account": (me.bio or "", me.company or "", me.location or ""),
    }


def renamed(gh: Github) -> None:
    """A repository under another name, and what is done to it there."""
    here = repo(gh)
    here.edit(name="hullo")
    here.create_label("new", "ff0000")
    gh.get_repo("octocat/hullo").edit(archived=True)


def names(gh: Github) -> list[Any]:
    """The repositories of the account, with their labels."""
    mine = gh.get_user().get_repos()
    return [(one.full_name, one.archived, sorted(label.name for label in one.get_labels())) for one in mine]


def guarded_before(gh: Github) -> None:
    """Two branches with rules, and one without."""
    for name in ("guarded", "strict", "plain"):
        repo(gh).create_git_ref(f"refs/heads/{name}", tip(gh))
    for name in ("guarded", "strict"):
        branch = repo(gh).get_branch(name)
        branch.edit_protection(strict=True, contexts=["ci"], required_approving_review_count=2)


def guarded(gh: Github) -> None:
    """Rules of branches, as a whole and one by one."""
    plain, strict, other = (repo(gh).get_branch(name) for name in ("plain", "strict", "guarded"))
    plain.edit_protection(strict=True, contexts=["ci"], enforce_admins=True)
    strict.edit_required_status_checks(strict=False, contexts=["lint"])
    strict.edit_required_pull_request_reviews(required_approving_review_count=1)
    strict.edit_protection(contexts=["lint"], required_linear_history=True)
    other.remove_protection()


def rules(gh: Github) -> dict[str, Any]:
    """The rules of each branch."""
    branches = {one.name: one for one in repo(gh).get_branches()}
    return {name: one.get_protection().raw_data if one.protected else None for name, one in branches.items()}


def team(gh: Github, name: str) -> Team:
    """A team of the organisation."""
    return next(one for one in gh.get_organization("acme").get_teams() if one.name == name)


def organised_before(gh: Github) -> None:
    """Webhooks of the organisation, and a team with somebody in it."""
    org = gh.get_organization("acme")
    for name in ("old", "gone"):
        org.create_hook("web", hook(name), ["push"], active=False)
    org.create_team("Ops", description="On call", privacy="closed").add_membership(gh.get_user("helper"))


def organised(gh: Github) -> None:
    """What an organisation says of itself, its webhooks, a secret, its people and their team."""
    org, ops = gh.get_organization("acme"), team(gh, "Ops")
    there = {one.config["url"].rpartition("/")[2]: one.id for one in org.get_hooks()}
    org.edit(description="We build it", location="Vienna")
    org.create_hook("web", hook("new"), ["push"], active=False)
    org.edit_hook(there["old"], "web", hook("older"), ["push", "issues"], active=False)
    org.delete_hook(there["gone"])
    put(gh, "/orgs/acme/actions/secrets/KEY", SECRET)
    ops.edit("Ops", description="Always on call", privacy="secret")
    ops.add_membership(gh.get_user("hubot"))
    ops.remove_membership(gh.get_user("helper"))
    for method, tail, body in (
        ("PATCH", "", {"name": "Ops", "description": "Seldom on call"}),
        ("PUT", "/memberships/octocat", {"role": "member"}),
        ("DELETE", "/memberships/octocat", None),
    ):
        gh.requester.requestJsonAndCheck(method, f"/organizations/{org.id}/team/{ops.id}{tail}", input=body)
    org.add_to_members(gh.get_user("hubot"), "admin")
    org.remove_from_members(gh.get_user("hubot"))


def organisation(gh: Github) -> dict[str, Any]:
    """What a person sees of an organisation; no text and an empty one look alike."""
    org = gh.get_organization("acme")
    teams = {
        one.name: (one.description, one.privacy, [who.login for who in one.get_members()]) for one in org.get_teams()
    }
    return {
        "profile": (org.description, org.location or ""),
        "hooks": shown(org.get_hooks()),
        "secrets": [one.name for one in org.get_secrets()],
        "members": sorted((one.login, one.get_organization_membership(org).role) for one in org.get_members()),
        "teams": teams,
    }


STORIES = {
    "settings": Story(set_before, settings, settings_seen, 8),
    "renamed": Story(repo, renamed, names, 3),
    "protection": Story(guarded_before, guarded, rules, 5),
    "organisation": Story(organised_before, organised, organisation, 13),
}
