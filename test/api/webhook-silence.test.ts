import { expect, test } from "vitest";
import type { Delivery, DeliveryDetail } from "../../src/contract/service/webhook.ts";
import { NOT_ANSWERED } from "../../src/contract/service/webhook.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { useToldApi } from "../support/use-told-api.ts";

const { api, another } = useToldApi();

test("a receiver that never answers is given up after its time, however often memory is freed", async () => {
  collectGarbage();
  const { made } = await another({ answer: () => new Promise<never>(() => undefined) });
  const begun = await api().post(`/v1/webhooks/${made.id}/test`, {});
  const { id } = (await begun.json()) as Delivery;
  const address = `/v1/webhooks/${made.id}/deliveries/${id}`;
  const attempts = async () => (await api().get<DeliveryDetail>(address)).attempts;
  await expect.poll(attempts, { timeout: 60_000 }).not.toEqual([]);
  expect(await attempts()).toMatchObject([{ status: null, error: NOT_ANSWERED }]);
}, 90_000);
