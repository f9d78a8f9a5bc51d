import { randomUUID } from "node:crypto";
import {
  ScheduleAlreadyRunning,
  ScheduleClient,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
} from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import type { temporal } from "@temporalio/proto";
import type { ProofKey } from "../../contract/plan/proof.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { isRefusal, Refusal, refusal } from "../../contract/problems/problem-error.ts";
import {
  ScheduleTimesSchema,
  type BackfillInput,
  type PlanSchedule,
  type ScheduleInput,
} from "../../contract/schedule.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { hasGrpcStatus } from "../../temporal/connection/grpc-status.ts";
import type {
  ScheduledPlanInput,
  scheduledPlanWorkflow,
} from "../../workflows/scheduled-plan.workflow.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { createConcurrencyLimit } from "./asking/concurrency-limit.ts";
import { untilListed } from "./lists/until-listed.ts";
import { OVERLAPS, readSchedule, startedBy } from "./read-schedule.ts";
import { toScheduleSpec } from "./schedule-spec.ts";

/** Schedules as the API sees them: each is one of Temporal's, so it needs no process of its own. */
export interface ScheduleGateway {
  /** Makes a schedule or replaces its rules. */
  put(id: string, input: ScheduleInput, owner: string): Promise<PlanSchedule>;
  get(id: string): Promise<PlanSchedule>;
  /** Every schedule, or those of one template, by id; of what each has run, the last alone. */
  list(template?: string): Promise<PlanSchedule[]>;
  /** Who says no reason leaves standing who paused it before, and why. */
  pause(id: string, by: string, reason?: string): Promise<PlanSchedule>;
  resume(id: string, by: string, reason?: string): Promise<PlanSchedule>;
  /** Starts a plan now, whatever the rules say. */
  trigger(id: string): Promise<PlanSchedule>;
  backfill(id: string, input: BackfillInput): Promise<PlanSchedule>;
  /** How many times of a schedule are in a period, its ends included; above 1,000 they are not counted on. */
  countTimes(id: string, period: Pick<BackfillInput, "from" | "to">): Promise<number>;
  delete(id: string): Promise<void>;
}

/** How many schedules a list shows, and how many of them are read at a time. */
const MAX_SCHEDULES = 1_000;
const READ_AT_ONCE = 20;
/** How many times a save is tried when other changes come between. */
const MAX_SAVE_ATTEMPTS = 5;
const RETRY_SECONDS = 5;

/** What Temporal's own list tells of a schedule; the rest each of them is asked for. */
type Listed = Pick<PlanSchedule, "id" | "template_id" | "paused">;

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
  const describe = async (id: string, runs?: number): Promise<PlanSchedule> =>
    readSchedule(client, id, await handleOf(id).describe(), runs);
  const change = (id: string, request: () => Promise<void>): Promise<PlanSchedule> =>
    ask(id, async () => {
      await request();
      return describe(id);
    });

  const listShort = (): Promise<Listed[]> =>
    ask("", async () => {
      const found: Listed[] = [];
      for await (const { scheduleId, action, memo, state } of client.schedule.list()) {
        if (action?.workflowType !== TEMPORAL_NAMES.scheduled_workflow) continue;
        const template_id = String(memo?.["template_id"]);
        found.push({ id: shortId(scheduleId), template_id, paused: state.paused });
        if (found.length >= MAX_SCHEDULES) break;
      }
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    });
  const list = async (template?: string): Promise<PlanSchedule[]> => {
    const limit = createConcurrencyLimit(READ_AT_ONCE);
    const wanted = (await listShort()).filter(
      ({ template_id }) => template === undefined || template_id === template,
    );
    const read = wanted.map(({ id }) =>
      limit("", () => ask(id, () => describe(id, 1)).catch(unlessDeleted)),
    );
    return (await Promise.all(read)).filter((one) => one !== undefined);
  };
  /** Of a schedule that was changed, once lists tell it as it is. */
  const listed = async (changed: Promise<PlanSchedule>): Promise<PlanSchedule> => {
    const schedule = await changed;
    const isAsChanged = ({ id, paused }: Listed): boolean =>
      id === schedule.id && paused === schedule.paused;
    await untilListed(async () => (await listShort()).some(isAsChanged));
    return schedule;
  };

  /** Saves other rules of a schedule as it is then: what comes between, a pause for one, stays. */
  const replace = async (
    id: string,
    written: (standing: ScheduleDescription) => WrittenSchedule,
  ): Promise<void> => {
    for (let saves = 0; saves < MAX_SAVE_ATTEMPTS; saves += 1) {
      let read: ScheduleDescription | undefined;
      let saved_as: string | undefined;
      const careful = withConflictToken(client, () => read?.raw.conflictToken);
      try {
        await careful.getHandle(TEMPORAL_NAMES.schedule_prefix + id).update((standing) => {
          read = standing;
          const options = written(standing);
          ({ saved_as } = options.action.args[0]);
          return options;
        });
      } catch (error) {
        if (!hasGrpcStatus(error, "FAILED_PRECONDITION")) throw error;
      }
      // Temporal drops an update without a word.
      if (startedBy(await handleOf(id).describe()).saved_as === saved_as) return;
    }
    const hint = say("save_schedule_again");
    throw refusal("schedule_changed", say("schedule_keeps_changing", { id }), hint, RETRY_SECONDS);
  };

  return {
    put: (id, input, owner) =>
      listed(
        ask(id, async () => {
          const proof_keys = await options.demanded();
          const written = (standing?: ScheduleDescription) =>
            toOptions(id, input, { owner, taskQueue, proof_keys, standing });
          try {
            await client.schedule.create({
              ...written(),
              scheduleId: TEMPORAL_NAMES.schedule_prefix + id,
              memo: { template_id: input.template_id },
            });
          } catch (error) {
            if (!(error instanceof ScheduleAlreadyRunning)) throw rulesProblem(error, input);
            await replace(id, (standing) => {
              assertSameTemplate(id, startedBy(standing), input.template_id);
              return written(standing);
            }).catch((cause: unknown) => {
              throw rulesProblem(cause, input);
            });
          }
          return describe(id);
        }),
      ),
    get: (id) => ask(id, () => describe(id)),
    list,
    pause: (id, by, reason) =>
      listed(
        change(id, async () => {
          const { state } = await handleOf(id).describe();
          if (state.paused && state.note && reason === undefined) return;
          await handleOf(id).pause(because(by, reason));
        }),
      ),
    resume: (id, by, reason) =>
      listed(
        change(id, async () => {
          // Temporal has room for one text; one that runs shows what its own people wrote of it.
          const { note } = startedBy(await handleOf(id).describe());
          await handleOf(id).unpause(note || because(by, reason));
        }),
      ),
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
      await untilListed(async () => (await listShort()).every((left) => left.id !== id));
    },
  };
}

/** Who pauses or resumes, and why. */
function because(by: string, reason: string | undefined): string {
  return reason === undefined ? by : `${by}: ${reason}`;
}

function toOptions(
  id: string,
  input: ScheduleInput,
  by: {
    readonly owner: string;
    readonly taskQueue: string;
    readonly proof_keys: readonly ProofKey[];
    /** What the schedule is before. */
    readonly standing: ScheduleDescription | undefined;
  },
) {
  const { owner, taskQueue, proof_keys, standing } = by;
  const { template_id, values, overlap, catchup_seconds } = input;
  const rules = ScheduleTimesSchema.parse(input);
  const { note = standing === undefined ? null : (startedBy(standing).note ?? null) } = input;
  const wasPaused = standing?.state.paused ?? false;
  const { paused = wasPaused } = input;
  // Saving the rules again does not take back who paused it, and why.
  const because = wasPaused ? standing?.state.note : owner;
  const started: ScheduledPlanInput = {
    template_id,
    values,
    owner,
    ...(proof_keys.length > 0 && { proof_keys }),
    rules,
    note,
    saved_as: randomUUID(),
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
    state: { paused, note: (paused ? because : note) ?? "" },
  };
}

type WrittenSchedule = ReturnType<typeof toOptions>;

/**
 * A client that sends a conflict token with each update, so that Temporal drops the update if the schedule has
 * changed since. The SDK sends none, and overwrites such changes.
 */
function withConflictToken(
  { connection, options }: Client,
  token: () => Uint8Array | null | undefined,
): ScheduleClient {
  const { workflowService } = connection;
  const updateSchedule = (request: temporal.api.workflowservice.v1.IUpdateScheduleRequest) =>
    workflowService.updateSchedule({ ...request, conflictToken: token() ?? null });
  const service: unknown = Object.create(workflowService, {
    updateSchedule: { value: updateSchedule },
  });
  return new ScheduleClient({
    connection: Object.create(connection, {
      workflowService: { value: service },
    }) as typeof connection,
    namespace: options.namespace,
    identity: options.identity,
    dataConverter: options.loadedDataConverter,
    interceptors: options.interceptors.schedule ?? [],
  });
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
    const noZone = say("no_zone", { zone: timezone });
    const detail = sayNearest(noZone, timezone, Intl.supportedValuesOf("timeZone"));
    return unfit("/timezone", detail, hint);
  }
  const detail = say("schedule_unreadable", { why: error.message });
  // Which of several it is, Temporal does not tell.
  return unfit(cron.length === 1 ? "/cron/0" : "/cron", detail, hint);
}

/** One that was deleted while the others were read. */
function unlessDeleted(error: unknown): undefined {
  if (isRefusal(error, "schedule_not_found")) return undefined;
  throw error;
}

function noSuchSchedule(id: string): Refusal {
  return refusal("schedule_not_found", say("no_schedule", { id }), say("schedules_are_listed"));
}
