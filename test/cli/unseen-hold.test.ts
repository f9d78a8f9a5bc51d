import { expect, test } from "vitest";
import type { Chat } from "../../src/cli/chat/chat-command.ts";
import { holdMeant } from "../../src/cli/chat/open-holds.ts";

/** A chat in which `tea.h1` was shown before the plan asked otherwise, by `tea.h2`. */
function chatting(openHold: { id: string; digest: string }) {
  const shown = new Set(["tea.h1 sha256:one"]);
  const showings: string[] = [];
  const hold = { ...openHold, todo_id: "publish", kind: "approval" };
  const chat = {
    planId: "tea",
    session: {
      client: { plans: { holds: () => Promise.resolve({ holds: [hold] }) } },
    },
    shown: {
      has: ({ id, digest }: { id: string; digest: string }) => shown.has(`${id} ${digest}`),
      show(holdId: string) {
        showings.push(holdId);
        shown.add(`${hold.id} ${hold.digest}`);
        return Promise.resolve();
      },
    },
  } as unknown as Chat;
  return { chat, showings };
}

test.each([
  ["by its todo", "publish"],
  ["as the only one", undefined],
])(
  "who approves %s decides only what they were shown; anything else is shown first",
  async (_, id) => {
    const { chat, showings } = chatting({ id: "tea.h2", digest: "sha256:two" });
    await expect(holdMeant(chat, id)).rejects.toThrow("It is above now");
    expect(showings).toEqual(["tea.h2"]);
    expect(await holdMeant(chat, id)).toMatchObject({ id: "tea.h2" });
  },
);

test("a hold with other arguments than those that were shown is shown again", async () => {
  const { chat, showings } = chatting({ id: "tea.h1", digest: "sha256:other" });
  await expect(holdMeant(chat, "tea.h1")).rejects.toThrow("came, or changed");
  expect(showings).toEqual(["tea.h1"]);
});

test("what was shown is decided at once", async () => {
  const { chat, showings } = chatting({ id: "tea.h1", digest: "sha256:one" });
  expect(await holdMeant(chat, "publish")).toMatchObject({ id: "tea.h1" });
  expect(showings).toEqual([]);
});
