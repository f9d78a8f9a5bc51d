import { describe, expect, test } from "vitest";
import { pointersOf, problemOf, receiptOf, useApi } from "../support/api-harness.ts";

const api = useApi();
type Word = "pause" | "resume" | "cancel";
const WORDS: readonly Word[] = ["pause", "resume", "cancel"];
const send = (id: string, word: Word, body?: object) =>
  api().post(`/v1/plans/${id}/${word}`, body ?? null, body === undefined ? null : undefined);
const planOf = (id: string) => api().plan(id);

/** A plan with a running todo, an approval, and a todo that waits for both. */
async function running(name: string): Promise<string> {
  const { id } = await api().create({
    title: "조종",
    todos: [
      { id: "gate", title: "문", tool_name: "gate", tool_params: { name } },
      {
        id: "ask",
        title: "승인",
        requires_approval: true,
        tool_name: "echo",
        tool_params: { text: "x" },
      },
      { id: "after", title: "다음", kind: "milestone", depends_on: ["gate", "ask"] },
    ],
  });
  await api().untilHolds(id);
  return id;
}

test("a plan is paused, resumed and goes on to its end", async () => {
  const id = await running("resumed");
  const paused = await receiptOf(send(id, "pause", { reason: "점심\n시간", command_id: "lunch" }));
  expect(paused).toMatchObject({ plan_id: id, command_id: "lunch" });
  const plan = await planOf(id);
  expect(plan).toMatchObject({
    status: "running",
    mode: "paused",
    paused: { by: "local-operator", reason: "점심\n시간" },
  });
  const [hold] = await api().holds(id);
  expect(hold).toMatchObject({ deadline_at: null });
  expect(hold!.remaining_ms).toBeGreaterThan(0);

  const resumed = await receiptOf(send(id, "resume"));
  expect(resumed.seq).toBeGreaterThan(paused.seq);
  expect(await planOf(id)).toMatchObject({ paused: null, mode: "approval_wait" });
  expect((await api().holds(id))[0]!.deadline_at).not.toBeNull();

  await receiptOf(api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" }));
  api().tools.open("resumed");
  expect((await api().untilEnded(id)).status).toBe("completed");
  const words = (await api().events(id)).map(({ type }) => type);
  expect(words).toContain("plan.paused");
  expect(words).toContain("plan.resumed");
});

test("a hold is decided while its plan is paused, and its todo starts after the resume", async () => {
  const id = await running("paused-decision");
  await receiptOf(send(id, "pause"));
  const [hold] = await api().holds(id);
  await receiptOf(api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" }));
  api().tools.open("paused-decision");
  const plan = await api().watch.until(id, async () => {
    const now = await planOf(id);
    return now.progress.counts["completed"] === 1 && now;
  });
  expect(plan.progress.counts).toMatchObject({ pending: 1, blocked: 1 });
  await receiptOf(send(id, "resume"));
  expect((await api().untilEnded(id)).status).toBe("completed");
});

test("a plan is cancelled: what runs stops, and its reason is kept", async () => {
  const id = await running("cancelled");
  await receiptOf(send(id, "cancel", { reason: "예산 초과" }));
  const ended = await api().untilEnded(id);
  expect(ended).toMatchObject({ status: "cancelled", ended_because: "예산 초과", open_holds: 0 });
  expect(ended.progress.counts).toMatchObject({ cancelled: 3, in_progress: 0 });
  expect((await api().holds(id, "all"))[0]).toMatchObject({ status: "withdrawn" });
});

test("a paused plan is cancelled", async () => {
  const id = await running("paused-cancel");
  await receiptOf(send(id, "pause"));
  await receiptOf(send(id, "cancel"));
  expect((await api().untilEnded(id)).status).toBe("cancelled");
});

describe("a command takes", () => {
  test.each<[title: string, body: string | object | null, type: string | null]>([
    ["no body and no content type", null, null],
    ["an empty body", "", "application/json"],
    ["an empty object", {}, "application/json"],
    ["YAML", "reason: 쉬자", "application/yaml"],
  ])("%s", async (_title, body, type) => {
    const id = await running("bodies");
    const path = `/v1/plans/${id}/pause`;
    const receipt = await receiptOf(api().post(path, body, type));
    expect(receipt.plan_id).toBe(id);
    await receiptOf(send(id, "cancel"));
  });
});

describe("a command is refused", () => {
  test.each<[title: string, body: object, pointer: string]>([
    ["for an unknown field", { because: "x" }, "/because"],
    ["for who sends it, which the caller's identity says", { by: "boss" }, "/by"],
    ["for a reason that is no text", { reason: 5 }, "/reason"],
    ["for a reason that is too long", { reason: "x".repeat(2_001) }, "/reason"],
    ["for a NUL character", { reason: "a\0b" }, "/reason"],
    ["for a command id that is too long", { command_id: "x".repeat(101) }, "/command_id"],
    ["for an empty command id", { command_id: "" }, "/command_id"],
  ])("%s, and nothing happens", async (_title, body, pointer) => {
    const id = await running("refused");
    const { seq } = await planOf(id);
    for (const word of WORDS) {
      const problem = await problemOf(send(id, word, body), "validation_failed");
      expect(pointersOf(problem)).toEqual([pointer]);
    }
    expect((await planOf(id)).seq).toBe(seq);
    await receiptOf(send(id, "cancel"));
  });

  test("where it is illegal, naming the legal ones", async () => {
    const id = await running("illegal");
    const resume = await problemOf(send(id, "resume"), "illegal_transition");
    expect(resume.legal).toEqual(["pause", "cancel", "approval"]);
    expect(resume.hint).toContain("pause, cancel, approval");

    await receiptOf(send(id, "pause"));
    const pause = await problemOf(send(id, "pause"), "illegal_transition");
    expect(pause.legal).toEqual(["resume", "cancel", "approval"]);
    expect(pause.detail).toContain("paused");
    await receiptOf(send(id, "cancel"));
  });

  test("while the plan is ending", async () => {
    const { id } = await api().create({
      title: "느린 끝",
      todos: [{ title: "문", tool_name: "gate", tool_params: { name: "slow", heeds: false } }],
    });
    await api().watch.until(
      id,
      async () => (await planOf(id)).progress.counts["in_progress"] === 1,
    );
    await receiptOf(send(id, "cancel", { reason: "한 번" }));
    for (const word of WORDS) {
      const problem = await problemOf(send(id, word), "illegal_transition");
      expect(problem.legal).toEqual([]);
      expect(problem.detail).toContain("ending");
    }
    api().tools.open("slow");
    expect(await api().untilEnded(id)).toMatchObject({ ended_because: "한 번" });
  });

  test.each([
    ["completed", { title: "a", kind: "milestone" as const }],
    [
      "failed",
      {
        title: "a",
        tool_name: "refuse",
        tool_params: { sentence: "nein" },
        failure: { validation_error: { action: "FAIL" as const } },
      },
    ],
  ])("on a plan that has %s", async (status, todo) => {
    const { id } = await api().create({ title: "끝", todos: [todo] });
    const ended = await api().untilEnded(id);
    expect(ended.status).toBe(status);
    for (const word of WORDS) {
      const problem = await problemOf(send(id, word), "plan_finished");
      expect(problem.detail).toContain(status);
      expect(problem.legal).toEqual([]);
    }
    expect(await planOf(id)).toEqual(ended);
  });

  test("on a plan that has been cancelled, a second cancel too", async () => {
    const id = await running("twice");
    await receiptOf(send(id, "cancel"));
    await api().untilEnded(id);
    const problem = await problemOf(send(id, "cancel"), "plan_finished");
    expect(problem.detail).toContain("cancelled");
  });
});

test("of 20 pauses at once one is taken, and the others learn that the plan is paused", async () => {
  const id = await running("pauses");
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(id, "pause", {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 200) await problemOf(answer, "illegal_transition");
  }
  const events = await api().events(id);
  expect(events.filter(({ type }) => type === "plan.paused")).toHaveLength(1);
  await receiptOf(send(id, "cancel"));
});
