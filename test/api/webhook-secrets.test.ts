import { expect, test } from "vitest";
import { secretsAt, type RotatedWebhook } from "../../src/contract/service/webhook.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { problemOf } from "../support/api-harness.ts";
import { useToldApi } from "../support/use-told-api.ts";
import { assertSigned } from "../support/webhook-receiver.ts";

const { api, another } = useToldApi();

test("a new secret signs beside the one before, so a receiver may change when it suits it", async () => {
  const { told, made } = await another();
  const change = (body: object) => api().send("PATCH", `/v1/webhooks/${made.id}`, body);
  const rotate = () => api().post(`/v1/webhooks/${made.id}/rotate`, {});
  const rotated = (await (await rotate()).json()) as RotatedWebhook;
  expect(rotated.secret).not.toBe(made.secret);
  expect(Date.parse(rotated.earlier_until)).toBeGreaterThan(Date.now());
  await api().post(`/v1/webhooks/${made.id}/test`, {});
  await expect.poll(() => told.received.length).toBe(1);
  for (const { secret } of [made, rotated]) assertSigned(told.received[0]!, secret);
  // Another address: both go with it.
  await change({ url: `${told.url}/elsewhere` });
  await api().post(`/v1/webhooks/${made.id}/test`, {});
  await expect.poll(() => told.received.length).toBe(2);
  for (const { secret } of [made, rotated]) assertSigned(told.received[1]!, secret);
  for (let time = 1; time < LIMITS.webhook_earlier_secrets; time += 1)
    expect((await rotate()).status).toBe(200);
  await problemOf(rotate(), "illegal_transition");
});

test("a secret that was replaced a day ago signs no more", () => {
  const kept = {
    sealed_secret: "new",
    earlier: [{ sealed_secret: "old", until: "2026-11-25T12:00:00.000Z" }],
  };
  expect(secretsAt(kept, "2026-11-25T11:59:59.999Z")).toEqual(["new", "old"]);
  expect(secretsAt(kept, "2026-11-25T12:00:00.000Z")).toEqual(["new"]);
});
