import { describe, expect, test } from "vitest";
import type { FileAnswer } from "../../src/contract/plan/todo.ts";
import { MissingArtifactError } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A plan that asks for a file and hands its path to a tool. */
async function asking(input_request: object = {}): Promise<{ planId: string; holdId: string }> {
  const { id } = await api().create({
    title: "Asks for a file",
    todos: [
      {
        id: "ask",
        title: "ask",
        input_request: { question: "Which table?", input_type: "file", ...input_request },
      },
      {
        id: "use",
        title: "use",
        tool_name: "echo",
        tool_params: { text: { $from: "ask" } },
      },
    ],
  });
  const [hold] = await api().untilHolds(id);
  return { planId: id, holdId: hold!.id };
}

const send = (planId: string, bytes: Uint8Array, name: string, type = "application/octet-stream") =>
  api().post(`/v1/plans/${planId}/files?name=${encodeURIComponent(name)}`, bytes, type);

async function upload(planId: string, bytes: Uint8Array, name: string): Promise<FileAnswer> {
  const response = await send(planId, bytes, name);
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as FileAnswer;
}

const answer = (holdId: string, value: unknown) =>
  api().post(`/v1/holds/${holdId}/decision`, { decision: "answer", value });

test("a file is an answer, and a tool gets the path of a copy", async () => {
  const { planId, holdId } = await asking({ accept: ["text/csv"] });
  const file = await upload(planId, Buffer.from("이름,값\n가,1\n"), "표.csv");
  expect(file).toMatchObject({ name: "표.csv", media_type: "text/csv" });
  expect((await answer(holdId, file)).status).toBe(200);
  const plan = await api().untilEnded(planId);
  expect(plan.todos[1]?.result_data).toMatchObject({
    text: expect.stringMatching(/^files\/[0-9a-f]{16}\/표\.csv$/),
  });
});

describe("a file is what its bytes are, whatever its sender says", () => {
  test("a picture that is called a table is a picture", async () => {
    const { planId, holdId } = await asking({ accept: ["text/csv"] });
    const file = await upload(planId, PNG, "table.csv");
    expect(file.media_type).toBe("image/png");
    const lie = { ...file, media_type: "text/csv" };
    const problem = await problemOf(await answer(holdId, lie), "invalid_answer");
    expect(problem.detail).toContain("image/png");
  });

  test("one that was never uploaded is refused", async () => {
    const { holdId } = await asking();
    const $file = `sha256:${"0".repeat(64)}`;
    const value = { $file, name: "a", media_type: "text/plain", bytes: 1 };
    await problemOf(await answer(holdId, value), "invalid_answer");
    await problemOf(
      await answer(holdId, { ...value, $file: "../../etc/passwd" }),
      "invalid_answer",
    );
    await problemOf(await answer(holdId, "a.csv"), "invalid_answer");
  });

  test("one that is larger than the question takes is refused, and the hold asks on", async () => {
    const { planId, holdId } = await asking({ max_bytes: 3 });
    const file = await upload(planId, Buffer.from("four"), "a.txt");
    await problemOf(await answer(holdId, { ...file, bytes: 1 }), "invalid_answer");
    expect(await api().holds(planId)).toHaveLength(1);
  });

  test("its name never leads out of its folder", async () => {
    const { planId } = await asking();
    const file = await upload(planId, Buffer.from("x"), "../../etc/passwd");
    expect(file.name).toBe("passwd");
  });
});

test("a file above the limit is refused while it is read", async () => {
  const { planId } = await asking();
  const response = await send(planId, new Uint8Array(20 * 1024 * 1024 + 1), "big.bin");
  await problemOf(response, "body_too_large");
});

test("a file for no plan is not kept", async () => {
  await problemOf(await send("nowhere", PNG, "a.png"), "plan_not_found");
});

test("a file that is reported for a plan that is not there is not kept for it", async () => {
  const { planId, holdId } = await asking();
  const bytes = Buffer.from("reported for nobody");
  const file = await upload(planId, bytes, "a.txt");
  const done = { files: [file] };
  await problemOf(api().post("/v1/plans/nowhere/todos/one/done", done), "plan_not_found");
  await answer(holdId, file);
  await api().untilEnded(planId);
  expect((await api().request("DELETE", `/v1/plans/${planId}`)).status).toBe(204);
  await expect(api().deps.artifacts.get(file.$file)).rejects.toThrow(MissingArtifactError);
});

test("a question for a file says which files it takes, and nothing else may", async () => {
  const todos = [{ title: "ask", input_request: { question: "?", max_bytes: 5 } }];
  const response = await api().post("/v1/plans", { title: "x", todos });
  const problem = await problemOf(response, "validation_failed");
  expect(problem.errors?.[0]?.pointer).toBe("/todos/0/input_request/max_bytes");
});
