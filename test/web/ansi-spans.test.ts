import { describe, expect, test } from "vitest";
import { ansiSpans, withoutAnsi } from "../../src/web/talk/log/ansi-spans.ts";

const ESC = "\u001B";
/** Every look that may come out: a text of the line is never among them. */
const LOOK =
  /^(?:(?:text-(?:faint|bad|good|wait|run|accent|ink)|bg-(?:line|bad-tint|good-tint|wait-tint|run-tint|accent-tint)|font-semibold|italic|underline)(?: |$))*$/;

describe("colours of a terminal", () => {
  test("become looks of the screen, up to where they end", () => {
    expect(ansiSpans(`a ${ESC}[31mred${ESC}[0m b ${ESC}[1;92mgood${ESC}[22m on`)).toEqual([
      { text: "a ", look: "" },
      { text: "red", look: "text-bad" },
      { text: " b ", look: "" },
      { text: "good", look: "text-good font-semibold" },
      { text: " on", look: "text-good" },
    ]);
  });

  test("on a colour, text is written in ink", () => {
    expect(ansiSpans(`${ESC}[33;44mx`)).toEqual([{ text: "x", look: "text-ink bg-run-tint" }]);
  });

  test("a command without numbers ends every style", () => {
    expect(ansiSpans(`${ESC}[3;4mx${ESC}[my`)).toEqual([
      { text: "x", look: "italic underline" },
      { text: "y", look: "" },
    ]);
  });

  test("of many colours the named ones are shown, and their numbers are no styles", () => {
    expect(ansiSpans(`${ESC}[38;5;1mx${ESC}[38;5;208my${ESC}[38;2;1;4;31mz`)).toEqual([
      { text: "x", look: "text-bad" },
      { text: "y", look: "" },
      { text: "z", look: "" },
    ]);
  });
});

describe("what only a terminal understands", () => {
  test.each([
    ["moves and clears", `a${ESC}[2J${ESC}[1;1Hb${ESC}[?25lc`, "abc"],
    ["titles and links", `a${ESC}]0;title\u0007b${ESC}]8;;javascript:alert(1)${ESC}\\c`, "abc"],
    ["a link that is not ended", `a${ESC}]8;;http://evil.example`, "a"],
    ["a command that is not ended", `a${ESC}[31`, "a"],
    ["commands of eight bits", "a\u009B31mb\u009D0;t\u009Cc", "abc"],
    ["bells, backspaces and returns", "a\u0007b\b\b\rc\u0000d", "abcd"],
    ["a lone escape", `a${ESC}`, "a"],
    ["numbers that nobody knows", `a${ESC}[999;;77mb`, "ab"],
    ["numbers of no end", `a${ESC}[${"1;".repeat(50_000)}mb`, "ab"],
    ["private commands", `a${ESC}[>4;2mb`, "ab"],
  ])("is left out: %s", (_, line, text) => {
    expect(withoutAnsi(line)).toBe(text);
    expect(
      ansiSpans(line)
        .map((span) => span.text)
        .join(""),
    ).toBe(text);
  });

  test("markup and other writing stay text, and no look is made of them", () => {
    const line = `<b onclick="x">${ESC}[31"><script>m</script>\t안녕 ${ESC}[__proto__m`;
    const spans = ansiSpans(line);
    expect(spans.map(({ text }) => text).join("")).toBe(withoutAnsi(line));
    expect(withoutAnsi(line)).toContain('<b onclick="x">');
    expect(withoutAnsi(line)).toContain("\t안녕 ");
    for (const { look } of spans) expect(look).toMatch(LOOK);
  });
});
