import type { EditInputSchema, Impact, PlanChanges, PlanVersion } from "../contract/edit.ts";
import type { Receipt } from "../contract/plan.ts";
import type { z } from "zod";
import { withPlan } from "./find-plan.ts";
import { switchFlag, textFlag } from "./flags.ts";
import { impactLines, planChangesLines } from "./render/change-lines.ts";
import { dim, green } from "./render/colors.ts";
import type { Session } from "./session.ts";

/** The flags of everything that makes a new version of a plan. */
export const editFlags = {
  reason: textFlag("flag_reason"),
  dryRun: switchFlag("flag_dry_run"),
};

interface Preview {
  readonly validate_only: true;
  readonly changes: PlanChanges | null;
  readonly impact: Impact;
}
type Answer = Receipt | Preview;
type Query = { readonly validate_only: "true" | "false" };
type EditInput = z.input<typeof EditInputSchema>;

/** Makes one edit of a plan, or shows what it would change. */
export function editPlan(
  session: Session,
  given: string,
  json: EditInput,
  dryRun: boolean,
): Promise<void> {
  return changePlan(session, given, dryRun, (plan_id, query) =>
    session.ask<Answer>(
      session.client.v1.plans[":plan_id"].edits.$post({ param: { plan_id }, query, json }),
    ),
  );
}

/** Sends what makes a new version of a plan, and shows what has changed, or would. */
export async function changePlan(
  session: Session,
  given: string,
  dryRun: boolean,
  send: (planId: string, query: Query) => Promise<Answer>,
): Promise<void> {
  const { words } = session;
  const answer = await withPlan(session, given, (id) =>
    send(id, { validate_only: dryRun ? "true" : "false" }),
  );
  if ("validate_only" in answer) {
    const { changes, impact } = answer;
    session.show(answer, () => [
      ...(changes === null ? [] : planChangesLines(changes, words)),
      ...impactLines(impact, words),
    ]);
    return session.say(words("only_shown"));
  }
  if (session.json) return session.show(answer, () => []);
  const made = await versionMadeBy(session, answer);
  if (made !== undefined) session.show(null, () => planChangesLines(made.changes, words));
  session.say(`${green("✔")} ${words("told_edited", { version: made?.version ?? "" })}`);
  session.say(dim(words("take_back", { command: `holdpoint undo ${answer.plan_id}` })));
}

async function versionMadeBy(
  session: Session,
  { plan_id, seq }: Receipt,
): Promise<PlanVersion | undefined> {
  const { versions } = await session.ask<{ versions: PlanVersion[] }>(
    session.client.v1.plans[":plan_id"].versions.$get({ param: { plan_id } }),
  );
  return versions.findLast((version) => version.seq === seq) ?? versions.at(-1);
}
