import { expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { actorOf } from "../../src/web/words/actor.ts";
import { eventText } from "../../src/web/words/event-text.ts";
import { createSpeech } from "../../src/web/words/words.ts";

const [en, ko] = [createSpeech("en"), createSpeech("ko")];

test("what a plan changed by its own policy is not told under a name that only programs know", () => {
  expect(actorOf("policy:replan", en.words)).toBe("The plan's own policy");
  expect(actorOf("policy:on_timeout", ko.words)).toBe("계획에 정해 둔 규칙");
  expect(actorOf("kim", en.words)).toBe("kim");
});

test("nor is it in the log of what happened", () => {
  const edited = {
    type: "plan.edited",
    by: "policy:replan",
    data: { change_type: "undo", of_version: 3 },
  } as never as LoggedEvent;
  for (const speech of [en, ko]) {
    const text = eventText(edited, speech);
    expect(text).toContain(actorOf("policy:replan", speech.words));
    expect(text).not.toContain("policy:");
  }
});
