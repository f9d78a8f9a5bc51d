import { describe, expect, test } from "vitest";
import { z } from "zod";
import { english } from "../../src/contract/sentences/sentence.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";

function tool(name: string, input: z.ZodType = z.strictObject({})) {
  return defineTool({
    name,
    description: name,
    input,
    output: z.object({}),
    run: () => ({}),
  });
}

const send = tool(
  "send",
  z.strictObject({
    to: z.array(z.strictObject({ address: z.string(), copies: z.number() })),
    subject: z.string(),
    options: z.strictObject({ quiet: z.boolean() }).optional(),
    when: z.union([z.strictObject({ at: z.string() }), z.number()]).optional(),
    "a/b~c": z.number().optional(),
  }),
);
const registry = createToolRegistry([tool("wait"), send, tool("Archive")]);
const good = { to: [{ address: "a@example.com", copies: 1 }], subject: "hi" };

/** The issues as people read them. */
function check(name: string, args: unknown, openPaths: readonly string[], among = registry) {
  return among
    .check(name, args, openPaths)
    .map(({ pointer, detail }) => ({ pointer, detail: english(detail) }));
}

describe("a tool registry", () => {
  test("lists its tools by name", () => {
    expect(registry.list().map(({ name }) => name)).toEqual(["Archive", "send", "wait"]);
  });

  test("finds a tool by its exact name only", () => {
    expect(registry.get("send")).toBe(send);
    expect(registry.get("Send")).toBeUndefined();
    expect(registry.get("__proto__")).toBeUndefined();
  });

  test("refuses two tools of one name and names it", () => {
    expect(() => createToolRegistry([tool("wait"), tool("wait")])).toThrow(
      'Two tools are named "wait". Rename one of them',
    );
  });

  test("suggests the name that was meant", () => {
    expect(registry.nearest("sned")).toBe("send");
    expect(registry.nearest("publish")).toBeUndefined();
  });
});

describe("checking arguments", () => {
  test("finds nothing wrong with good ones", () => {
    expect(check("send", good, [])).toEqual([]);
  });

  test("says for an unknown tool what was meant, or what there is", () => {
    expect(check("snd", good, [])).toEqual([
      { pointer: "", detail: 'There is no tool "snd"; did you mean "send"?' },
    ]);
    expect(check("publish", good, [])).toEqual([
      { pointer: "", detail: 'There is no tool "publish". There are: Archive, send, wait.' },
    ]);
  });

  test("points at each wrong value with an escaped JSON pointer", () => {
    const args = { to: [{ address: "a", copies: "2" }], subject: 1, "a/b~c": "x" };
    expect(check("send", args, []).map(({ pointer }) => pointer)).toEqual([
      "/to/0/copies",
      "/subject",
      "/a~1b~0c",
    ]);
  });

  test("points at each unknown key and suggests the known one", () => {
    const args = { ...good, subjct: "x", zzz: 1, options: { quiet: true, loud: true } };
    const issues = check("send", args, []);
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/options/loud", "/subjct", "/zzz"]);
    expect(issues[1]?.detail).toBe('Unknown key "subjct". Did you mean "subject"?');
    expect(issues[2]?.detail).toContain("the tool takes: to, subject, options");
  });

  test("says what was wrong with every form of a union", () => {
    const issues = check("send", { ...good, when: { at: 5 } }, []);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.pointer).toBe("/when");
    expect(issues[0]?.detail).toMatch(
      /None of the accepted forms fits: must be a text\. Or: .*number/,
    );
  });

  test("answers at most 20 issues, each of bounded length", () => {
    const huge = "k".repeat(100_000);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${huge}${n}`, n]));
    const issues = check("send", { ...good, ...many }, []);
    expect(issues).toHaveLength(20);
    for (const { pointer, detail } of issues) {
      expect(pointer.length).toBeLessThanOrEqual(1_000);
      expect(detail.length).toBeLessThanOrEqual(600);
    }
  });

  test.each([null, undefined, 5, "text", [], [good]])("refuses %j as arguments", (args) => {
    expect(check("send", args, [])).toHaveLength(1);
  });

  test("turns a schema that throws into an issue", () => {
    const broken = tool(
      "broken",
      z.string().transform(() => {
        throw new RangeError("out of cheese");
      }),
    );
    expect(check("broken", "x", [], createToolRegistry([broken]))).toEqual([
      { pointer: "", detail: expect.stringContaining("out of cheese") },
    ]);
  });

  test("leaves a schema with asynchronous checks to the run", () => {
    const slow = tool(
      "slow",
      z.string().refine(async () => false),
    );
    expect(createToolRegistry([slow]).check("slow", "x", [])).toEqual([]);
  });
});

describe("checking arguments with values that are not known yet", () => {
  const from = { $from: "collect", path: "/addresses" };

  test("drops issues at, above and below an open value", () => {
    expect(check("send", { ...good, to: from }, ["/to"])).toEqual([]);
    const inside = { ...good, to: [{ address: from, copies: 1 }] };
    expect(check("send", inside, ["/to/0/address"])).toEqual([]);
    expect(check("send", { ...good, when: { at: from } }, ["/when/at"])).toEqual([]);
  });

  test("drops what a reference object itself would be refused for", () => {
    expect(check("send", { ...good, options: from }, ["/options"])).toEqual([]);
  });

  test("keeps the issues elsewhere", () => {
    const args = { to: from, subject: 5 };
    expect(check("send", args, ["/to"]).map(({ pointer }) => pointer)).toEqual(["/subject"]);
  });

  test("does not take a name's beginning for its parent", () => {
    const args = { ...good, subject: 5 };
    expect(check("send", args, ["/sub", "/subject2"])).toHaveLength(1);
  });

  test("keeps an unknown key, even one whose value is open", () => {
    expect(check("send", { ...good, too: from }, ["/too"])).toEqual([
      { pointer: "/too", detail: 'Unknown key "too". Did you mean "to"?' },
    ]);
  });

  test("keeps an unknown key beside an open value in the same object", () => {
    const args = { ...good, options: { quiet: from, loud: true } };
    expect(check("send", args, ["/options/quiet"]).map(({ pointer }) => pointer)).toEqual([
      "/options/loud",
    ]);
  });

  test("drops everything when the arguments as a whole are open", () => {
    expect(check("send", { $from: "collect" }, [""])).toEqual([]);
  });
});
