import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../src/llm/openai-model.ts";
import { useApi } from "../support/api-harness.ts";
import { complaints } from "../support/temporal-runtime.ts";

const KEY = "hpkey-93b1c7e2d5";
const mock = new LLMock({ port: 0 });
let url = "";
beforeAll(async () => {
  url = await mock.start();
});
afterAll(() => mock.stop());

const settings = () =>
  ModelSettingsSchema.parse({
    base_url: `${url}/v1`,
    key_variable: "MODELS_KEY",
    model: "gpt-4o",
  });
const api = useApi({
  config: { models: ModelSettingsSchema.parse({ model: "gpt-4o" }) },
  model: {
    turn: (request, options) =>
      createOpenAiModel(settings(), { MODELS_KEY: KEY }).turn(request, options),
  },
});

const intent = { type: "talk", confidence: 0.9 };
const draft = {
  intent,
  question: null,
  title: `Say ${KEY}`,
  todos: [{ id: "one", title: `Key ${KEY}`, tool_name: "echo", tool_params: { text: KEY } }],
};

test("the key is in no history, event, answer or log, even if the model's server says it", async () => {
  const refused = { error: { message: `Incorrect API key provided: ${KEY}` }, status: 401 };
  mock.onMessage(/again/, { content: JSON.stringify(draft) });
  mock.onMessage(/goal/, refused);
  const response = await api().post("/v1/plans", { id: "models-key", goal: "Say it" });
  expect(response.status).toBe(201);
  const [hold] = await api().untilHolds("models-key");
  expect(hold!.message).toContain("does not accept the key (HTTP 401)");
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "again" });
  const [review] = await api().untilHolds("models-key");
  expect(review!.title).toBe("Say [key]");
  await api().post(`/v1/holds/${review!.id}/decision`, { decision: "approve" });
  const ended = await api().untilEnded("models-key");

  const handle = api().client.workflow.getHandle("plan-models-key");
  const history = await handle.fetchHistory();
  const payloads: string[] = [];
  JSON.stringify(history, (_key, value: unknown) => {
    if (value instanceof Uint8Array) payloads.push(Buffer.from(value).toString("latin1"));
    return value instanceof Uint8Array ? undefined : value;
  });
  expect(payloads.join("\n")).toContain("does not accept the key");
  const seen = [
    payloads.join("\n"),
    JSON.stringify(ended satisfies PlanView),
    JSON.stringify(await api().events("models-key")),
    JSON.stringify(await api().get("/v1/agents")),
    complaints.join("\n"),
  ].join("\n");
  expect(seen).not.toContain(KEY);
  // The server itself got it, so there was something to be hidden.
  expect(JSON.stringify(mock.getRequests().map(({ headers }) => headers))).not.toBe("[]");
});
