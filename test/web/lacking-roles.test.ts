import { expect, test } from "vitest";
import { say, spelled } from "../../src/contract/sentences/sentence.ts";
import { createSpeech } from "../../src/web/words/words.ts";

test("a role that is lacking is told without the route that takes it and the command for a key", () => {
  const name = "POST /v1/plans/:plan_id/todos/:todo_id/:action";
  const refused = {
    detail: "",
    hint: "",
    ...spelled(
      "detail",
      say("needs_role", { name, role: "operator", who: "kim", roles: "viewer" }),
    ),
    ...spelled("hint", say("ask_for_role", { who: "kim", role: "operator" })),
  };
  const told = (["en", "ko"] as const).flatMap((language) => {
    const { inOwnWords } = createSpeech(language);
    return [inOwnWords(refused, "detail"), inOwnWords(refused, "hint")];
  });
  expect(told).toEqual([
    "This needs the role operator; the key of kim has viewer.",
    "Ask an admin for a key with the role operator.",
    "이 일에는 `operator` 역할이 필요합니다. kim의 키에 있는 역할: `viewer`.",
    "`operator` 역할이 있는 키를 관리자에게 요청하세요.",
  ]);
});
