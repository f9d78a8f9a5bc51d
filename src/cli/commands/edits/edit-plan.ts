import type { EditInput } from "../../../client/shapes.ts";
import type { EditPreview, PlanVersion } from "../../../contract/plan/edit.ts";
import type { Receipt } from "../../../contract/plan/plan.ts";
import { todoFinder, type FindTodo } from "../../input/find-todo.ts";
import { switchFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { impactLines, planChangesLines, unawaitedLines } from "../../render/change-lines.ts";
import { questionAbout } from "../../render/holds/choice-lines.ts";
import type { Session } from "../../session/session.ts";
import { tellTakeBack } from "../../session/take-back.ts";
import { green } from "../../terminal/colors.ts";

/** The flags of everything that makes a new version of a plan. */
export const editFlags = {
  reason: textFlag("flag_reason"),
  dryRun: switchFlag("flag_dry_run"),
};

/** Makes one edit of a plan, or shows what it would change. */
export function editPlan(
  session: Session,
  plan: string,
  edit: EditInput,
  dryRun: boolean,
): Promise<void> {
  return changePlan(session, plan, dryRun, (options) =>
    session.client.plans.edit(plan, edit, options),
  );
}

/** Makes one edit that names todos as a person does, by id or by title. */
export async function editTodos(
  session: Session,
  plan: string,
  dryRun: boolean,
  toEdit: (find: FindTodo) => Promise<EditInput>,
): Promise<void> {
  await editPlan(session, plan, await toEdit(todoFinder(session, plan)), dryRun);
}

interface SendOptions {
  readonly validateOnly: boolean;
  /** The version that the person was shown what it does to. */
  readonly version?: number;
}
type Send = (options: SendOptions) => Promise<Receipt | EditPreview>;

/**
 * Sends what makes a new version of a plan, and shows what has changed, or would. Where something would
 * start without the decision that it waits for, the person is asked first.
 */
export async function changePlan(
  session: Session,
  plan: string,
  dryRun: boolean,
  send: Send,
): Promise<void> {
  if (dryRun) return sendChange(session, dryRun, send);
  const shown = await send({ validateOnly: true });
  const lines = "impact" in shown ? unawaitedLines(shown.impact) : [];
  if (!("impact" in shown) || lines.length === 0) return sendChange(session, dryRun, send);
  await session.confirm(questionAbout(lines, words("words_sure", { plan })));
  const { base_version: version } = shown;
  return sendChange(session, dryRun, (options) => send({ ...options, version }));
}

/** Sends what makes a new version of a plan, without asking. */
export async function sendChange(session: Session, dryRun: boolean, send: Send): Promise<void> {
  const answer = await send({ validateOnly: dryRun });
  if ("validate_only" in answer) {
    const { changes, impact } = answer;
    session.show(answer, () => [
      ...(changes === null ? [] : planChangesLines(changes)),
      ...impactLines(impact),
    ]);
    return session.say(words("only_shown"));
  }
  if (session.json) return session.show(answer, () => []);
  const { plan_id } = answer;
  const made = await versionMadeBy(session, answer);
  if (made !== undefined) session.show(null, () => planChangesLines(made.changes));
  session.say(`${green("✔")} ${words("told_edited", { version: made?.version ?? "" })}`);
  // Another undo would take back the edit before.
  const back =
    made?.change_type === "undo"
      ? `rollback ${plan_id} --version ${made.version - 1}`
      : `undo ${plan_id}`;
  tellTakeBack(session, `holdpoint ${back}`);
}

async function versionMadeBy(
  { client }: Session,
  { plan_id, seq }: Receipt,
): Promise<PlanVersion | undefined> {
  const { versions } = await client.plans.versions(plan_id);
  return versions.findLast((version) => version.seq === seq) ?? versions.at(-1);
}
