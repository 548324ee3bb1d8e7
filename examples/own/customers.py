"""Two systems and what undoes a write to each: a database of customers, and another company's accounts."""

import json
import pathlib
import sqlite3

import agentrein as rein

ACCOUNTS = pathlib.Path("accounts.json")


def database() -> sqlite3.Connection:
    """The customers, in the folder in which this is run."""
    found = sqlite3.connect("customers.sqlite3")
    found.execute("CREATE TABLE IF NOT EXISTS customers (number INTEGER PRIMARY KEY, name TEXT)")
    return found


def delete_customer(name: str) -> None:
    """Take a customer out; where there is none, this changes nothing."""
    with database() as db:
        db.execute("DELETE FROM customers WHERE name = ?", [name])


def find_customer(name: str) -> int | None:
    """Give the number of a customer, None where there is none: what AgentRein asks when it does not know."""
    found = database().execute("SELECT number FROM customers WHERE name = ?", [name]).fetchone()
    return found[0] if found else None


@rein.action(undo=delete_customer, probe=find_customer, says="save customer {name!r}")
def save_customer(name: str) -> int | None:
    """Write to the database."""
    with database() as db:
        return db.execute("INSERT INTO customers (name) VALUES (?)", [name]).lastrowid


def accounts() -> dict[str, object]:
    """What stands at the other company."""
    return json.loads(ACCOUNTS.read_text()) if ACCOUNTS.exists() else {}


def close_account(result: str, key: str) -> None:
    """Close an account by the number that opening it gave; `key` lets the other side see a repetition."""
    left = {number: one for number, one in accounts().items() if number != result}
    ACCOUNTS.write_text(json.dumps(left))
    print(f"closed {result} under the key …{key[-7:]}")


@rein.action(undo=close_account, tier=rein.COMPENSABLE, residue="The account keeps its number.")
def open_account(customer: int) -> str:
    """Call the API of the other company."""
    number = f"AC-{customer:03}"
    ACCOUNTS.write_text(json.dumps({**accounts(), number: {"customer": customer}}))
    return number
