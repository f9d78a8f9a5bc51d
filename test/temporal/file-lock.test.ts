import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFileLock } from "../../src/temporal/machine/file-lock.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdpoint-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a file lock", () => {
  test("lets one caller in at a time", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(path, work)));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is let go when the work fails", async () => {
    const failing = withFileLock(path, async () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await withFileLock(path, async () => "next")).toBe("next");
  });

  test("is taken over from a process that was killed with it", async () => {
    const module = JSON.stringify(
      new URL("../../src/temporal/machine/file-lock.ts", import.meta.url),
    );
    const script = `
      import { withFileLock } from ${module};
      await withFileLock(${JSON.stringify(path)}, async () => {
        process.stdout.write("held");
        await new Promise(() => setInterval(() => {}, 1000));
      });`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
    expect(await readdir(folder)).toEqual([]);
  });

  test("is taken over from a process that was killed before the clock was set back an hour", async () => {
    await mkdir(path);
    const ahead = new Date(Date.now() + 3_600_000);
    await utimes(path, ahead, ahead);
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
    expect(await readdir(folder)).toEqual([]);
  });

  test("lets one in at a time, and everybody in the end, when the process has run for a while", async () => {
    // Taking over what was left behind takes as long as a lock may stay without a sign of life.
    await mkdir(path);
    const ahead = new Date(Date.now() + 3_600_000);
    await utimes(path, ahead, ahead);
    await withFileLock(path, async () => undefined);
    let inside = 0;
    let most = 0;
    let entered = 0;
    const work = async () => {
      inside += 1;
      entered += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    const comesAgain = async () => {
      for (let times = 0; times < 200; times += 1) await withFileLock(path, work);
    };
    await Promise.all(Array.from({ length: 5 }, comesAgain));
    expect({ most, entered }).toEqual({ most: 1, entered: 1_000 });
    expect(await readdir(folder)).toEqual([]);
  });

  test("is waited for while its holder runs, and the wait can be aborted", async () => {
    const abort = new AbortController();
    await withFileLock(path, async () => {
      const waiting = withFileLock(path, async () => "never", {
        signal: abort.signal,
        onWait: () => abort.abort(new Error("waited")),
      });
      await expect(waiting).rejects.toThrow("waited");
      expect(await readdir(folder)).toEqual(["lock"]);
    });
  });
});
