import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { assertSigned, startReceiver } from "../support/webhook-receiver.ts";

const PLANS = Array.from({ length: 6 }, (_, index) => `ship-killed-${index + 1}`);

test(
  "workers are killed while plans have news: everything is told, each under one id",
  { timeout: 240_000 },
  async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    // The first time it is told something it fails, so that there is always something under way.
    const known = new Set<string>();
    receiver.answer = ({ event: { id } }) => {
      if (known.has(id)) return 204;
      known.add(id);
      return 500;
    };
    const folder = createProject("export const tools = [];\n");
    writeFileSync(
      join(folder, "holdpoint.config.ts"),
      `export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 }, webhooks: { allow: ["127.0.0.1"] } };\n`,
    );
    const cli = runCli(["start"], { cwd: folder });
    const READY = /(?:A worker is polling|The worker is back) \(pid (\d+)\)/g;
    let killed = 0;
    const killWorker = async (): Promise<void> => {
      const pids = (): string[] => [...cli.text().matchAll(READY)].map(([, pid]) => pid!);
      await expect.poll(() => pids().length, { timeout: 60_000 }).toBeGreaterThan(killed);
      killed = pids().length;
      process.kill(Number(pids().at(-1)), "SIGKILL");
    };
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    const client = createClient(url, { retries: Infinity, timeoutMs: Infinity });
    const hook = await client.webhooks.create({ url: receiver.url });
    for (const [place, id] of PLANS.entries()) {
      await client.plans.create({
        id,
        title: id,
        todos: [{ id: "ask", title: "Ask", kind: "milestone", requires_approval: true }],
      });
      if (place % 3 === 1) await killWorker();
    }
    for (const [place, id] of PLANS.entries()) {
      const open = async () => (await client.plans.holds(id)).holds;
      await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(1);
      await client.holds.decide((await open())[0]!.id, { decision: "approve" });
      if (place % 3 === 2) await killWorker();
    }
    const types = ["hold.opened", "hold.decided", "plan.ended"];
    const toldWell = (): string[] =>
      PLANS.flatMap((id) =>
        types.filter((type) => {
          const ids = receiver.of(id, type).map(({ event }) => event.id);
          return ids.length >= 2 && new Set(ids).size === 1;
        }),
      );
    await expect
      .poll(() => toldWell().length, { timeout: 90_000 })
      .toBe(PLANS.length * types.length);
    const all = PLANS.flatMap((id) => receiver.of(id));
    for (const given of all) assertSigned(given, hook.secret);
    const ids = new Set(all.map(({ event }) => event.id));
    expect(ids.size).toBe(PLANS.length * types.length);
    await expect
      .poll(async () => {
        const { deliveries } = await client.webhooks.deliveries(hook.id, { status: "delivered" });
        return new Set(deliveries.map(({ id }) => id));
      })
      .toEqual(ids);
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  },
);
