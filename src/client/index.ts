export { createClient, type Client, type ClientOptions } from "./client.ts";
export { ConnectionError } from "./connection-error.ts";
export type { CallOptions } from "./send-request.ts";
export type * from "./shapes.ts";
export { watch, type WatchBoardsOptions, type WatchItem, type WatchOptions } from "./watch.ts";
export type { ListNews } from "./watch-lists.ts";
export { ProblemError } from "../contract/problem-error.ts";
export type { ToldProblem as Problem } from "../contract/problem.ts";
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
export type { LoggedEvent } from "../contract/plan/event.ts";
export type { PlanGraph } from "../contract/plan/graph.ts";
export type {
  Decision,
  DecisionInput,
  Hold,
  HoldDetail,
  Revealed,
} from "../contract/plan/holds/hold.ts";
export type { HoldSummary, Inbox, InboxRow, PlanList, PlanRow } from "../contract/list.ts";
export type {
  Added,
  ForkInput,
  NewPlan,
  NewPlanInput,
  PlanView,
  Progress,
  Reason,
  Receipt,
  Schedule,
  TodoDetail,
} from "../contract/plan/plan.ts";
export type { PlanSchedule, ScheduleSummary } from "../contract/schedule.ts";
export type { ListSnapshot } from "../contract/service/stream.ts";
export type { Template, TemplateSummary } from "../contract/template.ts";
export type { Json, JsonObject } from "../contract/text.ts";
export type { FileAnswer, NewTodo, NewTodoInput, Todo } from "../contract/plan/todo.ts";
