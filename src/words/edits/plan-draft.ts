import type { KnownTodo } from "./find-todos.ts";
import type { WrittenOp } from "./operations.ts";

/** The todos as they are after an operation, so that later clauses see what earlier ones did. */
export function afterOp(todos: readonly KnownTodo[], op: WrittenOp, newId: string): KnownTodo[] {
  switch (op.edit_type) {
    case "add_todo": {
      const { todo, position = "last" } = op.params;
      const added: KnownTodo = {
        id: newId,
        title: todo.title,
        priority: 5,
        depends_on: todo.depends_on ?? [],
        requires_approval: false,
        place: 0,
        hasEnded: false,
      };
      const linked = todos.map((other) =>
        todo.blocks?.includes(other.id) === true
          ? { ...other, depends_on: [...other.depends_on, newId] }
          : other,
      );
      return placed(linked, added, position);
    }
    case "remove_todo":
      return todos
        .filter(({ id }) => id !== op.target_id)
        .map((todo) => ({ ...todo, depends_on: without(todo.depends_on, op.target_id) }));
    case "modify_todo": {
      const { title, requires_approval } = op.params.changes;
      return changed(todos, op.target_id, (todo) => ({
        ...todo,
        title: title ?? todo.title,
        requires_approval: requires_approval ?? todo.requires_approval,
      }));
    }
    case "change_priority": {
      const { priority } = op.params;
      return typeof priority === "number"
        ? changed(todos, op.target_id, (todo) => ({ ...todo, priority }))
        : [...todos];
    }
    case "add_dependency": {
      const { depends_on } = op.params;
      return changed(todos, op.target_id, (todo) => ({
        ...todo,
        depends_on: [...without(todo.depends_on, depends_on), depends_on],
      }));
    }
    case "remove_dependency":
      return changed(todos, op.target_id, (todo) => ({
        ...todo,
        depends_on: without(todo.depends_on, op.params.depends_on),
      }));
    case "reorder": {
      if ("order" in op.params) return reordered(todos, op.params.order);
      const moved = todos.find(({ id }) => id === op.target_id);
      const others = todos.filter((todo) => todo !== moved);
      return moved === undefined ? others : placed(others, moved, op.params.position);
    }
    case "modify_plan":
      return [...todos];
  }
}

/** The ids of todos that an operation names. */
export function idsIn(op: WrittenOp): string[] {
  switch (op.edit_type) {
    case "add_todo": {
      const { todo, position } = op.params;
      return [...(todo.depends_on ?? []), ...(todo.blocks ?? []), ...anchorOf(position)];
    }
    case "reorder":
      return "order" in op.params
        ? op.params.order
        : [op.target_id ?? [], anchorOf(op.params.position)].flat();
    case "add_dependency":
    case "remove_dependency":
      return [op.target_id, op.params.depends_on];
    case "modify_plan":
      return [];
    default:
      return [op.target_id];
  }
}

type Position = Extract<WrittenOp, { edit_type: "add_todo" }>["params"]["position"];

function anchorOf(position: Position): string[] {
  return typeof position === "object" ? Object.values(position) : [];
}

function placed(todos: readonly KnownTodo[], todo: KnownTodo, position: Position): KnownTodo[] {
  const [anchor] = anchorOf(position);
  const found = todos.findIndex(({ id }) => id === anchor);
  const isBehind = typeof position === "object" && "after" in position;
  const at = position === "first" ? 0 : found < 0 ? todos.length : found + (isBehind ? 1 : 0);
  return numbered(todos.toSpliced(typeof position === "number" ? position : at, 0, todo));
}

function reordered(todos: readonly KnownTodo[], order: readonly string[]): KnownTodo[] {
  const moved = order.flatMap((id) => todos.find((todo) => todo.id === id) ?? []);
  const left = [...moved];
  return numbered(todos.map((todo) => (moved.includes(todo) ? left.shift()! : todo)));
}

function numbered(todos: readonly KnownTodo[]): KnownTodo[] {
  return todos.map((todo, place) => (todo.place === place ? todo : { ...todo, place }));
}

function changed(
  todos: readonly KnownTodo[],
  target: string,
  change: (todo: KnownTodo) => KnownTodo,
): KnownTodo[] {
  return todos.map((todo) => (todo.id === target ? change(todo) : todo));
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}
