import { beforeAll, describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { NEWS_TYPES } from "../../src/contract/tables/vocabulary.ts";
import { payingPeople } from "../support/paying-people.ts";
import { useToldApi } from "../support/use-told-api.ts";
import { assertSigned, type MadeWebhook } from "../support/webhook-receiver.ts";

const { api, receiver, make, another } = useToldApi();
let hook: MadeWebhook;
beforeAll(async () => {
  hook = await make();
});

/** Ana has a payment made; Kim, Lee and Park may approve it, and each has a key. */
async function payment(id: string, approval: ApprovalSettings) {
  const { as, create } = await payingPeople(api());
  await create("ana", id, approval);
  const [hold] = await api().holds(id);
  const act = async (name: string, action: string, body: object): Promise<void> => {
    const answer = await as(name, "POST", `/v1/holds/${hold!.id}/${action}`, body);
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  const approve = (name: string, comment?: string): Promise<void> =>
    act(name, "decision", { decision: "approve", ...(comment !== undefined && { comment }) });
  const told = (type: string) =>
    receiver()
      .of(id, type)
      .map(({ event }) => event.data)
      .toSorted((a, b) => Number(a["seq"]) - Number(b["seq"]));
  return { hold: hold!, act, approve, told };
}

describe("where several have to approve", () => {
  test("the second of two approvers is told that the first has approved", async () => {
    const id = "signed-two";
    const approvers = ["kim", "lee"];
    const { hold, approve, told } = await payment(id, { min_approvals: 2, approvers });
    await approve("kim", "The invoice is right");
    await expect.poll(() => told("hold.signed").length).toBe(1);
    const [given] = receiver().of(id, "hold.signed");
    assertSigned(given!, hook.secret);
    expect(given!.event).toMatchObject({
      subject: `plans/${id}/holds/${hold.id}`,
      data: {
        by: "kim",
        lacks: 1,
        comment: "The invoice is right",
        hold: {
          id: hold.id,
          title: "Pay the supplier",
          deadline_at: hold.deadline_at,
          needs: { approvals: 2, given: ["kim"], approvers, not_by: null },
        },
        links: { api: `/v1/holds/${hold.id}`, screen: `/inbox/${hold.id}` },
      },
    });
    // What it runs with is for who has a key. Deliveries keep no order.
    await expect.poll(() => told("hold.opened").length).toBe(1);
    expect(given!.body).not.toContain("90,000");
    expect(Object.keys(given!.event.data["hold"] as object).toSorted()).toEqual(
      Object.keys(told("hold.opened")[0]!["hold"] as object).toSorted(),
    );

    await approve("lee");
    await expect.poll(() => told("plan.ended").length).toBe(1);
    await expect.poll(() => told("hold.decided").length).toBe(1);
    expect(told("hold.decided")).toMatchObject([
      { by: "lee", outcome: "approved", hold: { needs: { given: ["kim", "lee"] } } },
    ]);
    // The last approval is the decision, and is told once.
    expect(told("hold.signed")).toHaveLength(1);
  });

  test("each approval is told with those given by then, however soon the next one follows", async () => {
    const { approve, told } = await payment("signed-three", { min_approvals: 3 });
    await approve("park");
    await approve("kim");
    await approve("lee");
    await expect.poll(() => told("hold.signed").length).toBe(2);
    expect(told("hold.signed")).toMatchObject([
      { by: "park", lacks: 2, hold: { needs: { approvals: 3, given: ["park"] } } },
      { by: "kim", lacks: 1, hold: { needs: { approvals: 3, given: ["park", "kim"] } } },
    ]);
  });

  test("an approval that was taken back at once is not among those given", async () => {
    const { act, approve, told } = await payment("signed-undone", { min_approvals: 3 });
    await approve("kim");
    await act("kim", "undo", {});
    await approve("lee");
    await expect.poll(() => told("hold.signed").length).toBe(2);
    const [, second] = told("hold.signed");
    expect(second).toMatchObject({ by: "lee", lacks: 2, hold: { needs: { given: ["lee"] } } });
    await api().post("/v1/plans/signed-undone/cancel", {});
  });
});

describe("a hold that is handed on", () => {
  test("whoever a hold is handed to is named in what is told", async () => {
    const { hold, act, told } = await payment("handed", { timeout_seconds: 3_600 });
    await act("kim", "delegate", { to: "lee", reason: "I am away" });
    await act("lee", "delegate", { to: "park" });
    await expect.poll(() => told("hold.delegated").length).toBe(2);
    const { id, deadline_at } = hold;
    const about = { id, kind: "approval", title: "Pay the supplier", deadline_at };
    const [first, second] = told("hold.delegated");
    expect(first).toMatchObject({
      by: "kim",
      reason: "I am away",
      hold: { ...about, assignee: "lee" },
    });
    expect(second).toMatchObject({ by: "lee", hold: { ...about, assignee: "park" } });
    expect(second).not.toHaveProperty("reason");
    expect(JSON.stringify(told("hold.delegated"))).not.toContain("90,000");
    await api().post("/v1/plans/handed/cancel", {});
  });
});

describe("a webhook that says what it is told of", () => {
  test("hears of neither, unless it names them", async () => {
    const wanted = NEWS_TYPES.filter((type) => !["hold.signed", "hold.delegated"].includes(type));
    const { told: narrow } = await another({ events: wanted });
    const { told: chosen } = await another({ events: ["hold.signed"] });
    const id = "signed-narrow";
    const { act, approve, told } = await payment(id, { min_approvals: 2 });
    await act("kim", "delegate", { to: "lee" });
    await approve("kim");
    await expect.poll(() => told("hold.delegated").length).toBe(1);
    await approve("lee");
    await expect.poll(() => narrow.of(id, "plan.ended").length).toBe(1);
    const heard = (): string[] =>
      narrow.of(id).map(({ event }) => event.type.split(".").slice(2, 4).join("."));
    const all = ["hold.decided", "hold.opened", "plan.ended"];
    await expect.poll(() => heard().toSorted()).toEqual(all);
    await expect.poll(() => chosen.of(id).length).toBe(1);
    expect(chosen.of(id, "hold.signed")).toHaveLength(1);
  });
});
