"""Hooks for schemathesis: see main.ts."""

import itertools
import json
import os
import re
import tomllib
from pathlib import Path

import schemathesis
from schemathesis.generation.meta import TestPhase

numbers = itertools.count()

KEYS = json.loads(os.environ["HOLDPOINT_KEYS"])
OTHERS = itertools.cycle([name for name in KEYS if name != "admin"])
# The keys that it acts by: what it reads of them in lists must not end them.
OWN_IDS = {written.split("_")[1] for written in KEYS.values()}
NAME_OF = {f"Bearer {written}": name for name, written in KEYS.items()}
REFUSALS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text())["refusals"]
HELD_BY = {
    "viewer": {"viewer", "operator", "approver", "admin"},
    "operator": {"operator", "admin"},
    "approver": {"approver", "admin"},
    "admin": {"admin"},
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Leads requests past the first checks: to plans that exist, and to keys that are new."""
    number = next(numbers)
    if (case.path_parameters or {}).get("key_id") in OWN_IDS:
        case.path_parameters["key_id"] = "0" * 10
    example = example_of(case.operation)
    # A story must begin with something that is made; alone, most bodies may be refused.
    often = number % 10 != 0 if case.meta.phase.name is TestPhase.STATEFUL else number % 3 == 0
    if example is not None and case.method == case.operation.method.upper() and often:
        case.body = example
        case.media_type = "application/json"
    headers = case.headers or {}
    # Of a method that the document does not have, the answer is about the method.
    other = number % 5 == 0 and case.method == case.operation.method.upper()
    headers["Authorization"] = f"Bearer {KEYS[next(OTHERS) if other else 'admin']}"
    case.headers = headers
    key = headers.get("Idempotency-Key")
    # One constant for all would be refused as a key that stood for another request.
    if isinstance(key, str) and 0 < len(key) < 200 and number % 20 != 0:
        headers["Idempotency-Key"] = re.sub(r'("?)$', rf"-{number}\1", key, count=1)


def example_of(operation):
    """The example that the document gives for an operation's body, or None."""
    body = operation.definition.raw.get("requestBody", {})
    return body.get("content", {}).get("application/json", {}).get("example")


@schemathesis.check
def roles_are_kept(context, response, case):
    """What the document says about the role of an operation is what its keys get."""
    name = NAME_OF.get(single(response.request.headers.get("Authorization")))
    told = case.operation.definition.raw.get("description", "")
    needed = re.match(r"Needs the role (\w+)(?: or (\w+))?", told)
    # Another method leads to another operation.
    if name is None or needed is None or case.method != case.operation.method.upper():
        return
    if is_of_others(response):
        return
    # Where two roles are named, one of them is enough.
    if any(name in HELD_BY[role] for role in needed.groups() if role):
        expected = "anything else", response.status_code not in (401, 403)
    elif name in HELD_BY["viewer"]:
        expected = "403", response.status_code == 403
    else:
        expected = "401", response.status_code == 401
    assert expected[1], f"The key {name} got {response.status_code} instead of {expected[0]}."


def is_of_others(response):
    """Whether it is about who a session belongs to, and not about a key's roles."""
    return response.status_code == 403 and '"session_of_other"' in response.text


def single(header):
    return header[0] if isinstance(header, list) else header


@schemathesis.check
def refusals_are_listed(context, response, case):
    """What the document allows is refused only for what it means, as refusals.toml lists."""
    is_allowed = case.meta is not None and case.meta.generation.mode.is_positive
    # Another method leads to another operation.
    is_other = case.method != case.operation.method.upper()
    if response.status_code < 400 or not is_allowed or is_other:
        return
    problem = response.json()
    operation = case.operation.definition.raw["operationId"]
    whole = {"code": problem["code"], "pointer": ""}
    for part in problem.get("errors") or [whole]:
        refusal = {**whole, **part}
        listed = any(fits(entry, operation, refusal) for entry in REFUSALS)
        assert listed, f"{operation}: {refusal} is not in refusals.toml"


def fits(entry, operation, refusal):
    """Whether an entry of refusals.toml is about this refusal."""
    return (
        refusal["code"] in entry["codes"]
        and re.fullmatch(entry.get("operations", ".*"), operation)
        and re.fullmatch(entry.get("at", ".*"), refusal["pointer"], re.DOTALL)
    )
