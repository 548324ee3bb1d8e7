"""What counts as state of workflows' settings and of organisations: see `state`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agentrein_github.protection_shape import people
from agentrein_github.sandbox.org_world import Org
from agentrein_github.sandbox.settings import Vault
from agentrein_github.sandbox.world import Repo

Named = tuple[str, dict[str, Any]]


def settings_of(here: str, repo: Repo) -> Iterator[Named]:
    """The variables, secrets and environments of a repository."""
    yield from _vault(here, repo.vault)
    for login, permission in repo.access.items():
        yield f"{here}/collaborator:{login}", {"permission": permission}
    for invitation in repo.invitations.values():
        yield f"{here}/invitation:{invitation.user.login}", {"permission": invitation.role}
    for workflow in repo.workflows.values():
        yield f"{here}/workflow:{workflow.id}", {"state": workflow.state}
    for run in repo.runs.values():
        yield f"{here}/run:{run.id}", {"runs": run.status != "completed"}
    for alert in repo.alerts.values():
        yield f"{here}/alert:{alert.number}", {name: getattr(alert, name) for name in ("state", "reason", "comment")}
    for name, value in repo.properties.items():
        yield f"{here}/property:{name}", {"value": sorted(value) if isinstance(value, list) else value}
    for advisory in repo.advisories.values():
        yield f"{here}/advisory:{advisory.ghsa_id}", {"advised": advisory.state, **_flat(advisory.fields)}
    for environment in repo.environments.values():
        place = f"{here}/environment:{environment.name.lower()}"
        yield place, environment.rules()
        yield from _vault(place, environment.vault)


def _flat(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) if isinstance(value, list) else value for name, value in fields.items()}


def state_of_org(org: Org) -> Iterator[Named]:
    """An organisation with everything in it."""
    here = f"org:{org.account.id}"
    yield here, {"login": org.account.login, **org.profile}
    yield from _vault(here, org.vault)
    for login, member in org.members.items():
        kind = "member" if member.state == "active" else "invited"
        yield f"{here}/{kind}:{login}", {"role": member.role, "public": login in org.public}
    yield f"{here}/copilot", {"seats": sorted(login for login, lasts in org.seats.items() if lasts)}
    for name, definition in org.properties.items():
        yield f"{here}/property:{name}", definition
    for configuration in org.security.values():
        yield f"{here}/security:{configuration['id']}", {name: configuration[name] for name in sorted(configuration)}
    for hook in org.hooks.values():
        fields = {"config": str(sorted(hook.config.items())), "events": hook.events, "active": hook.active}
        yield f"{here}/hook:{hook.id}", fields
    for runner in org.runners.values():
        yield f"{here}/runner:{runner.id}", {"name": runner.name, "labels": runner.labels}
    for team in org.teams.values():
        place = f"{here}/team:{team.id}"
        names = ("name", "privacy", "permission", "notification_setting")
        about = {"description": team.description or None, "parent": team.parent and team.parent.id}
        yield place, {**{name: getattr(team, name) for name in names}, **about}
        for login, member in team.members.items():
            yield f"{place}/member:{login}", {"role": member.role}
        for number, role in team.repos.items():
            yield f"{place}/repo:{number}", {"role": role}


def _vault(here: str, vault: Vault) -> Iterator[Named]:
    for variable in vault.variables.values():
        fields = {name: getattr(variable, name) for name in ("value", "visibility")}
        yield f"{here}/variable:{variable.name}", {**fields, "repos": sorted(map(str, variable.repos))}
    for kind, secrets in vault.secrets.items():
        for secret in secrets.values():
            fields = {name: getattr(secret, name) for name in ("value", "visibility")}
            yield f"{here}/secret:{kind}:{secret.name}", {**fields, "repos": sorted(map(str, secret.repos))}


def protection_in(here: str, repo: Repo) -> Iterator[Named]:
    """The rules of each protected branch, whatever the order and case of names."""
    for branch, rules in repo.protection.items():
        reviews, restrictions = rules["required_pull_request_reviews"], rules["restrictions"]
        said = {name: rule for name, rule in rules.items() if name != "required_signatures"}
        if restrictions is not None:
            said["restrictions"] = [f"{kind}: {one}" for kind, them in people(restrictions).items() for one in them]
        if reviews is not None:
            groups = ("dismissal_restrictions", "bypass_pull_request_allowances")
            reviews = {**reviews, **{name: reviews[name] and people(reviews[name]) for name in groups}}
            said["required_pull_request_reviews"] = sorted(f"{name}: {value}" for name, value in reviews.items())
        checks = rules["required_status_checks"]
        if checks is not None:
            listed = [f"{one['context']} by {one['app_id']}" for one in checks["checks"]]
            said["required_status_checks"] = sorted([f"strict: {checks['strict']}", *listed])
        yield f"{here}/protection:{branch}", said
        if rules["required_signatures"]:
            yield f"{here}/protection:{branch}/signatures", {"required": True}
