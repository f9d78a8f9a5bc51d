import type { HitlClientMessage } from "../../contract/stream.ts";
import { Refused } from "../refused.ts";

/** Finds the hold that a client means: of a todo, or of the whole plan when it is null. */
export type FindHold = (todoId: string | null) => Promise<string>;

/** Seed S0 §5.6: a client's message as the HTTP route that does it, and the body for that. */
export async function toRoute(
  message: HitlClientMessage,
  findHold: FindHold,
): Promise<[path: string, body: object]> {
  const [path, body] = await toSaid(message, findHold);
  const { command_id } = message;
  return [path, command_id === undefined ? body : { ...body, command_id }];
}

async function toSaid(
  message: HitlClientMessage,
  findHold: FindHold,
): Promise<[path: string, body: object]> {
  const plan = `/v1/plans/${message.session_id}`;
  switch (message.type) {
    case "hitl_plan_response":
      if (message.action === "edit") return [`${plan}/edits`, { ops: editsOf(message) }];
      return [
        decisionPath(await findHold(null)),
        { decision: message.action === "approve" ? "approve" : "reject" },
      ];
    case "hitl_approval_response": {
      const { action, comment, reason } = message;
      const body = {
        decision: action,
        ...(comment !== undefined && { comment }),
        ...(reason !== undefined && { reason }),
      };
      return [decisionPath(await findHold(message.todo_id)), body];
    }
    case "hitl_input_response":
      return [decisionPath(message.request_id), { decision: "answer", value: message.value }];
    case "hitl_control": {
      const { command, reason } = message;
      return [`${plan}/${command}`, reason === undefined ? {} : { reason }];
    }
  }
}

function decisionPath(holdId: string): string {
  return `/v1/holds/${encodeURIComponent(holdId)}/decision`;
}

/** S0 writes `target_id: null` and `params: {}` where an operation has none. */
function editsOf({ edits }: Extract<HitlClientMessage, { type: "hitl_plan_response" }>): object[] {
  if (edits === undefined) {
    const detail = 'is needed for the action "edit"';
    throw new Refused({
      code: "validation_failed",
      detail: `/edits: ${detail}.`,
      hint: "Send the edits with it; nothing was changed.",
      errors: [{ pointer: "/edits", detail }],
    });
  }
  return edits.map((edit) =>
    Object.fromEntries(
      Object.entries(edit).filter(
        ([field, value]) =>
          !(field === "target_id" && value === null) && !(field === "params" && isEmpty(value)),
      ),
    ),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
