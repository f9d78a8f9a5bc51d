import { say } from "../../contract/sentences/sentence.ts";
import type { CommandInput, MessageName } from "../../contract/plan/commands.ts";
import type { DecisionInput, Hold } from "../../contract/plan/hold.ts";
import { Refusal } from "../../contract/problem-error.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { ArtifactStore } from "../../temporal/connection/artifact-store.ts";
import { patchArguments } from "../../json/merge-patch.ts";
import { referencesWithin } from "../../json/referring.ts";
import { holdQuery, todoQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { findFile } from "./files.ts";
import { assertArgumentsFit, type ToolCatalog } from "./new-plan.ts";
import type { WithActor } from "./send-command.ts";
import { isObject } from "../../json/json-object.ts";

interface DecisionDeps {
  readonly plans: Pick<PlanGateway, "query">;
  readonly artifacts: ArtifactStore;
  readonly tools: ToolCatalog;
}

/** Sends a decision as the message that its plan takes. @throws Refusal for what cannot be right. */
export async function sendDecision<Outcome>(
  deps: DecisionDeps,
  hold_id: string,
  { value, decision, ...stated }: WithActor<DecisionInput>,
  send: <Name extends MessageName>(message: Name, command: CommandInput<Name>) => Promise<Outcome>,
): Promise<Outcome> {
  if (decision === "answer") {
    const { command_id, by, roles } = stated;
    return send("input", {
      hold_id,
      value: await toAnswerValue(deps, value, hold_id),
      command_id,
      by,
      roles,
    });
  }
  if (stated.args !== undefined) await assertEditFits(deps, hold_id, stated.args);
  return send("approval", { ...stated, decision, hold_id });
}

/** A hold of a plan. @throws Refusal */
export async function findHold(plans: DecisionDeps["plans"], holdId: string): Promise<Hold> {
  const hold = await plans.query(planOf(holdId), holdQuery, { hold_id: holdId });
  if (hold !== null) return hold;
  throw unknownHold(holdId);
}

/** Says that there is no hold with this id. */
export function unknownHold(holdId: string): Refusal {
  return new Refusal({
    code: "hold_not_found",
    detail: say("no_hold", { id: holdId }),
    hint: say("look_at_holds", { plan: planOf(holdId) }),
  });
}

/** The plan of a hold: its id begins with the plan's. */
export function planOf(holdId: string): string {
  return holdId.slice(0, holdId.lastIndexOf("."));
}

/**
 * An answer as it counts: a question for a file is answered with what the store has, not with what
 * the sender says of it. To other questions, what looks like a file is an answer like any other.
 */
async function toAnswerValue(
  { artifacts, plans }: DecisionDeps,
  value: Json = null,
  holdId: string,
): Promise<Json> {
  if (!isObject(value)) return value;
  const { input_request } = await findHold(plans, holdId);
  if (input_request?.input_type !== "file") return value;
  return findFile(artifacts, value, planOf(holdId));
}

/** Checks arguments that a person wrote, where they would run with a tool that is known here. */
async function assertEditFits(deps: DecisionDeps, holdId: string, args: JsonObject): Promise<void> {
  const {
    status,
    todo_id,
    tool_name,
    args: shown,
    references,
  } = await findHold(deps.plans, holdId);
  // What became of a closed hold matters more, and the plan tells it.
  if (status !== "open" || todo_id === null || tool_name === null) return;
  const todo = await deps.plans.query(planOf(holdId), todoQuery, { todo_id });
  // Workers of another queue have tools of their own.
  if (todo?.task_queue === null) {
    const edited = patchArguments(shown ?? {}, references, args);
    const merged = { value: edited.args, references: referencesWithin("/args", edited.references) };
    assertArgumentsFit(tool_name, merged, deps.tools);
  }
}
