import type { PlanView } from "../../contract/plan/plan.ts";
import type { CreatedPlan } from "../../contract/words.ts";
import { words } from "../messages/i18n.ts";
import { outlineLines } from "../render/outline-lines.ts";
import { namesTemplate } from "../session/names-template.ts";
import type { Session } from "../session/session.ts";
import { asTyped } from "../session/typed-line.ts";
import type { Reply } from "./chat-command.ts";

/** What came of the words for a new plan. */
export interface PlanReply extends Reply {
  /** Null when nothing has started. */
  readonly started: PlanView | CreatedPlan | null;
}

/**
 * Starts the plan that words say: of a template that they name, of a goal where a model plans, else of an
 * outline, once all of it is understood.
 */
export async function planInChat(session: Session, text: string): Promise<PlanReply> {
  const { client } = session;
  const { agents, plans } = client;
  if (!(await namesTemplate(session, text)) && (await agents.list()).models !== null) {
    // In a conversation each todo asks (S2 §5), so that none starts unseen and no review has to say so first.
    const started = await plans.plan({ goal: text, approval: "every_todo", plan_review: false });
    return { started, data: started, lines: [words("chat_goal_made", { plan: started.id })] };
  }
  const preview = await plans.preview({ outline: text });
  const lines = preview.outline === undefined ? [] : outlineLines(preview.outline);
  const count = preview.outline?.not_understood.length ?? 0;
  if (count > 0) {
    return { started: null, data: preview, lines: [...lines, words("outline_left", { count })] };
  }
  const started = await plans.create({ outline: text });
  const command = asTyped(`holdpoint chat ${started.id}`);
  const said = words("chat_planned", { plan: started.id, command });
  return { started, data: started, lines: [...lines, said] };
}
