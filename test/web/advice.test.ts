import { expect, test } from "vitest";
import { countsOnce } from "../../src/contract/sentences/counts-once.ts";
import { say, spelled, type Sentence } from "../../src/contract/sentences/sentence.ts";
import { createSpeech } from "../../src/web/words/words.ts";

test.each<[string, Sentence, string, string]>([
  [
    "no worker answers",
    countsOnce(say("start_worker")),
    "Start a worker (holdpoint worker) and try again. Before you do it again, check whether it has already been done.",
    "워커를 시작하고(holdpoint worker) 다시 시도하세요. 다시 하기 전에 이미 처리되었는지 먼저 확인하세요.",
  ],
  [
    "Temporal went away",
    countsOnce(say("repeat_later")),
    "Try again once Temporal is back. Before you do it again, check whether it has already been done.",
    "Temporal이 돌아오면 다시 시도하세요. 다시 하기 전에 이미 처리되었는지 먼저 확인하세요.",
  ],
  [
    "Temporal went away while a plan was created",
    say("repeat_create", { id: "tea" }),
    "Once Temporal is back, check whether there is a plan “tea” before you create it again.",
    "Temporal이 돌아오면, 다시 만들기 전에 계획 ‘tea’가 있는지 먼저 확인하세요.",
  ],
  [
    "a run takes no more commands",
    say("repeat_after_run"),
    "Try again once what runs now has ended or was skipped.",
    "지금 실행 중인 작업이 끝나거나 건너뛴 뒤에 다시 시도하세요.",
  ],
])("when %s, a person at the screen is told what a person can do", (_, hint, english, korean) => {
  const refused = { hint: "", ...spelled("hint", hint) };
  const told = (["en", "ko"] as const).map((language) =>
    createSpeech(language).inOwnWords(refused, "hint"),
  );
  expect(told).toEqual([english, korean]);
});
