import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import type { RejectAction, TodoAction } from "../../contract/tables/vocabulary.ts";
import { askReason } from "../input/answers/ask-answer.ts";
import { foreseeAction } from "../live/foresee-action.ts";
import { words } from "../messages/i18n.ts";
import {
  consequenceLines,
  questionAbout,
  rejectionOf,
  touchesOthers,
} from "../render/holds/choice-lines.ts";
import type { Chat } from "./chat-command.ts";

/** Rejects a hold once the person has seen which other todos that stops and starts. */
export async function rejectHold(
  chat: Chat,
  hold: Hold,
  said: { readonly then?: RejectAction; readonly reason?: string },
): Promise<Receipt> {
  const { holds } = chat.session.client;
  const choice = rejectionOf(hold, (await holds.choices(hold.id)).choices, said.then);
  const question = words("sure_reject", { title: hold.title });
  if (choice !== undefined && touchesOthers(choice)) {
    await chat.confirm(questionAbout(consequenceLines(choice), question));
  }
  const { person, isSure } = chat;
  const asks = said.reason === undefined && person !== undefined && !isSure;
  const reason = asks ? await askReason(person) : said.reason;
  return holds.decide(hold.id, { decision: "reject", ...said, reason });
}

/** Acts on a todo once the person has seen what else that starts and stops. */
export async function actOnTodo(
  chat: Chat,
  todo: string,
  action: TodoAction,
  said: { readonly reason?: string },
): Promise<Receipt> {
  const { session, planId } = chat;
  // A halt starts and stops nothing, and there are seconds to say it in.
  if (action !== "halt") {
    const lines = await foreseeAction(session, planId, todo, action);
    const question = questionAbout(lines, words(`sure_${action}`, { todo }));
    if (lines.length > 0) await chat.confirm(question);
  }
  return session.client.todos[action](planId, todo, said);
}
