import { describe, expect, test } from "vitest";
import type { Revealed } from "../../src/contract/plan/holds/hold.ts";
import { connectMcp, call } from "../mcp/support/mcp-client.ts";
import { login, makeToken, PLANTED, plantedIn } from "../support/planted-secrets.ts";
import { useCliStack } from "./support/cli-stack.ts";

const stack = useCliStack({ tools: [login, makeToken] });
const LONG = { timeout: 120_000 };

async function waiting(id: string, token: string): Promise<void> {
  const tool_params = { user: "kim", token };
  await stack().api.create({
    id,
    title: "로그인",
    todos: [
      { id: "in", title: "로그인", tool_name: "login", requires_approval: true, tool_params },
    ],
  });
  await stack().api.untilHolds(id);
}

describe("a secret in a terminal", () => {
  test("is masked, and shown to who may decide, who is told that it is noted", LONG, async () => {
    await waiting("cli-secrets", PLANTED.decided);
    const shown = await stack().type("show cli-secrets.h1");
    expect(shown.out).toContain("•••••• (secret)");
    expect(shown.out + shown.err).not.toContain("holdpoint-secret");
    expect(shown.out).toContain("holdpoint reveal cli-secrets.h1 /args/token");
    expect((await stack().type("show cli-secrets.h1 --lang ko")).out).toContain("•••••• (비밀)");
    const bytes = await stack().type("show cli-secrets.h1 --arguments");
    // For a program the sealed one, as it is stored: what it sends back is the same secret.
    expect(bytes.out).toContain("holdpoint-secret.v1.");
    expect(plantedIn(bytes.out)).toEqual([]);
    for (const line of [
      "todo show in --plan cli-secrets",
      "logs cli-secrets",
      "plan show cli-secrets",
    ]) {
      const { out, err } = await stack().type(line);
      expect(plantedIn(out + err), line).toEqual([]);
      expect(out, line).not.toContain("holdpoint-secret");
    }
    const revealed = await stack().type("reveal cli-secrets.h1 token");
    expect(revealed.exit).toBe(0);
    expect(revealed.out.trim()).toBe(PLANTED.decided);
    expect(revealed.err).toContain("The plan's log says that you have seen the secret");
    const korean = await stack().type("reveal cli-secrets.h1 /args/token --lang ko");
    expect(korean.err).toContain("/args/token의 비밀 값을 본 사실이 계획의 기록에 남았습니다.");
    const json = await stack().type("reveal cli-secrets.h1 token --json");
    expect(json.json<Revealed>().value).toBe(PLANTED.decided);
    const log = await stack().type("logs cli-secrets");
    expect(log.out).toContain("revealed the secret at /args/token");
    expect(plantedIn(log.out)).toEqual([]);
  });

  test("that is not there is refused with where there are some", LONG, async () => {
    await waiting("cli-secrets-none", PLANTED.created);
    const refused = await stack().type("reveal cli-secrets-none.h1 user");
    expect(refused.exit).not.toBe(0);
    expect(refused.err).toContain("/args/token");
    expect(plantedIn(refused.out + refused.err)).toEqual([]);
  });
});

test(
  "a model is shown neither a secret nor its seal, and has no tool that shows one",
  LONG,
  async () => {
    await waiting("mcp-secrets", PLANTED.created);
    const client = await connectMcp(stack().url, { way: "http", era: "2026" });
    const holds = JSON.stringify(await call(client, "list_holds", { plan_id: "mcp-secrets" }));
    const plan = JSON.stringify(await call(client, "get_plan", { plan_id: "mcp-secrets" }));
    const { contents } = await client.readResource({ uri: "hold://mcp-secrets.h1" });
    const read = JSON.stringify(contents);
    expect(read).toContain("•••••• (secret)");
    for (const text of [holds, plan, read]) {
      expect(plantedIn(text)).toEqual([]);
      expect(text).not.toContain("holdpoint-secret");
    }
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => /reveal|secret/.test(name))).toEqual([]);
  },
);
