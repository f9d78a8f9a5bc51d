import { Client, Connection } from "@temporalio/client";
import { expect, inject, test } from "vitest";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import type { PlanLists } from "../../src/api/gateway/lists/plan-lists.ts";
import { createSharedReads } from "../../src/api/gateway/lists/shared-reads.ts";
import { InboxQuerySchema, PlanListQuerySchema } from "../../src/contract/list.ts";
import { guardTemporal } from "../support/guarded-temporal.ts";

/** Reads that end when they are told to, in the order in which they began. */
function heldReads() {
  const begun: { end: (answer: string) => void; fail: (why: Error) => void }[] = [];
  const read = createSharedReads(
    (name) =>
      new Promise<string>((resolve, reject) => {
        begun.push({ end: (answer) => resolve(`${name}: ${answer}`), fail: reject });
      }),
  );
  return { begun, read };
}

test("who asks while a list is read gets what is read after they asked, all of them the same", async () => {
  const { begun, read } = heldReads();
  const first = read("holds");
  const waiting = [read("holds"), read("holds"), read("holds")];
  expect(begun).toHaveLength(1);

  begun[0]!.end("before");
  expect(await first).toBe("holds: before");
  await expect.poll(() => begun.length).toBe(2);
  const late = read("holds");
  begun[1]!.end("after");
  expect(await Promise.all(waiting)).toEqual(Array(3).fill("holds: after"));

  await expect.poll(() => begun.length).toBe(3);
  begun[2]!.end("later still");
  expect(await late).toBe("holds: later still");
});

test("a list that could not be read is read again for those who wait, and other lists wait for nothing", async () => {
  const { begun, read } = heldReads();
  const first = read("holds");
  const second = read("holds");
  const other = read("work");
  expect(begun).toHaveLength(2);

  begun[1]!.end("read");
  expect(await other).toBe("work: read");
  begun[0]!.fail(new Error("nobody answered"));
  await expect(first).rejects.toThrow("nobody answered");
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!.end("read");
  expect(await second).toBe("holds: read");
  const again = read("holds");
  expect(begun).toHaveLength(4);
  begun[3]!.end("read again");
  expect(await again).toBe("holds: read again");
});

const PEOPLE = ["kim", "lee", "park", "choi"];

test.each<[string, (lists: PlanLists, who?: string) => Promise<unknown>]>([
  ["inbox", (lists, assignee) => lists.inbox({ ...InboxQuerySchema.parse({}), assignee })],
  ["list of plans", (lists) => lists.plans(PlanListQuerySchema.parse({}))],
])("twenty people who open the %s at once cost Temporal no more than two", async (_, look) => {
  const calls: string[] = [];
  const guard = await guardTemporal(inject("temporalAddress"), {
    onCall: (name) => calls.push(name),
  });
  const connection = await Connection.connect({ address: guard.address });
  try {
    const client = new Client({ connection, namespace: inject("temporalNamespace") });
    const { lists } = createGateways(client, "shared-reads", { answerMs: 20_000 });
    const costOf = async (looks: readonly (string | undefined)[]): Promise<number> => {
      calls.length = 0;
      await Promise.all(looks.map((who) => look(lists, who)));
      return calls.length;
    };
    const ofOne = await costOf([undefined]);
    expect(ofOne).toBeGreaterThan(0);
    const twenty = Array.from({ length: 20 }, (__, place) => PEOPLE[place % PEOPLE.length]);
    expect(await costOf(twenty)).toBeLessThanOrEqual(2 * ofOne);
  } finally {
    await connection.close();
    await guard.close();
  }
});
