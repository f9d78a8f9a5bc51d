import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { yamlText } from "../../render/yaml-text.ts";

interface Kept {
  /** The command whose own ones these are. */
  readonly family: "template" | "schedule" | "agents";
  /** What one of the things is called. */
  readonly arg: "template" | "schedule" | "agent";
  /** The name of one. */
  readonly example: string;
}

/** `show` and `delete` of what the API keeps by its name. */
export function keptCommands({ family, arg, example }: Kept) {
  const show = defineCommand({
    help: `${family}_show`,
    examples: [`${family} show ${example}`],
    args: [arg],
    async run(session, [id]) {
      const kept = await session.client[`${arg}s` as const].get(id);
      session.show(kept, () => [yamlText(kept).trimEnd()]);
    },
  });
  const remove = defineCommand({
    help: `${family}_delete`,
    examples: [`${family} delete ${example} --yes`],
    args: [arg],
    async run(session, [id]) {
      const kept = session.client[`${arg}s` as const];
      // What is not there needs no question.
      await kept.get(id);
      await session.confirm(words(`sure_delete_${arg}`, { [arg]: id }));
      await kept.delete(id);
      session.done({ deleted: id }, words("told_deleted", { id }));
    },
  });
  return { show, delete: remove };
}
