import type { Context } from "hono";
import { z } from "zod";
import type { CommandBody } from "../../../contract/plan/commands.ts";
import { EditOpSchema, type EditOp } from "../../../contract/plan/edit.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import type { Problem } from "../../../contract/problems/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { tellProblem } from "../../../contract/sentences/tell-problem.ts";
import type { Proposal, ProposeInput } from "../../../contract/words.ts";
import { hasEnded } from "../../../plan/model/transitions.ts";
import { readInstruction, type PlanTodo } from "../../../words/edits/read-instruction.ts";
import { previewQuery, versionsQuery } from "../../../workflows/wire/messages.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { languageOf } from "../../http/language.ts";
import type { ToolCatalog } from "../new-plan.ts";
import { readWholePlan } from "../read-whole-plan.ts";
import { withActor } from "../send-command.ts";
import { assertOpsFit } from "./edit-ops.ts";

export interface ProposeDeps {
  readonly plans: Pick<PlanGateway, "query">;
  readonly tools: ToolCatalog;
  readonly newId: () => string;
}

/** A plan that changes while it is read is read again, so often. */
const MOST_READINGS = 5;

/**
 * What an instruction would change in a plan. Changes nothing, and keeps nothing: its operations become an
 * edit when somebody sends them as one. @throws Refusal when the plan is not at the version that was looked at.
 */
export async function proposeEdit(
  c: Context,
  deps: ProposeDeps,
  planId: string,
  { instruction, base_version }: ProposeInput,
): Promise<Proposal> {
  for (let readings = 1; ; readings++) {
    const { version, todos } = await readWholePlan(deps.plans, planId);
    if (base_version !== undefined && base_version !== version) {
      throw await moved(deps.plans, planId, base_version, version);
    }
    const reading = readInstruction(instruction, todos.map(toPlanTodo));
    const operations = z.array(EditOpSchema).parse(reading.operations);
    const seen = await preview(c, deps, planId, operations, version);
    const hasMoved = seen.problem?.code === "stale_plan_version";
    if (hasMoved && readings < MOST_READINGS) continue;
    const { problem, ...effect } = seen;
    return {
      plan_id: planId,
      base_version: version,
      ...reading,
      operations,
      ...effect,
      problem: problem === null ? null : told(problem, c),
    };
  }
}

function toPlanTodo(todo: Todo): PlanTodo {
  const { id, title, priority, depends_on, requires_approval, status, agent_name } = todo;
  const known = { id, title, priority, depends_on, requires_approval };
  return { ...known, hasEnded: hasEnded(status), isAgents: agent_name !== null };
}

type Effect = Pick<Proposal, "diff" | "impact"> & { readonly problem: Problem | null };

async function preview(
  c: Context,
  deps: ProposeDeps,
  planId: string,
  ops: EditOp[],
  version: number,
): Promise<Effect> {
  if (ops.length === 0) return { diff: null, impact: null, problem: null };
  try {
    await assertOpsFit(deps, planId, ops);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { diff: null, impact: null, problem: error.problem };
  }
  const edit: CommandBody<"edit"> = { ops };
  const body = { ...withActor(c, deps, edit), expected_version: version };
  const seen = await deps.plans.query(planId, previewQuery, { message: "edit", body });
  return "problem" in seen
    ? { diff: null, impact: null, problem: seen.problem }
    : { diff: seen.changes, impact: seen.impact, problem: null };
}

function told(problem: Problem, c: Context): Proposal["problem"] {
  const { code, detail, detail_said, hint, hint_said, errors } = tellProblem(
    problem,
    languageOf(c),
  );
  return {
    code,
    detail,
    detail_said,
    ...(hint !== undefined && { hint, hint_said }),
    ...(errors !== undefined && { errors: [...errors] }),
  };
}

async function moved(
  plans: ProposeDeps["plans"],
  planId: string,
  expected: number,
  version: number,
): Promise<Refusal> {
  const versions = await plans.query(planId, versionsQuery);
  return new Refusal({
    code: "stale_plan_version",
    detail: say("not_that_version", { version, expected }),
    hint: say("change_newest"),
    current_version: version,
    changes_since: versions.filter((made) => made.version > expected),
  });
}
