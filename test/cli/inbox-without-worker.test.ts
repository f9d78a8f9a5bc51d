import { expect, test } from "vitest";
import type { Inbox } from "../../src/contract/list.ts";
import { useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };

test("the inbox of one plan is listed while no worker runs", LONG, async () => {
  const { api } = stack();
  const gate = { id: "t1", title: "Pay", tool_name: "echo", tool_params: { text: "b" } };
  await api.create({
    id: "invoice-42",
    title: "Invoice",
    todos: [{ ...gate, requires_approval: true }],
  } as never);
  await api.untilHolds("invoice-42");
  await api.watch.until("invoice-42", async () => {
    const { total } = await api.get<Inbox>("/v1/holds?plan_id=invoice-42");
    return total === 1;
  });
  await api.stopWorker();
  for (const plan of ["invoice-42", "invoice-4"]) {
    const { exit, out } = await stack().type(`inbox --plan ${plan}`);
    expect([exit, out]).toEqual([0, expect.stringContaining("invoice-42.h1")]);
  }
});
