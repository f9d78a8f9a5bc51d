import { execFileSync } from "node:child_process";
import {
  constants,
  openSync,
  readFileSync,
  readSync,
  write,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { outliveFullDisk } from "../../src/cli/terminal/outlive-full-disk.ts";
import { openLogFile } from "../../src/runtime/log-file.ts";
import { createFolder } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));

const lineOf = (what: string): string => `${JSON.stringify({ what, more: "x".repeat(5_000) })}\n`;

describe("a log on a disk that fills up", () => {
  test("drops what it cannot take, goes on by itself, and says once how many lines are lost", async () => {
    const disk = mountSmallDisk(1);
    const file = join(disk.folder, "api.log");
    const log = openLogFile(file);
    log.write(lineOf("before"));
    await log.settled();
    disk.fill();
    for (const what of ["lost", "lost", "lost"]) {
      log.write(lineOf(what));
      await log.settled();
    }
    disk.free();
    log.write(lineOf("after"));
    log.write(lineOf("last"));
    await log.close();
    const lines = readFileSync(file, "utf8").split("\n");
    const whole = lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        // The half of a line that still had room.
        return [];
      }
    });
    const notes = whole.filter(({ dropped }) => dropped !== undefined);
    expect(notes).toEqual([expect.objectContaining({ dropped: 3, level: 40 })]);
    const told = whole.map(({ what, msg }) => what ?? msg);
    expect(told).toEqual(["before", "lines that could not be written", "after", "last"]);
  });

  test("counts as lost only the lines that did not get into it", async () => {
    const disk = mountSmallDisk(1);
    const file = join(disk.folder, "api.log");
    writeFileSync(join(disk.folder, "other"), "x".repeat(512 * 1024));
    const log = openLogFile(file);
    const WRITTEN = 150;
    for (let written = 0; written < WRITTEN; written++) log.write(lineOf("many"));
    await log.settled();
    const whole = readFileSync(file, "utf8").split("\n").length - 1;
    expect(whole).toBeGreaterThan(1);
    expect(whole + log.dropped()).toBe(WRITTEN);
    await log.close();
  });

  test("writes no more once it is closed", async () => {
    const file = join(createFolder(), "api.log");
    const log = openLogFile(file);
    await log.close();
    log.write("late\n");
    await log.settled();
    expect(readFileSync(file, "utf8")).toBe("");
  });
});

test("a log whose reader reads nothing holds nobody up, and keeps no more than a megabyte", async () => {
  const pipe = join(createFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  // Both ends are ours, and nothing is read.
  const descriptor = openSync(pipe, constants.O_RDWR);
  const log = openLogFile(descriptor);
  const line = lineOf("unread");
  const WRITTEN = 2_000;
  // A log that waited for its reader would never come back from here.
  for (let written = 0; written < WRITTEN; written++) log.write(line);
  const kept = (WRITTEN - log.dropped()) * line.length;
  // The first line is on its way already.
  expect(kept).toBeLessThanOrEqual(1024 * 1024 + line.length);
  expect(kept).toBeGreaterThan(1024 * 1024 - line.length);
  // Lets the write that is under way end.
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const drained = log.settled().then(() => true);
  for (;;) {
    drain(reader);
    if (await Promise.race([drained, new Promise((resolve) => setImmediate(resolve))])) break;
  }
});

/** A pipe that cannot take a byte more, as the log of a service finds it whose reader is busy. */
function openFullPipe() {
  const pipe = join(createFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const fill = (piece: string): void => {
    try {
      for (;;) writeSync(writer, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  };
  fill(`${"x".repeat(4_095)}\n`);
  return { writer, reader };
}

describe("a log whose reader is busy for a while", () => {
  const lines = Array.from({ length: 1_000 }, (_, place) => `${JSON.stringify({ place })}\n`);

  test("loses nothing that waits in less than a megabyte", async () => {
    const { writer, reader } = openFullPipe();
    const log = openLogFile(writer);
    for (const line of lines) log.write(line);
    // The log has tried before.
    await expect(promisify(write)(writer, "later\n")).rejects.toThrow("EAGAIN");
    let text = "";
    const drained = log.settled().then(() => true);
    for (;;) {
      const isDrained = await Promise.race([drained, new Promise((go) => setImmediate(go))]);
      text += drain(reader);
      if (isDrained === true) break;
    }
    expect(text.slice(text.indexOf("{"))).toBe(lines.join(""));
    expect(log.dropped()).toBe(0);
  });

  test("keeps no process from its end, and says how many lines are lost", async () => {
    const { writer, reader } = openFullPipe();
    const log = openLogFile(writer);
    for (const line of lines) log.write(line);
    await log.settled();
    expect(log.dropped()).toBe(lines.length);
    drain(reader);
    log.write('{"what":"after"}\n');
    await log.settled();
    const told = drain(reader).trim().split("\n");
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ dropped: lines.length }),
      { what: "after" },
    ]);
  });
});

test("a command says that its output did not get onto the disk, and fails", async () => {
  const disk = mountSmallDisk(1);
  disk.fill();
  const files = [join(disk.folder, "completion.sh"), "/dev/full"];
  for (const file of files) {
    const told = runCli([], {
      cwd: createFolder(),
      command: ["sh", "-c", `exec "$0" "$1" completion bash > ${file}`, process.execPath, BIN],
    });
    expect(await told.ended).toBe(1);
    expect(told.text()).toMatch(/^✖ .*could not be written: ENOSPC.*\nNext: df -h\n$/);
  }
});

/** What there is to read now. */
function drain(descriptor: number): string {
  let text = "";
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (;;) text += piece.toString("utf8", 0, readSync(descriptor, piece));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
  return text;
}

test("a command whose output goes to a full disk goes on, and says later how many lines are lost", () => {
  const disk = mountSmallDisk(1);
  const file = join(disk.folder, "out.txt");
  const stream = Object.assign(new Writable(), { fd: openSync(file, "a") });
  outliveFullDisk(stream as unknown as Parameters<typeof outliveFullDisk>[0]);
  stream.write("before\n");
  disk.fill();
  stream.write(`${"x".repeat(5_000)}\n`);
  stream.write(`${"x".repeat(5_000)}\n${"x".repeat(5_000)}\n`);
  disk.free();
  stream.write("after\n");
  const text = readFileSync(file, "utf8");
  expect(text.startsWith("before\n")).toBe(true);
  expect(text.endsWith("(3 lines could not be written)\nafter\n")).toBe(true);
});
