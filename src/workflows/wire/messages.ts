import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { KeptAgent } from "../../contract/agent.ts";
import type { Actions } from "../../contract/plan/actions.ts";
import type { Session } from "../../contract/plan/agents/session.ts";
import type { KeptTurn } from "../../contract/plan/agents/transcript.ts";
import type { Board } from "../../contract/plan/board.ts";
import { MESSAGE_NAMES, type MessageName } from "../../contract/plan/commands.ts";
import type {
  Checkpoint,
  Comparison,
  EditPreview,
  PlanVersion,
  VersionView,
} from "../../contract/plan/edit.ts";
import type { EventList } from "../../contract/plan/event.ts";
import type { PlanGraph } from "../../contract/plan/graph.ts";
import type { Choices } from "../../contract/plan/holds/choices.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { ProposalLook } from "../../contract/plan/holds/proposal-look.ts";
import type {
  ForkInput,
  NewPlanInput,
  PlanView,
  Progress,
  Receipt,
  Schedule,
  TodoDetail,
} from "../../contract/plan/plan.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import type { Template } from "../../contract/template.ts";
import type { CallToMake } from "../../plan/agents/allowed-call.ts";
import type { RunToMake } from "../../plan/holds/approved-run.ts";
import type { Asker } from "../../plan/legal-commands.ts";
import type { LiveProgress } from "../../plan/model/progress.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import type { RowsBySeq } from "../../plan/views/board/board.ts";
import type { NewsFound, NewsWanted } from "../../plan/views/board/news.ts";
import type { listTodos, TodosWanted } from "../../plan/views/list-todos.ts";
import type { SessionLook } from "../../plan/views/view-session.ts";

/** Who sends when a message from Temporal UI or its CLI names nobody, and who starts plans there. */
export const UNNAMED = "temporal";

/** A command, and beside it the API's word for it, where the plan asks for that. */
export type SentCommand = [command: unknown, proof?: unknown];

/**
 * Commands by their names, which are the words that a person types in Temporal UI or the Temporal
 * CLI. Each is a Signal (fire and forget; a refused one is logged as an event) and an Update
 * (answers, and its validator refuses without a history event). Anyone can send anything as its argument.
 */
export const COMMANDS = MESSAGE_NAMES.map((name) => ({
  name,
  signal: defineSignal<SentCommand>(name),
  update: defineUpdate<Receipt, SentCommand>(name),
}));

/**
 * How a long todo that runs beside its plan tells what became of it. Beside it comes the word by which
 * they know each other, where the plan takes commands from its API only.
 */
export const todoReportSignal = defineSignal<[report: unknown, word?: unknown]>("todo_report");

/** How a plan tells an agent, which runs beside it, what it has to know now: all of it each time. */
export const agentNewsSignal = defineSignal<[news: unknown, word?: unknown]>("agent_news");
/** Whether a person has allowed an agent that works on the plan exactly this call. */
export const callAllowedQuery = defineQuery<boolean, [CallToMake]>("call_allowed");
/** Whether a person has approved exactly the run of a todo that a worker is about to make. */
export const runApprovedQuery = defineQuery<boolean, [RunToMake]>("run_approved");
/** What an agent and the plan's orchestrator have said to each other, oldest first. */
export const transcriptQuery = defineQuery<KeptTurn[], []>("transcript");

export interface EventsWanted {
  readonly after?: number;
  /** The newest so many, in place of those after a number. */
  readonly last?: number;
  readonly limit?: number;
  /** With the rows to fold into a board. */
  readonly rows?: boolean;
}

/** One page of events: those after a sequence number. */
export interface EventPage extends EventList {
  /** Older parts of the log, by artifact, where the page reaches into them. */
  readonly archive: { from: number; to: number; artifact: string }[];
  /** The rows that these events left changed, when they were asked for. */
  readonly rows?: RowsBySeq;
}

/**
 * What a plan says to a command without taking it: the first answer again when it took the command
 * before, else why it refuses, or null when it would take it. A plan that has ended answers this way.
 */
export type CommandAnswer = { receipt: Receipt } | { problem: Problem } | null;

interface Live {
  /** How far running todos are: the plan counts it, and does not know it by itself. */
  readonly live?: LiveProgress;
}

export const planQuery = defineQuery<PlanView, [({ offset?: number; limit?: number } & Live)?]>(
  "plan",
);
export const todoQuery = defineQuery<TodoDetail | null, [{ todo_id: string } & Live]>("todo");
export const progressQuery = defineQuery<Progress, [Live?]>("progress");
export const boardQuery = defineQuery<Board, [({ limit?: number } & Live)?]>("board");
/** A hold by its id, whole or as it is called within the plan. */
export const holdQuery = defineQuery<Hold | null, [{ hold_id: string }]>("hold");
export const holdsQuery = defineQuery<Hold[]>("holds");
export const pendingApprovalsQuery = defineQuery<Hold[]>("pending_approvals");
export const eventsQuery = defineQuery<EventPage, [EventsWanted?]>("events");
export const scheduleQuery = defineQuery<Schedule, [{ limit?: number }?]>("schedule");
export const checkpointsQuery = defineQuery<Checkpoint[]>("checkpoints");
export const versionsQuery = defineQuery<PlanVersion[]>("versions");
export const compareQuery = defineQuery<Comparison | null, [{ from: number; to: number }]>(
  "compare",
);
/** One page of todos, by status. */
export const todosQuery = defineQuery<ReturnType<typeof listTodos>, [TodosWanted]>("todos");
/** What can be done now: to the plan, or to one of its todos, by anybody or by who asks; null when there is no such todo. */
export const actionsQuery = defineQuery<Actions | null, [{ todo_id?: string; you?: Asker }?]>(
  "actions",
);
/** What may be decided on a hold, or done to a todo, and what that would do; null for neither. */
export const choicesQuery = defineQuery<
  Choices | { problem: Problem } | null,
  [{ hold_id: string } | { todo_id: string }]
>("choices");
/** What lines of a proposal would do now; null when the hold proposes nothing. */
export const proposalQuery = defineQuery<
  ProposalLook | null,
  [{ hold_id: string; lines?: readonly number[] }]
>("proposal");
export const graphQuery = defineQuery<PlanGraph>("graph");
/** A version and the plan's structure at it; null when there is no such version. */
export const versionQuery = defineQuery<VersionView | null, [{ version: number }]>("version");
/** The state of a plan forked from this one, as it would start. */
export const forkQuery = defineQuery<
  { state: PlanState } | { problem: Problem },
  [{ input: Omit<ForkInput, "id">; given: { id: string; owner: string; at: string } }]
>("fork");
/** Everything a plan is, for the run that goes on with it. */
export const stateQuery = defineQuery<PlanState>("state");
/** The sessions of agents that work on the plan. */
export const sessionsQuery = defineQuery<Session[]>("sessions");
/** One session and what it could claim; null when there is none. */
export const sessionQuery = defineQuery<SessionLook | null, [{ session_id: string }]>("session");
/** The plan as a person would write it to have it again. */
export const exportQuery = defineQuery<NewPlanInput>("export");

/** What of a plan's events others may be told. */
export const newsQuery = defineQuery<NewsFound, [NewsWanted]>("news");

/** Messages of a template's own workflow. */
export const templateQuery = defineQuery<Template | null>("template");
export const saveTemplateUpdate = defineUpdate<Template, SentCommand, "save_template">(
  "save_template",
);
export const deleteTemplateUpdate = defineUpdate<void, SentCommand, "delete_template">(
  "delete_template",
);

/** Messages of the workflow that keeps an agent's definition. */
export const keptAgentQuery = defineQuery<KeptAgent | null>("agent");
export const saveAgentUpdate = defineUpdate<KeptAgent, SentCommand, "save_agent">("save_agent");
export const deleteAgentUpdate = defineUpdate<void, SentCommand, "delete_agent">("delete_agent");

/** What a command would do: the events that it would record, or the problem. Changes nothing. */
export const previewQuery = defineQuery<Preview, [{ message: string; body: unknown }]>("preview");

/** What an edit, undo or rollback would make of the plan. */
export type Preview = { readonly problem: Problem } | Omit<EditPreview, "validate_only">;
export const answerQuery = defineQuery<CommandAnswer, [{ name: MessageName; command: object }]>(
  "answer",
);
