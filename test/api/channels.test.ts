import { expect, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import type { Channel } from "../../src/contract/tables/vocabulary.ts";
import { useApi } from "../support/api-harness.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();

/** A plan with a todo that asks, decided by `decide`; by which way its decision came, as the hold and the log say. */
async function decidedBy(id: string, decide: (holdId: string, url: string) => Promise<unknown>) {
  const todos = [{ id: "a", title: "A", tool_name: "echo", requires_approval: true }];
  await api().create({
    id,
    title: "Asks",
    todos: todos.map((todo) => ({ ...todo, tool_params: { text: "a" } })),
  });
  const [hold] = await api().untilHolds(id);
  const { url } = await serveApi(api().deps);
  await decide(hold!.id, url);
  await api().untilEnded(id);
  const [decided] = await api().holds(id, "all");
  const told = (await api().events(id)).find(({ type }) => type === "hold.decided");
  expect(told?.data?.["via"]).toBe(decided?.decision?.via);
  return decided?.decision?.via;
}

const by = (via: Channel | undefined) => (holdId: string, url: string) => {
  const client: Client = createClient(url, { via });
  return client.holds.decide(holdId, { decision: "approve" });
};

test("a decision keeps by which way it came, as the client says", async () => {
  expect(await decidedBy("via-screen", by("screen"))).toBe("screen");
  expect(await decidedBy("via-terminal", by("terminal"))).toBe("terminal");
});

test("who does not say, or says what is no such way, came by the API", async () => {
  expect(await decidedBy("via-none", by(undefined))).toBe("api");
  expect(await decidedBy("via-lie", by("temporal"))).toBe("api");
  expect(await decidedBy("via-odd", by("carrier pigeon" as Channel))).toBe("api");
});

test("what somebody sends to the plan in Temporal came by Temporal", async () => {
  const via = await decidedBy("via-temporal", () =>
    api()
      .client.workflow.getHandle("plan-via-temporal")
      .signal("approval", { todo_id: "a", decision: "approve" }),
  );
  expect(via).toBe("temporal");
});
