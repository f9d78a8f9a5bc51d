import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../../../src/client/client.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { Hold } from "../../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, Receipt } from "../../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../../src/contract/plan/todo.ts";
import { ProblemError } from "../../../src/contract/problems/problem-error.ts";
import type { SeededRandom } from "../../races/support/seeded-random.ts";

/** Attempts that the plan's policy allows beside the first; more than anything is killed in one story. */
export const RETRIES = 20;
const QUICK = ["q1", "q2", "q3", "q4", "q5"];

/** A command that the API acknowledged. */
export interface Acknowledged {
  readonly plan: string;
  readonly seq: number;
  readonly event: LoggedEvent["type"];
}

/** What a story did, and how its plan has to end. */
export interface Told {
  readonly plan: string;
  /** What became of the approval; null when nobody got to it. */
  approved: boolean | null;
  cancelled: boolean;
  /** Todos that an edit put in. */
  added: string[];
}

/** What all clients have seen. */
export interface Record {
  readonly acknowledged: Acknowledged[];
  readonly told: Told[];
  /** What went otherwise than a person may expect, as sentences. */
  readonly surprises: string[];
}

const failure = {
  timeout: { action: "RETRY", max_retries: RETRIES, fallback: "ABORT" },
} as const;

/** Side by side: a chain, an approval, and a question with quick todos behind it; then all come together. */
function writePlan(id: string): NewPlanInput {
  const todo = (name: string, ...depends_on: string[]): NewTodoInput => ({
    id: name,
    title: name,
    tool_name: "effect",
    depends_on,
    max_retries: RETRIES,
    failure,
  });
  const quick = (name: string, before: string): NewTodoInput => ({
    ...todo(name, before),
    tool_name: "add",
    tool_params: { to: { $from: before } },
  });
  return {
    id,
    title: id,
    todos: [
      todo("first"),
      todo("second", "first"),
      { ...todo("held", "first"), requires_approval: true, approval: { on_timeout: "wait" } },
      todo("after-held", "held"),
      {
        id: "asked",
        title: "asked",
        depends_on: ["first"],
        input_request: { question: "How many?", input_type: "number" },
      },
      ...QUICK.map((name, place) => quick(name, QUICK[place - 1] ?? "asked")),
      todo("last", "second", "q5"),
    ],
  };
}

/** Plays one plan from its start to its end, insisting on an answer to everything. */
export async function playStory(
  client: Client,
  id: string,
  random: SeededRandom,
  record: Record,
): Promise<void> {
  const told: Told = { plan: id, approved: null, cancelled: false, added: [] };
  let commands = 0;
  const nextId = (): string => `${id}-${(commands += 1)}`;
  /** Sends a command, sometimes once more after its acknowledgement; what refuses it is told as a code. */
  const command = async (
    event: LoggedEvent["type"],
    send: (command_id: string) => Promise<Receipt>,
    maybeRefused: readonly string[] = [],
  ): Promise<Receipt | undefined> => {
    const command_id = nextId();
    const again = random.happens(0.3);
    try {
      const receipt = await send(command_id);
      record.acknowledged.push({ plan: id, seq: receipt.seq, event });
      if (again) {
        const second = await send(command_id);
        if (second.seq !== receipt.seq)
          record.surprises.push(`${command_id}: acknowledged as ${receipt.seq} and ${second.seq}`);
      }
      return receipt;
    } catch (error) {
      const code = error instanceof ProblemError ? error.problem.code : String(error);
      if (!maybeRefused.includes(code)) record.surprises.push(`${command_id} (${event}): ${code}`);
      return undefined;
    }
  };
  const openHold = async (todoId: string): Promise<Hold> => {
    for (;;) {
      const { holds } = await client.plans.holds(id);
      const hold = holds.find(({ todo_id }) => todo_id === todoId);
      if (hold !== undefined) return hold;
      await delay(100);
    }
  };

  const decideIt = async (): Promise<void> => {
    const hold = await openHold("held");
    const decide = (decision: "approve" | "reject") =>
      command(
        "hold.decided",
        (command_id) => client.holds.decide(hold.id, { decision, command_id, digest: hold.digest }),
        rivals ? ["hold_already_decided"] : [],
      );
    // Now and then two decide at once, and one of them wins.
    const rivals = random.happens(0.3);
    const asks = rivals
      ? (["approve", "reject"] as const)
      : ([random.happens(0.7) ? "approve" : "reject"] as const);
    const won = await Promise.all(asks.map(async (ask) => ((await decide(ask)) ? [ask] : [])));
    if (won.flat().length !== 1) record.surprises.push(`${id}: ${won.flat().length} have decided`);
    told.approved = won.flat()[0] === "approve";
  };
  const answerIt = async (): Promise<void> => {
    const hold = await openHold("asked");
    await command("hold.decided", (command_id) =>
      client.holds.decide(hold.id, { decision: "answer", value: 1, command_id }),
    );
  };
  const editIt = async (): Promise<void> => {
    const name = `added-${told.added.length}`;
    const written = { id: name, title: name, tool_name: "effect", depends_on: ["first"] };
    const params = { todo: { ...written, max_retries: RETRIES, failure } };
    const receipt = await command("plan.edited", (command_id) =>
      client.plans.edit(id, { ops: [{ edit_type: "add_todo", params }], command_id }),
    );
    if (receipt !== undefined) told.added.push(name);
  };
  const pauseIt = async (): Promise<void> => {
    const mode = random.happens(0.5) ? "drain" : "interrupt";
    await command("plan.paused", (command_id) => client.plans.pause(id, { mode, command_id }));
    if (random.happens(0.5)) await editIt();
    await command("plan.resumed", (command_id) => client.plans.resume(id, { command_id }));
  };

  await client.plans.create(writePlan(id));
  record.told.push(told);
  // As long as its question is open the plan goes on: nothing before the answer can come too late.
  const steps = [editIt, pauseIt, pauseIt];
  const before = steps.filter(() => random.happens(0.6));
  for (const step of random.happens(0.5) ? [...before, decideIt] : [decideIt, ...before])
    await step();
  if (random.happens(0.12)) {
    const receipt = await command("plan.cancel_requested", (command_id) =>
      client.plans.cancel(id, { command_id }),
    );
    told.cancelled = receipt !== undefined;
  } else await answerIt();
}
