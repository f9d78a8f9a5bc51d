import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { TOOLS } from "../../src/mcp/create-server.ts";
import type { Ask } from "../../src/mcp/tool.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { call, connectMcp, type Person } from "./support/mcp-client.ts";
import { echo } from "./support/report-plan.ts";

const api = useApi();
const urlOf = async (): Promise<string> => (await serveApi(api().deps)).url;
const yes: Person = () => ({ action: "accept", content: { confirm: true } });

test("no tool calls a route of holds but to read them, whatever it is given", async () => {
  const called: string[] = [];
  const ask: Ask = async (method, path) => {
    called.push(`${method} ${path}`);
    return {
      title: "x",
      tools: [],
      progress: { counts: {}, total: 0 },
      open_holds: 0,
      changes: { todos: [], settings: null },
      impact: {
        runs_again: [],
        may_run_again: [],
        cannot_be_undone: [],
        starts: [],
        unawaited: [],
        stops: [],
        holds_closed: [],
        holds_opened: [],
        ends_plan: false,
      },
    };
  };
  const anything = {
    plan_id: "p",
    session_id: "s",
    todo_id: "t",
    question: "decision?",
    what: "approve",
    ops: [],
    input: {},
  };
  for (const { run, question } of TOOLS) {
    await question?.(ask, anything as never);
    await run(ask, anything as never);
  }
  expect(called.length).toBeGreaterThan(TOOLS.length);
  const ofHolds = called.filter((route) => /decision|\/v1\/holds|hitl|codec/.test(route));
  expect(ofHolds).toEqual(["GET /v1/holds"]);
});

test(
  "no tool decides a hold, of whatever kind, also with a person who always agrees",
  { timeout: 600_000 },
  async () => {
    const ids = ["mcp-holds", "mcp-holds-review"];
    await api().create({
      id: ids[0]!,
      title: "모든 결정",
      todos: [
        { id: "approve", title: "승인", ...echo, requires_approval: true },
        { id: "ask", title: "질문", input_request: { question: "언제?" } },
        { id: "stuck", title: "실패", assignee: "coder" },
      ],
    });
    const cannot = () =>
      api().post(`/v1/plans/${ids[0]}/todos/stuck/cannot`, { reason: "못 합니다" });
    let refused = await cannot();
    // The worker of a busy machine may be late; the answer says to ask again.
    while (refused.status === 503) refused = await cannot();
    expect(refused.status).toBe(200);
    const review = { id: ids[1]!, title: "검토", plan_review: true, todos: [{ title: "x" }] };
    await api().create(review);
    const before = [...(await api().untilHolds(ids[0]!, 3)), ...(await api().untilHolds(ids[1]!))];
    // Those of models (`budget`, `goal`) are decided by the same routes as these.
    expect(new Set(before.map(({ kind }) => kind))).toEqual(
      new Set(["approval", "input", "recovery", "plan_review"]),
    );
    const client = await connectMcp(await urlOf(), { person: yes });
    const { tools } = await client.listTools();
    let calls = 0;
    for (const plan_id of ids) {
      for (const { name } of tools) {
        // What ends the plan comes last of all.
        if (name === "cancel_plan") continue;
        for (const { id: hold_id, todo_id } of before.filter((hold) => hold.plan_id === plan_id)) {
          const session = { plan_id, session_id: "s1" };
          const all = {
            ...session,
            hold_id,
            todo_id: todo_id ?? "approve",
            decision: "approve",
            value: "yes",
            assignee: "coder",
            ops: [{ edit_type: "change_priority", target_id: "approve", params: { priority: 9 } }],
            base_version: 1,
            version: 1,
            event: { type: "message.updated", role: "user" },
            prompt_id: hold_id,
            note: "approve",
            result: { approved: true },
            reason: "approve",
            question: "approve?",
            what: "approve",
            title: "승인",
            todos: [{ title: "approve", requires_approval: true }],
          };
          const known = TOOLS.find((tool) => tool.name === name)!;
          const fitting = Object.fromEntries(
            Object.entries(all).filter(([field]) => field in known.input.shape),
          );
          // As it takes arguments, and with all that might decide.
          for (const args of [fitting, all]) {
            await client
              .callTool({ name, arguments: args as Record<string, unknown> })
              .catch((error: unknown) => {
                if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
                  throw new Error(`${name} does not answer.`, { cause: error });
                }
              });
            calls += 1;
          }
        }
      }
    }
    expect(calls).toBe((tools.length - 1) * before.length * 2);
    const after: Hold[] = [];
    for (const id of ids) after.push(...(await api().holds(id, "all")));
    expect(after.filter(({ decision }) => decision !== null)).toEqual([]);
    await call(client, "cancel_plan", { plan_id: ids[0] });
    for (const id of ids) {
      const types = (await api().events(id)).map(({ type }) => type);
      expect(types.filter((type) => type === "hold.decided")).toEqual([]);
    }
  },
);
