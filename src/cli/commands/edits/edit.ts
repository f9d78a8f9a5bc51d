import type { EditInput } from "../../../client/shapes.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, numberFlag, textFlag, textsFlag } from "../../input/flags.ts";
import { placingIn } from "../../input/placed-in.ts";
import { parseData, readText } from "../../input/read-input.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { editFlags, editPlan } from "./edit-plan.ts";
import { editByWords } from "./edit-words.ts";

/** `holdpoint edit`: in words, by operations from a file, or the plan's own settings by flags. */
export const editCommand = defineCommand({
  help: "edit",
  examples: [
    'edit tea "add milk after boil water"',
    "edit tea --file ops.yaml --dry-run",
    "edit tea --title 'Two cups of tea' --max-parallel 2",
  ],
  args: ["plan", "words...?"],
  flags: {
    ...editFlags,
    file: textFlag("flag_ops_file", "file"),
    base: numberFlag("flag_base"),
    title: textFlag("flag_title"),
    description: textFlag("flag_description"),
    maxParallel: numberFlag("flag_max_parallel"),
    step: choiceFlag("flag_step_switch", ["on", "off"]),
    tag: textsFlag("flag_tags"),
  },
  async run(
    session,
    [plan, said],
    { file, base, reason, dryRun, maxParallel, step, tag, ...texts },
  ) {
    const changes = definedOnly({
      ...texts,
      max_parallel: maxParallel,
      approval: step === undefined ? undefined : step === "on" ? "every_todo" : "marked",
      tags: tag,
    });
    const settings =
      Object.keys(changes).length === 0 ? [] : [{ edit_type: "modify_plan", params: { changes } }];
    if (said.length > 0) {
      if (file !== undefined || settings.length > 0) {
        throw usageError(words("edit_words_only"), "holdpoint edit --help");
      }
      const instruction = said.join(" ");
      return editByWords(session, plan, { instruction, base_version: base, reason, dryRun });
    }
    const send = async (written: { readonly ops?: readonly unknown[] }): Promise<void> => {
      const ops = [...(written.ops ?? []), ...settings];
      if (ops.length === 0) {
        throw usageError(words("nothing_to_edit"), "holdpoint edit --help");
      }
      const edit = { ...written, ops, ...definedOnly({ base_version: base, reason }) };
      await editPlan(session, plan, edit as EditInput, dryRun);
    };
    await (file === undefined ? send({}) : sendOps(file, send));
  },
});

/** Sends what a file holds: a list of operations, or the body of an edit. What is refused is told with the lines of the file. */
async function sendOps(
  file: string,
  send: (written: { readonly ops: readonly unknown[] }) => Promise<void>,
): Promise<void> {
  const written = await readText(file);
  const data = await parseData(file, written);
  const isList = Array.isArray(data);
  const body = isList ? { ops: data } : data;
  if (typeof body !== "object" || body === null || !("ops" in body) || !Array.isArray(body.ops)) {
    throw usageError(words("no_ops", { file }), "holdpoint edit --help");
  }
  const toFile = (pointer: string): string => (isList ? pointer.replace(/^\/ops/, "") : pointer);
  await send({ ...body, ops: body.ops }).catch(placingIn(file, written, { toFile }));
}
