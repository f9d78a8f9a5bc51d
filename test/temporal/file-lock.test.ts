import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
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
    const dead = JSON.stringify(await deadProcess());
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    for (let round = 0; round < 50; round += 1) {
      await writeFile(path, dead);
      await Promise.all(Array.from({ length: 4 }, () => withFileLock(path, work)));
      expect(await readdir(folder), `what round ${round} left behind`).toEqual([]);
    }
  });

  test("is taken over from a process that died while it was taking it over", async () => {
    const dead = JSON.stringify(await deadProcess());
    await writeFile(path, dead);
    await writeFile(`${path}.takeover`, dead);
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
    expect(await readdir(folder)).toEqual([]);
  });

  test("is not held by a file that a crash of the machine left empty", async () => {
    await writeFile(path, "");
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
  });

  test("is not held by a process that merely has the dead holder's number", async () => {
    const mine = await identifyProcess();
    await writeFile(path, JSON.stringify({ ...mine, started: "another time" }));
    expect(await withFileLock(path, async () => "mine")).toBe("mine");
  });

  test("that cannot be read is told, and not waited for", async () => {
    await mkdir(path);
    await expect(withFileLock(path, async () => "never")).rejects.toThrow("EISDIR");
    expect(await readdir(folder)).toEqual(["lock"]);
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

async function deadProcess(): Promise<object> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const identity = await identifyProcess(child.pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  return identity;
}
