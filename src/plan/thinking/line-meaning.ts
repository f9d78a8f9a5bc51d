import type { EditOp } from "../../contract/plan/edit.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Plan } from "../model/plan.ts";

/** What each operation does in words, with the titles of todos, also of those that the others add. */
export function meaningsOf(plan: Plan, ops: readonly EditOp[]): Sentence[] {
  const added = new Map(
    ops.flatMap((op) => {
      const todo = op.edit_type === "add_todo" ? op.params.todo : undefined;
      return todo?.id === undefined ? [] : [[todo.id, todo.title] as const];
    }),
  );
  const titleOf = (id = ""): string => plan.todos.get(id)?.title ?? added.get(id) ?? id;
  return ops.map((op) => meaningOf(op, titleOf));
}

function meaningOf(op: EditOp, titleOf: (id?: string) => string): Sentence {
  switch (op.edit_type) {
    case "add_todo": {
      const { title, depends_on, tool_name, agent_name } = op.params.todo;
      const others = depends_on.map((id) => `"${titleOf(id)}"`).join(", ");
      const runs = tool_name ?? agent_name;
      if (runs == null) {
        return others === ""
          ? say("line_add", { title })
          : say("line_add_after", { title, others });
      }
      return others === ""
        ? say("line_add_run", { title, runs })
        : say("line_add_run_after", { title, runs, others });
    }
    case "remove_todo":
      return say("line_remove", { title: titleOf(op.target_id) });
    case "modify_todo":
      return say("line_modify", {
        title: titleOf(op.target_id),
        fields: Object.keys(op.params.changes).join(", "),
      });
    case "reorder":
      return "order" in op.params
        ? say("line_order", { count: op.params.order.length })
        : say("line_move", { title: titleOf(op.target_id ?? "") });
    case "change_priority":
      return say("line_priority", {
        title: titleOf(op.target_id),
        priority: op.params.priority,
      });
    case "add_dependency":
    case "remove_dependency":
      return say(op.edit_type === "add_dependency" ? "line_wait" : "line_unlink", {
        title: titleOf(op.target_id),
        other: titleOf(op.params.depends_on),
      });
    case "modify_plan":
      return say("line_plan", { fields: Object.keys(op.params.changes).join(", ") });
  }
}
