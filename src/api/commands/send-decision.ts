import type { Context } from "hono";
import type { CommandInput, MessageName } from "../../contract/plan/commands.ts";
import type { DecisionInput, Hold } from "../../contract/plan/holds/hold.ts";
import { AssignmentChangesSchema, NoChangesSchema } from "../../contract/plan/todo.ts";
import { Refusal, refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { patchArguments } from "../../json/merge-patch.ts";
import { referencesWithin } from "../../json/referring.ts";
import {
  editNeedsArgs,
  invalidAnswer,
  misplaced,
  NOT_OF_ANSWERS,
} from "../../plan/holds/hold-problems.ts";
import { answerMistakes } from "../../plan/todos/answers/answer.ts";
import { planOf } from "../../plan/views/holds/plan-of.ts";
import { choicesQuery, holdQuery, todoQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { parsed } from "../http/problem.ts";
import { findFile, type FileDeps } from "./files.ts";
import { assertArgumentsFit, type ToolCatalog } from "./new-plan.ts";
import { asksSecret, sealAnswer, sealChanges, type Sealing } from "./secrets/seal-secrets.ts";
import { prefersAsync, type WithActor } from "./send-command.ts";

interface DecisionDeps extends Sealing, FileDeps {
  readonly plans: Pick<PlanGateway, "query" | "runOf">;
  readonly tools: ToolCatalog;
}

/** What no hold has. */
const NO_DIGEST = `sha256:${"0".repeat(64)}`;

/**
 * Sends a decision as the message that its plan takes, bound to what its hold asks: where Temporal resets a plan it
 * sends the same messages again, and by then another hold may have the name.
 * @throws Refusal for what cannot be right.
 */
export async function sendDecision<Outcome>(
  c: Context,
  deps: DecisionDeps,
  hold_id: string,
  { value, decision, ...said }: WithActor<DecisionInput>,
  once: string | undefined,
  send: <Name extends MessageName>(message: Name, command: CommandInput<Name>) => Promise<Outcome>,
): Promise<Outcome> {
  const seen = said.digest === undefined ? await lookUp(c, deps.plans, hold_id) : undefined;
  // One that is opened meanwhile, nobody has seen.
  const stated = seen === undefined ? said : { ...said, digest: seen?.digest ?? NO_DIGEST };
  const read = async (): Promise<Hold> => seen ?? readHold(deps.plans, hold_id);
  if (decision === "answer") {
    const unfit = NOT_OF_ANSWERS.find((field) => stated[field] !== undefined);
    if (unfit !== undefined) throw new Refusal(misplaced(unfit));
    const sealed = await toAnswerValue(deps, value, read, once);
    return send("input", { ...stated, hold_id, value: sealed });
  }
  if (value !== undefined) throw new Refusal(misplaced("value"));
  const { args, ...more } = stated;
  if (args === undefined) return send("approval", { ...more, decision, hold_id });
  const hold = await read();
  // What a hold takes, its plan is asked with such an edit. Whoever sends one wanted to change what then runs unchanged.
  const isEmpty = decision === "edit" && Object.keys(args).length === 0;
  if (isEmpty && (await takesEdits(deps.plans, hold_id))) throw new Refusal(editNeedsArgs());
  const changes = await fittingEdit(deps, args, hold, once);
  return send("approval", { ...more, args: changes, decision, hold_id });
}

/**
 * A hold as its plan knows it, null where there is none; undefined where no worker answers and the sender need not
 * wait for one: Temporal keeps what is sent.
 */
async function lookUp(
  c: Context,
  plans: Pick<PlanGateway, "query">,
  hold_id: string,
): Promise<Hold | null | undefined> {
  try {
    return await plans.query(planOf(hold_id), holdQuery, { hold_id });
  } catch (error) {
    if (prefersAsync(c) && error instanceof Refusal && error.retryAfter !== undefined) return;
    throw error;
  }
}

/** Whether arguments may be edited in deciding a hold now; of any other, its plan has more to tell. */
async function takesEdits(plans: Pick<PlanGateway, "query">, hold_id: string): Promise<boolean> {
  const found = await plans.query(planOf(hold_id), choicesQuery, { hold_id });
  if (found === null || "problem" in found) return false;
  return found.choices.some(({ choice }) => choice === "edit");
}

/** A hold of a plan. @throws Refusal */
export async function readHold(plans: Pick<PlanGateway, "query">, holdId: string): Promise<Hold> {
  const hold = await plans.query(planOf(holdId), holdQuery, { hold_id: holdId });
  if (hold !== null) return hold;
  throw unknownHold(holdId);
}

/** Says that there is no hold with this id. */
export function unknownHold(holdId: string): Refusal {
  return refusal(
    "hold_not_found",
    say("no_hold", { id: holdId }),
    say("look_at_holds", { plan: planOf(holdId) }),
  );
}

/**
 * An answer as it counts: a question for a file is answered with what the store has, not with what
 * the sender says of it. To other questions, what looks like a file is an answer like any other. What
 * is secret is sealed.
 */
async function toAnswerValue(
  deps: DecisionDeps,
  value: Json = null,
  read: () => Promise<Hold>,
  once: string | undefined,
): Promise<Json> {
  if (!isObject(value) && typeof value !== "string") return value;
  const hold = await read();
  const { plan_id, input_request } = hold;
  if (input_request?.input_type === "file" && isObject(value)) {
    return findFile(deps, value, plan_id);
  }
  if (input_request === null || !asksSecret(input_request)) return value;
  // The plan sees only that it is sealed; of a closed hold it tells more.
  const mistakes = hold.status === "open" ? answerMistakes(input_request, value) : [];
  if (mistakes.length > 0) throw new Refusal(invalidAnswer(hold, mistakes));
  return sealAnswer(deps, input_request, value, { scope: { plan_id }, once });
}

/**
 * Arguments that a person wrote, checked where they would run with a tool that is known here or tell an agent what to
 * do, and sealed.
 */
async function fittingEdit(
  deps: DecisionDeps,
  args: JsonObject,
  { plan_id, kind, status, todo_id, tool_name, args: shown, references }: Hold,
  once: string | undefined,
): Promise<JsonObject> {
  // What became of a closed hold matters more, and the plan tells it; its arguments run nowhere.
  if (todo_id === null) return args;
  if (tool_name === null) {
    if (status !== "open" || (kind !== "approval" && kind !== "recovery")) return args;
    // A field that nobody reads would be approved, and change nothing.
    const changes = shown?.["agent_name"] == null ? NoChangesSchema : AssignmentChangesSchema;
    parsed(changes, args, "/args");
    return args;
  }
  const todo = await deps.plans.query(plan_id, todoQuery, { todo_id });
  // Workers of another queue have tools of their own.
  if (todo?.task_queue != null) return args;
  const changes = sealChanges(deps, tool_name, args, { scope: { plan_id }, once });
  if (status !== "open") return changes;
  const edited = patchArguments(shown ?? {}, references, args);
  const merged = { value: edited.args, references: referencesWithin("/args", edited.references) };
  assertArgumentsFit(tool_name, merged, deps.tools);
  return changes;
}
