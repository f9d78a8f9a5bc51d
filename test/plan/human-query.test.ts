import { describe, expect, test } from "vitest";
import { isMalformedQuery, parseHumanQuery } from "../../src/plan/agents/human-query.ts";
import { AGENT_PROMPT } from "../../src/plan/agents/prompts/agent.ts";
import { ORCHESTRATOR_PROMPT } from "../../src/plan/agents/prompts/orchestrator.ts";
import { OWN_TOOLS } from "../../src/plan/agents/own-tools.ts";

describe("a question for a person", () => {
  test.each([
    ["[NEED_HUMAN: Which year?]", "Which year?"],
    ["\n  [NEED_HUMAN: 몇 년도 자료인가요?]\n", "몇 년도 자료인가요?"],
    ["[NEED_HUMAN: First line\nand second]", "First line\nand second"],
  ])("is the whole text %j", (text, question) => {
    expect(parseHumanQuery(text)).toEqual({ question });
    expect(isMalformedQuery(text)).toBe(false);
  });

  test.each([
    "[NEED_HUMAN:]",
    "[NEED_HUMAN: ]",
    "[NEED_HUMAN:Which year?]",
    "[NEED_HUMAN Which year?]",
    "[need_human: Which year?]",
    "NEED_HUMAN: Which year?",
    "I think [NEED_HUMAN: Which year?]",
    "[NEED_HUMAN: Which year?] Please.",
    "[NEED_HUMAN: a] [NEED_HUMAN: b]",
    "[NEED_HUMAN: a [NEED_HUMAN: b]]",
    "[[NEED_HUMAN: Which year?]]",
    "`[NEED_HUMAN: Which year?]`",
    '{"answer": "[NEED_HUMAN: Which year?]"}',
    "[NEED HUMAN: 몇 년도?]",
  ])("is not %j, which is noticed", (text) => {
    expect(parseHumanQuery(text)).toBeUndefined();
    expect(isMalformedQuery(text)).toBe(true);
  });

  test.each(["", "Which year?", "A human needs this.", "[HUMAN: Which?]"])("is not %j", (text) => {
    expect(parseHumanQuery(text)).toBeUndefined();
    expect(isMalformedQuery(text)).toBe(false);
  });

  test("is a rule that only the orchestrator is told", () => {
    expect(ORCHESTRATOR_PROMPT.text).toContain("[NEED_HUMAN: <question>]");
    expect(AGENT_PROMPT.text + JSON.stringify(OWN_TOOLS)).not.toMatch(/need.?human/i);
  });
});
