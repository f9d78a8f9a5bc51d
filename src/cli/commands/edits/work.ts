import type { Receipt } from "../../../contract/plan/plan.ts";
import type { WorkAction } from "../../../contract/tables/vocabulary.ts";
import { uploadFile } from "../../input/answers/upload-file.ts";
import { defineCommand } from "../../input/define-command.ts";
import { todoFinder } from "../../input/find-todo.ts";
import { textFlag, textsFlag, valueFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { commandLine } from "../../session/typed-line.ts";
import { editFlags } from "./edit-plan.ts";

const { reason } = editFlags;

const claimCommand = (action: "claim" | "release") =>
  defineCommand({
    help: `todo_${action}`,
    examples: [`todo ${action} launch press`],
    args: ["plan", "todo"],
    flags: { reason },
    run: (session, [plan, todo], flags) =>
      say(session, plan, todo, action, (...at) => session.client.todos[action](...at, flags)),
  });

const doneCommand = defineCommand({
  help: "todo_done",
  examples: [
    'todo done launch press --note "Sent to 40 editors"',
    'todo done launch venue --value \'{"place":"COEX"}\'',
    "todo done launch poster --file poster.pdf",
  ],
  args: ["plan", "todo"],
  flags: {
    note: textFlag("flag_done_note"),
    value: valueFlag("flag_result"),
    file: textsFlag("flag_result_file", "file"),
  },
  run: (session, [plan, todo], { note, value: result, file }) =>
    say(session, plan, todo, "done", async (planId, todoId) => {
      const files =
        file === undefined
          ? undefined
          : await Promise.all(file.map((path) => uploadFile(session, planId, path)));
      return session.client.todos.done(planId, todoId, { note, result, files });
    }),
});

const cannotCommand = defineCommand({
  help: "todo_cannot",
  examples: ['todo cannot launch venue --reason "No hall is free in May"'],
  args: ["plan", "todo"],
  flags: { reason },
  run(session, [plan, todo], flags) {
    if (flags.reason === undefined || flags.reason === "") {
      const next = commandLine("todo cannot", [plan, todo], '--reason "…"');
      throw usageError(words("needs_reason"), next);
    }
    const why = { reason: flags.reason };
    return say(session, plan, todo, "cannot", (...at) => session.client.todos.cannot(...at, why));
  },
});

/** `holdpoint todo claim|release|done|cannot`: what a person says about work of their own. */
export const workCommands = {
  claim: claimCommand("claim"),
  release: claimCommand("release"),
  done: doneCommand,
  cannot: cannotCommand,
};

async function say(
  session: Session,
  plan: string,
  todo: string,
  action: WorkAction,
  act: (planId: string, todoId: string) => Promise<Receipt>,
): Promise<void> {
  const found = await todoFinder(session, plan)(todo);
  session.done(await act(plan, found), words(`told_${action}`, { todo }));
}
