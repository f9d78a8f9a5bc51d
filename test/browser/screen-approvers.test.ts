import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { button } from "./boards-plan.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const screen = useScreen();

/** An API with keys, and pages of the people who have them. */
async function withKeys() {
  const { api, serve, open } = screen();
  const keys = createKeyStore(`${api.folder}/approvers-${Math.random()}.json`);
  const { url } = await serve({ keys });
  const written = new Map<string, string>();
  const add = async (name: string, role: Role, ...groups: string[]): Promise<void> => {
    const created_at = new Date().toISOString();
    const made = await keys.add({ name, roles: [role], groups, created_at, expires_at: null });
    written.set(name, made.written);
  };
  await add("ana", "admin");
  for (const name of ["kim", "lee", "park"]) await add(name, "approver");
  await add("choi", "approver", "release");
  return {
    api,
    openAs: async (name: string, path: string, viewer: Viewer = {}) => {
      const page = await open(`${url}${path}`, viewer);
      const field = page.getByRole("textbox", { name: /^(Key|키)$/ });
      await field.fill(written.get(name) ?? "");
      await field.press("Enter");
      return page;
    },
    create: async (id: string, approval: object) => {
      const tool = { tool_name: "echo", tool_params: { text: "90,000 to the supplier" } };
      const pay = { id: "pay", title: "Pay the supplier", ...tool };
      const todos = [{ ...pay, requires_approval: true, approval }];
      const made = await fetch(`${url}/v1/plans`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${written.get("ana")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ id, title: "Supplier", todos }),
      });
      expect(made.status).toBe(201);
      await api.untilHolds(id);
    },
  };
}

test("somebody of a group approves: whoever is not in it is told so, and has nothing in their own inbox", async () => {
  const { api, openAs, create } = await withKeys();
  await create("approvers-group", { approvers: ["@release"] });
  const kim = await openAs("kim", "/inbox/approvers-group.h1");
  await kim.getByText("Only these may decide it: @release.").waitFor();
  expect(await button(kim, "Approve").count()).toBe(0);
  await kim.goto(new URL("/inbox?for=me", kim.url()).href);
  await kim
    .getByText(/Nothing/)
    .first()
    .waitFor();
  expect(await kim.getByText("Pay the supplier").count()).toBe(0);

  const choi = await openAs("choi", "/inbox?for=me");
  await choi.getByText("Pay the supplier").first().click();
  await button(choi, "Approve").click();
  expect((await api.untilEnded("approvers-group")).status).toBe("completed");
});

test("two people approve a payment: each sees whose approval it has, and the first can take theirs back", async () => {
  const { openAs, create } = await withKeys();
  await create("approvers-screen", { min_approvals: 2 });
  const kim = await openAs("kim", "/inbox/approvers-screen.h1");
  const lee = await openAs("lee", "/inbox/approvers-screen.h1");
  await lee.getByText("2 people have to approve it.").waitFor();
  expect(await button(kim, "Edit the arguments").count()).toBe(0);

  await button(kim, "Approve").click();
  await kim.getByText("Approved: Pay the supplier. It still waits for others (1 of 2).").waitFor();
  await kim.getByText("1 of 2 people have approved it: kim.").waitFor();
  await kim.getByText("You have approved it.").waitFor();
  expect(await button(kim, "Approve").count()).toBe(0);
  await lee.getByText("1 of 2 people have approved it: kim.").waitFor();
  await lee.getByText("1 of 2 approved", { exact: true }).waitFor();

  await button(kim, "Take my approval back").click();
  await lee.getByText("2 people have to approve it.").waitFor();
  await button(lee, "Approve").click();
  await kim.getByText("1 of 2 people have approved it: lee.").waitFor();
  await button(kim, "Approve").click();
  await lee.getByText("kim approved this").waitFor();
});

test("who may not approve sees who may, and whoever asked for it can only reject", async () => {
  const { openAs, create } = await withKeys();
  await create("approvers-kept", { approvers: ["ana", "kim"], prevent_self_approval: true });
  const park = await openAs("park", "/inbox/approvers-kept.h1");
  await park.getByText("Only these may decide it: ana, kim.").waitFor();
  await park.getByText("Others have to decide it.").waitFor();
  expect(await button(park, "Reject").count()).toBe(0);

  const ana = await openAs("ana", "/inbox/approvers-kept.h1", { language: "ko", width: 390 });
  await ana.getByText("다른 사람이 승인해야 합니다").first().waitFor();
  await button(ana, "거절").waitFor();
  expect(await button(ana, "승인").count()).toBe(0);

  const kim = await openAs("kim", "/inbox/approvers-kept.h1");
  await button(kim, "Approve").click();
  await park.getByText("kim approved this").waitFor();
});

test("whose approval a todo takes is written in its form: what can never be met is told at its field, and the rest of how it asks stays", async () => {
  const { openAs, create, api } = await withKeys();
  const id = "approvers-form";
  await create(id, { timeout_seconds: 86_400 });
  const page = await openAs("ana", `/plans/${id}/todos/pay`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Who may approve it").fill("kim, lee");
  await drawer.getByLabel("How many must approve").fill("three");
  await button(page, "Save").click();
  await drawer.getByText("Enter a number.").waitFor();
  await drawer.getByLabel("How many must approve").fill("3");
  await button(page, "Save").click();
  await drawer.locator("input[aria-invalid=true]:focus").waitFor();
  expect(await drawer.locator("input[aria-invalid=true]").inputValue()).toBe("3");
  await drawer.getByLabel("How many must approve").fill("2");
  await drawer.getByLabel("Who is asked next when nobody decides in time").fill("park");
  await button(page, "Save").click();
  await drawer.locator("input[aria-invalid=true]:focus").waitFor();
  expect(await drawer.locator("input[aria-invalid=true]").inputValue()).toBe("park");
  await drawer.getByLabel("Who is asked next when nobody decides in time").fill("lee, kim");
  await drawer.getByText("Who made the plan, or changed this todo, may not approve it").click();
  await button(page, "Save").click();
  const sure = page.getByRole("dialog", { name: "Apply this change?" });
  await sure.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Changed: Pay the supplier").waitFor();
  const said = async () => (await api.plan(id)).todos.find((todo) => todo.id === "pay")!.approval;
  expect(await said()).toEqual({
    timeout_seconds: 86_400,
    approvers: ["kim", "lee"],
    min_approvals: 2,
    escalate_to: ["lee", "kim"],
    prevent_self_approval: true,
  });
  await page.reload();
  await button(page, "Edit").click();
  expect(await drawer.getByLabel("Who may approve it").inputValue()).toBe("kim, lee");
});
