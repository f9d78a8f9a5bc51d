import { defineCommand } from "../../input/define-command.ts";
import { lookAtTodo } from "../../input/find-todo.ts";
import { numberFlag, textFlag } from "../../input/flags.ts";
import { showBytes } from "../../session/show-bytes.ts";

/** `holdpoint todo result`: all of what a todo has given, however large. */
export const todoResultCommand = defineCommand({
  help: "todo_result",
  examples: [
    "todo result tea boil",
    "todo result tea boil --at /seconds",
    "todo result launch poster --save poster.pdf",
    "todo result report write --call t3c1",
  ],
  args: ["plan", "todo"],
  flags: {
    at: textFlag("flag_result_at", "pointer"),
    save: textFlag("flag_save", "file"),
    call: textFlag("flag_result_call", "id"),
    run: numberFlag("flag_result_run"),
    attempt: numberFlag("flag_result_attempt"),
  },
  run: (session, [planId, given], { at: pointer = "", save, call, run, attempt }) =>
    lookAtTodo(session, planId, given, (plan, todo) =>
      showBytes(
        session,
        (part) =>
          session.client.todos.result(plan, todo, {
            pointer,
            call_id: call,
            run,
            attempt,
            ...part,
          }),
        save,
      ),
    ),
});
