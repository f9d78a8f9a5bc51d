import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { watchPlan } from "../cli/support/watch-plan.ts";

/** A tool whose result is too large to be kept with the plan, and that leaves a file of its own. */
const TOOLS = `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

export const tools = [
  defineTool({
    name: "large",
    description: "Gives much",
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
    run(_input, ctx) {
      writeFileSync(join(ctx.workspace, "own.txt"), "own");
      return { text: "x".repeat(100_000) };
    },
  }),
];
`;

/** Everything in the folder that others than its owner may do anything with, with its mode. */
function openIn(folder: string): string[] {
  return ["", ...(readdirSync(folder, { recursive: true }) as string[])].flatMap((name) => {
    const { mode } = lstatSync(join(folder, name));
    return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
  });
}

test(
  "after a run nobody but the owner may read anything in the data folder, not even what was open before",
  { timeout: 120_000 },
  async () => {
    const before = process.umask(0o022);
    const cwd = createProject(TOOLS);
    const data = join(cwd, ".holdpoint");
    mkdirSync(data);
    writeFileSync(join(data, "api.log"), "");
    chmodSync(data, 0o755);
    expect(openIn(data)).toEqual([" 755", "api.log 644"]);
    const cli = runCli(["start"], { cwd });
    process.umask(before);
    await cli.sees(/was open to other users of this machine.*\(2 modes changed\)/);
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    const client = createClient(url);
    const { id } = await client.plans.create({
      title: "Leaves files",
      todos: [
        { id: "large", title: "Large", tool_name: "large", output_path: "out/deep/large.json" },
        {
          id: "written",
          title: "Written",
          tool_name: "write_file",
          tool_params: { path: "a/b/c.txt", content: "c" },
        },
      ],
    });
    await watchPlan(client, id).until((events) => events.at(-1)?.type === "plan.completed");
    await client.files.upload(id, "sent.txt", new TextEncoder().encode("sent"));
    const key = runCli(["key", "add", "kim", "--role", "admin"], { cwd });
    expect(await key.ended).toBe(0);
    const names = readdirSync(data, { recursive: true }) as string[];
    for (const name of ["keys.json", "api.json", "temporal.db", "temporal.db-wal", "worker.log"]) {
      expect(names).toContain(name);
    }
    for (const file of ["out/deep/large.json", "a/b/c.txt", "own.txt"]) {
      expect(names).toContain(join("workspaces", id, file));
    }
    expect(names.some((name) => name.startsWith("artifacts/"))).toBe(true);
    expect(openIn(data)).toEqual([]);
    expect(cli.text().match(/was open to other users/g)).toHaveLength(1);
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  },
);
