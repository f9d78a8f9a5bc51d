import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useCliStack, type Ended } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();

/** The command line of people who have keys: Ana works with plans, Kim and Lee decide. */
async function people() {
  const keys = createKeyStore(join(stack().api.folder, "approvers-keys.json"));
  const { url } = await serveApi({ ...stack().api.deps, keys });
  const written = new Map<string, string>();
  for (const name of ["ana", "kim", "lee"]) {
    const roles = [name === "ana" ? ("admin" as const) : ("approver" as const)];
    const created_at = new Date().toISOString();
    written.set(name, (await keys.add({ name, roles, created_at, expires_at: null })).written);
  }
  return (
    name: string,
    args: string[],
    language = "en",
    more: { input?: string } = {},
  ): Promise<Ended> =>
    stack().run([...args, "--url", url, "--lang", language], {
      ...more,
      env: { HOLDPOINT_KEY: written.get(name) ?? "" },
    });
}

const PLAN = `
id: approvers-cli
title: Supplier
plan_review: true
approval_policy: { min_approvals: 2 }
todos:
  - id: pay
    title: Pay the supplier
    tool_name: echo
    tool_params: { text: "90,000" }
    requires_approval: true
    approval: { min_approvals: 2, prevent_self_approval: true }
`;

test(
  "two people approve at their terminals, each is told how many are still needed",
  { timeout: 180_000 },
  async () => {
    const as = await people();
    const file = join(createFolder(), "plan.yaml");
    writeFileSync(file, PLAN);
    // Nothing is wrong with how the file is written, so no look at it helps.
    writeFileSync(file, PLAN.replace("approval: { min", "approval: { approvers: [kin, lee], min"));
    const unknown = await as("ana", ["plan", "new", file]);
    expect(unknown.err).toContain('Did you mean "kim"?');
    expect(unknown.err).toContain("holdpoint key add <name> --role approver");
    expect(unknown.err.trimEnd().split("\n").at(-1)).toBe("Next: holdpoint key list");
    writeFileSync(file, PLAN);
    expect((await as("ana", ["plan", "new", file])).exit).toBe(0);
    await stack().api.untilHolds("approvers-cli");
    // The review takes two people, whatever the first one asks for besides.
    const review = await as("kim", ["approve", "approvers-cli.h1", "--each"]);
    expect(review.err).toContain("1 of 2 people have approved it; it still waits for the others.");
    const reviewed = await as("lee", ["approve", "approvers-cli.h1"]);
    expect(reviewed.err).toContain("Approved: Supplier");

    await expect
      .poll(async () => (await as("kim", ["inbox"])).out)
      .toContain("Pay the supplier (0/2)");
    const shown = await as("kim", ["show", "approvers-cli.h2"]);
    expect(shown.out).toContain("2 people have to approve it.");
    expect(shown.out).toContain("may not approve it: ana.");
    expect(shown.out).toContain("nothing starts yet: others have to approve it, too");
    expect(shown.out).not.toContain("--args");

    const own = await as("ana", ["approve", "approvers-cli.h2"]);
    expect(own.exit).not.toBe(0);
    expect(own.err).toContain("ana created this plan or changed what hold");

    const first = await as("kim", ["approve", "approvers-cli.h2"]);
    expect(first.err).toContain("1 of 2 people have approved it; it still waits for the others.");
    expect(first.err).toContain("holdpoint undo approvers-cli.h2");
    const again = await as("kim", ["approve", "approvers-cli.h2"], "ko");
    expect(again.err).toContain("kim은 결정 요청 approvers-cli.h2를 이미 승인했습니다.");
    await expect
      .poll(async () => (await as("lee", ["inbox"])).out)
      .toContain("Pay the supplier (1/2)");
    // It waits for who has not approved yet and may.
    expect((await as("lee", ["inbox", "--mine"])).out).toContain("Pay the supplier (1/2)");
    for (const name of ["kim", "ana"]) {
      expect((await as(name, ["inbox", "--mine"])).out).not.toContain("Pay the supplier");
    }

    const log = await as("lee", ["logs", "approvers-cli"]);
    expect(log.out).toContain("kim approved it; more approvals needed: 1");
    const last = await as("lee", ["approve", "approvers-cli.h2"]);
    expect(last.err).toContain("Approved: Pay the supplier");
    const ended = await stack().api.untilEnded("approvers-cli");
    expect(ended.todos[0]?.approved_by).toBe("kim, lee");
    const hold = await as("ana", ["show", "approvers-cli.h2", "--json"]);
    expect(hold.json<Hold>().needs).toMatchObject({ approvals: 2, given: ["kim", "lee"] });
  },
);

test(
  "more time is offered to who may give it, and to nobody else",
  { timeout: 120_000 },
  async () => {
    const as = await people();
    const file = join(createFolder(), "plan.yaml");
    const todo = `{ id: pay, title: 송금, tool_name: echo, tool_params: { text: x }, requires_approval: true, approval: { approvers: [kim], timeout_seconds: 3600 } }`;
    writeFileSync(file, `id: extend-cli\ntitle: 송금\ntodos:\n  - ${todo}\n`);
    expect((await as("ana", ["plan", "new", file])).exit).toBe(0);
    await stack().api.untilHolds("extend-cli");
    const way = "holdpoint extend extend-cli.h1 1d";
    expect((await as("kim", ["show", "extend-cli.h1"])).out).toContain(`More time: ${way}`);
    for (const name of ["lee", "ana"]) {
      const shown = await as(name, ["show", "extend-cli.h1"]);
      expect(shown.out).toContain("kim");
      expect(shown.out).not.toContain(way);
    }
    // In a conversation, what can be done is listed to who can do it.
    const unclear = { input: "음 글쎄\n" };
    expect((await as("kim", ["chat", "extend-cli"], "ko", unclear)).out).toContain("/할일 승인");
    expect((await as("lee", ["chat", "extend-cli"], "ko", unclear)).out).not.toContain(
      "/할일 승인",
    );
  },
);
