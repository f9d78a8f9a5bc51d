"""A client of openapi-python-client: creates a plan, decides its hold, reads it back."""

import json
import sys

from holdpoint_client import Client
from holdpoint_client.api.holds import decide_hold, get_hold, list_plan_holds
from holdpoint_client.api.plans import create_plan
from holdpoint_client.models import DecisionInput, HoldDetail, CommandReceipt, CreatedPlan, CreatePlanInput

client = Client(base_url=sys.argv[1])
plan = create_plan.sync(
    client=client,
    body=CreatePlanInput.from_dict(
        {
            "title": "openapi-python-client",
            "todos": [
                {
                    "id": "echo",
                    "title": "Wait, once it is approved",
                    "tool_name": "wait",
                    "tool_params": {"seconds": 0},
                    "requires_approval": True,
                }
            ],
        }
    ),
)
assert isinstance(plan, CreatedPlan), plan
holds = list_plan_holds.sync(plan.id, client=client)
hold = holds.holds[0]
receipt = decide_hold.sync(
    hold.id, client=client, body=DecisionInput.from_dict({"decision": "approve"})
)
assert isinstance(receipt, CommandReceipt), receipt
again = get_hold.sync(hold.id, client=client)
assert isinstance(again, HoldDetail), again
print(
    json.dumps(
        {
            "status": str(receipt.hold.status),
            "read": str(again.decision.decision),
            "tools": [todo.tool_name for todo in plan.todos],
        }
    )
)
