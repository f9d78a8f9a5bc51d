import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createWebhookGateway } from "../../src/api/gateway/webhook-gateway.ts";
import { defer } from "../../src/api/stream/feed/backoff.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Delivery, DeliveryDetail, Webhook } from "../../src/contract/service/webhook.ts";
import { NEWS_TYPES } from "../../src/contract/tables/vocabulary.ts";
import { pointersOf, problemOf } from "../support/api-harness.ts";
import { useToldApi } from "../support/use-told-api.ts";
import { assertSigned, startReceiver, type MadeWebhook } from "../support/webhook-receiver.ts";

const { api, receiver, make, another } = useToldApi();
let hook: MadeWebhook;
beforeAll(async () => {
  hook = await make();
});

const deliveries = async ({ id }: Webhook): Promise<Delivery[]> =>
  (await api().get<{ deliveries: Delivery[] }>(`/v1/webhooks/${id}/deliveries`)).deliveries;
const detail = ({ id }: Webhook, news: string): Promise<DeliveryDetail> =>
  api().get(`/v1/webhooks/${id}/deliveries/${news}`);
const change = (id: string, body: object) => api().send("PATCH", `/v1/webhooks/${id}`, body);

const approval = (id: string): NewPlanInput => ({
  id,
  title: `Publish ${id}`,
  todos: [
    {
      id: "publish",
      title: "Publish it",
      tool_name: "echo",
      tool_params: { text: "hello" },
      requires_approval: true,
    },
  ],
});

describe("a webhook", () => {
  test("is told of a hold, its decision and the plan's end, signed, once each", async () => {
    await api().create(approval("ship-told"));
    const [hold] = await api().untilHolds("ship-told");
    await expect.poll(() => receiver().of("ship-told", "hold.opened").length).toBe(1);
    const [opened] = receiver().of("ship-told");
    assertSigned(opened!, hook.secret);
    expect(opened!.headers["content-type"]).toMatch(/^application\/cloudevents\+json/);
    expect(opened!.headers["webhook-id"]).toBe(opened!.event.id);
    expect(opened!.event).toMatchObject({
      specversion: "1.0",
      source: "urn:holdpoint:default",
      subject: `plans/ship-told/holds/${hold!.id}`,
      data: {
        plan: { id: "ship-told", title: "Publish ship-told", owner: "local-operator" },
        hold: { id: hold!.id, kind: "approval", title: "Publish it", todo_id: "publish" },
        links: { api: `/v1/holds/${hold!.id}` },
      },
    });
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", comment: "Go" });
    await api().untilEnded("ship-told");
    await expect.poll(() => receiver().of("ship-told", "plan.ended").length).toBe(1);
    await expect.poll(() => receiver().of("ship-told", "hold.decided").length).toBe(1);
    const [decided] = receiver().of("ship-told", "hold.decided");
    expect(decided!.event.data).toMatchObject({
      by: "local-operator",
      outcome: "approved",
      comment: "Go",
    });
    expect(receiver().of("ship-told", "plan.ended")[0]!.event.data).toMatchObject({
      outcome: "completed",
      failed_count: 0,
    });
    const ids = receiver()
      .of("ship-told")
      .map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(3);
    await expect
      .poll(async () => (await deliveries(hook)).filter(({ id }) => ids.includes(id)))
      .toMatchObject([{ status: "delivered" }, { status: "delivered" }, { status: "delivered" }]);
    const log = await detail(hook, ids[0]!);
    expect(log).toMatchObject({ attempt_count: 1, event: opened!.event });
    expect(log.attempts[0]).toMatchObject({ status: 204, error: null });
  });

  test("is told of an abort with the todo and its error", async () => {
    await api().create({
      id: "ship-abort",
      title: "Abort",
      failure: { validation_error: { action: "ABORT" } },
      todos: [
        { id: "bad", title: "Bad one", tool_name: "refuse", tool_params: { sentence: "No paper" } },
      ],
    });
    await expect.poll(() => receiver().of("ship-abort", "plan.ended").length).toBe(1);
    const { data } = receiver().of("ship-abort", "plan.ended")[0]!.event;
    expect(data).toMatchObject({
      outcome: "failed",
      plan: { owner: "local-operator", status: "failed" },
      failed_todos: [
        { id: "bad", title: "Bad one", error_type: "validation_error", error_message: "No paper" },
      ],
    });
  });

  test("is told of work that people are offered and have done", async () => {
    await api().create({
      id: "ship-work",
      title: "Work",
      todos: [{ id: "print", title: "Print it", assignee: "kim" }],
    });
    await expect.poll(() => receiver().of("ship-work", "work.opened").length).toBe(1);
    await api().post("/v1/plans/ship-work/todos/print/done", { note: "On the desk" });
    await expect.poll(() => receiver().of("ship-work", "work.decided").length).toBe(1);
    expect(receiver().of("ship-work", "work.decided")[0]!.event.data).toMatchObject({
      outcome: "done",
      todo: { id: "print", title: "Print it", assignee: "kim" },
    });
  });

  test("gets only what it asked for", async () => {
    const { told: narrow, made } = await another({ events: ["plan.ended"] });
    await api().create(approval("ship-narrow"));
    const [hold] = await api().untilHolds("ship-narrow");
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    await expect.poll(() => narrow.of("ship-narrow").length).toBe(1);
    expect(narrow.of("ship-narrow")[0]!.event.type).toBe("dev.holdpoint.plan.ended.v1");
    await api().request("DELETE", `/v1/webhooks/${made.id}`);
    await problemOf(api().request("GET", `/v1/webhooks/${made.id}`), "webhook_not_found");
  });

  test("whose receiver answers 500 is told again with the same id, and at once when asked", async () => {
    receiver().answer = ({ event }) => (event.subject.includes("ship-again") ? 500 : 204);
    await api().create(approval("ship-again"));
    await expect.poll(() => receiver().of("ship-again", "hold.opened").length).toBe(1);
    const { id } = receiver().of("ship-again")[0]!.event;
    await expect
      .poll(async () => (await detail(hook, id)).next_attempt_at)
      .toEqual(expect.any(String));
    expect(await detail(hook, id)).toMatchObject({
      status: "pending",
      last: { status: 500, error: "It answered 500." },
    });
    receiver().answer = () => 204;
    await api().post(`/v1/webhooks/${hook.id}/deliveries/${id}/replay`, {});
    await expect.poll(async () => (await detail(hook, id)).status).toBe("delivered");
    expect(
      receiver()
        .of("ship-again")
        .map(({ headers }) => headers["webhook-id"]),
    ).toEqual([id, id]);
    for (const given of receiver().of("ship-again")) assertSigned(given, hook.secret);
    // And once more, long after it is over.
    await api().post(`/v1/webhooks/${hook.id}/deliveries/${id}/replay`, {});
    await expect.poll(() => receiver().of("ship-again").length).toBe(3);
    await expect.poll(async () => (await detail(hook, id)).attempt_count).toBe(3);
    expect(receiver().of("ship-again")[2]!.event).toEqual(receiver().of("ship-again")[0]!.event);
  });

  test("tells its newest delivery without reading all of them, also when an old one was told again", async () => {
    const { made } = await another();
    for (let count = 1; count <= 5; count += 1) {
      await api().post(`/v1/webhooks/${made.id}/test`, {});
      await expect
        .poll(async () => (await deliveries(made)).map(({ status }) => status))
        .toEqual(Array.from({ length: count }, () => "delivered"));
    }
    const all = await deliveries(made);
    await api().post(`/v1/webhooks/${made.id}/deliveries/${all[4]!.id}/replay`, {});
    await expect.poll(async () => (await deliveries(made))[4]!.attempt_count).toBe(2);
    const rows: unknown[] = [];
    const { client, taskQueue } = api();
    const list: typeof client.workflow.list = (options) => {
      const listed = client.workflow.list(options);
      return Object.assign(Object.create(listed) as typeof listed, {
        async *[Symbol.asyncIterator]() {
          for await (const row of listed) {
            rows.push(row);
            yield row;
          }
        },
      });
    };
    const workflow = Object.create(client.workflow, { list: { value: list } }) as object;
    const counted = Object.create(client, { workflow: { value: workflow } }) as typeof client;
    const webhooks = createWebhookGateway(counted, taskQueue, { answerMs: 5_000 });
    expect(await webhooks.deliveries(made.id, { limit: 1 })).toEqual([all[0]]);
    // The one that was told again, the newest one, and the one by which it is known to be the newest.
    expect(rows).toHaveLength(3);
  });

  test("whose receiver says that it is gone (410) is disabled, until somebody enables it", async () => {
    const { told: gone, made } = await another({ answer: () => 410 });
    const sent = await api().post(`/v1/webhooks/${made.id}/test`, {});
    expect(sent.status).toBe(202);
    const shown = () => api().get<Webhook>(`/v1/webhooks/${made.id}`);
    await expect.poll(async () => (await shown()).disabled?.why).toBe("gone");
    await expect
      .poll(async () => (await deliveries(made)).map(({ status }) => status))
      .toEqual(["stopped"]);
    await problemOf(api().post(`/v1/webhooks/${made.id}/test`, {}), "illegal_transition");
    gone.answer = () => 204;
    expect((await change(made.id, { enabled: true })).status).toBe(200);
    expect((await shown()).disabled).toBe(null);
    await api().post(`/v1/webhooks/${made.id}/test`, {});
    await expect.poll(() => gone.received.length).toBe(2);
    expect(gone.received[1]!.event).toMatchObject({
      type: "dev.holdpoint.webhook.test.v1",
      source: "urn:holdpoint:default",
      subject: `webhooks/${made.id}`,
    });
  });

  test("whose address is corrected while the old one says that it is gone is told at the new one", async () => {
    const corrected = await startReceiver();
    onTestFinished(() => corrected.close());
    const gate = defer();
    const { told: old, made } = await another({
      async answer() {
        await gate.promise;
        return 410;
      },
    });
    await api().post(`/v1/webhooks/${made.id}/test`, {});
    await expect.poll(() => old.received.length).toBe(1);
    expect((await change(made.id, { url: corrected.url })).status).toBe(200);
    gate.resolve();
    await expect.poll(() => corrected.received.length).toBe(1);
    assertSigned(corrected.received[0]!, made.secret);
    expect(corrected.received[0]!.event).toEqual(old.received[0]!.event);
    await expect
      .poll(() => deliveries(made))
      .toMatchObject([{ status: "delivered", attempt_count: 2 }]);
    expect(await api().get<Webhook>(`/v1/webhooks/${made.id}`)).toMatchObject({ disabled: null });
  });

  test("is never redirected", async () => {
    const elsewhere = await startReceiver();
    onTestFinished(() => elsewhere.close());
    const { made } = await another({
      answer(_, response) {
        response.setHeader("location", elsewhere.url);
        return 307;
      },
    });
    const { id } = (await (
      await api().post(`/v1/webhooks/${made.id}/test`, {})
    ).json()) as Delivery;
    await expect.poll(async () => (await detail(made, id)).attempt_count).toBeGreaterThan(0);
    expect((await detail(made, id)).attempts[0]?.error).toContain("redirect");
    expect(elsewhere.received).toEqual([]);
  });
});

describe("making a webhook", () => {
  test.each([
    ["no URL", "not a url"],
    ["plain http", "http://example.com/told"],
    ["a user name", "https://kim:secret@example.com/"],
    ["loopback", "https://localhost/told"],
    ["a private address", "https://10.1.2.3/told"],
    ["a cloud's metadata", "https://169.254.169.254/latest"],
    ["a mapped address", "https://[::ffff:10.0.0.1]/"],
    ["a spelling of loopback", "https://0x7f.1/"],
    ["another port of an opened host's neighbour", "http://127.0.0.2:80/"],
  ])("refuses %s", async (_, url) => {
    const problem = await problemOf(api().post("/v1/webhooks", { url }), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/url"]);
  });

  test("refuses an event that there is not, and says which there are", async () => {
    const body = { url: receiver().url, events: ["hold.open"] };
    const problem = await problemOf(api().post("/v1/webhooks", body), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/events/0"]);
    expect(problem.errors?.[0]?.detail).toContain("hold.opened");
  });

  test("shows the secret once, and Temporal never", async () => {
    expect(hook.events).toEqual([...NEWS_TYPES]);
    const { webhooks } = await api().get<{ webhooks: object[] }>("/v1/webhooks");
    expect(JSON.stringify(webhooks)).not.toContain("whsec_");
    expect(JSON.stringify(webhooks)).not.toContain("sealed");
    const handle = api().client.workflow.getHandle(`webhooks-${api().taskQueue}`);
    const history = JSON.stringify(await handle.fetchHistory());
    const bytes = [...history.matchAll(/"data":"([^"]*)"/g)].map(([, data]) => data!);
    const read = bytes.map((data) => Buffer.from(data, "base64").toString()).join("\n");
    expect(read).toContain(receiver().url);
    expect(read).not.toContain(hook.secret);
    expect(history).not.toContain(hook.secret.slice(6));
  });

  test("answers the repeat of a request with the same webhook and secret", async () => {
    const once = () =>
      api().request("POST", "/v1/webhooks", {
        headers: { "content-type": "application/json", "idempotency-key": "ship-once" },
        body: JSON.stringify({ url: receiver().url, events: ["plan.ended"] }),
      });
    const first = (await (await once()).json()) as MadeWebhook;
    expect(await (await once()).json()).toEqual(first);
    await api().request("DELETE", `/v1/webhooks/${first.id}`);
  });

  test("is refused to whoever writes one into Temporal by hand", async () => {
    const handle = api().client.workflow.getHandle(`webhooks-${api().taskQueue}`);
    await expect(
      handle.executeUpdate("save_webhook", { args: [{ id: "wh_byhand1234", url: "x" }] }),
    ).rejects.toThrow("Workflow Update failed");
    // One in the right form, with another's seal: nothing is sent to it.
    const stolen = await startReceiver();
    const [kept] = await handle.query<object[], []>("webhooks");
    const forged = { ...kept, id: "wh_byhand1234", url: stolen.url, saved_as: undefined };
    await handle.executeUpdate("save_webhook", { args: [forged] });
    const sent = await api().post("/v1/webhooks/wh_byhand1234/test", {});
    const { id } = (await sent.json()) as Delivery;
    const of = { id: "wh_byhand1234" } as Webhook;
    await expect.poll(async () => (await detail(of, id)).last?.error).toContain("cannot be opened");
    expect(stolen.received).toEqual([]);
    await api().request("DELETE", "/v1/webhooks/wh_byhand1234");
    await stolen.close();
  });
});
