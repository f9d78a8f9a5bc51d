import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createClient, type Client } from "../client/client.ts";
import type { Board } from "../contract/plan/board.ts";
import type { LoggedEvent } from "../contract/plan/event.ts";
import type { DecisionInput, Hold } from "../contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView } from "../contract/plan/plan.ts";
import type { Role } from "../contract/tables/vocabulary.ts";
import type { ModelClient } from "../llm/model-client.ts";
import { startApi, type ApiOptions } from "../runtime/api/api.ts";
import { loadConfig, type LoadedConfig } from "../runtime/config.ts";
import { ConfigSchema, type HoldpointConfig } from "../runtime/define-config.ts";
import { openKeys } from "../runtime/keys.ts";
import { startWorker } from "../runtime/workers/worker.ts";
import type { Tool } from "../tools/define-tool.ts";
import { createToolRegistry } from "../tools/registry.ts";
import { completeTestServer } from "./complete-test-server.ts";
import { quietTemporal, addSearchAttributes, startTimeSkipping } from "./start-time-skipping.ts";

const LOOK_EVERY_MS = 20;
/** While a model plans or reports, no todo runs. */
const BUSY_PHASES: ReadonlySet<string> = new Set(["planning", "reporting"]);

export interface TestHoldpointOptions {
  /** Tools besides the built-in ones. */
  readonly tools?: readonly Tool[];
  /** Who answers models' turns, such as `createScriptedModel`. */
  readonly model?: ModelClient;
  /** As the configuration names them: what is not written is what it is there. */
  readonly agents?: Readonly<NonNullable<HoldpointConfig["agents"]>>;
  /** Who there is, by name, and what each may do; without any, everybody is the same person, who may do all. */
  readonly people?: Readonly<Record<string, readonly Role[]>>;
  /** Who of them is in which group of approvers. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

/** A whole Holdpoint on a Temporal whose clock can be put forward, in this process. */
export interface TestHoldpoint {
  /** The typed client of its API, for everything that is not below. */
  readonly client: Client;
  readonly url: string;
  /** The client of one of the people of this test. @throws Error when there is nobody of that name. */
  as(person: string): Client;
  /** Starts a plan, as somebody who may do all, or as a person. @throws ProblemError with what is wrong with it. */
  start(plan: NewPlanInput, person?: string): Promise<TestPlan>;
  /** Puts the clock forward by milliseconds; what is due by then happens. */
  pass(milliseconds: number): Promise<void>;
  /** Ends it, with its plans and files. */
  stop(): Promise<void>;
}

/** One plan, as a test follows it. What is waited for and cannot come any more is an error. */
export interface TestPlan {
  readonly id: string;
  view(): Promise<PlanView>;
  /** Everything that has happened to it, oldest first. */
  events(): Promise<LoggedEvent[]>;
  /** The open hold of a todo, or of the plan itself without one; waits until it is there. */
  untilHold(todoId?: string): Promise<Hold>;
  /** Decides that hold, once it is open, as a person would who sees it. */
  decide(todoId: string, decision: DecisionInput, person?: string): Promise<void>;
  /** Answers the question of a todo, once it is asked. */
  answer(
    todoId: string,
    value: Parameters<Client["holds"]["answer"]>[1],
    person?: string,
  ): Promise<void>;
  /** Waits for the end. @throws Error with why when it waits for people or for its time instead. */
  untilEnded(): Promise<PlanView>;
}

/**
 * Starts Holdpoint for a test. The SDK downloads Temporal's test server once;
 * HOLDPOINT_TEST_SERVER_BINARY names one that is there already.
 */
export async function startTestHoldpoint(
  options: TestHoldpointOptions = {},
): Promise<TestHoldpoint> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-testing-"));
  const cleanUp: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  ];
  const stop = async (): Promise<void> => {
    for (const end of cleanUp.splice(0).toReversed()) await end();
  };
  try {
    quietTemporal();
    const environment = await startTimeSkipping(
      process.env["HOLDPOINT_TEST_SERVER_BINARY"] || undefined,
    );
    cleanUp.push(() => environment.teardown());
    await addSearchAttributes(environment);
    const temporal = await completeTestServer(environment);
    cleanUp.push(() => temporal.close());
    const place = { address: temporal.address, namespace: "default" };
    const { tools, ...defaults } = await loadConfig(folder);
    const config = {
      ...defaults,
      api: { ...defaults.api, port: 0 },
      tools: createToolRegistry([...tools.list(), ...(options.tools ?? [])]),
      agents: ConfigSchema.shape.agents.parse(options.agents),
    };
    const { model, people, groups } = options;
    const written =
      people === undefined ? new Map<string, string>() : await addKeys(config, people, groups);
    const worker = await startWorker({ config, place, ...(model !== undefined && { model }) });
    cleanUp.push(() => worker.stop());
    let ahead = 0;
    const clock: NonNullable<ApiOptions["clock"]> = {
      now: () => new Date(Date.now() + ahead).toISOString(),
      close: () => undefined,
    };
    const api = await startApi({
      config,
      place,
      clock,
      log: pino({ level: "silent" }),
      onNotice: () => undefined,
      screen: Promise.resolve(undefined),
    });
    cleanUp.push(() => api.close());
    const client = createClient(api.url, { key: written.get(TESTER) });
    const as = (person: string): Client => {
      const key = person === TESTER ? undefined : written.get(person);
      if (key === undefined) throw new Error(`"people" names no ${person}.`);
      return createClient(api.url, { key });
    };
    return {
      client,
      url: api.url,
      as,
      async start(plan, person) {
        const by = person === undefined ? client : as(person);
        const { id } = await by.plans.create(plan);
        return followPlan(client, as, id);
      },
      async pass(milliseconds) {
        await environment.sleep(milliseconds);
        ahead = (await environment.currentTimeMs()) - Date.now();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Who acts where a test does not say who. */
const TESTER = "tester";

/** Makes a key for everybody. @returns the keys as they are written, by name. */
async function addKeys(
  config: LoadedConfig,
  people: NonNullable<TestHoldpointOptions["people"]>,
  groups: NonNullable<TestHoldpointOptions["groups"]> = {},
): Promise<Map<string, string>> {
  const keys = openKeys(config);
  const written = new Map<string, string>();
  for (const [name, roles] of Object.entries({ ...people, [TESTER]: ["admin"] as const })) {
    const created_at = new Date().toISOString();
    const own = Object.keys(groups).filter((group) => groups[group]?.includes(name));
    const about = { name, roles: [...roles], groups: own, created_at };
    const made = await keys.add({ ...about, expires_at: null });
    written.set(name, made.written);
  }
  return written;
}

function followPlan(client: Client, as: TestHoldpoint["as"], id: string): TestPlan {
  const of = (person: string | undefined): Client => (person === undefined ? client : as(person));
  const view = (): Promise<PlanView> => client.plans.get(id);
  /** Looks until there is what is looked for. @throws Error once nothing goes on by itself. */
  async function look<Found>(find: (plan: Board["plan"]) => Promise<Found | undefined>) {
    for (;;) {
      const board = await client.plans.board(id);
      const found = await find(board.plan);
      if (found !== undefined) return found;
      const still = whyStill(board);
      if (still !== undefined) throw new Error(still);
      await sleep(LOOK_EVERY_MS);
    }
  }
  const untilHold = (todoId?: string): Promise<Hold> =>
    look(async () => {
      const { holds } = await client.plans.holds(id);
      return holds.find(({ todo_id }) => todo_id === (todoId ?? null));
    });
  return {
    id,
    view,
    untilHold,
    async events() {
      return (await client.plans.events(id, { limit: 1_000 })).events;
    },
    async decide(todoId, decision, person) {
      await of(person).holds.decide((await untilHold(todoId)).id, decision);
    },
    async answer(todoId, value, person) {
      await of(person).holds.answer((await untilHold(todoId)).id, value);
    },
    untilEnded: () =>
      look(({ completed_at }) => (completed_at === null ? Promise.resolve(undefined) : view())),
  };
}

/** Why nothing goes on by itself, or undefined while something does. */
function whyStill({ plan, schedule }: Board): string | undefined {
  if (plan.completed_at !== null) return `The plan is ${plan.status}.`;
  const { running, next, waiting } = schedule;
  if (running.length > 0 || next.length > 0) return undefined;
  if (BUSY_PHASES.has(plan.goal_phase ?? "planned")) return undefined;
  const reasons = waiting.map(({ todo_id, reasons: [first] }) => `${todo_id}: ${first?.text}`);
  return ["The plan waits for people, or for its time.", ...reasons].join("\n");
}
