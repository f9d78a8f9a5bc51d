import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  WorkflowFailedError,
  type Client,
  type ScheduleDescription,
  type ScheduleExecutionResult,
  type ScheduleOverlapPolicy,
} from "@temporalio/client";
import { ChildWorkflowFailure, rootCause } from "@temporalio/common";
import { msToTs } from "@temporalio/common/lib/time.js";
import type { ProofKey } from "../../contract/plan/proof.ts";
import { problemAt } from "../../contract/problem-at.ts";
import { Refusal } from "../../contract/problem-error.ts";
import {
  ScheduleTimesSchema,
  type BackfillInput,
  type PlanSchedule,
  type ScheduleInput,
  type ScheduleSummary,
} from "../../contract/schedule.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { OverlapRule } from "../../contract/tables/vocabulary.ts";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import { nearestName } from "../../text/nearest-name.ts";
import type {
  ScheduledPlanInput,
  scheduledPlanWorkflow,
} from "../../workflows/scheduled-plan.workflow.ts";
import { scheduledPlanId } from "../../workflows/wire/plan-start.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { untilListed } from "./lists/until-listed.ts";
import { toScheduleSpec } from "./schedule-spec.ts";

/** Schedules as the API sees them: each is one of Temporal's, so it needs no process of its own. */
export interface ScheduleGateway {
  /** Makes a schedule or replaces its rules. */
  put(id: string, input: ScheduleInput, owner: string): Promise<PlanSchedule>;
  get(id: string): Promise<PlanSchedule>;
  list(): Promise<ScheduleSummary[]>;
  pause(id: string, note: string): Promise<PlanSchedule>;
  resume(id: string, note: string): Promise<PlanSchedule>;
  /** Starts a plan now, whatever the rules say. */
  trigger(id: string): Promise<PlanSchedule>;
  backfill(id: string, input: BackfillInput): Promise<PlanSchedule>;
  /** How many times of a schedule are in a period, its ends included; above 1,000 they are not counted on. */
  countTimes(id: string, period: Pick<BackfillInput, "from" | "to">): Promise<number>;
  delete(id: string): Promise<void>;
}

const OVERLAPS: Record<OverlapRule, ScheduleOverlapPolicy> = {
  skip: "SKIP",
  buffer_one: "BUFFER_ONE",
  allow_all: "ALLOW_ALL",
};
/** How many schedules a list shows. */
const MAX_SCHEDULES = 1_000;

/** @param options how long Temporal may take to answer, in milliseconds. */
export function createScheduleGateway(
  client: Client,
  taskQueue: string,
  options: {
    readonly answerMs: number;
    /** What the plans that it starts ask of every command. */
    readonly demanded: () => Promise<readonly ProofKey[]>;
  },
): ScheduleGateway {
  const askTemporal = createAsk(client, options.answerMs);
  const handleOf = (id: string) => client.schedule.getHandle(TEMPORAL_NAMES.schedule_prefix + id);

  const ask = <Result>(id: string, request: () => Promise<Result>): Promise<Result> =>
    askTemporal(
      id,
      async () => {
        try {
          return await request();
        } catch (error) {
          if (error instanceof ScheduleNotFoundError) throw noSuchSchedule(id);
          throw error;
        }
      },
      { of: "temporal" },
    );
  const describe = async (id: string): Promise<PlanSchedule> => {
    const found = await handleOf(id).describe();
    const runs = found.info.recentActions.map(async (run) =>
      toRun(run, await whyFailed(client, run)),
    );
    return toPlanSchedule(id, found, await Promise.all(runs));
  };
  const change = (id: string, request: () => Promise<void>): Promise<PlanSchedule> =>
    ask(id, async () => {
      await request();
      return describe(id);
    });

  const list = (): Promise<ScheduleSummary[]> =>
    ask("", async () => {
      const found: ScheduleSummary[] = [];
      for await (const { scheduleId, action, memo, state, info } of client.schedule.list()) {
        if (action?.workflowType !== TEMPORAL_NAMES.scheduled_workflow) continue;
        found.push({
          id: shortId(scheduleId),
          template_id: String(memo?.["template_id"]),
          paused: state.paused,
          note: state.note || null,
          next_runs: info.nextActionTimes.map((time) => time.toISOString()),
        });
        if (found.length >= MAX_SCHEDULES) break;
      }
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    });
  /** Of a schedule that was changed, once lists tell it as it is. */
  const listed = async (changed: Promise<PlanSchedule>): Promise<PlanSchedule> => {
    const schedule = await changed;
    const isAsChanged = ({ id, paused }: ScheduleSummary): boolean =>
      id === schedule.id && paused === schedule.paused;
    await untilListed(async () => (await list()).some(isAsChanged));
    return schedule;
  };

  return {
    put: (id, input, owner) =>
      listed(
        ask(id, async () => {
          const written = toOptions(id, input, owner, taskQueue, await options.demanded());
          try {
            await client.schedule.create({
              ...written,
              scheduleId: TEMPORAL_NAMES.schedule_prefix + id,
              memo: { template_id: input.template_id },
            });
          } catch (error) {
            if (!(error instanceof ScheduleAlreadyRunning)) throw rulesProblem(error, input);
            assertSameTemplate(id, startedBy(await handleOf(id).describe()), input.template_id);
            await handleOf(id)
              .update(({ state: { paused, note } }) => ({
                ...written,
                // Who pauses says why, and saving the rules again takes neither back.
                state: { ...(input.paused === undefined && { paused, note }), ...written.state },
              }))
              .catch((cause: unknown) => {
                throw rulesProblem(cause, input);
              });
          }
          return describe(id);
        }),
      ),
    get: (id) => ask(id, () => describe(id)),
    list,
    pause: (id, note) => listed(change(id, () => handleOf(id).pause(note))),
    resume: (id, note) => listed(change(id, () => handleOf(id).unpause(note))),
    trigger: (id) => change(id, () => handleOf(id).trigger("ALLOW_ALL")),
    backfill: (id, { from, to, overlap }) =>
      change(id, () =>
        handleOf(id).backfill({
          start: new Date(from),
          end: new Date(to),
          overlap: OVERLAPS[overlap],
        }),
      ),
    countTimes: (id, { from, to }) =>
      ask(id, async () => {
        const { startTime } = await client.workflowService.listScheduleMatchingTimes({
          namespace: client.options.namespace,
          scheduleId: TEMPORAL_NAMES.schedule_prefix + id,
          // Temporal lists what comes after this moment.
          startTime: msToTs(Date.parse(from) - 1),
          endTime: msToTs(Date.parse(to)),
        });
        return startTime.length;
      }),
    async delete(id) {
      await ask(id, () => handleOf(id).delete());
      await untilListed(async () => (await list()).every((left) => left.id !== id));
    },
  };
}

function toOptions(
  id: string,
  input: ScheduleInput,
  owner: string,
  taskQueue: string,
  proof_keys: readonly ProofKey[],
) {
  const { template_id, values, overlap, catchup_seconds, paused, note } = input;
  const rules = ScheduleTimesSchema.parse(input);
  const started: ScheduledPlanInput = {
    template_id,
    values,
    owner,
    ...(proof_keys.length > 0 && { proof_keys }),
    rules,
  };
  return {
    spec: toScheduleSpec(rules),
    action: {
      type: "startWorkflow" as const,
      workflowType: TEMPORAL_NAMES.scheduled_workflow as unknown as typeof scheduledPlanWorkflow,
      workflowId: TEMPORAL_NAMES.scheduled_prefix + id,
      taskQueue,
      args: [started] as [ScheduledPlanInput],
      staticSummary: `Schedule ${id}: template ${template_id}`,
    },
    policies: { overlap: OVERLAPS[overlap], catchupWindow: catchup_seconds * 1_000 },
    state: {
      ...(paused !== undefined && { paused }),
      ...(note !== undefined && { note: note ?? "" }),
    },
  };
}

function toRun(
  { action, scheduledAt, takenAt }: ScheduleExecutionResult,
  failed_because: string | null,
): PlanSchedule["recent_runs"][number] {
  return {
    plan_id: scheduledPlanId(action.workflow.workflowId),
    scheduled_at: scheduledAt.toISOString(),
    started_at: takenAt.toISOString(),
    failed_because,
  };
}

/** Why a run made no plan, or what its plan failed with, as long as Temporal has it. */
async function whyFailed(
  client: Client,
  { action: { workflow } }: ScheduleExecutionResult,
): Promise<string | null> {
  const { workflowId, firstExecutionRunId } = workflow;
  const handle = client.workflow.getHandle(workflowId, firstExecutionRunId);
  const run = await unlessGone(handle.describe());
  if (run === undefined || ["RUNNING", "COMPLETED"].includes(run.status.name)) return null;
  if (run.status.name !== "FAILED") {
    // Who ends, or resets, what made a plan has not kept that plan from being made.
    const made = TEMPORAL_NAMES.plan_prefix + scheduledPlanId(workflowId);
    const plan = await unlessGone(client.workflow.getHandle(made).describe());
    if (plan !== undefined) return null;
  }
  try {
    await unlessGone(handle.result());
    return null;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    // It lasts as long as its plan: one that was ended in Temporal has not failed.
    if (error.cause instanceof ChildWorkflowFailure) return null;
    return rootCause(error.cause) ?? error.message;
  }
}

/** What each run of a schedule begins with. */
function startedBy({ action }: Pick<ScheduleDescription, "action">): ScheduledPlanInput {
  const [started] = (action.args ?? []) as unknown as [ScheduledPlanInput];
  return started;
}

function toPlanSchedule(
  id: string,
  found: ScheduleDescription,
  recent_runs: PlanSchedule["recent_runs"],
): PlanSchedule {
  const { policies, state, info } = found;
  const { template_id, values, owner, rules } = startedBy(found);
  const overlap = (Object.keys(OVERLAPS) as OverlapRule[]).find(
    (rule) => OVERLAPS[rule] === policies.overlap,
  );
  return {
    id,
    template_id,
    values: values as PlanSchedule["values"],
    owner,
    ...rules,
    overlap: overlap ?? "skip",
    catchup_seconds: policies.catchupWindow / 1_000,
    paused: state.paused,
    note: state.note || null,
    next_runs: info.nextActionTimes.map((time) => time.toISOString()),
    recent_runs,
    runs: info.numActionsTaken,
    skipped: info.numActionsSkippedOverlap + info.numActionsMissedCatchupWindow,
  };
}

function shortId(scheduleId: string): string {
  const { schedule_prefix } = TEMPORAL_NAMES;
  return scheduleId.startsWith(schedule_prefix)
    ? scheduleId.slice(schedule_prefix.length)
    : scheduleId;
}

/** A list shows the template of a schedule's beginning, so it stays the same. */
function assertSameTemplate(
  id: string,
  { template_id: template }: ScheduledPlanInput,
  wanted: string,
): void {
  if (template === wanted) return;
  const detail = say("schedule_has_template", { id, template });
  throw unfit("/template_id", detail, say("schedule_other_template"));
}

function unfit(pointer: string, detail: Sentence, hint: Sentence): Refusal {
  return new Refusal(problemAt("validation_failed", pointer, detail, hint));
}

/** Temporal's client tells rules that cannot be read, a wrong cron expression, by TypeError. */
function rulesProblem(error: unknown, { cron = [], timezone = "" }: ScheduleInput): unknown {
  if (!(error instanceof TypeError)) return error;
  const hint = say("check_schedule");
  if (/time zone/i.test(error.message)) {
    const nearest = nearestName(timezone, Intl.supportedValuesOf("timeZone"));
    const zone = { zone: timezone };
    const detail =
      nearest === undefined ? say("no_zone", zone) : say("no_zone_but", { ...zone, nearest });
    return unfit("/timezone", detail, hint);
  }
  const detail = say("schedule_unreadable", { why: error.message });
  // Which of several it is, Temporal does not tell.
  return unfit(cron.length === 1 ? "/cron/0" : "/cron", detail, hint);
}

function noSuchSchedule(id: string): Refusal {
  return new Refusal({
    code: "schedule_not_found",
    detail: say("no_schedule", { id }),
    hint: say("schedules_are_listed"),
  });
}
