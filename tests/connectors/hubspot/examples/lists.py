"""Lists, who is in them, and the folders that they lie in."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

LISTS = "/crm/v3/lists"
LIST = f"{LISTS}/{{listId}}"
MEMBERS = f"{LIST}/memberships"
FOLDERS = f"{LISTS}/folders"
FOLDER = f"{FOLDERS}/{{folderId}}"
STAYS = "who was taken off, or put in again, meanwhile needs no undo"
GONE = "nobody changes what is gone"


def named(hubspot: Client, name: str) -> str:
    """The id of a list."""
    return str(hubspot.crm.lists.lists_api.get_by_name(name, "0-1").list.list_id)


def has(name: str, value: str) -> dict[str, Any]:
    """A condition on one property."""
    operation = {"operationType": "MULTISTRING", "operator": "IS_EQUAL_TO", "values": [value]}
    filters = [{"filterType": "PROPERTY", "property": name, "operation": operation}]
    inner = {"filterBranchType": "AND", "filterBranches": [], "filters": filters}
    return {"filterBranchType": "OR", "filterBranches": [inner], "filters": []}


def create(hubspot: Client, name: str, **more: Any) -> Any:
    """Make a list by hand."""
    what = {"name": name, "objectTypeId": "0-1", "processingType": "MANUAL", **more}
    return hubspot.crm.lists.lists_api.create(what)


def inner_folder(hubspot: Client, name: str) -> str:
    """The id of a folder at the top."""
    nodes = hubspot.crm.lists.folders_api.get_all().folder.child_nodes
    return str(next(node.id for node in nodes if node.name == name))


EXAMPLES = (
    Example(
        f"POST {LISTS}",
        lambda h: create(h, "Winners"),
        foreign=lambda h: h.crm.lists.memberships_api.add(named(h, "Winners"), ["2"]),
        untold="a list that others put somebody into is still the one of its name, and stays",
        name="by hand",
    ),
    Example(
        f"POST {LISTS}",
        lambda h: create(h, "Londoners", processingType="DYNAMIC", filterBranch=has("city", "London")),
        foreign=lambda h: h.crm.lists.lists_api.update_list_filters(
            named(h, "Londoners"), {"filterBranch": has("city", "Leeds")}
        ),
        name="active",
    ),
    Example(f"DELETE {LIST}", lambda h: h.crm.lists.lists_api.remove("801"), alone=GONE),
    Example(
        f"PUT {LIST}/restore",
        lambda h: h.crm.lists.lists_api.restore("801"),
        prepare=lambda h: h.crm.lists.lists_api.remove("801"),
        alone="how a deleted list was cannot be read, and what others do to it is kept with it for 90 days",
    ),
    Example(
        f"PUT {LIST}/update-list-name",
        lambda h: h.crm.lists.lists_api.update_name("801", list_name="Visitors"),
        foreign=lambda h: h.crm.lists.lists_api.update_name("801", list_name="Friends"),
        beside=lambda h: h.crm.lists.memberships_api.add("801", ["4"]),
    ),
    Example(
        f"PUT {LIST}/update-list-filters",
        lambda h: h.crm.lists.lists_api.update_list_filters("803", {"filterBranch": has("city", "London")}),
        foreign=lambda h: h.crm.lists.lists_api.update_list_filters("803", {"filterBranch": has("city", "Leeds")}),
        beside=lambda h: h.crm.lists.lists_api.update_name("803", list_name="Some"),
    ),
    Example(
        f"PUT {MEMBERS}/add",
        lambda h: h.crm.lists.memberships_api.add("801", ["3", "4", "5"]),
        alone=STAYS,
        beside=lambda h: h.crm.lists.memberships_api.add("801", ["6"]),
    ),
    Example(
        f"PUT {MEMBERS}/add",
        lambda h: h.crm.lists.memberships_api.add("801", ["1", "2"]),
        nothing=True,
        name="who are in it",
    ),
    Example(
        f"PUT {MEMBERS}/remove",
        lambda h: h.crm.lists.memberships_api.remove("801", ["2", "4"]),
        alone=STAYS,
        beside=lambda h: h.crm.lists.memberships_api.remove("801", ["1"]),
    ),
    Example(
        f"PUT {MEMBERS}/add-and-remove",
        lambda h: h.crm.lists.memberships_api.add_and_remove(
            "801", {"recordIdsToAdd": ["3", "4"], "recordIdsToRemove": ["1", "9"]}
        ),
        alone=STAYS,
        beside=lambda h: h.crm.lists.memberships_api.add("801", ["6"]),
    ),
    Example(
        f"PUT {MEMBERS}/add-from/{{sourceListId}}",
        lambda h: h.crm.lists.memberships_api.add_all_from_list("801", "802"),
        alone=STAYS,
        beside=lambda h: h.crm.lists.memberships_api.add("801", ["6"]),
    ),
    Example(
        f"DELETE {MEMBERS}",
        lambda h: h.crm.lists.memberships_api.remove_all("801"),
        alone=STAYS,
        beside=lambda h: h.crm.lists.memberships_api.add("801", ["6"]),
    ),
    Example(
        f"POST {FOLDERS}",
        lambda h: h.crm.lists.folders_api.create({"name": "Fairs"}),
        foreign=lambda h: h.crm.lists.folders_api.move_list({"listId": "801", "newFolderId": inner_folder(h, "Fairs")}),
        unforced="a folder in which a list lies is not deleted",
    ),
    Example(f"DELETE {FOLDER}", lambda h: h.crm.lists.folders_api.remove("813"), alone=GONE),
    Example(
        f"PUT {FOLDER}/rename",
        lambda h: h.crm.lists.folders_api.rename("811", new_folder_name="Fairs"),
        foreign=lambda h: h.crm.lists.folders_api.rename("811", new_folder_name="Shows"),
        beside=lambda h: h.crm.lists.folders_api.move("811", "813"),
    ),
    Example(
        f"PUT {FOLDER}/move/{{newParentFolderId}}",
        lambda h: h.crm.lists.folders_api.move("812", "813"),
        foreign=lambda h: h.crm.lists.folders_api.move("812", "0"),
        beside=lambda h: h.crm.lists.folders_api.rename("812", new_folder_name="Autumn"),
    ),
    Example(
        f"PUT {FOLDERS}/move-list",
        lambda h: h.crm.lists.folders_api.move_list({"listId": "804", "newFolderId": "813"}),
        foreign=lambda h: h.crm.lists.folders_api.move_list({"listId": "804", "newFolderId": "812"}),
        beside=lambda h: h.crm.lists.lists_api.update_name("804", list_name="Talks"),
    ),
)
