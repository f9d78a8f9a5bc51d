import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFileLock } from "../../src/temporal/file-lock.ts";
import { identifyProcess } from "../../src/temporal/process-info.ts";

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
    expect(existsSync(path)).toBe(false);
  });

  test("is let go when the work fails", async () => {
    const failing = withFileLock(path, async () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await withFileLock(path, async () => "next")).toBe("next");
  });

  test("is taken over, once, from a process that died with it", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    const holder = await identifyProcess(child.pid);
    await writeFile(path, JSON.stringify(holder));
    child.kill("SIGKILL");
    await once(child, "exit");
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([
      withFileLock(path, work),
      withFileLock(path, work),
      withFileLock(path, work),
    ]);
  });

  test("is not held by a process that merely has the dead holder's number", async () => {
    const mine = await identifyProcess();
    await writeFile(path, JSON.stringify({ ...mine, started: "another time" }));
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
  });

  test("is waited for while its holder runs, and the wait can be aborted", async () => {
    const abort = new AbortController();
    await writeFile(path, JSON.stringify(await identifyProcess()));
    const waiting = withFileLock(path, async () => "never", {
      signal: abort.signal,
      onWait: (pid) => abort.abort(new Error(`waited for ${pid}`)),
    });
    await expect(waiting).rejects.toThrow(`waited for ${process.pid}`);
    expect(existsSync(path)).toBe(true);
  });
});
