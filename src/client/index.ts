export { createClient, type Client, type ClientOptions } from "./client.ts";
export { ConnectionError } from "./connection-error.ts";
export {
  DeliveryError,
  verifyDelivery,
  type DeliveryHeaders,
  type DeliveryOptions,
} from "./verify-delivery.ts";
export {
  verifyLog,
  type KnownOfLog,
  type LogCheck,
  type LogFault,
  type LogFile,
  type VerifiedLog,
} from "./verify-log.ts";
export type { LogHead, LogSignature, NotedHead } from "../contract/plan/log-file.ts";
export type {
  ToldDecision,
  ToldEnd,
  ToldHold,
  ToldTodo,
  WebhookEvent,
} from "../contract/service/told.ts";
export type { ChangeOptions, VersionOptions } from "./call-api.ts";
export type { Caller, CallOptions } from "./send-request.ts";
export type * from "./shapes.ts";
export {
  watch,
  type ConnectionOptions,
  type WatchBoardsOptions,
  type WatchItem,
  type WatchOptions,
} from "./watch.ts";
export type { ListNews } from "./watch-lists.ts";
export { ProblemError } from "../contract/problems/problem-error.ts";
export type { ToldProblem as Problem } from "../contract/problems/problem.ts";
export type { ProblemCode } from "../contract/tables/problems.ts";
export type { Actions, Possibility } from "../contract/plan/actions.ts";
export type {
  Choice,
  Choices,
  Consequences,
  TimeoutPreview,
} from "../contract/plan/holds/choices.ts";
export type { Board, BoardEvent } from "../contract/plan/board.ts";
export type {
  Checkpoint,
  Comparison,
  EditOp,
  EditPreview,
  Impact,
  PlanChanges,
  PlanVersion,
  Position,
  VersionView,
} from "../contract/plan/edit.ts";
export type { EventList, LoggedEvent } from "../contract/plan/event.ts";
export type { PlanGraph } from "../contract/plan/graph.ts";
export type {
  ArgumentMatches,
  Decision,
  DecisionInput,
  Hold,
  HoldDetail,
  HoldNeeds,
  Revealed,
} from "../contract/plan/holds/hold.ts";
export type {
  HoldSummary,
  Inbox,
  InboxRow,
  NoticeList,
  PlanList,
  PlanRow,
  WorkList,
} from "../contract/list.ts";
export type {
  Added,
  ForkInput,
  NewGoalInput,
  NewPlan,
  NewPlanInput,
  PlanView,
  Progress,
  Reason,
  Receipt,
  Schedule,
  TodoDetail,
} from "../contract/plan/plan.ts";
export type { Backfill, PlanSchedule, ScheduleSummary } from "../contract/schedule.ts";
export type { EventWord, ListSnapshot } from "../contract/service/stream.ts";
export type { Said } from "../contract/sentences/catalog.ts";
export type { SavedTemplate, Template, TemplateSummary } from "../contract/template.ts";
export type { Json, JsonObject } from "../contract/text.ts";
export type { FileAnswer, NewTodo, NewTodoInput, Todo } from "../contract/plan/todo.ts";
export type { AgentList, KeptAgent } from "../contract/agent.ts";
export type { ToolList, ToolMark, ToolView } from "../contract/tool.ts";
export type { NextForSession, Session } from "../contract/plan/agents/session.ts";
export type { TranscriptPage } from "../contract/plan/agents/transcript.ts";
export type { HoldAction, HoldActionInputs } from "../contract/plan/holds/hold-actions.ts";
export type { ProposalLook } from "../contract/plan/holds/proposal-look.ts";
export type { ReplanInput } from "../contract/plan/holds/proposal.ts";
export type { Termination } from "../contract/plan/termination.ts";
export type { LogPage } from "../contract/plan/todo-log.ts";
export type { SystemChecks } from "../contract/service/checks.ts";
export type { KeyList, KeyView, NewKey } from "../contract/service/key.ts";
export type { SignIn } from "../contract/service/sign-in.ts";
export type { System } from "../contract/service/system.ts";
export type { HoldViewers } from "../contract/service/viewers.ts";
export type {
  Delivery,
  DeliveryDetail,
  RotatedWebhook,
  Webhook,
} from "../contract/service/webhook.ts";
export type {
  CreatedPlan,
  CreatePlanInput,
  CreatePreview,
  Proposal,
  ProposeInput,
} from "../contract/words.ts";
