import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountSmallDisk } from "../support/small-disk.ts";
import { runHoldpoint, useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };

test("init writes nothing on a full disk, and everything once there is room", LONG, async () => {
  const disk = mountSmallDisk(1);
  disk.fill();
  const init = () => runHoldpoint(["init"], stack().url, { cwd: disk.folder });
  const refused = await init();
  expect([refused.exit, refused.err]).toEqual([
    1,
    expect.stringMatching(/^✖ holdpoint\.config\.mjs cannot be written: ENOSPC.*\nNext: df -h\n$/),
  ]);
  expect(readdirSync(disk.folder)).toEqual(["filler"]);
  disk.free();
  expect((await init()).exit).toBe(0);
});

test("what was exported before stays as it was on a full disk", LONG, async () => {
  const disk = mountSmallDisk(1);
  const todos = [{ title: "Look at it", description: "x".repeat(4_000) }];
  const { id } = await stack().api.create({ id: "full-disk", title: "Full disk", todos });
  const commands = [
    ["plan", "export", id, "--file"],
    ["audit", "export", id, "--file"],
  ].map((words, place) => [...words, `${place}.txt`]);
  for (const command of commands) writeFileSync(join(disk.folder, command.at(-1)!), "As it was\n");
  disk.fill();
  for (const command of commands) {
    const file = command.at(-1)!;
    const { exit, err } = await stack().run(command, { cwd: disk.folder });
    expect([exit, err], file).toEqual([
      1,
      expect.stringMatching(new RegExp(`^✖ ${file} cannot be written: ENOSPC.*\\nNext: df -h\\n$`)),
    ]);
    expect(readFileSync(join(disk.folder, file), "utf8")).toBe("As it was\n");
  }
  expect(readdirSync(disk.folder)).toEqual(["0.txt", "1.txt", "filler"]);
});
