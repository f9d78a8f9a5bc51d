import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCliStack, runHoldpoint } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };

/** Clears the screen, writes the clipboard, reorders, breaks the line, and hides. */
const HOSTILE = "a\u001b[2J\u001b]52;c;aGk=\u0007b\u202ec\u2028d\u00ade";
const BYTES = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0x00, 0x0a]);

/** A plan whose todos gave a value, a text and files. */
async function given(id: string): Promise<void> {
  const names = ["value", "text", "notes", "numbers", "picture", "large"];
  await stack().api.create({
    id,
    title: "Given",
    todos: names.map((name) => ({ id: name, title: name })),
  });
  const cwd = createFolder();
  writeFileSync(join(cwd, "notes.txt"), `${HOSTILE}\n`);
  writeFileSync(join(cwd, "numbers.json"), '{\r\n  "id": 12345678901234567890\r}\n');
  writeFileSync(join(cwd, "picture.bin"), BYTES);
  writeFileSync(join(cwd, "large.txt"), "가나다 0123\n".repeat(700_000));
  const done = async (todo: string, ...how: string[]) => {
    const { exit, err } = await stack().run(["todo", "done", id, todo, ...how], { cwd });
    expect(exit, err).toBe(0);
  };
  await done("value", "--value", JSON.stringify({ size: 2, said: HOSTILE }));
  await done("text", "--value", "it's done");
  await done("notes", "--file", "notes.txt");
  await done("numbers", "--file", "numbers.json");
  await done("picture", "--file", "picture.bin");
  await done("large", "--file", "large.txt");
}

test(
  "a result is for a program what it is, byte by byte, and with --json its value",
  LONG,
  async () => {
    const id = "given";
    await given(id);
    const line = (args: readonly string[]) => ["todo", "result", id, ...args];
    const piped = (...args: string[]) => runHoldpoint(line(args), stack().url);
    const typed = (...args: string[]) => stack().run(line(args));

    const value = await typed("value");
    expect(value.out).toBe(`{"said":"${JSON.stringify(HOSTILE).slice(1, -1)}","size":2}`);
    expect(value.out).toContain("\u00ad");
    expect((await typed("text")).out).toBe(`"it's done"`);
    expect((await piped("picture")).bytes).toEqual(BYTES);
    expect((await piped("notes")).bytes.toString()).toBe(`${HOSTILE}\n`);
    const large = await piped("large");
    expect(large.bytes.length).toBe(Buffer.byteLength("가나다 0123\n") * 700_000);

    const json = async (...args: string[]) => (await typed(...args, "--json")).json();
    expect(await json("value")).toEqual({ size: 2, said: HOSTILE });
    expect(await json("value", "--at", "/size")).toBe(2);
    expect(await json("text")).toBe("it's done");
    expect(await json("notes")).toBe(`${HOSTILE}\n`);
    // A file that is JSON is its value, with every digit.
    expect((await typed("numbers", "--json")).out).toContain('"id": 12345678901234567890');
    expect(await json("numbers")).toEqual({ id: 12345678901234567000 });

    const picture = await typed("picture", "--json");
    expect([picture.exit, picture.out]).toEqual([2, ""]);
    expect(JSON.parse(picture.err)).toMatchObject({
      error: {
        code: "usage",
        detail: "These bytes are no text. Save them to a file.",
        next: "holdpoint todo result given picture --json --save '<file>'",
      },
    });
  },
);

test("at a terminal a result cannot act on it, and JSON stays JSON", LONG, async () => {
  const id = "result-shown";
  await given(id);
  const typed = async (...args: string[]) => {
    const cli = runCli(["todo", "result", id, ...args], {
      cwd: createFolder(),
      env: { HOLDPOINT_URL: stack().url, HOLDPOINT_LANG: "en" },
      terminal: true,
    });
    await cli.ended;
    return cli.text();
  };
  const value = await typed("value");
  expect(value).toContain("\\u202ec\\u2028d\\u00ade");
  expect(JSON.parse(value)).toEqual({ size: 2, said: HOSTILE });
  expect(await typed("value", "--json")).toBe(value);
  expect(await typed("notes")).toContain("b\\u{202e}c\\u{2028}d\\u{ad}e");
  expect(await typed("numbers")).toContain('"id": 12345678901234567890');
  expect(await typed("picture")).toContain("These bytes are no text. Save them to a file.");
});

test("of a todo that gave nothing it is said why", LONG, async () => {
  const id = "gave-nothing";
  await stack().api.create({
    id,
    title: "Nothing",
    failure: { timeout: { action: "FAIL" } },
    todos: [
      {
        id: "slow",
        title: "Slow",
        tool_name: "gate",
        tool_params: { name: "never" },
        timeout_seconds: 1,
        max_retries: 0,
      },
      { id: "later", title: "Later" },
    ],
  });
  await stack().api.watch.until(
    id,
    async () => (await stack().api.plan(id)).todos[0]?.status === "failed",
  );
  const failed = await stack().type(`todo result ${id} slow`);
  expect(failed.err).toBe(
    `✖ "slow" has no result, since it failed: It took longer than its timeout.\nNext: holdpoint todo show ${id} slow\n`,
  );
  const korean = await stack().type(`todo result ${id} slow --lang ko`);
  expect(korean.err).toContain('"slow"는 실패해서 결과가 없습니다: ');
  const later = await stack().type(`todo result ${id} later`);
  expect(later.err).toContain('"later" has no result: it is pending.');
});
