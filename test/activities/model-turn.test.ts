import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { expect, test } from "vitest";
import { modelTurn } from "../../src/activities/model-turn.ts";
import type { ModelAnswer, ModelRequest } from "../../src/contract/model.ts";
import { say } from "../../src/contract/sentences/sentence.ts";
import type { ModelClient } from "../../src/llm/model-client.ts";
import { ModelFailure } from "../../src/llm/model-failure.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { createFolder } from "../support/tool-context.ts";

const asked: ModelRequest = {
  turn_key: "models-p1/planning/1",
  role: "planner",
  prompt: { name: "planner", version: "1" },
  messages: [{ role: "user", content: "Tea for two." }],
};

/** A worker's place: turns of several attempts, one store. */
function place(model: ModelClient | null) {
  const folder = createFolder();
  const artifacts = createArtifactStore(folder);
  const info = { workflowExecution: { workflowId: "plan-models-p1", runId: "r" } };
  const run = (request = asked): Promise<ModelAnswer> => {
    const logger = new DefaultLogger("ERROR");
    const environment = new MockActivityEnvironment(info, { logger });
    return environment.run(
      (given: ModelRequest) => modelTurn(given, { artifacts, model }),
      request,
    );
  };
  return { folder, artifacts, run };
}

async function failureOf(turn: Promise<unknown>): Promise<ApplicationFailure> {
  const failure = await turn.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ApplicationFailure);
  return failure as ApplicationFailure;
}

test("a turn that was paid is not paid again by another attempt", async () => {
  const model = createScriptedModel(["Boil, then pour."]);
  const { run } = place(model);
  const first = await run();
  expect(first.content).toBe("Boil, then pour.");
  expect(await run()).toEqual(first);
  expect(model.requests).toHaveLength(1);
});

test("the next turn, and another conversation under the same key, are asked", async () => {
  const model = createScriptedModel(["one", "two", "three"]);
  const { run } = place(model);
  await run();
  expect((await run({ ...asked, turn_key: "models-p1/planning/2" })).content).toBe("two");
  const messages = [{ role: "user", content: "Coffee." } as const];
  expect((await run({ ...asked, messages })).content).toBe("three");
});

test("what a plan's turns said is gone with the plan", async () => {
  const { run, artifacts, folder } = place(createScriptedModel(["secret recipe"]));
  await run();
  expect(filesWith(folder, "secret recipe")).toHaveLength(1);
  await artifacts.forget("plan-models-p1");
  expect(filesWith(folder, "secret recipe")).toEqual([]);
  expect(filesWith(folder, "sha256:")).toEqual([]);
});

test("an answer that is not there any more is asked for again", async () => {
  const { run, folder } = place(createScriptedModel(["Boil, then pour.", "Pour, then boil."]));
  await run();
  for (const file of filesWith(folder, "Boil, then pour.")) rmSync(file);
  expect((await run()).content).toBe("Pour, then boil.");
});

test("a server that is busy says when to come back, and a refusal is final", async () => {
  const failing = (failure: Error): ModelClient => ({ turn: () => Promise.reject(failure) });
  const busy = new ModelFailure(say("model_busy"), {
    type: "api_error",
    isFinal: false,
    retryAfterMs: 7_000,
  });
  expect(await failureOf(place(failing(busy)).run())).toMatchObject({
    type: "api_error",
    nonRetryable: false,
    nextRetryDelay: 7_000,
    details: [say("model_busy")],
  });
  const refused = new ModelFailure(say("model_refused_key", { status: 401 }), {
    type: "api_error",
    isFinal: true,
  });
  expect((await failureOf(place(failing(refused)).run())).nonRetryable).toBe(true);
});

test("without a model a turn fails for good, and says why", async () => {
  const { message, nonRetryable } = await failureOf(place(null).run());
  expect(nonRetryable).toBe(true);
  expect(message).toBe("No model is configured.");
});

test("a script that is over fails what asked on", async () => {
  const { message } = await failureOf(place(createScriptedModel([])).run());
  expect(message).toContain("The script is over: it has 0 turns, and this is turn 1 (planner).");
});

/** The files below a folder that hold a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path, "utf8").includes(text));
}
