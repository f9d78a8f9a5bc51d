import { afterAll, beforeAll, onTestFinished } from "vitest";
import { useApi } from "./api-harness.ts";
import {
  makeWebhook,
  startReceiver,
  type Answer,
  type MadeWebhook,
  type WebhookReceiver,
} from "./webhook-receiver.ts";

/** The API of one file that tells receivers on this machine, and one of them. */
export function useToldApi() {
  const api = useApi({ config: { webhooks: { allow: ["127.0.0.1"] } } });
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  return {
    api,
    receiver: () => receiver,
    make: (more?: object): Promise<MadeWebhook> => makeWebhook(api(), receiver.url, more),
    /** Another receiver with a webhook of its own; both are gone after the test. */
    another: async ({
      answer,
      ...more
    }: { readonly answer?: Answer; readonly events?: string[] } = {}) => {
      const told = await startReceiver();
      if (answer !== undefined) told.answer = answer;
      const made = await makeWebhook(api(), told.url, more);
      onTestFinished(async () => {
        await api().request("DELETE", `/v1/webhooks/${made.id}`);
        await told.close();
      });
      return { told, made };
    },
  };
}
