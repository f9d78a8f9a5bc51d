import { z } from "zod";
import {
  AckInputSchema,
  ClaimAnswerSchema,
  noteField,
  RegistrationSchema,
  SessionAnswerSchema,
  SessionEventSchema,
  SessionSchema,
  PromptSchema,
} from "../contract/plan/agents/session.ts";
import { CommandReceiptSchema, TodoDetailSchema } from "../contract/plan/plan.ts";
import { asKnown } from "../contract/plan/work.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import {
  JsonSchema,
  longText,
  PlanIdSchema,
  SessionIdSchema,
  TodoIdSchema,
} from "../contract/text.ts";
import { ADDS, READS, SAYS, segment, tool, type McpTool } from "./tool.ts";

const OfSession = z.strictObject({ plan_id: PlanIdSchema, session_id: SessionIdSchema });
const OfTodo = OfSession.extend({ todo_id: TodoIdSchema });

const at = ({ plan_id, session_id }: z.output<typeof OfSession>): string =>
  `/v1/plans/${segment(plan_id)}/sessions/${segment(session_id)}`;

/** `next`'s answer as one object: tools cannot answer a choice of several. */
const NextToolSchema = z.object({
  kind: z.enum(["work", "prompt", "nothing"]),
  todo: TodoDetailSchema.optional(),
  prompt: PromptSchema.optional(),
});

/** How an agent's session works on the todos that are assigned to it. */
export const SESSION_TOOLS: readonly McpTool[] = [
  tool({
    name: "register_session",
    title: "Register this session with a plan",
    description:
      "Says that this session works on the todos that are assigned to a name. Then: claim_todo, work, todo_done, until next_for_session has nothing.",
    input: RegistrationSchema.extend({ plan_id: PlanIdSchema }),
    output: SessionSchema,
    annotations: SAYS,
    run: (ask, { plan_id, ...body }) =>
      ask("POST", `/v1/plans/${segment(plan_id)}/sessions`, { body }),
  }),
  tool({
    name: "claim_todo",
    title: "Claim the next todo",
    description:
      "Takes the next todo that is assigned to this session, for 60 seconds. Keep it with heartbeat or report_progress every 20 seconds.",
    input: OfSession,
    output: ClaimAnswerSchema,
    annotations: ADDS,
    run: (ask, input) => ask("POST", `${at(input)}/claim`, { body: {} }),
  }),
  tool({
    name: "heartbeat",
    title: "Keep the claimed todo",
    description:
      "Keeps the claimed todo for 60 seconds more. Look at lease.changed: what people have changed in the todo since you claimed it.",
    input: OfSession,
    output: SessionAnswerSchema,
    annotations: SAYS,
    run: (ask, input) => ask("POST", `${at(input)}/heartbeat`, { body: {} }),
  }),
  tool({
    name: "report_progress",
    title: "Say how it goes",
    description:
      "Keeps the claimed todo, and tells people what you are doing. Look at lease.changed: what people have changed in the todo since you claimed it.",
    input: OfSession.extend(noteField),
    output: SessionAnswerSchema,
    annotations: SAYS,
    run: (ask, { note, ...input }) =>
      ask("POST", `${at(input)}/heartbeat`, { body: note === undefined ? {} : { note } }),
  }),
  tool({
    name: "tell_event",
    title: "Tell what happens in this session",
    description:
      "Messages, tools, errors, recoveries, tasks in the background, and that the session is idle: an idle session with todos left is told to go on.",
    input: OfSession.extend({ event: SessionEventSchema }),
    output: SessionAnswerSchema,
    annotations: SAYS,
    run: (ask, { event, ...input }) => ask("POST", `${at(input)}/events`, { body: { event } }),
  }),
  tool({
    name: "next_for_session",
    title: "Wait for what is next",
    description:
      "A todo to claim, words to go on by (acknowledge them with ack_prompt), or nothing. Waits up to wait_seconds.",
    input: OfSession.extend({ wait_seconds: z.int().min(0).max(50).default(0) }),
    output: NextToolSchema,
    annotations: READS,
    run: (ask, { wait_seconds: wait, ...input }) =>
      ask("GET", `${at(input)}/next`, { query: { wait } }),
  }),
  tool({
    name: "ack_prompt",
    title: "Acknowledge a prompt",
    description: "Says that this session has the words by which it goes on.",
    input: OfSession.extend({ prompt_id: AckInputSchema.shape.prompt_id }),
    output: SessionAnswerSchema,
    annotations: SAYS,
    run: (ask, { prompt_id, ...input }) => ask("POST", `${at(input)}/ack`, { body: { prompt_id } }),
  }),
  tool({
    name: "todo_done",
    title: "Report the claimed todo as done",
    description: "Ends the todo that this session holds, with a result or a note.",
    input: OfTodo.extend({
      result: JsonSchema.optional(),
      note: longText(LIMITS.comment).optional(),
      ...asKnown,
    }),
    output: CommandReceiptSchema,
    annotations: SAYS,
    run: (ask, { plan_id, todo_id, ...body }) =>
      ask("POST", `/v1/plans/${segment(plan_id)}/todos/${segment(todo_id)}/done`, { body }),
  }),
  tool({
    name: "todo_cannot",
    title: "Report that the claimed todo cannot be done",
    description: "Fails the todo that this session holds; a person says how the plan goes on.",
    input: OfTodo.extend({ reason: longText(LIMITS.reason).min(1), ...asKnown }),
    output: CommandReceiptSchema,
    annotations: SAYS,
    run: (ask, { plan_id, todo_id, ...body }) =>
      ask("POST", `/v1/plans/${segment(plan_id)}/todos/${segment(todo_id)}/cannot`, { body }),
  }),
];
