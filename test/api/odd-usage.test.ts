import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../src/llm/openai-model.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";

/** A model's server that wants to send a mail, then says its last words, and counts as its plan is called. */
const USAGE: Readonly<Record<string, object>> = {
  fractions: { prompt_tokens: 12.5, completion_tokens: 3.25 },
  beyond: { prompt_tokens: 1e300, completion_tokens: 1e300 },
  many: { prompt_tokens: 9e15, completion_tokens: 9e15 },
};
const server = createServer((asked, response) => {
  let text = "";
  asked.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  asked.on("end", () => {
    const isTold = text.includes('"role":"tool"');
    const called = { name: "send", arguments: '{"to":"ann"}' };
    const message = isTold
      ? { content: "Sent." }
      : { content: null, tool_calls: [{ id: "x", type: "function", function: called }] };
    const usage = Object.entries(USAGE).find(([name]) => text.includes(`Todo: ${name}`))?.[1];
    const choices = [{ message, finish_reason: isTold ? "stop" : "tool_calls" }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices, usage }));
  });
});
let baseUrl = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const settings = () =>
  ModelSettingsSchema.parse({
    base_url: baseUrl,
    key_variable: null,
    model: "odd",
    prices: { odd: { input_per_million: 2, output_per_million: 10 } },
  });
const mailer = { name: "mailer", instructions: "Send mails.", tools: ["send"] };
const api = useApi({
  tools: [anyTool("send", () => "sent")],
  config: {
    agents: [AgentSettingsSchema.parse({ ...mailer, approval_tools: ["send"], todo_list: false })],
    models: ModelSettingsSchema.parse({ model: "odd" }),
  },
  model: { turn: (request, options) => createOpenAiModel(settings(), {}).turn(request, options) },
});

test.each(Object.keys(USAGE))(
  "an agent whose model's server counts no tokens that there are asks its person all the same: %s",
  async (title) => {
    const { id } = await api().create({
      title,
      todos: [{ id: "a", title, agent_name: "mailer" }],
    });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ tool_name: "send", args: { to: "ann" } });
    await api().post(`/v1/holds/${hold!.id}/decision`, {
      decision: "approve",
      digest: hold!.digest,
    });
    const [todo] = (await api().untilEnded(id)).todos;
    expect(todo).toMatchObject({ status: "completed", result_data: "Sent." });
    expect(todo!.agent!.spent.input_tokens).toBeGreaterThan(0);
    expect(todo!.agent!.spent.input_tokens).toBeLessThan(10_000);
  },
);
