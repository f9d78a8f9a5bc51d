import fc from "fast-check";
import { expect } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { longText } from "../../src/contract/text.ts";
import { nameKey } from "../../src/words/fold.ts";
import { readOutline } from "../../src/words/outline/read-outline.ts";
import { always } from "../plan/support/properties.ts";

const tools = ["write_file", "echo", "wait"];
const pieces =
  "# ## - * 1. 2) 1.1 ① 가. a) ? ?? [ ] [x] [승인] [approval, high] (선택) @kim [기한 3일] [after a] (a 후) a b 초안 검토 초안 then 그 다음 -> → after 후에 끝나면 echo(text: a) echo( ) write_file({ : \" “ ” ' ` ** --- , \t \u0000 \u3000 \ud800 with echo [a | b]".split(
    " ",
  );
const line = fc
  .tuple(
    fc.constantFrom("", "", "  ", "    ", "\t"),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 })), {
      maxLength: 7,
    }),
  )
  .map(([indent, words]) => indent + words.join(" "));
const outlines = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

always(
  "no outline throws; what it says is a plan, and nothing of it is dropped",
  outlines,
  (text) => {
    const { plan, understood, not_understood } = readOutline(text, { tools });
    for (const each of [...understood, ...not_understood]) {
      expect(each.line).toBeGreaterThan(0);
      expect(each.column).toBeGreaterThan(0);
    }
    if (plan === null) expect(not_understood.length).toBeGreaterThan(0);
    else {
      expect(
        NewPlanSchema.safeParse(plan).error === undefined ||
          !longText(LIMITS.outline).safeParse(text).success,
      ).toBe(true);
      for (const { tool_name } of plan.todos)
        expect(tools.includes(tool_name ?? "echo")).toBe(true);
    }
    // Every line with a letter in it is told of.
    const told = new Set([...understood, ...not_understood].map((each) => each.line));
    text
      .normalize("NFC")
      .split("\n")
      .forEach((written, place) => {
        const says = written.replace(/^\s*(?:[#?*-]|\d[.)])\s/, "");
        if (nameKey(says) !== "") expect(told.has(place + 1)).toBe(true);
      });
  },
);
