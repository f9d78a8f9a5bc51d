import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const decide = (hold: Hold, body: object) => api().post(`/v1/holds/${hold.id}/decision`, body);
const control = (id: string, word: string, body: object) =>
  api().post(`/v1/plans/${id}/${word}`, body);

/** A plan of two approvals, of which the second keeps it alive. */
async function heldTwice(): Promise<[first: Hold, second: Hold]> {
  const { id } = await api().create({
    title: "두 번",
    todos: [
      { title: "a", requires_approval: true, tool_name: "echo", tool_params: { text: "a" } },
      { title: "b", requires_approval: true, tool_name: "echo", tool_params: { text: "b" } },
    ],
  });
  const [first, second] = await api().untilHolds(id, 2);
  return [first!, second!];
}

async function decidedEvents(planId: string, commandId: string): Promise<number> {
  const events = await api().events(planId);
  return events.filter(({ data }) => data?.["command_id"] === commandId).length;
}

describe("a command that is repeated with its command id", () => {
  test("gets the same answer, and counts once", async () => {
    const [hold, other] = await heldTwice();
    const body = { decision: "edit", args: { text: "고침" }, comment: "c", command_id: "주문-1" };
    const first = await decide(hold, body);
    expect(first.status).toBe(200);
    const text = await first.text();
    for (let time = 0; time < 3; time += 1) {
      const again = await decide(hold, body);
      expect(again.status).toBe(200);
      expect(await again.text()).toBe(text);
    }
    expect(await decidedEvents(hold.plan_id, "주문-1")).toBe(1);

    await decide(other, { decision: "reject" });
    await api().untilEnded(hold.plan_id);
    const later = await decide(hold, body);
    expect(later.status).toBe(200);
    expect(await later.text()).toBe(text);
    expect(await decidedEvents(hold.plan_id, "주문-1")).toBe(1);
  });

  test("gets the same answer when the repeats arrive together", async () => {
    const [hold] = await heldTwice();
    const body = { decision: "approve", command_id: "together" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(hold, body)));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(texts.size).toBe(1);
    expect(await decidedEvents(hold.plan_id, "together")).toBe(1);
    await control(hold.plan_id, "cancel", {});
  });

  test.each(["pause", "resume", "cancel"] as const)(
    "gets the same answer for %s, also when it would be illegal by now",
    async (word) => {
      const [hold] = await heldTwice();
      const id = hold.plan_id;
      if (word === "resume") await control(id, "pause", {});
      const body = { reason: "이유", command_id: `only-${word}` };
      const first = await control(id, word, body);
      expect(first.status).toBe(200);
      const text = await first.text();
      expect(await (await control(id, word, body)).text()).toBe(text);
      if (word !== "cancel") await control(id, "cancel", {});
      await api().untilEnded(id);
      const later = await control(id, word, body);
      expect(later.status).toBe(200);
      expect(await later.text()).toBe(text);
      expect(await decidedEvents(id, `only-${word}`)).toBe(1);
    },
  );

  test("gets the same answer after its plan continued as new and ended", async () => {
    const id = "repeat-many-runs";
    const plan = NewPlanSchema.parse({
      id,
      title: "여러 번",
      todos: [
        {
          id: "first",
          title: "a",
          requires_approval: true,
          tool_name: "echo",
          tool_params: { text: "a" },
        },
        ...Array.from({ length: 8 }, (_, n) => ({
          id: `t${n}`,
          title: "t",
          depends_on: [n === 0 ? "first" : `t${n - 1}`],
          tool_name: "echo",
          tool_params: { text: "t" },
        })),
      ],
    });
    const made = createPlan(plan, { id, owner: "tester", at: new Date().toISOString() });
    if ("problem" in made) throw new Error(english(made.problem.detail));
    const workflowId = TEMPORAL_NAMES.plan_prefix + id;
    const { client, taskQueue } = api();
    await client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
      workflowId,
      taskQueue,
      args: [{ state: made.state, history_events: 12 }],
    });
    const [hold] = await api().untilHolds(id);
    const body = { decision: "approve", command_id: "early" };
    const first = await decide(hold!, body);
    expect(first.status).toBe(200);
    const ended = await api().untilEnded(id);
    expect(ended.status).toBe("completed");
    const { raw, runId } = await client.workflow.getHandle(workflowId).describe();
    expect(runId).not.toBe(raw.workflowExecutionInfo?.firstRunId);

    const later = await decide(hold!, body);
    expect(later.status).toBe(200);
    expect(await later.text()).toBe(await first.text());
    const changed = await problemOf(
      decide(hold!, { decision: "reject", command_id: "early" }),
      "command_id_reused",
    );
    expect(changed.detail).toContain('"early"');
  });

  test("counts once although its first answer never arrived", async () => {
    const [hold] = await heldTwice();
    const lost = new AbortController();
    const body = JSON.stringify({ decision: "approve", command_id: "lost" });
    const headers = { "content-type": "application/json" };
    const path = `/v1/holds/${hold.id}/decision`;
    const first = api().request("POST", path, { body, headers, signal: lost.signal });
    lost.abort();
    await first.catch(() => undefined);
    const again = await api().request("POST", path, { body, headers });
    expect(again.status).toBe(200);
    expect(await decidedEvents(hold.plan_id, "lost")).toBe(1);
    await control(hold.plan_id, "cancel", {});
  });
});

describe("a command id that stood for another command is refused", () => {
  test.each<[title: string, body: object]>([
    ["with another decision", { decision: "reject" }],
    ["with another comment", { decision: "approve", comment: "neu" }],
    ["with a digest", { decision: "approve", digest: "sha256:0" }],
  ])("%s", async (_title, body) => {
    const [hold] = await heldTwice();
    await decide(hold, { decision: "approve", command_id: "id" });
    const problem = await problemOf(
      decide(hold, { ...body, command_id: "id" }),
      "command_id_reused",
    );
    expect(problem.status).toBe(422);
    expect(problem.hint).toContain("id of its own");
    await control(hold.plan_id, "cancel", {});
  });

  test("for another hold, which stays open", async () => {
    const [first, second] = await heldTwice();
    await decide(first, { decision: "approve", command_id: "id" });
    await problemOf(decide(second, { decision: "approve", command_id: "id" }), "command_id_reused");
    expect((await api().get<Hold>(`/v1/holds/${second.id}`)).status).toBe("open");
    await control(first.plan_id, "cancel", {});
  });

  test("for another word, which then does nothing", async () => {
    const [hold] = await heldTwice();
    const id = hold.plan_id;
    await decide(hold, { decision: "approve", command_id: "id" });
    await problemOf(control(id, "pause", { command_id: "id" }), "command_id_reused");
    const plan = await api().get<{ paused: unknown }>(`/v1/plans/${id}`);
    expect(plan.paused).toBeNull();
    await control(id, "cancel", {});
    await api().untilEnded(id);
    await problemOf(control(id, "pause", { command_id: "id" }), "command_id_reused");
  });

  test("but not when it was refused before: then it is free", async () => {
    const [hold] = await heldTwice();
    const stale = { decision: "approve", digest: "sha256:0", command_id: "free" };
    await problemOf(decide(hold, stale), "hold_stale");
    const good = await decide(hold, { decision: "approve", command_id: "free" });
    expect(good.status).toBe(200);
    await control(hold.plan_id, "cancel", {});
  });

  test("and not by another plan, which has command ids of its own", async () => {
    const [one] = await heldTwice();
    const [two] = await heldTwice();
    const body = { decision: "approve", command_id: "shared" };
    expect((await decide(one, body)).status).toBe(200);
    expect((await decide(two, { ...body, decision: "reject" })).status).toBe(200);
    await control(one.plan_id, "cancel", {});
    await control(two.plan_id, "cancel", {});
  });
});
