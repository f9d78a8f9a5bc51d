import "@xyflow/react/dist/base.css";
import "./graph.css";
import {
  MarkerType,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
} from "@xyflow/react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import { Button } from "../../parts/button.tsx";
import { Skeleton } from "../../parts/panel.tsx";
import { toneOf } from "../../parts/status.tsx";
import { useSpeech } from "../../words/words.ts";
import { usePropose } from "../editing/editing.tsx";
import type { Viewed } from "../lanes.ts";
import { CriticalPathToggle, useCriticalPathShown } from "../path-toggle.tsx";
import { questionOf } from "../question-of.ts";
import { useOutlook } from "../use-outlook.ts";
import { LayerFrame, TodoNode, type TodoNodeData } from "./graph-node.tsx";
import { neighbour } from "./graph-walk.ts";
import { NODE, type GraphLayout } from "./layout-graph.ts";
import { useLayout } from "./use-layout.ts";

const NO_PATH: readonly string[] = [];
const NODE_TYPES = { todo: TodoNode, layer: LayerFrame };
/** From so many todos on, not all are drawn at once. */
const MANY = 60;
const ZOOM = { near: 1, far: 0.15, large: 0.6, legible: 0.4, all: 0.01 } as const;
/** What is left free before the graph's first todos, and above them. */
const BESIDE_PX = 16;
const FIT = { maxZoom: ZOOM.near, padding: 0.05 } as const;

interface Drawn extends Viewed {
  /** Whether somebody comes back to it from its text. */
  readonly isBack: boolean;
  /** Shows the same as text. */
  readonly onText: () => void;
}

/** The todos of a plan and what waits for what, drawn from left to right. */
export function GraphCanvas(props: Drawn) {
  const { words } = useSpeech();
  const layout = useLayout(props.board.todos);
  if (layout === null) return <Skeleton lines={8} label={words("graph_layouting")} />;
  return (
    <ReactFlowProvider>
      <Canvas {...props} layout={layout} />
    </ReactFlowProvider>
  );
}

function Canvas({
  board,
  openTodo,
  isBack,
  onText,
  layout,
}: Drawn & { readonly layout: GraphLayout }) {
  const speech = useSpeech();
  const { words } = speech;
  const propose = usePropose();
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const { plan, todos } = board;
  const isOpen = plan.completed_at === null;
  // How near all of it would be, in the room that there is.
  const [fit, setFit] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = frame.current!;
    const { width, height } = extentOf(layout);
    setFit((1 - 2 * FIT.padding) * Math.min(clientWidth / width, clientHeight / height));
    // Who looks at it is not moved by a todo that comes.
  }, []);
  const isMany = todos.length > MANY;
  // Where all of them together would be too small to read, a small map shows where one is.
  const isLarge = isMany || (fit !== null && fit < ZOOM.legible);
  const places = useMemo(
    () => new Map(layout.todos.map((placed) => [placed.id, placed])),
    [layout],
  );
  const { critical_path: longest } = useOutlook(board);
  const isPathShown = useCriticalPathShown();
  const path = isPathShown ? longest : NO_PATH;
  const [focused, setFocused] = useState<string | null>(null);
  const entry = openTodo ?? focused ?? todos[0]?.id;
  const nodes = useMemo(() => {
    const critical = new Set(path);
    return [
      ...layout.layers.map(({ id, x, y, width, height }): Node => ({
        id: `layer ${id}`,
        type: "layer",
        position: { x, y },
        width,
        height,
        zIndex: -1,
        data: { name: id },
      })),
      ...todos.flatMap((todo): Node<TodoNodeData>[] => {
        const place = places.get(todo.id);
        if (place === undefined) return [];
        const data = {
          todo,
          plan: plan.id,
          question: questionOf(todo, board, speech),
          isOpen: todo.id === openTodo,
          isCritical: critical.has(todo.id),
          isEntry: todo.id === entry,
          mayLink: isOpen,
        };
        return [{ id: todo.id, type: "todo", position: { x: place.x, y: place.y }, ...NODE, data }];
      }),
    ];
  }, [layout, board, todos, places, path, openTodo, entry, plan.id, isOpen, speech]);
  const edges = useMemo(() => edgesOf(board, path), [board, path]);
  const lookAt = (id: string): void => {
    const place = places.get(id);
    if (place === undefined) return;
    const zoom = Math.max(flow.getZoom(), ZOOM.large);
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    // Where the graph begins there is no more beside it.
    const x = Math.max(place.x + NODE.width / 2, (clientWidth / 2 - BESIDE_PX) / zoom);
    const y = Math.max(place.y + NODE.height / 2, (clientHeight / 2 - BESIDE_PX) / zoom);
    void flow.setCenter(x, y, { zoom });
  };
  // What is chosen elsewhere comes into view.
  useEffect(() => {
    if (openTodo !== undefined && isLarge) lookAt(openTodo);
  }, [openTodo]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-todo]");
    const id = from?.dataset["todo"];
    if (id === undefined) return;
    const next = neighbour(id, event.key, todos, places);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    if (isLarge) lookAt(next);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-todo="${CSS.escape(next)}"]`)?.focus(),
    );
  };
  const asking = new Set(board.holds.map(({ todo_id }) => todo_id));
  const first =
    todos.find(({ id }) => asking.has(id)) ??
    todos.find(({ id }) => board.schedule.running.includes(id)) ??
    todos[0];
  return (
    <div role="group" aria-label={words("graph_label")} onKeyDown={onKeyDown}>
      {/* Beside the picture, where they lie on no todo. */}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        {longest.length > 1 ? <CriticalPathToggle sign="border-accent" /> : <span />}
        <div className="flex rounded-md border border-line bg-panel">
          <Button
            look="bare"
            icon="minus"
            aria-label={words("timeline_farther")}
            onPress={() => void flow.zoomOut()}
          />
          <Button
            look="bare"
            icon="plus"
            aria-label={words("timeline_nearer")}
            onPress={() => void flow.zoomIn()}
          />
          <Button look="bare" onPress={() => void flow.fitView({ ...FIT, minZoom: ZOOM.all })}>
            {words("graph_fit")}
          </Button>
          <Button look="bare" autoFocus={isBack} onPress={onText}>
            {words("graph_as_text")}
          </Button>
        </div>
      </div>
      <div
        ref={frame}
        style={{ height: `clamp(16rem, ${heightOf(layout)}px, calc(100dvh - 18rem))` }}
        className="relative overflow-hidden rounded-lg border border-line bg-page"
      >
        {fit !== null && (
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            nodesDraggable={false}
            nodesConnectable={isOpen}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            onlyRenderVisibleElements={isMany}
            minZoom={isLarge ? ZOOM.large / 2 : ZOOM.far}
            maxZoom={1.5}
            zoomOnScroll={false}
            zoomOnDoubleClick={false}
            preventScrolling={false}
            fitView={!isLarge}
            fitViewOptions={FIT}
            onInit={() => {
              if (isLarge && first !== undefined) lookAt(openTodo ?? first.id);
            }}
            isValidConnection={({ source, target }) => source !== target}
            onConnect={({ source, target }) => {
              const title = todos.find(({ id }) => id === target)?.title ?? target;
              void propose({
                what: words("edit_connect_title", { title }),
                ops: [
                  {
                    edit_type: "add_dependency",
                    target_id: target,
                    params: { depends_on: source },
                  },
                ],
              });
            }}
          >
            {isLarge && (
              <MiniMap
                pannable
                zoomable
                ariaLabel={words("graph_map")}
                nodeColor={(node) => mapColour(node.data as Partial<TodoNodeData>)}
                className="!bg-panel"
              />
            )}
          </ReactFlow>
        )}
      </div>
      <p className="mt-1 text-small text-faint">{words("graph_keys")}</p>
    </div>
  );
}

/** As high as what is drawn, with room around it. */
function heightOf(layout: GraphLayout): number {
  return extentOf(layout).height + 2 * 16;
}

function extentOf({ todos, layers }: GraphLayout): {
  readonly width: number;
  readonly height: number;
} {
  const drawn = [...todos, ...layers];
  return {
    width: Math.max(0, ...drawn.map(({ x, width }) => x + width)),
    height: Math.max(0, ...drawn.map(({ y, height }) => y + height)),
  };
}

function edgesOf({ todos }: Board, path: readonly string[]): Edge[] {
  const follows = new Map(path.slice(1).map((id, place) => [id, path[place]]));
  const known = new Set(todos.map(({ id }) => id));
  return todos.flatMap(({ id, depends_on }) =>
    depends_on
      .filter((from) => known.has(from))
      .map((from): Edge => {
        const isCritical = follows.get(id) === from;
        return {
          id: `${from} ${id}`,
          source: from,
          target: id,
          className: isCritical ? "edge-critical" : "edge-plain",
          zIndex: isCritical ? 1 : 0,
          markerEnd: { type: MarkerType.ArrowClosed, color: "context-stroke" },
        };
      }),
  );
}

/** The colour of a todo in the small map; the frame of a layer has none. */
function mapColour({ todo }: Partial<TodoNodeData>): string {
  if (todo === undefined) return "transparent";
  const tone = toneOf(todo.status);
  return `var(--color-${tone === "plain" ? "edge" : tone})`;
}
