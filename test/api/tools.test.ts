import { expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "../../src/client/index.ts";
import { ToolListSchema, type ToolView } from "../../src/contract/tool.ts";
import { defineTool, secret } from "../../src/tools/define-tool.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { serveApi } from "./stream/support/served-api.ts";

const pay = defineTool({
  name: "Pay",
  description: "Pays an invoice.\nNobody gets the money back.",
  input: z.strictObject({
    account: z.string().describe("Whose money"),
    amount: z.number().positive(),
    currency: z.enum(["EUR", "KRW"]).default("KRW"),
    token: secret(z.string()),
  }),
  output: z.object({ receipt: z.string() }),
  irreversible: true,
  repeatable: true,
  quick: false,
  run: () => ({ receipt: "r1" }),
});
const silent = defineTool({
  name: "silent",
  input: z.looseObject({}),
  output: z.null(),
  read_only: true,
  quick: true,
  run: () => null,
} as never);
const api = useApi({ worker: false, tools: [pay, silent] });

const listed = async (query = ""): Promise<ToolView[]> =>
  ToolListSchema.parse(await api().get(`/v1/tools${query}`)).tools;

test("every tool is listed by name, with what it takes, what it gives, and its marks", async () => {
  const tools = await listed();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(["Pay", "big_text", "data_collector", "echo", "gate", "refuse", "silent"]);
  expect(tools[0]).toEqual({
    name: "Pay",
    description: "Pays an invoice.\nNobody gets the money back.",
    input: expect.objectContaining({
      type: "object",
      properties: {
        account: { type: "string", description: "Whose money" },
        amount: { type: "number", exclusiveMinimum: 0 },
        currency: { type: "string", enum: ["EUR", "KRW"], default: "KRW" },
        token: { type: "string", writeOnly: true },
      },
      // What has a default may be left out.
      required: ["account", "amount", "token"],
      additionalProperties: false,
    }),
    output: expect.objectContaining({ properties: { receipt: { type: "string" } } }),
    marks: ["irreversible", "repeatable"],
  });
  expect(tools[3]).toMatchObject({ name: "echo", marks: [] });
});

test("arguments that are written as the catalogue says make a plan that is taken", async () => {
  const [echo] = await listed("?name=echo");
  const required = echo!.input!["required"] as string[];
  const tool_params = Object.fromEntries(required.map((name) => [name, "tea"]));
  const todos = [{ title: "Say", tool_name: echo!.name, tool_params }];
  const answer = await api().post("/v1/plans/preview", { title: "Tea", todos });
  expect(answer.status, await answer.text()).toBe(200);
});

test("a tool that says nothing of itself is listed all the same", async () => {
  expect(await listed("?name=silent")).toMatchObject([
    { name: "silent", description: "", marks: ["read_only", "quick"] },
  ]);
});

test("a name that no tool has is refused with the nearest one, or with those there are", async () => {
  const near = await problemOf(api().request("GET", "/v1/tools?name=ehco"), "unknown_tool");
  expect(near.detail).toBe('There is no tool "ehco"; did you mean "echo"?');
  expect(near.hint).toContain("/v1/tools");
  const far = await problemOf(api().request("GET", "/v1/tools?name=zzzzzz"), "unknown_tool");
  expect(far.detail).toContain("Pay, big_text, data_collector, echo");
  await problemOf(api().request("GET", "/v1/tools?name="), "validation_failed");
  await problemOf(api().request("GET", "/v1/tools?nam=echo"), "validation_failed");
});

test("who has the list already is told that nothing has changed", async () => {
  const first = await api().request("GET", "/v1/tools");
  const headers = { "if-none-match": first.headers.get("etag")! };
  expect((await api().request("GET", "/v1/tools", { headers })).status).toBe(304);
});

test("the client lists them, and one by its name", async () => {
  const client = createClient((await serveApi(api().deps)).url);
  expect((await client.tools.list()).tools).toEqual(await listed());
  expect((await client.tools.list({ name: "Pay" })).tools.map(({ name }) => name)).toEqual(["Pay"]);
  await expect(client.tools.list({ name: "pai" })).rejects.toMatchObject({
    problem: { code: "unknown_tool", detail: expect.stringContaining('"Pay"') },
  });
});
