import type { PlanView } from "../../../contract/plan/plan.ts";
import type { JsonObject } from "../../../contract/text.ts";
import type { CreatePreview } from "../../../contract/words.ts";
import { words } from "../../messages/i18n.ts";
import { demandedNote, writtenTodos } from "../../render/holds/demanded-note.ts";
import { outlineLines } from "../../render/outline-lines.ts";
import { yamlText } from "../../render/yaml-text.ts";
import { demandingTools } from "../../session/demanding-tools.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { namesTemplate } from "../../session/names-template.ts";
import type { Session } from "../../session/session.ts";
import { green } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";

/**
 * Starts a plan from what somebody typed: a template with its values, a goal where a model plans, else an outline. It is said
 * which it was taken for.
 */
export async function newByWords(
  session: Session,
  text: string,
  options: object,
  dryRun: boolean,
): Promise<void> {
  const { models } = await session.client.agents.list();
  if (models === null || dryRun || (await namesTemplate(session, text))) {
    return newByOutline(session, text, options, dryRun);
  }
  await newByGoal(session, text, options);
}

/** Starts a plan whose todos a model plans. */
export async function newByGoal(session: Session, goal: string, options: object): Promise<void> {
  const plan = await session.client.plans.plan({ goal, ...options });
  session.show(plan, () => [plan.id]);
  session.say(`${green("✔")} ${words("goal_created", { goal })}`);
  session.next(`holdpoint watch ${plan.id}`);
}

/** Starts the plan that an outline says, once every line of it is understood; tells what was. */
export async function newByOutline(
  session: Session,
  outline: string,
  options: object,
  dryRun: boolean,
): Promise<void> {
  const { plans } = session.client;
  const written = { outline, ...options };
  const preview = await plans.preview(written);
  const lines = preview.outline === undefined ? [] : outlineLines(preview.outline);
  for (const line of lines) session.say(line);
  if (dryRun) return tellPreview(session, preview);
  const left = preview.outline?.not_understood.length ?? 0;
  if (left > 0) {
    if (session.json) session.show(preview, () => []);
    throw usageError(words("outline_left", { count: left }), "holdpoint plan new --help");
  }
  tellNew(session, await plans.create(written));
}

/** What would start. */
export async function tellPreview(session: Session, preview: CreatePreview): Promise<void> {
  const { plan } = preview;
  session.show(preview, () => (plan === null ? [] : [yamlText(plan).trimEnd()]));
  session.say(words("only_shown"));
  if (plan !== null) await tellDemanded(session, plan);
}

/** Which todos of a plan that has not started would ask because of their tools. */
export async function tellDemanded(session: Session, plan: JsonObject): Promise<void> {
  const todos = writtenTodos(plan, await demandingTools(session));
  for (const note of demandedNote(todos)) session.say(note);
}

/** What has started. */
export function tellNew(session: Session, plan: PlanView, data: unknown = plan): void {
  session.show(data, () => [plan.id]);
  const { title, todo_count: count, goal } = plan;
  const sentence =
    goal === null
      ? words(count === 0 ? "plan_created_empty" : "plan_created", { title, count })
      : words("goal_created", { goal: oneLine(goal.text) });
  session.say(`${green("✔")} ${sentence}`);
  const todos = plan.todos.map((todo) => ({ ...todo, isDemanded: todo.required_by === "tool" }));
  for (const note of demandedNote(todos)) session.say(note);
  session.next(`holdpoint watch ${plan.id}`);
}
