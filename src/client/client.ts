import type { AgentList, KeptAgent } from "../contract/agent.ts";
import type { Inbox, NoticeList, PlanList, WorkList } from "../contract/list.ts";
import type { Actions } from "../contract/plan/actions.ts";
import type { NextForSession, Session } from "../contract/plan/agents/session.ts";
import type { TranscriptPage } from "../contract/plan/agents/transcript.ts";
import type { Board } from "../contract/plan/board.ts";
import type { Comparison, EditPreview, VersionView } from "../contract/plan/edit.ts";
import type { PlanGraph } from "../contract/plan/graph.ts";
import type { Choices } from "../contract/plan/holds/choices.ts";
import type { HoldAction, HoldActionInputs } from "../contract/plan/holds/hold-actions.ts";
import type {
  ArgumentMatches,
  DecisionInput,
  HoldDetail,
  Revealed,
} from "../contract/plan/holds/hold.ts";
import type { ProposalLook } from "../contract/plan/holds/proposal-look.ts";
import type { ReplanInput } from "../contract/plan/holds/proposal.ts";
import type { LogHead } from "../contract/plan/log-file.ts";
import type {
  Added,
  ForkInput,
  NewGoalInput,
  NewPlanInput,
  PlanView,
  Progress,
  Receipt,
  Schedule,
  TodoDetail,
} from "../contract/plan/plan.ts";
import type { Termination } from "../contract/plan/termination.ts";
import type { LogPage } from "../contract/plan/todo-log.ts";
import type { FileAnswer } from "../contract/plan/todo.ts";
import type { Backfill, PlanSchedule } from "../contract/schedule.ts";
import type { SystemChecks } from "../contract/service/checks.ts";
import type { KeyList, KeyView, NewKey } from "../contract/service/key.ts";
import type { SignIn } from "../contract/service/sign-in.ts";
import type { ListSnapshot } from "../contract/service/stream.ts";
import type { System } from "../contract/service/system.ts";
import type { HoldViewers } from "../contract/service/viewers.ts";
import type {
  Delivery,
  DeliveryDetail,
  RotatedWebhook,
  Webhook,
} from "../contract/service/webhook.ts";
import type { SavedTemplate, Template } from "../contract/template.ts";
import type { JsonObject } from "../contract/text.ts";
import type { ToolList } from "../contract/tool.ts";
import type {
  CreatedPlan,
  CreatePlanInput,
  CreatePreview,
  Proposal,
  ProposeInput,
} from "../contract/words.ts";
import { assertAddress } from "./address.ts";
import { createCalls, type VersionOptions } from "./call-api.ts";
import { assertTimeout, type Caller, type CallOptions } from "./send-request.ts";
import type * as Shapes from "./shapes.ts";
import { watchLists } from "./watch-lists.ts";
import {
  watch,
  type ConnectionOptions,
  type WatchBoardsOptions,
  type WatchItem,
  type WatchOptions,
} from "./watch.ts";

/** Who the client is, and how its calls are made. */
export interface ClientOptions extends Caller, CallOptions {}

/** What the client says by itself is left out. */
type Keyless<Options> = Omit<Options, keyof Caller>;
type Watched<News> = AsyncGenerator<News, void>;
type None = [];
type OfPlan = [planId: string];
type OfTodo = [planId: string, todoId: string];
type OfSession = [planId: string, sessionId: string];
type OfHold = [holdId: string];
type OfAgent = [agentName: string];
type OfTemplate = [templateId: string];
type OfSchedule = [scheduleId: string];
type OfWebhook = [webhookId: string];
type OfKey = [keyId: string];
type OfDelivery = [webhookId: string, deliveryId: string];

/** Whether a text can be a key at all: anything else has no place in a header. */
export function mayBeKey(text: string): boolean {
  return /^[\w-]*$/.test(text);
}

function clientOf(url: string, options: ClientOptions) {
  const { key = "", instance, language, via, onDate, ...defaults } = options;
  const caller = { key, instance, language, via, onDate };
  assertAddress(url);
  assertTimeout(defaults.timeoutMs);
  if (!mayBeKey(key)) throw new TypeError("The key is not of the form hp_….");
  const { read, send, change, bytes } = createCalls(url, caller, defaults);
  const plan = "/v1/plans/:plan";
  const todo = "/v1/plans/:plan/todos/:todo";
  const session = "/v1/plans/:plan/sessions/:session";
  const hold = "/v1/holds/:hold";
  const agent = "/v1/agents/:agent";
  const template = "/v1/templates/:template";
  const schedule = "/v1/schedules/:schedule";
  const webhook = "/v1/webhooks/:webhook";
  const watching = <Wishes extends Keyless<ConnectionOptions>>(wishes: Wishes) => ({
    ...wishes,
    ...caller,
    signal: wishes.signal ?? defaults.signal,
  });
  function watchPlan(planId: string, options: Keyless<WatchBoardsOptions>): Watched<Board>;
  function watchPlan(planId: string, options?: Keyless<WatchOptions>): Watched<WatchItem>;
  function watchPlan(planId: string, wishes: Keyless<ConnectionOptions> = {}): Watched<never> {
    return watch(url, planId, watching(wishes)) as Watched<never>;
  }
  const onHold = <Action extends HoldAction>(action: Action) =>
    send<OfHold, HoldActionInputs[Action] & Shapes.ReasonInput, Receipt>(`POST ${hold}/${action}`);
  const decide = send<OfHold, DecisionInput, Receipt>(`POST ${hold}/decision`);
  return {
    plans: {
      list: send<None, Shapes.PlanFilter, PlanList>("GET /v1/plans"),
      /** All plans that go on, and their holds. */
      overview: read<None, ListSnapshot>("GET /v1/events"),
      /** Starts a plan, written as in a file or as an outline in words. */
      create: send<None, CreatePlanInput, CreatedPlan>("POST /v1/plans"),
      /** What such a plan would be; starts nothing. */
      preview: send<None, CreatePlanInput, CreatePreview>("POST /v1/plans/preview"),
      /** Starts a plan whose todos are planned from a goal. */
      plan: send<None, NewGoalInput, PlanView>("POST /v1/plans"),
      /** Starts a plan that was written for S1 or S2. */
      import: change<None, Shapes.ImportInput, Shapes.Imported, Shapes.ImportPreview>(
        "POST /v1/plans/import",
      ),
      get: send<OfPlan, Shapes.Page, PlanView>(`GET ${plan}`),
      /** What a person watches of it. */
      board: send<OfPlan, Pick<Shapes.Page, "limit">, Board>(`GET ${plan}/board`),
      /** What can be done now, and why not the rest. */
      actions: send<OfPlan, Shapes.ActionsFilter, Actions>(`GET ${plan}/actions`),
      progress: read<OfPlan, Progress>(`GET ${plan}/progress`),
      schedule: send<OfPlan, Pick<Shapes.Page, "limit">, Schedule>(`GET ${plan}/schedule`),
      graph: read<OfPlan, PlanGraph>(`GET ${plan}/graph`),
      history: send<OfPlan, Shapes.HistoryFilter, Shapes.History>(`GET ${plan}/history`),
      /** All of its log as lines, for `verifyLog`. */
      log: read<OfPlan, string>(`GET ${plan}/log`, "text"),
      /** The digest that stands for all of its log now, signed. */
      logHead: read<OfPlan, LogHead>(`GET ${plan}/log/head`),
      holds: send<OfPlan, Shapes.HoldFilter, Shapes.HoldList>(`GET ${plan}/holds`),
      events: send<OfPlan, Shapes.EventFilter, Shapes.EventPage>(`GET ${plan}/events`),
      /** All plans that go on, and their holds, as they change. */
      watchAll: (options: Keyless<ConnectionOptions> = {}) => watchLists(url, watching(options)),
      /** Its events as they happen, or with `as: "boards"` the whole of it, up to its end. */
      watch: watchPlan,
      /** The plan as one would write it to have it again. */
      export: read<OfPlan, NewPlanInput>(`GET ${plan}/export`),
      pause: send<OfPlan, Shapes.ControlInput, Receipt>(`POST ${plan}/pause`),
      resume: send<OfPlan, Shapes.ControlInput, Receipt, VersionOptions>(`POST ${plan}/resume`),
      cancel: send<OfPlan, Shapes.ControlInput, Receipt, VersionOptions>(`POST ${plan}/cancel`),
      /** Ends a plan at once that no worker can go on with, or tells what that loses. */
      terminate: change<OfPlan, Shapes.ReasonInput, Termination, Termination>(
        `POST ${plan}/terminate`,
      ),
      /** Takes an ended plan out of the lists. */
      archive: send<OfPlan, Shapes.ReasonInput, Receipt>(`POST ${plan}/archive`),
      unarchive: send<OfPlan, Shapes.ReasonInput, Receipt>(`POST ${plan}/unarchive`),
      /** Acknowledges its failure: it is no longer a notice. */
      acknowledge: send<OfPlan, Shapes.ReasonInput, Receipt>(`POST ${plan}/acknowledge`),
      /** Plans that failed, until somebody acknowledges it. */
      notices: send<None, Shapes.NoticeFilter, NoticeList>("GET /v1/notices"),
      /** Deletes an ended plan with its log, results and files. */
      delete: read<OfPlan, void>(`DELETE ${plan}`, "nothing"),
      fork: change<OfPlan, ForkInput, PlanView, PlanView>(`POST ${plan}/fork`),
      edit: change<OfPlan, Shapes.EditInput, Receipt, EditPreview>(`POST ${plan}/edits`),
      /** Reads an instruction in words: what it would change. */
      proposeEdit: send<OfPlan, ProposeInput, Proposal>(`POST ${plan}/edits/propose`),
      /** Asks a model to plan anew: its proposal is a hold, unless the plan's policy applies it. */
      replan: send<OfPlan, ReplanInput, Receipt>(`POST ${plan}/replan`),
      /** Takes the last edit back. */
      undo: change<OfPlan, Shapes.ReasonInput, Receipt, EditPreview>(`POST ${plan}/undo`),
      /** Returns to a version or a checkpoint. */
      rollback: change<OfPlan, Shapes.RollbackInput, Receipt, EditPreview>(`POST ${plan}/rollback`),
      versions: read<OfPlan, Shapes.Versions>(`GET ${plan}/versions`),
      /** One version, and the plan as it was then. */
      version: read<[planId: string, version: number], VersionView>(
        `GET ${plan}/versions/:version`,
      ),
      compare: send<OfPlan, { from: number; to: number }, Comparison>(`GET ${plan}/compare`),
      checkpoints: read<OfPlan, Shapes.Checkpoints>(`GET ${plan}/checkpoints`),
    },
    todos: {
      list: send<OfPlan, Shapes.TodoFilter, Shapes.TodoPage>(`GET ${plan}/todos`),
      get: read<OfTodo, TodoDetail>(`GET ${todo}`),
      /** The bytes of its result, however large: all, or of the value or file at a pointer. */
      result: bytes<OfTodo, Shapes.ResultPart>(`GET ${todo}/result`),
      /** What its tool wrote to its log, also while it runs. */
      log: send<OfTodo, Shapes.LogFilter, LogPage>(`GET ${todo}/log`),
      /** What its agent and the orchestrator have said to each other. */
      transcript: send<OfTodo, Shapes.Page, TranscriptPage>(`GET ${todo}/transcript`),
      /** What skipping, retrying or rerunning it would stop and start. */
      choices: read<OfTodo, Choices>(`GET ${todo}/choices`),
      add: change<OfPlan, Shapes.TodoAddition, Added, EditPreview>(`POST ${plan}/todos`),
      change: change<OfTodo, Shapes.TodoChange, Receipt, EditPreview>(`PATCH ${todo}`),
      remove: change<OfTodo, Shapes.TodoRemoval, Receipt, EditPreview>(`DELETE ${todo}`),
      skip: send<OfTodo, Shapes.ReasonInput, Receipt>(`POST ${todo}/skip`),
      /** With `changes` it is another todo that runs, here and with `rerun`: what they would do can be asked first. */
      retry: change<OfTodo, Shapes.TodoActionInput, Receipt, EditPreview>(`POST ${todo}/retry`),
      rerun: change<OfTodo, Shapes.TodoActionInput, Receipt, EditPreview>(`POST ${todo}/rerun`),
      /** Its agent does not go on by itself after its countdown: it waits for a person's words. */
      halt: send<OfTodo, Shapes.ReasonInput, Receipt>(`POST ${todo}/halt`),
      /** What people can do or have claimed, in all plans. */
      work: send<None, Shapes.WorkFilter, WorkList>("GET /v1/work"),
      claim: send<OfTodo, Shapes.ReasonInput, Receipt>(`POST ${todo}/claim`),
      release: send<OfTodo, Shapes.ReleaseInput, Receipt>(`POST ${todo}/release`),
      done: send<OfTodo, Shapes.DoneInput, Receipt>(`POST ${todo}/done`),
      cannot: send<OfTodo, Shapes.CannotInput, Receipt>(`POST ${todo}/cannot`),
    },
    /** Sessions of agents outside, which work on the todos that are assigned to them. */
    sessions: {
      list: read<OfPlan, Shapes.SessionList>(`GET ${plan}/sessions`),
      get: read<OfSession, Session>(`GET ${session}`),
      register: send<OfPlan, Shapes.Registration, Session>(`POST ${plan}/sessions`),
      /** Takes the next todo; say what became of it by `todos.done` with its `session_id`. */
      claim: send<OfSession, Shapes.SessionCommand, Shapes.ClaimAnswer>(`POST ${session}/claim`),
      heartbeat: send<OfSession, Shapes.Heartbeat, Shapes.SessionAnswer>(
        `POST ${session}/heartbeat`,
      ),
      /** Tells what happens in it. */
      tell: send<OfSession, Shapes.SessionEventInput, Shapes.SessionAnswer>(
        `POST ${session}/events`,
      ),
      /** What it is to do next; `wait` says for how many seconds it is waited for. */
      next: send<OfSession, { wait?: number | undefined }, NextForSession>(`GET ${session}/next`),
      ack: send<OfSession, Shapes.AckInput, Shapes.SessionAnswer>(`POST ${session}/ack`),
      delete: read<OfSession, void>(`DELETE ${session}`, "nothing"),
    },
    holds: {
      /** The inbox: the open holds of all plans. */
      list: send<None, Shapes.InboxFilter, Inbox>("GET /v1/holds"),
      /** One hold, with the size, digest, beginning and end of what stands in it by reference. */
      get: read<OfHold, HoldDetail>(`GET ${hold}`),
      /** What a proposal, or some of its lines (`1,3`), would change now. */
      proposal: send<OfHold, { lines?: string | undefined }, ProposalLook>(`GET ${hold}/proposal`),
      /** The bytes that the todo would run with: all, or of the value at a pointer. */
      arguments: bytes<OfHold, { pointer?: string | undefined }>(`GET ${hold}/arguments`),
      /** Where a text stands in these bytes. */
      findInArguments: send<OfHold, Shapes.Finding, ArgumentMatches>(
        `GET ${hold}/arguments/matches`,
      ),
      /** What each decision would stop and start. */
      choices: read<OfHold, Choices>(`GET ${hold}/choices`),
      decide,
      /** Decides each by itself; what became of them comes in the same order. */
      decideMany: send<None, Shapes.Decisions, Shapes.Decided>("POST /v1/holds/decisions"),
      /** Answers the question of an input hold. */
      answer: (holdId: string, value: DecisionInput["value"], options?: CallOptions) =>
        decide(holdId, { decision: "answer", value }, options),
      /** Says that the caller looks at it now; answers who else does. */
      look: read<OfHold, HoldViewers>(`POST ${hold}/viewers`),
      /** Takes a decision back that has not taken effect. */
      undo: onHold("undo"),
      extend: onHold("extend"),
      delegate: onHold("delegate"),
      /** Shows one secret value that it is about; the plan's log says who saw it. */
      reveal: send<OfHold, HoldActionInputs["reveal"] & Shapes.ReasonInput, Revealed>(
        `POST ${hold}/reveal`,
      ),
      /** Ends an approval that is remembered: later todos ask again. */
      revoke: onHold("revoke"),
      withdraw: onHold("withdraw"),
    },
    files: {
      /** Sends a file for an answer to an input hold. */
      upload: async (planId: string, name: string, bytes: Uint8Array, options?: CallOptions) =>
        send<OfPlan, Uint8Array, FileAnswer>(`POST ${plan}/files?name=${encodeURIComponent(name)}`)(
          planId,
          bytes,
          options,
        ),
    },
    templates: {
      list: read<None, Shapes.Templates>("GET /v1/templates"),
      get: read<OfTemplate, Template>(`GET ${template}`),
      save: send<OfTemplate, Shapes.TemplateInput, SavedTemplate>(`PUT ${template}`),
      delete: read<OfTemplate, void>(`DELETE ${template}`, "nothing"),
      /** Starts a plan from it. */
      use: send<OfTemplate, Shapes.TemplateUse, PlanView>(`POST ${template}/plans`),
    },
    /** Who outside is told what happens. */
    webhooks: {
      list: read<None, Shapes.Webhooks>("GET /v1/webhooks"),
      get: read<OfWebhook, Webhook>(`GET ${webhook}`),
      /** Makes one; no other answer has its secret. */
      create: send<None, Shapes.WebhookInput, Shapes.NewWebhook>("POST /v1/webhooks"),
      change: send<OfWebhook, Shapes.WebhookChange, Webhook>(`PATCH ${webhook}`),
      delete: read<OfWebhook, void>(`DELETE ${webhook}`, "nothing"),
      /** Sends it something, to see whether it arrives. */
      test: send<OfWebhook, object, Delivery>(`POST ${webhook}/test`),
      /** Gives it a new secret; the one before signs as well for a day. */
      rotate: send<OfWebhook, object, RotatedWebhook>(`POST ${webhook}/rotate`),
      deliveries: send<OfWebhook, Shapes.DeliveryFilter, Shapes.Deliveries>(
        `GET ${webhook}/deliveries`,
      ),
      delivery: read<OfDelivery, DeliveryDetail>(`GET ${webhook}/deliveries/:delivery`),
      /** Tells it again, with the same id; at once where it is still tried. */
      replay: send<OfDelivery, object, Delivery>(`POST ${webhook}/deliveries/:delivery/replay`),
    },
    tools: {
      /** The tools that todos may run, with the JSON Schemas of what they take and give; or the one of a name. */
      list: send<None, Shapes.ToolFilter, ToolList>("GET /v1/tools"),
    },
    agents: {
      /** The agents, their tools and limits, and the models. */
      list: read<None, AgentList>("GET /v1/agents"),
      /** One that the API keeps, with its instructions. */
      get: read<OfAgent, KeptAgent>(`GET ${agent}`),
      save: send<OfAgent, Shapes.AgentInput, KeptAgent>(`PUT ${agent}`),
      delete: read<OfAgent, void, VersionOptions>(`DELETE ${agent}`, "nothing"),
    },
    /** Who may use the API; for admins. */
    keys: {
      list: read<None, KeyList>("GET /v1/keys"),
      /** Makes one; no other answer has it whole. */
      create: send<None, Shapes.KeyInput, NewKey>("POST /v1/keys"),
      /** Ends it, and every sign-in by it, at once and for good. */
      revoke: read<OfKey, KeyView>("DELETE /v1/keys/:key"),
    },
    schedules: {
      list: read<None, Shapes.Schedules>("GET /v1/schedules"),
      get: read<OfSchedule, PlanSchedule>(`GET ${schedule}`),
      save: send<OfSchedule, Shapes.ScheduleInput, PlanSchedule>(`PUT ${schedule}`),
      delete: read<OfSchedule, void>(`DELETE ${schedule}`, "nothing"),
      pause: send<OfSchedule, Shapes.ScheduleNote, PlanSchedule>(`POST ${schedule}/pause`),
      resume: send<OfSchedule, Shapes.ScheduleNote, PlanSchedule>(`POST ${schedule}/resume`),
      /** Starts a plan now. */
      trigger: read<OfSchedule, PlanSchedule>(`POST ${schedule}/trigger`),
      /** Starts a plan for every time of a period. */
      backfill: change<OfSchedule, Shapes.BackfillInput, Backfill, Backfill>(
        `POST ${schedule}/backfill`,
      ),
    },
    service: {
      health: read<None, { status: "ok" }>("GET /healthz"),
      /** Resolves when all parts are ready. @throws ProblemError `not_ready` with those that are not. */
      ready: read<None, Shapes.Ready>("GET /readyz"),
      /** Who the caller is, and how the installation is set up. */
      system: read<None, System>("GET /v1/system"),
      /** Looks at everything that plans need, as `holdpoint doctor` does. */
      checks: read<None, SystemChecks>("GET /v1/system/checks"),
      /** Who the caller is, and by which key. */
      signedIn: read<None, SignIn>("GET /v1/sign-in"),
      /** Has the browser that asks keep a cookie in the place of this client's key. */
      signIn: read<None, SignIn>("POST /v1/sign-in"),
      signOut: read<None, void>("DELETE /v1/sign-in", "nothing"),
      openapi: read<None, JsonObject>("GET /openapi.json"),
      asyncapi: read<None, JsonObject>("GET /asyncapi.json"),
      /** The JSON Schema of plan files, for editors. */
      planFileSchema: read<None, JsonObject>("GET /plan.schema.json"),
      /** Numbers for Prometheus. */
      metrics: read<None, string>("GET /metrics", "text"),
      problems: read<None, Shapes.ProblemList>("GET /problems"),
      /** What a problem means and what to do, as Markdown. */
      problem: read<[code: string], string>("GET /problems/:code", "text"),
    },
  };
}

/** Every route of the API as a method, by what it is about. */
export interface Client extends ReturnType<typeof clientOf> {}

/**
 * A client of the API at `url`. Its methods fail with a `ProblemError` when the API refuses and a
 * `ConnectionError` when there is none; what may pass is tried again before (see `CallOptions`).
 * @throws TypeError for an address that is none, a key that holds what no key holds, and a time below zero.
 */
export function createClient(url: string, options: ClientOptions = {}): Client {
  return clientOf(url, options);
}
