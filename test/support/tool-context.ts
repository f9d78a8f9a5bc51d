import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Tool, ToolContext } from "../../src/tools/define-tool.ts";

export interface TestToolContext extends ToolContext {
  /** What the tool reported, in order. */
  readonly reported: { readonly percent: number; readonly message: string | undefined }[];
}

/** A context for one tool run, with a workspace of its own that goes away with the test. */
export function createToolContext(changes: Partial<ToolContext> = {}): TestToolContext {
  const reported: TestToolContext["reported"] = [];
  return {
    plan_id: "plan-1",
    todo_id: "todo-1",
    run: 1,
    attempt: 1,
    idempotency_key: "plan-1/todo-1/1",
    input_data: {},
    signal: new AbortController().signal,
    log: { info() {}, warn() {}, error() {} },
    progress: (percent, message) => reported.push({ percent, message }),
    ...changes,
    workspace: changes.workspace ?? createFolder(),
    reported,
  };
}

/** An empty folder outside of the repository that goes away with the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a tool as a worker does: input and output pass through the tool's schemas. */
export async function runTool(
  tool: Tool,
  args: unknown,
  ctx: ToolContext = createToolContext(),
): Promise<unknown> {
  const output = await tool.run(tool.input.parse(args), ctx);
  return tool.output.parse(output);
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected a failure, but got ${JSON.stringify(answer)}`);
}
