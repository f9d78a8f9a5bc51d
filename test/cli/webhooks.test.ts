import { expect, test } from "vitest";
import type { Delivery } from "../../src/contract/service/webhook.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack({ config: { webhooks: { allow: ["127.0.0.1"] } } });
const LONG = { timeout: 180_000 };

test(
  "a receiver that answers 500 was reached; what is disabled is enabled first",
  LONG,
  async () => {
    const receiver = await startReceiver();
    receiver.answer = () => 500;
    const added = await stack().type(`webhook add ${receiver.url} --json`);
    const { id } = added.json<{ id: string }>();
    const tested = await stack().type(`webhook test ${id}`);
    await receiver.close();
    expect([tested.exit, tested.err]).toEqual([
      1,
      expect.stringMatching(
        /✖ http\S+ did not take it: It answered 500\.\nThe next attempt is at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\n/,
      ),
    ]);
    await stack().type(`webhook disable ${id}`);
    const off = await stack().type(`webhook test ${id}`);
    expect(off.err).toContain(`Next: holdpoint webhook enable ${id}\n`);
    const asks = await stack().type(`webhook remove ${id}`);
    expect(asks.err).toContain(`Next: holdpoint webhook remove ${id} --yes\n`);
    expect((await stack().type(`webhook remove ${id} --yes`)).exit).toBe(0);
  },
);

test(
  "a receiver that answers 410 disables its webhook, and the next step enables it",
  LONG,
  async () => {
    const receiver = await startReceiver();
    receiver.answer = () => 410;
    const { id } = (await stack().type(`webhook add ${receiver.url} --json`)).json<{
      id: string;
    }>();
    const { exit, err } = await stack().type(`webhook test ${id}`);
    await receiver.close();
    expect(exit).toBe(1);
    expect(err).toContain(
      `✖ ${receiver.url} answered 410 (gone), so webhook ${id} is disabled: it is told nothing until it is enabled.\n`,
    );
    expect(err.trim().split("\n").at(-1)).toBe(`Next: holdpoint webhook enable ${id}`);
    // Temporal's list follows by a moment.
    const newest = async () => {
      const at = `/v1/webhooks/${id}/deliveries`;
      const { deliveries } = await stack().api.get<{ deliveries: Delivery[] }>(at);
      return deliveries[0]?.last?.error;
    };
    await expect
      .poll(newest, { timeout: 20_000 })
      .toBe(
        "It answered 410 (gone). That disables the webhook, unless its address has been changed since.",
      );
  },
);

test("a log of deliveries that is full says how to get a longer one", LONG, async () => {
  const receiver = await startReceiver();
  const { id } = (await stack().type(`webhook add ${receiver.url} --json`)).json<{ id: string }>();
  const listed = () => stack().type(`webhook deliveries ${id} --limit 2`);
  await stack().type(`webhook test ${id}`);
  await expect.poll(async () => (await listed()).out).toContain("evt_");
  expect((await listed()).err).toBe("");
  await stack().type(`webhook test ${id}`);
  await receiver.close();
  await expect
    .poll(async () => (await listed()).err)
    .toMatch(
      /^The list ends after 2, the newest first\. For older ones: holdpoint webhook deliveries wh_\S+ .*--limit 200\n$/,
    );
  const json = await stack().type(`webhook deliveries ${id} --limit 2 --json`);
  expect([json.err, json.json<{ deliveries: Delivery[] }>().deliveries.length]).toEqual(["", 2]);
});

test.each([
  [
    "https://kim:secret@example.com/x",
    /must not hold a user name.* signed.* secret part in the path/,
  ],
  [
    "ftp://example.com",
    /must start with https:\/\/.* Plain http is for hosts that webhooks\.allow opens/,
  ],
  ["not-a-url", /must start with https:\/\//],
])("a webhook to %s is told at once what is taken", LONG, async (url, told) => {
  const { exit, err } = await stack().type(`webhook add ${url}`);
  expect([exit, err]).toEqual([1, expect.stringMatching(told)]);
  expect(err).not.toMatch(/header|http:\/\/ or/);
});
