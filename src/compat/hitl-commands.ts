import type { Hold } from "../contract/plan/holds/hold.ts";
import { wrongAt } from "../contract/problems/problem-error.ts";
import { say } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import type { HitlClientMessage } from "./hitl-contract.ts";
import { PROPOSAL_ANSWERS } from "./hitl-messages.ts";

/** What a client says of the request that it answers. */
export interface NamedRequest {
  readonly request_id?: string | undefined;
  readonly digest?: string | undefined;
}

/** A hold, and the digest of what was shown of it. */
export type Meant = Pick<Hold, "id" | "digest">;

/** What a client's message may be about, as its plan knows it. */
export interface Asked {
  /**
   * The hold that the client means: of a todo, or the plan's review when it is null.
   * @throws Refusal when it does not say which of several.
   */
  holdOf(todoId: string | null, named?: NamedRequest): Promise<Meant>;
  /** The hold behind an input request. */
  request(
    named: NamedRequest & { readonly request_id: string },
  ): Promise<Meant & Pick<Hold, "kind">>;
  /** Whether somebody works on the plan (mode `plan_edit`). */
  isEdited(): Promise<boolean>;
  hasReview(): Promise<boolean>;
  /** Whether the plan waits to be started. */
  isPending(): Promise<boolean>;
}

/** The HTTP route that does something, and the body for it. */
export type HitlCommand = readonly [path: string, body: object];
type PlanResponse = Extract<HitlClientMessage, { type: "hitl_plan_response" }>;

/** Seed S0 §5.6: a client's message as the commands that do it, each after the one before it. */
export async function toCommands(message: HitlClientMessage, asked: Asked): Promise<HitlCommand[]> {
  const [[path, body], ...then] = await toSaid(message, asked);
  const { command_id } = message;
  return [[path, command_id === undefined ? body : { ...body, command_id }], ...then];
}

async function toSaid(
  message: HitlClientMessage,
  asked: Asked,
): Promise<[HitlCommand, ...HitlCommand[]]> {
  switch (message.type) {
    case "hitl_plan_response":
      return toPlanCommands(message, asked);
    case "hitl_approval_response": {
      const { action, comment, reason } = message;
      const body = {
        decision: action,
        ...(typeof comment === "string" && { comment }),
        ...(typeof reason === "string" && { reason }),
      };
      return [decision(await asked.holdOf(message.todo_id, message), body)];
    }
    case "hitl_input_response": {
      const { value } = message;
      const [planId, todoId] = message.request_id.split("/");
      if (todoId !== undefined && planId === message.session_id) {
        const body = value === null || value === "" ? {} : { result: value };
        return [[`/v1/plans/${planId}/todos/${encodeURIComponent(todoId)}/done`, body]];
      }
      const meant = await asked.request(message);
      if (meant.kind === "proposal") {
        return [decision(meant, { decision: toProposalAnswer(value) })];
      }
      if (meant.kind !== "recovery") return [decision(meant, { decision: "answer", value })];
      if (!isObject(value)) {
        const wrong = { pointer: "/value", detail: say("args_object") };
        throw wrongAt([wrong], say("correct_default"));
      }
      return [decision(meant, { decision: "edit", args: value })];
    }
    case "hitl_control": {
      const { session_id, command, reason } = message;
      const body = typeof reason === "string" ? { reason } : {};
      return [[`/v1/plans/${session_id}/${command}`, body]];
    }
  }
}

/** An edit without edits opens S0's plan editor: nothing starts until the next response. */
async function toPlanCommands(
  { session_id, action, edits: written }: PlanResponse,
  asked: Asked,
): Promise<[HitlCommand, ...HitlCommand[]]> {
  const edits = written ?? [];
  const plan = `/v1/plans/${session_id}`;
  // What would start is not what the person wrote.
  if (action !== "edit" && edits.length > 0) {
    const wrong = { pointer: "/edits", detail: say("edits_of_edit") };
    throw wrongAt([wrong], say("edit_then_approve"));
  }
  if (action === "edit" && edits.length === 0) return [[`${plan}/pause`, { purpose: "edit" }]];
  const close: HitlCommand = [`${plan}/resume`, { purpose: "edit" }];
  const then = (await asked.isEdited()) ? [close] : [];
  if (action === "edit") {
    return [[`${plan}/edits`, { ops: edits }], ...then];
  }
  // What was asked has changed, or nothing was.
  if (then.length > 0 && !(await asked.hasReview())) {
    if (action === "cancel" && (await asked.isPending())) return [[`${plan}/cancel`, {}]];
    // The editor closes, and a new review may ask.
    return [close];
  }
  const review = await asked.holdOf(null);
  if (action === "cancel") return [decision(review, { decision: "reject" })];
  return [decision(review, { decision: "approve" }), ...then];
}

function decision({ id, digest }: Meant, body: object): HitlCommand {
  return [`/v1/holds/${encodeURIComponent(id)}/decision`, { ...body, digest }];
}

function toProposalAnswer(value: Json): (typeof PROPOSAL_ANSWERS)[number] {
  const answer = PROPOSAL_ANSWERS.find((word) => word === value);
  if (answer !== undefined) return answer;
  const detail = say("one_of", { values: PROPOSAL_ANSWERS.join(", ") });
  throw wrongAt([{ pointer: "/value", detail }], say("proposal_takes"));
}
