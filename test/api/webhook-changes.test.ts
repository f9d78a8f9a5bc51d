import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { RotatedWebhook } from "../../src/contract/service/webhook.ts";
import { problemOf } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";
import { useToldApi } from "../support/use-told-api.ts";
import { assertSigned, type MadeWebhook } from "../support/webhook-receiver.ts";

const { api, receiver, make } = useToldApi();
type App = ReturnType<typeof createApp>;

let hook: MadeWebhook;
beforeEach(async () => {
  hook = await make();
  return async () => {
    await api().request("DELETE", `/v1/webhooks/${hook.id}`);
  };
});

async function send(app: Pick<App, "request">, method: string, path: string, body?: object) {
  return app.request(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
}
const own = (): App => createApp(api().deps);
const path = (): string => `/v1/webhooks/${hook.id}`;

/** An API in which something happens after a webhook was read and before it is saved, so many times. */
function meanwhile(happens: () => Promise<unknown>, times = 1): App {
  const { webhooks } = api().deps;
  let left = times;
  return createApp({
    ...api().deps,
    webhooks: {
      ...webhooks,
      async get(id) {
        const read = await webhooks.get(id);
        left -= 1;
        if (left >= 0) await happens();
        return read;
      },
    },
  });
}

test("a webhook that is removed while it is changed stays removed", async () => {
  const looked = defer<void>();
  const go = defer<void>();
  const slow = createApp({
    ...api().deps,
    async checkWebhookUrl() {
      looked.resolve();
      await go.promise;
    },
  });
  const changed = send(slow, "PATCH", path(), { url: `${receiver().url}/elsewhere` });
  await looked.promise;
  expect((await send(own(), "DELETE", path())).status).toBe(204);
  go.resolve();
  await problemOf(changed, "webhook_not_found");
  await problemOf(send(own(), "GET", path()), "webhook_not_found");
});

test.each([
  ["changed", () => ["PATCH", path(), { description: "x" }]],
  ["rotated", () => ["POST", `${path()}/rotate`, {}]],
] as const)(
  "one that is removed just before it is saved, %s, stays removed",
  async (_, request) => {
    const app = meanwhile(() => send(own(), "DELETE", path()));
    await problemOf(send(app, ...(request() as [string, string, object])), "webhook_not_found");
    await problemOf(send(own(), "GET", path()), "webhook_not_found");
  },
);

test("of two secrets that are made at once, both sign", async () => {
  const rotate = async (app: App) =>
    (await (await send(app, "POST", `${path()}/rotate`, {})).json()) as RotatedWebhook;
  let first: RotatedWebhook | undefined;
  const second = await rotate(meanwhile(async () => (first = await rotate(own()))));
  receiver().received.length = 0;
  await send(own(), "POST", `${path()}/test`, {});
  await expect.poll(() => receiver().received.length).toBe(1);
  for (const { secret } of [hook, first!, second]) assertSigned(receiver().received[0]!, secret);
});

test.each([
  ["a person disables", "by_person", () => send(own(), "PATCH", path(), { enabled: false })],
  [
    "whose receiver says that it is gone",
    "gone",
    () =>
      api()
        .client.workflow.getHandle(`webhooks-${api().taskQueue}`)
        .signal("webhook_gone", hook.id, hook.url),
  ],
])("one that %s while it gets a new secret stays disabled", async (_, why, disable) => {
  const rotated = await send(meanwhile(disable), "POST", `${path()}/rotate`, {});
  expect(await rotated.json()).toMatchObject({ disabled: { why } });
  expect(await (await send(own(), "GET", path())).json()).toMatchObject({ disabled: { why } });
});

test("one that others change all the time is left to them, and a repeat may fare better", async () => {
  let changes = 0;
  const busy = meanwhile(async () => {
    changes += 1;
    await send(own(), "PATCH", path(), { description: `change ${changes}` });
  }, 10);
  const refused = await send(busy, "PATCH", path(), { description: "mine" });
  expect(refused.headers.get("retry-after")).toBe("1");
  await problemOf(refused, "webhook_changed");
  expect(await (await send(own(), "GET", path())).json()).toMatchObject({
    description: "change 10",
  });
  const again = await send(busy, "PATCH", path(), { description: "mine" });
  expect(await again.json()).toMatchObject({ description: "mine" });
});

test("two APIs that get the same request to make one at once make one, and tell its secret", async () => {
  const key = randomUUID();
  const make = (app: App) =>
    app.request("/v1/webhooks", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ url: receiver().url }),
    });
  const { webhooks } = api().deps;
  let first: MadeWebhook | undefined;
  const late = createApp({
    ...api().deps,
    webhooks: {
      ...webhooks,
      async list() {
        const read = await webhooks.list();
        first ??= (await (await make(own())).json()) as MadeWebhook;
        return read;
      },
    },
  });
  expect(await (await make(late)).json()).toEqual(first);
  await send(own(), "DELETE", `/v1/webhooks/${first!.id}`);
});
