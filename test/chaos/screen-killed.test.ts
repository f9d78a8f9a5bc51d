import { beforeAll, expect, test } from "vitest";
import { setup } from "../browser/ensure-chromium.ts";
import { useBrowser } from "../browser/open-browser.ts";
import { createLedgerProject } from "./ledger.ts";
import { startProject, stopProject } from "./support/running-project.ts";

const LONG = { timeout: 300_000 };
/** Starts take seconds, and a busy machine makes them many. */
const PATIENT = { timeout: 120_000 };

beforeAll(setup);
const browse = useBrowser();

const asking = (id: string, ...after: string[]) => ({
  id,
  title: `Send ${id}`,
  tool_name: "effect",
  requires_approval: true,
  approval: { message: `The ${id} letter goes to 142 people.` },
  depends_on: after,
});

test(
  "a page that is open outlives the worker and the server: what it asks is decided, and done once",
  LONG,
  async () => {
    const project = createLedgerProject();
    let running = await startProject(project.folder);
    const { id } = await running.client.plans.create({
      id: "letters",
      title: "Letters",
      todos: [asking("first"), asking("second", "first")],
    });
    const holds = async (): Promise<readonly string[]> =>
      (await running.client.plans.holds(id)).holds.map((hold) => hold.id);
    await expect.poll(holds, PATIENT).toHaveLength(1);
    const page = await browse(`${running.url}/inbox/${(await holds())[0]}`);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    const text = (which: string) => page.getByText(`The ${which} letter goes to 142 people.`);
    await approve.waitFor(PATIENT);
    await page.evaluate("globalThis.isSamePage = true");

    process.kill(running.workerPid(), "SIGKILL");
    await Promise.race([
      page.getByText("No worker is running, so plans stand still").waitFor(PATIENT),
      running.cli.sees(/The worker is back \(pid \d+\)/),
    ]);
    await text("first").waitFor();
    await approve.click(PATIENT);
    await page.getByText("local-operator approved this").waitFor(PATIENT);
    await expect.poll(() => project.effectsOf("first").length, PATIENT).toBe(1);

    await page.getByRole("link", { name: /^Next: Send second/ }).click(PATIENT);
    await approve.waitFor(PATIENT);
    running.cli.kill("SIGKILL");
    await running.cli.ended;
    await page.getByText(/^No answer from the server for \d+ s/).waitFor(PATIENT);
    await text("second").waitFor();
    const { url } = running;
    running = await startProject(project.folder);
    expect(running.url).toBe(url);
    await page.getByText("Live", { exact: true }).waitFor(PATIENT);
    await approve.click(PATIENT);
    await page.getByText("local-operator approved this").waitFor(PATIENT);
    const status = async () => (await running.client.plans.get(id)).status;
    await expect.poll(status, PATIENT).toBe("completed");
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
    const did = project.entries().filter(({ what }) => what === "effect");
    expect(did.map(({ todo_id }) => todo_id)).toEqual(["first", "second"]);
    await stopProject(running);
  },
);
