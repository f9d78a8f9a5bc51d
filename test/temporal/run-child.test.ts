import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { notice } from "../../src/contract/service/notices.ts";
import { isProcessAlive } from "../../src/temporal/machine/process-alive.ts";
import { runChild } from "../../src/temporal/machine/run-child.ts";

/** A shell that starts a long-lived program, writes its number to a file, and waits for it. */
async function familyOf() {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-child-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "pid");
  const args = ["-c", `sh -c 'echo $$ > "${file}"; exec sleep 600'; true`];
  const grandchild = () =>
    vi.waitFor(
      async () => {
        const text = await readFile(file, "utf8");
        expect(text).toMatch(/^\d+\n$/);
        return Number(text);
      },
      { timeout: 20_000 },
    );
  return { args, grandchild };
}

describe("running a program", () => {
  test("ends well when the program does", async () => {
    expect(await runChild("sh", ["-c", "exit 0"])).toBeUndefined();
  });

  test("fails with the program's last lines", async () => {
    await expect(runChild("sh", ["-c", "echo one; echo two >&2; exit 3"])).rejects.toThrow(
      /one\ntwo|two\none/,
    );
  });

  test("fails with the code of a program that says nothing", async () => {
    await expect(runChild("sh", ["-c", "exit 3"])).rejects.toThrow("sh ended with 3");
  });

  test("fails when there is no such program", async () => {
    await expect(runChild("holdpoint-no-such-program", [])).rejects.toThrow("ENOENT");
  });

  test("ends with all that the program started when it is aborted", async () => {
    const { args, grandchild } = await familyOf();
    const abort = new AbortController();
    const running = runChild("sh", args, { signal: abort.signal });
    const pid = await grandchild();
    abort.abort(new Error("Ctrl-C"));
    await expect(running).rejects.toThrow("Ctrl-C");
    await vi.waitFor(() => expect(isProcessAlive(pid)).toBe(false), { timeout: 20_000 });
  });

  test("ends with the reason when there is one to give up", async () => {
    const { args, grandchild } = await familyOf();
    const giveUp = async () => {
      await grandchild();
      return notice("nothing_arrived", { seconds: 20 });
    };
    await expect(runChild("sh", args, { giveUp })).rejects.toThrow("nothing arrived for 20 s");
    const pid = await grandchild();
    await vi.waitFor(() => expect(isProcessAlive(pid)).toBe(false), { timeout: 20_000 });
  });
});
