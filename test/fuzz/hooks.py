"""Hooks for schemathesis: see main.ts."""

import itertools

import schemathesis

numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Leads requests past the first checks: to plans that exist, and to keys that are new."""
    number = next(numbers)
    example = example_of(case.operation)
    if example is not None and case.method == case.operation.method.upper() and number % 3 == 0:
        case.body = example
        case.media_type = "application/json"
    headers = case.headers or {}
    key = headers.get("Idempotency-Key")
    # One constant for all would be refused as a key that stood for another request.
    if isinstance(key, str) and 0 < len(key) < 200 and number % 20 != 0:
        headers["Idempotency-Key"] = f"{key}-{number}"


def example_of(operation):
    """The example that the document gives for an operation's body, or None."""
    body = operation.definition.raw.get("requestBody", {})
    return body.get("content", {}).get("application/json", {}).get("example")
