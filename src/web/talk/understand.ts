import type { Client } from "../../client/client.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { plainWords, type PlainWords } from "../../plan/views/holds/plain-words.ts";
import { typedAnswer } from "../../plan/views/holds/typed-answer.ts";
import { dropHoldDrafts } from "../session/draft.ts";
import type { Reply } from "./said.ts";
import { isCommand } from "./typed-command.tsx";

/** Words that decide, in both languages: beside a question they may mean what waits there, too. */
const DECIDING: ReadonlySet<string> = new Set(
  "approve approved reject rejected ok okay go yes no 승인 승인해 승인해줘 거절 거절해 거절해줘 예 네 아니요".split(
    " ",
  ),
);
/** What no line of text can be. */
const CARD_ONLY: ReadonlySet<string> = new Set(["form", "file"]);

/** What words are, by one name: the id of the hold that they answer, or what else they mean. */
export function meaningOf(words: PlainWords<{ readonly id: string }>): string {
  return words.means === "answer" ? words.hold.id : words.means;
}

/**
 * Does what plain words mean, as in the terminal: answers the only question, or reads a wish.
 * @param shown what they would be, as the person was told: what has become something else is not done.
 */
export async function understand(
  client: Client,
  planId: string,
  text: string,
  shown: string,
): Promise<Reply> {
  const { holds } = await client.plans.holds(planId);
  const meant = plainWords(holds);
  const ids = holds.map(({ id }) => id);
  if (isCommand(text, meant.means !== "wish")) return { kind: "command" };
  if (meaningOf(meant) !== shown) {
    const asking = holds.filter(({ kind }) => QUESTION_KINDS.includes(kind));
    return { kind: "moved", holds: asking.map(({ id }) => id) };
  }
  switch (meant.means) {
    case "wish":
      return { kind: "proposal", instruction: text, end: null };
    case "which":
      return { kind: "which", holds: meant.holds.map(({ id }) => id) };
    case "answer": {
      const { id, digest, input_request, title } = meant.hold;
      if (holds.length > 1 && DECIDING.has(text.toLowerCase())) {
        return { kind: "unclear", holds: ids };
      }
      if (CARD_ONLY.has(input_request?.input_type ?? "")) return { kind: "on_card", holds: [id] };
      const read = typedAnswer(text, input_request);
      if ("mistake" in read) return { kind: "no_number" };
      await client.holds.decide(id, { decision: "answer", value: read.value, digest });
      // What was begun on its card is not what they meant.
      dropHoldDrafts(meant.hold);
      return { kind: "answered", question: input_request?.question ?? title };
    }
  }
}
