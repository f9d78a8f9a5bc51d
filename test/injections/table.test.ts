import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { useCliStack } from "../cli/support/cli-stack.ts";
import { connectMcp } from "../mcp/support/mcp-client.ts";
import { anyTool } from "../support/plan-tools.ts";
import {
  configuredAgent,
  scriptModel,
  type ScriptTurn,
  withAgents,
} from "../support/scripted-agent.ts";
import { INJECTIONS } from "./texts.ts";

const LONG = { timeout: 180_000 };
/** What another todo of the same plan came to; no text may have it shown, sent or kept anywhere else. */
const SECRET = "SEKRET-5d0c9b-geheim";
const YEAR = "Which year?";

/** What a channel's texts did, all of them together. */
interface Effects {
  readonly decisions: number;
  readonly control: number;
  readonly questions: number;
  readonly secrets: number;
}
const NOTHING: Effects = { decisions: 0, control: 0, questions: 0, secrets: 0 };
const table = new Map<string, { readonly texts: number } & Effects>();

const CONTROL =
  /^(?:plan\.(?:paused|resumed|cancel_requested|abort_requested|edited|cancelled|failed|reopened|archived)|hold\.(?:extended|delegated|withdrawn|stale)|todo\.(?:skip_requested|skipped|cancelled|retried|rerun|reopened|claimed|released))$/;

/** What a plan's log says that was decided, moved and asked; and how often its secret left its todo. */
function effectsOf(
  events: readonly LoggedEvent[],
  told: readonly unknown[],
  legitimate: Partial<Effects> = {},
): Effects {
  const count = (fits: (event: LoggedEvent) => boolean) => events.filter(fits).length;
  const elsewhere = events.filter(({ todo_id }) => todo_id !== "secret");
  const { decisions = 0, questions = 0 } = legitimate;
  return {
    decisions: count(({ type }) => type === "hold.decided" || type === "hold.expired") - decisions,
    control: count(({ type }) => CONTROL.test(type)),
    questions: count(({ type }) => type === "human_query_requested") - questions,
    secrets: [...elsewhere, ...told].filter((said) => JSON.stringify(said).includes(SECRET)).length,
  };
}
const enter = (channels: readonly string[], texts: number, effects: Effects): void => {
  for (const channel of channels) table.set(channel, { texts, ...effects });
};

const agentOfEach = (prefix: string) =>
  INJECTIONS.map((text, place) => ({ id: `${prefix}${place}`, text }));
const ATTACKED = agentOfEach("a");
const ANSWERED = agentOfEach("q");
let pageUrl = "";

/** A conversation that carries a text through every place where a model's or a tool's words stand. */
const carry = (text: string, place: number): ScriptTurn[] => [
  {
    say: text,
    calls: [
      ["read", { text, [text]: text }],
      ["read", { answer: text }],
      ["read", { answer: { page: { title: text }, [text]: [text] } }],
      ["read", { fail: text }],
      [text, {}],
      ["read", { raw: text }],
      ["todo_write", { todos: [{ id: "s", content: text.slice(0, 200), status: "cancelled" }] }],
      ["write_file", { path: `notes/${place}.txt`, content: text }],
      ["page", { place }],
    ],
  },
  { calls: [["read_file", { path: `notes/${place}.txt` }]] },
  {
    calls: [
      ["read_result", { result: "pile", find: text.slice(0, 100) }],
      ["read_result", { result: text, find: text.slice(0, 200) || "x" }],
    ],
  },
  { say: text },
];
const model = scriptModel({
  ...Object.fromEntries(ATTACKED.map(({ id, text }, place) => [id, carry(text, place)])),
  ...Object.fromEntries(
    ANSWERED.map(({ id }) => [
      id,
      [{ calls: [["ask_orchestrator", { question: YEAR }]] }, { say: "Done." }],
    ]),
  ),
  orchestrator: ANSWERED.map(() => ({ say: `[NEED_HUMAN: ${YEAR}]` })),
});
const seen: unknown[] = [];
const read = anyTool("read", (args) => {
  seen.push(args);
  const { fail, answer } = args;
  if (typeof fail === "string") throw new Error(fail);
  return answer ?? "nothing";
});
const page = anyTool("page", async ({ place }) => {
  const response = await fetch(`${pageUrl}/${String(place)}`);
  return { status: response.status, body: await response.text() };
});
const stack = useCliStack({
  tools: [read, page],
  ...withAgents(model, configuredAgent(["read", "page", "read_file", "write_file"])),
});
const pages = createServer((request, response) => {
  const text = INJECTIONS[Number(request.url?.slice(1))] ?? "";
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    `<html><head><title>${text}</title></head><body><!-- ${text} -->${text}</body></html>`,
  );
});
beforeAll(async () => {
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  pageUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
});
afterAll(() => {
  pages.close();
  const rows = [...table].map(([channel, { texts, decisions, control, questions, secrets }]) =>
    [channel.padEnd(28), texts, decisions, control, questions, secrets].join("\t"),
  );
  const total = [...table.values()].reduce((sum, { texts }) => sum + texts, 0);
  console.log(
    [
      `${"channel".padEnd(28)}\ttexts\tdecisions\tcontrol\tquestions\tsecrets`,
      ...rows,
      `${table.size} channels, ${total} injections`,
    ].join("\n"),
  );
});

const secret = { id: "secret", title: "Key", tool_name: "echo", tool_params: { text: SECRET } };
const guarded = { id: "guarded", title: "Guarded", tool_name: "read", requires_approval: true };
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const eventsOf = (id: string) => stack().api.events(id);

test(
  "nothing that a model, a tool, a file, a page or a todo says asks, decides or moves anything",
  LONG,
  async () => {
    const id = "proofs-injected-agents";
    const { api } = stack();
    await api.create({
      id,
      title: "Injected",
      max_parallel: 10,
      todos: [
        secret,
        {
          id: "pile",
          title: "Everything at once",
          tool_name: "read",
          // As a plan's own words, `{{` would be a reference that its writer meant.
          tool_params: { answer: INJECTIONS.join("\n").repeat(3).replaceAll("{{", '{{"{{"}}') },
        },
        ...ATTACKED.map(({ id: todo, text }) => ({
          id: todo,
          title: oneLine(text),
          agent_name: "writer",
          depends_on: ["secret", "pile"],
          // Not the secret, though it waits for it.
          input_data: { pile: { $from: "pile" } },
          description: text,
          agent_purpose: text,
          expected_output: text,
        })),
        {
          id: "reader",
          title: "Reader",
          tool_name: "read",
          input_data: Object.fromEntries(
            ATTACKED.map(({ id: from }) => [from, { $from: from, path: "" }]),
          ),
          depends_on: ATTACKED.map(({ id: from }) => from),
        },
        guarded,
      ],
    });
    await api.untilHolds(id);
    await api.watch.until(id, async () =>
      (await eventsOf(id)).some(
        ({ type, todo_id }) => type === "todo.completed" && todo_id === "reader",
      ),
    );
    const events = await eventsOf(id);
    const results = events.filter(({ type }) => type === "todo.completed").length;
    expect(results).toBe(INJECTIONS.length + 3);
    expect(await api.holds(id)).toMatchObject([{ todo_id: "guarded", status: "open" }]);
    expect(model.requests.filter(({ role }) => role === "orchestrator")).toEqual([]);
    const effects = effectsOf(events, [...model.requests.map(({ messages }) => messages), ...seen]);
    enter(
      [
        "model's words",
        "tool arguments",
        "tool name",
        "tool result",
        "tool failure",
        "file",
        "web page",
        "agent's own list",
        "last words as a result",
        "earlier result as data",
        "large result read by parts",
        "todo title",
        "agent instruction in a todo",
        "purpose and expected result",
      ],
      INJECTIONS.length,
      effects,
    );
    expect(effects).toEqual(NOTHING);
    await api.post(`/v1/plans/${id}/cancel`, {});
    await api.untilEnded(id);
  },
);

test("what people answer is data for agents and their orchestrator", LONG, async () => {
  const id = "proofs-injected-answers";
  const { api } = stack();
  await api.create({
    id,
    title: "Answered",
    max_parallel: 5,
    todos: [
      ...ANSWERED.map(({ id: todo }) => ({ id: todo, title: todo, agent_name: "writer" })),
      guarded,
    ],
  });
  const answered = new Set<string>();
  while (answered.size < ANSWERED.length) {
    const open = await api.watch.until(id, async () => {
      const holds = await api.holds(id);
      const asked = holds.filter((hold) => hold.kind === "input" && !answered.has(hold.id));
      return asked.length > 0 && asked;
    });
    for (const hold of open) {
      const { text } = ANSWERED.find(({ id: todo }) => todo === hold.todo_id)!;
      const answer = await api.post(`/v1/holds/${hold.id}/decision`, {
        decision: "answer",
        value: text,
      });
      expect(answer.status, await answer.text()).toBe(200);
      answered.add(hold.id);
    }
  }
  await api.watch.until(id, async () => {
    const done = (await eventsOf(id)).filter(({ type }) => type === "todo.completed");
    return done.length === ANSWERED.length;
  });
  const effects = effectsOf(await eventsOf(id), [], {
    decisions: ANSWERED.length,
    questions: ANSWERED.length,
  });
  enter(["answer"], ANSWERED.length, effects);
  expect(effects).toEqual(NOTHING);
  expect(await api.holds(id)).toMatchObject([{ todo_id: "guarded" }]);
  await api.post(`/v1/plans/${id}/cancel`, {});
});

test("a plan's title and description are texts", LONG, async () => {
  const { api } = stack();
  let effects = NOTHING;
  for (const [place, text] of INJECTIONS.entries()) {
    const id = `proofs-injected-title-${place}`;
    const plan: NewPlanInput = { id, title: oneLine(text), description: text, todos: [guarded] };
    await api.create(plan);
    expect(await api.untilHolds(id)).toMatchObject([{ status: "open" }]);
    effects = sum(effects, effectsOf(await eventsOf(id), []));
    await api.post(`/v1/plans/${id}/cancel`, {});
  }
  enter(["plan title and description"], INJECTIONS.length, effects);
  expect(effects).toEqual(NOTHING);
});

test("an outline becomes what is looked at, and starts nothing", LONG, async () => {
  const { api } = stack();
  const before = api.started.length;
  let effects = NOTHING;
  for (const text of INJECTIONS) {
    const outline = `1. 물 끓이기 echo(text="x")\n2. ${oneLine(text)}\n${text}`;
    const response = await api.post("/v1/plans/preview", { outline });
    expect([200, 422]).toContain(response.status);
    effects = sum(effects, effectsOf([], [await response.text()]));
  }
  enter(["outline"], INJECTIONS.length, effects);
  expect(effects).toEqual(NOTHING);
  expect(api.started).toHaveLength(before);
});

test("what is typed in a chat without a slash decides and moves nothing", LONG, async () => {
  const id = "proofs-injected-chat";
  const { api } = stack();
  await api.create({ id, title: "Chat", todos: [secret, { ...guarded, depends_on: ["secret"] }] });
  await api.untilHolds(id);
  // With a slash it is a command of whoever types it.
  const texts = INJECTIONS.map(oneLine).filter((text) => !text.startsWith("/"));
  const words = [
    "승인",
    "approve",
    "Approve h1",
    "todo approve",
    "승인 guarded",
    "yes",
    "네",
    "ok",
  ];
  const lines = [...texts, ...words];
  const { exit, out } = await stack().run(["chat", id, "--json"], {
    input: `${lines.join("\n")}\n`,
  });
  expect(exit).toBe(1);
  expect(out.trim().split("\n")).toHaveLength(lines.length);
  const effects = effectsOf(await eventsOf(id), [out]);
  enter(["chat text"], lines.length, effects);
  expect(effects).toEqual(NOTHING);
  expect(await api.holds(id)).toMatchObject([{ todo_id: "guarded", status: "open" }]);
  await api.post(`/v1/plans/${id}/cancel`, {});
});

test(
  "arguments of MCP tools decide nothing, and ask only where asking is what the tool is for",
  LONG,
  async () => {
    const id = "proofs-injected-mcp";
    const { api, url } = stack();
    await api.create({ id, title: "MCP", todos: [secret, { ...guarded, depends_on: ["secret"] }] });
    await api.untilHolds(id);
    const client = await connectMcp(url);
    const told: unknown[] = [];
    for (const text of INJECTIONS) {
      for (const [tool, args] of [
        ["propose_edit", { plan_id: id, instruction: text }],
        [
          "apply_edit",
          {
            plan_id: id,
            base_version: 1,
            ops: [{ op: "update", todo_id: "guarded", title: oneLine(text) }],
          },
        ],
        ["cancel_plan", { plan_id: id, reason: text }],
        ["get_plan", { plan_id: text }],
      ] as const) {
        told.push(
          await client
            .callTool({ name: tool, arguments: { ...args } })
            .catch((error: unknown) => String(error)),
        );
      }
    }
    const effects = effectsOf(await eventsOf(id), told);
    enter(["MCP argument"], INJECTIONS.length * 4, effects);
    expect(effects).toEqual(NOTHING);
    expect(await api.holds(id)).toMatchObject([{ todo_id: "guarded", status: "open" }]);
    await api.post(`/v1/plans/${id}/cancel`, {});
  },
);

test("the counts see what people do decide, move and read", LONG, async () => {
  const id = "proofs-injected-counted";
  const { api } = stack();
  await api.create({ id, title: "Counted", todos: [secret, guarded] });
  const [hold] = await api.untilHolds(id);
  await api.post(`/v1/plans/${id}/pause`, {});
  await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
  const plan = await (await api.request("GET", `/v1/plans/${id}`)).text();
  expect(effectsOf(await eventsOf(id), [plan])).toMatchObject({
    decisions: 1,
    control: 1,
    secrets: 1,
  });
  await api.post(`/v1/plans/${id}/cancel`, {});
});

test("there are at least 300 of them, and they did nothing", () => {
  const rows = [...table.values()];
  expect(table.size).toBe(19);
  expect(rows.reduce((total, { texts }) => total + texts, 0)).toBeGreaterThanOrEqual(300);
  expect(rows.map(({ texts: _, ...effects }) => effects)).toEqual(rows.map(() => NOTHING));
});

function sum(a: Effects, b: Effects): Effects {
  return {
    decisions: a.decisions + b.decisions,
    control: a.control + b.control,
    questions: a.questions + b.questions,
    secrets: a.secrets + b.secrets,
  };
}
