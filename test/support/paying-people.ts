import { expect } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import type { ApiHarness } from "./api-harness.ts";
import { createKeyedApi } from "./keyed-api.ts";

/** A plan of one payment that has to be approved. */
export const payment = (id: string, approval: ApprovalSettings): NewPlanInput => ({
  id,
  title: `Plan ${id}`,
  todos: [
    {
      id: "pay",
      title: "Pay the supplier",
      tool_name: "echo",
      tool_params: { text: "90,000" },
      requires_approval: true,
      approval,
    },
  ],
});

/** Ana works with plans, Kim, Lee and Park decide; each has a key. Root does both. */
export async function payingPeople(api: ApiHarness) {
  const keyed = createKeyedApi(api.deps);
  const written = new Map<string, string>();
  for (const name of ["kim", "lee", "park"]) {
    written.set(name, (await keyed.add(name, "approver")).written);
  }
  written.set("ana", (await keyed.add("ana", "operator")).written);
  written.set("root", (await keyed.add("root", "admin")).written);
  const as = (name: string, method: string, path: string, body?: object): Promise<Response> =>
    keyed.as(written.get(name) ?? "", method, path, body);
  const decide = (name: string, id: string, body: object): Promise<Response> =>
    as(name, "POST", `/v1/holds/${id}.h1/decision`, body);
  const create = async (name: string, id: string, approval: ApprovalSettings): Promise<void> => {
    const created = await as(name, "POST", "/v1/plans", payment(id, approval));
    expect(created.status, await created.clone().text()).toBe(201);
    await api.untilHolds(id);
  };
  const read = async <Body>(name: string, path: string): Promise<Body> =>
    (await (await as(name, "GET", path)).json()) as Body;
  return { as, decide, create, read };
}
