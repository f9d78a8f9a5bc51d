import {
  condition,
  defineSignal,
  defineUpdate,
  proxyActivities,
  setHandler,
} from "@temporalio/workflow";
import type { ToolActivity } from "../src/activities/activity-types.ts";

/**
 * What a person would write by hand to run the same todos in sequence and nothing else: no holds, no
 * edits, no progress, no scheduling. Holdpoint is measured against it.
 */
export async function minimalChain(planId: string, todoIds: readonly string[]): Promise<void> {
  const { tick } = proxyActivities<{ tick: ToolActivity }>({
    startToCloseTimeout: 300_000,
    heartbeatTimeout: 5_000,
    retry: { maximumAttempts: 4 },
  });
  for (const todo_id of todoIds) await tick({}, contextOf(planId, todo_id));
}

/** The same for independent todos, at most `width` at a time. */
export async function minimalWide(
  planId: string,
  todoIds: readonly string[],
  width: number,
): Promise<void> {
  const { tick } = proxyActivities<{ tick: ToolActivity }>({
    startToCloseTimeout: 300_000,
    heartbeatTimeout: 5_000,
    retry: { maximumAttempts: 4 },
  });
  const waiting = [...todoIds];
  const runNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await tick({}, contextOf(planId, id));
    }
  };
  await Promise.all(Array.from({ length: width }, runNext));
}

function contextOf(plan_id: string, todo_id: string) {
  const idempotency_key = `${plan_id}/${todo_id}/1`;
  const about = { plan_id, todo_id, run: 1, title: todo_id, attempt: 1, idempotency_key };
  return { ...about, input_data: {}, references: [] };
}

/** Counts updates until `expected` have arrived: what 200 decisions cost without a plan. */
export async function minimalUpdates(expected: number): Promise<void> {
  let seen = 0;
  setHandler(defineUpdate<number>("count"), () => {
    seen += 1;
    return seen;
  });
  await condition(() => seen >= expected);
}

const { wait } = proxyActivities<{ wait: ToolActivity }>({
  startToCloseTimeout: 300_000,
  heartbeatTimeout: 5_000,
  retry: { maximumAttempts: 4 },
});

/** Todos that each wait for those they name, at most `width` at a time. */
export async function minimalGraph(
  planId: string,
  todos: readonly { readonly id: string; readonly depends_on: readonly string[] }[],
  width: number,
): Promise<void> {
  const ended = new Map<string, Promise<void>>();
  let running = 0;
  for (const { id, depends_on } of todos) {
    const run = async (): Promise<void> => {
      for (const other of depends_on) await ended.get(other);
      await condition(() => running < width);
      running += 1;
      await wait({ seconds: 0 }, contextOf(planId, id));
      running -= 1;
    };
    ended.set(id, run());
  }
  await Promise.all(ended.values());
}

/** One todo that starts when somebody says so. */
export async function minimalApproved(planId: string): Promise<void> {
  let isApproved = false;
  setHandler(defineSignal("approve"), () => {
    isApproved = true;
  });
  await condition(() => isApproved);
  await wait({ seconds: 0 }, contextOf(planId, "t0"));
}
