import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { ModelClient } from "../../src/llm/model-client.ts";
import type { ApiHarness } from "../support/api-harness.ts";

/** Scripts, a link that is one, and marks that turn the direction of writing. */
export const HOSTILE =
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>[x](javascript:pwned=1)\u{202e}gpj.exe';

/** What people and models write freely, by its name on the wire. */
const TEXTS = new Set([
  "title",
  "message",
  "description",
  "question",
  "context",
  "text",
  "sentence",
  "reason",
  "feedback",
  "summary",
  "goal",
  "options",
  "suggested_answers",
]);

/** The same with something hostile behind every text. */
function spoiled(value: unknown, name = ""): unknown {
  if (typeof value === "string") return TEXTS.has(name) ? `${value} ${HOSTILE}` : value;
  if (Array.isArray(value)) return value.map((one) => spoiled(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoiled(one, key)]));
}

/** An API to which everything is sent with hostile texts. */
export function spoilApi(api: ApiHarness): ApiHarness {
  return {
    ...api,
    create: (plan) => api.create(spoiled(plan) as NewPlanInput),
    post: (path, body = null, type = "application/json") =>
      api.post(path, spoiled(body) as object, type),
    request: (method, path, init = {}) =>
      api.request(method, path, {
        ...init,
        ...(typeof init.body === "string" && {
          body: JSON.stringify(spoiled(JSON.parse(init.body))),
        }),
      }),
  };
}

/** A model that says hostile things, to people and to tools. */
export function spoilModel(model: ModelClient): ModelClient {
  return {
    async turn(request, options) {
      const answer = await model.turn(request, options);
      const isData = answer.content.startsWith("{");
      const content = isData
        ? JSON.stringify(spoiled(JSON.parse(answer.content)))
        : `${answer.content} ${HOSTILE}`;
      const tool_calls = answer.tool_calls.map((call) => ({
        ...call,
        arguments: JSON.stringify(spoiled(JSON.parse(call.arguments))),
      }));
      return { ...answer, content, tool_calls };
    },
  };
}
