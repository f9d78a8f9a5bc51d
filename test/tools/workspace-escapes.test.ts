import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { fetchInput } from "../../src/activities/artifacts.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { readCsvTool } from "../../src/tools/builtin/read-csv.ts";
import { readFileTool } from "../../src/tools/builtin/read-file.ts";
import { writeFileTool } from "../../src/tools/builtin/write-file.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import {
  readWorkspaceFile,
  removeWorkspace,
  writeWorkspaceFile,
} from "../../src/tools/workspace-files.ts";
import { createFolder, createToolContext, failureOf, runTool } from "../support/tool-context.ts";

const TOOLS: [string, Tool, Record<string, unknown>][] = [
  ["read_file", readFileTool, {}],
  ["read_csv", readCsvTool, {}],
  ["write_file", writeFileTool, { content: "overwritten" }],
];

/** A workspace beside a folder with a secret: `base/workspace` and `base/outside/secret.txt`. */
function createPlace() {
  const base = createFolder();
  const workspace = join(base, "workspace");
  const outside = join(base, "outside");
  mkdirSync(join(workspace, "data"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), "secret\n1\n");
  writeFileSync(join(workspace, "data", "real.txt"), "inside\n1\n");
  const untouched = () =>
    readdirSync(outside).join() === "secret.txt" &&
    readFileSync(join(outside, "secret.txt"), "utf8") === "secret\n1\n";
  return { base, workspace, outside, untouched };
}

/** Moves `from` to `to`, in place of a folder that a tool has just made there. */
function putAt(from: string, to: string): void {
  for (;;) {
    try {
      return renameSync(from, to);
    } catch {
      rmSync(to, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

const BAD_SPELLINGS = [
  "../outside/secret.txt",
  "data/../../outside/secret.txt",
  "./../outside/secret.txt",
  "data/./../../outside/secret.txt",
  "data/../data/real.txt",
  "..",
  "../",
  "data/..",
  "/etc/passwd",
  "//etc/passwd",
  "/proc/self/environ",
  "/",
  ".",
  "./",
  "",
  "data/",
  "data//real.txt",
  "~/secret.txt",
  "~root/secret.txt",
  "..\\outside\\secret.txt",
  "data\\..\\..\\outside\\secret.txt",
  "\\\\server\\share\\secret.txt",
  "C:\\secret.txt",
  "C:/secret.txt",
  "c:secret.txt",
  "file:///etc/passwd",
  "data/real.txt\u0000.csv",
  "\u0000",
  "data/real.txt\n",
  "data/\u001b[2Jreal.txt",
  "data/\ud800.txt",
  "a/".repeat(600) + "b",
];

describe("a path that would leave the workspace", () => {
  test.each(BAD_SPELLINGS)("%j is refused by every file tool", async (path) => {
    const { workspace, untouched } = createPlace();
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const failure = await failureOf(runTool(tool, { ...args, path }, ctx));
      expect(failure).toBeInstanceOf(ZodError);
      expect((failure as ZodError).issues.every((issue) => issue.path[0] === "path")).toBe(true);
    }
    expect(untouched()).toBe(true);
    expect(readdirSync(workspace)).toEqual(["data"]);
  });

  test.each(BAD_SPELLINGS.filter((path) => path.length < 1_000 && path !== "data/\ud800.txt"))(
    "%j is refused even where no schema has looked",
    async (path) => {
      const { workspace, untouched } = createPlace();
      await expect(failureOf(readOrThrow(workspace, path))).resolves.toMatchObject({
        type: "validation_error",
      });
      await expect(failureOf(writeOrThrow(workspace, path))).resolves.toMatchObject({
        type: "validation_error",
      });
      expect(untouched()).toBe(true);
    },
  );

  async function readOrThrow(workspace: string, path: string) {
    return readWorkspaceFile(workspace, path, 1_000);
  }
  async function writeOrThrow(workspace: string, path: string) {
    return writeWorkspaceFile(workspace, path, Buffer.from("overwritten"));
  }

  test.each([
    "%2e%2e/outside/secret.txt",
    "..%2foutside%2fsecret.txt",
    "．．/outside/secret.txt",
    "‥/outside/secret.txt",
    ".../outside/secret.txt",
    "..;/outside/secret.txt",
    "data/..%00/secret.txt",
    "$HOME/secret.txt",
  ])("%j is only an odd name inside of it", async (path) => {
    const { workspace, untouched } = createPlace();
    const ctx = createToolContext({ workspace });
    await runTool(writeFileTool, { path, content: "mine" }, ctx);
    expect(readFileSync(join(workspace, path), "utf8")).toBe("mine");
    await expect(runTool(readFileTool, { path }, ctx)).resolves.toMatchObject({ content: "mine" });
    expect(untouched()).toBe(true);
  });
});

describe("a symbolic link in the workspace", () => {
  const links: [string, string, string][] = [
    ["to a file outside", "link.txt", "../outside/secret.txt"],
    ["to a file outside, absolute", "link.txt", "/etc/hostname"],
    ["to a file inside", "link.txt", "data/real.txt"],
    ["to nothing outside yet", "link.txt", "../outside/new.txt"],
    ["to itself", "link.txt", "link.txt"],
    ["to a device", "link.txt", "/dev/zero"],
    ["to a folder outside, as parent", "link/secret.txt", "../outside"],
    ["to a folder outside, as parent of a new file", "link/new.txt", "../outside"],
    ["to a folder outside, as parent of new folders", "link/a/b/new.txt", "../outside"],
    ["to a folder outside, further down", "data/link/secret.txt", "../../outside"],
    ["to a folder inside", "link/real.txt", "data"],
    ["to the workspace itself", "link/data/real.txt", "."],
    ["to the folder above", "link/outside/secret.txt", ".."],
    ["to the root", "link/etc/passwd", "/"],
    ["to an open descriptor", "link/secret.txt", "/proc/self/cwd"],
  ];

  test.each(links)("%s is not followed", async (_what, path, target) => {
    const { workspace, untouched } = createPlace();
    const link = path.includes("data/link") ? "data/link" : (path.split("/")[0] ?? "");
    symlinkSync(target, join(workspace, link));
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const failure = await failureOf(runTool(tool, { ...args, path }, ctx));
      expect(failure).toMatchObject({
        type: "validation_error",
        message: expect.stringContaining("symbolic link"),
      });
    }
    expect(untouched()).toBe(true);
    expect(readFileSync(join(workspace, "data/real.txt"), "utf8")).toBe("inside\n1\n");
  });

  test("may lead to the folder of all workspaces", async () => {
    const { base, workspace } = createPlace();
    symlinkSync(base, join(base, "alias"));
    const ctx = createToolContext({ workspace: join(base, "alias", "workspace") });
    await runTool(writeFileTool, { path: "data/new.txt", content: "new" }, ctx);
    expect(readFileSync(join(workspace, "data/new.txt"), "utf8")).toBe("new");
  });

  test("in place of the workspace itself is not followed", async () => {
    const { base, workspace, outside, untouched } = createPlace();
    renameSync(workspace, join(base, "parked"));
    symlinkSync(outside, workspace);
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const failure = await failureOf(runTool(tool, { ...args, path: "secret.txt" }, ctx));
      expect(failure).toMatchObject({ type: "api_error" });
    }
    expect(untouched()).toBe(true);
  });

  test("does not lead a person's file outside", async () => {
    const { base, workspace, outside, untouched } = createPlace();
    const artifacts = createArtifactStore(join(base, "artifacts"));
    const $file = await artifacts.put(Buffer.from("from a person"), "plan-p");
    const given = {
      args: { it: { $file, name: "secret.txt" } },
      input_data: null,
      references: ["/args/it"],
    };
    const place = (): Promise<unknown> => fetchInput(given, artifacts, "plan-p", workspace);
    symlinkSync(outside, join(workspace, "files"));
    expect(await failureOf(place())).toMatchObject({ type: "validation_error" });
    rmSync(join(workspace, "files"));
    const folder = `files/${$file.slice("sha256:".length, "sha256:".length + 16)}`;
    mkdirSync(join(workspace, folder), { recursive: true });
    symlinkSync(join(outside, "secret.txt"), join(workspace, folder, "secret.txt"));
    expect(await failureOf(place())).toMatchObject({ type: "validation_error" });
    expect(untouched()).toBe(true);
    rmSync(join(workspace, folder, "secret.txt"));
    expect(await place()).toMatchObject({ args: { it: `${folder}/secret.txt` } });
    expect(readFileSync(join(workspace, folder, "secret.txt"), "utf8")).toBe("from a person");
  });

  test("is removed with its workspace, and what it leads to stays", async () => {
    const { workspace, outside, untouched } = createPlace();
    symlinkSync(outside, join(workspace, "data", "folder"));
    symlinkSync(join(outside, "secret.txt"), join(workspace, "file"));
    symlinkSync("nowhere", join(workspace, "broken"));
    execFileSync("mkfifo", [join(workspace, "pipe")]);
    await removeWorkspace(workspace);
    expect(existsSync(workspace)).toBe(false);
    expect(untouched()).toBe(true);
    await removeWorkspace(workspace);
    symlinkSync(outside, workspace);
    await removeWorkspace(workspace);
    expect(existsSync(workspace)).toBe(false);
    expect(untouched()).toBe(true);
  });

  test.skipIf(process.platform !== "linux")(
    "swapped in while a workspace is removed never leads outside",
    async () => {
      const { base, workspace, outside, untouched } = createPlace();
      symlinkSync(outside, join(base, "trap"));
      let removing = true;
      const swaps = (async () => {
        while (removing) {
          try {
            renameSync(join(workspace, "data"), join(base, "parked"));
            renameSync(join(base, "trap"), join(workspace, "data"));
            await new Promise(setImmediate);
            renameSync(join(workspace, "data"), join(base, "trap"));
            renameSync(join(base, "parked"), join(workspace, "data"));
          } catch {
            // It has just been removed: it is put there again.
            rmSync(join(base, "parked"), { recursive: true, force: true });
            rmSync(join(base, "trap"), { force: true });
            symlinkSync(outside, join(base, "trap"));
            mkdirSync(join(workspace, "data"), { recursive: true });
          }
          await new Promise(setImmediate);
        }
      })();
      for (let round = 0; round < 300; round++) {
        await removeWorkspace(workspace).catch((error: NodeJS.ErrnoException) => {
          // It was another thing a moment ago, or it fills again: that is told, and tried again.
          if (!["ENOTEMPTY", "EISDIR", "ENOTDIR"].includes(error.code ?? "")) throw error;
        });
      }
      removing = false;
      await swaps;
      expect(untouched()).toBe(true);
    },
  );

  test.skipIf(process.platform !== "linux")(
    "swapped in while tools work never leads outside",
    async () => {
      const { base, workspace, outside, untouched } = createPlace();
      writeFileSync(join(workspace, "data", "secret.txt"), "harmless");
      symlinkSync(outside, join(base, "trap"));
      const refusals: unknown[] = [];
      let swapping = true;
      const swaps = (async () => {
        while (swapping) {
          renameSync(join(workspace, "data"), join(base, "parked"));
          putAt(join(base, "trap"), join(workspace, "data"));
          await new Promise(setImmediate);
          renameSync(join(workspace, "data"), join(base, "trap"));
          putAt(join(base, "parked"), join(workspace, "data"));
          await new Promise(setImmediate);
        }
      })();
      for (let round = 0; round < 200; round++) {
        try {
          const read = await readWorkspaceFile(workspace, "data/secret.txt", 1_000);
          if (read.toString() !== "harmless") throw new Error(`read ${read.toString()}`);
          await writeWorkspaceFile(workspace, "data/new.txt", Buffer.from("mine"));
        } catch (error) {
          refusals.push(error);
        }
      }
      swapping = false;
      await swaps;
      expect(untouched()).toBe(true);
      // The swaps did get in the way, and each time the tool said so.
      expect(refusals).not.toEqual([]);
      for (const refusal of refusals) expect(refusal).toMatchObject({ type: "validation_error" });
    },
  );
});

describe("something that is not a regular file", () => {
  test("a folder is refused by every file tool", async () => {
    const { workspace } = createPlace();
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const failure = await failureOf(runTool(tool, { ...args, path: "data" }, ctx));
      expect(failure).toMatchObject({ type: "validation_error" });
    }
  });

  test("a file on the way to another is refused by every file tool", async () => {
    const { workspace } = createPlace();
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const path = "data/real.txt/below.txt";
      const failure = await failureOf(runTool(tool, { ...args, path }, ctx));
      expect(failure).toMatchObject({
        type: "validation_error",
        message: expect.stringContaining("Use real folders only"),
      });
    }
  });

  test("a named pipe is refused without waiting for its writer", async () => {
    const { workspace } = createPlace();
    execFileSync("mkfifo", [join(workspace, "pipe")]);
    const ctx = createToolContext({ workspace });
    for (const [, tool, args] of TOOLS) {
      const failure = await failureOf(runTool(tool, { ...args, path: "pipe" }, ctx));
      expect(failure).toMatchObject({ type: "validation_error" });
    }
  });
});
