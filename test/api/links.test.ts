import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { useApi } from "../support/api-harness.ts";
import { declaredRoutes } from "../support/declared-routes.ts";
import { makeWebhook, startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

/*
 * Mail scanners, chats and browsers open links before anybody has clicked on them, with whatever key
 * or cookie they may have. So nothing that can be opened as a link may change anything.
 */
// What looks at all of a Temporal waits seconds for templates whose workers are gone: other files leave many.
const api = useApi({ config: { webhooks: { allow: ["127.0.0.1"] } }, ownTemporal: true });

const PLAN = "links-plan";
const NAMES: Record<string, string> = {
  plan_id: PLAN,
  todo_id: "asks",
  template_id: "links-template",
  schedule_id: "links-schedule",
  version: "1",
  agent_name: "links-agent",
  code: "not_found",
};
let hold: Hold;
let receiver: WebhookReceiver;

const send = async (method: string, path: string, body: object): Promise<void> => {
  const answer = await api().send(method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
};

beforeAll(async () => {
  receiver = await startReceiver();
  NAMES["webhook_id"] = (await makeWebhook(api(), receiver.url)).id;
  await send("PUT", "/v1/templates/links-template", {
    title: "Template",
    plan: { title: "From a template", todos: [{ title: "Look" }] },
  });
  await send("PUT", "/v1/schedules/links-schedule", {
    template_id: "links-template",
    cron: ["0 9 1 1 *"],
  });
  await api().create({
    id: PLAN,
    title: "Waits",
    todos: [
      {
        id: "asks",
        title: "Asks",
        tool_name: "echo",
        tool_params: { text: "never" },
        requires_approval: true,
      },
      // On a queue that nobody works on: it is under way, and no late heartbeat ends its attempt.
      {
        id: "runs",
        title: "Runs",
        tool_name: "gate",
        tool_params: {},
        task_queue: "links-elsewhere",
      },
      { id: "person", title: "A person's", assignee: "links-person" },
    ],
  });
  await send("POST", `/v1/plans/${PLAN}/sessions`, {
    session_id: "links-session",
    assignee: "links-person",
    agent: "build",
  });
  [hold] = (await api().untilHolds(PLAN)) as [Hold];
  NAMES["hold_id"] = hold.id;
  await api().watch.until(PLAN, async () => {
    const types = (await api().events(PLAN)).map(({ type }) => type);
    return types.includes("todo.started");
  });
  await vi.waitUntil(() => receiver.of(PLAN, "hold.opened").length === 1, { timeout: 20_000 });
  NAMES["delivery_id"] = receiver.of(PLAN, "hold.opened")[0]!.event.id;
  return async () => receiver.close();
});

/** A route's address with what there is in this installation. */
function addressOf(path: string): string {
  // In S1's routes and S0's socket, a session is a plan.
  const session_id = path.startsWith("/v1/") ? "links-session" : PLAN;
  const sessions = { ...NAMES, session_id };
  return path.replaceAll(/:([a-z_]+)(?:\{[^}]*\})?/g, (_, name: keyof typeof sessions) =>
    encodeURIComponent(sessions[name] ?? "none"),
  );
}

/** What the query of some must say to be read. */
const ASKING: Readonly<Record<string, string>> = {
  "/v1/holds/:hold_id/arguments/matches": "?find=never",
  "/v1/plans/:plan_id/compare": "?from=1&to=1",
};
/** What is not read here, and why. */
const REFUSED = [
  // No agent is set up.
  "404 /v1/agents/:agent_name",
  // The todo has no result yet.
  "404 /v1/plans/:plan_id/todos/:todo_id/result",
  // The hold asks for an approval, and not about a proposal.
  "409 /v1/holds/:hold_id/proposal",
  // A link opens no socket.
  "426 /v1/ws",
  "426 /ws/:session_id",
];

/** How far everything is: each run's history grows with all that happens to it, and files with what is kept. */
async function everything(): Promise<{
  readonly histories: Readonly<Record<string, readonly [length: number, status: string]>>;
  readonly schedule: readonly unknown[];
  readonly files: readonly unknown[];
  readonly started: readonly unknown[];
  readonly told: number;
}> {
  const { client, folder, started } = api();
  const histories: Record<string, [length: number, status: string]> = {};
  for await (const { workflowId, runId } of client.workflow.list({
    query: `TaskQueue = "${api().taskQueue}"`,
  })) {
    const { historyLength, status } = await client.workflow.getHandle(workflowId, runId).describe();
    histories[workflowId] = [historyLength, status.name];
  }
  const schedule = await client.schedule.getHandle("holdpoint-links-schedule").describe();
  const names = (readdirSync(folder, { recursive: true }) as string[]).toSorted();
  const files = names
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]);
  return {
    histories,
    schedule: [schedule.state, schedule.info.numActionsTaken, schedule.raw.info?.updateTime],
    files,
    started: [...started],
    told: receiver.of(PLAN).length,
  };
}

/** The same once nothing that was begun before goes on; a delivery waits for its answer, and ends. */
async function settled(): Promise<object> {
  let before = await everything();
  await expect
    .poll(
      async () => {
        const last = before;
        before = await everything();
        const delivering = Object.entries(before.histories).filter(
          ([id, [, status]]) => id.startsWith("delivery-") && status === "RUNNING",
        );
        return delivering.length === 0 && JSON.stringify(last) === JSON.stringify(before);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return before;
}

/** What programs say that open links beforehand, and what somebody may write into one. */
const HEADERS = { purpose: "prefetch", "sec-purpose": "prefetch", "sec-fetch-site": "none" };
const QUERIES = [
  "",
  "?decision=approve&_method=POST",
  "?action=approve&method=POST&command_id=link&comment=yes",
];

/** Opens the link and leaves; live streams do not end by themselves. */
async function open(method: string, path: string): Promise<number> {
  const headers = { ...HEADERS, "x-http-method-override": "POST" };
  const answer = await api().request(method, path, { headers });
  await answer.body?.cancel();
  return answer.status;
}

describe("opening links", () => {
  const routes = () =>
    declaredRoutes(api().deps).map(({ at }) => at.split(" ") as [string, string]);

  // Over a thousand requests, and a busy machine.
  test("to all that can be read changes nothing", { timeout: 180_000 }, async () => {
    const before = await settled();
    expect(Object.keys((before as { histories: object }).histories)).toEqual(
      expect.arrayContaining([`plan-${PLAN}`]),
    );
    const readable = routes().filter(([method]) => method === "GET");
    expect(readable.length).toBeGreaterThan(50);
    const refused: string[] = [];
    for (const [, path] of readable) {
      const status = await open("GET", addressOf(path) + (ASKING[path] ?? ""));
      if (status >= 400) refused.push(`${status} ${path}`);
      for (const method of ["GET", "HEAD"]) {
        for (const query of QUERIES) {
          expect(await open(method, addressOf(path) + query), path).not.toBe(500);
        }
      }
    }
    expect(refused.toSorted()).toEqual(REFUSED);
    expect(await settled()).toEqual(before);
    expect(await api().holds(PLAN)).toEqual([hold]);
  });

  test("to all that takes commands is refused, whatever the link says", async () => {
    const before = await settled();
    const taking = routes().filter(([method]) => method !== "GET");
    expect(taking.length).toBeGreaterThan(50);
    const read = new Set(routes().flatMap(([method, path]) => (method === "GET" ? [path] : [])));
    for (const [, path] of taking.filter(([, each]) => !read.has(each))) {
      for (const query of QUERIES) {
        const status = await open("GET", addressOf(path) + query);
        expect([404, 405], `${status} ${path}`).toContain(status);
      }
    }
    expect(await settled()).toEqual(before);
    expect(await api().holds(PLAN)).toEqual([hold]);
  });

  test("is not deciding, which is seen here", async () => {
    const before = await settled();
    await send("POST", `/v1/holds/${hold.id}/decision`, { decision: "reject" });
    expect(await settled()).not.toEqual(before);
    expect(await api().holds(PLAN)).toEqual([]);
  });
});
