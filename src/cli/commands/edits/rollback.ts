import type { RollbackInput } from "../../../client/shapes.ts";
import { defineCommand } from "../../input/define-command.ts";
import { numberFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { impactLines } from "../../render/change-lines.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { commandLine } from "../../session/typed-line.ts";
import { editFlags, sendChange } from "./edit-plan.ts";

/** `holdpoint rollback`: returns a plan to a version or a checkpoint. */
export const rollbackCommand = defineCommand({
  help: "rollback",
  examples: ["rollback tea --version 2 --dry-run", "rollback tea --checkpoint cp_12 --yes"],
  args: ["plan"],
  flags: {
    ...editFlags,
    version: numberFlag("flag_version"),
    checkpoint: textFlag("flag_checkpoint", "id"),
  },
  async run(session, [plan], { version, checkpoint, reason, dryRun }) {
    if ((version === undefined) === (checkpoint === undefined)) {
      throw usageError(words("needs_target"), commandLine("history", [plan]));
    }
    await rollBack(session, plan, { version, checkpoint_id: checkpoint, reason }, dryRun);
  },
});

/** Returns a plan to a moment, or shows what that would change; asks the person first. */
export async function rollBack(
  session: Session,
  plan: string,
  target: RollbackInput,
  dryRun: boolean,
): Promise<void> {
  const { plans } = session.client;
  const to = target.checkpoint_id ?? `v${target.version}`;
  let version: number | undefined;
  if (!dryRun) {
    const shown = await plans.rollback(plan, target, { validateOnly: true });
    for (const line of impactLines(shown.impact)) session.say(line);
    await session.confirm(words("sure_rollback", { plan, to }));
    version = shown.base_version;
  }
  await sendChange(session, dryRun, (options) =>
    plans.rollback(plan, target, { ...options, version }),
  );
}
