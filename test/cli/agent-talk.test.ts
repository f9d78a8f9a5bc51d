import { expect, test } from "vitest";
import type { Inbox } from "../../src/contract/list.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { startTalk } from "./support/talk.ts";

const ask = (question: string) => [
  { say: "I ask.", calls: [["ask_orchestrator", { question }]] as const },
  { say: "Done." },
];
const model = scriptModel({
  write: ask("Which year?"),
  draw: ask("Which colour?"),
  report: [
    {
      calls: [
        ["todo_write", { todos: [{ id: "facts", content: "Facts", status: "in_progress" }] }],
      ],
    },
    { say: "I stop here." },
  ],
  orchestrator: [{ say: "[NEED_HUMAN: Which one?]" }, { say: "[NEED_HUMAN: Which one?]" }],
});
const cli = useCliStack(
  withAgents(
    model,
    configuredAgent([]),
    configuredAgent([], { name: "painter" }),
    configuredAgent(["echo"], { name: "reporter", todo_list: true, countdown_seconds: 60 }),
  ),
);

test(
  "questions are listed by the agent that asks, and its conversation is read at the command line",
  { timeout: 60_000 },
  async () => {
    const id = "proofs-talk";
    const { api } = cli();
    await api.create({
      id,
      title: "Talk",
      todos: [
        { id: "write", title: "Write", description: "Write about tea.", agent_name: "writer" },
        { id: "draw", title: "Draw", agent_name: "painter" },
        { id: "guarded", title: "Go", kind: "milestone", requires_approval: true },
      ],
    });
    await api.untilHolds(id, 3);
    const asked = await api.get<{ holds: Hold[] }>(`/v1/plans/${id}/holds?agent=painter`);
    expect(asked.holds).toMatchObject([{ todo_id: "draw", asked_by: { agent_name: "painter" } }]);
    expect(await api.get(`/v1/plans/${id}/holds?agent=nobody`)).toEqual({ holds: [] });
    await expect
      .poll(async () => (await api.get<Inbox>("/v1/holds?agent=writer")).holds)
      .toMatchObject([{ plan_id: id, todo_id: "write", agent: "writer" }]);
    const inbox = await cli().type("inbox --agent painter --json");
    expect(inbox.json<Inbox>().holds).toMatchObject([{ todo_id: "draw", agent: "painter" }]);
    expect((await cli().type(`inbox --agent writer --plan ${id}`)).out).not.toContain("Draw");

    // Who answers reads what the agent itself asked, and not only how it was put to them.
    const [question] = (await api.holds(id)).filter(({ todo_id }) => todo_id === "write");
    expect((await cli().type(`show ${question!.id}`)).out).toMatch(/it asked +Which year\?/);
    const live = await cli().type(`todo transcript ${id} write`);
    expect(live).toMatchObject({ exit: 0 });
    expect(live.out).toMatch(/Write about tea\.[^]*I ask\.[^]*ask_orchestrator[^]*Which year\?/);
    expect(live.err).toContain("goes on");
    for (const hold of await api.holds(id)) {
      const decided = { decision: hold.kind === "input" ? "answer" : "approve" };
      const value = hold.kind === "input" && { value: "the second one" };
      await api.post(`/v1/holds/${hold.id}/decision`, { ...decided, ...value });
    }
    await api.untilEnded(id);
    const ended = await cli().type(`todo transcript ${id} write --json`);
    expect(ended.json<{ turns: object[]; live: boolean }>()).toMatchObject({
      live: false,
      turns: [
        { role: "orchestrator" },
        { role: "agent", content: "I ask." },
        { role: "orchestrator", content: "Which one?" },
        { role: "orchestrator", content: "the second one" },
        { role: "agent", content: "Done." },
      ],
    });
    const korean = await cli().run(["todo", "transcript", id, "write"], {
      env: { HOLDPOINT_LANG: "ko" },
    });
    expect(korean.out).toContain("에이전트");
    expect((await cli().type(`todo transcript ${id} guarded`)).err).not.toBe("");
    expect((await cli().type(`todo transcript ${id} nothing`)).exit).not.toBe(0);
  },
);

test(
  "an agent that is about to go on by itself is kept from it in the chat",
  { timeout: 60_000 },
  async () => {
    const id = "proofs-halt";
    const { api, url } = cli();
    const todos = [{ id: "report", title: "Report", agent_name: "reporter" }];
    await api.create({ id, title: "Report", todos });
    await api.watch.until(id, async () =>
      (await api.events(id)).some(({ type }) => type === "agent.countdown"),
    );
    const talk = startTalk(id, url);
    // What is not understood is answered with what can be done now.
    talk.says("이제 어떡하지");
    await talk.reads(/\/할일 재개취소 <ID> \[이유\] +에이전트가 스스로 재개하지 않게 하기/);
    talk.says("/할일 재개취소 report 아직");
    await talk.sees("report는 스스로 재개하지 않습니다. 에이전트가 답을 기다립니다.");
    const [hold] = await api.untilHolds(id);
    expect(hold).toMatchObject({ kind: "input", todo_id: "report", input_request: {} });
    expect(await talk.leaves("/나가기")).toBe(0);
    const again = await cli().run(["chat", id, "--json"], { input: "/todo halt report\n" });
    expect(again.json()).toMatchObject({ error: { code: "illegal_transition" } });
    await api.post(`/v1/plans/${id}/cancel`);
  },
);
