import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, secret } from "../../src/tools/define-tool.ts";
import { useCliStack } from "./support/cli-stack.ts";

const pay = defineTool({
  name: "pay",
  description: "Pays an invoice.\n\nNobody gets the money back.",
  input: z.strictObject({
    account: z.string().min(3).describe("Whose money"),
    amount: z.number().positive().max(500),
    currency: z.enum(["EUR", "KRW"]).default("KRW"),
    token: secret(z.string()),
    to: z.strictObject({ iban: z.string(), note: z.string().max(35).optional() }),
    lines: z.array(z.strictObject({ sku: z.int().min(1) })).optional(),
    tags: z.record(z.string(), z.boolean()).default({}),
    until: z.union([z.iso.date(), z.null()]),
  }),
  output: z.object({ receipt: z.string(), fee: z.number().optional() }),
  irreversible: true,
  repeatable: true,
  run: () => ({ receipt: "r1" }),
});
const either = defineTool({
  name: "either",
  description: "Takes one of two forms",
  input: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.int() })]),
  output: z.array(z.string()),
  run: () => [],
});
const nothing = defineTool({
  name: "nothing",
  description: "Takes nothing",
  input: z.strictObject({}),
  output: z.null(),
  read_only: true,
  run: () => null,
});
interface Node {
  readonly inner?: Node | undefined;
}
const NodeSchema: z.ZodType<Node> = z.lazy(() => z.strictObject({ inner: NodeSchema.optional() }));
const nested = defineTool({
  name: "nested",
  description: "Takes what holds itself",
  input: NodeSchema,
  output: z.looseObject({ said: z.json() }),
  run: () => ({ said: null }),
});
const cli = useCliStack({ tools: [pay, either, nothing, nested] });

test("holdpoint tools lists what todos may run, with marks and the first line of what each says", async () => {
  const { out, err, exit } = await cli().type("tools");
  expect(exit).toBe(0);
  expect(out).toMatch(/^TOOL +MARKS +FOR\n/);
  expect(out).toMatch(/^pay +irreversible, repeatable +Pays an invoice\.$/m);
  expect(out).toMatch(/^nothing +read-only +Takes nothing$/m);
  expect(out).toMatch(/^echo +– +Answers its arguments$/m);
  expect(out).not.toContain("money back");
  expect(err).toContain("holdpoint tools show big_text");
  const { tools } = (await cli().type("tools --json")).json<{ tools: { name: string }[] }>();
  expect(tools.map(({ name }) => name)).toContain("pay");
});

test("a tool is shown whole: what it says, every argument, and what it gives", async () => {
  const { out, exit } = await cli().type("tools show pay");
  expect(exit).toBe(0);
  expect(out).toBe(`pay
  Pays an invoice.
  Nobody gets the money back.
  What it does cannot be undone.
  It may be run again when it was broken off.

Arguments
  account      string, at least 3 characters; required; Whose money
  amount       number, above 0, at most 500; required
  currency     one of "EUR", "KRW"; "KRW" if left out
  token        string; secret; required
  to           object; required
  to.iban      string; required
  to.note      string, at most 35 characters; optional
  lines        list, each: object; optional
  lines[].sku  integer, at least 1; required
  tags         object, each value: true or false; {} if left out
  until        string, in the format "date" or null; required

Result
  receipt  string
  fee      number; not always there
`);
  const { input } = (await cli().type("tools show pay --json")).json<{ input: object }>();
  expect(input).toMatchObject({ type: "object", properties: { to: { required: ["iban"] } } });
});

test("tools that take nothing, one of several forms, or what holds itself, are shown as well", async () => {
  const shown = async (name: string) => (await cli().type(`tools show ${name}`)).out;
  expect(await shown("nothing")).toMatch(/Arguments\n {2}none\n\nResult\n {2}null\n$/);
  const forms = await shown("either");
  expect(forms).toMatch(
    /Arguments\n {2}anyOf:\n[^]* {10}type: string[^]*Result\n {2}list, each: string\n$/,
  );
  const deep = await shown("nested");
  expect(deep).toMatch(/inner\.inner\.inner +object; optional\n/);
  expect(deep).toMatch(
    /inner\.inner\.inner\.inner +object; optional\n\nResult\n {2}said +any value\n$/,
  );
});

test("a name that no tool has is refused with the nearest, and what to type", async () => {
  const wrong = await cli().type("tools show pya");
  expect(wrong.exit).toBe(1);
  expect(wrong.out).toBe("");
  expect(wrong.err).toContain('There is no tool "pya"; did you mean "pay"?');
  expect(wrong.err).toMatch(/Next: holdpoint tools\n$/);
});

test("in Korean, types and what is required are Korean", async () => {
  const { out } = await cli().type("tools show pay --lang ko");
  expect(out).toMatch(/amount +숫자, 0 초과, 500 이하; 필수/);
  expect(out).toMatch(/currency +"EUR", "KRW" 중 하나; 생략하면 "KRW"/);
  expect(out).toContain("실행하면 되돌릴 수 없습니다.");
});
