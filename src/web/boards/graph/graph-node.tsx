import { Link } from "@tanstack/react-router";
import { Handle, Position, type NodeProps, type Node } from "@xyflow/react";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import { Icon } from "../../parts/icon.tsx";
import { TodoMark } from "../../parts/status.tsx";
import { useSpeech } from "../../words/words.ts";

// React Flow wants a type, and no interface, for the data of nodes.
export type TodoNodeData = {
  readonly todo: BoardTodo;
  readonly plan: string;
  /** What it asks people while it waits for them. */
  readonly question: string | null;
  readonly isOpen: boolean;
  readonly isCritical: boolean;
  /** Whether Tab comes here. */
  readonly isEntry: boolean;
  readonly mayLink: boolean;
};

/** A todo in the picture: its name, how it stands, and dots to draw lines from and to. */
export function TodoNode({ data }: NodeProps<Node<TodoNodeData>>) {
  const { words } = useSpeech();
  const { todo, plan, question, isOpen, isCritical, isEntry, mayLink } = data;
  const dot = `!size-2.5 !rounded-full !border-2 !border-panel !bg-edge ${mayLink ? "" : "!invisible"}`;
  return (
    <div
      data-critical={isCritical ? "" : undefined}
      data-chosen={isOpen ? "" : undefined}
      className="pointer-events-auto h-full w-full rounded-md border border-line bg-panel data-chosen:bg-accent-tint data-critical:border-2 data-critical:border-accent"
    >
      <Handle type="target" position={Position.Left} className={dot} />
      <Link
        to="/plans/$plan/todos/$todo"
        params={{ plan, todo: todo.id }}
        draggable={false}
        tabIndex={isEntry ? 0 : -1}
        data-todo={todo.id}
        title={question ?? undefined}
        className="flex h-full flex-col justify-center rounded-md px-3 hover:bg-raised/60"
      >
        <span className="truncate font-medium" lang="">
          {todo.title}
        </span>
        <span className="flex items-center gap-2 text-small whitespace-nowrap">
          <TodoMark status={todo.status} wordless={question !== null} />
          {todo.status === "in_progress" && todo.progress_percentage > 0 && (
            <span className="tabular-nums">{Math.round(todo.progress_percentage)}%</span>
          )}
          {question !== null && (
            <span className="flex min-w-0 items-center gap-1 text-wait">
              <Icon name="question" size={12} />
              <span className="truncate" lang="">
                {question}
              </span>
            </span>
          )}
          {isCritical && <span className="sr-only">{words("critical_path")}</span>}
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
