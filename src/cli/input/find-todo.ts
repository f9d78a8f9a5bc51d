import { TodoIdSchema } from "../../contract/text.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import { readWholePlan } from "../session/read-whole-plan.ts";
import type { Session } from "../session/session.ts";
import { oneLine } from "../terminal/printable.ts";
import { lookAtPlan } from "./find-plan.ts";

/** The id of the todo that a person means. */
export type FindTodo = (idOrTitle: string) => Promise<string>;

const MAX_SHOWN = 5;

/**
 * Finds todos of a plan by id, by title, or by a beginning of a title that no other todo has. An id
 * that none has is returned as it is, so that the plan says so.
 * @throws CliError from the finder when several are meant, or none.
 */
export function todoFinder(session: Session, planId: string): FindTodo {
  const find = namedTodoFinder(session, planId);
  return async (given) => (await find(given)).id;
}

/** As `todoFinder`, with what to call the todo: its id where that was given, else its whole title. */
export function namedTodoFinder(session: Session, planId: string) {
  let reading: ReturnType<typeof readWholePlan> | undefined;
  return async (given: string): Promise<{ readonly id: string; readonly name: string }> => {
    const { todos } = await (reading ??= readWholePlan(session, planId));
    if (todos.some(({ id }) => id === given)) return { id: given, name: given };
    const wanted = fold(given);
    const whole = todos.filter(({ title }) => fold(title) === wanted);
    const found =
      whole.length > 0 ? whole : todos.filter(({ title }) => fold(title).startsWith(wanted));
    if (found.length === 1) return { id: found[0]!.id, name: oneLine(found[0]!.title) };
    const { words } = session;
    const next = `holdpoint plan show ${planId}`;
    if (found.length === 0) {
      if (TodoIdSchema.safeParse(given).success) return { id: given, name: given };
      throw new CliError(words("no_todo", { given, plan: planId }), next);
    }
    const shown = found.slice(0, MAX_SHOWN).map(({ id, title }) => `${id}  ${oneLine(title)}`);
    const message = words("several_todos", { given, count: found.length });
    throw new CliError([message, ...shown].join("\n"), next, EXIT.usage);
  };
}

/** Looks at a todo, given as people name it. @throws CliError as `lookAtPlan` and the finder. */
export function lookAtTodo<Result>(
  session: Session,
  plan: string,
  todo: string,
  look: (planId: string, todoId: string) => Promise<Result>,
): Promise<Result> {
  return lookAtPlan(session, plan, async (id) => look(id, await todoFinder(session, id)(todo)));
}

function fold(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
