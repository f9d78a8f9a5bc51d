import { expect, test } from "vitest";
import { neededRole } from "../../src/api/http/route.ts";
import { sayNeedsRole } from "../../src/contract/lacks-role.ts";
import { say, spelled, textOf } from "../../src/contract/sentences/sentence.ts";
import { createSpeech } from "../../src/web/words/words.ts";

test("two roles are told each as code in Korean, and with its own word between them", () => {
  const lacking = sayNeedsRole("POST /v1/x", neededRole({ role: "approver", orRole: "operator" }), {
    name: "kim",
    roles: ["viewer", "admin"],
  });
  const { inOwnWords } = createSpeech("ko");
  expect([
    textOf(lacking, "en"),
    textOf(lacking, "ko"),
    inOwnWords({ detail: "", ...spelled("detail", lacking) }, "detail"),
  ]).toEqual([
    "POST /v1/x needs the role approver or operator; kim has viewer, admin.",
    "POST /v1/x는 `approver` 또는 `operator` 역할이 있어야 합니다. kim의 역할: `viewer`, `admin`.",
    "이 일에는 `approver` 또는 `operator` 역할이 필요합니다. kim의 키에 있는 역할: `viewer`, `admin`.",
  ]);
});

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
