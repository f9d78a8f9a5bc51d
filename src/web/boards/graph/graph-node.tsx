import { Link } from "@tanstack/react-router";
import { Handle, Position, type NodeProps, type Node } from "@xyflow/react";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import { TodoMark } from "../../parts/status.tsx";
import { useSpeech } from "../../words/words.ts";

// React Flow wants a type, and no interface, for the data of nodes.
export type TodoNodeData = {
  readonly todo: BoardTodo;
  readonly plan: string;
  readonly isOpen: boolean;
  readonly isCritical: boolean;
  /** Whether Tab comes here. */
  readonly isEntry: boolean;
  readonly mayLink: boolean;
};

/** A todo in the picture: its name, how it stands, and dots to draw lines from and to. */
export function TodoNode({ data }: NodeProps<Node<TodoNodeData>>) {
  const { words } = useSpeech();
  const { todo, plan, isOpen, isCritical, isEntry, mayLink } = data;
  const dot = `!size-2.5 !rounded-full !border-2 !border-panel !bg-edge ${mayLink ? "" : "!invisible"}`;
  return (
    <div
      data-critical={isCritical ? "" : undefined}
      data-chosen={isOpen ? "" : undefined}
      className="h-full w-full rounded-md border border-line bg-panel data-chosen:bg-accent-tint data-critical:border-2 data-critical:border-accent"
    >
      <Handle type="target" position={Position.Left} className={dot} />
      <Link
        to="/plans/$plan/todos/$todo"
        params={{ plan, todo: todo.id }}
        draggable={false}
        tabIndex={isEntry ? 0 : -1}
        data-todo={todo.id}
        className="flex h-full flex-col justify-center rounded-md px-3 hover:bg-raised/60"
      >
        <span className="truncate font-medium" lang="">
          {todo.title}
        </span>
        <span className="flex items-center gap-2 text-small">
          <TodoMark status={todo.status} />
          {todo.status === "in_progress" && todo.progress_percentage > 0 && (
            <span className="tabular-nums">{Math.round(todo.progress_percentage)}%</span>
          )}
          {isCritical && <span className="sr-only">{words("graph_critical")}</span>}
        </span>
      </Link>
      <Handle type="source" position={Position.Right} className={dot} />
    </div>
  );
}

/** The frame around the todos of one layer. */
export function LayerFrame({ data }: NodeProps<Node<{ readonly name: string }>>) {
  return (
    <div className="pointer-events-none h-full w-full rounded-lg border border-dashed border-edge">
      <span className="absolute top-0.5 left-2 text-small text-faint" lang="">
        {data.name}
      </span>
    </div>
  );
}
