import { expect, test } from "vitest";
import type { TranscriptPage } from "../../src/contract/plan/agents/transcript.ts";
import type { HoldDetail } from "../../src/contract/plan/holds/hold.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { useApi } from "../support/api-harness.ts";
import { login, PLANTED, plantedBelow, received } from "../support/planted-secrets.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";

const TOKEN = PLANTED.given;
const model = scriptModel({
  asked: [
    {
      say: `I log in with ${TOKEN}.`,
      calls: [["login", { user: "kim", token: TOKEN, headers: { "x-key": PLANTED.object } }]],
    },
    { say: "Done." },
  ],
  broken: [
    {
      calls: [
        ["login", { raw: `{"user":"kim","token":"${TOKEN}` }],
        ["login", { user: 7, token: TOKEN }],
      ],
    },
    { say: "Given up." },
  ],
});
const api = useApi({
  tools: [login],
  ...withAgents(model, configuredAgent(["login"], { approval_tools: ["login"] })),
});

const start = (id: string) =>
  api().create({ title: id, todos: [{ id, title: id, agent_name: "writer" }] });

/** Everything that Temporal keeps of a plan and of its agent. */
async function histories(planId: string, todo: string): Promise<string> {
  const texts = await Promise.all(
    [planId, `${planId}.${todo}`].map(async (id) => {
      const handle = api().client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + id);
      const { events = [] } = await handle.fetchHistory();
      return JSON.stringify(events, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString() : value,
      );
    }),
  );
  return texts.join("\n");
}

test("a secret that a model writes into its call stands nowhere in clear, and its tool gets it", async () => {
  const { id } = await start("asked");
  const [hold] = await api().untilHolds(id);
  const { args, secrets } = await api().get<HoldDetail>(`/v1/holds/${hold!.id}`);
  expect(args).toMatchObject({ user: "kim" });
  expect(JSON.stringify(args)).not.toContain(TOKEN);
  expect(secrets).toEqual(expect.arrayContaining(["/args/token"]));
  const decision = { decision: "approve", digest: hold!.digest };
  expect((await api().post(`/v1/holds/${hold!.id}/decision`, decision)).status).toBe(200);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(received.get("asked")).toEqual({
    user: "kim",
    token: TOKEN,
    headers: { "x-key": PLANTED.object },
  });

  const { turns } = await api().get<TranscriptPage>(`/v1/plans/${id}/todos/asked/transcript`);
  expect(turns[1]!.content).toMatch(/^I log in with •+/);
  const { messages } = await model.asked("asked", 2);
  const everything = [await histories(id, "asked"), JSON.stringify([turns, messages])].join("\n");
  for (const secret of [TOKEN, PLANTED.object]) expect(everything).not.toContain(secret);
  expect(await plantedBelow(api().folder)).toEqual([]);
});

test("nor does one in a call that is refused, or that nobody can read", async () => {
  const { id } = await start("broken");
  expect((await api().untilEnded(id)).status).toBe("completed");
  const { messages } = await model.asked("broken", 2);
  expect(messages.slice(-2).map(({ content }) => content)).toEqual([
    '{"error":"The arguments are no JSON object."}',
    expect.stringContaining("not accepted: /user"),
  ]);
  expect(await histories(id, "broken")).not.toContain(TOKEN);
});
