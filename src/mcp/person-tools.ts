import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Actions } from "../contract/plan/actions.ts";
import { EditInputSchema, type EditOp, type EditPreview } from "../contract/plan/edit.ts";
import { ReceiptSchema, type PlanView } from "../contract/plan/plan.ts";
import type { NewTodo } from "../contract/plan/todo.ts";
import { ProblemError } from "../contract/problems/problem-error.ts";
import type { ToldProblem } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { TODO_DEFAULTS, type TodoStatus } from "../contract/tables/vocabulary.ts";
import { longText, PlanIdSchema } from "../contract/text.ts";
import { changeSentences, impactSentences } from "./change-sentences.ts";
import { CHANGES, segment, tool, type Agreed, type Ask, type McpTool } from "./tool.ts";

const OfPlan = z.strictObject({
  plan_id: PlanIdSchema,
  reason: longText(LIMITS.reason).optional(),
});

/** What became of something that a person was to say yes to. */
const OutcomeSchema = z.object({
  /** Whether anything was done. */
  changed: z.boolean(),
  message: z.string(),
  /** What a person types to have it done. */
  command: z.string().nullable(),
  receipt: ReceiptSchema.nullable(),
});
export type Outcome = z.infer<typeof OutcomeSchema>;

const asked = { output: OutcomeSchema, annotations: CHANGES };

/** What a model may only propose: a person is asked, and nothing happens without their yes. */
export const PERSON_TOOLS: readonly McpTool[] = [
  tool({
    ...asked,
    name: "apply_edit",
    title: "Apply an edit, if a person agrees",
    description:
      "Puts operations to a person and applies them if they agree. Say the version that propose_edit looked at as base_version.",
    input: EditInputSchema.omit({ command_id: true }).extend({
      plan_id: PlanIdSchema,
      base_version: z.int().min(1),
    }),
    async question(ask, { plan_id, base_version, ops }) {
      const seen = await preview(ask, plan_id, "edits", { ops, base_version });
      const about = { ops: opLines(ops), does: impactSentences(seen.impact) };
      return {
        message: say("mcp_asks_edit", { ...(await named(ask, plan_id)), ...about }),
        command: `holdpoint edit ${plan_id} --base ${base_version} --file ops.json`,
        page: `/plans/${segment(plan_id)}`,
        version: seen.base_version,
      };
    },
    run: (ask, input, agreed) => change(ask, "edits", input, agreed),
  }),
  tool({
    ...asked,
    name: "resume_plan",
    title: "Resume a plan, if a person agrees",
    description: "Puts it to a person whether a paused plan goes on.",
    input: OfPlan,
    async question(ask, { plan_id }) {
      const { title, version } = await headFor(ask, plan_id, "resume");
      return {
        message: say("mcp_asks_resume", { plan: plan_id, title }),
        command: `holdpoint resume ${plan_id} --base ${version}`,
        page: `/plans/${segment(plan_id)}`,
        version,
      };
    },
    run: (ask, input, agreed) => change(ask, "resume", input, agreed),
  }),
  tool({
    ...asked,
    name: "cancel_plan",
    title: "Cancel a plan, if a person agrees",
    description: "Puts it to a person whether a plan ends here.",
    input: OfPlan,
    async question(ask, { plan_id }) {
      const { title, version, progress, open_holds } = await headFor(ask, plan_id, "cancel");
      const does = [stopsOf(progress, open_holds)];
      return {
        message: say("mcp_asks_cancel", { plan: plan_id, title, does }),
        command: `holdpoint cancel ${plan_id} --base ${version}`,
        page: `/plans/${segment(plan_id)}`,
        version,
      };
    },
    run: (ask, input, agreed) => change(ask, "cancel", input, agreed),
  }),
  tool({
    ...asked,
    name: "rollback_plan",
    title: "Return to a version, if a person agrees",
    description: "Puts it to a person whether a plan gets back the structure of a version.",
    input: OfPlan.extend({ version: z.int().min(1) }),
    async question(ask, { plan_id, version }) {
      const seen = await preview(ask, plan_id, "rollback", { version });
      const about = { ...(await named(ask, plan_id)), version, does: changeSentences(seen) };
      return {
        message: say("mcp_asks_rollback", about),
        command: `holdpoint rollback ${plan_id} --version ${version}`,
        page: `/plans/${segment(plan_id)}/versions`,
        version: seen.base_version,
      };
    },
    run: (ask, input, agreed) => change(ask, "rollback", input, agreed),
  }),
];

/** What a change would do. What cannot be done is refused here, and need not be asked about. */
async function preview(
  ask: Ask,
  plan: string,
  change: "edits" | "rollback",
  body: object,
): Promise<EditPreview> {
  const sent = { query: { validate_only: true }, body };
  return (await ask("POST", `/v1/plans/${segment(plan)}/${change}`, sent)) as EditPreview;
}

/** Changes a plan as a person agreed: once, however often they are heard, and only the version that they were told of. */
function change(
  ask: Ask,
  route: "edits" | "resume" | "cancel" | "rollback",
  { plan_id, ...said }: { readonly plan_id: string },
  { command_id, version }: Partial<Agreed> = {},
): Promise<unknown> {
  const body = { ...said, command_id };
  return ask("POST", `/v1/plans/${segment(plan_id)}/${route}`, { body, version });
}

/**
 * A plan to which a person is asked to say a word.
 * @throws ProblemError where the plan does not take that word now: nobody is asked about what cannot happen.
 */
async function headFor(ask: Ask, plan: string, word: "resume" | "cancel"): Promise<PlanView> {
  const can = (await ask("GET", `/v1/plans/${segment(plan)}/actions`)) as Actions;
  const found = can.plan?.[word];
  if (found?.possible === false) {
    const { possible: _, ...problem } = found;
    throw new ProblemError(problem as ToldProblem);
  }
  return headOf(ask, plan);
}

async function headOf(ask: Ask, plan: string): Promise<PlanView> {
  return (await ask("GET", `/v1/plans/${segment(plan)}`, { query: { limit: 1 } })) as PlanView;
}

async function named(ask: Ask, plan: string): Promise<{ plan: string; title: string }> {
  return { plan, title: (await headOf(ask, plan)).title };
}

const ENDED: readonly TodoStatus[] = ["completed", "failed", "skipped", "cancelled"];

/** How much ends with a plan that is cancelled. */
function stopsOf({ counts, total }: PlanView["progress"], holds: number): Sentence {
  const ended = ENDED.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return say("mcp_cancel_stops", {
    running: counts["in_progress"] ?? 0,
    left: total - ended,
    holds,
  });
}

/** Every operation, whole: what a person says yes to is what they were shown. */
function opLines(ops: readonly EditOp[]): string {
  return ops
    .map((op) => {
      const { edit_type, ...said } =
        op.edit_type === "add_todo"
          ? { ...op, params: { ...op.params, todo: withoutDefaults(op.params.todo) } }
          : op;
      return `- ${edit_type} ${JSON.stringify(said, calledFirst)}`;
    })
    .join("\n");
}

/** What a new todo has besides what every todo has that says nothing of it. */
function withoutDefaults(todo: NewTodo): object {
  const usual: Readonly<Record<string, unknown>> = { ...TODO_DEFAULTS, blocks: [] };
  return Object.fromEntries(
    Object.entries(todo).filter(([field, value]) => !isDeepStrictEqual(value, usual[field])),
  );
}

/** Ids, the tool and its arguments stand before all that is only said about them. */
function calledFirst(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { id, target_id, tool_name, tool_params, ...rest } = value as Record<string, unknown>;
  return { id, target_id, tool_name, tool_params, ...rest };
}
