import { buildRouteMap } from "@stricli/core";
import type { Checkpoint, Comparison, PlanVersion } from "../../contract/edit.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { changePlan, editFlags } from "../edit-plan.ts";
import { withPlan } from "../find-plan.ts";
import { numberFlag, textFlag } from "../flags.ts";
import { comparisonLines, historyLines } from "../render/change-lines.ts";
import { checkpointLines } from "../render/checkpoint-lines.ts";
import type { Session } from "../session.ts";
import { words } from "../words-here.ts";

export const historyCommand = defineCommand({
  brief: "brief_history",
  args: ["plan"],
  flags: {},
  async run(session, [given]) {
    const answer = await withPlan(session, given, (plan_id) =>
      session.ask<{ versions: PlanVersion[] }>(
        session.client.v1.plans[":plan_id"].versions.$get({ param: { plan_id } }),
      ),
    );
    session.show(answer, () => historyLines(answer.versions, session));
  },
});

export const diffCommand = defineCommand({
  brief: "brief_diff",
  examples: ["diff tea 1 3"],
  args: ["plan", "from", "to"],
  flags: {},
  async run(session, [given, first, second]) {
    const from = toVersion("from", first, given);
    const to = toVersion("to", second, given);
    const comparison = await withPlan(session, given, (plan_id) =>
      session.ask<Comparison>(
        session.client.v1.plans[":plan_id"].compare.$get({
          param: { plan_id },
          query: { from, to },
        }),
      ),
    );
    const lines = comparisonLines(comparison, words);
    session.show(comparison, () => lines);
    if (lines.length === 0) session.say(words("no_difference"));
  },
});

/** The API counts from 1; people also write v2. @throws CliError for what is no version. */
function toVersion(name: string, text: string, plan: string): string {
  const [, number] = /^v?(\d{1,9})$/.exec(text) ?? [];
  if (number !== undefined) return number;
  throw new CliError(words("no_version", { name, text }), `holdpoint history ${plan}`, EXIT.usage);
}

export const undoCommand = defineCommand({
  brief: "brief_undo",
  examples: ["undo tea --dry-run", "undo tea"],
  args: ["plan"],
  flags: editFlags,
  run: (session, [given], { reason, dryRun }) =>
    changePlan(session, given, dryRun, (plan_id, query) =>
      session.ask(
        session.client.v1.plans[":plan_id"].undo.$post({
          param: { plan_id },
          query,
          json: definedOnly({ reason }),
        }),
      ),
    ),
});

interface Target {
  readonly version?: number | undefined;
  readonly checkpoint_id?: string | undefined;
}

async function rollBack(
  session: Session,
  given: string,
  target: Target,
  { reason, dryRun }: { readonly reason: string | undefined; readonly dryRun: boolean },
): Promise<void> {
  const to = target.checkpoint_id ?? `v${target.version}`;
  if (!dryRun) await session.confirm(words("sure_rollback", { plan: given, to }));
  await changePlan(session, given, dryRun, (plan_id, query) =>
    session.ask(
      session.client.v1.plans[":plan_id"].rollback.$post({
        param: { plan_id },
        query,
        json: definedOnly({ ...target, reason }),
      }),
    ),
  );
}

export const rollbackCommand = defineCommand({
  brief: "brief_rollback",
  full: "full_rollback",
  examples: ["rollback tea --version 2 --dry-run", "rollback tea --checkpoint e12 --yes"],
  args: ["plan"],
  flags: {
    ...editFlags,
    version: numberFlag("flag_version"),
    checkpoint: textFlag("flag_checkpoint", "id"),
  },
  async run(session, [given], { version, checkpoint, ...flags }) {
    if ((version === undefined) === (checkpoint === undefined)) {
      throw new CliError(words("needs_target"), `holdpoint history ${given}`, EXIT.usage);
    }
    await rollBack(session, given, { version, checkpoint_id: checkpoint }, flags);
  },
});

const checkpointListCommand = defineCommand({
  brief: "brief_checkpoint_list",
  args: ["plan"],
  flags: {},
  async run(session, [given]) {
    const answer = await withPlan(session, given, (plan_id) =>
      session.ask<{ checkpoints: Checkpoint[] }>(
        session.client.v1.plans[":plan_id"].checkpoints.$get({ param: { plan_id } }),
      ),
    );
    session.show(answer, () => checkpointLines(answer.checkpoints, session));
  },
});

const checkpointRestoreCommand = defineCommand({
  brief: "brief_checkpoint_restore",
  examples: ["checkpoint restore tea e12 --yes"],
  args: ["plan", "checkpoint"],
  flags: editFlags,
  run: (session, [given, checkpoint_id], flags) =>
    rollBack(session, given, { checkpoint_id }, flags),
});

/** `holdpoint checkpoint`: moments to which a plan can be restored. */
export const checkpointRoutes = buildRouteMap({
  docs: { brief: words("brief_checkpoint") },
  routes: { list: checkpointListCommand, restore: checkpointRestoreCommand },
});
