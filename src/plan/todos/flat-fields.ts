import type { TodoChanges, TodoDefinition } from "../../contract/plan/edit.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { HeldProposal, ProposedLine } from "../../contract/plan/holds/proposal.ts";
import type { ApprovalPolicy, ApprovalSettings, NewTodo, Todo } from "../../contract/plan/todo.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { english, say, spelled, type Sentence } from "../../contract/sentences/sentence.ts";
import { TODO_DEFAULTS, type WorkKind } from "../../contract/tables/vocabulary.ts";
import { definedOnly } from "../../json/json-object.ts";
import { dueOf } from "../model/due.ts";
import { markOfWork, type Plan } from "../model/plan.ts";
import { todoProgress, type LiveProgress } from "../model/progress.ts";
import {
  decidingOf,
  viewWholeDeciding,
  type HoldState,
  type LineState,
  type ProposalHold,
} from "../model/state/hold.ts";
import { viewSkip } from "../model/state/to-logged.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import type { Work } from "../model/work.ts";
import { questionMistake, type CheckBudget } from "./answers/answer.ts";
import { escalationMistake, limitingField, policyMistake, policyOf } from "./approval-policy.ts";
import { endedAt } from "./ended-at.ts";
import type { Source } from "./result-paths.ts";

/*
 * Outside, todos and holds have flat fields, a todo those of S0; inside, unions say what a todo's
 * work is and what a hold asks. This file alone knows both. What people write of a todo, and what
 * versions keep, is flat: its definition.
 */

/** The flat fields that say what a todo's work is. */
type WorkFields = Pick<Todo, "kind" | WorkField>;
type WorkField = "tool_name" | "tool_params" | "task_queue" | "agent_name" | "input_request";
type WrittenWork = { readonly [Field in keyof WorkFields]?: WorkFields[Field] | undefined };
type WrittenTime = {
  readonly due_at?: string | null | undefined;
  readonly due_in?: string | null | undefined;
};

const FIELDS = Object.keys(TODO_DEFAULTS) as (keyof typeof TODO_DEFAULTS)[];
const NO_WORK = {
  tool_name: null,
  tool_params: {},
  task_queue: null,
  agent_name: null,
  input_request: null,
};

/** What a todo is before anything has happened to it. */
export const UNTOUCHED = {
  status: "pending",
  retry_count: 0,
  progress_percentage: 0,
  started_at: null,
  completed_at: null,
  completed_by: null,
  note: null,
  offered_at: null,
  claimed_by: null,
  error_message: null,
  error_type: null,
  skipped: null,
  approved_by: null,
  approved_at: null,
  approved_digest: null,
  approved_args: null,
  result_data: null,
  result_references: [],
  agent: null,
  blocker: null,
  in_review: false,
  run: 0,
} as const satisfies Partial<Todo>;

function kindOf({ kind, tool_name, agent_name, input_request }: WrittenWork): WorkKind {
  if (tool_name != null) return "tool";
  if (agent_name != null) return "agent";
  if (input_request != null) return "question";
  return kind === "milestone" ? kind : "manual";
}

function toWork(todo: WrittenWork): Work {
  const { tool_name, tool_params = {}, task_queue = null, input_request } = todo;
  if (tool_name != null) return { kind: "tool", tool_name, tool_params, task_queue };
  if (todo.agent_name != null) return { kind: "agent", agent_name: todo.agent_name };
  if (input_request != null) return { kind: "question", request: input_request };
  return { kind: todo.kind === "milestone" ? todo.kind : "manual" };
}

function toWorkFields(work: Work): WorkFields {
  switch (work.kind) {
    case "tool":
    case "agent":
      return { ...NO_WORK, ...work };
    case "question":
      return { ...NO_WORK, kind: work.kind, input_request: work.request };
    case "manual":
    case "milestone":
      return { ...NO_WORK, kind: work.kind };
  }
}

const NEEDED: Readonly<Record<WorkKind, Sentence>> = {
  tool: say("tool_needs_name"),
  agent: say("agent_needs_name"),
  question: say("question_needs_request"),
  manual: say("manual_has_neither"),
  milestone: say("milestone_has_neither"),
};

type Written = WrittenWork &
  WrittenTime & {
    readonly output_path?: string | null | undefined;
    readonly requires_approval?: boolean;
    readonly approval?: ApprovalSettings;
  };

/** Why a todo cannot be what its fields say, or null. @param budget what checking defaults may cost. */
export function workMistake(todo: Written, budget?: CheckBudget): ProblemDetail | null {
  const contradiction = contradictionIn(todo) ?? approversMistake(todo);
  if (contradiction !== null || todo.input_request == null) return contradiction;
  const wrong = questionMistake(todo.input_request, budget);
  return wrong === null ? null : { ...wrong, pointer: `/input_request${wrong.pointer}` };
}

/** What of a todo's fields does not go with another one, or null. */
function contradictionIn(todo: Written): ProblemDetail | null {
  if (todo.due_at != null && todo.due_in != null) {
    return { pointer: "/due_in", detail: say("due_at_or_in") };
  }
  if (todo.tool_name != null && todo.input_request != null) {
    return { pointer: "/input_request", detail: say("tool_or_question") };
  }
  if (todo.agent_name != null && (todo.tool_name ?? todo.input_request) != null) {
    return { pointer: "/agent_name", detail: say("agent_alone") };
  }
  if (todo.kind !== undefined && todo.kind !== kindOf(todo)) {
    return { pointer: "/kind", detail: NEEDED[todo.kind] };
  }
  if (todo.output_path != null && kindOf(todo) === "milestone") {
    return { pointer: "/output_path", detail: say("milestone_writes_nothing") };
  }
  return null;
}

/** Why a todo's approvals can never be what its settings say, or null. */
function approversMistake({ approval = {}, input_request }: Written): ProblemDetail | null {
  const wrong = policyMistake("/approval", approval);
  if (wrong !== null) return wrong;
  const field = limitingField(approval);
  if (input_request == null || field === null || field === "approvers") return null;
  return { pointer: `/approval/${field}`, detail: say("one_answers") };
}

/** Why those whom a todo asks next cannot be, or null. @param policy its plan's, for all that say nothing themselves. */
export function nextAskedMistake(
  { approval = {}, input_request }: Written,
  policy: ApprovalPolicy | undefined,
): ProblemDetail | null {
  return escalationMistake(approval, policyOf(approval, policy, input_request != null).approvers);
}

/**
 * That a todo says who approves it and asks nobody, or null: whoever writes that wants it to ask.
 * @param isDemanded whether its tool asks by itself.
 */
export function unaskedMistake(todo: Written, isDemanded = false): ProblemDetail | null {
  const { approval = {}, requires_approval, agent_name, input_request } = todo;
  const isOthers = agent_name != null || input_request != null;
  const asks = requires_approval === true || isDemanded || isOthers;
  const field = limitingField(approval);
  if (asks || field === null) return null;
  return { pointer: `/approval/${field}`, detail: say("approvers_unasked") };
}

/** That time would approve what a tool has to ask a person, or null. */
export function untimelyMistake({ approval = {}, tool_name }: Written): ProblemDetail | null {
  if (approval.on_timeout !== "approve") return null;
  const detail = say("tool_needs_person", { tool: tool_name ?? "" });
  return { pointer: "/approval/on_timeout", detail };
}

/** What decides which result a todo gives, from what a person wrote of it. */
export function toSource(todo: WrittenWork): Omit<Source, "id"> {
  const { tool_name = null, task_queue = null, input_request = null } = todo;
  return { kind: kindOf(todo), tool_name, task_queue, input_request };
}

/** Without fields of another kind of work; one that contradicts itself stays, to be refused. */
function fitted(definition: TodoDefinition): TodoDefinition {
  if (contradictionIn(definition) !== null) return definition;
  return { ...definition, ...toWorkFields(toWork(definition)) };
}

/** A definition from what a person wrote. */
export function toDefinition(
  todo: NewTodo,
  given: { id: string; rank: string; depends_on: string[]; at: string },
): TodoDefinition {
  const { id, rank, depends_on, at } = given;
  const { title, kind = kindOf(todo), created_at = at } = todo;
  const fields = Object.fromEntries(
    FIELDS.map((field) => [field, todo[field] ?? TODO_DEFAULTS[field]]),
  );
  const written = fields as Pick<TodoDefinition, keyof typeof TODO_DEFAULTS>;
  return fitted({ ...written, id, rank, title, kind, depends_on, created_at });
}

/** A definition after a person changed some of its fields. */
export function changeDefinition(
  definition: TodoDefinition,
  changes: { readonly [Field in keyof TodoChanges]: TodoChanges[Field] | undefined },
): TodoDefinition {
  const changed = { ...definition, ...(definedOnly(changes) as Partial<TodoDefinition>) };
  return fitted({ ...changed, kind: changes.kind ?? kindOf(changed) });
}

/** What a todo is, without what became of it. */
export function definitionOf(todo: TodoState): TodoDefinition {
  const { id, rank, title, created_at, work } = todo;
  // Edits look at every todo of a plan: objects that are all built the same way cost a tenth.
  const { kind, ...of } = toWorkFields(work);
  const all: Record<string, unknown> = {};
  for (const field of FIELDS) all[field] = isOfWork(field) ? of[field] : todo[field];
  const written = all as Pick<TodoDefinition, keyof typeof TODO_DEFAULTS>;
  return Object.assign(written, { id, rank, title, kind, created_at });
}

function isOfWork(field: string): field is WorkField {
  return field in NO_WORK;
}

/** What a definition says of a todo, as the plan keeps it. */
export function toStructure(definition: TodoDefinition) {
  const { kind, tool_name, tool_params, task_queue, agent_name, input_request, ...plain } =
    definition;
  const tool = { tool_name, tool_params, task_queue };
  return { ...plain, work: toWork({ kind, input_request, agent_name, ...tool }) };
}

/** A todo that nothing has happened to yet. */
export function newTodoState(definition: TodoDefinition): TodoState {
  return { ...toStructure(definition), ...UNTOUCHED, updated_at: definition.created_at };
}

/** A todo as people see it: with the plan's id and the todos that wait for it. */
export function viewTodo(plan: Plan, todo: TodoState, live: LiveProgress = {}): Todo {
  const {
    work,
    kept_digest: _,
    interrupted: __,
    asks_recovery: ___,
    upstream_failed: _upstream,
    ended_seq: ____,
    attempt: _____,
    first_attempt: _first,
    unfinished: _unfinished,
    next_attempt,
    delivered: _delivered,
    approved_references: _approved,
    approval_lapsed: _lapsed,
    skipping: _skipping,
    stopping: _stopping,
    reminded_of: _______,
    warned_of: _warned,
    replanned: _replanned,
    agent: _agent,
    error_message,
    skipped,
    ...plain
  } = todo;
  return {
    ...plain,
    ...viewEnd({ error_message, skipped }),
    completed_at: endedAt(plan.state, todo),
    ...toWorkFields(work),
    ...markOfWork(plan, work),
    agent: viewAgent(todo),
    ...todoProgress(todo, live),
    ...viewNextAttempt(next_attempt),
    ...viewTime(plan, todo),
    plan_id: plan.state.id,
    blocks: [...(plan.dependents.get(todo.id) ?? [])],
  };
}

/** What an agent has done on a todo; null before its first turn, and where no agent works. */
export function viewAgent(todo: Countable): Todo["agent"] {
  if (todo.agent === null) return null;
  const { turn, spent, steps, transcripts } = todo.agent;
  return { turn, spent, steps, countdown: countdownOf(todo), transcripts };
}

type Countable = Pick<TodoState, "agent" | "status" | "stopping" | "skipping" | "next_attempt">;

/** The countdown of an agent that works, or null: one whose attempt is over, or that is to stop, counts nothing down. */
export function countdownOf(todo: Countable): NonNullable<Todo["agent"]>["countdown"] {
  const { agent, status, stopping, skipping, next_attempt } = todo;
  const isOver = [stopping, skipping, next_attempt].some((one) => one !== undefined);
  return agent === null || status !== "in_progress" || isOver ? null : agent.countdown;
}

/** When the next attempt of a todo starts, while it waits for it. */
export function viewNextAttempt(next: TodoState["next_attempt"]): Pick<Todo, "next_attempt_at"> {
  return next === undefined ? {} : { next_attempt_at: next.at };
}

/** Why a todo failed or was skipped. */
export function viewEnd({
  error_message,
  skipped,
}: Pick<TodoState, "error_message" | "skipped">): Pick<
  Todo,
  "error_message" | "error_message_said" | "skipped"
> {
  return {
    error_message: null,
    ...spelled("error_message", error_message),
    skipped: skipped === null ? null : viewSkip(skipped),
  };
}

/** When a todo should be done, and whether people were reminded that this is over. */
export function viewTime({ state }: Plan, todo: TodoState): Pick<Todo, "due_at" | "overdue"> {
  const due_at = dueOf(state, todo);
  return { due_at, overdue: due_at !== null && due_at === todo.reminded_of };
}

const ASKS_NOTHING = {
  tool_name: null,
  args: null,
  input_data: null,
  references: [],
  output_path: null,
  input_request: null,
  proposal: null,
};

/** A hold as people see it. */
export function viewHold(hold: HoldState): Hold {
  const { message, closed_reason, warned_of: _, deciding, ...kept } = hold;
  const texts = {
    deciding: viewWholeDeciding(deciding),
    message: null,
    ...spelled("message", message),
    closed_reason: null,
    ...spelled("closed_reason", closed_reason),
  };
  const decision = decidingOf(hold);
  if (kept.kind === "proposal") {
    const proposal = viewProposal(kept.proposal);
    return { ...ASKS_NOTHING, ...kept, ...texts, decision, proposal };
  }
  if (kept.kind !== "input" && kept.kind !== "goal") {
    return { ...ASKS_NOTHING, ...kept, ...texts, decision };
  }
  const { request, ...plain } = kept;
  return { ...ASKS_NOTHING, ...plain, ...texts, input_request: request, decision };
}

/** What a model proposed as people see it. */
function viewProposal({ cause, lines, ...proposal }: ProposalHold["proposal"]): HeldProposal {
  const { ended_seq: _, feedback, ...asked } = cause;
  const told = { ...asked, feedback: feedback === null ? null : english(feedback) };
  return { ...proposal, cause: told, lines: lines.map(viewLine) };
}

/** One of its lines. */
export function viewLine({ meaning, operation, ...line }: LineState): ProposedLine {
  const shown = operation as unknown as ProposedLine["operation"];
  return { ...line, operation: shown, meaning: "", ...spelled("meaning", meaning) };
}
