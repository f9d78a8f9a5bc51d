import { expect, test } from "vitest";
import { useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack();

test(
  "people see which agents work on a plan, what they hold, and when they are resumed",
  { timeout: 120_000 },
  async () => {
    const id = "sessions-cli";
    const { api } = stack();
    await api.create({
      id,
      title: "고치기",
      todos: [{ id: "fix", title: "고치기", assignee: "coder" }],
    });
    await api.watch.until(id, async () => {
      const plan = await api.plan(id);
      return plan.todos[0]?.offered_at !== null;
    });
    expect((await stack().run(["sessions", id])).out).toBe(
      "No agent's session works on this plan.\n",
    );
    const sessions = `/v1/plans/${id}/sessions`;
    const body = { session_id: "s1", assignee: "coder", agent: "build", session_type: "other" };
    await api.post(sessions, body);
    await api.post(`${sessions}/s1/claim`, {});
    await api.post(`${sessions}/s1/events`, { event: { type: "session.idle" } });
    const english = await stack().run(["sessions", id]);
    expect(english.out).toMatch(/^ID +AGENT +TODO +UNTIL/);
    expect(english.out).toMatch(/s1 +build \(coder\) +fix +.* 0\/1 +it is neither a main session/);
    const korean = await stack().run(["sessions", id, "--lang", "ko"]);
    expect(korean.out).toContain("메인 세션도 백그라운드 세션도 아닙니다");
    const { out } = await stack().run(["sessions", id, "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      sessions: [{ id: "s1", lease: { todo_id: "fix" }, skipped: "not_main_or_background" }],
    });

    await api.post(sessions, { ...body, session_type: "main" });
    await api.post(`${sessions}/s1/events`, { event: { type: "session.idle" } });
    const told = await api.get<{ prompt?: { id: string } }>(`${sessions}/s1/next?wait=20`);
    expect(told.prompt?.id).toBe("s1.p1");
    expect((await stack().run(["sessions", id])).out).toContain("told to go on (s1.p1)");
    const logs = await stack().run(["logs", id]);
    expect(logs.out).toContain("Session s1 resumes in 2 s… (1 left)");
    expect(logs.out).toContain("Session s1 is told to go on (1 left).");
    const koreanLogs = await stack().run(["logs", id, "--lang", "ko"]);
    expect(koreanLogs.out).toContain("세션 s1을 2초 후 재개합니다… (1개 남음)");
  },
);
