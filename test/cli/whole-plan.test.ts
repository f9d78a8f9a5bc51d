import { expect, test } from "vitest";
import { readWholePlan } from "../../src/cli/session/read-whole-plan.ts";
import { createClient } from "../../src/client/client.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();

test("a large plan that is edited while it is read is shown as it is then, and not half as it was", async () => {
  const { url } = await serveApi(api().deps);
  const client = createClient(url);
  const titles = Array.from({ length: 1_001 }, (_, place) => `Todo ${place}`);
  const todos = titles.map((title, place) => ({
    id: `t${place}`,
    title,
    kind: "milestone" as const,
  }));
  const { id } = await client.plans.create({ title: "Large", plan_review: true, todos });
  let reads = 0;
  const get: typeof client.plans.get = async (...asked) => {
    const page = await client.plans.get(...asked);
    reads += 1;
    // Another terminal takes one of the first away, so that all that follow move up.
    if (reads === 1) await client.todos.remove(id, "t5", {});
    return page;
  };

  const whole = await readWholePlan({ client: { ...client, plans: { ...client.plans, get } } }, id);
  expect(whole.todos.map(({ title }) => title)).toEqual(titles.filter((_, place) => place !== 5));
  expect(whole).toMatchObject({ todo_count: 1_000, next_offset: null });
});
