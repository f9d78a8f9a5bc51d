import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { createApiClock } from "../../src/cli/session/session.ts";
import type { Receipt } from "../../src/contract/plan/plan.ts";
import type { Key } from "../../src/contract/service/key.ts";
import { openKeys } from "../../src/runtime/keys.ts";
import { setClock } from "../support/wrong-clock.ts";
import { runHoldpoint, useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import type { LineOptions } from "./support/lines.ts";
import { runCli } from "./support/run-cli.ts";

const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));
const stack = useCliStack();
const LONG = { timeout: 120_000 };
const HOUR = 3_600_000;

/** What makes the clock of a process of its own go an hour ahead, once a file is there. */
const AHEAD = `
import { existsSync } from "node:fs";
const Right = Date;
const now = () => Right.now() + (existsSync(new URL("set", import.meta.url)) ? ${HOUR} : 0);
globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
`;

/** Loads that into Node. */
function clockIn(folder: string) {
  const file = join(folder, "ahead.mjs");
  writeFileSync(file, AHEAD);
  return {
    options: `--import ${pathToFileURL(file).href}`,
    set: () => writeFileSync(join(folder, "set"), ""),
  };
}

function anHourAhead(args: readonly string[], { env, cwd = createFolder() }: LineOptions = {}) {
  const clock = clockIn(createFolder());
  clock.set();
  return runHoldpoint(args, stack().url, { cwd, env: { ...env, NODE_OPTIONS: clock.options } });
}

describe("at a terminal whose clock is an hour ahead", () => {
  test(
    "what is left is as much as is left, and an approval is remembered no longer",
    LONG,
    async () => {
      await stack().api.create({
        id: "clock-ahead",
        title: "Clock",
        todos: [
          {
            id: "a",
            title: "Ask",
            tool_name: "echo",
            tool_params: { text: "a" },
            requires_approval: true,
            approval: { timeout_seconds: 5_400 },
          },
        ],
      });
      await stack().api.untilHolds("clock-ahead");
      const inbox = await anHourAhead(["inbox", "--plan", "clock-ahead"]);
      expect(inbox.out).toMatch(/clock-ahead\.h1.* 1h(?:29|30)m/);
      const shown = await anHourAhead(["plan", "show", "clock-ahead"]);
      expect(shown.out).toMatch(/1h(?:29|30)m/);
      const approved = await anHourAhead([
        "approve",
        "clock-ahead.h1",
        "--remember",
        "1h",
        "--json",
      ]);
      const { hold } = approved.json<Receipt>();
      const lasts = Date.parse(hold!.remembered!.until) - Date.now();
      expect(lasts).toBeLessThanOrEqual(HOUR + 1_000);
      expect(lasts).toBeGreaterThan(HOUR - 60_000);
    },
  );
});

test(
  "a board that is watched counts on as it did when the terminal's clock is set an hour ahead",
  LONG,
  async () => {
    const approval = { timeout_seconds: 7_200 };
    const ask = { tool_name: "echo", requires_approval: true, approval };
    await stack().api.create({
      id: "clock-set",
      title: "Clock",
      todos: ["a", "b"].map((id) => ({
        id,
        title: `Ask ${id}`,
        tool_params: { text: id },
        ...ask,
      })),
    });
    await stack().api.untilHolds("clock-set", 2);
    const cwd = createFolder();
    const clock = clockIn(cwd);
    const watching = runCli(["watch", "clock-set", "--url", stack().url], {
      cwd,
      env: { HOLDPOINT_LANG: "en", NODE_OPTIONS: clock.options },
      // Where no colours may be, lines are written in the place of a board.
      command: ["env", "-u", "NO_COLOR", process.execPath, BIN],
      terminal: true,
    });
    await watching.sees(/1h59m left/);
    clock.set();
    await stack().api.post("/v1/holds/clock-set.h1/decision", { decision: "approve" });
    await watching.sees(/✔ a/);
    expect(watching.text()).not.toMatch(/ 59m\d+s left/);
    watching.type("d");
    expect(await watching.ended).toBe(2);
  },
);

describe("a key that is made on a machine whose clock is an hour ahead", () => {
  test(
    "ends when it says by the clock of a Temporal elsewhere, and is listed so",
    LONG,
    async () => {
      const cwd = createFolder();
      const elsewhere = { cwd, env: { TEMPORAL_ADDRESS: inject("temporalAddress") } };
      const add = (expires: string) =>
        anHourAhead(
          ["key", "add", "kim", "--role", "viewer", "--expires", expires, "--json"],
          elsewhere,
        );
      const before = Date.now();
      const made = (await add("2h")).json<Key>();
      expect(Date.parse(made.created_at)).toBeGreaterThan(before - 5_000);
      expect(Date.parse(made.created_at)).toBeLessThan(Date.now() + 5_000);
      expect(Date.parse(made.expires_at!) - Date.parse(made.created_at)).toBe(2 * HOUR);
      await openKeys({ dataDir: join(cwd, ".holdpoint") }).add({
        name: "lee",
        roles: ["viewer"],
        created_at: made.created_at,
        expires_at: new Date(Date.now() + HOUR / 2).toISOString(),
      });
      const listed = (await anHourAhead(["key", "list", "--json"], elsewhere)).json<
        { name: string; state: string }[]
      >();
      expect(listed.map(({ name, state }) => [name, state])).toEqual([
        ["kim", "active"],
        ["lee", "active"],
      ]);
    },
  );
});

describe("the API's clock, as a terminal takes it from answers", () => {
  const written = (at: number): string => new Date(at).toUTCString();

  test("is this machine's where they agree to the second", () => {
    const clock = createApiClock();
    const asked = Date.now();
    clock.note(written(asked), asked);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50);
  });

  test.each([HOUR, -HOUR])("is the API's where this machine's is %s ms ahead", (ahead) => {
    const right = Date.now();
    setClock(ahead);
    const clock = createApiClock();
    clock.note(written(right), Date.now());
    expect(Math.abs(clock.now() - right)).toBeLessThan(2_000);
  });
});
