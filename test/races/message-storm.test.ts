import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { useCliStack } from "../cli/support/cli-stack.ts";
import { readHistory } from "../scale/history.ts";
import { createSeededRandom, raceSeed } from "./support/seeded-random.ts";

const stack = useCliStack();
const MESSAGES = 2_000;
/** So many of them are under way at any time: each sender goes on once it has its answer. */
const SENDERS = 200;
const HOLDS = 200;
const seed = raceSeed();

/** What somebody sends, and under which id. */
interface Message {
  readonly commandId: string;
  readonly send: () => Promise<unknown>;
}

test(
  `of ${MESSAGES} messages that come to one plan at once each is answered, and counts once (RACE_SEED=${seed})`,
  { timeout: 240_000 },
  async () => {
    const { api, url } = stack();
    const id = "storm";
    const client = createClient(url, { retries: Infinity, timeoutMs: 120_000 });
    const todos = Array.from({ length: HOLDS }, (_, place) => ({
      id: `t${place}`,
      title: `Todo ${place}`,
      tool_name: "echo",
      tool_params: { text: String(place) },
      requires_approval: true,
    }));
    const last = { id: "last", title: "Last", kind: "milestone" as const, requires_approval: true };
    await api.create({ id, title: "Storm", max_parallel: 50, todos: [...todos, last] });
    const holds = await api.untilHolds(id, HOLDS + 1);
    const ofLast = holds.find(({ todo_id }) => todo_id === "last")!.id;

    const random = createSeededRandom(seed);
    const decisions = holds
      .filter((hold) => hold.id !== ofLast)
      .flatMap((hold) =>
        (["approve", "reject"] as const).map((decision): Message => {
          const commandId = `${hold.id}.${decision}`;
          const body = { decision, command_id: commandId };
          return { commandId, send: () => client.holds.decide(hold.id, body) };
        }),
      );
    const edits = Array.from({ length: 1_300 }, (_, place): Message => {
      const commandId = `edit-${place}`;
      const changes = { title: `Last, as ${place} says` };
      const op = { edit_type: "modify_todo" as const, target_id: "last", params: { changes } };
      return {
        commandId,
        send: () => client.plans.edit(id, { command_id: commandId, ops: [op] }),
      };
    });
    // Whose answer does not come in time sends the same once more.
    const again = Array.from({ length: MESSAGES - decisions.length - edits.length }, () =>
      random.pick([...decisions, ...edits]),
    );
    const left = [...decisions, ...edits, ...again]
      .map((message) => ({ message, place: random.below(2 ** 31) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ message }) => message);
    expect(left).toHaveLength(MESSAGES);

    const taken = new Map<string, number>();
    const refused = new Map<string, string>();
    const sendRest = async (): Promise<void> => {
      for (let message = left.pop(); message !== undefined; message = left.pop()) {
        const { commandId, send } = message;
        try {
          await send();
          taken.set(commandId, (taken.get(commandId) ?? 0) + 1);
        } catch (error) {
          refused.set(
            commandId,
            error instanceof ProblemError ? error.problem.code : String(error),
          );
        }
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: SENDERS }, sendRest));
    const seconds = (performance.now() - began) / 1_000;
    await client.holds.decide(ofLast, { decision: "approve", command_id: "end" });
    await api.untilEnded(id);

    const log = await api.events(id);
    const commands = log.flatMap(({ data }) => {
      const commandId = (data as { command_id?: string } | undefined)?.command_id;
      return commandId === undefined || commandId === "end" ? [] : [commandId];
    });
    const history = await readHistory(api.client, id);
    console.log(`message storm: ${JSON.stringify({ seconds, ...history, log: log.length })}`);

    // One of two people who disagree is told that the other one was first, and nobody is told anything else.
    expect(new Set(refused.values())).toEqual(new Set(["hold_already_decided"]));
    expect(refused.size).toBe(HOLDS);
    expect(taken.size).toBe(HOLDS + edits.length);
    expect([...taken.keys()].filter((commandId) => refused.has(commandId))).toEqual([]);
    expect(commands.toSorted()).toEqual([...taken.keys()].toSorted());
    expect(decidedTwice(log)).toEqual([]);
    // Where a run was followed by another one, Temporal may have its last task done again; no other one failed.
    expect(history.runs).toBeGreaterThan(1);
    expect(history.failedTasks).toBeLessThan(2 * history.runs);
  },
);

function decidedTwice(log: readonly LoggedEvent[]): unknown[] {
  const holds = log.filter(({ type }) => type === "hold.decided").map(({ hold_id }) => hold_id);
  return holds.filter((id, place) => holds.indexOf(id) !== place);
}
