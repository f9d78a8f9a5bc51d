import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { trace } from "@opentelemetry/api";
import { Worker } from "@temporalio/worker";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/runtime/config.ts";
import { startHoldpoint } from "../../src/runtime/start.ts";
import { startTracing } from "../../src/runtime/tracing.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
}
interface Sent {
  readonly resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const server = useDevServer();

/** A collector that keeps what it is sent and can be asked to wait for a span. */
async function startCollector() {
  const spans: Span[] = [];
  let look = (): void => undefined;
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { resourceSpans } = (await json(request)) as Sent;
    spans.push(...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader("content-type", "application/json").end("{}");
    look();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    until: (wanted: (span: Span) => boolean) =>
      new Promise<Span>((resolve) => {
        look = () => {
          const found = spans.find(wanted);
          if (found !== undefined) resolve(found);
        };
        look();
      }),
  };
}

/** A whole installation starts, and bundles the workflows with traces: half a minute of a busy machine. */
const LONG = { timeout: 180_000 };

test("one trace leads from a request through the plan's workflow to the tool", LONG, async () => {
  const collector = await startCollector();
  const from = await mkdtemp(join(tmpdir(), "holdpoint-traces-"));
  onTestFinished(() => rm(from, { recursive: true, force: true }));
  const settings = { traces: collector.url, api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };
  await writeFile(
    join(from, "holdpoint.config.mjs"),
    `export default ${JSON.stringify(settings)};\n`,
  );
  const config = await loadConfig(from);
  const holdpoint = await startHoldpoint({ from, config, onNotice: () => undefined });
  onTestFinished(() => holdpoint.stop());
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const tool_params = { path: "a.txt", content: "a" };
  const plan = {
    title: "Traced",
    todos: [{ title: "write", tool_name: "write_file", tool_params }],
  };
  const created = await fetch(`${holdpoint.apiUrl}/v1/plans`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(plan),
  });
  expect(created.status).toBe(201);
  await collector.until(({ name }) => name === "RunActivity:write_file");
  await collector.until(({ name }) => name === "POST /v1/plans");
  const names = collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "POST /v1/plans",
      "StartWorkflow:planWorkflow",
      "StartActivity:write_file",
      "RunActivity:write_file",
    ]),
  );
});

test("a process that starts again after a stop sends its traces again", async () => {
  const collector = await startCollector();
  for (const name of ["first", "second"]) {
    const tracing = await startTracing(collector.url, "holdpoint-api");
    trace.getTracer("test").startSpan(name).end();
    await tracing.stop();
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(["first", "second"]);
});

test("a traced plan whose first command was refused goes on when its worker starts again", async () => {
  const collector = await startCollector();
  const tracing = await startTracing(collector.url, "holdpoint-worker");
  onTestFinished(() => tracing.stop());
  const { plugins } = tracing;
  const queue = server().queue([echo], { plugins });
  const first = await queue.run();
  const asks = { tool_name: "echo", requires_approval: true, approval: { timeout_seconds: 3_600 } };
  const plan = await queue.start({
    title: "Refused first",
    todos: [
      { id: "asks", title: "Asks", ...asks },
      { id: "after", title: "After", depends_on: ["asks"], ...asks },
    ],
  });
  const { id: hold_id } = await plan.untilHold("asks");
  await plan.refusalOf("input", { hold_id, value: "yes" });
  await plan.send("approval", { hold_id, decision: "approve" });
  const next = await plan.untilHold("after");
  await first.stop();
  await queue.run();
  await plan.refusalOf("input", { hold_id: next.id, value: "yes" });
  await plan.send("approval", { hold_id: next.id, decision: "approve" });
  expect(await plan.ended()).toMatchObject({ status: "completed" });
  expect(await plan.brokenTasks()).toEqual([]);
  // Whoever turns traces off, or on, has plans that began before.
  const history = await plan.handle.fetchHistory();
  await Worker.runReplayHistory({ workflowBundle: await loadWorkflowBundle() }, history);
  const workflowBundle = await loadWorkflowBundle({ plugins });
  await Worker.runReplayHistory({ workflowBundle, plugins }, history);
  await collector.until(({ name }) => name === "StartActivity:echo");
});
