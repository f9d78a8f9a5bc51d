import { beforeAll, describe, expect, test } from "vitest";
import type { PlanVersion } from "../../src/contract/plan/edit.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import type { WireProblem } from "../../src/contract/problems/problem.ts";
import type { ProblemCode } from "../../src/contract/tables/problems.ts";
import { createLedger } from "./support/ledger.ts";
import {
  applyOps,
  modelOf,
  modelOfView,
  toComparable,
  type PlanModel,
  type SentOp,
} from "./support/plan-model.ts";
import { useRaceApi, type RaceClient } from "./support/race-api.ts";
import { randomEdit } from "./support/random-edit.ts";
import { explainRuns } from "./support/run-reasons.ts";
import { createSeededRandom, raceSeed, type SeededRandom } from "./support/seeded-random.ts";

const TODOS = 200;
const LAYERS = 10;
const EDITS = 50;
/** Attempts of one client; far more than a race needs. */
const MOST_ATTEMPTS = 400;
const PLAN = "many-editors";
const seed = raceSeed();

const ledger = createLedger();
const api = useRaceApi({
  tools: ledger.tools,
  names: ["Ada", "Bora", "Chloé", "다희"],
  release: () => ledger.openAll(),
});

/** An edit or undo that the plan accepted. */
interface Accepted {
  readonly by: string;
  readonly seq: number;
  readonly reason: string;
  /** Null for an undo. */
  readonly ops: readonly SentOp[] | null;
  /** The version that the client had seen. */
  readonly base: number | null;
}
interface Refusal {
  readonly problem: WireProblem;
  readonly base: number | null;
}
interface Race {
  readonly accepted: Accepted[];
  readonly refused: Refusal[];
  /** Every plan that a client read, whole. */
  readonly seen: PlanView[];
  versions: PlanVersion[];
  events: LoggedEvent[];
  reruns: number;
}

const written = layeredPlan(createSeededRandom(seed));
const race: Race = { accepted: [], refused: [], seen: [], versions: [], events: [], reruns: 0 };

/**
 * Ten layers; each begins with a gate that the edits open one by one, so that the plan is under way
 * all the time. `keeper` runs until the last edit.
 */
function layeredPlan(random: SeededRandom): NewPlanInput & { todos: NewTodoInput[] } {
  const todos: (NewTodoInput & { id: string })[] = [
    { id: "keeper", title: "Keeper", priority: 10, tool_name: "gated", tool_params: { stage: 99 } },
  ];
  const perLayer = (TODOS - 1) / LAYERS;
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const before = todos.slice(1);
    const gate = `gate_${layer}`;
    todos.push({
      id: gate,
      title: `Gate ${layer}`,
      tool_name: "gated",
      tool_params: { stage: layer },
      depends_on: layer === 0 ? [] : [`gate_${layer - 1}`],
      priority: 9,
    });
    while (todos.length < 1 + Math.round((layer + 1) * perLayer)) {
      const id = `t${todos.length}`;
      const waits = before.length === 0 ? [] : [random.pick(before).id, random.pick(before).id];
      const [source] = waits;
      todos.push({
        id,
        title: `Todo ${id} of layer ${layer}`,
        priority: random.below(11),
        tool_name: "work",
        tool_params: { steady: random.happens(0.3) },
        depends_on: [...new Set([gate, ...waits.slice(random.below(3))])],
        ...(source !== undefined &&
          random.happens(0.5) && {
            input_data: { of: { $from: source, path: "/n", default: 0 } },
          }),
      });
    }
  }
  return { id: PLAN, title: "Many editors", max_parallel: 12, todos };
}

const path = `/v1/plans/${PLAN}`;
const isDone = (): boolean => race.accepted.length >= EDITS;

async function readPlan(client: RaceClient): Promise<PlanView> {
  const plan = await client.get<PlanView>(`${path}?limit=1000`);
  race.seen.push(plan);
  return plan;
}

/**
 * One client: looks at the plan, changes it, and looks again after a refusal; after a success it
 * often goes on with what it saw before, as a person does who does not reload the page.
 */
async function editAlong(client: RaceClient, random: SeededRandom): Promise<void> {
  let plan = await readPlan(client);
  for (let attempt = 1; !isDone(); attempt += 1) {
    if (attempt > MOST_ATTEMPTS) throw new Error(`${client.name} got no further.`);
    const mark = `${client.name} ${attempt}`;
    const command_id = mark;
    if (plan.open_holds > 0) await approveOne(client, mark);
    if (random.happens(0.2)) await rerunOne(client, random, plan, mark);
    const ops = random.happens(0.1) ? null : randomEdit(random, plan, mark);
    const edit = ops === null ? {} : { ops, base_version: plan.version };
    const isTaken = await send(client, { ...edit, command_id, reason: mark }, ops);
    if (!isTaken || random.happens(0.5)) plan = await readPlan(client);
  }
}

/** Sends an edit, or an undo when there are no operations, and tells whether the plan took it. */
async function send(
  client: RaceClient,
  body: { command_id: string; reason: string; base_version?: number },
  ops: SentOp[] | null,
): Promise<boolean> {
  const route = ops === null ? "undo" : "edits";
  const base = body.base_version ?? null;
  const answer = await client.post<Receipt>(`${path}/${route}`, body);
  if ("problem" in answer) {
    race.refused.push({ problem: answer.problem, base });
    return false;
  }
  race.accepted.push({ by: client.name, seq: answer.data.seq, reason: body.reason, ops, base });
  ledger.open(PLAN, Math.floor((race.accepted.length * LAYERS) / EDITS));
  return true;
}

async function rerunOne(
  client: RaceClient,
  random: SeededRandom,
  plan: PlanView,
  mark: string,
): Promise<void> {
  const ended = plan.todos.filter(({ status }) => status === "completed");
  if (ended.length === 0) return;
  const command = { command_id: `${mark} again`, reason: mark };
  const answer = await client.post(`${path}/todos/${random.pick(ended).id}/rerun`, command);
  if ("data" in answer) race.reruns += 1;
  // A todo that uses its result has just begun, or somebody else was quicker.
  else expect(["illegal_transition", "todo_not_found"]).toContain(answer.problem.code);
}

async function approveOne(client: RaceClient, mark: string): Promise<void> {
  const [hold] = (await client.get<{ holds: Hold[] }>(`${path}/holds?status=open`)).holds;
  if (hold === undefined) return;
  const decision = { decision: "approve", command_id: `${mark} ${hold.id}` };
  const answer = await client.post(`/v1/holds/${hold.id}/decision`, decision);
  if ("data" in answer) return;
  const expected: ProblemCode[] = ["hold_already_decided", "hold_stale", "hold_withdrawn"];
  expect(expected).toContain(answer.problem.code);
}

/** Lets everything go on and approves what asks, until the plan has ended. */
async function letEnd(client: RaceClient): Promise<void> {
  ledger.open(PLAN, 99);
  let approval = 0;
  await api().watch.until(PLAN, async () => {
    const plan = await client.get<PlanView>(`${path}?limit=1`);
    if (plan.open_holds > 0) await approveOne(client, `end ${(approval += 1)}`);
    return plan.completed_at !== null;
  });
}

async function allEvents(client: RaceClient): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? 0;
    const page = await client.get<{ events: LoggedEvent[]; seq: number }>(
      `${path}/events?after=${after}&limit=1000`,
    );
    events.push(...page.events);
    if (page.events.length === 0 || events.at(-1)!.seq >= page.seq) return events;
  }
}

/** The model's plan at every version: the accepted operations, one after another; [0] is unused. */
function foldAccepted(): PlanModel[] {
  const models: PlanModel[] = [modelOf(written), modelOf(written)];
  /** Versions before each edit that can still be taken back. */
  const undoable: number[] = [];
  for (const { version, seq, changes } of race.versions.slice(1)) {
    const sent = race.accepted.find((each) => each.seq === seq);
    if (sent === undefined) throw new Error(`Nobody sent version ${version}.`);
    const before = models[version - 1]!;
    if (sent.ops === null) {
      const taken = undoable.pop();
      if (taken === undefined) throw new Error(`Version ${version} undoes nothing.`);
      models.push(models[taken - 1]!);
      continue;
    }
    undoable.push(version);
    const named = new Set(before.todos.map(({ id }) => id));
    for (const op of sent.ops) {
      if (op.edit_type === "add_todo" && op.params.todo.id !== undefined)
        named.add(op.params.todo.id);
    }
    const given = changes.todos.flatMap(({ todo_id }) => (named.has(todo_id) ? [] : [todo_id]));
    models.push(applyOps(before, sent.ops, given.toSorted()));
  }
  return models;
}

/** The todos and settings on which an operation depends, apart from where it puts a todo. */
function namedBy(op: SentOp): string[] {
  switch (op.edit_type) {
    case "modify_plan":
      return Object.keys(op.params.changes).map((name) => `setting ${name}`);
    case "add_todo": {
      const { id, depends_on = [], blocks = [] } = op.params.todo;
      return [...(id === undefined ? [] : [id]), ...depends_on, ...blocks];
    }
    case "reorder":
      return "order" in op.params ? op.params.order : [op.target_id!];
    case "add_dependency":
    case "remove_dependency":
      return [op.target_id, op.params.depends_on];
    default:
      return [op.target_id];
  }
}

beforeAll(async () => {
  const began = performance.now();
  const [first] = api().clients;
  console.info(`many editors: RACE_SEED=${seed}`);
  const random = createSeededRandom(seed + 1);
  const made = await first!.post<PlanView>("/v1/plans", written);
  if ("problem" in made) throw new Error(JSON.stringify(made.problem));
  await Promise.all(api().clients.map((client) => editAlong(client, random.fork())));
  await letEnd(first!);
  race.seen.push(await first!.get<PlanView>(`${path}?limit=1000`));
  race.versions = (await first!.get<{ versions: PlanVersion[] }>(`${path}/versions`)).versions;
  race.events = await allEvents(first!);
  const codes: Record<string, number> = {};
  for (const { problem } of race.refused) codes[problem.code] = (codes[problem.code] ?? 0) + 1;
  console.info(
    `many editors: ${JSON.stringify({
      accepted: race.accepted.length,
      undos: race.accepted.filter(({ ops }) => ops === null).length,
      refused: codes,
      versions: race.versions.length,
      reads: race.seen.length,
      reruns: race.reruns,
      calls: ledger.calls.length,
      events: race.events.length,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    })}`,
  );
}, 300_000);

describe("a plan of 200 todos that four people edit while it runs", () => {
  test("has a version for each accepted edit, without gaps, and completes", () => {
    const { accepted, versions, seen } = race;
    expect(accepted.length).toBeGreaterThanOrEqual(EDITS);
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: accepted.length + 1 }, (_, place) => place + 1),
    );
    const sent = accepted.toSorted((a, b) => a.seq - b.seq);
    expect(
      versions
        .slice(1)
        .map(({ seq, by, reason, change_type }) => ({ seq, by, reason, change_type })),
    ).toEqual(
      sent.map(({ seq, by, reason, ops }) => ({
        seq,
        by,
        reason,
        change_type: ops === null ? "undo" : "edit",
      })),
    );
    const edited = race.events.filter(({ type }) => type === "plan.edited");
    expect(edited.map(({ seq }) => seq)).toEqual(sent.map(({ seq }) => seq));
    const last = seen.at(-1)!;
    expect(last).toMatchObject({ status: "completed", version: versions.length });
    expect(last.progress.counts).toMatchObject({ completed: last.todo_count });
  });

  test("is at every version what the operations make of it, whoever looked at it", () => {
    const models = foldAccepted();
    for (const view of race.seen) expect(modelOfView(view)).toEqual(models[view.version]);
    for (const { version, changes } of race.versions.slice(1)) {
      const [before, after] = [models[version - 1]!, models[version]!];
      const find = (plan: PlanModel, id: string) => plan.todos.find((todo) => todo.id === id);
      for (const change of changes.todos) {
        expect(change.before && toComparable(change.before)).toEqual(
          find(before, change.todo_id) ?? null,
        );
        expect(change.after && toComparable(change.after)).toEqual(
          find(after, change.todo_id) ?? null,
        );
      }
      const told = new Set(changes.todos.map(({ todo_id }) => todo_id));
      const untold = after.todos.filter(({ id }) => !told.has(id));
      for (const todo of untold) expect(todo).toEqual(find(before, todo.id));
    }
  });

  test("runs nothing twice without a reason, nothing early, nothing on old input", () => {
    const models = foldAccepted();
    const { runs, mistakes } = explainRuns(race.events, (n) => models[n]!, ledger.calls);
    expect(mistakes).toEqual([]);
    const reasons: Record<string, number> = {};
    for (const { reason } of runs) reasons[reason] = (reasons[reason] ?? 0) + 1;
    console.info(`many editors: runs by reason ${JSON.stringify(reasons)}`);
    const last = race.seen.at(-1)!;
    for (const todo of last.todos) {
      const own = runs.filter(({ todo_id }) => todo_id === todo.id);
      expect(own.map(({ run }) => run)).toEqual(own.map((_, place) => place + 1));
      expect(todo.run).toBe(own.length);
      expect(own.length).toBeGreaterThan(0);
    }
  });

  test("merges edits of what nobody else changed meanwhile, and no others", () => {
    let merged = 0;
    for (const { version, seq } of race.versions) {
      const { ops = null, base = null } = race.accepted.find((each) => each.seq === seq) ?? {};
      if (ops === null || base === null) continue;
      if (base < version - 1) merged += 1;
      const named = ops.flatMap(namedBy);
      for (const { changes } of race.versions.slice(base, version - 1)) {
        const touched = changes.todos.map(({ todo_id }) => todo_id);
        const set = Object.keys(changes.settings?.after ?? {}).map((name) => `setting ${name}`);
        expect(named.filter((name) => [...touched, ...set].includes(name))).toEqual([]);
      }
    }
    console.info(`many editors: ${merged} merged`);
    expect(merged).toBeGreaterThan(0);
  });

  test("refuses what cannot be, and says what changed", () => {
    const expected: ProblemCode[] = [
      "stale_plan_version",
      "todo_not_editable",
      "dependency_cycle",
      "duplicate_todo",
      "todo_not_found",
      "unknown_dependency",
      "invalid_edit",
      "nothing_changed",
    ];
    for (const { problem, base } of race.refused) {
      expect(expected, problem.detail).toContain(problem.code);
      if (problem.code !== "stale_plan_version" || base === null) continue;
      const { current_version = 0, changes_since = [] } = problem;
      expect(changes_since.map(({ version }) => version)).toEqual(
        Array.from({ length: current_version - base }, (_, place) => base + place + 1),
      );
    }
  });
});
