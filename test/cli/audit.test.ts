import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { LogHead } from "../../src/contract/plan/log-file.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };
const ID = "evidence";

describe("holdpoint audit", () => {
  let cwd: string;
  let noted: string;
  let key: string;
  const run = (...args: string[]) => stack().run(["audit", ...args], { cwd });

  beforeAll(async () => {
    await stack().api.create({
      id: ID,
      title: "증거",
      todos: [
        {
          id: "pay",
          title: "송금하기",
          tool_name: "echo",
          tool_params: { text: "1,000" },
          requires_approval: true,
        },
      ],
    });
    const [hold] = await stack().api.untilHolds(ID);
    const { seq, digest, signatures } = await stack().api.get<LogHead>(`/v1/plans/${ID}/log/head`);
    noted = `${seq}:${digest}`;
    key = signatures[0]!.public_key;
    await stack().api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    await stack().api.untilEnded(ID);
  });

  test("export writes a log that verify knows by the API's key and by a head", LONG, async () => {
    cwd = createFolder();
    const made = await run("export", ID, "--file", "log.jsonl");
    expect(made.exit, made.err).toBe(0);
    expect(made.out).toBe("");
    expect(made.err).toContain(`events of plan ${ID} in log.jsonl.`);
    expect(made.err).toContain(`Next: holdpoint audit verify log.jsonl --key ${key}`);
    expect(made.err).toContain(`Signed with public key ${key}`);

    const verified = await run("verify", "log.jsonl", "--key", key, "--head", noted);
    expect(verified.exit, verified.err).toBe(0);
    expect(verified.err).toContain("log.jsonl is whole and unchanged");
    expect(verified.err).toContain("A key that you named has signed it");
    expect(verified.err).toContain(
      `The head of event ${noted.split(":")[0]} that you noted is in it.`,
    );
    expect(verified.err).toContain("Decisions: local-operator (1).");

    // Without the key, nothing is known of what comes after the head.
    const upTo = await run("verify", "log.jsonl", "--head", noted);
    expect(upTo.exit, upTo.err).toBe(0);
    expect(upTo.err).toContain(`log.jsonl is unchanged up to event ${noted.split(":")[0]} of plan`);
    expect(upTo.err).toContain("Anybody could have written what comes after that");
    expect(upTo.err).toContain("Nobody has decided anything in it.");

    const piped = await run("export", ID);
    expect(piped.out.split("\n")[0]).toBe(`{"format":"holdpoint log 1","plan_id":"${ID}"}`);
    const again = await stack().run(["audit", "verify", "-", "--key", key, "--json"], {
      cwd,
      input: piped.out,
    });
    expect(again.json()).toMatchObject({ ok: true, plan_id: ID });
  });

  test("verify says what was changed, and ends with 1", LONG, async () => {
    cwd = createFolder();
    await run("export", ID, "--file", "log.jsonl");
    const log = readFileSync(join(cwd, "log.jsonl"), "utf8");
    const at = log.split("\n").findIndex((line) => line.includes("hold.decided")) + 1;
    writeFileSync(
      join(cwd, "forged.jsonl"),
      log.replace(/("by":")local-operator(".*hold.decided)/, "$1mallory$2"),
    );
    const forged = await run("verify", "forged.jsonl", "--key", key);
    expect(forged.exit).toBe(1);
    expect(forged.err).toContain(
      `forged.jsonl could not be verified: line ${at} does not follow from the lines before it.`,
    );
    const told = await run("verify", "forged.jsonl", "--key", key, "--json");
    expect(told.json()).toEqual({ ok: false, fault: "altered", line: at });

    const other = await run("verify", "log.jsonl", "--key", "0".repeat(64));
    expect([other.exit, other.err]).toEqual([
      1,
      expect.stringContaining(`no key that you named has signed it. It is signed with: ${key}`),
    ]);
    const later = await run(
      "verify",
      "log.jsonl",
      "--head",
      `999:${noted.split(":").slice(1).join(":")}`,
    );
    expect([later.exit, later.err]).toEqual([
      1,
      expect.stringContaining("it ends before event 999, whose head you noted"),
    ]);
  });

  test("verify needs a key or a head, and says which key the file names", LONG, async () => {
    cwd = createFolder();
    await run("export", ID, "--file", "log.jsonl");
    const bare = await run("verify", "log.jsonl");
    expect(bare.exit).toBe(2);
    expect(bare.err).toContain("anybody could have written the file");
    expect(bare.err).toContain(key);
    expect(bare.err).toContain("Next: holdpoint audit verify log.jsonl --key <key>");
    for (const [flag, text, said] of [
      ["--key", "abc", "is no public key"],
      ["--head", "abc", "is no head"],
    ] as const) {
      const wrong = await run("verify", "log.jsonl", flag, text);
      expect(wrong.exit).toBe(2);
      expect(wrong.err).toContain(said);
    }
  });

  test("head writes what one notes, and names the key", LONG, async () => {
    cwd = createFolder();
    const head = await run("head", ID);
    expect(head.exit).toBe(0);
    expect(head.out).toMatch(/^\d+:sha256:[0-9a-f]{64}\n$/);
    expect(head.err).toContain(key);
    const missing = await run("head", "nobody-has-this");
    expect(missing.exit).toBe(1);
    expect(missing.err).toContain("nobody-has-this");
  });
});
