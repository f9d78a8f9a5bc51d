import { createHash } from "node:crypto";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFileTool } from "../../src/tools/builtin/read-file.ts";
import { writeFileTool } from "../../src/tools/builtin/write-file.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";

const MIB = 1024 * 1024;

describe("write_file", () => {
  test("writes text and answers its size and hash", async () => {
    const ctx = createToolContext();
    const content = "# 보고서\n🎉";
    const bytes = Buffer.from(content);
    await expect(runTool(writeFileTool, { path: "report.md", content }, ctx)).resolves.toEqual({
      path: "report.md",
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(readFileSync(join(ctx.workspace, "report.md"), "utf8")).toBe(content);
  });

  test("makes the folders on the way", async () => {
    const ctx = createToolContext();
    const path = "./결과/2026/./report.md";
    await runTool(writeFileTool, { path, content: "x" }, ctx);
    expect(readFileSync(join(ctx.workspace, "결과/2026/report.md"), "utf8")).toBe("x");
  });

  test("writes base64 as bytes", async () => {
    const ctx = createToolContext();
    const bytes = Buffer.from([0, 255, 128, 10]);
    const content = bytes.toString("base64");
    await runTool(writeFileTool, { path: "a.bin", content, encoding: "base64" }, ctx);
    expect(readFileSync(join(ctx.workspace, "a.bin"))).toEqual(bytes);
  });

  test.each(["not base64!", "YQ", "YQ=", "YQ==\n", "Y Q==", "-_-_"])(
    "refuses %j as base64",
    async (content) => {
      const args = { path: "a.bin", content, encoding: "base64" };
      const failure = await failureOf(runTool(writeFileTool, args));
      expect(failure).toMatchObject({ issues: [{ path: ["content"] }] });
    },
  );

  test("replaces an older file and leaves nothing else behind", async () => {
    const ctx = createToolContext();
    await runTool(writeFileTool, { path: "a.txt", content: "a long first version" }, ctx);
    await runTool(writeFileTool, { path: "a.txt", content: "second" }, ctx);
    expect(readdirSync(ctx.workspace)).toEqual(["a.txt"]);
    expect(readFileSync(join(ctx.workspace, "a.txt"), "utf8")).toBe("second");
  });

  test("done twice at once leaves one whole version", async () => {
    const ctx = createToolContext();
    const versions = ["a", "b", "c", "d"].map((letter) => letter.repeat(MIB));
    const writes = versions.map((content) =>
      runTool(writeFileTool, { path: "deep/er/a.txt", content }, ctx),
    );
    await Promise.all(writes);
    expect(versions).toContain(readFileSync(join(ctx.workspace, "deep/er/a.txt"), "utf8"));
    expect(readdirSync(join(ctx.workspace, "deep/er"))).toEqual(["a.txt"]);
  });

  test("writes 50 MiB and refuses a byte more", async () => {
    const ctx = createToolContext();
    const content = "x".repeat(50 * MIB);
    await expect(runTool(writeFileTool, { path: "a.txt", content }, ctx)).resolves.toMatchObject({
      bytes: 50 * MIB,
    });
    const failure = await failureOf(
      runTool(writeFileTool, { path: "b.txt", content: `${content}x` }, ctx),
    );
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("Split it into several files"),
    });
    expect(readdirSync(ctx.workspace)).toEqual(["a.txt"]);
  });

  test("refuses a name that is too long for the disk", async () => {
    const failure = await failureOf(
      runTool(writeFileTool, { path: "가".repeat(200), content: "x" }),
    );
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("Choose shorter names"),
    });
  });

  test("does nothing for a cancelled todo", async () => {
    const reason = new Error("cancelled");
    const ctx = createToolContext({ signal: AbortSignal.abort(reason) });
    const failure = await failureOf(runTool(writeFileTool, { path: "a.txt", content: "x" }, ctx));
    expect(failure).toBe(reason);
    expect(readdirSync(ctx.workspace)).toEqual([]);
  });

  test.each(["/nonexistent/holdpoint", "/dev/null"])(
    "says when the workspace cannot be opened (%s)",
    async (workspace) => {
      const ctx = createToolContext({ workspace });
      const failure = await failureOf(runTool(writeFileTool, { path: "a.txt", content: "x" }, ctx));
      expect(failure).toMatchObject({
        type: "api_error",
        message: expect.stringContaining("Check the worker's disk"),
      });
    },
  );
});

describe("read_file", () => {
  test("reads text without its byte order mark", async () => {
    const ctx = createToolContext();
    writeFileSync(join(ctx.workspace, "a.txt"), "\ufeff안녕\r\n");
    await expect(runTool(readFileTool, { path: "a.txt" }, ctx)).resolves.toEqual({
      content: "안녕\r\n",
      bytes: 11,
    });
  });

  test("reads an empty file", async () => {
    const ctx = createToolContext();
    writeFileSync(join(ctx.workspace, "a.txt"), "");
    await expect(runTool(readFileTool, { path: "a.txt" }, ctx)).resolves.toEqual({
      content: "",
      bytes: 0,
    });
  });

  test("reads bytes as base64, and refuses them as text", async () => {
    const ctx = createToolContext();
    const bytes = Buffer.from([0xc7, 0xd1, 0xb1, 0xb9]);
    writeFileSync(join(ctx.workspace, "a.bin"), bytes);
    await expect(
      runTool(readFileTool, { path: "a.bin", encoding: "base64" }, ctx),
    ).resolves.toEqual({ content: bytes.toString("base64"), bytes: 4 });
    const failure = await failureOf(runTool(readFileTool, { path: "a.bin" }, ctx));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining('Read it with encoding "base64"'),
    });
  });

  test("refuses a file over max_bytes instead of cutting it", async () => {
    const ctx = createToolContext();
    writeFileSync(join(ctx.workspace, "a.txt"), "12345");
    const args = { path: "a.txt", max_bytes: 5 };
    await expect(runTool(readFileTool, args, ctx)).resolves.toMatchObject({ content: "12345" });
    const failure = await failureOf(runTool(readFileTool, { ...args, max_bytes: 4 }, ctx));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: 'The file "a.txt" is larger than 4 bytes. Split it, or raise the tool\'s limit.',
    });
  });

  test("reads at most 5 MiB when the todo does not say", async () => {
    const ctx = createToolContext();
    writeFileSync(join(ctx.workspace, "a.txt"), "");
    truncateSync(join(ctx.workspace, "a.txt"), 5 * MIB + 1);
    const failure = await failureOf(runTool(readFileTool, { path: "a.txt" }, ctx));
    expect(failure).toMatchObject({ type: "validation_error" });
  });

  test("says that a missing file must be written first", async () => {
    for (const path of ["none.txt", "no/such/folder/none.txt"]) {
      const failure = await failureOf(runTool(readFileTool, { path }));
      expect(failure).toMatchObject({
        type: "validation_error",
        message: `The file "${path}" does not exist in the plan's workspace. Write it first.`,
      });
    }
  });

  test.each([{ max_bytes: 0 }, { max_bytes: 1e9 }, { encoding: "latin1" }, { extra: 1 }])(
    "refuses the arguments %j",
    async (extra) => {
      const failure = await failureOf(runTool(readFileTool, { path: "a.txt", ...extra }));
      expect(failure).toHaveProperty("issues");
    },
  );
});
