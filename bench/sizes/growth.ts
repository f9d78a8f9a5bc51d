import { createClient, type Client } from "../../src/client/client.ts";
import type { Report } from "../report.ts";
import { median } from "../statistics.ts";
import { withProduct } from "./product.ts";
import { planOf, SHAPES, type Shape } from "./shapes.ts";

const [SMALL, LARGE] = [1_000, 10_000];

/** What a todo costs in a plan of 10,000 beside one in a plan of 1,000, which runs before and after it. */
export async function compareGrowth(report: Report): Promise<void> {
  await withProduct(async ({ apiUrl }) => {
    const client = createClient(apiUrl, { timeoutMs: Infinity });
    report.heading("growth: ms per todo in a plan of 10,000; the ratio is to a plan of 1,000");
    for (const [place, shape] of SHAPES.entries()) {
      const run = (name: string, count: number) =>
        msPerTodo(client, `${name}-${place}`, shape, count);
      const before = await run("before", SMALL);
      const large = await run("large", LARGE);
      const small = median([before, await run("after", SMALL)]);
      report.row({
        name: shape.name,
        unit: "ms per todo",
        holdpoint: large,
        minimal: null,
        ratio: large / small,
      });
    }
  });
}

/** Sent over HTTP and followed on its live stream to the end. */
async function msPerTodo(client: Client, id: string, shape: Shape, count: number): Promise<number> {
  const plan = planOf(id, shape, count, () => ({ tool_name: "wait", tool_params: { seconds: 0 } }));
  const began = performance.now();
  await client.plans.create(plan);
  for await (const board of client.plans.watch(id, { as: "boards" })) void board;
  return (performance.now() - began) / count;
}
