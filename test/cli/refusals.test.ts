import { expect, test } from "vitest";
import type { KeyStore } from "../../src/api/auth/key-store.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };

async function gated(id: string, locked = false): Promise<void> {
  const gate = { id: "t1", title: "Pay", tool_name: "echo", tool_params: { text: "b" } };
  await stack().api.create({
    id,
    title: "Invoice",
    locked,
    todos: [{ ...gate, requires_approval: true }],
  } as never);
  await stack().api.untilHolds(id);
}

test("loosening a locked plan is refused with what can be done instead", LONG, async () => {
  await gated("locked", true);
  const { exit, err } = await stack().type("todo set locked t1 --no-approval --yes");
  expect(exit).toBe(4);
  expect(err).toContain("The plan is locked: nobody can loosen it.");
  expect(err).toMatch(/\nNext: holdpoint inbox --plan locked\n$/);
});

// The last: from the first key on, every request needs one.
test("who may not do something is told why, and whom to ask", LONG, async () => {
  const keys = stack().api.deps.keys as KeyStore;
  const keyOf = async (name: string, ...roles: Role[]): Promise<string> => {
    const made = { name, roles, created_at: stack().api.deps.now(), expires_at: null };
    return (await keys.add(made)).written;
  };
  await gated("roles");
  const [op, mo, kim] = [
    await keyOf("op", "operator"),
    await keyOf("mo", "approver"),
    await keyOf("kim", "approver"),
  ];
  const as = (HOLDPOINT_KEY: string, line: string) =>
    stack().type(line, { env: { HOLDPOINT_KEY } });

  const refused = await as(op, "approve roles.h1");
  expect([refused.exit, refused.err]).toEqual([
    4,
    "✖ `holdpoint approve` needs the role approver; the key of op has operator.\n" +
      "  Ask an admin for a key with the role approver.\n",
  ]);
  expect((await as(op, "approve roles.h1 --lang ko")).err).toBe(
    "✖ `holdpoint approve`에는 `approver` 역할이 필요합니다. op의 키에 있는 역할: `operator`.\n" +
      "  `approver` 역할이 있는 키를 관리자에게 요청하세요.\n",
  );
  // Programs read the API's own words.
  const told = JSON.parse((await as(op, "approve roles.h1 --json")).err) as { error: object };
  expect(told.error).toMatchObject({ code: "forbidden", hint: expect.any(String) });
  expect(told.error).not.toHaveProperty("next");

  expect((await as(mo, "approve roles.h1 --grace 60")).exit).toBe(0);
  const undone = await as(kim, "undo roles.h1");
  expect(undone.err).toContain("\n  Until then mo can take it back.\n");
  expect(undone.err).toMatch(/\nNext: holdpoint show roles\.h1\n$/);
});
