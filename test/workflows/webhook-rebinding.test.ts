import { randomBytes, randomUUID } from "node:crypto";
import { Worker } from "@temporalio/worker";
import { expect, onTestFinished, test } from "vitest";
import { createActivities } from "../../src/activities/create-activities.ts";
import {
  purposeOfSecret,
  type CloudEvent,
  type DeliveryDetail,
} from "../../src/contract/service/webhook.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import { keptWebhook } from "../support/kept-webhook.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const server = useDevServer();

test.each([["10.0.0.7"], ["127.0.0.1"], ["169.254.169.254"], ["::ffff:192.168.0.1"], ["fd00::1"]])(
  "a name that was public when the webhook was made is not told at %s",
  async (address) => {
    const canary = await startReceiver();
    onTestFinished(() => canary.close());
    const { port } = new URL(canary.url);
    const url = `https://rebound.example:${port}/told`;
    const id = `wh_${randomBytes(5).toString("hex")}`;
    const { client, native, artifacts, folder } = server();
    const taskQueue = `ship-${randomUUID()}`;
    const secrets = createSecrets(new Map([["test", randomBytes(32)]]));
    const asked: string[] = [];
    const worker = await Worker.create({
      connection: native,
      namespace: server().namespace,
      taskQueue,
      workflowBundle: await loadWorkflowBundle(),
      activities: createActivities([], {
        artifacts,
        workspaces: folder,
        secrets,
        model: null,
        webhookLookup: async (host) => {
          asked.push(host);
          return [address];
        },
      }),
      shutdownGraceTime: "10ms",
    });
    const stopped = worker.run();
    onTestFinished(async () => {
      worker.shutdown();
      await stopped;
    });
    const at = new Date().toISOString();
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const sealed = { value: secret, for: purposeOfSecret(url) };
    const sealed_secret = secrets.seal({ webhook_id: id }, sealed);
    const webhook = keptWebhook(at, { id, url, sealed_secret });
    const keeper = await client.workflow.start("webhooksWorkflow", {
      workflowId: `webhooks-${taskQueue}`,
      taskQueue,
      args: [{ webhooks: [webhook], followed: null }],
    });
    const event: CloudEvent = {
      specversion: "1.0",
      id: `evt_${randomUUID().replaceAll("-", "")}`,
      type: "dev.holdpoint.plan.ended.v1",
      source: "urn:holdpoint:default",
      subject: "plans/ship",
      time: at,
      datacontenttype: "application/json",
      data: {},
    };
    const delivery = await client.workflow.start("deliveryWorkflow", {
      workflowId: `delivery-${id}.${event.id}`,
      taskQueue,
      args: [{ webhook_id: id, webhooks_workflow: keeper.workflowId, event }],
    });
    onTestFinished(async () => {
      await delivery.terminate().catch(() => undefined);
      await keeper.terminate().catch(() => undefined);
    });
    const detail = () => delivery.query<DeliveryDetail>("delivery");
    await expect.poll(async () => (await detail()).attempt_count).toBeGreaterThan(0);
    const [attempt] = (await detail()).attempts;
    expect(attempt).toMatchObject({ status: null, answer: null });
    expect(attempt!.error).toContain("is not on the public internet");
    // What is inside stays unsaid.
    expect(attempt!.error).not.toContain(address);
    expect(asked).toContain("rebound.example");
    expect(canary.received).toEqual([]);
  },
);
