import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { Hold } from "../contract/hold.ts";
import type { LoggedEvent } from "../contract/event.ts";
import type { PlanGraph } from "../contract/graph.ts";
import type {
  Checkpoint,
  Comparison,
  Impact,
  PlanChanges,
  PlanVersion,
  VersionView,
} from "../contract/edit.ts";
import type {
  ForkInput,
  NewPlanInput,
  PlanView,
  Progress,
  Receipt,
  Schedule,
  TodoDetail,
} from "../contract/plan.ts";
import type { Problem } from "../contract/problem.ts";
import type { Template } from "../contract/template.ts";
import type { MessageName } from "../plan/commands.ts";
import type { listTodos, TodosWanted } from "../plan/list-todos.ts";
import type { PlanState } from "../plan/state.ts";

/*
 * Wire names are the words that a person types in Temporal UI or the Temporal CLI. Every command is
 * a Signal (fire and forget; a refused one is logged as an event) and an Update (answers, and its
 * validator refuses without a history event). Arguments are `unknown`: anyone can send anything.
 */
export const approvalSignal = defineSignal<[unknown]>("approval");
export const inputSignal = defineSignal<[unknown]>("input");
export const pauseSignal = defineSignal<[unknown]>("pause");
export const resumeSignal = defineSignal<[unknown]>("resume");
export const cancelSignal = defineSignal<[unknown]>("cancel");

export const editSignal = defineSignal<[unknown]>("edit");
export const undoSignal = defineSignal<[unknown]>("undo");
export const rollbackSignal = defineSignal<[unknown]>("rollback");
export const controlTodoSignal = defineSignal<[unknown]>("control_todo");
export const controlHoldSignal = defineSignal<[unknown]>("control_hold");

/** How a long todo that runs beside its plan tells what became of it. */
export const todoReportSignal = defineSignal<[unknown]>("todo_report");

export const approvalUpdate = defineUpdate<Receipt, [unknown]>("approval");
export const inputUpdate = defineUpdate<Receipt, [unknown]>("input");
export const pauseUpdate = defineUpdate<Receipt, [unknown]>("pause");
export const resumeUpdate = defineUpdate<Receipt, [unknown]>("resume");
export const cancelUpdate = defineUpdate<Receipt, [unknown]>("cancel");

export const editUpdate = defineUpdate<Receipt, [unknown]>("edit");
export const undoUpdate = defineUpdate<Receipt, [unknown]>("undo");
export const rollbackUpdate = defineUpdate<Receipt, [unknown]>("rollback");
export const controlTodoUpdate = defineUpdate<Receipt, [unknown]>("control_todo");
export const controlHoldUpdate = defineUpdate<Receipt, [unknown]>("control_hold");

/** One page of events: those after a sequence number, oldest first. */
export interface EventPage {
  readonly events: LoggedEvent[];
  /** Sequence number of the newest event of the plan. */
  readonly seq: number;
  /** Older parts of the log, by artifact, when `after` reaches into them. */
  readonly archive: { from: number; to: number; artifact: string }[];
}

/**
 * What a plan says to a command without taking it: the first answer again when it took the command
 * before, else why it refuses, or null when it would take it. A plan that has ended answers this way.
 */
export type CommandAnswer = { receipt: Receipt } | { problem: Problem } | null;

export const planQuery = defineQuery<PlanView, [{ offset?: number; limit?: number }?]>("plan");
export const todoQuery = defineQuery<TodoDetail | null, [{ todo_id: string }]>("todo");
export const progressQuery = defineQuery<Progress>("progress");
export const holdsQuery = defineQuery<Hold[]>("holds");
export const pendingApprovalsQuery = defineQuery<Hold[]>("pending_approvals");
export const eventsQuery = defineQuery<EventPage, [{ after?: number; limit?: number }?]>("events");
export const scheduleQuery = defineQuery<Schedule, [{ limit?: number }?]>("schedule");
export const checkpointsQuery = defineQuery<Checkpoint[]>("checkpoints");
export const versionsQuery = defineQuery<PlanVersion[]>("versions");
export const compareQuery = defineQuery<Comparison | null, [{ from: number; to: number }]>(
  "compare",
);
/** One page of todos, by status. */
export const todosQuery = defineQuery<ReturnType<typeof listTodos>, [TodosWanted]>("todos");
export const graphQuery = defineQuery<PlanGraph>("graph");
/** A version and the plan's structure at it; null when there is no such version. */
export const versionQuery = defineQuery<VersionView | null, [{ version: number }]>("version");
/** The state of a plan forked from this one, as it would start. */
export const forkQuery = defineQuery<
  { state: PlanState } | { problem: Problem },
  [{ input: Omit<ForkInput, "id">; given: { id: string; owner: string; at: string } }]
>("fork");
/** The plan as a person would write it to have it again. */
export const exportQuery = defineQuery<NewPlanInput>("export");

/** Messages of a template's own workflow. */
export const templateQuery = defineQuery<Template | null>("template");
export const saveTemplateUpdate = defineUpdate<Template, [unknown]>("save_template");
export const deleteTemplateUpdate = defineUpdate<void>("delete_template");

/** What a command would do: the events that it would record, or the problem. Changes nothing. */
export const previewQuery = defineQuery<Preview, [{ message: string; body: unknown }]>("preview");

/** What an edit, undo or rollback would make of the plan. */
export type Preview =
  | { readonly problem: Problem }
  | { readonly changes: PlanChanges | null; readonly impact: Impact };
export const answerQuery = defineQuery<CommandAnswer, [{ name: MessageName; command: object }]>(
  "answer",
);
