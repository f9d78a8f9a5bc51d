import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { createApiClock } from "../../src/cli/session/api-clock.ts";
import type { Receipt } from "../../src/contract/plan/plan.ts";
import { setClock } from "../support/wrong-clock.ts";
import { runHoldpoint, useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };
const HOUR = 3_600_000;

/** What makes the clock of a process of its own go an hour ahead. */
const AHEAD = `
const Right = Date;
globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Right.now() + ${HOUR}] : given));
  }
  static now() {
    return Right.now() + ${HOUR};
  }
};
`;

function anHourAhead(args: readonly string[]) {
  const file = join(createFolder(), "ahead.mjs");
  writeFileSync(file, AHEAD);
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` };
  return runHoldpoint(args, stack().url, { env });
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
