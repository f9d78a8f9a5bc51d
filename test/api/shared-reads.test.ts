import { Client, Connection } from "@temporalio/client";
import { expect, inject, test } from "vitest";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { createSharedReads } from "../../src/api/gateway/lists/shared-reads.ts";
import { InboxQuerySchema } from "../../src/contract/list.ts";
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

test("twenty people who open the inbox at once cost Temporal no more than two", async () => {
  const calls: string[] = [];
  const guard = await guardTemporal(inject("temporalAddress"), {
    onCall: (name) => calls.push(name),
  });
  const connection = await Connection.connect({ address: guard.address });
  try {
    const client = new Client({ connection, namespace: inject("temporalNamespace") });
    const { lists } = createGateways(client, "shared-reads", { answerMs: 20_000 });
    const open = InboxQuerySchema.parse({});
    const costOf = async (look: () => Promise<unknown>): Promise<number> => {
      calls.length = 0;
      await look();
      return calls.length;
    };
    const ofOne = await costOf(() => lists.inbox(open));
    expect(ofOne).toBeGreaterThan(0);

    const people = ["kim", "lee", "park", "choi"];
    const ofTwenty = await costOf(() => {
      const asked = Array.from({ length: 20 }, (_, place) =>
        lists.inbox({ ...open, assignee: people[place % 4] }),
      );
      return Promise.all(asked);
    });
    expect(ofTwenty).toBeLessThanOrEqual(2 * ofOne);
  } finally {
    await connection.close();
    await guard.close();
  }
});
