"""Users of the portal: https://developers.hubspot.com/docs/api-reference/legacy/settings/users/user-provisioning/guide."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.shelf import Thing, plain, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/settings/v3/users"
_FIELDS = ("roleId", "primaryTeamId", "secondaryTeamIds")
_ROLES = {"61": "Sales", "62": "Service"}


@dataclass
class Users:
    """All users, by id."""

    people: dict[str, Thing] = field(default_factory=dict)


def _people(world: World) -> dict[str, Thing]:
    return world.kept(Users).people


def _one(ask: Ask, user: str) -> Thing:
    by = "email" if ask.query.get("idProperty") == "EMAIL" else "id"
    for one in _people(ask.world).values():
        if one[by] == user:
            return one
    raise not_found(f"User {user} was not found.")


def _check(ask: Ask) -> None:
    role = ask.body.get("roleId")
    if role is not None and role not in _ROLES:
        raise invalid(f"There is no role {role}.")


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of them."""
    return ask.page(list(_people(ask.world).values()), dict, limit=100)


@routes.on(f"GET {_AT}/roles")
def roles(ask: Ask) -> Answer:  # noqa: ARG001 - a handler takes the request
    """The roles that users can have."""
    shown = [{"id": id, "name": name, "requiresBillingWrite": False} for id, name in _ROLES.items()]
    return Answer(200, {"results": shown})


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Invite somebody, with a mail unless it is not wished."""
    ask.required("email")
    _check(ask)
    if any(one["email"] == ask.body["email"] for one in _people(ask.world).values()):
        raise conflict(f"User {ask.body['email']} already exists.")
    return Answer(201, _add(ask.world, ask.world.new_id(), {**written(_FIELDS, ask.body), "email": ask.body["email"]}))


def _add(world: World, id: str, fields: Thing) -> Thing:
    blank: Thing = {"roleId": None, "primaryTeamId": None, "secondaryTeamIds": [], "superAdmin": False}
    _people(world)[id] = {**blank, **fields, "id": id}
    return _people(world)[id]


@routes.on(f"GET {_AT}/{{user}}")
def get(ask: Ask, user: str) -> Answer:
    """One of them, by id or e-mail."""
    return Answer(200, _one(ask, user))


@routes.on(f"PUT {_AT}/{{user}}")
def replace(ask: Ask, user: str) -> Answer:
    """Give a user another role or team."""
    one = _one(ask, user)
    _check(ask)
    one.update(written(_FIELDS, ask.body))
    return Answer(200, one)


@routes.on(f"DELETE {_AT}/{{user}}")
def remove(ask: Ask, user: str) -> Answer:
    """Take a user out of the portal."""
    del _people(ask.world)[_one(ask, user)["id"]]
    return Answer(204)


def seed(world: World) -> None:
    """Anna, who may do everything, and Ben, who sells."""
    _add(world, "9001", {"email": "anna@acme.example", "superAdmin": True})
    teams = {"primaryTeamId": "71", "secondaryTeamIds": ["72"]}
    _add(world, "9002", {"email": "ben@acme.example", "roleId": "61", **teams})


def state(world: World) -> State:
    """Roles and teams."""
    return {f"user:{id}": {name: plain(one[name]) for name in _FIELDS} for id, one in _people(world).items()}


AREA = Area(routes, seed, state)
