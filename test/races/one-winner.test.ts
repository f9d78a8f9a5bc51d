import { beforeAll, describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { holdModel, type HoldOp, type ToldDecision } from "./support/hold-model.ts";
import { createLedger } from "./support/ledger.ts";
import {
  createHistoryRecorder,
  findOrder,
  type HistoryRecorder,
  type Recorded,
} from "./support/linearizable.ts";
import { useRaceApi, type RaceClient } from "./support/race-api.ts";
import { createSeededRandom, raceSeed, type SeededRandom } from "./support/seeded-random.ts";

const NAMES = ["Ada", "Bora", "Chloé", "다희", "Emre", "Fatou", "Goran", "하나"];
const HOLDS = 12;
/** Every third has a deadline, one second after that of the one before. */
const TIMED_EVERY = 3;
/** Plans that are fought over, two at a time; `RACE_ROUNDS=42` makes more than 500 histories. */
const ROUNDS = Number(process.env["RACE_ROUNDS"] ?? 6);
/** How often a client decides on the hold that asks instead of a stale one. */
const SUCCESSORS = 3;
type Role = "approve" | "reject" | "edit" | "edit_plan";
/** What people like to do to a todo; a decision `edit` takes longer and wins seldom among others. */
const MOODS: readonly (readonly Role[])[] = [
  ["approve", "approve", "reject", "reject", "edit", "edit_plan"],
  ["approve", "reject", "edit", "edit_plan"],
  ["edit", "edit", "edit", "edit_plan"],
];
const seed = raceSeed();

const ledger = createLedger();
const api = useRaceApi({ tools: ledger.tools, names: NAMES, release: () => ledger.openAll() });

/** A todo that everybody decides on, with what they did and heard. */
interface Target {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly first: Hold;
  readonly recorder: HistoryRecorder<HoldOp>;
  /** By the comment of its decision: what a person wrote instead of the arguments. */
  readonly written: Map<string, JsonObject>;
}
interface Fought extends Target {
  readonly holds: readonly Hold[];
  /** With the end of each hold whose time passed; nobody saw when exactly that was. */
  readonly history: readonly Recorded<HoldOp>[];
}
const fought: Fought[] = [];

/**
 * `keeper` runs until the fight is over. In every other plan it takes the only place, so that what
 * was approved waits and can be edited before it starts.
 */
function contestedPlan(round: number, random: SeededRandom): NewPlanInput {
  const contested = Array.from({ length: HOLDS }, (_, place) => ({
    id: `t${place}`,
    title: `Contested ${place}`,
    tool_name: "work",
    tool_params: { text: `as written ${place}` },
    requires_approval: true,
    approval: {
      on_reject: random.pick(["skip", "fail"] as const),
      ...(place % TIMED_EVERY > 0
        ? { on_timeout: "wait" as const }
        : {
            on_timeout: random.pick(["fail", "skip", "approve"] as const),
            timeout_seconds: 1 + place / TIMED_EVERY,
          }),
    },
  }));
  const keeper = { id: "keeper", title: "Keeper", tool_name: "gated", tool_params: { stage: 1 } };
  return {
    id: `one-winner-${round}`,
    title: "One winner",
    max_parallel: round % 2 === 0 ? 100 : 1,
    todos: [{ ...keeper, priority: 10 }, ...contested],
  };
}

async function fight(round: number, random: SeededRandom): Promise<Fought[]> {
  const [first] = api().clients;
  const plan = contestedPlan(round, random);
  const made = await first!.post<PlanView>("/v1/plans", plan);
  if ("problem" in made) throw new Error(JSON.stringify(made.problem));
  const id = made.data.id;
  const open = await api().watch.until(id, async () => {
    const holds = await holdsOf(first!, id);
    return holds.length === HOLDS && holds;
  });
  const targets = open.map((hold): Target => ({
    plan_id: id,
    todo_id: hold.todo_id!,
    first: hold,
    recorder: createHistoryRecorder(),
    written: new Map(),
  }));
  const moods = targets.map(() => random.pick(MOODS));
  const clients = api().clients.map((client) => ({ client, own: random.fork() }));
  await Promise.all(
    clients.map(async ({ client, own }) => {
      for (const [place, target] of targets.entries())
        await attack(client, target, own.pick(moods[place]!), own);
    }),
  );
  ledger.open(id, 1);
  await letEnd(first!, id, targets);
  const events = await allEvents(first!, id);
  const holds = await holdsOf(first!, id);
  return Promise.all(targets.map((target) => finish(target, holds, events)));
}

async function holdsOf(client: RaceClient, planId: string): Promise<Hold[]> {
  return (await client.get<{ holds: Hold[] }>(`/v1/plans/${planId}/holds?status=all`)).holds;
}

async function allEvents(client: RaceClient, planId: string): Promise<LoggedEvent[]> {
  const path = `/v1/plans/${planId}/events?limit=1000`;
  const { events, seq } = await client.get<{ events: LoggedEvent[]; seq: number }>(path);
  expect(events).toHaveLength(seq);
  return events;
}

/** One client's part in the fight over one todo. */
async function attack(
  client: RaceClient,
  target: Target,
  role: Role,
  random: SeededRandom,
): Promise<void> {
  const { deadline_at } = target.first;
  if (deadline_at !== null) {
    // Looks until the deadline is near, or just over. When exactly proves nothing: it only makes
    // decisions and the timer meet.
    const moment = Date.parse(deadline_at) - 150 + random.below(180);
    do await read(client, target, target.first.id);
    while (Date.now() < moment);
  } else if (random.happens(0.4)) await read(client, target, target.first.id);
  if (role === "edit_plan") await editPlan(client, target, random);
  else await decideOnNewest(client, target, role);
  if (random.happens(0.4)) await read(client, target, target.first.id);
}

/** Decides, and where another hold asks instead, on that one. */
async function decideOnNewest(
  client: RaceClient,
  target: Target,
  role: Exclude<Role, "edit_plan">,
): Promise<void> {
  let hold: string | undefined = target.first.id;
  for (let time = 0; time <= SUCCESSORS && hold !== undefined; time += 1) {
    const { told } = await decide(client, target, hold, role);
    hold = "refused" in told ? told.successor : undefined;
  }
}

type Decided = HoldOp & { op: "decide" };

async function decide(
  client: RaceClient,
  target: Target,
  hold: string,
  decision: Exclude<Role, "edit_plan">,
): Promise<Decided> {
  const comment = `${client.name}, place ${target.recorder.history.length}`;
  const args = { text: `${comment}, on ${hold}` };
  if (decision === "edit") target.written.set(comment, args);
  const body = {
    decision,
    comment,
    command_id: `${comment} ${hold}`,
    ...(decision === "edit" && { args }),
  };
  const sent = { decision, by: client.name, comment };
  return target.recorder.record(
    async (): Promise<Decided> => {
      const answer = await client.post<Receipt>(`/v1/holds/${hold}/decision`, body);
      if ("data" in answer) {
        const won = toTold(answer.data.hold!.decision!);
        return { op: "decide", hold, sent, told: { won } };
      }
      const { code, decided, successor } = answer.problem;
      if (code === "hold_already_decided")
        return { op: "decide", hold, sent, told: { lost: toTold(decided!) } };
      if (code !== "hold_stale" && code !== "hold_expired")
        throw new Error(`${hold}: ${code} is no answer to a decision.`);
      const told = { refused: code, ...(successor !== undefined && { successor }) };
      return { op: "decide", hold, sent, told };
    },
    (op) => op,
  );
}

async function editPlan(client: RaceClient, target: Target, random: SeededRandom): Promise<void> {
  const text = `rewritten by ${client.name}, ${random.below(2 ** 30)}`;
  const changes = { tool_params: { text } };
  const ops = [{ edit_type: "modify_todo", target_id: target.todo_id, params: { changes } }];
  await target.recorder.record(
    async (): Promise<HoldOp> => {
      const path = `/v1/plans/${target.plan_id}/edits`;
      const answer = await client.post<Receipt>(path, { ops, command_id: text });
      if ("data" in answer) return { op: "edit_plan", told: "accepted" };
      const { code } = answer.problem;
      if (code !== "todo_not_editable") throw new Error(`${code} is no answer to this edit.`);
      return { op: "edit_plan", told: code };
    },
    (op) => op,
  );
}

async function read(client: RaceClient, target: Target, id: string): Promise<void> {
  await target.recorder.record(() => client.get<Hold>(`/v1/holds/${id}`), toRead);
}

function toRead({ id, status, decision }: Hold): HoldOp {
  const saw = { status, decision: decision === null ? null : toTold(decision) };
  return { op: "read", hold: id, saw };
}

function toTold(decision: {
  readonly decision: string;
  readonly by: string;
  readonly at: string;
  readonly comment?: string | undefined;
}): ToldDecision {
  const { decision: word, by, at, comment = null } = decision;
  return { decision: word, by, at, comment };
}

/** Approves what still asks until the plan has ended. */
async function letEnd(
  client: RaceClient,
  planId: string,
  targets: readonly Target[],
): Promise<void> {
  await api().watch.until(planId, async () => {
    const open = (await holdsOf(client, planId)).filter(({ status }) => status === "open");
    for (const hold of open) {
      const target = targets.find(({ todo_id }) => todo_id === hold.todo_id)!;
      await decide(client, target, hold.id, "approve");
    }
    const plan = await client.get<PlanView>(`/v1/plans/${planId}?limit=1`);
    return plan.completed_at !== null;
  });
}

/** Adds how the todo's holds looked in the end, and what the clock did. */
async function finish(
  target: Target,
  all: readonly Hold[],
  events: readonly LoggedEvent[],
): Promise<Fought> {
  const holds = all.filter(({ todo_id }) => todo_id === target.todo_id);
  for (const hold of holds) await target.recorder.record(() => Promise.resolve(hold), toRead);
  const expired = events.filter(
    ({ type, todo_id }) => type === "hold.expired" && todo_id === target.todo_id,
  );
  const history = [
    ...target.recorder.history,
    ...expired.map(({ hold_id }) => ({
      op: { op: "time_out" as const, hold: hold_id! },
      invoked: 0,
      responded: Infinity,
    })),
  ];
  return { ...target, holds, history };
}

function outcomeOf(op: HoldOp): string {
  switch (op.op) {
    case "decide":
      return "won" in op.told
        ? `${op.sent.decision} won`
        : "lost" in op.told
          ? "hold_already_decided"
          : op.told.refused;
    case "edit_plan":
      return `edit_plan ${op.told}`;
    case "read":
    case "time_out":
      return op.op;
  }
}

function countOutcomes(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { op } of fought.flatMap(({ history }) => history)) {
    const outcome = outcomeOf(op);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

beforeAll(async () => {
  console.info(`one winner: RACE_SEED=${seed}`);
  const began = performance.now();
  const random = createSeededRandom(seed);
  for (let round = 0; round < ROUNDS; round += 2) {
    const both = [fight(round, random.fork()), fight(round + 1, random.fork())];
    fought.push(...(await Promise.all(both)).flat());
  }
  console.info(
    `one winner: ${JSON.stringify({
      histories: fought.length,
      holds: fought.flatMap(({ holds }) => holds).length,
      ...countOutcomes(),
      calls: ledger.calls.filter(({ todo_id }) => todo_id !== "keeper").length,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    })}`,
  );
}, 600_000);

describe("holds that eight people and the clock decide at the same time", () => {
  test("look to everybody as if one had come after the other", () => {
    for (const { plan_id, todo_id, holds, history } of fought) {
      const order = findOrder(history, holdModel(holds));
      expect(order, `${plan_id} ${todo_id}:\n${show(history)}\n`).not.toBeNull();
    }
  });

  test("have one winner each, and tell it to everybody else", () => {
    for (const { holds, history } of fought) {
      for (const { id } of holds) {
        const told = history.flatMap(({ op }) =>
          op.op === "decide" && op.hold === id ? [op.told] : [],
        );
        const winners = told.flatMap((each) => ("won" in each ? [each.won] : []));
        expect(winners.length).toBeLessThanOrEqual(1);
        const heard = told.flatMap((each) => ("lost" in each ? [each.lost] : []));
        expect(heard).toEqual(heard.map(() => winners[0]));
      }
    }
  });

  test("let their todo run at most once, and exactly with what was approved", () => {
    for (const { plan_id, todo_id, holds, written } of fought) {
      const last = holds.at(-1)!;
      const isGranted =
        last.status === "approved" || (last.status === "expired" && last.on_timeout === "approve");
      const args = written.get(last.decision?.comment ?? "") ?? last.args;
      const calls = ledger.calls.filter(
        (call) => call.plan_id === plan_id && call.todo_id === todo_id,
      );
      for (const call of calls) expect(call).toMatchObject({ run: 1, args });
      expect(calls.map(({ attempt }) => attempt)).toEqual(calls.map((_, place) => place + 1));
      expect(calls.length > 0, `${plan_id} ${todo_id} ran`).toBe(isGranted);
    }
  });

  test("were really fought over: everybody wins somewhere, and everybody loses", () => {
    expect(Object.keys(countOutcomes())).toEqual(
      expect.arrayContaining([
        "approve won",
        "reject won",
        "edit won",
        "edit_plan accepted",
        "edit_plan todo_not_editable",
        "hold_already_decided",
        "hold_stale",
        "time_out",
      ]),
    );
  });
});

/** For a person who looks for the reason; looks that saw it open are left out. */
function show(history: readonly Recorded<HoldOp>[]): string {
  return history
    .filter(({ op }) => op.op !== "read" || op.saw.status !== "open")
    .toSorted((a, b) => a.invoked - b.invoked)
    .map(({ op, invoked, responded }) => `${invoked}–${responded} ${JSON.stringify(op)}`)
    .join("\n");
}
