import type { z } from "zod";
import type {
  ImportedSchema,
  ImportInputSchema,
  ImportPreviewSchema,
} from "../compat/import-contract.ts";
import type { AgentInputSchema } from "../contract/agent.ts";
import type { InboxQuery, NoticeQuery, PlanListQuery, WorkQuery } from "../contract/list.ts";
import type { PartQuerySchema } from "../contract/paging.ts";
import type { ActionsQuerySchema } from "../contract/plan/actions.ts";
import type {
  AckInputSchema,
  ClaimAnswerSchema,
  HeartbeatInputSchema,
  RegistrationInputSchema,
  SessionAnswerSchema,
  SessionCommandInputSchema,
  SessionEventInputSchema,
  SessionListSchema,
} from "../contract/plan/agents/session.ts";
import type { ResultQuerySchema } from "../contract/plan/agents/transcript.ts";
import type {
  CheckpointListSchema,
  EditInputSchema,
  Position,
  RollbackInputSchema,
  TodoActionInputSchema,
  TodoChangesSchema,
  VersionListSchema,
} from "../contract/plan/edit.ts";
import type { EventList } from "../contract/plan/event.ts";
import type {
  HistoryQuerySchema,
  HistorySchema,
  TodoPageQuerySchema,
  TodoPageSchema,
} from "../contract/plan/history.ts";
import type {
  BulkDecisionInputSchema,
  DecidedSchema,
} from "../contract/plan/holds/bulk-decision.ts";
import type { HoldListSchema } from "../contract/plan/holds/hold.ts";
import type { ControlInputSchema, ReasonInputSchema } from "../contract/plan/plan.ts";
import type { LogQuerySchema } from "../contract/plan/todo-log.ts";
import type { NewTodoInput } from "../contract/plan/todo.ts";
import type {
  CannotInputSchema,
  DoneInputSchema,
  ReleaseInputSchema,
} from "../contract/plan/work.ts";
import type {
  BackfillInputSchema,
  ScheduleInputSchema,
  ScheduleNoteSchema,
  ScheduleListSchema,
} from "../contract/schedule.ts";
import type { KeyInputSchema } from "../contract/service/key.ts";
import type { ReadySchema } from "../contract/service/ready.ts";
import type { EventQuerySchema } from "../contract/service/stream.ts";
import type {
  DeliveryListSchema,
  DeliveryQuerySchema,
  NewWebhookSchema,
  WebhookListSchema,
  WebhookChangeSchema,
  WebhookInputSchema,
} from "../contract/service/webhook.ts";
import type {
  InstantiateInputSchema,
  TemplateInputSchema,
  TemplateListSchema,
} from "../contract/template.ts";
import type { ToolQuerySchema } from "../contract/tool.ts";

/** Which part of a list is wanted. */
export type Page = Query<z.output<typeof PartQuerySchema>>;
/** A query as a caller writes it: everything may be left out. */
type Query<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export type ToolFilter = Query<z.output<typeof ToolQuerySchema>>;
export type NoticeFilter = Query<NoticeQuery>;
export type InboxFilter = Query<InboxQuery>;
export type WorkFilter = Query<WorkQuery>;
export type PlanFilter = Query<PlanListQuery>;
export type ActionsFilter = Query<z.output<typeof ActionsQuerySchema>>;
/** Which of a plan's holds: the open ones when `status` is absent. */
export type HoldFilter = Query<{ status: "open" | "all"; agent: string; todo_id: string }>;
/** What to find in the arguments of a hold, and where. */
export type Finding = { readonly find: string } & Query<{
  pointer: string;
  from: number;
  limit: number;
}>;
export type HistoryFilter = Query<z.output<typeof HistoryQuerySchema>>;
export type TodoFilter = Query<z.output<typeof TodoPageQuerySchema>>;
/** Which lines of a todo's log: of one of its runs, the newest when absent, or of a call of its agent. */
export type ResultPart = Query<z.output<typeof ResultQuerySchema>>;
export type LogFilter = Query<z.output<typeof LogQuerySchema>>;
type Events = z.output<typeof EventQuerySchema>;
export interface EventFilter extends Query<Omit<Events, "types" | "board">> {
  /** Event types or families such as `hold`, with commas between. */
  readonly types?: string | undefined;
}

export type ReleaseInput = z.input<typeof ReleaseInputSchema>;
export type Registration = z.input<typeof RegistrationInputSchema>;
export type SessionCommand = z.input<typeof SessionCommandInputSchema>;
export type Heartbeat = z.input<typeof HeartbeatInputSchema>;
export type SessionEventInput = z.input<typeof SessionEventInputSchema>;
export type AckInput = z.input<typeof AckInputSchema>;
export type SessionAnswer = z.output<typeof SessionAnswerSchema>;
export type ClaimAnswer = z.output<typeof ClaimAnswerSchema>;
export type SessionList = z.output<typeof SessionListSchema>;
export type ReasonInput = z.input<typeof ReasonInputSchema>;
export type ControlInput = z.input<typeof ControlInputSchema>;
export type EditInput = z.input<typeof EditInputSchema>;
export type RollbackInput = z.input<typeof RollbackInputSchema>;
export type ImportInput = z.input<typeof ImportInputSchema>;
export type DoneInput = z.input<typeof DoneInputSchema>;
export type CannotInput = z.input<typeof CannotInputSchema>;
export type Decisions = z.input<typeof BulkDecisionInputSchema>;
export type AgentInput = z.input<typeof AgentInputSchema>;
export type KeyInput = z.input<typeof KeyInputSchema>;
export type TemplateInput = z.input<typeof TemplateInputSchema>;
export type TemplateUse = z.input<typeof InstantiateInputSchema>;
export type ScheduleInput = z.input<typeof ScheduleInputSchema>;
export type ScheduleNote = z.input<typeof ScheduleNoteSchema>;
export type BackfillInput = z.input<typeof BackfillInputSchema>;
/** What is said about a change of one todo, beside the change. */
interface TodoEdit extends ReasonInput {
  readonly position?: Position | undefined;
  readonly base_version?: number | undefined;
}
export type TodoActionInput = z.input<typeof TodoActionInputSchema>;
export type TodoRemoval = Pick<TodoEdit, "reason" | "base_version">;
export type TodoAddition = NewTodoInput & TodoEdit;
export type TodoChange = z.input<typeof TodoChangesSchema> & TodoEdit;

export type History = z.output<typeof HistorySchema>;
export type TodoPage = z.output<typeof TodoPageSchema>;
export type HoldList = z.output<typeof HoldListSchema>;
export type Imported = z.output<typeof ImportedSchema>;
export type ImportPreview = z.output<typeof ImportPreviewSchema>;
export type EventPage = EventList;
export type Versions = z.output<typeof VersionListSchema>;
export type Checkpoints = z.output<typeof CheckpointListSchema>;
export type Templates = z.output<typeof TemplateListSchema>;
export type Webhooks = z.output<typeof WebhookListSchema>;
export type WebhookInput = z.input<typeof WebhookInputSchema>;
export type WebhookChange = z.input<typeof WebhookChangeSchema>;
export type NewWebhook = z.output<typeof NewWebhookSchema>;
export type DeliveryFilter = Query<z.output<typeof DeliveryQuerySchema>>;
export type Deliveries = z.output<typeof DeliveryListSchema>;
export type Schedules = z.output<typeof ScheduleListSchema>;
export type Decided = z.output<typeof DecidedSchema>;
/** Every part of the service is ready. */
export type Ready = z.output<typeof ReadySchema>;
export type { ProblemList } from "../contract/problems/problem.ts";
